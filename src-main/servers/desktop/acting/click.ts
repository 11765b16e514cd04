// Presses controls: by their accessibility action where a plain click means it, else with the pointer.
import type { ControlRole } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import {
  centreOf,
  contains,
  intersection,
  screenRect,
  type ScreenPoint,
  type ScreenRect,
} from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { MouseButton, PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { quoted } from '../targeting/names.ts'
import type { DesktopState, Found } from '../state.ts'
import { isBeside } from '../targeting/window-relations.ts'
import { drawnPoint, mayBeHollow } from './drawn-point.ts'
import { clearOfBars } from './seeking.ts'
import { shownPart } from './shown-part.ts'
import { CoveredError, PRESSABLE, uncoveredPoint } from './uncovered.ts'
import { opensUnderPointer } from './submenus.ts'
import { fairTime } from '../../../platform/fair-time.ts'

/**
 * Roles whose default accessibility action does the same as a click. Edits are not among them (the action means Enter there), nor
 * are items of lists and trees (it means a double click).
 */
const INVOKED = new Set<ControlRole>([
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
  'menu',
  'menu item',
  'link',
  'combo box',
])

/**
 * Roles that the pointer clicks where it can reach them, although they have an action. Measured: a GTK 3 application that
 * opens a modal dialog within an accessibility action answers no accessibility call until the dialog is closed; a menu
 * opened by its action keeps the keyboard when another action has closed it; a check box of Qt that its action toggles does
 * not tell its application of a click.
 */
const POINTED = new Set<ControlRole>([
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
  'menu',
  'menu item',
])

/** Roles whose elements lie in pop-ups, even if no hit test says so. */
const IN_POPUPS = new Set<ControlRole>(['menu', 'menu item', 'list item'])

export const describe = (found: Found): string =>
  `${found.control.role} ${quoted(found.control.name || (found.control.value ?? ''))}`

/** Milliseconds for a control to become enabled, because many dialogs enable it only after checking their fields. */
const ENABLE_MS = 1000

/** Waits shortly for a control that is still disabled. Throws ToolError when it stays so. */
export async function needEnabled(state: DesktopState, found: Found, run: RunControl): Promise<void> {
  const { element } = found
  if (!found.control.states.includes('disabled')) return
  const enabled = await run.until(async () => {
    const now = element ? await state.platform.element(element.ref, run) : null
    return now && !now.states.includes('disabled') ? true : null
  }, ENABLE_MS)
  if (!enabled) {
    throw new ToolError(`The ${describe(found)} is disabled: something else has to be done first.`)
  }
}

export interface Clicks {
  button: MouseButton
  times: number
  /** Keys that are held during the click: `Ctrl+Shift`. */
  keys: string
}
export const PLAIN_CLICK: Clicks = { button: 'left', times: 1, keys: '' }

/** Clicks a control. Returns how: `action` or `pointer`. */
export async function clickControl(
  state: DesktopState,
  found: Found,
  how: Clicks,
  run: RunControl,
): Promise<'action' | 'pointer'> {
  await needEnabled(state, found, run)
  const { element } = found
  if (element?.role === 'toggle button') await flashIsOver(state, element, run)
  if (element && (await doneWithoutPlace(state, element, how, run))) return 'action'
  const plainClick = how.button === 'left' && how.times === 1 && how.keys === ''
  const invoked = element && plainClick && INVOKED.has(element.role) && element.actions.length > 0
  if (invoked && !(POINTED.has(element.role) && (await isReached(state, found, element, run)))) {
    await run.checkpoint()
    if (await state.platform.invoke(element.ref, null, run)) return 'action'
  }
  await takesClicks(state, element, run)
  const point = await clickPointOf(state, found, run)
  await needHit(state, found, point, run)
  if (plainClick && (await opensUnderPointer(state, found, point, run))) return 'pointer'
  await state.input.click(point, how, run)
  return 'pointer'
}

/** Milliseconds for which Chromium ignores clicks on a question of a page: the time of a double click. */
const PROTECTED_MS = 600

/** Waits until the dialog around a control takes clicks. */
async function takesClicks(
  state: DesktopState,
  element: PlatformElement | null,
  run: RunControl,
): Promise<void> {
  const since = element && state.dialogTimes.around(element, state.lastView?.elements ?? [])
  const left = since === null ? 0 : since + PROTECTED_MS - fairTime()
  if (left > 0) await run.sleep(left)
}

const ICONS = new Set<ControlRole>(['list item', 'image'])

/** Selects an item that has no place on the screen for a click, and opens it for a double click. Returns whether that was done. */
async function doneWithoutPlace(
  state: DesktopState,
  { ref, role, bounds, actions }: PlatformElement,
  { button, times, keys }: Clicks,
  run: RunControl,
): Promise<boolean> {
  if (!ICONS.has(role) || bounds.width > 0 || button !== 'left' || keys !== '') return false
  await run.checkpoint()
  if (times === 1) return state.platform.select(ref, run)
  const opens = actions.find((name) => /^(open|activate)$/i.test(name))
  return times === 2 && opens !== undefined && state.platform.invoke(ref, opens, run)
}

/** Milliseconds for which a momentary toggle button (galculator's keys) shows a click. It ignores another click meanwhile. */
const FLASH_MS = 250

/** The last clicked toggle button, with its state before. */
const lastToggled = new WeakMap<DesktopState, { ref: string; checked: boolean; at: number }>()

/** Waits until a toggle button that still shows a recent click returns to its state before, or keeps the new one. */
async function flashIsOver(state: DesktopState, element: PlatformElement, run: RunControl): Promise<void> {
  const isChecked = (each: PlatformElement) => each.states.includes('checked')
  const last = lastToggled.get(state)
  let checked = isChecked(element)
  if (last?.ref === element.ref && last.checked !== checked) {
    const left = last.at + FLASH_MS - fairTime()
    const over = await run.until(async () => {
      const now = await state.platform.element(element.ref, run)
      return !now || isChecked(now) === last.checked ? true : null
    }, left)
    if (over) checked = last.checked
  }
  lastToggled.set(state, { ref: element.ref, checked, at: fairTime() })
}

/**
 * Tells whether a click on the element hits it, or an element inside or around it. False where no hit test answers. Throws CoveredError where
 * something in its page lies over it.
 */
export async function isReached(
  state: DesktopState,
  found: Found,
  element: PlatformElement,
  run: RunControl,
): Promise<boolean> {
  if (element.bounds.width <= 0 || element.bounds.height <= 0) return false
  const point = await clickPointOf(state, found, run).catch((error: unknown) => {
    if (error instanceof ToolError && !(error instanceof CoveredError)) return null
    throw error
  })
  if (point === null) return false
  const hit = (await state.platform.elementAt(point, run)).element
  if (hit === null) return false
  return (
    hit.ref === element.ref || (!presses(hit, element) && intersection(hit.bounds, element.bounds) !== null)
  )
}

/** Whether a click that hits `hit` presses another control than `element`, or one inside or around it. */
const presses = (hit: PlatformElement, element: PlatformElement): boolean =>
  hit.ref !== element.ref &&
  PRESSABLE.has(hit.role) &&
  !(PRESSABLE.has(element.role) && hit.parent === element.ref) &&
  element.parent !== hit.ref

/**
 * Throws ToolError when a click at `point` would press another control, which the gate has not judged. It may lie over this one
 * (pages hide buttons over harmless things), or in the middle of it.
 */
export async function needHit(
  state: DesktopState,
  found: Found,
  point: ScreenPoint,
  run: RunControl,
): Promise<void> {
  const { element } = found
  if (!element) return
  const hit = (await state.platform.elementAt(point, run)).element
  if (hit === null || !presses(hit, element)) return
  throw new ToolError(
    `A click on the ${describe(found)} would press the ${hit.role} ${quoted(hit.name)}, which is in the same place.`,
  )
}

const isPlaced = ({ width, height }: ScreenRect): boolean => width > 0 && height > 0

/** Pixels of a side below which a part of a control is only its edge, as Chromium tells of what a page has just not scrolled in. */
const MIN_SIDE = 6
const isSliver = ({ width, height }: ScreenRect): boolean => Math.min(width, height) < MIN_SIDE

/** Gives a point of the control. Scrolls it into view and brings its window to the front before. */
export async function pointOf(state: DesktopState, found: Found, run: RunControl): Promise<ScreenPoint> {
  return (await placeOf(state, found, run)).point
}

/** As `pointOf`, but a point at which a click reaches the control. Throws CoveredError where there is none. */
export async function clickPointOf(state: DesktopState, found: Found, run: RunControl): Promise<ScreenPoint> {
  const { shown, point } = await placeOf(state, found, run)
  // A list in a window of its own lies over the page that opened it.
  const isInPopup = frontAt(point, await state.windows(run))?.kind === 'popup'
  return isInPopup ? point : uncoveredPoint(state, found, shown, point, run)
}

async function placeOf(
  state: DesktopState,
  found: Found,
  run: RunControl,
): Promise<{ shown: ScreenRect; point: ScreenPoint }> {
  let bounds = screenRect(found.control.bounds)
  const { element, window } = found
  if (element && (IN_POPUPS.has(element.role) || window?.kind === 'popup')) {
    const now = await atRest(() => state.platform.element(element.ref, run), run)
    // A list that scrolls shows other items in the same rows.
    if (!now || (now.name !== '' && now.name !== element.name))
      throw new ToolError(`The ${describe(found)} is not there any more.`)
    bounds = now.bounds
  }
  const look = async (): Promise<ScreenRect | null> => {
    if (!isPlaced(bounds)) return null
    const pressed = element && isExpander(element) ? { ...bounds, width: bounds.height } : bounds
    return shownPart(state, element, pressed, run)
  }
  let shown = await look()
  if (element && (found.control.states.includes('offscreen') || shown === null || isSliver(shown))) {
    bounds = (await scrolledTo(state, element, run)) ?? bounds
    shown = await look()
  }
  if (!isPlaced(bounds)) {
    throw new ToolError(
      `The ${describe(found)} has no place on the screen. Scroll to it, or use another way.`,
    )
  }
  if (!shown)
    throw new ToolError(
      `The ${describe(found)} is outside of the screen. Move or resize its window, or use another way.`,
    )
  const point = centreOf(shown)
  if (found.window) await bringForward(state, found.window, point, run, found.element)
  return { shown, point: element && mayBeHollow(element) ? await drawnPointIn(state, shown, run) : point }
}

/** Scrolls to a control and gives its place once it rests there: Chromium answers before it has scrolled. */
async function scrolledTo(
  state: DesktopState,
  { ref, bounds }: PlatformElement,
  run: RunControl,
): Promise<ScreenRect | null> {
  const look = () => state.platform.element(ref, run)
  await run.checkpoint()
  if (!(await state.platform.scrollIntoView(ref, run))) return (await look())?.bounds ?? null
  const hasMoved = (now: PlatformElement | null) => JSON.stringify(now?.bounds) !== JSON.stringify(bounds)
  await run.until(async () => (hasMoved(await look()) ? true : null), MOVES_MS, STILL_MS)
  const now = await atRest(look, run)
  return now && (await clearOfBars(state, now, state.lastView?.elements ?? [], run)).bounds
}

/** The point of the shown part of an item at which something is drawn, where the same window shows it. */
async function drawnPointIn(state: DesktopState, shown: ScreenRect, run: RunControl): Promise<ScreenPoint> {
  const middle = centreOf(shown)
  const drawn = drawnPoint(await state.platform.picture(shown, run))
  const windows = await state.windows(run)
  return frontAt(drawn, windows)?.handle === frontAt(middle, windows)?.handle ? drawn : middle
}

/** Whether it is a GTK 3 expander, which reports a whole row as its area, but takes a click only on its sign and label. */
const isExpander = ({ role, states, bounds }: PlatformElement): boolean =>
  role === 'toggle button' &&
  bounds.width > bounds.height &&
  states.some((state) => state === 'collapsed' || state === 'expanded')

/** Milliseconds between two looks at an element that may still move, and the most for all of them. */
const STILL_MS = 40
const MOVES_MS = 600

/** Gives an item once its menu or list has opened and scrolled, because before that a click would hit its neighbour. */
export async function atRest(
  look: () => Promise<PlatformElement | null>,
  run: RunControl,
): Promise<PlatformElement | null> {
  const placed = (element: PlatformElement | null) => JSON.stringify([element?.ref, element?.bounds])
  let last = await look()
  await run.sleep(STILL_MS)
  await run.until(
    async () => {
      const before = last
      last = await look()
      return placed(last) === placed(before) ? true : null
    },
    MOVES_MS,
    STILL_MS,
  )
  return last
}

/** The window that shows a point. */
const frontAt = (point: ScreenPoint, windows: readonly PlatformWindow[]): PlatformWindow | undefined =>
  windows.find((each) => !each.minimized && contains(each.bounds, point))

/** Milliseconds for a tooltip to go away when the pointer comes. */
const TOOLTIP_MS = 1000

/**
 * Makes sure that `point` shows `window`, so that a click there can't hit another window. Throws ToolError where a window that
 * does not go away covers it: a dialog or menu of the same application has to be closed first. `element` is what the click has
 * to hit, where that is known. Returns whether something else was in front there before.
 */
export async function bringForward(
  state: DesktopState,
  window: PlatformWindow,
  point: ScreenPoint,
  run: RunControl,
  element: PlatformElement | null = null,
): Promise<boolean> {
  const coverOf = async () => {
    const front = frontAt(point, await state.windows(run))
    return !front || front.handle === window.handle ? null : front
  }
  let cover = await coverOf()
  if (cover === null) {
    // One of our own windows covers the point. The gate has judged the window below, because no other window was in front.
    if (!window.active && (await state.shield.isOwn(point, run))) {
      await run.checkpoint()
      await state.platform.focusWindow(window.handle, run)
    }
    return false
  }
  if (cover.kind === 'popup') {
    // Drivers often assign an item of a menu to the window below it.
    const hit = element ? (await state.platform.elementAt(point, run)).element : null
    if (element && (hit?.ref === element.ref || (hit === null && IN_POPUPS.has(element.role)))) return false
    await state.input.move(point, run)
    await run.until(async () => ((await coverOf())?.kind === 'popup' ? null : true), TOOLTIP_MS)
  } else {
    await run.checkpoint()
    await state.platform.focusWindow(window.handle, run)
  }
  cover = await coverOf()
  if (cover === null || (cover.kind === 'popup' && element && IN_POPUPS.has(element.role))) return true
  const what = cover.kind === 'popup' ? 'A menu or list' : quoted(cover.title || cover.processName)
  throw new ToolError(`${what} covers that place: close it first.`)
}

/** Gives the keyboard to a control, by a click where its action fails. Throws ToolError where another text keeps the focus. */
export async function focusControl(state: DesktopState, found: Found, run: RunControl): Promise<void> {
  if (found.window) await needActive(state, found.window, run)
  const element = found.element
  if (element) {
    await run.checkpoint()
    const focused = await state.platform.focus(element.ref, run)
    if (focused && (await hasFocus(state, element, run))) return
  }
  const point = await clickPointOf(state, found, run)
  await needHit(state, found, point, run)
  await state.input.click(point, PLAIN_CLICK, run)
  if (!element || (await hasFocus(state, element, run))) return
  const other = await state.platform.focusedElement(run)
  if (other && TAKES_TEXT.has(other.role))
    throw new ToolError(
      `The ${describe(found)} does not take the keyboard: the ${other.role} ${quoted(other.name)} has it.`,
    )
}

/** Roles into which a person types. */
export const TAKES_TEXT = new Set<ControlRole>(['edit', 'password', 'document', 'combo box', 'spinner'])

/** Tells whether the element, or something within it, has the keyboard; true where that can't be known. */
export async function hasFocus(
  state: DesktopState,
  element: PlatformElement,
  run: RunControl,
): Promise<boolean> {
  const got = await run.until(async () => {
    const focused = await state.platform.focusedElement(run)
    if (focused === null) return null
    return focused.ref === element.ref || contains(element.bounds, centreOf(focused.bounds)) ? true : null
  }, 150)
  return got === true || (await state.platform.focusedElement(run)) === null
}

/** Makes a window the active one unless it, or a dialog or pop-up of its application, already is. */
export async function needActive(
  state: DesktopState,
  window: PlatformWindow,
  run: RunControl,
): Promise<void> {
  const all = await state.windows(run)
  const active = all.find((each) => each.active)
  if (active?.handle === window.handle) return
  const sibling = active && isBeside(active, window, all)
  if (sibling && active.kind !== 'normal') return
  await run.checkpoint()
  await state.platform.focusWindow(window.handle, run)
}
