// Reads a word of a command line as a shell does before it runs anything: which of its signs stand in quotes, and which words its
// braces make.
import { MAX_PATHS } from './place-patterns.ts'

export interface Word {
  /** The word without its quotes. */
  text: string
  /** As long as `text`, with a dot for each character from quotes, behind a backslash or from a variable. */
  plain: string
}

/** Makes `ab` and `ac` of `a{b,c}`. Null where the shell's result is not known or too long. */
export function spreadBraces(word: Word): Word[] | null {
  const done: Word[] = []
  const waiting = [word]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (done.length + waiting.length >= MAX_PATHS) return null
    const marks = bracesIn(one.plain)
    if (marks === null) return null
    if (marks.length === 0) done.push(one)
    else waiting.push(...spread(one, marks))
  }
  return done
}

/** Says whether the shell may replace the word with file names; null where quotes in its brackets hide which. */
export function isWildcard({ plain, text }: Word): boolean | null {
  const opens = plain.indexOf('[')
  // `text` and `plain` have the same length in UTF-16 units, so the check goes by these.
  const isQuoted = (unit: string, at: number) => at > opens && unit === '.' && text[at] !== '.'
  if (opens >= 0 && plain.split('').some(isQuoted)) return null
  return /[*?[]/.test(plain)
}

/** Makes one word for each piece between the marks, the last one first. */
function spread({ text, plain }: Word, marks: readonly number[]): Word[] {
  const [open = 0, close = 0] = [marks[0], marks.at(-1)]
  const pieceOf = (of: string, index: number): string =>
    `${of.slice(0, open)}${of.slice((marks[index] ?? 0) + 1, marks[index + 1])}${of.slice(close + 1)}`
  return marks
    .slice(0, -1)
    .map((_, index) => ({ text: pieceOf(text, index), plain: pieceOf(plain, index) }))
    .toReversed()
}

/**
 * Gives where the first braces with a comma open, divide and close; empty where there are none. Null where they do not match, or
 * count (`{1..3}`).
 */
function bracesIn(plain: string): number[] | null {
  let depth = 0
  let marks: number[] = []
  let isOdd = false
  for (let at = 0; at < plain.length; at++) {
    const char = plain.charAt(at)
    if (char === '{') {
      if (depth++ === 0) marks = [at]
    } else if (char === ',' && depth === 1) {
      marks.push(at)
    } else if (char === '}' && depth === 0) {
      isOdd = true
    } else if (char === '}' && --depth === 0) {
      if (marks.length > 1) return isOdd ? null : [...marks, at]
      if (/\{.*\{|\.\./.test(plain.slice(marks[0], at))) return null
    }
  }
  return (isOdd || depth > 0) && plain.includes(',') ? null : []
}
