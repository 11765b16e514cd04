// Checks the texts that a plan or a task is given for its inputs.
import { isUnquotable } from '../../src-preload/contract/plan-places.ts'
import { UserError } from '../core/errors.ts'

/** Returns the text of each input this time. Throws UserError for one that the plan does not have, or that fits into no quotes. */
export function inputsWith(
  inputs: Readonly<Record<string, string>>,
  set: Readonly<Record<string, string>>,
): Record<string, string> {
  for (const name of Object.keys(set)) {
    if (!Object.hasOwn(inputs, name)) {
      const names = Object.keys(inputs)
      throw new UserError(
        names.length === 0
          ? `The plan has no input “${name}”: it has none.`
          : `The plan has no input “${name}”. It has: ${names.join(', ')}.`,
      )
    }
  }
  const values = { ...inputs, ...set }
  const odd = Object.keys(values).find((name) => isUnquotable(values[name] ?? ''))
  if (odd !== undefined)
    throw new UserError(
      `The input “${odd}” has a line break or all kinds of quotation marks in it. Write it without.`,
    )
  return values
}
