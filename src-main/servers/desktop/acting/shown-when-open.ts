// Reads from an open list which item is chosen, where the list does not tell that while it is closed.
import type { RunControl } from '../../../core/run-control.ts'
import { sameValue } from '../../../matching/agreement.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { DesktopState, Found } from '../state.ts'
import { clickControl, isReached, PLAIN_CLICK } from './click.ts'

/** Milliseconds that the list has to close, and to show what is chosen. */
const SHUT_MS = 1500
const SHOWN_MS = 1500

/**
 * Opens a list that does not tell what it shows once more, reads which of its items is selected, and closes it. Null where that can’t be
 * seen: the list is gone, another window is in front, or no single item is selected.
 */
export async function shownWhenOpen(
  state: DesktopState,
  opener: Found,
  wanted: string,
  look: () => Promise<PlatformElement[]>,
  run: RunControl,
): Promise<string | null> {
  const popups = async () => (await state.windows(run)).filter(({ kind }) => kind === 'popup').length
  const isShut = async () => ((await popups()) === 0 ? true : null)
  if (
    !(await run.until(isShut, SHUT_MS)) ||
    !opener.element ||
    !(await isReached(state, opener, opener.element, run))
  )
    return null
  let shown: string | null = null
  await clickControl(state, opener, PLAIN_CLICK, run)
  await run.until(async () => {
    const selected = (await look()).filter(({ states, name }) => states.includes('selected') && name !== '')
    const names = [...new Set(selected.map(({ name }) => name))]
    shown = names.length === 1 ? (names[0] ?? null) : null
    return shown !== null && sameValue(shown, wanted) ? true : null
  }, SHOWN_MS)
  // Without an open list, Escape would close the window.
  if ((await popups()) > 0) {
    await state.input.press([['Escape']], run)
    await run.until(isShut, SHUT_MS)
  }
  return shown
}
