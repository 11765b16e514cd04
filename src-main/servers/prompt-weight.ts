// Measures how long a text is in a prompt, where results stand as JSON: what is counted by plain length may be cut there a
// second time. Characters are code points: none is cut in half.
import { lengthInPrompt } from '../models/render/data.ts'

export function weightOf(text: string): number {
  let weight = 0
  for (const character of text) weight += lengthInPrompt(character)
  return weight
}

/** Gives the length of the longest beginning that weighs no more than this. */
export function fitting(text: string, most: number): number {
  let weight = 0
  let length = 0
  for (const character of text) {
    weight += lengthInPrompt(character)
    if (weight > most) break
    length += character.length
  }
  return length
}

/** Gives the length of the longest end that weighs no more than this. */
export function fittingFromEnd(text: string, most: number): number {
  let weight = 0
  let from = text.length
  while (from > 0) {
    const before = from - ((text.codePointAt(from - 2) ?? 0) > 0xffff ? 2 : 1)
    weight += lengthInPrompt(text.slice(before, from))
    if (weight > most) break
    from = before
  }
  return text.length - from
}
