// Decides which of the controls that were found are listed.
import type { ControlRole } from '../../../core/desktop.ts'
import type { PlatformElement, PlatformWindow } from '../../platform.ts'
import type { TreeNode } from './collect.ts'
import type { Candidate } from './elements.ts'
import type { Listed, Placed } from './knowledge.ts'
import { AtspiRole } from './roles.ts'

/** Leaves out what a modal dialog blocks, which can't be used: the application's main windows, and the windows that it belongs to. */
export function withoutBlocked(placed: Placed[], windows: readonly PlatformWindow[]): Placed[] {
  const shown = new Set(placed.map(({ window }) => window?.handle))
  const open = windows.filter(({ modal, minimized, handle }) => modal && !minimized && shown.has(handle))
  if (open.length === 0) return placed
  const modal = new Set(open.map(({ handle }) => handle))
  const behind = new Set(
    open.filter(({ kind }) => kind === 'dialog').flatMap((dialog) => ownersOf(dialog, windows)),
  )
  return placed.filter(
    ({ window }) =>
      window === null ||
      ((window.kind !== 'normal' || modal.has(window.handle)) && !behind.has(window.handle)),
  )
}

/** Returns the handles of the windows behind this one to which it belongs: its owner, that one's owner, and so on. */
function ownersOf({ owner, handle }: PlatformWindow, windows: readonly PlatformWindow[]): string[] {
  const behind = windows.slice(windows.findIndex((window) => window.handle === handle) + 1)
  const next = behind.find((window) => window.handle === owner)
  return next ? [next.handle, ...ownersOf(next, behind)] : []
}

/** These roles are few, and a model needs them to go on. */
const ALWAYS_LISTED = new Set<ControlRole>(['window', 'menu', 'status bar'])

/** Keeps at most `max` controls, in their order. A large window crowds out neither its dialog nor its menus and status bar. */
export function mostTelling(placed: Placed[], max: number): Placed[] {
  if (placed.length <= max) return placed
  const rank = ({ window, candidate }: Placed) =>
    window !== null && window.kind !== 'normal' ? 0 : ALWAYS_LISTED.has(candidate.role) ? 1 : 2
  const best = new Set(placed.toSorted((a, b) => rank(a) - rank(b)).slice(0, max))
  return placed.filter((each) => best.has(each))
}

/** Whether an icon is an item or an image depends on what it tells of itself. */
const ICONS: ReadonlySet<ControlRole> = new Set<ControlRole>(['list item', 'image'])

/**
 * Finds the icons of views that tell no place of any icon (nemo), each with its view: they can be selected and opened, though not be
 * pointed at. Where another icon of the view has a place, one without is out of sight.
 */
export function withoutPlaces(
  candidates: readonly Candidate[],
  hasPlace: (node: TreeNode) => boolean,
): Map<Candidate, TreeNode> {
  const icons = candidates.filter(
    ({ role, node, name }) => ICONS.has(role) && node.role === AtspiRole.icon && name !== '',
  )
  const views = Map.groupBy(icons, ({ holder }) => holder)
  return new Map(
    [...views].flatMap(([view, items]) =>
      view === null || items.some(({ node }) => hasPlace(node)) ? [] : items.map((item) => [item, view]),
    ),
  )
}

/** Leaves out what lies in a page, because others have made it: it can call itself a menu bar, and tell keys. */
export function outsidePages(elements: readonly PlatformElement[]): PlatformElement[] {
  let page = Infinity
  return elements.filter(({ role, depth }) => {
    if (depth <= page) page = role === 'web page' ? depth : Infinity
    return page === Infinity
  })
}

/** A dialog over the page of a browser has the keyboard, while the page goes on saying that it has. */
export function inOpenDialog(all: readonly Listed[], focused: readonly Listed[]): readonly Listed[] {
  const parents = new Map(all.map(({ element }) => [element.ref, element]))
  const window = all[0]?.element.ref
  const isInside = ({ element }: Listed): boolean => {
    let above = parents.get(element.parent ?? '')
    while (above && above.role !== 'dialog') above = parents.get(above.parent ?? '')
    return above !== undefined && above.ref !== window
  }
  const inside = focused.filter(isInside)
  return inside.length > 0 ? inside : focused
}
