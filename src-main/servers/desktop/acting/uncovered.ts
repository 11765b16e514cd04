// Finds a place of a control in a page over which nothing else lies: bars, bubbles and backdrops take the click, and no tree tells of them.
import type { ControlRole } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import { centreOf, contains, screenPoint, type ScreenPoint, type ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PageHit, PlatformElement } from '../../../platform/platform.ts'
import type { DesktopState, Found } from '../state.ts'
import { quoted } from '../targeting/names.ts'
import { movedFrom, placeToTurn } from './seeking.ts'
import { shownPart } from './shown-part.ts'

/** Says that something else would take the click. */
export class CoveredError extends ToolError {}

/** Pixels of a line with its frame: what lies in one together is one control for a person, as a field, its hint and its mark. */
const LINE_PX = 64
/** Pixels of a side below which a control is hidden by its page, which shows another thing in its place. */
const MIN_SIDE = 6
/** Roles that do something when they are clicked. */
export const PRESSABLE: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'button',
  'toggle button',
  'link',
  'menu item',
  'check box',
  'radio button',
  'switch',
])
/** What takes a click for itself. */
const ACTS: ReadonlySet<ControlRole> = new Set<ControlRole>([
  ...PRESSABLE,
  'tab',
  'edit',
  'combo box',
  'web page',
])
/** Parts of each side at which a control is tried besides its middle, the nearest first. */
const PARTS = [
  [0.5, 0.2],
  [0.5, 0.8],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.08, 0.5],
  [0.92, 0.5],
] as const
/** Turns of one notch that bring a control out from below a bar. */
const MAX_TURNS = 4
/** What covers so much of a page's height is no bar: scrolling brings nothing out from below it. */
const PART_OF_BAR = 0.6
const MAX_TOLD = 60

/**
 * Gives a point of the control's shown part at which a click reaches it, `middle` where that is one. Scrolls a page whose bar lies over it.
 * Throws CoveredError where something else would take the click.
 */
export async function uncoveredPoint(
  state: DesktopState,
  { element, window }: Found,
  shown: ScreenRect,
  middle: ScreenPoint,
  run: RunControl,
): Promise<ScreenPoint> {
  const { platform } = state
  if (!element || !window || !platform.pageHit) return middle
  const { ref } = element
  const isFree = async (point: ScreenPoint) => (await coverOf(state, element, point, run)) === null
  const cover = await coverOf(state, element, middle, run)
  if (!cover) return middle
  let [part, tried] = [shown, 0]
  for (;;) {
    for (const point of pointsOf(part)) if (await isFree(point)) return point
    if (tried++ >= MAX_TURNS || !(await turnedAway(state, element, cover, run))) break
    const now = await platform.element(ref, run)
    const next = now && (await shownPart(state, now, now.bounds, run))
    if (!next) break
    part = next
    if (await isFree(centreOf(part))) return centreOf(part)
  }
  const text = (cover.name || ((await platform.textWithin?.(cover.ref, run)) ?? ''))
    .replace(/\s+/g, ' ')
    .trim()
  const control = `${element.role} ${quoted(element.name)}`
  if (text === '')
    throw new CoveredError(
      `Something without a name lies over the ${control} and would take the click: close it or scroll first.`,
    )
  throw new CoveredError(
    `${quoted(text.slice(0, MAX_TOLD))} lies over the ${control} and would take the click: close it or scroll first.`,
  )
}

/** What else takes a click at the point; null where it reaches the control, or nobody tells. */
async function coverOf(
  { platform }: DesktopState,
  element: PlatformElement,
  point: ScreenPoint,
  run: RunControl,
): Promise<PlatformElement | null> {
  const hit = await platform.pageHit?.(element.ref, point, run)
  return hit && !reaches(hit, element) ? hit.element : null
}

/** What is pressed itself: no hint or mark beside it does the same. */
const PRESSED: ReadonlySet<ControlRole> = new Set<ControlRole>(['button', 'link', 'menu item', 'tab'])

function reaches({ element: hit, common }: PageHit, { ref, role, bounds }: PlatformElement): boolean {
  if (common.ref === ref || Math.min(bounds.width, bounds.height) < MIN_SIDE) return true
  if (ACTS.has(common.role) && common.role !== 'web page') return true
  return (
    !PRESSED.has(role) && !ACTS.has(hit.role) && common.bounds.height <= Math.max(LINE_PX, 2 * bounds.height)
  )
}

/** Scrolls by one notch, towards the middle of the page. Returns whether the control has moved. */
async function turnedAway(
  state: DesktopState,
  { ref }: PlatformElement,
  cover: PlatformElement,
  run: RunControl,
): Promise<boolean> {
  const now = await state.platform.element(ref, run)
  const elements = state.lastView?.elements ?? []
  const page =
    now && elements.find(({ role, bounds }) => role === 'web page' && contains(bounds, centreOf(now.bounds)))
  const point = page ? placeToTurn(elements, page.bounds) : null
  if (!now || !page || !point || cover.bounds.height > page.bounds.height * PART_OF_BAR) return false
  await run.checkpoint()
  const notches = centreOf(now.bounds).y < centreOf(page.bounds).y ? 1 : -1
  await state.input.scroll(point, { notches, horizontal: false, keys: '' }, run)
  return (await movedFrom(state, now, run)) !== null
}

const pointsOf = ({ x, y, width, height }: ScreenRect): ScreenPoint[] =>
  PARTS.map(([across, down]) => screenPoint(Math.round(x + width * across), Math.round(y + height * down)))
