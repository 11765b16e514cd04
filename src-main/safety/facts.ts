// Reduces an act to the facts that rules look at: whom it touches, what that is called, and what is done to it.
import type { ActFacts, Gesture } from './act-facts.ts'
import { isDocumentTool } from '../core/document-tools.ts'
import type { ControlRole } from '../core/desktop.ts'
import { isFileManager, kindOf, opensAtOneClick } from './applications.ts'
import { sameLabel } from '../matching/agreement.ts'
import { cleanName, readableName } from '../matching/label.ts'
import { chordsHeld, clicksOf, heldOf } from '../core/pointer-parameters.ts'
import { RUN_CODE } from './code-work.ts'
import { isFileTool } from './file-work.ts'
import type { Act } from './gate.ts'
import {
  charactersOf,
  chordsOf,
  goesUp,
  heldNames,
  isOfBrowser,
  kindsOfHeld,
  kindsOfTold,
  type KeyKind,
} from './keys.ts'
import type { Surroundings } from './surroundings.ts'
import { ADDRESS_BAR, BROWSER_CHROME } from './vocabulary.ts'
import { isOfOwnDialog, reachesNoProgram } from './beside-terminal.ts'
import { menuPath } from './words.ts'

/** Pixels from the top of a browser's window in which its own bars are. */
const BROWSER_BARS = 130

/** Tells whether a browser's own bars are at this height, where a page can't draw. In screen space, as the window's bounds. */
export const isInBrowserBars = (y: number, window: { y: number }): boolean => y - window.y < BROWSER_BARS

export interface Facts extends ActFacts {
  /** The gate's knowledge beside the act. */
  around: Surroundings
}

/** Caches an answer per act, because several rules ask the same, and each answer reads the disk. */
export function once<T>(answer: (facts: Facts) => T): (facts: Facts) => T {
  const known = new WeakMap<Facts, { answer: T }>()
  return (facts) => {
    const found = known.get(facts) ?? { answer: answer(facts) }
    known.set(facts, found)
    return found.answer
  }
}

const OWN_SERVERS = new Set([
  'UICollector',
  'HostUIExecutor',
  'AppUIExecutor',
  'CommandLineExecutor',
  'BashExecutor',
  'FileExecutor',
  'DocumentExecutor',
  'CodeExecutor',
])
/** Whether a tool is of a server that comes with Deskhand. */
export const isOwnServer = (namespace: string): boolean => OWN_SERVERS.has(namespace)
const OBSERVING = new Set(['texts', 'summary', 'wait', 'wait_for_control', 'get_system_info', 'read_output'])

/** Roles whose click does what the control is for; the others only take the focus or the selection. */
const ACTIVE = new Set<ControlRole>([
  'button',
  'toggle button',
  'menu item',
  'link',
  'check box',
  'radio button',
  'switch',
  'image',
  'text',
  'heading',
  'group',
  'other',
  'header',
  'application',
])
/** Roles that hold things which a double click or Enter opens. */
export const ITEMS = new Set<ControlRole>(['list item', 'tree item', 'row', 'cell', 'image'])
/** Roles that take text. */
export const WRITABLE = new Set<ControlRole>([
  'edit',
  'document',
  'combo box',
  'spinner',
  'slider',
  'cell',
  'password',
])

/** Whether what is typed is written there. A cell of a file manager is a file: typing chooses another one, or becomes its name. */
export const writes = ({ role, terminal, window }: Facts): boolean =>
  role !== null &&
  WRITABLE.has(role) &&
  role !== 'password' &&
  !(role === 'cell' && isFileManager(window?.process_name ?? '')) &&
  !terminal

/** Whether a control of a page takes text, so that a click only sets the focus. */
const isField = ({ role, control }: Pick<Facts, 'role' | 'control'>): boolean =>
  role === 'edit' ||
  role === 'password' ||
  role === 'spinner' ||
  ((role === 'combo box' || role === 'document') && (control?.states.includes('editable') ?? false))

/** Judges by the name and by the place, because a page can choose any name, but can't draw over the browser's bars. */
const looksOwn = ({ control, window, act, name }: Facts): boolean => {
  const y = control ? control.bounds.y + control.bounds.height / 2 : act.target.point?.y
  const isBar = window !== null && y !== undefined && isInBrowserBars(y, window.bounds)
  return isBar && (BROWSER_CHROME.test(name) || ADDRESS_BAR.test(control?.name ?? ''))
}

