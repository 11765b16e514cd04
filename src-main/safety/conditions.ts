// Answers the questions that several rules ask of an act.
import { chordsHeld } from '../core/pointer-parameters.ts'
import { fold } from '../matching/fold.ts'
import { cleanName, hasWord } from '../matching/label.ts'
import { isFileManager } from './applications.ts'
import { classifyCommand, isTerminalProgram, splitCommandLine, type CommandClass } from './command-line.ts'
import { withoutScheme } from './places.ts'
import { asksToLeavePage, printsAsAsked, tellsNothing } from './dialog-answers.ts'
import { isMentionedChoice, isPageHarmless, searchesByButton } from './page-answers.ts'
import { ITEMS, once, type Facts } from './facts.ts'
import {
  asksWhatToReplace,
  asksWhereToExtract,
  isMenuOfTerminal,
  isOfDocumentMenu,
  isOfPlayingMenu,
  isOfViewMenu,
  opensDialog,
  opensInNamed,
  tellsOfProgram,
} from './menus.ts'
import { ABOUT_SAVING } from './saving.ts'
import { TYPING } from './typed-lines.ts'
import {
  DISCARDING,
  ADDRESS_BAR,
  AGREEING,
  BROWSER_CHROME,
  CLOSING,
  EXECUTABLE_FILE,
  harmInQuestion,
  isForeign,
  isHarmlessName,
  KEEPING_FORMAT,
  LEAVING,
  PASSWORD_NAME,
  PASTING,
  RELOADING,
  REPLACING,
  SAVING,
  SEARCH_DIALOG,
  SETTINGS_TITLE,
  TERMINAL_NAME,
} from './vocabulary.ts'

/** The most names to check: the control's own, and those around it. */
const MAX_SAID = 6
/** Roles that hold a whole page, and have its name. */
const WHOLE = /^(web page|document|window|application)$/

/** Lists the words to check. Items are left out, because their names come from a person's files and rows, and not from what they do. */
export function namedWords(facts: Facts): string {
  const { pressed, control, name, inPage, act } = facts
  if (isLikeButton(facts)) return name
  const isItem = pressed?.role === 'header' || (pressed?.role && ITEMS.has(pressed.role))
  if (!pressed || (isItem && !inPage)) return ''
  if (inPage) {
    // In a page, the purpose of a control may be stated by what contains it: a form, a list, a label around it.
    const above = act.target.within ?? []
    const end = above.findIndex(({ role }) => WHOLE.test(role))
    const around = above.slice(0, end === -1 ? undefined : end).map((each) => cleanName(each.name))
    const said = [pressed.name, name, cleanName(control?.description ?? ''), ...around]
    return [...new Set(said.filter((text) => text !== ''))].slice(0, MAX_SAID).join(' – ')
  }
  // The control's description counts as well, unless its name is known to be harmless: that of “Paste” may mention what it replaces.
  const more = pressed.name === name && !isHarmlessName(name) ? cleanName(control?.description ?? '') : ''
  return more === '' || more === pressed.name ? pressed.name : `${pressed.name} – ${more}`
}

/**
 * Whether a picture, an entry of a popup or a row of settings is clicked: an application can make a button of the first, a menu of the second,
 * and the third may act at one click.
 */
const isLikeButton = ({ gesture, role, kind, window, inPage }: Facts): boolean =>
  !inPage &&
  kind !== 'office' &&
  !isFileManager(window?.process_name ?? '') &&
  ((role === 'image' && gesture === 'activate') ||
    (isActing(window) && role !== null && ITEMS.has(role) && gesture === 'point'))

const isActing = (window: Facts['window']): boolean =>
  window?.kind === 'popup' || SETTINGS_TITLE.test(window?.title ?? '')

export function entersPassword({ gesture, role, control, keys }: Facts): boolean {
  const named = `${cleanName(control?.name ?? '')} ${control?.description ?? ''}`
  if (role !== 'password' && !(role === 'edit' && PASSWORD_NAME.test(named))) return false
  return (
    gesture === 'enter text' ||
    (gesture === 'keys' && keys.some((key) => !/^(enter|navigate|caret|close)$/.test(key)))
  )
}

