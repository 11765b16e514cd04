// Counts what was verified of a run's acts, from the record, by one rule for every shell and report, whatever agents and models
// say.
import type { Effect, VerifiedEffects } from './events.ts'

interface RecordedStep {
  actions: readonly { status: string; effect: Effect | null }[]
}

/**
 * Counts as acts those with a verdict, and those that were tried and failed. An act that only reads or waits has nothing to verify; a
 * skipped act was never tried, and counts once it is.
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
