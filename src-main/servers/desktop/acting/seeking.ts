// Looks for a control that is out of sight: turns the wheel over a list or page until it is seen.
import type { ControlRole } from '../../../core/desktop.ts'
import {
  centreOf,
  contains,
  intersection,
  screenPoint,
  type ScreenPoint,
  type ScreenRect,
} from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import type { DesktopState } from '../state.ts'
import { quoted } from '../targeting/names.ts'

export interface Sought {
  /** Null where it was not found. */
  found: PlatformElement | null
  /** The number of different controls seen meanwhile. */
  seen: number
  /** Whether both ends were reached. */
  toTheEnd: boolean
}

/** Turns in one direction: a list of 1,000 rows has about 60. */
const MAX_TURNS = 90
const SEEK_MS = 45_000
/** Notches of the first turn. Later turns move most of the area, but never all of it, so that nothing is skipped. */
const FIRST_NOTCHES = 1
const MAX_NOTCHES = 15
const PART_OF_AREA = 0.8
/** The assumed most pixels per notch, where the real number can't be seen. */
const NOTCH_PX = 120
/** The most turns in a row that change the picture, but no control. */
const MAX_UNMOVED = 12
/** Milliseconds for an application to move its content. */
const MOVE_MS = 500
/** Milliseconds by which the tree may be later than the picture. */
const TREE_MS = 1200
const POLL_MS = 40
const MAX_SEARCHED = 2000

/** Controls whose value the wheel changes. */
const TAKES_WHEEL = new Set<ControlRole>(['slider', 'spinner', 'combo box', 'tab', 'tab list', 'scroll bar'])

type Named = Pick<PlatformElement, 'ref' | 'role' | 'name'>
type Fits = <T extends Named>(elements: readonly T[]) => T | null

interface Holder {
  /** What is looked through; null where its application does not tell of it. */
  ref: string | null
  area: ScreenRect
}

/** Has the application scroll to what it tells of, else turns the wheel down to the end, then up to the beginning. */
export async function seek(
  state: DesktopState,
  window: PlatformWindow,
  { ref, area }: Holder,
  fits: Fits,
  run: RunControl,
): Promise<Sought> {
  const end = performance.now() + SEEK_MS
  const look = async () => (await state.platform.tree(window, { max: MAX_SEARCHED }, run)).elements
  const told = ref === null ? [] : ((await state.platform.outOfSight?.(ref, run)) ?? [])
  const there = fits(told)
  if (there && (await state.platform.scrollIntoView(there.ref, run))) {
    const found = await run.until(
      async () => fits((await look()).filter((each) => isInside(each, area))),
      TREE_MS,
      POLL_MS,
    )
    if (found)
      return { found: await clearOfBars(state, found, await look(), run), seen: told.length, toTheEnd: false }
  }
  const seen = new Set((await look()).filter((each) => isInside(each, area)).map(({ ref }) => ref))
  for (const direction of [-1, 1]) {
    const outcome = await turnThrough(state, { area, direction, end, look, fits, seen }, run)
    if (outcome === 'late') return { found: null, seen: seen.size, toTheEnd: false }
    if (outcome !== 'end')
      return { found: await clearOfBars(state, outcome, await look(), run), seen: seen.size, toTheEnd: false }
  }
  return { found: null, seen: seen.size, toTheEnd: true }
}

/** Says that the control was found nowhere. */
export const nowhere = (name: string, { seen, toTheEnd }: Sought): string =>
  `${quoted(name)} is not among the ${toTheEnd ? '' : 'first '}${seen} controls that scrolling shows.`

interface Turning {
  area: ScreenRect
  /** 1 is up, -1 down. */
  direction: number
  /** Monotonic milliseconds. */
  end: number
  look: () => Promise<PlatformElement[]>
  fits: Fits
  seen: Set<string>
}

