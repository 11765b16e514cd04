// Chooses an item of a menu, one level after the other.
import type { ControlState } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { fairTime } from '../../../platform/fair-time.ts'
import { plainLabel, readableName } from '../../../matching/label.ts'
import { INFORMS } from '../../../safety/vocabulary.ts'
import { byRefOf, isWithin } from '../targeting/holders.ts'
import { listed, quoted, theItem, withoutApplication } from '../targeting/names.ts'
import { elementsOf, foundOf, MAX_SEARCHED, namesOf, OPEN_MS } from './choose-item.ts'
import { clickControl, needActive, PLAIN_CLICK } from './click.ts'
import { openPageMenu, pageEntries } from './page-menus.ts'
import { popupsOf } from './submenus.ts'
import { HUNG_MS, type DesktopState, type Found } from '../state.ts'

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
    let inPage: PlatformElement[] = []
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
        inPage = pageEntries(
          all.filter((each) => !passed.has(each.ref) && isInMenu(each)),
          byRef,
        )
        const found =
          (depth === 0 ? best(open, name, depth) : null) ??
          best(seen, name, depth) ??
          // “About KReversi” may be called “About” there, and the other way round.
          (depth > 0 && INFORMS.test(name) ? bestOfOwn(seen, name, depth, window) : null) ??
          (depth === 0 && open.length === 0 ? mainMenu(seen, name) : null) ??
          (path.length > 1 ? theItem(inPage, name) : null)
        if (found) there = new Set(all.map(({ ref }) => ref))
        // An entry of a page holds the link that does it.
        const held = (each: PlatformElement) => found && each.role === 'link' && isWithin(each, found, byRef)
        return theItem(inPage.filter(held), name) ?? found
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
      if (depth < path.length - 1 && inPage.includes(item))
        await openPageMenu(state, last, () => elementsOf(state, window, run), run)
      else await clickControl(state, last, PLAIN_CLICK, run)
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