/** Lists the words of a launch: the application or file, then its arguments. Addresses of files become paths. */
export function launched({ act }: Facts): string[] {
  const { name, arguments: list, bash_command: line } = act.parameters
  if (typeof line === 'string') return (splitCommandLine(line).words ?? [line, '-']).map(pathOf)
  const rest = Array.isArray(list) ? list.filter((word) => typeof word === 'string') : []
  const first = typeof name === 'string' ? name : (act.target.text ?? '')
  return first === '' ? [] : [first, ...rest].map(pathOf)
}

const pathOf = (word: string): string => withoutScheme(word.trim())

/** True when a terminal or an interpreter runs its arguments. It goes by the program where the desktop knows it, else by the name. */
export function runsItsArguments(facts: Facts): boolean {
  const [first = '', ...rest] = launched(facts)
  if (rest.length === 0) return false
  const { terminal, program } = facts.act.target
  const names = [first, program ?? '']
  return (
    terminal || names.some((name) => isProgram(name) || isTerminalProgram(name) || TERMINAL_NAME.test(name))
  )
}
/** The command of a command tool, or the line in a terminal with the typed text; `''` for every other act. */
export function commandText(facts: Facts): string {
  const { gesture, terminal, typed, keys, around, act } = facts
  if (gesture === 'command') return typeof act.parameters.command === 'string' ? act.parameters.command : ''
  if (!terminal || keys.length === 0) return ''
  return `${around.typedBefore(facts).text}${typed ?? ''}`
}

/** Whether an interpreter that is no shell carries the text out, so that it is no line of words. */
export const isOtherCode = ({ gesture, act: { target } }: Facts): boolean =>
  gesture !== 'command' && target.code?.isShell === false

/** The command as a shell reads it; `''` for code that no shell reads. */
export const shellText = (facts: Facts): string => (isOtherCode(facts) ? '' : commandText(facts))

/** Whether Enter in a conversation sends a line that begins with a slash. */
export function sendsCommand(facts: Facts): boolean {
  const { kind, keys, typed, control, around } = facts
  const line = `${around.typedBefore(facts).text}${typed ?? ''}` || (control?.value ?? '')
  return kind === 'chat' && keys.includes('enter') && /^\s*\//.test(line)
}

/** Whether the act pastes, because the pasted text is not known here. */
export const pastes = ({ keys, pressed, gesture, terminal, act }: Facts): boolean =>
  keys.includes('paste') ||
  (pressed !== null && PASTING.test(pressed.name)) ||
  (terminal && gesture === 'other button') ||
  (gesture === 'drag' && act.target.drop?.terminal === true)

/** Whether a terminal would run a text that does not follow from the run's typing there: pasted, recalled, completed, moved in. */
export function runsWhatIsNotSeen(facts: Facts): boolean {
  if (!facts.terminal) return pastes(facts) && facts.gesture === 'drag'
  const runs = facts.keys.some((key) => !/^(type|space|mark|caret|edit|navigate)$/.test(key))
  const isSeen = facts.around.typedBefore(facts).isWhole && facts.keys.every((key) => TYPING.test(key))
  return pastes(facts) || (runs && !isSeen)
}

/** Whether it presses a control of a place for code, except one that only leaves the place or shows something. */
export const runsCodeThere = ({ act: { target }, pressed, gesture }: Facts): boolean =>
  target.code?.isWhole === true &&
  gesture !== 'toggle' &&
  pressed !== null &&
  pressed.role !== 'menu' &&
  ![LEAVING, CLOSING].some((words) => words.test(pressed.name)) &&
  (ITEMS.has(pressed.role ?? 'other') || !isHarmlessName(pressed.name))

/** Whether it acts on the keys of a calculator. A dialog of one is judged as any other. */
export const onlyComputes = ({ kind, dialog }: Facts): boolean => kind === 'calculator' && !dialog

/** Says what the command of a command tool does. */
export const commandClassOf = once(({ act, around }: Facts): CommandClass => {
  const { command, cwd } = act.parameters
  return classifyCommand(
    typeof command === 'string' ? command : '',
    typeof cwd === 'string' ? cwd : null,
    around.places,
    (path) => around.isOfPerson(path),
  )
})

