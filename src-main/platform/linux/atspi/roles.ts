// Translates the words of AT-SPI (role numbers, state bits) to those of Deskhand, once for all toolkits. Role numbers are the
// order of AtspiRole, state bits that of AtspiStateType (atspi-constants.h 2.46).
import type { ControlRole, ControlState } from '../../../core/desktop.ts'

/** Index = AtspiRole. */
const ROLES: readonly ControlRole[] = [
  'other', 'text', 'dialog', 'image', 'image', 'table', 'image', 'check box', 'menu item', 'group', // 0 invalid … 9 color chooser
  'header', 'combo box', 'edit', 'list item', 'window', 'slider', 'dialog', 'group', 'image', 'dialog', // 10 column header … 19 file chooser
  'group', 'group', 'group', 'window', 'group', 'web page', 'image', 'image', 'group', 'text', // 20 filler … 29 label
  'group', 'list', 'list item', 'menu', 'menu bar', 'menu item', 'group', 'tab', 'tab list', 'group', // 30 layered pane … 39 panel
  'password', 'menu', 'progress bar', 'button', 'radio button', 'menu item', 'group', 'header', 'scroll bar', 'group', // 40 password … 49 scroll pane
  'separator', 'slider', 'spinner', 'group', 'status bar', 'table', 'cell', 'header', 'header', 'menu item', // 50 separator … 59 tearoff
  'document', 'edit', 'toggle button', 'tool bar', 'text', 'tree', 'tree', 'other', 'group', 'window', // 60 terminal … 69 window
  'other', 'header', 'group', 'text', 'group', 'application', 'edit', 'edit', 'group', 'edit', // 70 extended … 79 entry
  'image', 'text', 'document', 'heading', 'group', 'group', 'group', 'group', 'link', 'window', // 80 chart … 89 input method window
  'row', 'tree item', 'document', 'document', 'document', 'web page', 'document', 'text', 'list', 'group', // 90 table row … 99 grouping
  'image', 'group', 'group', 'progress bar', 'group', 'group', 'group', 'group', 'text', 'group', // 100 image map … 109 article
  'group', 'group', 'group', 'text', 'other', 'text', 'text', 'text', 'text', 'text', // 110 landmark … 119 subscript
  'text', 'list', 'text', 'text', 'text', 'text', 'text', 'text', 'text', 'button', // 120 superscript … 129 push button menu
  'switch',
] // prettier-ignore

export const AtspiRole = {
  alert: 2,
  comboBox: 11,
  dialog: 16,
  fileChooser: 19,
  filler: 20,
  frame: 23,
  icon: 26,
  image: 27,
  label: 29,
  list: 31,
  listItem: 32,
  menu: 33,
  menuBar: 34,
  menuItem: 35,
  pageTab: 37,
  panel: 39,
  password: 40,
  popupMenu: 41,
  button: 43,
  radioButton: 44,
  scrollBar: 48,
  spinButton: 52,
  table: 55,
  tableCell: 56,
  terminal: 60,
  text: 61,
  toggleButton: 62,
  toolTip: 64,
  window: 69,
  paragraph: 73,
  application: 75,
  entry: 79,
  heading: 83,
  link: 88,
  tableRow: 90,
  documentWeb: 95,
  listBox: 98,
  static: 116,
} as const

/** Menu item, check menu item, radio menu item, tearoff. */
export const MENU_ITEMS: ReadonlySet<number> = new Set([AtspiRole.menuItem, 8, 45, 59])

export const AtspiState = {
  active: 1,
  busy: 3,
  checked: 4,
  collapsed: 5,
  defunct: 6,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focusable: 11,
  focused: 12,
  iconified: 15,
  modal: 16,
  multiLine: 17,
  pressed: 20,
  selectable: 22,
  selected: 23,
  sensitive: 24,
  showing: 25,
  visible: 30,
  managesDescendants: 31,
  indeterminate: 32,
  required: 33,
  invalidEntry: 36,
  isDefault: 39,
  checkable: 41,
  readOnly: 43,
} as const

/** The two words of an AT-SPI state set. */
export type StateBits = readonly [low: number, high: number]
export const hasState = (bits: StateBits, state: number): boolean =>
  ((state < 32 ? bits[0] >>> state : bits[1] >>> (state - 32)) & 1) === 1

