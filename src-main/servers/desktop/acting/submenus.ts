// Opens the submenu of an item of an open menu.
import { contains, type ScreenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { DesktopState, Found } from '../state.ts'

/** Milliseconds that a menu has to open the submenu under a resting pointer; most do it after 225, a busy one later. */
const HOVER_MS = 1500

const popups = async (state: DesktopState, run: RunControl) =>
  (await state.windows(run)).filter(({ kind }) => kind === 'popup')
export const popupsOf = async (state: DesktopState, run: RunControl): Promise<string[]> =>
  (await popups(state, run)).map(({ handle }) => handle)

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
  const before = await popups(state, run)
  // By its place: a menu that has just come is told as part of the window below it.
  if (!before.some(({ bounds }) => contains(bounds, point))) return false
  await state.input.point(point, run)
  const opened = async () =>
    (await popups(state, run)).some(({ handle }) => !before.some((one) => one.handle === handle))
  return (await run.until(async () => ((await opened()) ? true : null), HOVER_MS)) === true
}