export const commandReads = (facts: Facts): boolean =>
  facts.gesture === 'command' && commandClassOf(facts).reads

export const isAddressBar = ({ kind, role, inPage, dialog, control }: Facts): boolean =>
  kind === 'browser' &&
  !inPage &&
  !dialog &&
  (role === 'edit' || role === 'combo box') &&
  ADDRESS_BAR.test(control?.name ?? '')

export const isBrowserChrome = ({ kind, inPage, browserDialog, pressed }: Facts): boolean =>
  kind === 'browser' && !inPage && browserDialog === null && BROWSER_CHROME.test(pressed?.name ?? '')

/**
 * Whether the person has named the pressed control in a plain command, by its own name. Of a menu, the item of that name is pressed
 * or none, because many menus show their items only once they are open.
 */
export const isCommanded = (facts: Facts): boolean =>
  isSaid(facts, (label) => facts.around.isCommanded(label))

/** Whether any plain command does, also one of another's plan. */
export const isInstructed = (facts: Facts): boolean =>
  isSaid(facts, (label) => facts.around.isInstructed(label))

const isSaid = (facts: Facts, isNamed: (label: string) => boolean): boolean =>
  ((facts.control !== null || facts.tool === 'choose_menu') && isNamed(sayableName(facts))) ||
  isDictated(facts, isNamed)

/** What a person calls the pressed control: its name, or its description where the name is only a sign. */
function sayableName({ pressed, control, name }: Facts): string {
  const own = pressed?.name ?? name
  return hasWord(own) || control?.name !== own ? own : control.description || own
}

/** Roles of a link and of what it merely shows inside. */
const PARTS_OF_LINKS = /^(link|text|heading|image|group|list item|cell|row|header|other)$/

/**
 * Whether these keys or this text come from the person's request, and press nothing whose name says what it does. In a dialog
 * that asks for something, they answer the field that has the keyboard.
 */
const isDictated = (facts: Facts, isNamed: (label: string) => boolean): boolean =>
  facts.gesture === 'keys' &&
  (facts.dialog ? fillsIn(facts) : facts.pressed === null) &&
  !facts.inPage &&
  isNamed(facts.text ?? chordsHeld(facts.act.parameters))

const fillsIn = ({ role, pressed, act: { target } }: Facts): boolean =>
  role === 'edit' && !target.question && !isForeign(pressed?.name ?? '')

/**
 * Whether it replaces text in a search, which can be undone: in the dialog for that, or in a bar of the window where a plain command has
 * named it. A question about a file does not count.
 */
export const replacesText = (facts: Facts): boolean =>
  !facts.inPage &&
  !facts.act.target.question &&
  facts.act.target.overwrites === null &&
  REPLACING.test(facts.pressed?.name ?? '') &&
  (facts.dialog ? SEARCH_DIALOG.test(facts.window?.title ?? '') : isCommanded(facts))

/** True for a page's link with an address of a page: a click on it is known to do nothing but follow it. */
export const isPlainLink = ({ inPage, pressed, held, act }: Facts): boolean => {
  const { address, page } = act.target
  if (!inPage || !pressed || !address || !/^(https?|file):/i.test(address)) return false
  // A button inside a link acts as a button.
  if (!PARTS_OF_LINKS.test(pressed.role ?? '')) return false
  // A link to the page itself is there for a script, which may do anything.
  return held.every((key) => key === 'shift' || key === 'ctrl') && !leadsToItself(address, page ?? '')
}

