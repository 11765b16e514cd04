// Tells what an act answers in a dialog: in one of settings, in one for a file, in the browser's question about a page.
import { clicksOf } from '../core/pointer-parameters.ts'
import { takesLines, type Facts } from './facts.ts'
import { AGREEING, CHOOSING, LEAVING, LEAVING_PAGE, SAVING } from './vocabulary.ts'

/** Tells whether the browser asks about leaving or reloading a page with unsent input. */
export const asksToLeavePage = ({ browserDialog }: Facts): boolean => LEAVING_PAGE.test(browserDialog ?? '')

/** Whether the act leaves the page in that dialog: every button does, except the one back to the page. */
export const leavesPage = (facts: Facts): boolean =>
  asksToLeavePage(facts) && facts.pressed?.role === 'button' && !LEAVING.test(facts.pressed.name)

/** Whether it presses OK, or Enter without a known default button. */
export function agreesToSettings(facts: Facts): boolean {
  const { pressed, dialog, keys } = facts
  if (pressed !== null && (AGREEING.test(pressed.name) || SAVING.test(pressed.name))) return true
  return dialog && pressed?.role !== 'button' && keys.includes('enter') && !takesLines(facts)
}

/** Whether it chooses a file for a page. A browser may report no control of that dialog, so Enter or a double click counts then. */
export function givesFile({ kind, dialog, pressed, window, keys, act }: Facts): boolean {
  if (kind !== 'browser' || !dialog) return false
  if (pressed !== null) return CHOOSING.test(pressed.name) || /^(list item|cell)$/.test(pressed.role ?? '')
  return CHOOSING.test(window?.title ?? '') && (keys.includes('enter') || clicksOf(act.parameters) > 1)
}
