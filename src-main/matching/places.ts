// Compares the positions of controls: their order of reading, and which of two is inside of the other.
import { intersection } from '../core/geometry.ts'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { Control, ControlRole } from '../core/desktop.ts'

/** Pixels by which one of two must lie further out to be in another line. */
export const MIN_APART = 4

export const middleOf = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 })

/** Gives what a control stands in, the nearest first; what is not listed ends the way up. */
export function holdersOf<T extends { parent: string | null }>(
  { parent }: T,
  byId: ReadonlyMap<string, T>,
): T[] {
  const holders: T[] = []
  for (let at = parent; at !== null && holders.length < byId.size;) {
    const holder = byId.get(at)
    if (holder) holders.push(holder)
    at = holder?.parent ?? null
  }
  return holders
}

/** Whether a control stands in one of these kinds of controls. */
export const standsIn = (
  control: Control,
  roles: ReadonlySet<ControlRole>,
  byId: ReadonlyMap<string, Control>,
): boolean => holdersOf(control, byId).some(({ role }) => roles.has(role))

export const byIdOf = <T extends { id: string }>(controls: readonly T[]): ReadonlyMap<string, T> =>
  new Map(controls.map((control) => [control.id, control]))

/** Orders lines from the top, and within a line from the left. */
export const inReadingOrder = <T>(items: readonly T[], boundsOf: (one: T) => Rect): T[] =>
  inLines(items, boundsOf).flat()

/** Puts items that overlap by half of their height into one line; lines from the top, each from the left. */
export function inLines<T>(items: readonly T[], boundsOf: (one: T) => Rect): T[][] {
  const lines: T[][] = []
  for (const one of items.toSorted((a, b) => middleOf(boundsOf(a)).y - middleOf(boundsOf(b)).y)) {
    const line = lines.at(-1)
    const before = line?.[0] === undefined ? null : boundsOf(line[0])
    const apart = before === null ? Infinity : middleOf(boundsOf(one)).y - middleOf(before).y
    if (line && before && apart <= Math.max(MIN_APART, before.height / 2)) line.push(one)
    else lines.push([one])
  }
  return lines.map((line) => line.toSorted((a, b) => boundsOf(a).x - boundsOf(b).x))
}

interface Placed {
  id: string
  role: ControlRole
  parent: string | null
  window_id: string
  bounds: Rect
}

/** Roles that contain something, and are themselves only selected or opened by it. */
const HOLDERS: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'cell',
  'header',
  'row',
  'list item',
  'tree item',
  'group',
  'list',
  'table',
  'other',
])
/** Roles that do something when they are pressed. */
const PRESSED: ReadonlySet<ControlRole> = new Set<ControlRole>(['button', 'toggle button', 'link'])

/**
 * Leaves out nested ones. If a control and one inside it are both meant by the same words, keeps the outer one (a row and its cell, a
 * button and its label), but for a cell and the button inside it, the button. Of two entries for one thing on the screen, keeps the first.
 */
export function withoutNested<T extends Placed>(found: readonly T[], all: readonly Placed[]): T[] {
  const byId = new Map(all.map((control) => [control.id, control]))
  const chosen = new Map(found.map((control) => [control.id, control]))
  const around = (control: T): T[] => {
    const passed = new Set<string>()
    const outer: T[] = []
    for (let at = control.parent; at !== null && !passed.has(at); at = byId.get(at)?.parent ?? null) {
      const parent = chosen.get(at)
      if (parent && parent.id !== control.id) outer.push(parent)
      passed.add(at)
    }
    return outer
  }
  for (const control of found) {
    const outer = around(control)
    if (PRESSED.has(control.role) && outer.every(({ role }) => HOLDERS.has(role)))
      for (const { id } of outer) chosen.delete(id)
  }
  const left = found.filter((control) => chosen.has(control.id) && around(control).length === 0)
  return left.filter(
    (control, index) =>
      !left
        .slice(0, index)
        .some(
          (before) => before.window_id === control.window_id && isOnePlace(before.bounds, control.bounds),
        ),
  )
}

/** Tells whether two entries of the tree are one thing on the screen. */
function isOnePlace(a: Rect, b: Rect): boolean {
  const common = intersection(a, b)
  if (!common) return false
  const area = ({ width, height }: { width: number; height: number }) => width * height
  return area(common) >= 0.9 * Math.max(area(a), area(b))
}

/** Whether one stands beside the other. */
export const areInLine = (...both: [Pick<Control, 'bounds'>, Pick<Control, 'bounds'>]): boolean =>
  inLines(both, ({ bounds }) => bounds).length === 1
