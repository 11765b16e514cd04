// Chooses in lists that a page has built itself: what its tree tells of them out of sight, and where the page writes what was chosen.
import { intersection } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { sameLabel } from '../../../matching/agreement.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { DesktopState } from '../state.ts'
import { theItem } from '../targeting/names.ts'

/** Milliseconds that a page has to scroll to an item, or to write what was chosen. */
const SHOWS_MS = 1200
const POLL_MS = 40

/** Has the page scroll its open list to an item that it tells of without showing it, and gives the item. */
export async function scrolledToItem(
  { platform }: DesktopState,
  shown: readonly PlatformElement[],
  name: string,
  look: () => Promise<PlatformElement[]>,
  run: RunControl,
): Promise<PlatformElement | null> {
  const list = shown[0]?.parent
  if (!list || !platform.outOfSight) return null
  const there = theItem(await platform.outOfSight(list, run), name)
  if (!there) return null
  await run.checkpoint()
  if (!(await platform.scrollIntoView(there.ref, run))) return null
  return run.until(async () => theItem(await look(), name), SHOWS_MS, POLL_MS)
}

/**
 * Whether a page writes what was chosen in the place of its field, which stays empty because it only looks for items. `before`: what was there
 * before the choice.
 */
export async function writtenBeside(
  holder: PlatformElement,
  name: string,
  before: ReadonlySet<string>,
  look: () => Promise<PlatformElement[]>,
  run: RunControl,
): Promise<boolean> {
  const isNew = ({ ref, role, name: text, bounds }: PlatformElement) =>
    role === 'text' &&
    !before.has(`${ref} ${text}`) &&
    sameLabel(text, name) &&
    intersection(bounds, holder.bounds) !== null
  return (await run.until(async () => ((await look()).some(isNew) ? true : null), SHOWS_MS, POLL_MS)) === true
}

export const writtenNow = (elements: readonly PlatformElement[]): ReadonlySet<string> =>
  new Set(elements.map(({ ref, name }) => `${ref} ${name}`))
