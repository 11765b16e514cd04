// The postcondition of each act, as a table. It holds: confirmed. It fails: contradicted. There is none for this target, or
// it can't be seen: open, and a mere change does not make it confirmed.
import type { ControlState } from '../../core/desktop.ts'
import { contains, centreOf } from '../../core/geometry.ts'
import type { PlatformElement, PlatformWindow } from '../../platform/platform.ts'
import type { ActMemory } from './act-memory.ts'
import { changesBetween, describeElement, kindOf } from './changes.ts'
import { belongsToLaunch, launchOf } from './launched.ts'
import type { Look } from './look.ts'
import { plain, quoted, sameName } from './names.ts'
import { isOfApplication } from './state.ts'
import { comparable } from './typing.ts'
import { isUnsaved } from './windows.ts'
import { modifiedAt } from './files.ts'

export type Verdict =
  | { state: 'holds'; evidence: string }
  /** `final`: waiting longer will not help. */
  | { state: 'fails'; evidence: string; final?: boolean }
  /** `wait`: it may still come true, so a window at rest is not the end. */
  | { state: 'open'; evidence: string | null; wait?: boolean }

export type Postcondition = (act: ActMemory, now: Look) => Promise<Verdict>

const holds = (evidence: string): Verdict => ({ state: 'holds', evidence })
const fails = (evidence: string, final = false): Verdict => ({ state: 'fails', evidence, final })
const open = (evidence: string | null = null): Verdict => ({ state: 'open', evidence })

const nameOf = (element: PlatformElement): string =>
  element.name === '' ? `the ${element.role}` : `the ${element.role} ${quoted(element.name)}`
const The = (element: PlatformElement): string => `T${nameOf(element).slice(1)}`

