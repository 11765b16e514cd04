// Chooses an item of a list, combo box, tab list, tree or menu.
import type { ControlRole, ControlState } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import { centreOf, contains, screenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import {
  atRest,
  clickControl,
  describe,
  focusControl,
  isReached,
  needActive,
  needEnabled,
  PLAIN_CLICK,
} from './click.ts'
import { sameLabel, sameValue } from '../../../matching/agreement.ts'
import { plainLabel, readableName } from '../../../matching/label.ts'
import { INFORMS } from '../../../safety/vocabulary.ts'
import { byRefOf, isWithin } from '../targeting/holders.ts'
import { listed, quoted, theItem, withoutApplication } from '../targeting/names.ts'
import { nowhere, seek } from './seeking.ts'
import { shownWhenOpen } from './shown-when-open.ts'
import { popupsOf } from './submenus.ts'
import { HUNG_MS, type DesktopState, type Found } from '../state.ts'
import { fairTime } from '../../../platform/fair-time.ts'

/** Milliseconds that a menu or a list has to open. */
const OPEN_MS = 3000
/** Milliseconds that an open list has to scroll to the item that the arrow key has reached. */
const SCROLL_MS = 600
const LAST_SCROLL_MS = 1500
/** The most elements that are searched for an item. */
const MAX_SEARCHED = 2000

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
  const there = new Set((await elementsOf(state, window, run)).map((element) => element.ref))
  await clickControl(state, arrow ? foundOf(state, arrow, window) : found, PLAIN_CLICK, run)
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
  await run.until(async () => ((await look()).length > 0 ? true : null), OPEN_MS)
  const seen = new Set<string>()
  const item = await itemBelow(state, look, name, seen, run)
  if (item === 'out of sight' && (await takesTyped(state, holder, name, run))) return found
  const told = item && item !== 'out of sight' ? item : null
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
  if (holder.role !== 'combo box' || (await run.until(value, SCROLL_MS)) === null) {
    const opener = arrow ? foundOf(state, arrow, window) : found
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
  const first = theItem(shown, name)
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

const namesOf = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name)

const elementsOf = async (
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

/** Opens one menu after the other and presses the last item. Throws ToolError that lists what is there when one is missing. */
export async function chooseMenu(
  state: DesktopState,
  window: PlatformWindow,
  path: string[],
  run: RunControl,
): Promise<Found> {
  if (path.length === 0) throw new ToolError('The path is empty; for example ["File", "Save As…"].')
  await needActive(state, window, run)
  let last: Found | null = null
  const opened: string[] = []
  const passed = new Set<string>()
  let there = new Set<string>()
  await waitWhileBusy(state, window, run)
  for (const [depth, name] of path.entries()) {
    let seen: PlatformElement[] = []
    const above = last?.element ?? null
    // A button of a dialog (Help, Cancel) answers it, and opens no menu.
    const isAnswer = (each: PlatformElement) =>
      depth < path.length - 1 &&
      window.kind === 'dialog' &&
      each.role === 'button' &&
      !each.states.some((one) => OPENS.has(one))
    const item = await run.until(
      async () => {
        const all = await elementsOf(state, window, run)
        const byRef = byRefOf(all)
        const shown = new Set(await popupsOf(state, run))
        // A button of the same name elsewhere in the window does not belong to the menu that was opened.
        const isInMenu = (each: PlatformElement) =>
          above === null ||
          !there.has(each.ref) ||
          (each.window !== null && shown.has(each.window)) ||
          isWithin(each, above, byRef)
        seen = all.filter(
          (each) => canBeMenu(each, depth) && !passed.has(each.ref) && isInMenu(each) && !isAnswer(each),
        )
        // A menu that is open comes before the bar behind it.
        const open = seen.filter((each) => each.window !== null && shown.has(each.window))
        const found =
          (depth === 0 ? best(open, name, depth) : null) ??
          best(seen, name, depth) ??
          // “About KReversi” may be called “About” there, and the other way round.
          (depth > 0 && INFORMS.test(name) ? bestOfOwn(seen, name, depth, window) : null) ??
          (depth === 0 && open.length === 0 ? mainMenu(seen, name) : null)
        if (found) there = new Set(all.map(({ ref }) => ref))
        return found
      },
      depth === 0 ? 500 : OPEN_MS,
    )
    if (!item) {
      for (const _ of opened) await state.input.press([['Escape']], run)
      const where =
        opened.length === 0 ? `The window ${quoted(window.title)}` : `The menu ${quoted(opened.at(-1) ?? '')}`
      const items = listed(namesOf(seen), name)
      if (items === '')
        throw new ToolError(`${where} has nothing that can be read: ${quoted(name)} was not found.`)
      throw new ToolError(`${where} has no ${quoted(name)}. It has: ${items}.`)
    }
    passed.add(item.ref)
    last = foundOf(state, item, window)
    const popups = await popupsOf(state, run)
    try {
      await clickControl(state, last, PLAIN_CLICK, run)
    } catch (error) {
      // A menu that was opened for a disabled item would take the next keys.
      for (const _ of opened) await state.input.press([['Escape']], run)
      throw error
    }
    opened.push(name)
    if (depth === path.length - 1 && !(await isTaken(state, popups, run))) {
      for (const _ of opened) await state.input.press([['Escape']], run)
      throw new ToolError(`The menu has stayed open: whether ${quoted(name)} was chosen is not known.`)
    }
  }
  if (!last) throw new ToolError('The path is empty.')
  return last
}

/** Milliseconds that an application that answers may have no controls, while it builds its view anew. */
const BUILDS_MS = 5000

/** Waits for an application that is busy, with sorting a sheet for example. One that had no tree before is not waited for. */
async function waitWhileBusy(state: DesktopState, window: PlatformWindow, run: RunControl): Promise<void> {
  if ((state.lastView?.elements.length ?? 0) === 0) return
  const began = fairTime()
  await run.until(async () => {
    const { elements, silent = false } = await state.platform.tree(window, { max: MAX_SEARCHED }, run)
    return elements.length > 0 || (!silent && fairTime() - began > BUILDS_MS) ? true : null
  }, HUNG_MS)
}

/** Milliseconds that the menus may take to close behind an item, or a further one to open. */
const TAKEN_MS = 1500

/** Whether a click has changed which pop-ups are open: a click that misses its item leaves them as they are. */
async function isTaken(state: DesktopState, before: string[], run: RunControl): Promise<boolean> {
  if (before.length === 0) return true
  const same = (now: string[]) => now.toSorted().join() === before.toSorted().join()
  return (await run.until(async () => (same(await popupsOf(state, run)) ? null : true), TAKEN_MS)) === true
}

const canBeMenu = (element: PlatformElement, depth: number): boolean =>
  element.role === 'menu' ||
  element.role === 'menu item' ||
  (depth === 0 && (element.role === 'toggle button' || element.role === 'button')) ||
  (depth > 0 && ['check box', 'radio button', 'button', 'list item', 'toggle button'].includes(element.role))

const MAIN_MENU = /^(?:(?:main|primary|application|hamburger|open) )?menu$/

/** Finds the main menu's button for “Menu > About”: the one that its name calls so, else the only one without a name that opens something. */
function mainMenu(items: PlatformElement[], name: string): PlatformElement | null {
  const isCalledSo = (label: string) => MAIN_MENU.test(plainLabel(label))
  if (!isCalledSo(name)) return null
  const buttons = items.filter(({ role }) => role === 'button' || role === 'toggle button')
  const called = buttons.filter((button) => isCalledSo(readableName(button)))
  const bare = buttons.filter(
    (button) => readableName(button) === '' && button.states.some((state) => OPENS.has(state)),
  )
  const meant = called.length > 0 ? called : bare
  return meant.length === 1 ? (meant[0] ?? null) : null
}
const OPENS: ReadonlySet<ControlState> = new Set<ControlState>(['collapsed', 'expanded'])

/** Prefers menus to buttons of the same name. Below the first level it prefers deeper ones, because the submenu was opened last. */
function best(items: PlatformElement[], name: string, depth: number): PlatformElement | null {
  const rank = (element: PlatformElement): number =>
    element.role === 'menu' || element.role === 'menu item' ? 0 : 1
  return theItem(
    items.toSorted((a, b) => rank(a) - rank(b) || (depth > 0 ? b.depth - a.depth : 0)),
    name,
  )
}

/**
 * The same, without the application's own name in what is asked and in what is there. Only of what tells something: “Close Kate” may
 * close more than “Close”.
 */
function bestOfOwn(
  items: PlatformElement[],
  name: string,
  depth: number,
  window: PlatformWindow,
): PlatformElement | null {
  const called = items.map((item) => ({ ...item, name: withoutApplication(item.name, window) }))
  const found = best(called, withoutApplication(name, window), depth)
  return items.find(({ ref }) => ref === found?.ref) ?? null
}
