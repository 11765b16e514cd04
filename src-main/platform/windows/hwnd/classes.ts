// Reads from the classes and styles of standard controls their role, and what can be done with them.
import type { ControlRole } from '../../../core/desktop.ts'

const BUTTONS: Record<number, ControlRole> = {
  2: 'check box',
  3: 'check box',
  4: 'radio button',
  5: 'check box',
  6: 'check box',
  7: 'group',
  9: 'radio button',
}
const BUTTON_TYPE = 0xfn
const ES_PASSWORD = 0x20n
const ES_MULTILINE = 4n
const ES_READONLY = 0x800n

/** Windows' own classes and those of its common controls; others begin with these names or are groups. */
const CLASSES: [RegExp, ControlRole][] = [
  [/^static$/i, 'text'],
  [/^combobox(ex32)?$/i, 'combo box'],
  [/^(combolbox|listbox|syslistview32)$/i, 'list'],
  [/^systreeview32$/i, 'tree'],
  [/^systabcontrol32$/i, 'tab list'],
  [/^msctls_trackbar32$/i, 'slider'],
  [/^msctls_updown32$/i, 'spinner'],
  [/^msctls_progress32$/i, 'progress bar'],
  [/^msctls_statusbar32$/i, 'status bar'],
  [/^toolbarwindow32$/i, 'tool bar'],
  [/^sysheader32$/i, 'header'],
  [/^scrollbar$/i, 'scroll bar'],
  [/^syslink$/i, 'link'],
  [/^#32770$/, 'group'],
]

export const isEdit = (className: string): boolean => /^(edit|richedit)/i.test(className)
export const isButton = (className: string): boolean => /^button$/i.test(className)
export const isCombo = (className: string): boolean => /^combobox(ex32)?$/i.test(className)
export const isListBox = (className: string): boolean => /^(combolbox|listbox)$/i.test(className)

export function roleOf(className: string, style: bigint): ControlRole {
  if (isButton(className)) return BUTTONS[Number(style & BUTTON_TYPE)] ?? 'button'
  if (isEdit(className)) return (style & ES_PASSWORD) === 0n ? 'edit' : 'password'
  return CLASSES.find(([pattern]) => pattern.test(className))?.[1] ?? 'group'
}

export const isMultiline = (style: bigint): boolean => (style & ES_MULTILINE) !== 0n
export const isReadOnly = (style: bigint): boolean => (style & ES_READONLY) !== 0n

/** Makes `Save` of `&Save`, and `Cut & Paste` of `Cut && Paste`. */
export const withoutMnemonic = (name: string): string => name.replace(/&(.)/g, '$1')
