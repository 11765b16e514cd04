// Decides which of the controls that were found are listed.
import type { ControlRole } from '../../../core/desktop.ts'
import type { PlatformWindow } from '../../platform.ts'
import type { Placed } from './knowledge.ts'

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
