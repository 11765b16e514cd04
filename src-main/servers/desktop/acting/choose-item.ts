// Chooses an item of a list, combo box, tab list or tree.
import type { ControlRole } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import { centreOf, contains, screenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { atRest, clickControl, describe, focusControl, isReached, needEnabled, PLAIN_CLICK } from './click.ts'
import { sameLabel, sameValue } from '../../../matching/agreement.ts'
import { byRefOf, isWithin } from '../targeting/holders.ts'
import { listed, quoted, theItem } from '../targeting/names.ts'
import { nowhere, seek } from './seeking.ts'
import { scrolledToItem, writtenBeside, writtenNow } from './page-lists.ts'
import { shownWhenOpen } from './shown-when-open.ts'
import { popupsOf } from './submenus.ts'
import { setEditText } from './type-text.ts'
import { type DesktopState, type Found } from '../state.ts'
import { fairTime } from '../../../platform/fair-time.ts'

/** Milliseconds that a list or a menu has to open. */
export const OPEN_MS = 3000
/** Milliseconds that an open list has to scroll to the item that the arrow key has reached. */
const SCROLL_MS = 600
const LAST_SCROLL_MS = 1500
/** The most elements that are searched for an item. */
export const MAX_SEARCHED = 2000

const HOLDERS = new Set<ControlRole>([
  'combo box',
  'toggle button',
  'list',
  'tab list',
  'tree',
  'table',
  'menu',
  'group',
])
/** The gate has not judged an item that is found by scrolling, so only roles are taken in which a click presses nothing. */
const ROWS = new Set<ControlRole>(['list item', 'tree item', 'row', 'cell'])
const ITEMS = new Set<ControlRole>([
  'list item',
  'menu item',
  'tab',
  'tree item',
  'row',
  'cell',
  'radio button',
  'check box',
  'text',
  'button',
  'other',
])

export const foundOf = (state: DesktopState, element: PlatformElement, window: PlatformWindow): Found => {
  const control = state.registry.control(element, element.window ?? window.handle)
  return { id: control.id, element, control, window }
}

/** Selects an item by its own id, or by the id of the control that holds it and the item's name. */
export async function selectItem(
  state: DesktopState,
  found: Found,
  name: string,
  run: RunControl,
): Promise<Found> {
  state.shownByList = null
  await needEnabled(state, found, run)
  const named = name.trim() !== '' && !sameLabel(name, found.control.name)
  if (!named || !HOLDERS.has(found.control.role) || !found.element || !found.window) {
    await selectOne(state, found, run)
    return found
  }
  const holder = found.element
  const window = found.window
  if (holder.role === 'combo box' && holder.value !== null && sameValue(holder.value, name)) return found
  const before = await itemsOf(state, holder, window, run)
  const direct = theItem(before, name)
  const closed = holder.role === 'combo box' && !holder.states.includes('expanded')
  if (direct && closed) {
    await run.checkpoint()
    if (await state.platform.select(direct.ref, run)) return foundOf(state, direct, window)
  } else if (direct) {
    const item = foundOf(state, direct, window)
    await selectOne(state, item, run)
    return item
  }
  const itemIn = <T extends Pick<PlatformElement, 'role' | 'name'>>(elements: readonly T[]) =>
    theItem(
      elements.filter(({ role }) => ROWS.has(role)),
      name,
    )
  const arrow = await arrowOf(state, holder, window, run)
  if (holder.role !== 'combo box' && !arrow) {
    const area = screenRect(found.control.bounds)
    const sought = await seek(state, window, { ref: holder.ref, area }, itemIn, run)
    if (!sought.found) {
      throw new ToolError(
        `The ${describe(found)} has no item ${quoted(name)}. It has: ${listed(namesOf(before), name)}. ${nowhere(name, sought)}`,
      )
    }
    const item = foundOf(state, sought.found, window)
    await selectOne(state, item, run)
    return item
  }
  const atFirst = await elementsOf(state, window, run)
  const there = new Set(atFirst.map((element) => element.ref))
  const popupsBefore = await popupsOf(state, run)
  const opener = arrow ? foundOf(state, arrow, window) : found
  let opened: PlatformElement[] = []
  const look = async () => {
    const all = await elementsOf(state, window, run)
    const byRef = byRefOf(all)
    opened = all.filter(
      (each) => ITEMS.has(each.role) && (!there.has(each.ref) || isWithin(each, holder, byRef)),
    )
    // Some toolkits report items that are scrolled out of a pop-up at places outside of it.
    const popups = (await state.windows(run)).filter(({ kind }) => kind === 'popup')
    const inside = opened.filter((each) => popups.some(({ handle }) => handle === each.window))
    if (inside.length > 0) opened = inside
    return opened
  }
  const isClosed = async () => {
    const now = await state.platform.element(holder.ref, run)
    if (now?.states.includes('expanded') !== false) return false
    return (await popupsOf(state, run)).every((handle) => popupsBefore.includes(handle))
  }
  const seen = new Set<string>()
  const open = async () => {
    seen.clear()
    await clickControl(state, opener, PLAIN_CLICK, run)
    await run.until(async () => ((await look()).length > 0 ? true : null), OPEN_MS)
    return itemBelow(state, look, name, seen, run)
  }
  let item = await open()
  // A list that closes at once has done nothing: a busy Qt takes the late release of the button for a choice. Another button may act.
  if (opened.length === 0 && !arrow && (await isClosed())) item = await open()
  if (opened.length === 0) {
    // Without a list, Escape would close the dialog.
    if (!(await isClosed())) await state.input.press([['Escape']], run)
    throw new ToolError(
      `No list that can be read has opened from the ${describe(found)}: whether it has ${quoted(name)} is not known. Choose it by keys.`,
    )
  }
  if (item === 'out of sight' && (await takesTyped(state, holder, name, run))) return found
  const told = item && item !== 'out of sight' ? item : null
  if (told && sharesItsPlace(told, opened) && (await takesFocused(state, holder, look, told, run)))
    return found
  if (!told || sharesItsPlace(told, opened)) {
    // Chromium keeps the item that the arrow keys reached last, even when Escape closes the list. So the old item is restored first.
    const before = [...seen].findIndex((each) => sameLabel(each, holder.value ?? ''))
    const back = before < 0 ? [] : [['Home'], ...Array.from({ length: before }, () => ['Down'])]
    await state.input.press([...back, ['Escape']], run)
    throw new ToolError(
      told
        ? `Where the item ${quoted(name)} of the ${describe(found)} is can’t be told for sure: choose it by keys.`
        : `The ${describe(found)} has no item ${quoted(name)}. It has: ${listed([...seen], name)}.`,
    )
  }
  const popup = (await state.windows(run)).find((each) => each.handle === told.window)
  const chosen = foundOf(state, told, popup ?? window)
  try {
    await selectOne(state, chosen, run, opened.length > 0)
  } catch (error) {
    if (error instanceof ToolError) await state.input.press([['Escape']], run)
    throw error
  }
  const value = async () => (await state.platform.element(holder.ref, run))?.value ?? null
  // A page's field with proposals says that its item is selected, and stays empty: the item's name is written into it, as a person may.
  if (holder.role === 'combo box' && holder.states.includes('editable')) {
    const isShown = async () => (sameValue((await value()) ?? '', name) ? true : null)
    if ((await run.until(isShown, SCROLL_MS)) === true) return chosen
    const all = () => elementsOf(state, window, run)
    if ((await isClosed()) && (await writtenBeside(holder, told.name, writtenNow(atFirst), all, run))) {
      state.shownByList = { ref: holder.ref, name: told.name }
      return chosen
    }
    if (!(await isClosed())) await state.input.press([['Escape']], run)
    await setEditText(state, found, name, true, run)
    return found
  }
  if (holder.role !== 'combo box' || (await run.until(value, SCROLL_MS)) === null) {
    state.shownByList = { ref: holder.ref, name: await shownWhenOpen(state, opener, name, look, run) }
  }
  return chosen
}

/**
 * Finds the button that opens a list which LibreOffice builds of several controls: the only one without a name in a group or combo box. Of
 * some lists the tree has nothing but this button.
 */
async function arrowOf(
  state: DesktopState,
  holder: PlatformElement,
  window: PlatformWindow,
  run: RunControl,
): Promise<PlatformElement | null> {
  if (holder.role === 'toggle button') return holder
  if (holder.role !== 'combo box' && holder.role !== 'group') return null
  const all = await elementsOf(state, window, run)
  const byRef = byRefOf(all)
  const arrows = all.filter(
    (each) => OPENERS.has(each.role) && each.name === '' && isWithin(each, holder, byRef),
  )
  return arrows.length === 1 ? (arrows[0] ?? null) : null
}

/** A list that is hidden behind its button is a combo box itself. */
const OPENERS: ReadonlySet<ControlRole> = new Set<ControlRole>(['toggle button', 'combo box'])

/** Whether the tree reports another item at the same place: GTK 4 keeps the old places of rows that have scrolled away. */
const sharesItsPlace = (item: PlatformElement, opened: readonly PlatformElement[]): boolean =>
  opened.some(
    (each) =>
      each.name !== item.name && each.role === item.role && contains(each.bounds, centreOf(item.bounds)),
  )

/** The most items of an open list that are searched. */
const MAX_ITEMS = 1000

/**
 * Finds an item of an open list that may be longer than its visible part: the arrow key scrolls to the rest. Adds the names to `seen` in
 * their order. Returns `out of sight` where the list goes on but its tree does not show that (Chromium).
 */
async function itemBelow(
  state: DesktopState,
  look: () => Promise<PlatformElement[]>,
  name: string,
  seen: Set<string>,
  run: RunControl,
): Promise<PlatformElement | 'out of sight' | null> {
  let shown = await look()
  const first = theItem(shown, name) ?? (await scrolledToItem(state, shown, name, look, run))
  if (first || shown.length === 0) return first
  await state.input.press([['Home']], run)
  const tellsFocus = shown.some((each) => each.states.includes('focused'))
  for (let idle = 0; seen.size < MAX_ITEMS;) {
    for (const { name: one } of shown) seen.add(one)
    const many = new Set(shown.map((each) => each.name)).size
    // Half of the visible part at a time, so that no item is skipped.
    const steps = Math.ceil(many / 2)
    await state.input.press(
      Array.from({ length: steps }, () => ['Down']),
      run,
    )
    const isNew = await run.until(
      async () => {
        shown = await look()
        return shown.some((each) => !seen.has(each.name)) ? true : null
      },
      idle < many ? SCROLL_MS : LAST_SCROLL_MS,
    )
    idle = isNew ? 0 : idle + steps
    // At its end a list stops, and a menu goes back to its first item.
    if (idle > many + steps || shown.length === 0) break
    if (!theItem(shown, name)) continue
    // Two rows further, because an item at the edge may be cut off, and a pointer there would scroll the list on.
    await pressedOut(state, [['Down'], ['Down']], run)
    return atRest(async () => theItem(await look(), name), run)
  }
  return tellsFocus && !shown.some((each) => each.states.includes('focused')) ? 'out of sight' : null
}

/** Milliseconds without a change on the screen after which keys have had their effect, and the most that this is waited for. */
const PAINTED_MS = 150
const MAX_PAINT_MS = 1500

/** Presses keys, and waits until their effect is painted: the tree of a scrolling list may be ahead of the screen. */
async function pressedOut(state: DesktopState, keys: string[][], run: RunControl): Promise<void> {
  const [screen] = await state.platform.screens(run)
  if (!screen) return
  await using watch = await state.platform.watch(screen.bounds, run)
  await state.input.press(keys, run)
  await run.until(() => {
    const last = watch.lastChange()
    return last !== null && fairTime() - last >= PAINTED_MS ? true : null
  }, MAX_PAINT_MS)
}

/** Types the item's name into the open list, and checks that the combo box has it then. Else restores what it had. */
async function takesTyped(
  state: DesktopState,
  holder: PlatformElement,
  name: string,
  run: RunControl,
): Promise<boolean> {
  if (!state.input.canType(name)) return false
  const take = async (wanted: string) => {
    await state.input.type(wanted, run)
    await state.input.press([['Enter']], run)
    return run.until(async () => {
      const now = await state.platform.element(holder.ref, run)
      return now && sameValue(now.value ?? '', wanted) ? true : null
    }, LAST_SCROLL_MS)
  }
  if (await take(name)) return true
  if (holder.value === null) return false
  await run.sleep(LAST_SCROLL_MS)
  await focusControl(state, foundOf(state, holder, await state.needWindow(run)), run)
  await state.input.type(holder.value, run)
  return false
}

/** The most times that the keyboard is moved on, until it is at an item; and by how many items where the item is in no sight. */
const MAX_MOVES = 40
const BLIND_ITEMS = 4

/**
 * Goes to an item by the arrow keys, as the open list tells which one has the keyboard, takes it, and checks that the combo box has it then.
 * Returns whether it has; false with the list still open where that is not told.
 */
async function takesFocused(
  state: DesktopState,
  holder: PlatformElement,
  look: () => Promise<PlatformElement[]>,
  { name }: PlatformElement,
  run: RunControl,
): Promise<boolean> {
  if (holder.value === null) return false
  let key = 'Down'
  let before: string | null = null
  for (let moves = 0; moves < MAX_MOVES; moves++) {
    const focused = await atRest(async () => (await look()).find(hasKeyboard) ?? null, run)
    if (!focused) return false
    if (focused.name === name) return hasTaken(state, holder, name, run)
    // Items that are missing in the tree make the way look shorter, so that no move goes too far.
    const shown = await look()
    const away = shown.findIndex((each) => each.name === name) - shown.findIndex(hasKeyboard)
    const isSeen = shown.some((each) => each.name === name) && shown.some(hasKeyboard)
    if (isSeen && away !== 0) key = away > 0 ? 'Down' : 'Up'
    // At its end the list stands still.
    else if (focused.name === before) key = key === 'Down' ? 'Up' : 'Down'
    before = focused.name
    const count = isSeen ? Math.max(1, Math.abs(away)) : BLIND_ITEMS
    await state.input.press(
      Array.from({ length: count }, () => [key]),
      run,
    )
  }
  return false
}

const hasKeyboard = ({ states }: PlatformElement): boolean => states.includes('focused')

/** Takes the item that has the keyboard; throws ToolError where the combo box has another one then. */
async function hasTaken(
  state: DesktopState,
  holder: PlatformElement,
  name: string,
  run: RunControl,
): Promise<true> {
  await state.input.press([['Enter']], run)
  const shown = async () => (await state.platform.element(holder.ref, run))?.value ?? ''
  if ((await run.until(async () => (sameValue(await shown(), name) ? true : null), LAST_SCROLL_MS)) === true)
    return true
  throw new ToolError(`The combo box has ${quoted(await shown())} now, and not ${quoted(name)}.`)
}

/** Finds the item of that name that a control holds, if it is visible without opening anything. */
export async function itemNamed(
  state: DesktopState,
  holder: PlatformElement,
  window: PlatformWindow,
  name: string,
  run: RunControl,
): Promise<PlatformElement | null> {
  if (name.trim() === '' || sameLabel(name, holder.name) || !HOLDERS.has(holder.role)) return null
  return theItem(await itemsOf(state, holder, window, run), name)
}

/**
 * Selects a visible item by a click, as a person does. Measured: through the tree, Qt selects an item without making it the current one, so
 * its application does not hear of it, and GTK 3 does what a double click does. Only a click closes an open pop-up, so items with `popup`
 * are always clicked.
 */
async function selectOne(state: DesktopState, item: Found, run: RunControl, popup = false): Promise<void> {
  const { element } = item
  if (popup || !element || (await isReached(state, item, element, run))) {
    await clickControl(state, item, PLAIN_CLICK, run)
    return
  }
  await run.checkpoint()
  if (await state.platform.select(element.ref, run)) return
  await clickControl(state, item, PLAIN_CLICK, run)
}

export const namesOf = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name)

/** All elements of a window, at most MAX_SEARCHED. Throws ToolError where the tree gives none and says why. */
export const elementsOf = async (
  state: DesktopState,
  window: PlatformWindow,
  run: RunControl,
): Promise<PlatformElement[]> => {
  const { elements, limited } = await state.platform.tree(window, { max: MAX_SEARCHED }, run)
  if (elements.length === 0 && limited !== null) throw new ToolError(limited)
  return elements
}

async function itemsOf(
  state: DesktopState,
  holder: PlatformElement,
  window: PlatformWindow,
  run: RunControl,
): Promise<PlatformElement[]> {
  const all = await elementsOf(state, window, run)
  const byRef = byRefOf(all)
  return all.filter((element) => ITEMS.has(element.role) && isWithin(element, holder, byRef))
}