const leadsToItself = (address: string, page: string): boolean => {
  const plain = (text: string) =>
    text
      .replace(/#.*$/, '')
      .replace(/^[a-z]+:\/\//i, '')
      .replace(/\/$/, '')
  return address.endsWith('#') || (address.includes('#') && plain(address) === plain(page))
}

/** Removes the characters that a browser leaves out of an address, so that nothing can be hidden in it. */
const bareAddress = (text: string): string => text.replace(/[\s\p{C}]+/gu, '')
/** A scheme other than a page's. `localhost:8080` has none. */
const OTHER_SCHEME =
  /^(?!https?:|file:|about:blank$)(?:[a-z][a-z+.-]*:(?!\d)|(?:javascript|data|vbscript|blob|filesystem|chrome|about|view-source):)/i

/** Gives the text of the address bar. The address of an empty page, which is sent nowhere, counts as empty. */
export const shownAddress = ({ control }: Facts): string => {
  const value = control?.value ?? ''
  return value === 'about:blank' ? '' : value
}

/** True when the browser would carry out the text in the address bar, alone or with the typed text, instead of opening a page. */
export function runsAddress(facts: Facts): boolean {
  if (!isAddressBar(facts)) return false
  const there = shownAddress(facts)
  const { text } = facts
  const replaces = facts.act.parameters['clear_current_text'] === true
  const addresses = text === null ? [there] : replaces ? [text] : [text, there + text]
  const goes = facts.text !== null || facts.keys.includes('enter')
  return goes && addresses.some((address) => OTHER_SCHEME.test(bareAddress(address)))
}

/** Gives the question of a dialog: its title and the text of its message box. */
export const questionOf = ({ window, act }: Facts): string =>
  [tellsNothing(window) ? '' : window?.title, act.target.question].filter(Boolean).join(' – ')

/** True for OK and the like, whose effect only the dialog states. In a message box, also true for every button that does not leave it. */
export const isAgreement = ({ pressed, act }: Facts): boolean => {
  if (pressed === null) return false
  const { name, role } = pressed
  if (AGREEING.test(name) || name === '') return true
  const answers = role === 'button' && typeof act.target.question === 'string'
  return (
    answers &&
    ![LEAVING, CLOSING, SAVING, KEEPING_FORMAT].some((words) => words.test(name)) &&
    !isHarmlessName(name)
  )
}

/** Whether it answers an application's own question about unsaved work by leaving it unsaved: nothing else is lost by that. */
export const leavesUnsaved = (facts: Facts): boolean =>
  facts.pressed?.role === 'button' &&
  (facts.dialog || typeof facts.act.target.question === 'string') &&
  DISCARDING.test(facts.pressed.name) &&
  ABOUT_SAVING.test(questionOf(facts))

/** Whether it answers a question that no rule can read: one of an interface in another language, which no catalogue has. */
const answersUnread = (facts: Facts): boolean =>
  facts.around.speaksOther &&
  facts.pressed?.role === 'button' &&
  Boolean(facts.act.target.question) &&
  !takesNote(facts)

/** Whether it presses the one button of a message that only tells something: one that asks, or says what comes, may do it on OK. */
export const takesNote = (facts: Facts): boolean =>
  facts.dialog &&
  facts.act.target.only_answer === true &&
  !PROPOSES.test(questionOf(facts)) &&
  (AGREEING.test(facts.pressed?.name ?? '') || CLOSING.test(facts.pressed?.name ?? ''))
const PROPOSES = /[?？]|\b(?:will|is going to|now be|wird|werden|va|van|sera|seront)\b|将|会被/iu

/** Whether the question that “Quit” answers says that something is lost by that. */
const tellsOfLoss = (facts: Facts): boolean =>
  facts.pressed !== null &&
  typeof facts.act.target.question === 'string' &&
  !takesNote(facts) &&
  (['close_unsaved', 'delete'] as const).some((harm) => harmInQuestion(harm, questionOf(facts)))

/** True when it closes something with possibly unsaved work. Calculators and viewers hold none; a dialog is left as by Cancel. */
export function closesWork(facts: Facts): boolean {
  const { act, gesture, keys, pressed, kind, dialog, terminal } = facts
  const closes =
    gesture === 'close window' ||
    keys.includes('close') ||
    (pressed !== null && CLOSING.test(pressed.name) && !ITEMS.has(pressed.role ?? 'other'))
  const reloads =
    (keys.includes('reload') || (pressed !== null && RELOADING.test(pressed.name))) &&
    act.target.unsaved === true
  if (!closes && !reloads) return false
  if (terminal || act.target.unsaved === true) return true
  if (tellsOfLoss(facts)) return true
  // Office programs don't show unsaved work and ask themselves. A button of that question discards the work, and is judged then.
  if (act.target.unsaved === false || kind === 'calculator' || kind === 'viewer' || kind === 'office')
    return false
  return !dialog
}

/** True when only Shift and Control are held, which extend a selection. Any other held key may mean anything. */
export const holdsOnlySelecting = ({ held }: Facts): boolean =>
  held.every((key) => key === 'shift' || key === 'ctrl')

/** Names that are no document or application: a shell, an interpreter, a program by its path, an address of another scheme. */
const PROGRAM =
  /^(ba|z|da|fi|c|k)?sh$|^(env|sudo|pkexec|su|doas|xargs|nohup|python[\d.]*|perl|ruby|node|php|rm|dd|mkfs.*)$|^\/(usr\/(local\/)?)?s?bin\//i
/** The address of an empty page, which is sent nowhere and runs nothing, is none of these. */
const OTHER_ADDRESS = /^(?!https?:|file:|about:blank$)[a-z][a-z0-9+.-]+:/i
/** `+…` is a command for editors such as vim. */
export const isOption = (word: string): boolean => /^[-+]/.test(word) || OTHER_ADDRESS.test(word)
export const isProgram = (word: string): boolean => PROGRAM.test(word) || isOption(word)

/** Judges by role and place first, and by name only where they decide nothing. */
export function activatesHarmlessly(facts: Facts): boolean {
  const { pressed, control, dialog, window, kind, terminal, inPage } = facts
  if (!pressed || pressed.role === null) return false
  if (terminal) return isMenuOfTerminal(facts)
  const { name, role } = pressed
  if (inPage)
    return (
      (isPlainLink(facts) && name !== '' && !isForeign(name)) ||
      isPageHarmless(facts) ||
      searchesByButton(facts) ||
      isMentionedChoice(facts)
    )
  switch (role) {
    case 'check box':
    case 'radio button':
    case 'switch':
    case 'header':
      return true
    case 'toggle button':
      return true
    case 'list item':
    case 'tree item':
    case 'row':
    case 'cell':
      return name === '' || !EXECUTABLE_FILE.test(name)
    case 'image':
      return kind !== 'browser' && name !== '' && !EXECUTABLE_FILE.test(name)
    case 'link':
      return name !== '' && !isForeign(name)
    case 'menu':
      return true
    case 'menu item': {
      const checkable = control?.states.some((state) => state === 'checked' || state === 'unchecked') ?? false
      return (
        checkable ||
        nameHelps(name) ||
        tellsOfProgram(facts) ||
        CLOSING.test(name) ||
        isOfViewMenu(facts) ||
        isOfPlayingMenu(facts) ||
        opensInNamed(facts) ||
        asksWhereToExtract(facts) ||
        asksWhatToReplace(facts) ||
        (isOfDocumentMenu(facts) && name !== '' && !isForeign(name))
      )
    }
    case 'button':
      if (name === '') return false
      if (kind === 'browser' && !dialog)
        return isBrowserChrome(facts) || (asksToLeavePage(facts) && LEAVING.test(name))
      if (LEAVING.test(name) || (CLOSING.test(name) && !answersUnread(facts))) return true
      if (SAVING.test(name)) return true
      if (KEEPING_FORMAT.test(name)) return dialog
      if (answersUnread(facts)) return false
      if (replacesText(facts)) return true
      if (AGREEING.test(name))
        return dialog && (takesNote(facts) || !tellsNothing(window)) && !isForeign(questionOf(facts))
      return (
        nameHelps(name) ||
        /^\d$/.test(name) ||
        doesAsTitled(facts) ||
        printsAsAsked(facts) ||
        asksWhereToExtract(facts)
      )
    default:
      return false
  }
}

/** Whether it presses the button that does what the title of its dialog says (“Scale” in “Scale Image”), where that is harmless. */
const doesAsTitled = ({ dialog, pressed, window, act: { target } }: Facts): boolean =>
  dialog &&
  !target.question &&
  isHarmlessName(window?.title ?? '') &&
  fold(window?.title ?? '').startsWith(`${fold(pressed?.name ?? '')} `)

const nameHelps = (name: string): boolean =>
  name.split(' / ').every((part) => isHarmlessName(part) || SAVING.test(part) || opensDialog(part))
