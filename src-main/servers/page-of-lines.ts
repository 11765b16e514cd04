// Cuts lines into pages that an answer can hold.
import { fitting, weightOf } from './prompt-weight.ts'

/** Returns the lines from this one (from 1) as far as they fit, by the weight that they have in a prompt, and the number of the next. */
export function pageOfLines(
  lines: readonly string[],
  from: number,
  most: number,
): { text: string; next: number } {
  let told = 0
  const wanted = lines.slice(from - 1)
  for (let weight = 0; told < wanted.length; told += 1) {
    weight += weightOf(wanted[told] ?? '') + 2
    if (weight > most) break
  }
  // A line longer than a page is cut, so that the reader gets past it.
  const long = told === 0 ? (wanted[0] ?? '') : ''
  const page = long === '' ? wanted.slice(0, told) : [`${long.slice(0, fitting(long, most))}…`]
  return { text: page.join('\n'), next: from + page.length }
}

export const goOnWith = (line: number): string => `Go on with from_line=${line}.`
