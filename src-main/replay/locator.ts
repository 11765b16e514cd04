// Describes how a control can be found again, from the list of controls in which it is.
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { ControlRole } from '../core/desktop.ts'
import { SIDES, type Locator } from './plan-file.ts'

/** A control as both a live observation and the tree of a recorded step have it. */
export interface Placed {
  id: string
  role: ControlRole
  name: string
  bounds: Rect
  parent: string | null
}

/** Roles that contain others, so that a position beside one of them carries no information. */
const SURROUNDING: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'application', 'window', 'dialog', 'group', 'tool bar', 'menu bar', 'status bar', 'tab list', 'scroll bar',
  'separator', 'list', 'table', 'tree', 'web page', 'document',
]) // prettier-ignore

/** Roles that a person reads to know what is beside them. */
const READ: ReadonlySet<ControlRole> = new Set<ControlRole>(['text', 'heading', 'cell', 'header', 'link'])

/** Says where each control of a list is among the others. */
export class Places<T extends Placed> {
  readonly #controls: readonly T[]
  readonly #byId: ReadonlyMap<string, T>
  /** Controls with a name that contain no others: a person would use them to describe a place. */
  readonly #landmarks: readonly { control: T; above: ReadonlySet<string>; root: string }[]

  constructor(controls: readonly T[]) {
    this.#controls = controls
    this.#byId = new Map(controls.map((control) => [control.id, control]))
    this.#landmarks = controls
      .filter(
        ({ name, role, bounds }) =>
          name.trim() !== '' && !SURROUNDING.has(role) && bounds.width > 0 && bounds.height > 0,
      )
      .map((control) => {
        const above = this.#ancestors(control)
        return { control, above: new Set(above.map(({ id }) => id)), root: above[0]?.id ?? control.id }
      })
  }

  /** Describes a control, without the window's title and the picture. */
  of(control: T): Pick<Locator, 'path' | 'order' | 'label' | 'neighbours'> {
    const ancestors = this.#ancestors(control)
    const siblings = this.#controls.filter(
      ({ parent, role }) => parent === control.parent && role === control.role,
    )
    const index = siblings.findIndex(({ id }) => id === control.id)
    return {
      path: ancestors.map(({ role, name }) => ({ role, name })),
      order: index < 0 ? null : { index, of: siblings.length },
      ...this.#around(control, ancestors),
    }
  }

  /** Returns the ancestors of a control, the outermost first. */
  #ancestors(control: T): T[] {
    const found: T[] = []
    const seen = new Set([control.id])
    let parent = control.parent === null ? undefined : this.#byId.get(control.parent)
    while (parent && !seen.has(parent.id)) {
      found.unshift(parent)
      seen.add(parent.id)
      parent = parent.parent === null ? undefined : this.#byId.get(parent.parent)
    }
    return found
  }

  /** Finds what is around a control in the same window: a dialog beside it has another root. */
  #around(control: T, ancestors: readonly T[]): Pick<Locator, 'label' | 'neighbours'> {
    const root = ancestors[0]?.id ?? control.id
    const around = new Set(ancestors.map(({ id }) => id))
    const others = this.#landmarks.filter(
      (other) =>
        other.root === root &&
        other.control.id !== control.id &&
        !around.has(other.control.id) &&
        !other.above.has(control.id),
    )
    const nearest = (side: (typeof SIDES)[number], fits: (other: T) => boolean): T | null => {
      let found: { other: T; gap: number } | null = null
      for (const { control: other } of others) {
        const gap = fits(other) ? gapTo(side, control.bounds, other.bounds) : null
        if (gap !== null && (found === null || gap < found.gap)) found = { other, gap }
      }
      return found?.other ?? null
    }
    const isRead = ({ role }: T) => READ.has(role)
    return {
      label: (nearest('left', isRead) ?? nearest('above', isRead))?.name ?? null,
      neighbours: SIDES.flatMap((side) => {
        const other = nearest(side, () => true)
        return other ? [{ side, role: other.role, name: other.name }] : []
      }),
    }
  }
}

/** Returns the pixels to a control in line with it on one side; null where it is not on that side. */
function gapTo(side: (typeof SIDES)[number], from: Rect, to: Rect): number | null {
  const inRow = from.y < to.y + to.height && to.y < from.y + from.height
  const inColumn = from.x < to.x + to.width && to.x < from.x + from.width
  const gap = {
    left: from.x - (to.x + to.width),
    right: to.x - (from.x + from.width),
    above: from.y - (to.y + to.height),
    below: to.y - (from.y + from.height),
  }[side]
  const inLine = side === 'left' || side === 'right' ? inRow : inColumn
  // Neighbours may share a border, and so overlap by its width.
  return inLine && gap >= -2 ? gap : null
}
