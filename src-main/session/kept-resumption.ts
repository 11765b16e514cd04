// Keeps what a run goes on from in the run's own folder: its journal has only what comes after, and it may be cut short as well.
import { z } from 'zod'
import { codedTextSchema } from '../../src-preload/contract/coded-text.ts'
import { effectSchema, resultStatusSchema } from '../../src-preload/contract/events.ts'
import type { RunView } from '../../src-preload/contract/run-view.ts'
import { UserError } from '../core/errors.ts'
import type { RunFolder } from '../recorder/run-folder.ts'
import { resumptionOf, type Resumption } from './resumption.ts'

const FILE = 'goes_on_from.json'

const text = z.string().nullable()
const actionSchema = z.object({
  function: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  status: resultStatusSchema,
  target: text,
  result: z.unknown(),
  error: text,
  effect: effectSchema.nullable(),
  evidence: text,
  told: z.array(codedTextSchema).optional(),
  user_confirm: z.enum(['yes', 'no']).nullable(),
})
const stepSchema = z.object({
  step: z.number(),
  round: z.number(),
  agent: z.string(),
  subtask_index: z.number(),
  subtask: text,
  observation: text,
  thought: text,
  plan: z.array(z.string()),
  status: z.string(),
  comment: text,
  result: z.unknown(),
  actions: z.array(actionSchema),
})
const resumptionSchema: z.ZodType<Resumption> = z.object({
  run: z.string(),
  session: z.string(),
  mode: z.string(),
  strategy: z.string(),
  display: z.enum(['host', 'virtual']),
  request: text,
  ask: z.array(z.number()).optional(),
  requests: z.array(z.string()),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  steps: z.array(stepSchema),
  subtasks: z.array(z.object({ subtask: z.string(), status: z.string(), result: z.unknown() })),
  subtask: z.number(),
  plan: z.array(z.string()),
  unknown: text,
  firstStep: z.number(),
  spent: z.number().nullable(),
})

/** Writes it; it is on the disk when this resolves. */
export const keepResumption = (folder: Pick<RunFolder, 'saveFile'>, resumption: Resumption): Promise<void> =>
  folder.saveFile(FILE, `${JSON.stringify(resumptionSchema.parse(resumption))}\n`)

/** Reads the state of an interrupted run, with the state that it had itself taken over. Throws UserError. */
export async function readResumption(folder: RunFolder, view: RunView): Promise<Resumption> {
  const before = await readKept(folder)
  const own = resumptionOf({ ...view, run: folder.name })
  return before ? after(before, own, view) : own
}

/**
 * Reads the state that the run continued from; null for one that has not continued another. Throws UserError for a file that can’t be read.
 */
export async function readKept(folder: RunFolder): Promise<Resumption | null> {
  try {
    return resumptionSchema.parse(JSON.parse((await folder.readFile(FILE)).toString()))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new UserError(
      `${folder.resolve(FILE)} is not what Deskhand has written: what was done before can’t be told.`,
    )
  }
}

/** Joins the two: the first round of the run is the interrupted one of the run before, unless it has ended. */
function after(before: Resumption, own: Resumption, { rounds, mode, checklist }: RunView): Resumption {
  const common = {
    ...own,
    ...(mode === '' ? { session: before.session, mode: before.mode, strategy: before.strategy, display: before.display } : {}),
    requests: [...before.requests, ...own.requests],
    answers: [...before.answers, ...own.answers],
    firstStep: Math.max(before.firstStep, own.firstStep),
    spent: before.spent === null || own.spent === null ? null : before.spent + own.spent,
  } // prettier-ignore
  if (rounds.length > 1 || (rounds[0]?.status ?? null) !== null) return common
  // A fresh start has no use for the earlier steps.
  if (checklist?.before) return common
  const hasBegun = own.steps.length > 0
  const hasSubtasks = own.subtasks.length > 0 || own.steps.some(({ subtask_index }) => subtask_index >= 0)
  return {
    ...common,
    request: own.request ?? before.request,
    ask: own.ask ?? before.ask,
    steps: [...before.steps, ...own.steps],
    subtasks: [...before.subtasks, ...own.subtasks],
    subtask: hasSubtasks ? own.subtask : before.subtask,
    plan: own.plan.length > 0 ? own.plan : before.plan,
    unknown: hasBegun ? own.unknown : before.unknown,
  }
}
