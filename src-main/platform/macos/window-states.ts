// Makes windows larger, small, and as they were, by what a title bar offers. macOS does not tell which of its two sizes a window has,
// and one button changes between them, so the size is looked at before and after.
import { screenRect, type ScreenRect } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { WindowState } from '../platform.ts'
import type { Applications } from './applications.ts'
import { attributeOf, perform, setTo } from './ax/ask.ts'
import { rounded } from './ax/describe.ts'
import { elementOf } from './ax/facts.ts'
import { flagIn, makeFlag, release, using, type Ref } from './native/core-foundation.ts'
import { serverScreens, serverWindows } from './native/graphics.ts'
import { fairTime } from '../fair-time.ts'

/** Milliseconds that a window may take to change, and for which it stands still when it has. */
const CHANGE_MS = 3000
const STILL_MS = 120
/** Parts of a screen that a window fills when it is as large as it gets: beside it are the menu bar and the Dock. */
const FILLED = { width: 0.95, height: 0.8 } as const

const areaOf = ({ width, height }: ScreenRect): number => width * height
const isSame = (one: ScreenRect, other: ScreenRect): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

export class WindowStates {
  readonly #applications: Applications
  /** Window → its place since it was made larger here. */
  readonly #large = new Map<number, ScreenRect>()

  constructor(applications: Applications) {
    this.#applications = applications
  }

  /** Whether it was made larger here and has not been moved since; other windows may be large, too. */
  isLarge(id: number, bounds: ScreenRect): boolean {
    const place = this.#large.get(id)
    return place !== undefined && isSame(place, bounds)
  }

  /** False when the window does not allow it. */
  async set(id: number, pid: number, state: WindowState, run: RunControl): Promise<boolean> {
    const set = (window: Ref) => this.#set(window, id, state, run)
    return (await this.#applications.withWindow(pid, id, set, run)) ?? false
  }

  async #set(window: Ref, id: number, state: WindowState, run: RunControl): Promise<boolean> {
    const small = state === 'minimized'
    const wasSmall = await isMinimized(window, run)
    if (small !== wasSmall) {
      await setTo(window, 'AXMinimized', makeFlag(small), run)
      const came = async () => ((await isMinimized(window, run)) === small ? true : null)
      if (!(await run.until(came, CHANGE_MS, 40))) return false
    }
    // A minimized window comes back as it was.
    if (small || (state === 'normal' && wasSmall)) return true
    const before = placeOf(id)
    if (!before) return false
    if ((this.isLarge(id, before) || fillsScreen(before)) === (state === 'maximized')) return true
    const button = await elementOf(window, 'AXZoomButton', run)
    if (button === 0n) return false
    await perform(button, 'AXPress', run).finally(() => release(button))
    return this.#changed(id, before, state, run)
  }

  /** Waits until the window is larger or smaller than before, as asked, and stands still. */
  async #changed(id: number, before: ScreenRect, state: WindowState, run: RunControl): Promise<boolean> {
    const grows = state === 'maximized'
    const last = { place: before, since: fairTime() }
    const still = () => {
      const place = placeOf(id)
      if (place && !isSame(place, last.place)) Object.assign(last, { place, since: fairTime() })
      const isDone = grows ? areaOf(last.place) > areaOf(before) : areaOf(last.place) < areaOf(before)
      return isDone && fairTime() - last.since >= STILL_MS ? last.place : null
    }
    const place = await run.until(() => Promise.resolve(still()), CHANGE_MS, 20)
    if (place && grows) this.#large.set(id, place)
    else this.#large.delete(id)
    return place !== null
  }
}

async function isMinimized(window: Ref, run: RunControl): Promise<boolean> {
  const answer = await attributeOf(window, 'AXMinimized', run)
  return (answer && answer.ref !== 0n ? using(answer.ref, flagIn) : null) ?? false
}

function placeOf(id: number): ScreenRect | null {
  const window = serverWindows('all').find((one) => one.id === id)
  return window ? screenRect(rounded(window.bounds)) : null
}

const fillsScreen = ({ width, height }: ScreenRect): boolean =>
  serverScreens().some(
    ({ bounds }) => width >= bounds.width * FILLED.width && height >= bounds.height * FILLED.height,
  )
