// Finds the field that a label stands beside or above, where the program does not say so.
import type { ControlRole } from '../core/desktop.ts'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import { middleOf } from './places.ts'

/** Roles that may have a label before them. */
const LABELLED: ReadonlySet<ControlRole> = new Set([
  'edit',
  'password',
  'document',
  'combo box',
  'spinner',
  'slider',
  'list',
  'check box',
  'switch',
  'text',
])

/** Most pixels between a field and a label on its left or above it. */
const LABEL_REACH = 120

export function labelled<T extends { role: ControlRole; bounds: Rect }>(
  label: { bounds: Rect },
  fields: readonly T[],
): T | null {
  let best: { control: T; distance: number } | null = null
  for (const control of fields) {
    if (control === label || !LABELLED.has(control.role)) continue
    const { bounds } = control
    const right = bounds.x - (label.bounds.x + label.bounds.width)
    const below = bounds.y - (label.bounds.y + label.bounds.height)
    const sameRow =
      Math.abs(middleOf(bounds).y - middleOf(label.bounds).y) <=
      Math.max(bounds.height, label.bounds.height) / 2
    const sameColumn =
      bounds.x < label.bounds.x + label.bounds.width && label.bounds.x < bounds.x + bounds.width
    const distance =
      sameRow && right >= -4 ? right : sameColumn && below >= -4 ? below + 20 : Number.POSITIVE_INFINITY
    if (distance <= LABEL_REACH && (best === null || distance < best.distance)) best = { control, distance }
  }
  return best?.control ?? null
}
