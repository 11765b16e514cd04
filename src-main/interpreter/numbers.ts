// Reads numbers that are written as words.

const WORDS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** A number in a pattern, in digits or as a word up to twelve. */
export const NUMBER = `\\d{1,6}|${WORDS.join('|')}`

/** Takes in what `NUMBER` has found. */
export const numberOf = (word: string): number => WORDS.indexOf(word.toLowerCase()) + 1 || Number(word)
