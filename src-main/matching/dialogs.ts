// Finds the open dialog that nobody has meant to open, and says what it says.
import type { Control, WindowInfo } from '../core/desktop.ts'
import { plainLabel } from './label.ts'

type Dialog = Pick<WindowInfo, 'title' | 'says'>

/** Tells whether a window prevents going on: it asks or reports something, or takes all input of its application. */
const blocks = ({ kind, modal, minimized, says }: WindowInfo): boolean =>
  !minimized && (modal || (kind === 'dialog' && says !== null))

/** Lists the dialogs that block the application of a window; those that block any application where no window is chosen. */
export function blockingDialogs(window: WindowInfo | null, windows: readonly WindowInfo[]): WindowInfo[] {
  const isOfIt = ({ id, pid, owner, process_name }: WindowInfo): boolean =>
    window === null ||
    (id !== window.id &&
      (owner === window.id || (pid !== null && pid === window.pid) || process_name === window.process_name))
  return windows.filter((one) => blocks(one) && isOfIt(one))
}

/** Whether it is a dialog in front that takes all input of its application. */
export const isFrontDialog = ({ active, modal, kind }: WindowInfo): boolean =>
  active && modal && kind === 'dialog'

/** Leaves out the controls of windows that such a dialog keeps from taking anything: an “OK” behind it is never meant. */
export function withoutBlocked(
  controls: readonly Control[],
  windows: readonly WindowInfo[],
): readonly Control[] {
  const front = windows.find(isFrontDialog)
  if (!front) return controls
  const isOpen = ({ id, kind, owner }: WindowInfo) =>
    id === front.id || kind === 'popup' || owner === front.id
  const open = new Set(windows.filter(isOpen).map(({ id }) => id))
  return controls.filter(({ window_id }) => open.has(window_id))
}

/** Tells whether a control of this name has announced the dialog: “Print…” opens one, “About” opens “About Notes”. */
export function announces(label: string, { title, says }: Dialog): boolean {
  if (/(…|\.\.\.)\s*$/.test(label)) return true
  const name = plainLabel(label)
  // “About Kid3” opens “Kid3”, which tells its version.
  if (ABOUT.test(name)) return plainLabel(`${title} ${says ?? ''}`).includes(name.replace(ABOUT, '').trim())
  // “Keyboard Shortcuts” opens a window of the application's name that lists them all.
  if (INFORMS.test(name) && !/[?？]\s*$/.test(says ?? '')) return true
  return name !== '' && !says && plainLabel(title).includes(name)
}
/** Names of items whose windows only tell something. */
const INFORMS =
  /\b(shortcuts|statistics|word count|tip of the day|credits|licen[cs]e|changelog)$|(tastenkürzel|tastenkombinationen|statistik|raccourcis clavier|快捷键|统计)$/
const ABOUT = /^(about|über|info|à propos( de)?|acerca( de)?|关于)/

const PROPERTIES = /propert|info|details|eigenschaft|propri|propied|属性|信息/i
const REPLACE = /replace|ersetzen|remplacer|reemplazar|替换/i
/** What the dialog is about that keys open in most applications (GNOME, KDE and Windows guidelines). */
const OPENED_BY: Record<string, RegExp> = {
  'alt+enter': PROPERTIES,
  'ctrl+i': PROPERTIES,
  f1: /help|about|hilfe|aide|ayuda|帮助|关于/i,
  'ctrl+,': /preferences|settings|options|einstellung|préférences|preferencias|首选项|设置/i,
  'ctrl+f': /find|search|suche|recherche|buscar|查找|搜索/i,
  'ctrl+h': REPLACE,
  'ctrl+r': REPLACE,
  'ctrl+g': /go ?to|gehe zu|转到/i,
  'ctrl+l': /location|address|open|adresse|位置/i,
  'ctrl+n': /\bnew\b|neue?|nouveau|nuevo|新建/i,
  'ctrl+o': /open|öffnen|ouvrir|abrir|打开/i,
  'ctrl+p': /print|druck|imprim|打印/i,
  f2: /rename|umbenennen|renommer|重命名/i,
  'ctrl+k': /link|verknüpfung|lien|enlace|链接/i,
}

/** Tells whether a chord (`alt+enter`) has announced the dialog by its title: Alt+Enter opens “Image Properties”. */
export const announcedByKeys = (chord: string | null, { title }: Dialog): boolean =>
  chord !== null && OPENED_BY[chord]?.test(title) === true

/** Writes `the dialog “Replace?”, which says: “a.txt exists. Replace it?”` */
export function dialogWords({ title, says }: Dialog): string {
  const name = title.trim() === '' ? 'a dialog without a title' : `the dialog “${title.trim()}”`
  if (says === '') return `${name}, whose text can’t be read`
  return says === null ? name : `${name}, which says: “${says}”`
}

/** Says that a request ends at a dialog. */
export const stopsAt = (dialog: Dialog): string =>
  dialog.says === null
    ? `It stops here: ${dialogWords(dialog)} is open.`
    : `It stops here: ${dialogWords(dialog)}, is open.`