const word = (act: ActMemory, key: string): string => {
  const value = act.parameters[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

// Windows

/** Windows of the act's application (of any, when it is not known) that were not there before. */
async function newWindows(act: ActMemory, now: Look): Promise<PlatformWindow[]> {
  const before = new Set(act.windows.map((window) => window.handle))
  const window = act.target.window
  const opened = (await now.windows()).filter((each) => !before.has(each.handle))
  return window
    ? opened.filter((each) => isOfApplication(each, { pid: window.pid, process: window.processName }))
    : opened
}

async function isGone(window: PlatformWindow, now: Look): Promise<boolean> {
  return !(await now.windows()).some((each) => each.handle === window.handle)
}

/** A dialog (or another window) has opened: what a name that ends with “…” promises. */
async function dialogOpened(act: ActMemory, now: Look): Promise<Verdict> {
  const opened = (await newWindows(act, now)).find((window) => window.kind !== 'popup')
  if (opened) return holds(`${kindOf(opened)} has opened.`.replace(/^t/, 'T'))
  const changes = changesBetween(act.view, await now.view(), [], [], now.restless)
  const inside = changes.appeared.find((element) => element.role === 'dialog')
  return inside ? holds(`${The(inside)} has opened.`) : fails('No dialog has opened.')
}

async function menuOpened(act: ActMemory, now: Look): Promise<Verdict | null> {
  const popup = (await newWindows(act, now)).find((window) => window.kind === 'popup')
  if (popup) return holds('A menu or list has opened.')
  const changes = changesBetween(act.view, await now.view(), [], [], now.restless)
  const items = changes.appeared.filter((each) => ['menu', 'menu item', 'list item'].includes(each.role))
  return items.length > 0 ? holds(`A menu or list with ${quoted(items[0]?.name ?? '')} has opened.`) : null
}

async function popupClosed(act: ActMemory, now: Look): Promise<boolean> {
  const there = new Set((await now.windows()).map((window) => window.handle))
  return act.windows.some((window) => window.kind === 'popup' && !there.has(window.handle))
}

// Clicks

const isChecked = (element: PlatformElement): ControlState | null =>
  element.states.find((state) => state === 'checked' || state === 'unchecked' || state === 'mixed') ?? null

async function stateIs(now: Look, wanted: ControlState): Promise<Verdict> {
  const element = await now.target()
  if (!element) return open('The control is gone.')
  const state = isChecked(element)
  if (state === null) return open(`The state of ${nameOf(element)} can't be read.`)
  return state === wanted ? holds(`${The(element)} is ${state}.`) : fails(`${The(element)} is ${state}.`)
}

/** Milliseconds that a toggle button has to stay flipped: some (galculator's keys) only flash, for about 100. */
const FLASH_MS = 150

async function flipped(
  act: ActMemory,
  before: PlatformElement,
  strict: boolean,
  now: Look,
): Promise<Verdict> {
  const wanted = before.role === 'radio button' || isChecked(before) !== 'checked' ? 'checked' : 'unchecked'
  const verdict = await stateIs(now, wanted)
  if (strict) return verdict
  if (verdict.state === 'holds') {
    // With a consequence elsewhere it does not matter whether it stays so.
    const { changed, appeared, gone } = changesBetween(act.view, await now.view(), [], [], now.restless)
    const other = changed.find(({ after }) => after.ref !== before.ref)
    if (other || appeared.length + gone.length > 0) {
      return holds([verdict.evidence, other ? describeElement(other) : null].filter(Boolean).join(' '))
    }
    act.flippedAt ??= performance.now()
    return performance.now() - act.flippedAt >= FLASH_MS ? verdict : fails(`${The(before)} only flashes.`)
  }
  act.flippedAt = null
  return open()
}

async function expandedOrMenu(act: ActMemory, before: PlatformElement, now: Look): Promise<Verdict> {
  const element = await now.target()
  const was = before.states.includes('expanded')
  const is = element?.states.includes('expanded') ?? false
  if (element && was !== is) return holds(`${The(before)} is ${is ? 'open' : 'closed'}.`)
  if (was && (await popupClosed(act, now))) return holds(`${The(before)} is closed.`)
  const menu = await menuOpened(act, now)
  if (menu) return menu
  if (await popupClosed(act, now)) return holds('The menu has closed.')
  const promised = before.role === 'menu' || before.states.includes('collapsed')
  return promised ? fails(`${The(before)} has not opened.`) : open()
}

const TAKES_TEXT = new Set<PlatformElement['role']>(['edit', 'password', 'document', 'combo box', 'spinner'])

/** Only another text control that has the focus contradicts: some toolkits call a tab or a window focused, too. */
async function focusIsOn(before: PlatformElement, now: Look): Promise<Verdict> {
  if ((await now.target())?.states.includes('focused') === true) return holds(`${The(before)} has the focus.`)
  const focused = await now.focused()
  if (focused === null) return open('Which control has the focus is not known.')
  const within = focused.ref === before.ref || contains(before.bounds, centreOf(focused.bounds))
  if (within) return holds(`${The(before)} has the focus.`)
  return TAKES_TEXT.has(before.role) && TAKES_TEXT.has(focused.role)
    ? fails(`${The(focused)} has the focus, not ${nameOf(before)}.`)
    : open()
}

/** After Save in a file dialog: the file is on the disk, newer than before. */
async function fileSaved(act: ActMemory, now: Look): Promise<Verdict | null> {
  if (!act.saves || !act.target.window) return null
  const { path, modified } = act.saves
  const written = modifiedAt(path)
  const isWritten = written !== null && written !== modified
  const gone = await isGone(act.target.window, now)
  if (gone && isWritten) return holds(`The file ${path} was written.`)
  if (!gone && (await newWindows(act, now)).length > 0) return null
  return { state: 'open', evidence: isWritten ? null : `There is no new file ${path}.`, wait: true }
}

const CLOSES =
  /^(ok|okay|cancel|close|yes|no|discard|don't save|close without saving|abbrechen|schließen|ja|nein|确定|取消|关闭|是|否|不保存)$/

const afterClick: Postcondition = async (act, now) => {
  const before = act.target.element
  const saved = await fileSaved(act, now)
  if (saved) return saved
  if (act.parameters['button'] === 'right') return (await menuOpened(act, now)) ?? open()
  if (!before || act.parameters['double'] === true || act.parameters['button'] === 'middle') return open()
  const check = isChecked(before)
  switch (before.role) {
    case 'check box':
    case 'switch':
    case 'radio button':
      return check === null ? open() : flipped(act, before, true, now)
    case 'toggle button':
      if (check !== null) return flipped(act, before, false, now)
      break
    case 'menu':
    case 'combo box':
      return expandedOrMenu(act, before, now)
    case 'edit':
    case 'password':
    case 'document':
    case 'cell':
      return focusIsOn(before, now)
    case 'tab':
    case 'list item':
    case 'tree item':
    case 'row': {
      const element = await now.target()
      return element?.states.includes('selected') ? holds(`${The(element)} is selected.`) : open()
    }
    default:
  }
  if (/(…|\.\.\.)\s*$/.test(before.name)) return dialogOpened(act, now)
  if (before.states.includes('collapsed') || before.states.includes('expanded')) {
    return expandedOrMenu(act, before, now)
  }
  const window = act.target.window
  if (window?.kind === 'dialog' && CLOSES.test(plain(before.name)) && (await isGone(window, now))) {
    return holds(`The dialog ${quoted(window.title)} has closed.`)
  }
  return open()
}

// Text

const occurrences = (text: string, part: string): number => (part === '' ? 0 : text.split(part).length - 1)

const textArrived: Postcondition = async (act, now) => {
  const before = act.target.element
  if (!before) return open('The control is not in the tree.')
  if (before.role === 'password') return open('A password field is not read back.')
  const element = await now.target()
  if (!element) return open('The control is gone.')
  const read = await now.text(element)
  if (read === null) return open('Its text can’t be read.')
  const text = comparable(read)
  const wanted = comparable(word(act, 'text'))
  const sees = `${The(element)} has ${quoted(text)}.`
  const was = comparable(act.text ?? '')
  const full = act.parameters['clear_current_text'] === true ? wanted : was + wanted
  if (text === full) return holds(sees)
  if (wanted !== '' && text.trim() !== '' && Number(text) === Number(wanted)) return holds(sees)
  if (before.role === 'cell') return text === wanted ? holds(sees) : open(sees)
  const added = wanted !== '' && occurrences(text, wanted) > occurrences(was, wanted)
  return act.parameters['clear_current_text'] !== true && added ? holds(sees) : fails(sees)
}

const typedArrived: Postcondition = async (act, now) => {
  const focused = act.focused
  const enter = act.parameters['enter'] === true
  if (!focused || act.focusedText === null) return open('What was typed can’t be read back.')
  const wanted = comparable(word(act, 'text'))
  const read = await now.text(focused)
  if (read === null) return open('The field is gone.')
  const text = comparable(read)
  const was = comparable(act.focusedText)
  const sees = `${The(focused)} has ${quoted(text)}.`
  if (wanted !== '' && occurrences(text, wanted) > occurrences(was, wanted)) return holds(sees)
  if (focused.role === 'cell') return text === wanted ? holds(sees) : open(sees)
  return enter ? open(sees) : fails(sees)
}

// Keys

const afterKeys: Postcondition = async (act, now) => {
  const keys = word(act, 'keys').toLowerCase().replace(/\s+/g, ' ').trim()
  const window = act.target.window
  const saved = await fileSaved(act, now)
  if (saved) return saved
  if (/^(esc|escape|\{esc\})$/.test(keys)) {
    if (await popupClosed(act, now)) return holds('The menu has closed.')
    if (window?.kind === 'dialog' && (await isGone(window, now))) {
      return holds(`The dialog ${quoted(window.title)} has closed.`)
    }
    return open()
  }
  if (keys === 'alt+f4' && window) return closed(act, window, now)
  if (/^(shift\+)?tab$/.test(keys) && act.focused) {
    const focused = await now.focused()
    return focused && focused.ref !== act.focused.ref ? holds(`${The(focused)} has the focus.`) : open()
  }
  if (/^(ctrl|control)\+s$/.test(keys) && window && isUnsaved(window, null) === true) {
    const same = (await now.windows()).find((each) => each.handle === window.handle)
    if (same && isUnsaved(same, null) !== true) {
      return holds(`The title ${quoted(same.title)} no longer says that there is unsaved work.`)
    }
  }
  return open()
}

// Windows and applications

async function closed(act: ActMemory, window: PlatformWindow, now: Look): Promise<Verdict> {
  if (await isGone(window, now)) return holds(`The window ${quoted(window.title)} is closed.`)
  const asks = (await newWindows(act, now)).find((each) => each.kind === 'dialog')
  if (asks) return fails(`The window is still there: the dialog ${quoted(asks.title)} asks first.`, true)
  return fails(`The window ${quoted(window.title)} is still there.`)
}

const chosenIsActive: Postcondition = async (act, now) => {
  const window = act.target.window
  if (!window) return open()
  const active = (await now.windows()).find((each) => each.active)
  const sibling = active && isOfApplication(active, { pid: window.pid, process: window.processName })
  if (active && (active.handle === window.handle || (sibling && active.kind !== 'normal'))) {
    return holds(`${kindOf(active)} is in front.`.replace(/^t/, 'T'))
  }
  return fails(active ? `${quoted(active.title)} is in front.` : 'No window is in front.')
}

const applicationOpened =
  (key: string, strict: boolean): Postcondition =>
  async (act, now) => {
    const before = new Set(act.windows.map((window) => window.handle))
    const launched = launchOf(act.result) ?? { application: word(act, key).split(/\s+/)[0] ?? '', pid: null }
    const all = await now.windows()
    const opened = all.filter((window) => !before.has(window.handle))
    const own = opened.find((window) => belongsToLaunch(window, launched, word(act, key)))
    if (own) return holds(`The window ${quoted(own.title)} has opened.`)
    const raised = all.find(
      (window) =>
        window.active &&
        belongsToLaunch(window, launched, word(act, key)) &&
        act.windows.some(
          (old) => old.handle === window.handle && (!old.active || old.title !== window.title),
        ),
    )
    if (raised) return holds(`The window ${quoted(raised.title)} has come to the front.`)
    const none = `No window of ${quoted(launched.application)} has opened.`
    return strict ? fails(none) : open(none)
  }

// Lists and wheels

const itemSelected: Postcondition = async (act, now) => {
  const before = act.target.element
  if (!before) return open()
  const name = word(act, 'name')
  const element = await now.target()
  if (before.role === 'combo box') {
    if (!element) return open('The control is gone.')
    const value = element.value ?? ''
    return sameName(value, name)
      ? holds(`${The(element)} is ${quoted(value)}.`)
      : fails(`${The(element)} is ${quoted(value)}.`)
  }
  if (element?.states.includes('selected')) return holds(`${The(element)} is selected.`)
  const items = (await now.view())?.elements ?? []
  const chosen = items.find(
    (each) => each.states.includes('selected') && sameName(each.name, name || before.name),
  )
  if (chosen) return holds(`${The(chosen)} is selected.`)
  const combo = items.find((each) => each.role === 'combo box' && sameName(each.value ?? '', before.name))
  if (combo) return holds(`${The(combo)} is ${quoted(combo.value ?? '')}.`)
  return element ? fails(`${The(element)} is not selected.`) : open('The item is gone.')
}

const scrolled: Postcondition = async (act, now) => {
  const changes = changesBetween(act.view, await now.view(), [], [], now.restless)
  const bar = changes.changed.find(
    ({ before, after }) => after.role === 'scroll bar' && before.value !== after.value,
  )
  if (bar) return holds(`${The(bar.after)} is at ${bar.after.value ?? ''}.`)
  const area = act.target.element?.bounds ?? act.target.window?.bounds
  const moved = changes.moved.filter(
    ({ before }) => area !== undefined && contains(area, centreOf(before.bounds)),
  )
  if (moved.length > 0) return holds(`${String(moved.length)} controls have moved.`)
  return open()
}

const nothingToChange: Postcondition = () => Promise.resolve(holds('It changes nothing.'))

/** Tool → its postcondition. A tool that is not here has none. */
export const POSTCONDITIONS: Record<string, Postcondition> = {
  click_input: afterClick,
  click_on_coordinates: afterClick,
  set_toggle: (act, now) => stateIs(now, act.parameters['checked'] === false ? 'unchecked' : 'checked'),
  set_edit_text: textArrived,
  type_text: typedArrived,
  keyboard_input: afterKeys,
  wheel_mouse_input: scrolled,
  select_item: itemSelected,
  choose_menu: (act, now) => {
    const path = act.parameters['path']
    const last = Array.isArray(path) ? String(path.at(-1) ?? '') : ''
    const name = act.target.element?.name ?? last
    return /(…|\.\.\.)\s*$/.test(name) ? dialogOpened(act, now) : Promise.resolve(open())
  },
  select_application_window: chosenIsActive,
  launch_application: applicationOpened('name', true),
  run_shell: applicationOpened('bash_command', false),
  close_application_window: (act, now) =>
    act.target.window ? closed(act, act.target.window, now) : Promise.resolve(open()),
  texts: nothingToChange,
  wait: nothingToChange,
  wait_for_control: nothingToChange,
  summary: nothingToChange,
  get_system_info: nothingToChange,
}
