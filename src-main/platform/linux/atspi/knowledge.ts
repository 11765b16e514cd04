// Defines what is kept of a tree so that it can be brought up to date, and what a tree lists.
import type { ScreenRect } from '../../../core/geometry.ts'
import type { Point, Rect } from '../../../../src-preload/contract/geometry.ts'
import type { PlatformElement, PlatformWindow } from '../../platform.ts'
import type { Cell } from './cells.ts'
import type { Change } from './changes.ts'
import type { TreeNode } from './collect.ts'
import type { Details } from './details.ts'
import type { Candidate } from './elements.ts'

/** What the reader remembers of a listed control because the toolkit can't report it again. */
export interface Listed {
  element: PlatformElement
  /** The window's place at that time. */
  windowThen: ScreenRect | null
  /** The shift to add to the place that the toolkit reports. */
  shift: Point
  /** The name that the control has from its label. */
  label: string
  /** The field that has its value, of a combo box that is built of several controls. */
  field?: string
}

export interface Since {
  told: readonly Change[]
  /** In screen space. */
  painted: readonly Rect[]
  /** Whether fields without a name are to be asked for their labels again. */
  asksLabels?: boolean
}

export interface Sheet {
  /** Place of the table as the toolkit tells it. */
  raw: Rect
  cells: Cell[]
  /** Cells whose text is still true, by `placeKey`; null before this was checked. */
  still: ReadonlyMap<string, Cell> | null
}

/** What is kept of a tree so that it can be updated. */
export interface Knowledge {
  roots: TreeNode[]
  cut: boolean
  /** Whether another process has a part in it, whose events are not followed. */
  shared: boolean
  /** Objects in the application's cache, 0 where that was not asked. */
  cached: number
  extents: WeakMap<TreeNode, Promise<Rect | null>>
  learned: WeakMap<TreeNode, Promise<Learned>>
  /** In screen space. */
  places: WeakMap<TreeNode, Rect>
  sheets: WeakMap<TreeNode, Sheet>
}

export type Learned = Details & { actions: string[] }
export const nothingKnown = (): Knowledge => ({
  roots: [],
  cut: false,
  shared: false,
  cached: 0,
  extents: new WeakMap(),
  learned: new WeakMap(),
  places: new WeakMap(),
  sheets: new WeakMap(),
})
export const NOTHING: Learned = { value: null, label: '', description: '', actions: [] }

export interface Placed {
  candidate: Candidate
  /** In the toolkit's own coordinates, which its hit test takes. */
  raw: Rect
  shift: Point
  bounds: ScreenRect
  window: PlatformWindow | null
}
