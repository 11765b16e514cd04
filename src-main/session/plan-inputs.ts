// Checks the texts that a plan or a task is given for its inputs.
import { UserError } from '../core/errors.ts'

/** In a command a text is in quotation marks, so the part after a quotation mark inside it would be read as a command. */
// oxlint-disable-next-line no-control-regex -- they are what a text must not have
const ODD_SIGN = /["“”„«»\u0000-\u001f]/

export const endsQuotes = (text: string): boolean => ODD_SIGN.test(text)

/** Returns the text of each input this time. Throws UserError for one that the plan does not have, or that would end its quotes. */
export function inputsWith(
  inputs: Readonly<Record<string, string>>,
  set: Readonly<Record<string, string>>,
): Record<string, string> {
  for (const [name, text] of Object.entries(set)) {
    if (!Object.hasOwn(inputs, name)) {
      const names = Object.keys(inputs)
      throw new UserError(
        names.length === 0
          ? `The plan has no input “${name}”: it has none.`
          : `The plan has no input “${name}”. It has: ${names.join(', ')}.`,
      )
    }
    if (endsQuotes(text))
      throw new UserError(`The input “${name}” has a quotation mark or a line break in it. Write it without.`)
  }
  return { ...inputs, ...set }
}
