// Compares labels with lists of words: always normalises them first, so that no apostrophe, mnemonic or width can hide a word.
import { Label, withoutMarkers } from '../matching/label.ts'

/** Alternatives of a pattern, separated by `|` or line breaks; of lower case, with straight quotes and plain dots. */
interface Lists {
  /** Alternatives that must be the whole label. */
  whole?: string
  /** Alternatives that must be words of the label. */
  words?: string
  /** Alternatives that may be anywhere in the label, for scripts without blanks and beginnings of words. */
  anywhere?: string
  /** Text that may follow a whole alternative. */
  ending?: string
}

export interface LabelPattern {
  /** All alternatives, as they are written in the lists. */
  readonly entries: readonly string[]
  test(label: string): boolean
}

/** Splits at bars outside of brackets. */
function entriesOf(list: string): string[] {
  const entries = ['']
  let depth = 0
  for (const char of list) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (depth === 0 && (char === '|' || char === '\n')) entries.push('')
    else entries.push(`${entries.pop() ?? ''}${char}`)
  }
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

const alternatives = (list: string): string => `(?:${entriesOf(list).join('|')})`

/** Gives the readings of a label, each of which counts: a mark before a letter may be a mnemonic, or may separate two words. */
function formsOf(text: string): Set<string> {
  const label = new Label(text)
  return new Set([label.folded, label.plain, label.bare, withoutMarkers(label.folded)])
}

export function labelPattern({ whole, words, anywhere, ending = '' }: Lists): LabelPattern {
  const patterns = [
    ...(whole === undefined ? [] : [`^${alternatives(whole)}${ending}$`]),
    ...(words === undefined ? [] : [`(?<![\\p{L}\\p{N}])${alternatives(words)}(?![\\p{L}\\p{N}])`]),
    ...(anywhere === undefined ? [] : [alternatives(anywhere)]),
  ]
  const pattern = new RegExp(patterns.join('|'), 'iu')
  return {
    entries: [whole, words, anywhere].flatMap((list) => entriesOf(list ?? '')),
    test: (label) => [...formsOf(label)].some((form) => pattern.test(form)),
  }
}
