// What an act is aimed at, before it is done: the gate judges it, the act is refused when it has changed since.
import { createHash } from 'node:crypto'
import type { TargetDescription } from '../../core/desktop.ts'
import { centreOf, contains, fractionToScreen, screenRect, type ScreenPoint } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../platform/platform.ts'
import { absolutePath, existingFile } from './files.ts'
import { pressesEnter } from './keys.ts'
import { matching } from './names.ts'
import type { DesktopState } from './state.ts'
import { isTerminal, isUnsaved, saveDialog } from './windows.ts'

/** A target as it is described, and the parts of the platform that it means. */
export interface Target {
  description: TargetDescription
  element: PlatformElement | null
  window: PlatformWindow | null
  /** Path of the file that the act saves, as far as its dialog names one. */
  saves: string | null
}

interface Aim {
  kind: TargetDescription['kind']
  element?: PlatformElement | null
  window?: PlatformWindow | null
  text?: string | null
  point?: ScreenPoint | null
  /** The act presses Enter, or the control itself. */
  confirms?: boolean
}

type Parameters = Record<string, unknown>
const textOf = (parameters: Parameters, key: string): string => {
  const value = parameters[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
const numberOf = (parameters: Parameters, key: string): number => Number(parameters[key] ?? Number.NaN)

/** Pixels of a point's cell: within one, it counts as the same point. */
const CELL = 8

type Aimer = (state: DesktopState, parameters: Parameters, run: RunControl) => Promise<Aim>

const atControl =
  (confirms: boolean): Aimer =>
  async (state, parameters, run) => {
    const id = textOf(parameters, 'id')
    const found = await state.lookUp(id, run)
    if (!found) return { kind: 'unknown', text: await state.whyMissing(id, run) }
    if (found.element) return { kind: 'control', element: found.element, window: found.window, confirms }
    const point = centreOf(screenRect(found.control.bounds))
    return { ...(await hit(state, point, run)), text: found.control.name, confirms }
  }

async function hit(state: DesktopState, point: ScreenPoint, run: RunControl): Promise<Aim> {
  const { element, window } = await state.platform.elementAt(point, run)
  return { kind: 'point', element, window, point }
}

const atPoint =
  (x: string, y: string): Aimer =>
  async (state, parameters, run) => {
    const { window } = await state.chosenWindow(run)
    if (!window) return { kind: 'unknown', text: 'No window is chosen.' }
    const point = fractionToScreen(numberOf(parameters, x), numberOf(parameters, y), window.bounds)
    return { ...(await hit(state, point, run)), confirms: true }
  }

/** Keys go to the control with the focus, once the chosen window is the active one. */
const atFocus: Aimer = async (state, _parameters, run) => {
  const { window: chosen, all } = await state.chosenWindow(run)
  const active = all.find((window) => window.active) ?? null
  const goesToActive =
    chosen === null ||
    active?.handle === chosen.handle ||
    (active !== null && active.kind !== 'normal' && active.pid === chosen.pid)
  if (!goesToActive) return { kind: 'focus', window: chosen }
  const element = await state.platform.focusedElement(run)
  return { kind: 'focus', element, window: windowOf(all, element) ?? active }
}

const windowOf = (all: PlatformWindow[], element: PlatformElement | null): PlatformWindow | null =>
  all.find((window) => window.handle === element?.window) ?? null

const atWindow: Aimer = async (state, parameters, run) => {
  const windows = await state.windows(run)
  const id = textOf(parameters, 'id')
  const handle = state.registry.handleOf(id)
  const window = windows.find((each) => each.handle === handle)
  return window
    ? { kind: 'window', window }
    : { kind: 'unknown', text: `Window ${id} is gone, or was never there.` }
}

const said =
  (kind: Aim['kind'], key: string): Aimer =>
  (_state, parameters) => {
    const list = parameters['arguments']
    const more = Array.isArray(list) && list.length > 0 ? ` ${list.join(' ')}` : ''
    return Promise.resolve({ kind, text: textOf(parameters, key) + more })
  }

const atNothing: Aimer = () => Promise.resolve({ kind: 'none' })

const keyboard: Aimer = async (state, parameters, run) => {
  const keys = textOf(parameters, 'keys')
  let confirms = false
  try {
    confirms = pressesEnter(state.input.parse(keys))
  } catch {
    // The act itself will say what is wrong with the keys.
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
  const { window } = await state.chosenWindow(run)
  const last = path.at(-1) ?? ''
  const shown = window && state.lastView?.window.handle === window.handle ? state.lastView.elements : []
  const items = shown.filter((element) => element.role === 'menu item')
  return { kind: 'control', element: matching(items, last)[0] ?? null, window, text: path.join(' > ') }
}

/** Tool → what it is aimed at. */
const AIMERS: Record<string, Aimer> = {
  select_application_window: atWindow,
  close_application_window: atWindow,
  launch_application: said('application', 'name'),
  run_shell: said('application', 'bash_command'),
  execute_command: said('command', 'command'),
  click_input: atControl(true),
  click_on_coordinates: atPoint('x', 'y'),
  drag_on_coordinates: atPoint('start_x', 'start_y'),
  set_edit_text: atControl(false),
  type_text: async (state, parameters, run) => ({
    ...(await atFocus(state, parameters, run)),
    confirms: parameters['enter'] === true || /\n/.test(textOf(parameters, 'text')),
  }),
  keyboard_input: keyboard,
  wheel_mouse_input: atControl(false),
  select_item: atControl(false),
  set_toggle: atControl(true),
  choose_menu: menuItem,
  texts: atControl(false),
  wait_for_control: atNothing,
  wait: atNothing,
  summary: atNothing,
  get_system_info: atNothing,
}

/** Describes the target of a tool call. Changes nothing; a target that can't be found has kind `unknown` and says why. */
export async function resolveTarget(
  state: DesktopState,
  tool: string,
  parameters: Parameters,
  run: RunControl,
): Promise<Target> {
  const aimer = Object.hasOwn(AIMERS, tool) ? AIMERS[tool] : undefined
  const aim: Aim = aimer
    ? await aimer(state, parameters, run)
    : { kind: 'unknown', text: `${tool} is not known here.` }
  const { element = null, window = null } = aim
  const dialog =
    aim.confirms && window
      ? await dialogFacts(state, window, element, { parameters, byKey: aim.kind === 'focus' }, run)
      : null
  const known = window && state.lastView?.window.handle === window.handle ? state.lastView.elements : null
  const description: TargetDescription = {
    kind: aim.kind,
    window: window ? state.info(window) : null,
    control: element ? state.registry.control(element, element.window ?? window?.handle ?? '') : null,
    text: aim.text ?? null,
    point: aim.point ?? null,
    terminal: window !== null && isTerminal(window),
    unsaved: window ? isUnsaved(window, known) : null,
    overwrites: dialog?.overwrites ?? null,
    default_button: dialog?.defaultButton ?? null,
    fingerprint: '',
  }
  return {
    description: { ...description, fingerprint: fingerprint(description, aim) },
    element,
    window,
    saves: dialog?.saves ?? null,
  }
}

interface DialogFacts {
  defaultButton: string | null
  overwrites: string | null
  saves: string | null
}

/** In a dialog: the button that Enter would press, and the file that saving would overwrite. */
async function dialogFacts(
  state: DesktopState,
  window: PlatformWindow,
  element: PlatformElement | null,
  { parameters, byKey }: { parameters: Parameters; byKey: boolean },
  run: RunControl,
): Promise<DialogFacts> {
  if (window.kind === 'popup') return { defaultButton: null, overwrites: null, saves: null }
  const needed = window.kind === 'dialog' || saveDialog(window, []) !== null
  if (!needed) return { defaultButton: null, overwrites: null, saves: null }
  const { elements } = await state.platform.tree(window, { max: 500 }, run)
  const button = elements.find((each) => each.states.includes('default'))
  const dialog = saveDialog(window, elements)
  const otherButton = element?.role === 'button' && dialog?.button?.ref !== element.ref
  const saves = dialog !== null && (byKey ? !otherButton : element?.ref === dialog.button?.ref)
  if (!saves) {
    return { defaultButton: button?.name ?? null, overwrites: null, saves: null }
  }
  const typed = textOf(parameters, 'text')
  const name = typed === '' ? (dialog.name ? await textIn(state, dialog.name, run) : '') : typed
  return {
    defaultButton: button?.name ?? null,
    overwrites: existingFile(name.trim()),
    saves: absolutePath(name.trim()),
  }
}

const textIn = async (state: DesktopState, element: PlatformElement, run: RunControl): Promise<string> =>
  (await state.platform.text(element.ref, run)) ?? element.value ?? ''

function fingerprint(description: TargetDescription, aim: Aim): string {
  const { window = null, element = null, point = null } = aim
  const inside = point && window && contains(window.bounds, point)
  const parts = [
    description.kind,
    window && `${window.handle} ${window.processName}`,
    element && `${element.ref} ${element.role} ${element.name}`,
    point && `${Math.floor(point.x / CELL)} ${Math.floor(point.y / CELL)} ${String(inside)}`,
    description.text,
    description.overwrites,
    description.default_button,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}
