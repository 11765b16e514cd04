// Describes what an act is aimed at, before it is done: the gate judges it, and the act is refused when it has changed since.
import { DOCUMENT_TOOLS, type DocumentTool } from '../../../core/document-tools.ts'
import { basename } from 'node:path'
import type { Control, TargetDescription } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import { centreOf, contains, screenRect, type ScreenPoint } from '../../../core/geometry.ts'
import { chordsHeld } from '../../../core/pointer-parameters.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { plainLabel } from '../../../matching/label.ts'
import { documentWork } from '../../../safety/document-work.ts'
import { codeWork, RUN_CODE } from '../../../safety/code-work.ts'
import { FILE_TOOLS, fileWork, type FileTool } from '../../../safety/file-work.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { leadsOut, originOf } from '../../../safety/addresses.ts'
import { codePlaceOf, takesText } from '../../../safety/code-places.ts'
import { launchLineFault } from '../../../safety/command-line.ts'
import { calledItems } from './called-items.ts'
import { itemNamed } from '../acting/choose-item.ts'
import { codeAt } from './code-at.ts'
import { dialogFacts } from './dialogs.ts'
import { pressesButton } from '../acting/keys.ts'
import { home } from './files.ts'
import { theItem } from './names.ts'
import { pagePart } from './page-part.ts'
import { pastedBy } from './pasted.ts'
import { pageShown, shownDocument } from './shown-document.ts'
import { shownFiles } from './shown-files.ts'
import { hashOfScripts } from './scripts.ts'
import { pointAt, type On } from '../acting/points.ts'
import { findSpan } from '../acting/select-text.ts'
import { NONE_CHOSEN, type DesktopState } from '../state.ts'
import type { Aimed } from './fingerprint.ts'
import { isBeside, ownersOf } from './window-relations.ts'
import { contextOf } from './text-places.ts'
import { isTerminal, isUnsaved } from './window-traits.ts'

/** A target's description, and the platform objects behind it. */
export interface Target {
  description: TargetDescription
  element: PlatformElement | null
  window: PlatformWindow | null
  /** Path of the file that the act saves, if its dialog names one. */
  saves: string | null
}

interface Aim extends Aimed {
  kind: TargetDescription['kind']
  text?: string | null
  /** A control that is only on the picture. */
  seen?: Control | null
  /** Whether the act presses Enter, or the control itself. */
  confirms?: boolean
}

