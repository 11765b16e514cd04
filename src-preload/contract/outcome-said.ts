// Says the outcome of an act in a few words of a language, by the codes of its evidence; the windows and the terminal say the same.
import type { CodedText } from './coded-text.ts'
import { mostTelling } from './evidence.ts'
import type { ActionView } from './run-view.ts'
import { evidenceOf, fileNameOf, markOf, type Mark } from './words.ts'

/** Gives the words of a key of `resources/locales`, with its places filled in. */
export type Say = (key: string, parameters?: Readonly<Record<string, string>>) => string

export const EFFECT_KEYS = {
  '✓': 'effect.confirmed',
  '?': 'effect.unconfirmed',
  '✗': 'effect.contradicted',
  '–': 'effect.skipped',
  '·': 'effect.open',
} as const satisfies Record<Mark, string>

/** The codes that have other words where the control has a name. */
const NAMED: ReadonlySet<string> = new Set([
  'now',
  'has',
  'value',
  'opened',
  'closed',
  'asks_first',
  'in_front',
])

/** Line breaks at the end of a text: a judge has to know of them, a person does not. */
const LAST_BREAKS = /(?:\s*⏎)+\s*$/u

// locales: evidence.*
const keyOf = ({ code, parameters }: CodedText): string =>
  `evidence.${code}${NAMED.has(code) && parameters['name'] ? '_named' : ''}`

/** `translate` gives a sentence of the program in the language, null where it is not known; it is null in English. */
export function outcomeWords(
  action: ActionView,
  say: Say,
  translate: ((sentence: string) => string | null) | null,
): string {
  // The act itself says how long.
  if (action.tool_name === 'wait' && action.status === 'success') return ''
  const text = evidenceOf(action).replace(/\s+/g, ' ')
  const told = action.status === 'success' ? mostTelling(action.told) : null
  if (told !== null) {
    const { path, ...parameters } = told.parameters
    const value = (parameters['value'] ?? '').replace(LAST_BREAKS, '')
    return say(keyOf(told), { ...parameters, value, file: fileNameOf(path ?? '') })
  }
  // A read text is the application's own, in any language, so it is shown unchanged.
  const isRead = action.status === 'success' && action.evidence === null
  if (translate === null || isRead) return text
  return text === '' ? '' : (translate(text) ?? say(EFFECT_KEYS[markOf(action)]))
}
