// Opens menus that a page has made of texts, links and lists, and that open under a resting pointer.
import type { ControlRole } from '../../../core/desktop.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { DesktopState, Found } from '../state.ts'
import { holdersOf } from '../../../matching/places.ts'
import { clickControl, clickPointOf, PLAIN_CLICK } from './click.ts'

/** Milliseconds that a page has to show what lies under a resting pointer; many wait and fade. */
const HOVER_MS = 1200
const POLL_MS = 60

const PARTS: ReadonlySet<ControlRole> = new Set<ControlRole>(['link', 'list item', 'text', 'heading', 'tab'])

/** Lists what may be an entry of such a menu: what in a page has a name, links and what lies innermost first. */
export const pageEntries = (
  elements: readonly PlatformElement[],
  byRef: ReadonlyMap<string, PlatformElement>,
): PlatformElement[] =>
  elements
    .filter(
      (each) =>
        PARTS.has(each.role) &&
        each.name !== '' &&
        holdersOf(each, byRef).some(({ role }) => role === 'web page'),
    )
    .toSorted((a, b) => Number(b.role === 'link') - Number(a.role === 'link') || b.depth - a.depth)

/** Opens what a page shows under the pointer, else by a click. What leads away is not clicked. */
export async function openPageMenu(
  state: DesktopState,
  entry: Found,
  look: () => Promise<PlatformElement[]>,
  run: RunControl,
): Promise<void> {
  const before = new Set((await look()).map(({ ref }) => ref))
  await state.input.point(await clickPointOf(state, entry, run), run)
  const isOpen = async () => ((await look()).some(({ ref }) => !before.has(ref)) ? true : null)
  if ((await run.until(isOpen, HOVER_MS, POLL_MS)) === true || entry.element?.role === 'link') return
  await clickControl(state, entry, PLAIN_CLICK, run)
}
