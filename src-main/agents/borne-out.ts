// Holds a model's “yes” against what the desktop itself has confirmed: whatever a page tells the judge, it proves no act.
import { wentWrong } from '../models/render/history.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'

/** Says why the record does not bear out that a request was carried out, as a sentence; null where it does. */
export function whyNotBorneOut(trajectory: readonly StepRecord[]): string | null {
  const actions = trajectory.flatMap((step) => step.actions)
  const last = actions.findLastIndex(isShown)
  if (last === -1)
    return actions.length === 0 ? 'Nothing was done or read.' : 'No act was confirmed on the desktop.'
  const lost = actions.slice(last + 1).find(wentWrong)
  if (!lost) return null
  const target = lost.target === null ? '' : ` (${lost.target})`
  return `The last that was tried, ${lost.function}${target}, came to nothing.`
}

/** Whether an act had its effect, or was one without an effect (reading, a command) that succeeded. */
const isShown = ({ status, effect }: ActionRecord): boolean =>
  effect === 'confirmed' || (effect === null && status === 'success')