/** Whether it lies in a page, which others have made, and not in the browser's own bars and dialogs. */
function isInPage(facts: Facts): boolean {
  const { kind, dialog, window, role, act } = facts
  if (kind !== 'browser' || dialog) return false
  if (role === 'web page') return true
  // What a list of the page offers, or what the browser proposes to fill in, goes to the page at one click. Its own menus have menu items.
  if (window?.kind === 'popup' && role !== null && ITEMS.has(role)) return true
  if (act.target.within) return act.target.within.some((each) => each.role === 'web page')
  return window?.kind === 'normal' && !looksOwn(facts)
}

/** Gives the name of the browser's own dialog. A page can't draw one, because everything it draws is in the page. */
function browserDialogOf({ target: { within } }: Act): string | null {
  if (within?.some(({ role }) => role === 'web page')) return null
  return within?.find(({ role }) => role === 'dialog')?.name ?? null
}

/** Roles in which a key changes the choice. */
const CHOOSING_ROLES = new Set<ControlRole>([
  'combo box',
  'list',
  'list item',
  'radio button',
  'slider',
  'spinner',
  'tab',
  'tree item',
  'menu item',
])

export function factsOf(act: Act, around: Surroundings): Facts {
  const { target, parameters } = act
  const tool = act.tool.tool_name
  const control = target.control
  const window = target.window
  const kind = kindOf(window)
  const terminal = target.terminal || kind === 'terminal'
  const text = tool === 'set_edit_text' || tool === 'type_text' ? stringOf(parameters.text) : null
  const facts: Facts = {
    act,
    around,
    tool,
    gesture: 'foreign',
    control,
    role: control?.role ?? null,
    name: nameOf(act),
    window,
    kind,
    terminal,
    dialog: window?.kind === 'dialog' || window?.modal === true,
    browserDialog: kind === 'browser' ? browserDialogOf(act) : null,
    inPage: false,
    pressed: null,
    keys: [],
    held: tool === 'keyboard_input' ? [] : heldNames(heldOf(parameters)),
    text,
    typed: text ?? (tool === 'keyboard_input' ? charactersOf(chordsHeld(parameters)) : null),
  }
  facts.inPage = isInPage(facts)
  facts.keys = keysOf(facts)
  facts.terminal &&= !isOfOwnDialog(facts) && !reachesNoProgram(facts)
  facts.gesture = gestureOf(facts)
  facts.pressed = pressedBy(facts)
  return facts
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The name in which words are searched: that of the pressed control, else the last item of the menu path. */
function nameOf({ tool, parameters, target }: Act): string {
  if (tool.tool_name === 'choose_menu') {
    const last = plainName(menuPath(parameters.path).at(-1) ?? '')
    const found = target.control ? plainName(readableName(target.control)) : ''
    // Both names count, because the path may be abbreviated, and the control may still be the closed menu.
    if (!found || target.control?.role !== 'menu item') return last
    return sameLabel(found, last) ? found : `${last} / ${found}`
  }
  return target.control ? plainName(readableName(target.control)) : ''
}

/** Removes invisible characters and unifies lookalikes, so that a word can't hide from the rules. */
const plainName = (name: string): string =>
  cleanName(name.normalize('NFKC').replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, ''))

const holdsLines = ({ role, control }: Facts): boolean =>
  role === 'document' || (control?.states.includes('multiline') ?? false)

/** Tells whether Enter is a line break here. In a page or a conversation it may send instead. */
export const takesLines = (facts: Facts): boolean =>
  holdsLines(facts) && facts.kind !== 'chat' && facts.kind !== 'browser'

function keysOf(facts: Facts): KeyKind[] {
  const { tool, act, text, held, inPage, role, kind } = facts
  // A page takes keys before the application's menus do.
  const told = inPage || role === 'web page' ? [] : (act.target.calls ?? [])
  if (tool === 'keyboard_input')
    return chordsOf(chordsHeld(act.parameters)).flatMap((chord) =>
      kind === 'browser' && isOfBrowser(chord)
        ? ['shortcut' as const]
        : goesUp(chord, facts.window?.process_name ?? '')
          ? ['navigate' as const]
          : kindsOfTold(chord, told),
    )
  if (text === null) return kindsOfHeld(held)
  const keys: KeyKind[] = ['type']
  // A line break in a one-line field acts as Enter, however the text is entered.
  const isBreak = tool === 'set_edit_text' ? holdsLines(facts) : takesLines(facts)
  if (/[\n\r]/.test(text) && !isBreak) keys.push('enter')
  if (act.parameters.enter === true) keys.push('enter')
  return keys
}

