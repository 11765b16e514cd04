// Finds the menu items that keys call, by the account of the window's own application.
import type { TargetDescription } from '../../../core/desktop.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformWindow } from '../../../platform/platform.ts'
import { chordName, chordsOf, isOfApplication } from '../../../safety/keys.ts'
import type { DesktopState } from '../state.ts'

/** Reads the menus only for chords that mean something else in each application. */
export async function calledItems(
  { platform }: DesktopState,
  window: PlatformWindow,
  keys: string,
  run: RunControl,
): Promise<NonNullable<TargetDescription['calls']>> {
  const chords = new Set(chordsOf(keys).filter(isOfApplication).map(chordName))
  if (chords.size === 0) return []
  const told = (await platform.menuShortcuts?.(window, run)) ?? []
  return told
    .map((each) => ({ ...each, keys: chordsOf(each.keys).map(chordName).join(' ') }))
    .filter((each) => chords.has(each.keys))
}
