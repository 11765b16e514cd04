// Lists the acts of a run that came to nothing, for the EvaluationAgent that judges the run.
import type { ActionRecord, StepRecord } from './input.ts'

/** An act that came to nothing, or to something else than it should, with the evidence. */
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

/** Failed, refused or left out: the desktop is as it was. */
const wasUndone = ({ status }: ActionRecord): boolean => status === 'failure' || status === 'skipped'
