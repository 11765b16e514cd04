// Finds which of some known words a person probably meant.
import { distance } from 'fastest-levenshtein'

/** The most characters of a compared word; longer ones are no typing errors. */
const MAX_LENGTH = 200

/** Counts edits between two words: insert, delete, replace; the first pair of swapped neighbours is one. */
export function edits(one: string, other: string): number {
  const [a, b] = [one.slice(0, MAX_LENGTH), other.slice(0, MAX_LENGTH)]
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const isSwapped = at + 1 < a.length && at + 1 < b.length && a[at] === b[at + 1] && a[at + 1] === b[at]
  const all = distance(a, b)
  return isSwapped ? Math.min(all, 1 + distance(a.slice(at + 2), b.slice(at + 2))) : all
}

export interface Nearness {
  /** The most results. */
  most?: number
  /** The accepted number of edits; by default a third of the written word. */
  within?: (wanted: string, name: string) => number
  /** A name that contains the other counts as one edit. */
  parts?: boolean
}

const aThird = (wanted: string): number => Math.max(1, Math.floor(wanted.length / 3))

/** Accepts all of them, however far. */
export const ALL: Nearness = { most: Infinity, within: () => Infinity, parts: true }

/** Lists the known words that are near enough to be meant, nearest first. Ignores case. */
export function nearest(
  wanted: string,
  known: readonly string[],
  { most = 1, within = aThird, parts = false }: Nearness = {},
): string[] {
  const target = wanted.toLowerCase()
  return [...new Set(known)]
    .map((name) => {
      const candidate = name.toLowerCase()
      const [short, long] = target.length < candidate.length ? [target, candidate] : [candidate, target]
      const holds = parts && short.length > 2 && long.includes(short)
      return { name, far: holds ? 1 : edits(target, candidate) }
    })
    .filter(({ name, far }) => far <= within(wanted, name))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ name }) => name)
}
