// Says in words for a person how a recorded plan was changed: the same in the terminal, the reports and the app.
import type { EventOf } from './events.ts'

/** Returns a line about the healed step, and the change: what was recorded, and what was done instead. */
export function healedWords({ plan_step, why, before, after }: EventOf<'step_healed'>): string[] {
  const done = after.length === 0 ? ['+ nothing: it was done already'] : after.map((words) => `+ ${words}`)
  return [`Step ${plan_step + 1} of the plan was healed: ${why}`, `- ${before}`, ...done]
}

export const updatedWords = ({ path, steps }: EventOf<'plan_updated'>): string =>
  steps === 1 ? `The healed step is in ${path} now.` : `${steps} healed steps are in ${path} now.`
