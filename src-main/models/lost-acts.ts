// Lists the acts of a run that came to nothing, for the EvaluationAgent that judges the run.
import type { ActionRecord, StepRecord } from './input.ts'

/** An act that had no effect, or another one than it should, with the evidence. */
export interface LostAct {
  step: number
  action: ActionRecord
}

export const lostActs = (trajectory: readonly StepRecord[]): LostAct[] =>
  trajectory.flatMap(({ step, actions }) =>
    actions
      .filter((act) => wasUndone(act) || act.effect === 'contradicted')
      .map((action) => ({ step, action })),
  )

/** Tells whether an act failed, was refused or left out, so that the desktop is unchanged. */
const wasUndone = ({ status }: ActionRecord): boolean => status === 'failure' || status === 'skipped'
