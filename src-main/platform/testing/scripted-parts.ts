// Builds the windows and elements of a scripted platform, as a test writes them.
import type { ControlRole } from '../../core/desktop.ts'
import type { Rect } from '../../../src-preload/contract/geometry.ts'
import { holdsWhole, screenRect } from '../../core/geometry.ts'
import type {
  ClipboardContent,
  MouseButton,
  PlatformElement,
  PlatformTree,
  PlatformWindow,
  WindowState,
} from '../platform.ts'

/** What a test's control may do to its platform. */
export interface ScriptedHands {
  find(name: string): ScriptedElement
  /** Changes an element as the application itself would, visibly. */
  update(ref: string, patch: Partial<ScriptedElement>): void
  /** Opens a window in front and makes it the active one. */
  open(window: ScriptedWindow): void
  close(handle: string): void
  setFocus(ref: string | null): void
}

/** One control as a test writes it. */
export interface ScriptedElement extends PlatformElement {
  /** The least and largest number that it tells. */
  range?: { least: number; most: number }
  /** What a click, or its accessibility action, does instead of what its role would do. */
  onPress?: (platform: ScriptedHands, element: ScriptedElement) => void
  /** The control exists but is invisible (an item of a closed menu). */
  hidden?: boolean
  /** Its whole text where that is longer than `value`. */
  text?: string
  /** Where it leads when it is a link. */
  address?: string
}

export interface ScriptedWindow extends PlatformWindow {
  elements: ScriptedElement[]
}

let made = 0

/** Makes an element with everything that matters in `fields`; it is 80×20 pixels large unless its bounds are given. */
export function scriptedElement(
  role: ControlRole,
  name: string,
  fields: Partial<Omit<ScriptedElement, 'role' | 'name' | 'bounds'>> & {
    bounds?: { x: number; y: number; width: number; height: number }
  } = {},
): ScriptedElement {
  made += 1
  const { bounds, ...rest } = fields
  return {
    ref: `element-${made}`,
    role,
    name,
    value: null,
    description: null,
    states: [],
    actions: PRESSED_ROLES.has(role) ? ['click'] : [],
    parent: null,
    depth: 1,
    editableText: role === 'edit' || role === 'document' || role === 'password',
    window: null,
    ...rest,
    bounds: screenRect(bounds ?? { x: 10, y: 10 + (made % 20) * 22, width: 80, height: 20 }),
  }
}

/** Makes a normal window; its elements get its handle. */
export function scriptedWindow(
  fields: Partial<Omit<ScriptedWindow, 'bounds' | 'handle'>> & {
    title: string
    processName: string
    bounds?: { x: number; y: number; width: number; height: number }
  },
): ScriptedWindow {
  made += 1
  const handle = `window-${made}`
  const { bounds, elements = [], ...rest } = fields
  for (const element of elements) element.window = handle
  return {
    handle,
    application: fields.processName,
    pid: 1000 + made,
    active: false,
    minimized: false,
    kind: 'normal',
    modal: false,
    owner: null,
    ...rest,
    elements,
    bounds: screenRect(bounds ?? { x: 0, y: 0, width: 640, height: 480 }),
  }
}

export const PRESSED_ROLES = new Set<ControlRole>([
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
  'menu',
  'menu item',
  'link',
  'combo box',
  'tab',
])

/** One input event, as an outside observer would log it. */
export type InputEvent =
  | { type: 'move'; x: number; y: number }
  | { type: 'button'; button: MouseButton; down: boolean }
  | { type: 'scroll'; notches: number; horizontal: boolean }
  | { type: 'key'; key: string; down: boolean }

export const NAMED_KEYS = new Set([
  'Control', 'Shift', 'Alt', 'Super', 'Enter', 'Tab', 'Escape', 'Space', 'Backspace', 'Delete', 'Insert', 'Home', 'End',
  'PageUp', 'PageDown', 'Up', 'Down', 'Left', 'Right', 'Menu',
]) // prettier-ignore

export const FLIPPED_ROLES = new Set<ControlRole>(['check box', 'switch', 'toggle button'])
export const CHOSEN_ROLES = new Set<ControlRole>(['list item', 'tree item', 'tab', 'row', 'cell'])
export const TEXT_ROLES = new Set<ControlRole>([
  'edit',
  'document',
  'password',
  'combo box',
  'cell',
  'spinner',
])

export const plainWindow = ({ elements: _elements, ...window }: ScriptedWindow): PlatformWindow => window

/** Gives at most `max` controls; `limited` is why there may be more, where that is not the reason. */
export const cutTree = (elements: PlatformElement[], max: number, limited: string | null): PlatformTree => ({
  elements: elements.slice(0, max),
  limited: elements.length > max ? `Only the first ${max} of ${elements.length} controls.` : limited,
})

/** What is read of an application that does not answer. */
export const silentTree = ({ application }: PlatformWindow): PlatformTree => ({
  elements: [],
  limited: `${application} does not answer.`,
  silent: true,
})

/** Makes pixels of these colours (red green blue) in turn. */
export function alternating(
  area: { width: number; height: number },
  colours: readonly (readonly [number, number, number])[],
): Buffer {
  const rgba = Buffer.alloc(area.width * area.height * 4, 255)
  for (let pixel = 0; pixel < area.width * area.height; pixel++) {
    rgba.set(colours[pixel % colours.length] ?? [0, 0, 0], pixel * 4)
  }
  return rgba
}

/** The areas that are in none of `own`. */
export const areasBeyond = (changes: readonly { area: Rect }[], own: readonly Rect[]): Rect[] =>
  changes.map(({ area }) => area).filter((area) => !own.some((each) => holdsWhole(each, area)))

/** The text that a paste enters. */
export function textOn({ formats }: ClipboardContent): string {
  const text = formats.find((format) => format.type.startsWith('text/plain'))
  return text ? Buffer.from(text.data, 'base64').toString('utf8') : ''
}

/** What a state makes of a window; a minimized one keeps the size that it comes back with. */
export const SIZES: Record<WindowState, Partial<PlatformWindow>> = {
  maximized: { minimized: false, maximized: true },
  minimized: { minimized: true },
  normal: { minimized: false, maximized: false },
}