function gestureOf(facts: Facts): Gesture {
  const { act, tool, role, control } = facts
  if (act.tool.tool_type === 'data_collection') return 'observe'
  if (!OWN_SERVERS.has(act.tool.namespace)) return 'foreign'
  if (OBSERVING.has(tool)) return 'observe'
  if (isFileTool(tool) || isDocumentTool(tool) || tool === RUN_CODE) return 'files'
  switch (tool) {
    case 'select_application_window':
    case 'set_window_state':
      return 'go to window'
    case 'launch_application':
    case 'run_shell':
      return 'launch'
    case 'close_application_window':
      return 'close window'
    case 'execute_command':
      return 'command'
    case 'click_input':
    case 'click_on_coordinates': {
      const button = act.parameters.button ?? 'left'
      // In a page, a script receives a right click like any other click.
      if (button === 'right') return facts.inPage && !isField(facts) ? 'activate' : 'open menu'
      if (button !== 'left') return 'other button'
      if (role === null) return 'activate'
      // In a page, a click may do anything, whatever role the page reports for the control.
      if (facts.inPage) return isField(facts) ? 'point' : 'activate'
      if (ITEMS.has(role) && clicksOf(act.parameters) > 1) return 'activate'
      if (ITEMS.has(role) && facts.held.length === 0 && opensAtOneClick(facts.window?.process_name ?? ''))
        return 'activate'
      // Ctrl+click in a text follows a link, or carries out what is written there.
      if (facts.held.includes('ctrl') && !ITEMS.has(role)) return 'activate'
      // A calculator's display or a message has a text of its own, and a click on it does nothing.
      if (role === 'text' && control?.states.includes('multiline')) return 'point'
      return ACTIVE.has(role) ? 'activate' : 'point'
    }
    case 'drag_on_coordinates':
      return 'drag'
    case 'wheel_mouse_input':
    case 'move_on_coordinates':
      return 'scroll'
    case 'set_edit_text':
      return 'enter text'
    case 'type_text':
    case 'keyboard_input':
      return 'keys'
    case 'select_text':
      return 'point'
    case 'select_item':
      if (facts.inPage) return 'activate'
      // Where the item is known, it is the target, so the act is judged like a click on it.
      if (role === 'check box' || role === 'radio button' || role === 'switch') return 'toggle'
      return role === 'menu' || (role !== null && ACTIVE.has(role)) ? 'activate' : 'select'
    case 'set_toggle':
      return 'toggle'
    case 'choose_menu':
      return 'activate'
    default:
      return 'foreign'
  }
}

/** Finds the control that the act presses: Enter presses a dialog's default button or the focused control, Space the focused one. */
function pressedBy(facts: Facts): Facts['pressed'] {
  const { act, gesture, name, role, keys, inPage } = facts
  if (inPage && act.tool.tool_name === 'select_item')
    return { name: plainName(stringOf(act.parameters.name)) || name, role }
  // The item is seldom known before its menu is open. Choosing a menu alone only opens it.
  if (act.tool.tool_name === 'choose_menu') {
    const opens = role === 'menu' && menuPath(act.parameters.path).length === 1
    return { name, role: opens ? 'menu' : 'menu item' }
  }
  // This is the item of a closed menu, which is known by its name only.
  if (act.tool.tool_name === 'select_item' && role === 'menu') {
    return { name: plainName(stringOf(act.parameters.name)), role: 'menu item' }
  }
  if (gesture === 'activate' || gesture === 'toggle') return { name, role }
  if (gesture !== 'keys' && gesture !== 'enter text') return null
  if (keys.includes('enter')) {
    const button = act.target.default_button
    const takesEnter =
      role === 'button' || role === 'link' || role === 'menu item' || (role !== null && ITEMS.has(role))
    // In a sheet, Enter only moves on to the next cell. In a list of files or of a dialog it opens an item, or presses OK.
    if (takesEnter && (role !== 'cell' || facts.kind !== 'office' || facts.dialog)) return { name, role }
    // On a check box or a similar control, Enter presses the default button of the dialog.
    if (button !== null && !takesLines(facts)) return { name: plainName(button), role: 'button' }
    if (role !== null && (ACTIVE.has(role) || (inPage && !isField(facts)))) return { name, role }
  }
  // Alt and a letter presses a button of the dialog, which is not told.
  if (facts.dialog && keys.includes('access')) return { name: '', role: 'button' }
  if (role === null) return null
  if (keys.includes('space') && (ACTIVE.has(role) || (inPage && !isField(facts)))) return { name, role }
  // In a page, a choice by a key may be enough to send a form.
  if (
    inPage &&
    CHOOSING_ROLES.has(role) &&
    !isField(facts) &&
    keys.some((key) => key === 'caret' || key === 'type')
  )
    return { name, role }
  return null
}
