// Defines what a person can choose for one replay: how strict it is, and which texts differ this time.
import { isUnquotable } from '../../src-preload/contract/plan-places.ts'
import { written } from '../../src-preload/contract/quotes.ts'
import { UserError } from '../core/errors.ts'
import type { RecordedActs } from './plan-file.ts'

export interface ReplayOptions {
  /** Whether to stop at a missing target or effect even if a model could heal the step. */
  strict?: boolean
  /** Whether to write healed steps back into the plan. */
  update?: boolean
  /** Name of a value → the text that is typed this time. */
  set?: Record<string, string>
  /** The most steps; without it, as many as the plan needs, whatever `max_step` is. */
  maxStep?: number
}

/** Throws UserError for a name that the plan does not have, or that is a secret. */
export function checkSettings({ values }: Pick<RecordedActs, 'values'>, set: Record<string, string>): void {
  for (const name of Object.keys(set)) {
    if (!Object.hasOwn(values, name)) {
      const names = Object.keys(values).filter((known) => values[known] !== null)
      throw new UserError(
        names.length === 0
          ? `The plan has no value “${name}”: it types no text.`
          : `The plan has no value “${name}”. It has: ${names.join(', ')}.`,
      )
    }
    if (values[name] === null) {
      throw new UserError(
        `“${name}” is a secret: it is asked for at each replay, and never given in a command.`,
      )
    }
  }
}

/** A text as it stands in a step: in quotes that do not end in it, or without its own where none are left. A request may be made of the step. */
const inStep = (text: string): string =>
  written({ mark: '“', text: isUnquotable(text) ? text.replace(/[\s"'“”„«»「」‘’]+/gu, ' ') : text })

/** Returns a step in the plan's words, with the texts of this replay. */
export function wordsWith(
  words: string,
  { values }: Pick<RecordedActs, 'values'>,
  set: Record<string, string>,
): string {
  let told = words
  for (const [name, text] of Object.entries(set)) {
    const usual = values[name]
    if (usual) told = told.replaceAll(`“${usual}”`, () => inStep(text))
  }
  return told
}
