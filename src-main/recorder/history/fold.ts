// Folds text for searching: without case, accents and widths, with the way back to the original position.

const MARKS = /\p{M}/gu
// oxlint-disable-next-line no-control-regex -- the whole range is meant
const ASCII = /^[\u0000-\u007f]*$/
const foldCharacter = (character: string): string =>
  character.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFC')

/** Folds a text: `é` and `É` become `e`, `Ａ` becomes `a`; scripts without case stay as they are. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

/** Returns the words of a query; a text without spaces (Chinese) is one word, and is found within longer ones. */
export const foldedWords = (query: string): string[] => [
  ...new Set(
    fold(query)
      .split(/\s+/)
      .filter((word) => word !== ''),
  ),
]

/** Returns the position of a part of the folded text in the text itself, in UTF-16 units. */
export function placeIn(text: string, start: number, length: number): { start: number; length: number } {
  let folded = 0
  let at = 0
  let first: number | null = null
  for (const character of text) {
    if (folded >= start + length) break
    const size = foldCharacter(character).length
    if (first === null && folded + size > start) first = at
    folded += size
    at += character.length
  }
  const begin = first ?? at
  return { start: begin, length: at - begin }
}
