// Says which items of menus only open a dialog, or change what a window shows.
import { fold } from '../matching/fold.ts'
import { cleanName } from '../matching/label.ts'
import { isArchiver, isFileManager } from './applications.ts'
import type { Facts } from './facts.ts'
import { labelPattern } from './label-pattern.ts'
import {
  BEYOND_DOCUMENT,
  DOCUMENT_MENU,
  INFORMS,
  PLAYING_MENU,
  RUNNING_ITEM,
  RUNNING_MENU,
  SEARCH_DIALOG,
  SEARCHING,
  TERMINAL_NAME,
  TERMINAL_VIEW,
  VIEW_MENU,
} from './vocabulary.ts'
import { menuPath } from './words.ts'

/** Tells whether a name has an ellipsis at its end, or before a key in brackets. */
export const opensDialog = (name: string): boolean => /\.\.\.(?:$| ?[([])/.test(fold(name))

/** Programs that carry a file out instead of showing it. */
const CARRYING_OUT =
  /(?<![\p{L}])(?:python|perl|ruby|php|node|java|r|octave|lua|tcl|wish|guile|julia|mono|wine|dosbox|bash|zsh|fish|sh)(?![\p{L}])/iu
/** “Open With AbiWord”, “Open With “AbiWord””: the item of a file manager for an application that it knows for the file. */
const OPEN_IN = /^(?:open with|öffnen mit|ouvrir avec|abrir con|apri con)\s+["“„«]?([^"”“»]+)["”“»]?$/iu

/** Whether it opens the chosen file, which is seen, in the application that the item names. What the file is, other rules judge. */
export const opensInNamed = ({ pressed, window, act: { target } }: Facts): boolean => {
  const program = OPEN_IN.exec(pressed?.name ?? '')?.[1] ?? ''
  return (
    isFileManager(window?.process_name ?? '') &&
    (target.items ?? []).length > 0 &&
    program !== '' &&
    !opensDialog(program) &&
    !CARRYING_OUT.test(program) &&
    !TERMINAL_NAME.test(program)
  )
}

/** Whether the item tells of the program whose menu it is in: “Über Okular”. “Über Bluetooth” is a way, and tells of nothing. */
export function tellsOfProgram({ pressed, window }: Facts): boolean {
  const name = pressed?.name ?? ''
  const called = [window?.process_name, window?.application].map((each) => fold(each ?? ''))
  return INFORMS.test(name) && called.some((each) => each !== '' && fold(name).split(' ').includes(each))
}

/** “Extract” of an archive manager's own bars: where to, and what happens to files that are there, its dialog asks. */
const EXTRACTING = labelPattern({
  whole: 'extract|entpacken|extraire|extraer|estrai|解压',
  ending: '(?:…|\\.\\.\\.)?',
})
export const asksWhereToExtract = ({ pressed, window, dialog, act: { target } }: Facts): boolean =>
  !dialog &&
  !target.question &&
  isArchiver(window?.process_name ?? '') &&
  EXTRACTING.test(pressed?.name ?? '')

/** Names of the menus that an item is chosen from, the outermost first: by a path, in a closed menu, or in an open one. */
export function menusOf({ tool, act: { parameters, target }, control, pressed }: Facts): string[] {
  if (tool === 'choose_menu') return menuPath(parameters.path).slice(0, -1)
  if (pressed?.role !== 'menu item') return []
  const around = (target.within ?? []).filter(({ role }) => role === 'menu').map(({ name }) => name)
  return [...around.toReversed(), ...(control?.role === 'menu' ? [control.name] : [])].filter(
    (name) => name !== '',
  )
}

/**
 * Names of the submenus that an item is in, which say what it does (“Send To › Home”). A menu of the bar is called after what it is about; in an
 * open menu, one word alone may be such a name.
 */
export const submenusOf = (facts: Facts): string[] =>
  menusOf(facts).filter((name, index) => index > 0 || (facts.tool !== 'choose_menu' && /\S\s+\S/.test(name)))

/** A menu of what can be made. */
const MAKING_MENU = /^(?:create )?new$|^create$/iu
const MAKES_EMPTY = /^empty (?=\p{L})/iu

/** What is said of an item of a menu “New” without “empty”, which tells there how it begins: “Empty Playlist…” of JuK. */
export const withoutEmpty = (words: string, facts: Facts): string =>
  facts.pressed?.role === 'menu item' && MAKING_MENU.test(cleanName(menusOf(facts).at(-1) ?? ''))
    ? words.replace(MAKES_EMPTY, '')
    : words

/** Whether it chooses from the menu that only changes what is shown. */
export const isOfViewMenu = (facts: Facts): boolean => VIEW_MENU.test(cleanName(menusOf(facts)[0] ?? ''))

/** Items that show on another device, or end something. */
const CASTING = /render|cast|device|screen|quit|exit|shut/i

/** Whether it chooses from a menu that plays something, or puts what is shown in order. */
export const isOfPlayingMenu = (facts: Facts): boolean =>
  PLAYING_MENU.test(cleanName(menusOf(facts)[0] ?? '')) &&
  ![...menusOf(facts), facts.pressed?.name ?? ''].some((name) => CASTING.test(name))

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
