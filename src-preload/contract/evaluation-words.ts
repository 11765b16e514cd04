// Puts what was counted of a run's acts into words for reports; the app has words of its own in its languages.
import type { Judgement, VerifiedEffects } from './events.ts'
import type { EvaluationView } from './run-shapes.ts'

export const verifiedWords = (effects: VerifiedEffects): string =>
  `${effects.acts} acts in ${effects.steps} steps: ${effects.confirmed} confirmed, ${effects.unconfirmed} unconfirmed, ` +
  `${effects.contradicted} contradicted, ${effects.undone} failed or refused`

/** Returns the judged sides of the actions, by their English names. */
export function judgementsOf({ quality, efficiency }: EvaluationView): [string, Judgement][] {
  const sides: [string, Judgement | null][] = [
    ['Quality', quality],
    ['Efficiency', efficiency],
  ]
  return sides.filter((side): side is [string, Judgement] => side[1] !== null)
}
