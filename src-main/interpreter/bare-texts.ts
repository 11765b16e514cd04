// Tells which texts need no quotes: what can only be meant letter by letter, never a description of what to write.
import { keysOf } from './key-words.ts'
import { hasQuoted } from '../../src-preload/contract/quotes.ts'

const NUMBER = /^[-+]?\d+([.,]\d+)?\s*%?$/
/** A date or a time, as fields for them take it. */
const MOMENT = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}(?::\d{2})?)$/
/** A word with a capital or a digit is a name (`A5`, `Medium`, `New Zealand`). */
const NAMED = /^(?:[\p{Lu}\p{Lo}\p{N}][\p{L}\p{N}_./+-]*)(?: [\p{Lu}\p{Lo}\p{N}][\p{L}\p{N}_./+-]*){0,3}$/u
const WORD = /^\S+$/

/** Words that stand for a text which the person has not given. */
const STANDS_FOR = new Set(
  `it this that these those them him her me us you here there now today tomorrow yesterday nothing none something anything everything
   someone whatever whichever default empty blank text words letters characters numbers number digits date time name names password passphrase
   pin code secret email address username nonsense gibberish stuff same maximum minimum max min half full all`.split(
    /\s+/,
  ),
)

/** Tells whether a value of a control stands for itself without quotes: one word, a number, a date, a name. */
export const isValue = (text: string): boolean =>
  !hasQuoted(text) &&
  (NUMBER.test(text) ||
    MOMENT.test(text) ||
    NAMED.test(text) ||
    (WORD.test(text) && !STANDS_FOR.has(text.toLowerCase())))

/** Tells the same of what something is called: with a capital, “Letters” and “Date” are names, too. */
export const canBeName = (text: string): boolean =>
  !hasQuoted(text) && (canStandBare(text) || (NAMED.test(text) && keysOf(text) === null))

/** Tells the same of what is to be typed. Names of keys are none (`type Enter`, `type Ctrl+S`); a sum is (`type 6 * 7`). */
export const canStandBare = (text: string): boolean =>
  !hasQuoted(text) &&
  (!/\p{L}{2}/u.test(text) || keysOf(text) === null) &&
  !STANDS_FOR.has(text.toLowerCase()) &&
  (isValue(text) || !/\p{L}/u.test(text))
