// Finds the control at a point in a tree, for providers that are not told by the system.
import { contains, type ScreenPoint } from '../core/geometry.ts'
import type { PlatformElement } from './platform.ts'

/** Finds the smallest of the deepest elements at a point, because a group box lies behind what it frames. */
export function deepestAt(elements: readonly PlatformElement[], point: ScreenPoint): PlatformElement | null {
  const hit = elements.filter(({ bounds }) => contains(bounds, point))
  const area = ({ bounds }: PlatformElement) => bounds.width * bounds.height
  return hit.toSorted((one, other) => other.depth - one.depth || area(one) - area(other))[0] ?? null
}
