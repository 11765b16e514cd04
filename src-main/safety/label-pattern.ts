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
  const entries: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= list.length; at++) {
    const char = list[at] ?? '|'
    if (char === '(') depth++
    if (char === ')') depth--
    if (at < list.length && (depth > 0 || (char !== '|' && char !== '\n'))) continue
    entries.push(list.slice(from, at).trim())
    from = at + 1
  }
  return entries.filter((entry) => entry !== '')
}

const alternatives = (list: string): string => `(?:${entriesOf(list).join('|')})`

/** Gives the readings of a label, each of which counts: a mark before a letter may be a mnemonic, or may separate two words. */
function formsOf(text: string): Set<string> {
  const label = new Label(text)
  return new Set([label.folded, label.plain, label.bare, withoutMarkers(label.folded)])
}

export function labelPattern({ whole, words, anywhere, ending = '' }: Lists): LabelPattern {
  // Made at the first test, because a program that judges nothing has no need of it, and one that does begins sooner.
  let pattern: RegExp | null = null
  const made = () => {
    const patterns = [
      ...(whole === undefined ? [] : [`^${alternatives(whole)}${ending}$`]),
      ...(words === undefined ? [] : [`(?<![\\p{L}\\p{N}])${alternatives(words)}(?![\\p{L}\\p{N}])`]),
      ...(anywhere === undefined ? [] : [alternatives(anywhere)]),
    ]
    return new RegExp(patterns.join('|'), 'iu')
  }
  return {
    get entries() {
      return [whole, words, anywhere].flatMap((list) => entriesOf(list ?? ''))
    },
    test: (label) => {
      pattern ??= made()
      for (const form of formsOf(label)) if (pattern.test(form)) return true
      return false
    },
  }
}
