// Joins the top-level objects of an application to its X11 windows, and corrects places that a toolkit reports wrongly.
import { enclosing, screenRect, type ScreenRect } from '../../../core/geometry.ts'
import type { Point, Rect } from '../../../../src-preload/contract/geometry.ts'
import type { PlatformWindow } from '../../platform.ts'
import type { Toolkit } from './applications.ts'
import type { TreeNode } from './collect.ts'
import type { Listed } from './knowledge.ts'
import { isPlaced } from './places.ts'
import { AtspiRole } from './roles.ts'

export interface Root {
  node: TreeNode
  /** As the toolkit tells them. */
  extents: Rect | null
}

const DIALOGS = new Set<number>([AtspiRole.dialog, AtspiRole.alert, AtspiRole.fileChooser])

function likeness(root: Root, window: PlatformWindow, toolkit: Toolkit): number {
  let score = 0
  if (root.node.name !== '' && root.node.name === window.title) score += 100
  if (isPlaced(root.extents)) {
    const { x, y, width, height } = root.extents
    const size = Math.abs(width - window.bounds.width) + Math.abs(height - window.bounds.height)
    score += Math.max(0, 50 - size / 4)
    const away = Math.abs(x - window.bounds.x) + Math.abs(y - window.bounds.y)
    if (toolkit !== 'gtk4') score += Math.max(0, 50 - away / 4)
  }
  if (DIALOGS.has(root.node.role) === (window.kind === 'dialog')) score += 10
  return score
}

/** Finds the X11 window of each root, null where none is like it: best matches first, no window twice. */
export function matchRoots(
  roots: readonly Root[],
  windows: readonly PlatformWindow[],
  toolkit: Toolkit,
): Map<TreeNode, PlatformWindow | null> {
  const pairs = roots
    .flatMap((root) => windows.map((window) => ({ root, window, score: likeness(root, window, toolkit) })))
    .filter((pair) => pair.score >= 40)
    .sort((a, b) => b.score - a.score)
  const matched = new Map<TreeNode, PlatformWindow | null>()
  const taken = new Set<string>()
  for (const { root, window } of pairs) {
    if (matched.has(root.node) || taken.has(window.handle)) continue
    matched.set(root.node, window)
    taken.add(window.handle)
  }
  for (const root of roots) {
    if (matched.has(root.node)) continue
    const only = roots.length === 1 && windows.length === 1 ? windows[0] : null
    matched.set(root.node, only ?? null)
  }
  return matched
}

/** Gives the origin of GTK 4's coordinates: its own window, whose client area may have an invisible border of equal width. */
export function gtk4Origin(root: Rect, window: ScreenRect): Point {
  return {
    x: window.x + Math.round((window.width - root.width) / 2) - root.x,
    y: window.y + Math.round((window.height - root.height) / 2) - root.y,
  }
}

/** Recognises a popover by the name that GTK 4 gives it, that of its class. */
export const isPopover = ({ name, role }: Pick<TreeNode, 'name' | 'role'>): boolean =>
  /^GtkPopover(Menu)?$/.test(name) || role === AtspiRole.menu

/** Pixels by which the window of a popover may be higher than GTK 4 reports: its shadow. */
const MAX_SHADOW = 12

/** Finds the pop-up window that GTK 4 draws a popover in: it is about as high, though GTK 4 reports another width. */
export function popoverWindow(
  node: Pick<TreeNode, 'name' | 'role'>,
  popover: Rect,
  windows: readonly PlatformWindow[],
): PlatformWindow | null {
  const most = isPopover(node) ? MAX_SHADOW : 2
  const apart = ({ bounds }: PlatformWindow) => Math.abs(bounds.height - popover.height)
  const near = windows.filter((window) => window.kind === 'popup' && apart(window) <= most)
  return near.toSorted((a, b) => apart(a) - apart(b))[0] ?? null
}

/** Gives the shift that moves the middle of a rectangle inside a popover to where it is in the popover's window. */
export function popoverShift(rect: Rect, popover: Rect, window: ScreenRect): Point {
  const middle = rect.x + rect.width / 2
  const shown = window.x + ((middle - popover.x) * window.width) / Math.max(1, popover.width)
  const shadow = Math.round((window.height - popover.height) / 2)
  return { x: Math.round(shown - middle), y: window.y + shadow - popover.y }
}

/** Finds the frontmost pop-up that holds the middle of a rectangle. `windows` is front to back. */
export function popupAt(rect: Rect, windows: readonly PlatformWindow[]): PlatformWindow | null {
  const x = rect.x + rect.width / 2
  const y = rect.y + rect.height / 2
  const holds = ({ kind, bounds: b }: PlatformWindow) =>
    kind === 'popup' && x >= b.x && y >= b.y && x < b.x + b.width && y < b.y + b.height
  return windows.find(holds) ?? null
}

/** Pixels by which a pop-up is larger than its items: borders and separators at its ends. */
const MAX_MENU_BORDER = 14

/** Gives the shift that moves a menu's items into the pop-up that is as large as they are together; null where none is. */
export function menuShift(items: readonly Rect[], popups: readonly Rect[]): Point | null {
  const all = enclosing(items)
  const fits = (popup: Rect): boolean => {
    const [wider, higher] = [popup.width - all.width, popup.height - all.height]
    return wider >= 0 && wider <= MAX_MENU_BORDER && higher >= 0 && higher <= MAX_MENU_BORDER
  }
  const distance = (popup: Rect) => Math.abs(popup.x - all.x) + Math.abs(popup.y - all.y)
  const popup = popups.filter(fits).toSorted((a, b) => distance(a) - distance(b))[0]
  if (!popup) return null
  return {
    x: Math.round(popup.x + popup.width / 2 - all.x - all.width / 2),
    y: Math.round(popup.y + popup.height / 2 - all.y - all.height / 2),
  }
}

/** Tells whether a pop-up holds the whole of a rectangle, and not only its middle, as one beside it may. */
export const isInPopup = (rect: Rect, window: PlatformWindow | null): boolean =>
  window?.kind === 'popup' && within(rect, window.bounds)

/** Corrects the place of a control whose window has moved since its tree was read; GTK 4 does not report this. */
export function shiftNow(
  memory: Listed | null,
  window: PlatformWindow | null,
  toolkit: Toolkit | null,
): Point {
  if (!memory) return { x: 0, y: 0 }
  const { shift, windowThen } = memory
  if (toolkit !== 'gtk4' || !window || !windowThen) return shift
  return { x: shift.x + window.bounds.x - windowThen.x, y: shift.y + window.bounds.y - windowThen.y }
}

export const moved = (rect: Rect, by: Point): ScreenRect =>
  screenRect({ x: rect.x + by.x, y: rect.y + by.y, width: rect.width, height: rect.height })

const within = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x - 2 &&
  inner.y >= outer.y - 2 &&
  inner.x + inner.width <= outer.x + outer.width + 2 &&
  inner.y + inner.height <= outer.y + outer.height + 2

/**
 * LibreOffice (7.4, gtk3) forgets the height of its menu bar: it reports what it draws itself too high by that much, while the
 * GTK widgets embedded in it are reported right. `shift` is the distance of its root pane from the GTK widget around it.
 * A child that by these reports lies outside its parent, but inside it once the parent is moved, is such a widget.
 */
export const isEmbeddedWidget = (child: Rect, parent: Rect, shift: Point): boolean =>
  !within(child, parent) && within(child, moved(parent, shift))
