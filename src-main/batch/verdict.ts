// Judges whether the task of a batch counts as done: the evaluation says so, or, where no model judges, the verified effects do.
import type { TaskRecord } from '../../src-preload/contract/calls/batch.ts'
import type { VerifiedEffects } from '../../src-preload/contract/events.ts'
import {
  effectCounts,
  lastEvaluation,
  stepsOf,
  type EvaluationView,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import { notDoneWords } from '../../src-preload/contract/words.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import { mayLast } from './lasting.ts'
import { stateAfter, type TaskEvent } from './task-states.ts'

interface Verdict {
  event: TaskEvent
  error: string | null
}

/** Returns the verdict on a run that has ended. */
export function verdictOf(view: RunView): Verdict {
  if (view.status === 'stopped') {
    return mayLast(view)
      ? {
          event: 'stopped_after_act',
          error: 'It was stopped after its first act: what that has left behind is not known.',
        }
      : { event: 'stopped', error: view.error }
  }
  if (view.status !== 'completed')
    return { event: 'not_done', error: view.error ?? 'It was not carried out.' }
  const evaluation = lastEvaluation(view)
  if (evaluation?.complete === 'yes') return { event: 'done', error: null }
  const told = evaluation?.reason ?? 'There was no evaluation.'
  // A run whose end was not recorded has not used the evaluation for its status.
  if (evaluation?.complete === 'no') return { event: 'not_done', error: notDoneWords(told) }
  if (!isJudged(evaluation, view) && isVerified(view.evaluation?.effects ?? effectCounts(view)))
    return { event: 'done', error: null }
  return { event: 'not_done', error: `It is not sure that it is done: ${told}` }
}

/** By a model, or, without one, by what was asked for clause by clause, or by what was recorded. */
const isJudged = (evaluation: EvaluationView | null, { models, session_type }: RunView): boolean =>
  evaluation !== null &&
  (models['evaluation'] !== 'offline' || evaluation.sub_scores.length > 0 || session_type === 'ReplaySession')

const isVerified = ({ confirmed, contradicted, undone }: VerifiedEffects): boolean =>
  confirmed > 0 && contradicted === 0 && undone === 0

const spentOf = (view: RunView): Pick<TaskRecord, 'steps' | 'cost'> => ({
  steps: stepsOf(view).length,
  cost: view.cost,
})

export function recordOf(run: string, view: RunView): TaskRecord {
  const { event, error } = verdictOf(view)
  return {
    state: stateAfter(event),
    error,
    run,
    complete: lastEvaluation(view)?.complete ?? null,
    result: view.result ?? null,
    ...spentOf(view),
    started_at: view.started_at ?? Date.now(),
    finished_at: view.finished_at,
  }
}

/** Makes the record of an interrupted run that waits for a person. `view`: the run as far as it got; null if unknown. */
export const interruptedRecord = (before: TaskRecord, why: string, view: RunView | null): TaskRecord => ({
  ...before,
  ...(view ? spentOf(view) : {}),
  state: stateAfter('lost_after_act'),
  error: why,
  finished_at: Date.now(),
})

/** Makes the record of a task that begins now. */
export const begunRecord = (run: string | null = null): TaskRecord => ({
  state: 'running',
  run,
  complete: null,
  result: null,
  error: null,
  steps: 0,
  cost: 0,
  started_at: Date.now(),
  finished_at: null,
})

/** Makes the record of a task that has no run. */
export const recordAfter = (event: TaskEvent, error: unknown): TaskRecord => ({
  ...begunRecord(),
  state: stateAfter(event),
  error: messageOf(error),
  finished_at: Date.now(),
})

export const recordOfFault = (error: unknown): TaskRecord =>
  recordAfter(error instanceof StoppedError ? 'stopped' : 'not_done', error)
