// Finds the part of a control that a pointer can reach: what its list shows of it, on a screen.
import type { ControlRole } from '../../../core/desktop.ts'
import { intersection, type ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { DesktopState } from '../state.ts'

const ITEMS: ReadonlySet<ControlRole> = new Set(['list item', 'tree item', 'row', 'cell'])
const SCROLLED: ReadonlySet<ControlRole> = new Set(['list', 'tree', 'table'])

/** The part of an item that its list shows: one at the edge is cut, and its middle may lie outside. */
function partInList(element: PlatformElement | null, bounds: ScreenRect, state: DesktopState): ScreenRect {
  if (!element || !ITEMS.has(element.role)) return bounds
  const elements = state.lastView?.elements ?? []
  const list = holderOf(element, elements)
  // A list that does not hold its item at all tells its place wrongly.
  return (list && intersection(bounds, list.bounds)) ?? bounds
}

function holderOf({ parent }: PlatformElement, elements: readonly PlatformElement[]): PlatformElement | null {
  const above = elements.find(({ ref }) => ref === parent)
  if (!above) return null
  return SCROLLED.has(above.role) ? above : holderOf(above, elements)
}

/** Gives the part on a screen, because an X server moves a pointer outside to the screen's edge. Null where there is none. */
export async function shownPart(
  state: DesktopState,
  element: PlatformElement | null,
  bounds: ScreenRect,
  run: RunControl,
): Promise<ScreenRect | null> {
  const part = partInList(element, bounds, state)
  for (const screen of await state.platform.screens(run)) {
    const shown = intersection(part, screen.bounds)
    if (shown) return shown
  }
  return null
}
