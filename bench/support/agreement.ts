// Whether two ways of looking at a window have seen the same controls.
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { Control } from '../../src-main/core/desktop.ts'
import { nameOf } from '../../src-main/platform/linux/atspi/elements.ts'
import type { Walked } from './serial-walk.ts'

/** Pixels by which two places may differ. */
const NEAR = 2

export interface Agreement {
  /** Controls that both have: same role, same place, and a name that does not disagree. */
  both: number
  /** Of these: named alike. The others have no name in the tree itself but one by their label. */
  named: number
  ours: Control[]
  theirs: Walked[]
}

interface Shift {
  x: number
  y: number
}

/**
 * Pairs the controls. A toolkit that tells places from another corner than the screen's (GTK 4 always, LibreOffice for what
 * it draws itself) tells the walk so too; the two shifts that fit most controls are taken away.
 */
export function agreement(
  controls: readonly Control[],
  walked: readonly Walked[],
  window: Rect,
  toolkit: 'gtk4' | 'other',
): Agreement {
  const named = walked.map((item) => ({ ...item, name: nameOf(item, toolkit) }))
  const shifts = [{ x: 0, y: 0 }, ...commonShifts(controls, named)]
  const rest = new Set(named)
  const result: Agreement = { both: 0, named: 0, ours: [], theirs: [] }
  for (const control of controls) {
    const alike = [...rest].filter(
      (item) => item.role === control.role && isNear(control.bounds, item, shifts, window),
    )
    const same = alike.find((item) => item.name === control.name)
    const found = same ?? alike.find((item) => item.name === '' || item.role === 'cell')
    if (!found) {
      result.ours.push(control)
      continue
    }
    rest.delete(found)
    result.both++
    if (same) result.named++
  }
  result.theirs = [...rest].filter((item) => shifts.some((shift) => clipped(item, shift, window) !== null))
  return result
}

const isNear = (bounds: Rect, item: Walked, shifts: Shift[], window: Rect): boolean =>
  shifts.some((shift) => {
    const rect = clipped(item, shift, window)
    return (
      rect !== null &&
      Math.abs(rect.x - bounds.x) <= NEAR &&
      Math.abs(rect.y - bounds.y) <= NEAR &&
      Math.abs(rect.width - bounds.width) <= NEAR &&
      Math.abs(rect.height - bounds.height) <= NEAR
    )
  })

function clipped({ extents: [x, y, width, height] }: Walked, shift: Shift, window: Rect): Rect | null {
  const left = Math.max(x + shift.x, window.x)
  const top = Math.max(y + shift.y, window.y)
  const right = Math.min(x + shift.x + width, window.x + window.width)
  const bottom = Math.min(y + shift.y + height, window.y + window.height)
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null
}

/** By the controls that only one of each side is like. */
function commonShifts(controls: readonly Control[], walked: readonly Walked[]): Shift[] {
  const votes = new Map<string, number>()
  for (const control of controls) {
    const alike = walked.filter((item) => item.role === control.role && item.name === control.name)
    const [only] = alike
    if (!only || alike.length > 1) continue
    const key = `${control.bounds.x - only.extents[0]} ${control.bounds.y - only.extents[1]}`
    votes.set(key, (votes.get(key) ?? 0) + 1)
  }
  const best = [...votes].sort((a, b) => b[1] - a[1]).slice(0, 2)
  return best.map(([key]) => {
    const [x = 0, y = 0] = key.split(' ').map(Number)
    return { x, y }
  })
}
