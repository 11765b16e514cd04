// Defines what is kept of a tree so that it can be brought up to date, and what a tree lists.
import type { ScreenRect } from '../../../core/geometry.ts'
import type { Point, Rect } from '../../../../src-preload/contract/geometry.ts'
import type { PlatformElement, PlatformWindow } from '../../platform.ts'
import type { Cell } from './cells.ts'
import type { Change } from './changes.ts'
import type { TreeNode } from './collect.ts'
import type { Details } from './details.ts'
import type { Candidate } from './elements.ts'

/** What is known of a listed control besides what the toolkit can tell again. */
export interface Listed {
  element: PlatformElement
  /** Where its window was. */
  windowThen: ScreenRect | null
  /** To be added to the place that the toolkit tells. */
  shift: Point
  /** A name that it has from its label. */
  label: string
  /** The field that has its value, of a combo box that is built of several controls. */
  field?: string
}

export interface Since {
  told: readonly Change[]
  /** In screen space. */
  painted: readonly Rect[]
}

export interface Sheet {
  /** Place of the table as the toolkit tells it. */
  raw: Rect
  cells: Cell[]
  /** Cells whose text is still true, by `placeKey`; null before that was looked at. */
  still: ReadonlyMap<string, Cell> | null
}

/** What is kept of a tree, so that it can be brought up to date. */
export interface Knowledge {
  roots: TreeNode[]
  cut: boolean
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
  cached: 0,
  extents: new WeakMap(),
  learned: new WeakMap(),
  places: new WeakMap(),
  sheets: new WeakMap(),
})
export const NOTHING: Learned = { value: null, label: '', description: '', actions: [] }

export interface Placed {
  candidate: Candidate
  /** As the toolkit tells it; what its own hit test takes. */
  raw: Rect
  shift: Point
  bounds: ScreenRect
  window: PlatformWindow | null
}
