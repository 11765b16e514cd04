// Tells what an act answers in a dialog: in one of settings, in one for a file, in the browser's question about a page.
import { clicksOf } from '../core/pointer-parameters.ts'
import { kindOfProcess } from './applications.ts'
import { ITEMS, takesLines, type Facts } from './facts.ts'
import { fold } from '../matching/fold.ts'
import { labelPattern } from './label-pattern.ts'
import { leadsOut } from './addresses.ts'
import {
  AGREEING,
  CHOOSING,
  CHOOSING_PROGRAM,
  CLOSING,
  DENYING,
  LEAVING,
  LEAVING_PAGE,
  OPENING,
  SAVING,
  STARTING,
  TELLS_NOTHING,
} from './vocabulary.ts'

/** Whether a title says nothing of the dialog: a common word, or only whose dialog it is. */
export function tellsNothing(window: Facts['window']): boolean {
  const title = fold(window?.title ?? '')
  return (
    TELLS_NOTHING.test(title) ||
    [window?.application, window?.process_name].some(
      (name) => fold(name ?? '').replaceAll(' ', '') === title.replaceAll(' ', ''),
    )
  )
}

const PRINTING = labelPattern({
  whole: 'print|print (?:document|file|page|image|sheet)|drucken|imprimer|imprimir|stampa|打印',
})
const ASKS_TO_PRINT = /\b(?:print(?!ed|er)|druck|imprim|stamp[ai])|打印/iu

/** Whether it prints, as a request has asked for. Before a file is replaced in place of paper, the dialog asks. */
export const printsAsAsked = ({ dialog, pressed, window, act: { target }, around }: Facts): boolean =>
  dialog &&
  !target.question &&
  PRINTING.test(pressed?.name ?? '') &&
  PRINTING.test((window?.title ?? '').split(/ [-–—] /)[0] ?? '') &&
  around.isAsked(ASKS_TO_PRINT)

/** Tells whether the browser asks about leaving or reloading a page with unsent input. */
export const asksToLeavePage = ({ browserDialog }: Facts): boolean => LEAVING_PAGE.test(browserDialog ?? '')

/** Whether the act leaves the page in that dialog: every button does, except the one back to the page. */
export const leavesPage = (facts: Facts): boolean =>
  asksToLeavePage(facts) && facts.pressed?.role === 'button' && !LEAVING.test(facts.pressed.name)

/** A script of a page asks with this button; what a browser asks for a page (a place, a camera) has another one that allows it. */
const OK = labelPattern({ whole: 'ok|okay|确定|确认|aceptar' })
export const agreesByOk = ({ pressed }: Facts): boolean => OK.test(pressed?.name ?? '')

/** Whether the button of a browser's own dialog allows a site what the dialog names (“https://a.example wants to: …”), or answers it. */
export function answersSite({ browserDialog, pressed }: Facts): boolean {
  const site = /^\S+/.exec(browserDialog ?? '')?.[0] ?? ''
  return (
    leadsOut(site) &&
    pressed?.role === 'button' &&
    ![LEAVING, CLOSING, DENYING].some((words) => words.test(pressed.name))
  )
}

/** Whether it is the button “Open Mail” in a browser's question “Open Mail?”, by which a page starts a program with words of its own. */
export const startsForPage = ({ browserDialog, pressed }: Facts): boolean =>
  browserDialog !== null &&
  pressed?.role === 'button' &&
  fold(browserDialog) === `${fold(pressed.name)}?` &&
  STARTING.test(pressed.name)

/** Whether it presses OK, or Enter without a known default button. */
export function agreesToSettings(facts: Facts): boolean {
  const { pressed, dialog, keys } = facts
  if (pressed !== null && (AGREEING.test(pressed.name) || SAVING.test(pressed.name))) return true
  return dialog && pressed?.role !== 'button' && keys.includes('enter') && !takesLines(facts)
}

/**
 * Whether it opens a file with the program that is chosen in the dialog for that. Which one is chosen is seen only where its row is pressed, and
 * it may be an interpreter, which carries the file out.
 */
export function opensWithChosen({ dialog, window, pressed, around }: Facts): boolean {
  if (!dialog || pressed === null || !CHOOSING_PROGRAM.test(window?.title ?? '')) return false
  if (ITEMS.has(pressed.role ?? 'other'))
    return !around.isMentioned(pressed.name) && !around.isCommanded(pressed.name)
  return (
    pressed.role === 'button' &&
    (pressed.name === '' || [AGREEING, OPENING, CHOOSING].some((words) => words.test(pressed.name)))
  )
}

/** Programs whose dialogs choose a file for another one, as a browser in a sandbox lets them do. */
const PORTAL = /^xdg-desktop-por/

/**
 * Whether it gives a file to a page or a conversation: by its dialog, or dropped there. A browser may report no control of that dialog, so
 * Enter or a double click counts then.
 */
export function givesFile({ kind, dialog, pressed, window, keys, act, gesture }: Facts): boolean {
  if (gesture === 'drag')
    return act.target.drop?.on === 'elsewhere' && takesFiles(act.target.drop.process ?? '')
  if (!dialog) return false
  // Other programs have dialogs of many kinds. A browser's own ones are few, and may tell nothing.
  const isOther = kind === 'chat' || PORTAL.test(window?.process_name ?? '')
  const choosesFile = Boolean(act.target.opens) || CHOOSING.test(window?.title ?? '')
  if (kind !== 'browser' && !(isOther && choosesFile && !act.target.writes)) return false
  if (pressed !== null) return CHOOSING.test(pressed.name) || /^(list item|cell)$/.test(pressed.role ?? '')
  return CHOOSING.test(window?.title ?? '') && (keys.includes('enter') || clicksOf(act.parameters) > 1)
}

const takesFiles = (process: string): boolean => /^(browser|chat)$/.test(kindOfProcess(process) ?? '')