type Parameters = Record<string, unknown>
const textOf = (parameters: Parameters, key: string): string => {
  const value = parameters[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
const numberOf = (parameters: Parameters, key: string): number => Number(parameters[key] ?? Number.NaN)

type Aimer = (state: DesktopState, parameters: Parameters, run: RunControl) => Promise<Aim>

const atControl =
  (confirms: boolean): Aimer =>
  async (state, parameters, run) => {
    const id = textOf(parameters, 'id')
    const found = await state.lookUp(id, run)
    if (!found) return { kind: 'unknown', text: await state.whyMissing(id, run) }
    if (found.element) return { kind: 'control', element: found.element, window: found.window, confirms }
    const point = centreOf(screenRect(found.control.bounds))
    const aim = await hit(state, point, run)
    // What was only seen on the picture is judged by its words where the tree tells of nothing there.
    const seen = aim.element === null ? found.control : null
    return { ...aim, text: found.control.name, seen, confirms }
  }

/** What a click at the point goes to. In a page, what lies over the control of the tree counts. */
async function hit(state: DesktopState, point: ScreenPoint, run: RunControl): Promise<Aim> {
  const { element, window } = await state.platform.elementAt(point, run)
  const over = element && (await state.platform.pageHit?.(element.ref, point, run))
  const isOver = over && over.common.ref !== element.ref
  return { kind: 'point', element: isOver ? over.element : element, window, point }
}

const atPoint =
  (x: string, y: string, confirms = true): Aimer =>
  async (state, parameters, run) => {
    const fractions = [numberOf(parameters, x), numberOf(parameters, y)] as const
    const point = await pointAt(state, fractions, placeOf(parameters), run)
    if (!point) return { kind: 'unknown', text: 'No window is chosen.' }
    return { ...(await hit(state, point, run)), confirms }
  }

/** A drag carries something along, so its end counts as well. */
const atDrag: Aimer = async (state, parameters, run) => {
  const begins = await atPoint('start_x', 'start_y')(state, parameters, run)
  const ends = await atPoint('end_x', 'end_y')(state, parameters, run)
  const isSame = ends.kind === 'point' && ends.window?.handle === begins.window?.handle
  const on =
    !isSame || !ends.window
      ? 'elsewhere'
      : ends.element?.ref === begins.element?.ref
        ? 'same control'
        : 'same window'
  const code = ends.window ? await codeAt(state, ends.window, ends.element ?? null, run) : null
  const terminal = ends.window ? isTerminal(ends.window) || code !== null : false
  return { ...begins, drop: { on, terminal, process: ends.window?.processName ?? '' } }
}

const placeOf = (parameters: Parameters): On => (parameters['on'] === 'desktop' ? 'desktop' : 'window')

/** Keys go to the control with the focus, once the chosen window is the active one. */
const atFocus: Aimer = async (state, parameters, run) => {
  const { window, all } = await state.chosenWindow(run)
  const chosen = placeOf(parameters) === 'desktop' ? null : window
  const active = all.find((window) => window.active) ?? null
  const goesToActive =
    chosen === null ||
    active?.handle === chosen.handle ||
    (active !== null && active.kind !== 'normal' && isBeside(active, chosen, all))
  if (!goesToActive) return { kind: 'focus', window: chosen }
  // An open menu takes every key, even if another control reports the focus (in GTK 4 still the editor).
  const menu = active && (await openMenu(state, active, all, run))
  if (menu) return { kind: 'focus', window: menu }
  const element = await focusIn(state, active, run)
  return { kind: 'focus', element, window: windowOf(all, element) ?? active }
}

/**
 * Milliseconds that a window has to say what in it has the keyboard: where its launch did not see that, and where it has moved (a cell of
 * LibreOffice says so only when it is drawn).
 */
const LATE_FOCUS_MS = { awaited: 8000, said: 3000 }
const FOCUS_POLL_MS = 100

async function focusIn(
  state: DesktopState,
  active: PlatformWindow | null,
  run: RunControl,
): Promise<PlatformElement | null> {
  const element = await state.platform.focusedElement(run)
  if (!active) return element
  const keyboard = state.keyboards.get(active.handle)
  if (!element && keyboard && !(await tellsOfItself(state, active, run))) return null
  const late =
    element ??
    (keyboard &&
      (await run.until(() => state.platform.focusedElement(run), LATE_FOCUS_MS[keyboard], FOCUS_POLL_MS)))
  // A window that does not report its focus in time is not waited for again.
  if (late) state.keyboards.set(active.handle, 'said')
  else state.keyboards.delete(active.handle)
  return late ?? null
}

/** Whether a window has controls, or may have some once its application answers: what has no tree never says what has the keyboard. */
async function tellsOfItself(state: DesktopState, window: PlatformWindow, run: RunControl): Promise<boolean> {
  const { elements, silent } = await state.platform.tree(window, { max: 1 }, run)
  return elements.length > 0 || silent === true
}

async function openMenu(
  state: DesktopState,
  active: PlatformWindow,
  all: PlatformWindow[],
  run: RunControl,
): Promise<PlatformWindow | null> {
  const popups = all.filter((each) => each.kind === 'popup' && isBeside(each, active, all))
  if (popups.length === 0) return null
  const { elements } = await state.platform.tree(active, { max: 2000 }, run)
  const items = elements.filter(({ role }) => role === 'menu item')
  return popups.find((popup) => items.some((item) => contains(popup.bounds, centreOf(item.bounds)))) ?? null
}

const windowOf = (all: PlatformWindow[], element: PlatformElement | null): PlatformWindow | null =>
  all.find((window) => window.handle === element?.window) ?? null

const atWindow: Aimer = async (state, parameters, run) => {
  const windows = await state.windows(run)
  const id = textOf(parameters, 'id')
  const handle = state.registry.handleOf(id)
  const window = windows.find((each) => each.handle === handle)
  return window ? { kind: 'window', window } : { kind: 'unknown', text: state.whyNoWindow(id, windows) }
}

const said =
  (kind: Aim['kind'], key: string): Aimer =>
  (_state, parameters) => {
    const list = parameters['arguments']
    const more = Array.isArray(list) && list.length > 0 ? ` ${list.join(' ')}` : ''
    return Promise.resolve({ kind, text: textOf(parameters, key) + more })
  }

/** An application by its command line, with the files that it would run, because an approval covers only their current content. */
const atCommandLine: Aimer = async (state, parameters, run) => {
  const line = textOf(parameters, 'bash_command')
  const fault = launchLineFault(line)
  if (fault !== null) return { kind: 'unknown', text: fault.says }
  const aim = await said('application', 'bash_command')(state, parameters, run)
  return { ...aim, scripts: await hashOfScripts(line, '') }
}

const atLaunch: Aimer = async (state, parameters, run) => {
  const list = parameters['arguments']
  const more = Array.isArray(list) ? list.map(String) : []
  try {
    const starts = await state.platform.plannedLaunch?.(textOf(parameters, 'name'), more, run)
    return { ...(await said('application', 'name')(state, parameters, run)), starts: starts ?? null }
  } catch (error) {
    if (error instanceof ToolError) return { kind: 'unknown', text: error.message }
    throw error
  }
}

/** The item itself where it is visible, because a list, group or menu may contain a button of that name. */
const atItem: Aimer = async (state, parameters, run) => {
  const aim = await atControl(false)(state, parameters, run)
  const { element, window } = aim
  if (!element || !window || element.role === 'combo box') return aim
  const item = await itemNamed(state, element, window, textOf(parameters, 'name'), run)
  return item ? { ...aim, element: item } : aim
}

const atText: Aimer = async (state, parameters, run) => {
  const { window } = await state.chosenWindow(run)
  if (!window) return { kind: 'unknown', text: 'No window is chosen.' }
  const [starting, ending] = [textOf(parameters, 'starting_phrase'), textOf(parameters, 'ending_phrase')]
  const id = textOf(parameters, 'id')
  const control = id === '' ? null : ((await state.lookUp(id, run))?.element?.ref ?? '')
  try {
    const { from, to } = await findSpan(state, window, { starting, ending, control }, run)
    const text = from === to ? contextOf(from) : `${contextOf(from)} – ${contextOf(to)}`
    return { kind: 'control', element: from.text.control, window, text }
  } catch (error) {
    if (error instanceof ToolError) return { kind: 'unknown', text: error.message }
    throw error
  }
}

const atNothing: Aimer = () => Promise.resolve({ kind: 'none' })

/** Work with files, listed file by file. */
const atFiles =
  (tool: FileTool): Aimer =>
  (_state, parameters) => {
    const { pairs, leaves, makes, reads } = fileWork(tool, parameters, home())
    const touched =
      pairs.length > 0 ? pairs.map(({ from, to }) => `${from} → ${to}`) : [...leaves, ...makes, ...reads]
    return Promise.resolve({ kind: 'files', text: touched.join('\n') })
  }

/** Work with a document, by its file; one in a window is told by the window. */
const atDocument =
  (tool: DocumentTool): Aimer =>
  (_state, parameters) => {
    const { reads, writes } = documentWork(tool, parameters, home())
    return Promise.resolve({ kind: 'files', text: [...new Set([...reads, ...writes])].join('\n') })
  }

/** A script, by the files that it reads and leaves. */
const atCode: Aimer = (_state, parameters) => {
  const { reads, writes } = codeWork(parameters, home())
  return Promise.resolve({ kind: 'files', text: [...new Set([...reads, ...writes])].join('\n') })
}

const keyboard: Aimer = async (state, parameters, run) => {
  let confirms = false
  try {
    confirms = pressesButton(state.input.parse(chordsHeld(parameters)))
  } catch {
    // The act itself reports what is wrong with the keys.
  }
  const id = textOf(parameters, 'id')
  if (id !== '' && parameters['control_focus'] !== false) {
    const aim = await atControl(confirms)(state, parameters, run)
    return aim.kind === 'unknown' ? aim : { ...aim, kind: 'focus' }
  }
  return { ...(await atFocus(state, parameters, run)), confirms }
}

const menuItem: Aimer = async (state, parameters, run) => {
  const path = Array.isArray(parameters['path']) ? parameters['path'].map(String) : []
  const { window, notice } = await state.chosenWindow(run)
  if (!window) return { kind: 'unknown', text: notice ?? NONE_CHOSEN }
  const last = path.at(-1) ?? ''
  const shown = state.lastView?.window.handle === window.handle ? state.lastView.elements : []
  const items = shown.filter((element) => element.role === 'menu item')
  return { kind: 'control', element: theItem(items, last), window, text: path.join(' > ') }
}

/** Tool → its target. */
const AIMERS: Record<string, Aimer> = {
  select_application_window: atWindow,
  close_application_window: atWindow,
  set_window_state: atWindow,
  launch_application: atLaunch,
  run_shell: atCommandLine,
  click_input: atControl(true),
  click_on_coordinates: atPoint('x', 'y'),
  drag_on_coordinates: atDrag,
  set_edit_text: atControl(false),
  type_text: async (state, parameters, run) => ({
    ...(await atFocus(state, parameters, run)),
    confirms: parameters['enter'] === true || /\n/.test(textOf(parameters, 'text')),
  }),
  keyboard_input: keyboard,
  move_on_coordinates: atPoint('x', 'y', false),
  wheel_mouse_input: (state, parameters, run) => {
    const aimer = textOf(parameters, 'id') === '' ? atPoint('x', 'y', false) : atControl(false)
    return aimer(state, parameters, run)
  },
  select_item: atItem,
  select_text: atText,
  set_toggle: atControl(true),
  choose_menu: menuItem,
  texts: atControl(false),
  wait_for_control: atNothing,
  wait: atNothing,
  summary: atNothing,
  ...Object.fromEntries(FILE_TOOLS.map((tool) => [tool, atFiles(tool)])),
  ...Object.fromEntries(DOCUMENT_TOOLS.map((tool) => [tool, atDocument(tool)])),
  [RUN_CODE]: atCode,
  get_system_info: atNothing,
  read_output: atNothing,
}

/** Describes the target of a tool call. Changes nothing. An act that can't be done gets a target of kind `unknown`, with the reason. */
export async function resolveTarget(
  state: DesktopState,
  tool: string,
  parameters: Parameters,
  run: RunControl,
): Promise<Target> {
  const aimer = Object.hasOwn(AIMERS, tool) ? AIMERS[tool] : undefined
  const aim: Aim = aimer
    ? await aimer(state, parameters, run)
    : { kind: 'none', text: `${tool} is not known here.` }
  const { element = null, window = null } = aim
  const dialog =
    aim.confirms && window
      ? await dialogFacts(
          state,
          window,
          element,
          { typed: textOf(parameters, 'text'), byKey: aim.kind === 'focus' },
          run,
        )
      : null
  const program = aim.starts?.words[0] === undefined ? null : basename(aim.starts.words[0])
  const known = window && state.lastView?.window.handle === window.handle ? state.lastView.elements : null
  const { folders, items, renamed } = await shownFiles(state, window, element, textOf(parameters, 'text'))
  const { frame, ...part } = await pagePart(state, window, element, run)
  const code = window ? await codeAt(state, window, element, run) : null
  const calls =
    tool === 'keyboard_input' && window ? await calledItems(state, window, chordsHeld(parameters), run) : []
  const pasted = await pastedBy(state, { tool, parameters, element }, run)
  // An editor that reports nothing of itself leaves the focus on a tab or button, and still gets the keys.
  const isBlind = window !== null && codePlaceOf(window, null) !== null
  const isTyped =
    (aim.kind === 'focus' && (element === null || isBlind)) || (element !== null && takesText(element))
  const description: TargetDescription = {
    kind: aim.kind,
    window: window ? state.info(window) : null,
    ...(window?.kind === 'dialog' ? { dialog_of: await owningProcesses(state, window, run) } : {}),
    control: element
      ? state.registry.control(element, element.window ?? window?.handle ?? '')
      : (aim.seen ?? null),
    text: aim.text ?? null,
    point: aim.point ?? null,
    drop: aim.drop ?? null,
    pasted: pasted?.told ?? null,
    terminal:
      isTerminal({ processName: program ?? '' }) ||
      (window !== null && (isTerminal(window) || (code !== null && isTyped))),
    code,
    unsaved: window ? isUnsaved(window, known) : null,
    overwrites: dialog?.overwrites ?? null,
    ...(calls.length > 0 ? { calls } : {}),
    default_button: dialog?.defaultButton ?? null,
    question: dialog?.question ?? null,
    only_answer: dialog?.onlyAnswer ?? false,
    program,
    writes: dialog?.writes ?? renamed,
    opens: dialog?.opens ?? null,
    folders: dialog?.folders.length ? dialog.folders : folders,
    items: items ?? (dialog?.items.length ? dialog.items : null),
    document: window ? await shownDocument(state, window) : null,
    page: pageOf(window && known ? pageShown(window, known) : null, frame),
    ...part,
    starts: aim.starts ?? null,
    scripts: aim.scripts ?? null,
    fingerprint: '',
  }
  if (window && quits(tool, parameters) && description.unsaved !== true) {
    const all = await state.windows(run)
    const own = all.filter((each) => isBeside(each, window, all))
    if (own.some((each) => isUnsaved(each, null) === true)) description.unsaved = true
  }
  return {
    description: {
      ...description,
      fingerprint: state.targets.fingerprint(description, aim, pasted?.content ?? null),
    },
    element,
    window,
    saves: dialog?.saves ?? null,
  }
}

const owningProcesses = async (state: DesktopState, window: PlatformWindow, run: RunControl) =>
  ownersOf(window, await state.windows(run)).map(({ processName }) => processName)

/** The page that receives an act: the one in the address bar, or another one that is shown in it. */
const pageOf = (shown: string | null, frame: string | null): string | null =>
  frame !== null && leadsOut(frame) && originOf(frame) !== originOf(shown ?? '') ? frame : shown

/** Whether every window of the application would close. */
function quits(tool: string, parameters: Parameters): boolean {
  if (tool === 'keyboard_input') return /(ctrl|control|strg|super|cmd)\+q\b/i.test(chordsHeld(parameters))
  const path = tool === 'choose_menu' ? parameters['path'] : null
  return (
    Array.isArray(path) &&
    /^(quit|exit|beenden|quitter|salir|退出)(?![\p{L}\p{N}])/u.test(plainLabel(String(path.at(-1) ?? '')))
  )
}
