// What was verified of a run's acts, counted from the record by one rule for all who tell of it, whatever agents and models say.
import type { Effect, VerifiedEffects } from './events.ts'

interface RecordedStep {
  actions: readonly { status: string; effect: Effect | null }[]
}

/**
 * An act is what has a verdict, and what was tried and came to nothing. What only reads or waits has nothing that could be
 * verified; what was left out behind an obstacle was never tried, and is counted when it is.
 */
export function verifiedEffects(steps: readonly RecordedStep[]): VerifiedEffects {
  const actions = steps.flatMap((step) => step.actions)
  const having = (effect: Effect) => actions.filter((act) => act.effect === effect).length
  const confirmed = having('confirmed')
  const unconfirmed = having('unconfirmed')
  const contradicted = having('contradicted')
  const undone = actions.filter(({ status, effect }) => status === 'failure' && effect === null).length
  const acts = confirmed + unconfirmed + contradicted + undone
  return { steps: steps.length, acts, confirmed, unconfirmed, contradicted, undone }
}
