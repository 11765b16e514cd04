// How long a text is in a prompt, where results stand as JSON: what is counted by plain length may be cut there a second time.

/** What stands as `\\u….` there: what can't be seen, and what could end a block. */
const ESCAPED = /[<\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const SHORT = new Set(['"', '\\', '\n', '\r', '\t', '\b', '\f'])

const weightOfUnit = (unit: string): number => (SHORT.has(unit) ? 2 : ESCAPED.test(unit) ? 6 : 1)

export function weightOf(text: string): number {
  let weight = 0
  for (let index = 0; index < text.length; index++) weight += weightOfUnit(text.charAt(index))
  return weight
}

/** How many of the first characters weigh no more than this. */
export function fitting(text: string, most: number): number {
  let weight = 0
  for (let index = 0; index < text.length; index++) {
    weight += weightOfUnit(text.charAt(index))
    if (weight > most) return index
  }
  return text.length
}

/** How many of the last characters do. */
export function fittingFromEnd(text: string, most: number): number {
  let weight = 0
  for (let count = 0; count < text.length; count++) {
    weight += weightOfUnit(text.charAt(text.length - 1 - count))
    if (weight > most) return count
  }
  return text.length
}
