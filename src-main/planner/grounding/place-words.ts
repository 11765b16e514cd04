// Chooses which of several things a word for a place means: the left one, the second, the last.
import type { Rect } from '../../../src-preload/contract/geometry.ts'
import { inReadingOrder, middleOf, MIN_APART } from '../../matching/places.ts'
import type { Side } from './words.ts'

/** Keeps the candidates that fit all position words; more than one where the words do not decide. Without such words, keeps all. */
export function atPlace<T>(
  candidates: readonly T[],
  sides: readonly Side[],
  boundsOf: (one: T) => Rect,
): T[] {
  let left = [...candidates]
  for (const side of sides) if (left.length > 1) left = onSide(left, side, boundsOf)
  return left
}

function onSide<T>(candidates: T[], side: Side, boundsOf: (one: T) => Rect): T[] {
  if (side === 'left' || side === 'right' || side === 'top' || side === 'bottom') {
    const axis = side === 'left' || side === 'right' ? 'x' : 'y'
    const sign = side === 'left' || side === 'top' ? 1 : -1
    const places = candidates.map((one) => sign * middleOf(boundsOf(one))[axis])
    const outermost = Math.min(...places)
    return candidates.filter((_, index) => (places[index] ?? outermost) <= outermost + MIN_APART)
  }
  const order = inReadingOrder(candidates, boundsOf)
  // An even number of candidates has no middle one.
  const middle = order.length % 2 === 1 ? order[(order.length - 1) / 2] : undefined
  const found = side === 'last' ? order.at(-1) : side === 'middle' ? middle : order[side - 1]
  return found === undefined ? candidates : [found]
}
