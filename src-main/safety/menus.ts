// Says which items of menus only open a dialog, or change what a window shows.
import { fold } from '../matching/fold.ts'
import { cleanName } from '../matching/label.ts'
import { isFileManager } from './applications.ts'
import type { Facts } from './facts.ts'
import {
  BEYOND_DOCUMENT,
  DOCUMENT_MENU,
  RUNNING_ITEM,
  RUNNING_MENU,
  SEARCH_DIALOG,
  SEARCHING,
  TERMINAL_VIEW,
  VIEW_MENU,
} from './vocabulary.ts'
import { menuPath } from './words.ts'

/** Tells whether a name has an ellipsis at its end, or before a key in brackets. */
export const opensDialog = (name: string): boolean => /\.\.\.(?:$| ?[([])/.test(fold(name))

/** Names of the menus that an item is chosen from, the outermost first: by a path, in a closed menu, or in an open one. */
function menusOf({ tool, act: { parameters, target }, control, pressed }: Facts): string[] {
  if (tool === 'choose_menu') return menuPath(parameters.path).slice(0, -1)
  if (pressed?.role !== 'menu item') return []
  const around = (target.within ?? []).filter(({ role }) => role === 'menu').map(({ name }) => name)
  return [...around.toReversed(), ...(control?.role === 'menu' ? [control.name] : [])].filter(
    (name) => name !== '',
  )
}

/** Whether it chooses from the menu that only changes what is shown. */
export const isOfViewMenu = (facts: Facts): boolean => VIEW_MENU.test(cleanName(menusOf(facts)[0] ?? ''))

/** Kinds of programs whose menus act on more than a document. */
const NO_DOCUMENT = new Set<Facts['kind']>(['browser', 'chat', 'installer', 'settings', 'terminal'])

const hasDocument = ({ kind, window }: Facts): boolean =>
  !NO_DOCUMENT.has(kind) && !isFileManager(window?.process_name ?? '')

/** Whether it chooses from a menu that only changes the document or what is chosen in it, which is undone or not saved. */
export const isOfDocumentMenu = (facts: Facts): boolean =>
  hasDocument(facts) &&
  DOCUMENT_MENU.test(cleanName(menusOf(facts)[0] ?? '')) &&
  !BEYOND_DOCUMENT.test(facts.pressed?.name ?? '')

/** Whether it chooses “Replace” from a menu of a document, which asks what to replace; not every program has an ellipsis there. */
export const asksWhatToReplace = (facts: Facts): boolean => {
  const menu = cleanName(menusOf(facts)[0] ?? '')
  return (
    hasDocument(facts) && (DOCUMENT_MENU.test(menu) || SEARCHING.test(menu)) && SEARCH_DIALOG.test(facts.name)
  )
}

/**
 * Whether a menu of a terminal opens a dialog, or changes what is shown. Most other items (“Open Link”, “Paste”) act on what stands in the
 * terminal.
 */
export const isMenuOfTerminal = (facts: Facts): boolean => {
  const { pressed, window } = facts
  if (pressed === null || window?.kind === 'dialog') return false
  const { name, role } = pressed
  return (
    role === 'menu' ||
    (role === 'menu item' && (opensDialog(name) || isOfViewMenu(facts) || TERMINAL_VIEW.test(name)))
  )
}

/** Whether it chooses from a menu of programs, scripts or builds, or an item that builds, and not only opens a dialog of it. */
export const runsFromMenu = (facts: Facts): boolean => {
  const menus = menusOf(facts)
  const item = facts.pressed?.name ?? ''
  const runs =
    menus.some((menu) => RUNNING_MENU.test(cleanName(menu))) || (menus.length > 0 && RUNNING_ITEM.test(item))
  return runs && !opensDialog(item)
}
