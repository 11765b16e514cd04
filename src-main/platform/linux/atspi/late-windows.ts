// Waits for the windows of dialogs that an application tells of before it has mapped them: until then such a dialog is nowhere on the screen,
// and would count as a part of the window behind it.
import { keepNewest } from '../../../core/keep-newest.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../platform.ts'

/** Milliseconds in which a dialog gets its window. One that has none by then is not waited for again. */
const MAPS_WITHIN_MS = 2000
const POLL_MS = 50
const MAX_REMEMBERED = 100

export class LateWindows {
  /** Dialogs that have no window of their own. */
  readonly #without = new Map<string, true>()

  /** Reads a tree, and reads it again as long as a new dialog in it has no window, within bounds. */
  async placed<Read extends { listed: readonly { element: PlatformElement }[] }>(
    read: () => Promise<Read>,
    run: RunControl,
  ): Promise<Read> {
    let last = await read()
    const early = () =>
      last.listed.filter(({ element }) => isWindowless(element) && !this.#without.has(element.ref))
    if (early().length === 0) return last
    await run.until(
      async () => {
        last = await read()
        return early().length === 0 ? true : null
      },
      MAPS_WITHIN_MS,
      POLL_MS,
    )
    for (const { element } of early()) this.#without.set(element.ref, true)
    keepNewest(this.#without, MAX_REMEMBERED)
    return last
  }
}

const isWindowless = ({ role, parent, window }: PlatformElement): boolean =>
  role === 'dialog' && parent === null && window === null
