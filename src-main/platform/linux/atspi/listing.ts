// Decides which of the controls that were found are listed.
import type { ControlRole } from '../../../core/desktop.ts'
import type { PlatformWindow } from '../../platform.ts'
import type { TreeNode } from './collect.ts'
import type { Candidate } from './elements.ts'
import type { Placed } from './knowledge.ts'
import { AtspiRole } from './roles.ts'

/** Leaves out what a modal dialog blocks: the application's main windows behind it can't be used. */
export function withoutBlocked(placed: Placed[], windows: readonly PlatformWindow[]): Placed[] {
  const modal = new Set(
    windows.filter((window) => window.modal && !window.minimized).map(({ handle }) => handle),
  )
  const isOpen = placed.some(({ window }) => window !== null && modal.has(window.handle))
  if (!isOpen) return placed
  return placed.filter(
    ({ window }) => window === null || window.kind !== 'normal' || modal.has(window.handle),
  )
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
