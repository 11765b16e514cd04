// Which of several things a word for a place means: the left one, the second, the last.
import type { Rect } from '../../../src-preload/contract/geometry.ts'
import type { Side } from './words.ts'

/** Pixels by which one of two must lie further out to be “the left one”. */
const APART = 4

/** Those that all of the words hold for; more than one where they do not decide. Without words all of them. */
export function atPlace<T>(
  candidates: readonly T[],
  sides: readonly Side[],
  boundsOf: (one: T) => Rect,
): T[] {
  let left = [...candidates]
  for (const side of sides) if (left.length > 1) left = onSide(left, side, boundsOf)
  return left
}

const centre = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 })

function onSide<T>(candidates: T[], side: Side, boundsOf: (one: T) => Rect): T[] {
  if (side === 'left' || side === 'right' || side === 'top' || side === 'bottom') {
    const axis = side === 'left' || side === 'right' ? 'x' : 'y'
    const sign = side === 'left' || side === 'top' ? 1 : -1
    const places = candidates.map((one) => sign * centre(boundsOf(one))[axis])
    const outermost = Math.min(...places)
    return candidates.filter((_, index) => (places[index] ?? outermost) <= outermost + APART)
  }
  const order = inReadingOrder(candidates, boundsOf)
  // Of an even number none is in the middle.
  const middle = order.length % 2 === 1 ? order[(order.length - 1) / 2] : undefined
  const found = side === 'last' ? order.at(-1) : side === 'middle' ? middle : order[side - 1]
  return found === undefined ? candidates : [found]
}

/** Lines from the top, within a line from the left: what overlaps by half of its height is in one line. */
function inReadingOrder<T>(candidates: readonly T[], boundsOf: (one: T) => Rect): T[] {
  const lines: T[][] = []
  for (const one of candidates.toSorted((a, b) => centre(boundsOf(a)).y - centre(boundsOf(b)).y)) {
    const line = lines.at(-1)
    const before = line?.[0] === undefined ? null : boundsOf(line[0])
    const apart = before === null ? Infinity : centre(boundsOf(one)).y - centre(before).y
    if (line && before && apart <= Math.max(APART, before.height / 2)) line.push(one)
    else lines.push([one])
  }
  return lines.flatMap((line) => line.toSorted((a, b) => boundsOf(a).x - boundsOf(b).x))
}
