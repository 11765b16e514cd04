// Comparing what a person wrote with what a control is called: symbols, accents, accelerators, small slips of the pen.
import { cleanName } from '../safety/names.ts'

/** Symbols that are one and the same on the keys of calculators. */
const SYMBOLS: Record<string, string> = { '×': '*', '⋅': '*', '·': '*', '∗': '*', '÷': '/', '∕': '/', '−': '-', '–': '-', '‒': '-', '＋': '+', '＝': '=', '√': 'sqrt', 'π': 'pi' } // prettier-ignore

/** Without case, accents, mnemonics, accelerators, trailing dots and colons; symbols by their plain form. */
export function plain(text: string): string {
  const cleaned = cleanName(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[×⋅·∗÷∕−–‒＋＝√π]/g, (symbol) => SYMBOLS[symbol] ?? symbol)
    .replace(/[_&](?=\p{L})/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
  const bare = cleaned
    .replace(/(?<=.)\s*(\.\.\.|…|:)$/, '')
    .replace(/(?<=\p{L})\.$/u, '')
    .trim()
  return bare === '' ? cleaned : bare
}

export const tokensOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}+]+/u)
    .filter((token) => token !== '')

/** Damerau-Levenshtein (optimal string alignment): insertions, deletions, changes, swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  const from = Array.from(a)
  const to = Array.from(b)
  let before: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      }
      row.push(cost)
    }
    before = previous
    previous = row
  }
  return previous[to.length] ?? 0
}

/** Slips that are let pass in a word of this length. */
const slips = (word: string): number => (word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)

/** Scripts in which one character more is another word: `不保存` is the opposite of `保存`. */
const WORDS_IN_A_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Whether one word is the other with a slip of the pen, and not another word: numbers are never a slip, the beginning is
 * right (`install`, `uninstall`), and in a short word no letter is another one (`sent`, `send`).
 */
function isSlip(written: string, word: string): boolean {
  if (written === word) return true
  const distance = editDistance(written, word)
  if (distance > slips(written) || WORDS_IN_A_CHARACTER.test(written + word)) return false
  if (/\d/.test(written + word)) return false
  const [first = '', second = ''] = Array.from(written)
  const begins = word.startsWith(first) || word.startsWith(second + first)
  const isOther = written.length < 6 && written.length === word.length && !isSwapped(written, word)
  return begins && !isOther
}

const isSwapped = (a: string, b: string): boolean =>
  Array.from(a).toSorted().join('') === Array.from(b).toSorted().join('')

/** Keys and remarks that are written behind a name: `Next (F3)`, `Divide [/]`. */
export const withoutRemark = (name: string): string =>
  cleanName(name).replace(/\s*(?:\([^()]{1,12}\)|\[[^\]]{1,12}\])$/, '')

/**
 * How well a name fits what was written, 0 for not at all: 6 to the letter, 5 but for case and accents, 4 it begins so,
 * 3 it has all the words, 2 it has as many words, some with a slip in spelling.
 */
export function fit(written: string, name: string): number {
  if (written === '' || name === '') return 0
  if (cleanName(name) === written.trim()) return 6
  const wanted = plain(written)
  const has = plain(name)
  if (wanted === '' || has === '') return 0
  if (wanted === has) return 5
  const words = tokensOf(wanted)
  const names = tokensOf(has)
  if (words.length === 0 || names.length === 0) return 0
  if (cleanName(name).startsWith(`${written.trim()} `)) return 4.2
  if (has.startsWith(`${wanted} `)) return 4
  if (words.every((word) => names.includes(word))) return 3
  if (words.join('') === names.join('')) return 2
  const isNear =
    words.length === names.length && words.every((word, index) => isSlip(word, names[index] ?? ''))
  return isNear ? 2 : 0
}

/** 0 (nothing in common) to 1 (the same), for lists of what is near. */
export function similarity(a: string, b: string): number {
  const [one, other] = [plain(a), plain(b)]
  const longest = Math.max(one.length, other.length)
  if (longest === 0) return 0
  if (other.includes(one) || one.includes(other)) return 0.8
  return 1 - editDistance(one, other) / longest
}
