// Recognises a window from the outside: a terminal, unsaved work, a dialog that saves a file.
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { plainLabel } from '../../../matching/label.ts'
import type { LabelsInEnglish } from '../../../matching/labels-in-english.ts'

const TERMINALS = new Set([
  'xterm', 'uxterm', 'lxterm', 'gnome-terminal', 'gnome-terminal-server', 'kgx', 'konsole', 'xfce4-terminal', 'lxterminal',
  'mate-terminal', 'tilix', 'terminator', 'terminology', 'alacritty', 'kitty', 'foot', 'wezterm', 'wezterm-gui', 'st',
  'urxvt', 'rxvt', 'qterminal', 'guake', 'yakuake', 'tilda', 'ghostty', 'cool-retro-term', 'ptyxis',
  'cmd', 'powershell', 'pwsh', 'windowsterminal', 'conhost', 'terminal', 'iterm2',
]) // prettier-ignore

/** True for a window that takes a command line, by its process name: terminals are seldom in the accessibility tree. */
export const isTerminal = (window: Pick<PlatformWindow, 'processName'>): boolean => {
  const name = window.processName.toLowerCase().replace(/\.exe$/, '')
  return TERMINALS.has(name) || /(^|-)(x-)?terminal(-emulator|-server)?$/.test(name)
}

/** Editors that mark unsaved work in their title, so that a title without the mark means that all is saved. */
const MARKS_UNSAVED =
  /^(mousepad|gedit|gnome-text-editor|featherpad|pluma|xed|kate|kwrite|leafpad|l3afpad|geany|code|notepad|notepad\+\+)$/
const UNSAVED_TITLE =
  /^\s*[*•●]|[*•●]\s*$|[*•●] [-–—] |\((modified|unsaved)\)|\[(modified|\+|unsaved)\]|— Edited\b|（已修改）|未保存/i

/** Tells whether the window has unsaved work; null when that can't be seen. `elements` are its controls where they are known. */
export function isUnsaved(window: PlatformWindow, elements: PlatformElement[] | null): boolean | null {
  if (UNSAVED_TITLE.test(window.title)) return true
  // Another document may be open in a tab of the same window.
  if (elements?.some(({ role, name }) => role === 'tab' && /^\s*[*•●]|[*•●]\s*$/.test(name))) return true
  if (MARKS_UNSAVED.test(window.processName.toLowerCase())) return false
  if (elements === null || elements.length === 0) return null
  const holdsWork = elements.some(
    (element) =>
      element.role === 'document' ||
      element.role === 'table' ||
      element.role === 'web page' ||
      element.states.includes('multiline') ||
      // These hold work: a filled field, a drawing area, and a menu or button that saves.
      (element.role === 'edit' && (element.value ?? '') !== '' && !element.states.includes('readonly')) ||
      (element.role === 'menu' &&
        /^(file|datei|fichier|archivo|文件)(?![\p{L}\p{N}])/u.test(plainLabel(element.name))) ||
      /^save\b|^保存|^speichern/.test(plainLabel(element.name)),
  )
  return holdsWork ? null : false
}

const SAVING =
  /^(save|save as|replace|overwrite|export|speichern|ersetzen|überschreiben|enregistrer|remplacer|guardar|reemplazar|保存|另存为|替换|置き換える|上書き)$/
const SAVE_TITLE = /save|export|speichern|enregistrer|guardar|保存|另存|导出/i

/** Finds the parts of a dialog that saves a file; null for any other window. */
export function saveDialog(
  window: PlatformWindow,
  elements: PlatformElement[],
  labels: Pick<LabelsInEnglish, 'readings'>,
): { name: PlatformElement | null; button: PlatformElement | null } | null {
  const inside = elements.filter((element) => element.window === null || element.window === window.handle)
  const says = (words: RegExp, label: string) =>
    labels.readings(window.processName, label).some((name) => words.test(plainLabel(name)))
  const button = inside.find(({ role, name }) => role === 'button' && says(SAVING, name)) ?? null
  if (!says(SAVE_TITLE, window.title) && (button === null || window.kind !== 'dialog')) return null
  const edits = inside.filter(
    (element) => element.role === 'edit' || (element.role === 'combo box' && element.editableText),
  )
  const named = edits.find(({ name }) => says(/name|datei|nombre|名前|文件名|名称/i, name))
  return { name: named ?? edits[0] ?? null, button }
}
