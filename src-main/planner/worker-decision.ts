// A worker's reply as the decision of a step, as every agent has one.
import type { DecidedAction, Decision } from '../agents/decision.ts'
import type { Node } from '../core/global-state.ts'
import type { Action } from './action.ts'
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

/** Done and Fail are exactly these types of action, never words that stand in a text. */
export function workerDecision(
  { plan, reflection }: Pick<WorkerOutput<unknown>, 'plan' | 'reflection'>,
  { grounded: { action }, acts }: { grounded: { action: Action }; acts: DecidedAction[] },
  remaining: readonly Node[],
): Decision {
  return {
    ...NOTHING,
    observation: plan.analysis || plan.verification || null,
    thought: plan.next_action || plan.grounded_action,
    plan: names(remaining),
    comment: reflection,
    status: action.type === 'Done' ? 'FINISH' : action.type === 'Fail' ? 'FAIL' : 'CONTINUE',
    result: action.type === 'Done' ? action.return_value : null,
    actions: acts,
  }
}

/** None of its replies could be used. */
export const workerGaveUp = (comment: string, remaining: readonly Node[]): Decision => ({
  ...NOTHING,
  plan: names(remaining),
  status: 'FAIL',
  comment,
})

const names = (nodes: readonly Node[]): string[] => nodes.map(({ name }) => name)
