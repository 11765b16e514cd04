// Finds whole words: where one text stands in another without beginning or ending within a word.

/** Characters of scripts with blanks between words: a name must not begin or end within such a word. */
const LETTER = /[\p{L}\p{N}\p{M}_]/u
/** Scripts without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

export const isUnspaced = (text: string): boolean => UNSPACED.test(text)

const joins = (before: string | undefined, after: string | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  [before, after].every((char) => LETTER.test(char) && !UNSPACED.test(char))

/** Tells whether `length` characters from `at` are whole words of the text. */
export function isWhole(text: string, at: number, length: number): boolean {
  const end = at + length
  return !joins(text[at - 1], text[at]) && !joins(text[end - 1], text[end])
}

/** Finds where `part` stands in `text` as whole words; both are folded. -1 where it does not. */
export function wordsAt(text: string, part: string): number {
  if (part === '') return -1
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (isWhole(text, at, part.length)) return at
  }
  return -1
}
