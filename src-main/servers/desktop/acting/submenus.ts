// Opens the submenu of an item of an open menu.
import type { ScreenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { DesktopState, Found } from '../state.ts'

/** Milliseconds that a menu has to open the submenu under a resting pointer; most do it after 225, a busy one later. */
const HOVER_MS = 1500

export const popupsOf = async (state: DesktopState, run: RunControl): Promise<string[]> =>
  (await state.windows(run)).filter(({ kind }) => kind === 'popup').map(({ handle }) => handle)

/**
 * Opens a submenu by resting the pointer on its item, where its menu is a pop-up. Measured: a GTK 3 menu that opens its
 * submenu as the button goes down closes it again as it goes up, unless that takes as long as a finger needs. Returns
 * whether it has opened.
 */
export async function opensUnderPointer(
  state: DesktopState,
  { element }: Found,
  point: ScreenPoint,
  run: RunControl,
): Promise<boolean> {
  if (element?.role !== 'menu') return false
  const before = await popupsOf(state, run)
  if (element.window === null || !before.includes(element.window)) return false
  await state.input.point(point, run)
  const opened = async () => (await popupsOf(state, run)).some((handle) => !before.includes(handle))
  return (await run.until(async () => ((await opened()) ? true : null), HOVER_MS)) === true
}