const CHECKABLE = new Set<ControlRole>(['check box', 'radio button', 'switch', 'toggle button'])
const INTERACTIVE = new Set<ControlRole>([
  'button', 'toggle button', 'check box', 'radio button', 'switch', 'edit', 'password', 'combo box', 'list item', 'menu',
  'menu item', 'tab', 'tree item', 'link', 'slider', 'spinner',
]) // prettier-ignore
const WRITABLE = new Set<ControlRole>(['edit', 'password', 'document', 'spinner'])

/** What a document is made of: fields in one that can be changed. */
const WRITTEN = new Set<number>([AtspiRole.paragraph, AtspiRole.heading])

/** Gives Deskhand's role for an AT-SPI role number; states tell an editable paragraph from a printed one. */
export function controlRole(role: number, bits: StateBits): ControlRole {
  const mapped = ROLES[role] ?? 'other'
  // A selectable icon is an item of a file view. Other icons, and those of Caja, don't report whether they are selected.
  if (role === AtspiRole.icon && hasState(bits, AtspiState.selectable)) return 'list item'
  // GTK 3: a row that takes the keyboard and can't be chosen does something at one click.
  if (
    role === AtspiRole.listItem &&
    hasState(bits, AtspiState.focusable) &&
    !hasState(bits, AtspiState.selectable)
  )
    return 'button'
  if (WRITTEN.has(role) && hasState(bits, AtspiState.editable)) return 'edit'
  if (
    role === AtspiRole.text &&
    !hasState(bits, AtspiState.editable) &&
    !hasState(bits, AtspiState.focusable)
  ) {
    return 'text'
  }
  return mapped
}

/**
 * Tells whether it has no state at all, and so does not tell whether it is to be seen: an icon of nemo, and the place of GTK into which
 * another process puts a page.
 */
export const isStateless = (role: number | null, [low, high]: StateBits): boolean =>
  low === 0 && high === 0 && (role === null || role === AtspiRole.icon || role === AtspiRole.filler)

export function controlStates(role: ControlRole, atspiRole: number, bits: StateBits): ControlState[] {
  if (isStateless(atspiRole, bits)) return []
  const states: ControlState[] = []
  const has = (state: number) => hasState(bits, state)
  const add = (condition: boolean, state: ControlState) => {
    if (condition) states.push(state)
  }
  add(has(AtspiState.focused), 'focused')
  const checkable = CHECKABLE.has(role) || has(AtspiState.checkable) || isCheckMenuItem(atspiRole)
  if (checkable || has(AtspiState.checked)) {
    if (has(AtspiState.indeterminate)) states.push('mixed')
    else {
      const on = has(AtspiState.checked) || (role === 'toggle button' && has(AtspiState.pressed))
      states.push(on ? 'checked' : 'unchecked')
    }
  }
  // Qt reports the current tab as focused, and never as selected.
  const isShownTab = role === 'tab' && has(AtspiState.focused) && !has(AtspiState.selectable)
  add(has(AtspiState.selected) || isShownTab, 'selected')
  if (has(AtspiState.expanded)) states.push('expanded')
  else add(has(AtspiState.expandable) || has(AtspiState.collapsed), 'collapsed')
  add(INTERACTIVE.has(role) && !has(AtspiState.enabled) && !has(AtspiState.sensitive), 'disabled')
  if (WRITABLE.has(role)) {
    // Qt's spinners and date fields take text but don't report it.
    const editable = (has(AtspiState.editable) || role === 'spinner') && !has(AtspiState.readOnly)
    states.push(editable ? 'editable' : 'readonly')
    add(has(AtspiState.multiLine), 'multiline')
    add(atspiRole === AtspiRole.heading, 'heading')
  }
  // Into some is written, too (Qt, and a page's field with proposals).
  add(role === 'combo box' && has(AtspiState.editable) && !has(AtspiState.readOnly), 'editable')
  add(has(AtspiState.required), 'required')
  add(has(AtspiState.invalidEntry), 'invalid')
  add(has(AtspiState.isDefault), 'default')
  add(has(AtspiState.modal), 'modal')
  add(has(AtspiState.busy), 'busy')
  return states
}

/** Check menu item 8, radio menu item 45. */
const isCheckMenuItem = (role: number): boolean => role === 8 || role === 45
