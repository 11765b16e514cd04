// Decides whether a toolkit really says where something is, or only seems to.
import type { Rect } from '../../../../src-preload/contract/geometry.ts'

/** Tells whether an object has a place: a hidden one reports INT_MIN or -1 instead. */
export const isPlaced = (rect: Rect | null): rect is Rect =>
  rect !== null &&
  rect.width > 0 &&
  rect.height > 0 &&
  Math.abs(rect.x) < 100_000 &&
  Math.abs(rect.y) < 100_000

export const isSame = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
