// Tests how a label agrees with what was asked for: a table of tests, of which each caller chooses those that it accepts.
import { Label, withLiteralMarks } from './label.ts'
import { edits } from './nearest.ts'
import { isUnspaced } from './words.ts'

/**
 * `exact`: to the letter. `same`: with differences that no person would see. `key`: one has a key after it. `count`: one has a count.
 * `unit`: one is a number, the other the same with its unit (`24`, `24 pt`).
 * `spelled`: apart from accents and symbols. In the following ones the label is longer. `opening`, `begins`: it begins with the whole words
 * (`opening` to the letter). `words`: it has all the words. `prefix`: it begins with the text, within a word. `part`: it contains the text
 * anywhere. `joined`: it has other blanks. `slip`: it has typing errors.
 */
export type Agreement =
  | 'exact'
  | 'same'
  | 'key'
  | 'count'
  | 'unit'
  | 'spelled'
  | 'opening'
  | 'begins'
  | 'words'
  | 'joined'
  | 'slip'
  | 'prefix'
  | 'part'

/** A longer text is compared only as a whole, because searching one in the other takes too long. */
const MAX_SEARCHED = 1000

const isSearched = (wanted: Label, label: Label): boolean =>
  wanted.plain !== '' &&
  label.plain !== '' &&
  wanted.folded.length <= MAX_SEARCHED &&
  label.folded.length <= MAX_SEARCHED

/** Tells whether they are the same but for a remark that one of them has, or that both have alike. */
const hasRemark = (one: Label, other: Label, kind: 'key' | 'count'): boolean => {
  const [its, others] = [one.remark, other.remark]
  if (its && others) return its.kind === kind && its.text === others.text && one.bare === other.bare
  if (its) return its.kind === kind && one.bare === other.plain
  return others?.kind === kind && other.bare === one.plain
}

const NUMBER = /^[-+]?\d+(?:[.,]\d+)?$/
/** A number with its unit; an ordinal (`2nd`) or an hour (`2 pm`) is another thing than the number. */
const MEASURE = /^([-+]?\d+(?:[.,]\d+)?) ?(?!(?:st|nd|rd|th|am|pm)$)(?:\p{L}{1,3}\.?|[%‰°″′"'])$/u

const hasUnit = (number: string, measure: string): boolean =>
  NUMBER.test(number) && MEASURE.exec(measure)?.[1] === number

const TESTS: Record<Agreement, (wanted: Label, label: Label) => boolean> = {
  exact: (wanted, label) => wanted.line === label.line || (wanted.line === label.shown && label.shown !== ''),
  same: (wanted, label) =>
    // Controls without a name of their own have their class as a name, and are compared by it.
    wanted.folded === '' || label.folded === ''
      ? wanted.line === label.line
      : wanted.plain === label.plain || withLiteralMarks(wanted.folded) === withLiteralMarks(label.folded),
  key: (wanted, label) => hasRemark(wanted, label, 'key'),
  count: (wanted, label) => hasRemark(wanted, label, 'count'),
  unit: (wanted, label) => hasUnit(wanted.folded, label.folded) || hasUnit(label.folded, wanted.folded),
  spelled: (wanted, label) => wanted.spelled !== '' && wanted.spelled === label.spelled,
  opening: (wanted, label) =>
    isSearched(wanted, label) && wanted.tokens.length > 0 && label.shown.startsWith(`${wanted.line} `),
  begins: (wanted, label) =>
    isSearched(wanted, label) && wanted.tokens.length > 0 && label.spelled.startsWith(`${wanted.spelled} `),
  words: (wanted, label) => {
    const has = new Set(label.tokens)
    return wanted.tokens.length > 0 && wanted.tokens.every((word) => has.has(word))
  },
  joined: (wanted, label) => wanted.tokens.length > 0 && wanted.tokens.join('') === label.tokens.join(''),
  slip: (wanted, label) =>
    wanted.tokens.length > 0 &&
    wanted.tokens.length === label.tokens.length &&
    wanted.tokens.every((word, index) => isSlip(word, label.tokens[index] ?? '')),
  prefix: (wanted, label) => isSearched(wanted, label) && label.plain.startsWith(wanted.plain),
  part: (wanted, label) => isSearched(wanted, label) && label.plain.includes(wanted.plain),
}

/** The typing errors that are allowed in a word of this length. */
const slips = (word: string): number => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)

const isSwapped = (a: string, b: string): boolean =>
  Array.from(a).toSorted().join('') === Array.from(b).toSorted().join('')

/**
 * Tells whether one word is the other with a typing error, and not another word: numbers never are, the beginning must be right (`install`,
 * `uninstall`), in a short word no letter may differ (`sent`, `send`), and in scripts where a character is a word one more makes another
 * word (`不保存` is the opposite of `保存`).
 */
function isSlip(written: string, word: string): boolean {
  if (written === word) return true
  if (Math.abs(written.length - word.length) > slips(written) || edits(written, word) > slips(written))
    return false
  if (/[\d\p{Script=Hangul}]/u.test(written + word) || isUnspaced(written + word)) return false
  const [first = '', second = ''] = Array.from(written)
  const begins = word.startsWith(first) || word.startsWith(second + first)
  const isOther = written.length < 6 && written.length === word.length && !isSwapped(written, word)
  return begins && !isOther
}

/** Gives the first of the agreements that holds; null for none. */
export const agreementOf = (wanted: Label, label: Label, accepted: readonly Agreement[]): Agreement | null =>
  accepted.find((each) => TESTS[each](wanted, label)) ?? null

/** The agreements of a whole label, which is then the control's name. */
export const SAME: readonly Agreement[] = ['exact', 'same', 'key']

/** Tells whether what a control shows is what was asked for, be it with its unit: `24 pt` is 24. */
export const sameValue = (shown: string, asked: string): boolean =>
  shown === asked || agreementOf(new Label(asked), new Label(shown), [...SAME, 'unit']) !== null

/** Tells whether two labels are of one control. Symmetric; two that are empty are the same. */
export const sameLabel = (one: string, other: string): boolean =>
  one === other || agreementOf(new Label(one), new Label(other), SAME) !== null