/** Turns in one direction until the control is found, nothing moves any more, or time is up. */
async function turnThrough(
  state: DesktopState,
  { area, direction, end, look, fits, seen }: Turning,
  run: RunControl,
): Promise<PlatformElement | 'end' | 'late'> {
  let notches = FIRST_NOTCHES
  let unmoved = 0
  for (let turn = 0; turn < MAX_TURNS && performance.now() < end; turn++) {
    const before = await look()
    const point = placeToTurn(before, area)
    if (!point) return 'end'
    await run.checkpoint()
    await using watch = await state.platform.watch(area, run)
    await state.input.scroll(point, { notches: direction * notches, horizontal: false, keys: '' }, run)
    let after = before
    const hasMovedNow = async () => {
      after = await look()
      return hasMoved(before, after, area) ? true : null
    }
    const isPainted = async () => (await hasMovedNow()) ?? (watch.lastChange() === null ? null : true)
    if (!(await run.until(isPainted, MOVE_MS, POLL_MS))) return 'end'
    // Chromium updates its tree later than its picture.
    await run.until(hasMovedNow, TREE_MS, POLL_MS)
    const inside = after.filter((each) => isInside(each, area))
    for (const { ref } of inside) seen.add(ref)
    const found = fits(inside)
    if (found) return found
    // If only the picture has changed, it may show an empty part of a page, or a clock.
    unmoved = hasMoved(before, after, area) ? 0 : unmoved + 1
    if (unmoved >= MAX_UNMOVED) return 'end'
    const shift = shiftBetween(before, after, area)
    const pixels = shift === null ? NOTCH_PX : Math.abs(shift) / notches
    notches = Math.max(1, Math.min(MAX_NOTCHES, Math.floor((area.height * PART_OF_AREA) / pixels)))
  }
  return 'late'
}

/** The part of a page's height at its edges where bars may lie over it that stay while it scrolls: no tree tells of them. */
const PART_OF_BARS = 0.2
/** Turns of one notch that bring a control out of there. */
const MAX_CLEARING = 4

/**
 * Scrolls the page of a control that was just scrolled to until it is clear of its edges, and gives it at its new place. Where the page ends, and in no
 * page, it stays.
 */
export async function clearOfBars(
  state: DesktopState,
  found: PlatformElement,
  elements: readonly PlatformElement[],
  run: RunControl,
): Promise<PlatformElement> {
  const page = elements.find(
    ({ role, bounds }) => role === 'web page' && contains(bounds, centreOf(found.bounds)),
  )
  const point = page ? placeToTurn(elements, page.bounds) : null
  if (!page || !point) return found
  let now = found
  for (let turn = 0; turn < MAX_CLEARING; turn++) {
    const part = (centreOf(now.bounds).y - page.bounds.y) / page.bounds.height
    if (part >= PART_OF_BARS && part <= 1 - PART_OF_BARS) break
    await run.checkpoint()
    const notches = part < PART_OF_BARS ? 1 : -1
    await state.input.scroll(point, { notches, horizontal: false, keys: '' }, run)
    const moved = await movedFrom(state, now, run)
    if (!moved) break
    now = moved
  }
  return now
}

/** The control once it rests at another place; null where it stays. */
export async function movedFrom(
  { platform }: DesktopState,
  { ref, bounds }: PlatformElement,
  run: RunControl,
): Promise<PlatformElement | null> {
  let last = bounds.y
  const look = async () => {
    const now = await platform.element(ref, run)
    const rests = now !== null && now.bounds.y !== bounds.y && now.bounds.y === last
    last = now?.bounds.y ?? last
    return rests ? now : null
  }
  return run.until(look, MOVE_MS, POLL_MS)
}

/** Finds a point of the area at which the wheel moves the area, and no control inside. */
export function placeToTurn(
  elements: readonly PlatformElement[],
  { x, y, width, height }: ScreenRect,
): ScreenPoint | null {
  for (const [across, down] of [
    [0.5, 0.5],
    [0.5, 0.8],
    [0.2, 0.5],
    [0.8, 0.3],
    [0.5, 0.1],
  ] as const) {
    const point = screenPoint(Math.round(x + width * across), Math.round(y + height * down))
    const below = elements.filter(({ bounds }) => contains(bounds, point))
    if (!below.some(({ role }) => TAKES_WHEEL.has(role))) return point
  }
  return null
}

const isInside = ({ bounds }: PlatformElement, area: ScreenRect): boolean =>
  intersection(bounds, area) !== null

const placesIn = (elements: readonly PlatformElement[], area: ScreenRect) =>
  new Map(
    elements
      .filter((each) => isInside(each, area))
      .map(({ ref, name, bounds }) => [ref, { name, y: bounds.y }]),
  )

function hasMoved(
  before: readonly PlatformElement[],
  after: readonly PlatformElement[],
  area: ScreenRect,
): boolean {
  const [was, is] = [placesIn(before, area), placesIn(after, area)]
  if (was.size !== is.size) return true
  return [...is].some(([ref, { name, y }]) => was.get(ref)?.y !== y || was.get(ref)?.name !== name)
}

/** Pixels by which most of the remaining controls have moved. */
function shiftBetween(
  before: readonly PlatformElement[],
  after: readonly PlatformElement[],
  area: ScreenRect,
): number | null {
  const was = placesIn(before, area)
  const shifts = [...placesIn(after, area)].flatMap(([ref, { y }]) => {
    const old = was.get(ref)
    return old === undefined || old.y === y ? [] : [y - old.y]
  })
  return shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? null
}
