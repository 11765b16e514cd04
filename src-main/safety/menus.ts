// Says which items of menus only open a dialog, or change what a window shows.
import { fold } from '../matching/fold.ts'
import { cleanName } from '../matching/label.ts'
import type { Facts } from './facts.ts'
import { RUNNING_MENU, TERMINAL_VIEW, VIEW_MENU } from './vocabulary.ts'
import { menuPath } from './words.ts'

/** Tells whether a name has an ellipsis at its end, or before a key in brackets. */
export const opensDialog = (name: string): boolean => /\.\.\.(?:$| ?[([])/.test(fold(name))

/** Whether it chooses from the menu that only changes what is shown. */
export const isOfViewMenu = ({ tool, parameters }: Facts['act']): boolean => {
  const [menu = '', ...items] = tool.tool_name === 'choose_menu' ? menuPath(parameters.path) : []
  return items.length > 0 && VIEW_MENU.test(cleanName(menu))
}

/**
 * Whether a menu of a terminal opens a dialog, or changes what is shown. Most other items (“Open Link”, “Paste”) act on what stands in the
 * terminal.
 */
export const isMenuOfTerminal = ({ pressed, window, act }: Facts): boolean => {
  if (pressed === null || window?.kind === 'dialog') return false
  const { name, role } = pressed
  return (
    role === 'menu' ||
    (role === 'menu item' && (opensDialog(name) || isOfViewMenu(act) || TERMINAL_VIEW.test(name)))
  )
}

/** Whether it chooses from a menu of programs, scripts or builds, and not only opens a dialog of it. */
export const runsFromMenu = ({ tool, act: { parameters } }: Facts): boolean => {
  const path = tool === 'choose_menu' ? menuPath(parameters.path) : []
  const last = path.at(-1) ?? ''
  return path.slice(0, -1).some((menu) => RUNNING_MENU.test(cleanName(menu))) && !opensDialog(last)
}
