// Defines what a model must reply, per agent. Keys and status words are the seeds'. `reply-form.ts` accepts a reply whose meaning
// is beyond doubt; another reply that does not fit is repaired.
import { z } from 'zod'
import { judgementSchema, verdictSchema } from '../../src-preload/contract/events.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
const texts = z
  .union([z.array(z.string()), z.string()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]))

/** Models leave out fields that they have nothing to say about. */
const anything = z
  .unknown()
  .optional()
  .transform((value) => value ?? null)

const actionOf = <S extends [string, ...string[]]>(statuses: S) =>
  z.object({
    function: z.string().min(1),
    arguments: z
      .record(z.string(), z.unknown())
      .nullish()
      .transform((value) => value ?? {}),
    /** Only an act that is asked about, or that ends something, needs one. */
    status: z.enum(statuses).default(statuses[0]),
  })

const actionsOf = <S extends [string, ...string[]]>(statuses: S) => {
  const action = actionOf(statuses)
  return z
    .union([z.array(action), action])
    .nullish()
    .transform((value) =>
      value === null || value === undefined ? [] : Array.isArray(value) ? value : [value],
    )
}

export const HOST_REPLY_STATUSES = ['CONTINUE', 'ASSIGN', 'PENDING', 'CONFIRM', 'FINISH', 'FAIL'] as const
export const APP_REPLY_STATUSES = ['CONTINUE', 'SCREENSHOT', 'PENDING', 'CONFIRM', 'FINISH', 'FAIL'] as const
export const LINUX_REPLY_STATUSES = [
  'CONTINUE',
  'SCREENSHOT',
  'PENDING',
  'CONFIRM',
  'FINISH',
  'FAIL',
] as const

export const hostReplySchema = z.object({
  observation: z.string(),
  thought: z.string(),
  status: z.enum(HOST_REPLY_STATUSES),
  message: texts,
  questions: texts,
  current_subtask: text,
  plan: texts,
  comment: text,
  /** Id of the window that a subtask is assigned to. */
  window: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => (value === null || value === undefined || value === '' ? null : String(value))),
  /** Nothing of the request remains after the assigned subtask. For any other value the host is asked again. */
  last: z.boolean().catch(false),
  function: text,
  arguments: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? {}),
  /** Several calls in order, in addition to the single one or in its place. */
  action: actionsOf([...HOST_REPLY_STATUSES]),
  result: anything,
})
export type HostReply = z.infer<typeof hostReplySchema>

export const appReplySchema = z.object({
  observation: z.string(),
  thought: z.string(),
  action: actionsOf([...APP_REPLY_STATUSES]),
  /** The status of the reply. FINISH counts where the last action says only CONTINUE. */
  status: z
    .enum(APP_REPLY_STATUSES)
    .nullish()
    .transform((value) => value ?? null),
  plan: texts,
  comment: text,
  questions: texts,
  save_screenshot: z
    .object({ save: z.boolean(), reason: text })
    .nullish()
    .transform((value) => value ?? null),
  result: anything,
})
export type AppReply = z.infer<typeof appReplySchema>

export const linuxReplySchema = z.object({
  observation: z.string(),
  thought: z.string(),
  action: actionsOf([...LINUX_REPLY_STATUSES]),
  status: z
    .enum(LINUX_REPLY_STATUSES)
    .nullish()
    .transform((value) => value ?? null),
  plan: texts,
  comment: text,
  questions: texts,
  result: anything,
})
export type LinuxReply = z.infer<typeof linuxReplySchema>

const judgement = judgementSchema.nullish().transform((value) => value ?? null)
export const evaluationReplySchema = z.object({
  reason: z.string(),
  sub_scores: z
    .array(z.object({ name: z.string(), evaluation: verdictSchema }))
    .nullish()
    .transform((value) => value ?? []),
  /** The quality of the actions, whether or not the request was fulfilled. */
  quality: judgement,
  efficiency: judgement,
  complete: verdictSchema,
})
export type EvaluationReply = z.infer<typeof evaluationReplySchema>
