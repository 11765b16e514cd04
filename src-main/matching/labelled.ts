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
const MAX_LABEL_DISTANCE = 120

interface Placed {
  bounds: Rect
}

/**
 * Finds the field that one of the labels stands before or above. A text below may be the next label: it counts only where there
 * is nothing else, and what is beside or below the next label is not of this one.
 */
export function labelled<T extends Placed & { role: ControlRole }>(
  label: Placed,
  fields: readonly T[],
  labels: readonly Placed[],
): T | null {
  const others = fields.filter((field) => field !== label && LABELLED.has(field.role))
  const beside = others.filter((field) => isBeside(label, field))
  const below = others.filter(
    (field) =>
      isBelow(label, field) &&
      !labels.some(
        (next) => next !== field && isBelow(label, next) && (isBelow(next, field) || isBeside(next, field)),
      ),
  )
  const likely = below.filter(({ role }) => role !== 'text')
  return nearestTo(label, [...beside, ...likely]) ?? nearestTo(label, below)
}

const rightOf = ({ bounds: label }: Placed, { bounds }: Placed) => bounds.x - (label.x + label.width)
const heightBelow = ({ bounds: label }: Placed, { bounds }: Placed) => bounds.y - (label.y + label.height)

const isBeside = (label: Placed, field: Placed): boolean =>
  Math.abs(middleOf(field.bounds).y - middleOf(label.bounds).y) <=
    Math.max(field.bounds.height, label.bounds.height) / 2 && rightOf(label, field) >= -4

const isBelow = (label: Placed, field: Placed): boolean =>
  field.bounds.x < label.bounds.x + label.bounds.width &&
  label.bounds.x < field.bounds.x + field.bounds.width &&
  heightBelow(label, field) >= -4

function nearestTo<T extends Placed>(label: Placed, fields: readonly T[]): T | null {
  const distance = (field: T) =>
    isBeside(label, field) ? rightOf(label, field) : heightBelow(label, field) + 20
  const [nearest] = fields.toSorted((a, b) => distance(a) - distance(b))
  return nearest && distance(nearest) <= MAX_LABEL_DISTANCE ? nearest : null
}

/** A label without what it adds in brackets: “Tab width (number of spaces)”. */
export const withoutRemark = (label: string): string => label.replace(/\s*[([][^()[\]]*[)\]]\s*:?\s*$/, '')
