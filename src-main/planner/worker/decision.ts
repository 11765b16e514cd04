// Turns a worker's reply into the decision of a step, as every agent has one.
import { z } from 'zod'
import type { DecidedAction, Decision } from '../../agents/decision.ts'
import { CallFault } from '../../models/call-lexer.ts'
import type { GroundFault } from '../grounding/fault.ts'
import type { Node } from '../../core/global-state.ts'
import type { Action } from '../hardware/action.ts'
import type { WorkerPlan } from './reply.ts'
import type { WorkerOutput } from './worker.ts'

const NOTHING: Decision = {
  observation: null,
  thought: null,
  status: 'CONTINUE',
  plan: [],
  comment: null,
  questions: [],
  message: [],
  subtask: null,
  result: null,
  actions: [],
  keepPicture: null,
}

/** Takes Done and Fail only from exactly these types of action, never from words in a text. */
export function workerDecision(
  { plan, reflection }: Pick<WorkerOutput<unknown>, 'plan' | 'reflection'>,
  { grounded: { action }, acts }: { grounded: { action: Action }; acts: DecidedAction[] },
  remaining: readonly Node[],
): Decision {
  // What is said together with the last action holds only where that action comes off.
  const isDone = action.type === 'Done' || (plan.done !== null && action.type !== 'SaveToKnowledge')
  const answer = action.type === 'Done' ? action.return_value : (plan.done?.fields['return_value'] ?? null)
  return {
    ...NOTHING,
    observation: plan.analysis || plan.verification || null,
    thought: thoughtOf(plan),
    plan: names(remaining),
    comment: reflection,
    status: isDone ? 'FINISH' : action.type === 'Fail' ? 'FAIL' : 'CONTINUE',
    result: isDone ? answer : action.type === 'SaveToKnowledge' ? { noted: action.text } : null,
    actions: acts,
  }
}

/** Adds to a thought the reason why the subtask can't be done. */
const thoughtOf = ({ next_action, grounded_action, intent: { said } }: WorkerPlan): string =>
  next_action === '' ? grounded_action : [next_action, ...(said === undefined ? [] : [said])].join(' ')

const notedSchema = z.strictObject({ noted: z.array(z.string()) })

/** Reads from a step's result what it has noted; nothing from a result of another kind. */
export const notesIn = (result: unknown): string[] => notedSchema.safeParse(result).data?.noted ?? []

/** Decides to give up, because none of the replies of `model` could be used. Its comment is for a person; the model got the fault itself. */
export const workerGaveUp = (
  fault: CallFault | GroundFault,
  model: string,
  remaining: readonly Node[],
): Decision => ({
  ...NOTHING,
  plan: names(remaining),
  status: 'FAIL',
  comment:
    fault instanceof CallFault
      ? `${model} gave no action that can be used, also when it was told why: ${fault.message}`
      : fault.message,
})

const names = (nodes: readonly Node[]): string[] => nodes.map(({ name }) => name)
