// What was verified of a run's acts: counted from the record, whatever agents and models say of it.
import type { VerifiedEffects } from '../../src-preload/contract/events.ts'
import type { ActionRecord, StepRecord } from './input.ts'

export type { VerifiedEffects }

/** An act that came to nothing, or to something else than it should, with the evidence. */
export interface LostAct {
  step: number
  action: ActionRecord
}

export function verifiedEffects(trajectory: readonly StepRecord[]): VerifiedEffects {
  const acts = trajectory.flatMap(({ actions }) => actions)
  const having = (effect: ActionRecord['effect']) => acts.filter((act) => act.effect === effect).length
  return {
    steps: trajectory.length,
    acts: acts.length,
    confirmed: having('confirmed'),
    unconfirmed: having('unconfirmed'),
    contradicted: having('contradicted'),
    undone: acts.filter(wasUndone).length,
  }
}

export const lostActs = (trajectory: readonly StepRecord[]): LostAct[] =>
  trajectory.flatMap(({ step, actions }) =>
    actions
      .filter((act) => wasUndone(act) || act.effect === 'contradicted')
      .map((action) => ({ step, action })),
  )

/** Failed, refused or left out: the desktop is as it was. */
const wasUndone = ({ status }: ActionRecord): boolean => status === 'failure' || status === 'skipped'
