// Tells what an element of a window stands in.
import { holdersOf } from '../../../matching/places.ts'
import type { PlatformElement } from '../../../platform/platform.ts'

type Placed = Pick<PlatformElement, 'ref' | 'parent'>

/** The elements of one window by their refs. */
export const byRefOf = <T extends Placed>(elements: readonly T[]): ReadonlyMap<string, T> =>
  new Map(elements.map((element) => [element.ref, element]))

/** Gives the refs of what an element stands in, the nearest first; the last one may be no element of the window. */
export const refsAround = <T extends Placed>(element: T, byRef: ReadonlyMap<string, T>): string[] =>
  [element, ...holdersOf(element, byRef)].flatMap(({ parent }) => parent ?? [])

/** Tells whether an element stands in `holder`, at any depth. */
export const isWithin = <T extends Placed>(
  element: T,
  holder: Placed,
  byRef: ReadonlyMap<string, T>,
): boolean => refsAround(element, byRef).includes(holder.ref)
