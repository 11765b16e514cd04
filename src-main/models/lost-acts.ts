// Lists the acts of a run that came to nothing, for the EvaluationAgent that judges the run.
import type { ActionRecord, StepRecord } from './input.ts'

/** An act that had no effect, or another one than it should, as the desktop itself tells. */
export interface LostAct {
  step: number
  /** Among the acts of its step, from 1. */
  number: number
  action: ActionRecord
}

export const lostActs = (trajectory: readonly StepRecord[]): LostAct[] =>
  trajectory.flatMap(({ step, actions }) =>
    actions
      .map((action, index) => ({ step, number: index + 1, action }))
      .filter(({ action }) => wasUndone(action) || action.effect === 'contradicted'),
  )

/** Tells whether an act failed, was refused or left out, so that the desktop is unchanged. */
const wasUndone = ({ status }: ActionRecord): boolean => status === 'failure' || status === 'skipped'
