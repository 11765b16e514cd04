// Cuts texts into the words by which they are searched, in every language: words of alphabets, pairs of characters where a script
// has no spaces.

// Measured: FTS5's trigrams miss every Chinese word of two characters, its `unicode61` every word within a sentence. Pairs find
// both, and their index is a third of the size of that of trigrams.

/** A character of the scripts that are written without spaces. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`
const HAS_UNSPACED = new RegExp(UNSPACED, 'u')
const PIECES = new RegExp(String.raw`${UNSPACED}+|[\p{L}\p{N}\p{M}]+`, 'gu')
const LAST_UNSPACED = new RegExp(`${UNSPACED}(?!${UNSPACED})`, 'gu')

/** Words that do not show what a request is about. */
const STOP = new Set(
  `a an and are as at be by do for from how i in into is it its of on or so that the then this to up with you your
  please can will would should my me we our`.split(/\s+/),
)

/** Returns the words of a text, in order, lower case. Scripts without spaces give pairs of characters, or one where there is only one. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [piece] of text.normalize('NFKC').toLowerCase().matchAll(PIECES)) {
    if (!HAS_UNSPACED.test(piece)) {
      words.push(piece)
      continue
    }
    const characters = Array.from(piece)
    if (characters.length === 1) words.push(piece)
    for (let at = 0; at + 1 < characters.length; at++) words.push(`${characters[at]}${characters[at + 1]}`)
  }
  return words
}

/** Returns what the index holds of a text: its words with spaces between them, and characters with which no pair begins. */
export const indexText = (text: string): string =>
  [...wordsOf(text), ...(text.normalize('NFKC').match(LAST_UNSPACED) ?? [])].join(' ')

/** Most words of a question that are searched. */
const MAX_WORDS = 200

/** Returns the words that distinguish texts, each once; all words where there are no such. */
export function tellingWords(text: string): Set<string> {
  const words = wordsOf(text)
  const telling = words.filter((word) => !STOP.has(word))
  return new Set(telling.length > 0 ? telling : words)
}

const searchedIn = (text: string): string[] => [...tellingWords(text)].slice(0, MAX_WORDS)

const anyOf = (words: readonly string[], mark = ''): string | null =>
  words.length === 0 ? null : words.map((word) => `"${word}"${mark}`).join(' OR ')

/** Makes an FTS5 query for any of the words that `choose` leaves; null where there are none. Words are quoted: none is syntax. */
export const matchAny = (text: string, choose: (words: string[]) => string[]): string | null =>
  anyOf(choose(searchedIn(text)))

/** Does the same for a person who still types: the beginning of a word finds it, as does one character of a script without spaces. */
export const matchBeginnings = (text: string): string | null => anyOf(searchedIn(text), '*')

/** Says which part of the searched words a text has, 0 to 1. Beginnings count for inflected words: `exporting`, `export`. */
export function coverage(asked: ReadonlySet<string>, told: ReadonlySet<string>): number {
  if (asked.size === 0) return 0
  let found = 0
  for (const word of asked) if (told.has(word) || hasInflected(told, word)) found++
  return found / asked.size
}

const MIN_STEM_LENGTH = 4

function hasInflected(told: ReadonlySet<string>, word: string): boolean {
  if (word.length < MIN_STEM_LENGTH || /\d/.test(word)) return false
  for (const other of told) {
    if (other.length < MIN_STEM_LENGTH || Math.abs(other.length - word.length) > 3) continue
    if (other.startsWith(word) || word.startsWith(other)) return true
  }
  return false
}

/** The likeness from which on two keys say the same. */
const MIN_LIKENESS = 0.85

export const saysTheSame = (one: string, other: string): boolean =>
  likeness(phrasesOf(one), phrasesOf(other)) >= MIN_LIKENESS && !namesAnother(one, other)

/** Compares word for word; case, width and punctuation do not count. */
export const hasSameWords = (one: string, other: string): boolean =>
  wordsOf(one).join(' ') === wordsOf(other).join(' ')

/** Says whether each has a word that the other has not: however long they are, “… of March” is not “… of April”. */
function namesAnother(one: string, other: string): boolean {
  const [its, others] = [tellingWords(one), tellingWords(other)]
  const hasOwn = (words: ReadonlySet<string>, than: ReadonlySet<string>) =>
    [...words].some((word) => !than.has(word) && !hasInflected(than, word))
  return hasOwn(its, others) && hasOwn(others, its)
}

/** Returns words with their neighbours: “copy A to B” is not “copy B to A”. */
function phrasesOf(text: string): Set<string> {
  const words = wordsOf(text)
  return new Set([...words, ...words.slice(1).map((word, index) => `${words[index]} ${word}`)])
}

/** Says how alike two sets are, 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length
  const all = one.size + other.size - both
  return all === 0 ? 1 : both / all
}
