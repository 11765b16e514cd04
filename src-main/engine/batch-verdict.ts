// Whether the task of a batch counts as done: the evaluation says so, or, where no model judges, the verified effects do.
import type { VerifiedEffects } from '../../src-preload/contract/events.ts'
import { effectCounts, lastEvaluation, stepsOf, type RunView } from '../../src-preload/contract/run-view.ts'
import { notDoneWords } from '../../src-preload/contract/words.ts'
import type { TaskRecord } from '../session/task-status.ts'
import { mayLast, type TakeUp } from './batch-takeup.ts'

type Verdict = Pick<TaskRecord, 'state' | 'error'>

/** Of a run that has ended. */
export function verdictOf(view: RunView): Verdict {
  if (view.status === 'stopped') {
    return mayLast(view)
      ? {
          state: 'interrupted',
          error: 'It was stopped after its first act: what that has left behind is not known.',
        }
      : { state: 'stopped', error: view.error }
  }
  if (view.status !== 'completed') return { state: 'failed', error: view.error ?? 'It was not carried out.' }
  const evaluation = lastEvaluation(view)
  if (evaluation?.complete === 'yes') return { state: 'done', error: null }
  const told = evaluation?.reason ?? 'There was no evaluation.'
  // A run that was cut short before its end was written down has not taken it into account.
  if (evaluation?.complete === 'no') return { state: 'failed', error: notDoneWords(told) }
  const judged = evaluation !== null && view.models['evaluation'] !== 'offline'
  if (!judged && isVerified(view.evaluation?.effects ?? effectCounts(view)))
    return { state: 'done', error: null }
  return { state: 'failed', error: `It is not sure that it is done: ${told}` }
}

const isVerified = ({ confirmed, contradicted, undone }: VerifiedEffects): boolean =>
  confirmed > 0 && contradicted === 0 && undone === 0

const spentOf = (view: RunView): Pick<TaskRecord, 'steps' | 'cost'> => ({
  steps: stepsOf(view).length,
  cost: view.cost,
})

/** Of a run that was cut short and waits for a person. */
export const interruptedRecord = (
  before: TaskRecord,
  { why, view }: Extract<TakeUp, { kind: 'interrupted' }>,
): TaskRecord => ({
  ...before,
  ...(view ? spentOf(view) : {}),
  state: 'interrupted',
  error: why,
  finished_at: Date.now(),
})

export function recordOf(run: string, view: RunView): TaskRecord {
  return {
    ...verdictOf(view),
    run,
    complete: lastEvaluation(view)?.complete ?? null,
    result: view.result ?? null,
    ...spentOf(view),
    started_at: view.started_at ?? Date.now(),
    finished_at: view.finished_at,
  }
}
