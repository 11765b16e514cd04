// The checklist of a request: what is going to be done, fixed when it is first shown, then only ticked and amended.
import { z } from 'zod'

/** `left_out`: its person has unticked it, or said no when asked. */
export const checklistStateSchema = z.enum(['open', 'current', 'done', 'failed', 'left_out'])

/** What the items are: the commands of the request, the steps of a recorded or a written plan, or the subtasks of a planner. */
export const checklistKindSchema = z.enum(['commands', 'recorded', 'steps', 'subtasks'])
export type ChecklistKind = z.infer<typeof checklistKindSchema>

export const checklistItemSchema = z.object({
  id: z.string(),
  words: z.string(),
  state: checklistStateSchema,
  /** The person is asked before it begins. */
  ask: z.boolean(),
})
export type ChecklistItem = z.infer<typeof checklistItemSchema>

/** A person's change of an item that has not begun; omitted fields stay the same. */
export const checklistChangeSchema = z.strictObject({
  item: z.string().min(1).max(50),
  left_out: z.boolean().optional(),
  words: z.string().trim().min(1, 'A step needs words.').max(10_000).optional(),
  ask: z.boolean().optional(),
  /** The item that it goes before; null: to the end. */
  before: z.string().max(50).nullable().optional(),
})
export type ChecklistChange = z.infer<typeof checklistChangeSchema>

/** Tells whether an item has not begun, so that it can still be changed. */
export const isChangeable = ({ state }: ChecklistItem): boolean => state === 'open' || state === 'left_out'

/** The questions beside the checklist, and their answers; each shell uses its own words. */
export const CHECKLIST_QUESTIONS = {
  begin: { code: 'checklist_begin', yes: 'Begin', no: 'Stop' },
  step: { code: 'checklist_step', yes: 'Do it', no: 'Leave it out' },
} as const
