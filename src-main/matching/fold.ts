// Folds a text into the form that texts are compared in: whatever its case, width, quotes, dashes and blanks.

/** Invisible characters of a text: direction of writing, soft hyphens, zero width. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** Characters that Unicode lets a program ignore, and the one that stands for a picture in a text. */
const IGNORED = /[\p{Default_Ignorable_Code_Point}\uFFFC]/gu
const PLAIN_ASCII = /^[\x20-\x7e]*$/
const ALIKE: [RegExp, string][] = [
  [/[‘’‚‛ʹʼ′]/g, "'"],
  [/[“”„‟″]/g, '"'],
  [/[‐-―−]/g, '-'],
  [/[…⋯]/g, '...'],
  [/ς/g, 'σ'],
]

export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '')

/** Writes a text in one line, as a person reads it. */
export const inOneLine = (text: string): string => withoutUnseen(text).replace(/\s+/g, ' ').trim()

const alike = (text: string): string => ALIKE.reduce((left, [from, to]) => left.replace(from, to), text)

/** Folds as `fold` does, without touching blanks; of a single character, too. Idempotent. */
export function foldCharacters(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase()
  let folded = text
  for (;;) {
    // A lone acute accent is a quote; Unicode would make a blank with an accent of it.
    const quoted = alike(folded.replace(IGNORED, '').replace(/´/g, "'"))
    const next = alike(quoted.normalize('NFKC').toLowerCase().normalize('NFKC')).replace(IGNORED, '')
    if (next === folded) return folded
    folded = next
  }
}

/** Gives the compared form of a label, a title, a description: one line of lower case. Idempotent. */
export function fold(text: string): string {
  let folded = text
  for (;;) {
    const next = foldCharacters(folded).replace(/\s+/g, ' ').trim()
    if (next === folded) return folded
    folded = next
  }
}

/**
 * Whether a text has nothing but the sign of an object in a text (U+FFFC): a field for a date, or a cell with a field in it, tells that it is
 * made of parts and not what they show.
 */
export const isMadeOfParts = (text: string): boolean => /^[\s\p{P}]*\uFFFC[\uFFFC\s\p{P}]*$/u.test(text)
