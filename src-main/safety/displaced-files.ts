// Tells which files of the person an act takes away from their name or folder, although no request asks for anything like it. It can be
// undone, but whoever looks for the file does not find it. Whether a request asks for such work, only its verbs say, of which some languages
// are known; in others it asks. Where the request names folders of the home, its verbs cover those alone.
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { chordsHeld } from '../core/pointer-parameters.ts'
import { isFileManager } from './applications.ts'
import { chordsOf } from './keys.ts'
import { once, WRITABLE, type Facts } from './facts.ts'
import { labelPattern } from './label-pattern.ts'
import { stemOf } from './addresses.ts'
import { menusOf } from './menus.ts'
import { filesOf } from './reach.ts'
import { CLOSING, LEAVING } from './vocabulary.ts'

/** Items of menus and buttons that begin to rename or to move what is chosen. */
const DISPLACING = labelPattern({
  whole:
    'rename|cut|move to .+|bulk rename|umbenennen|ausschneiden|verschieben nach .+|renommer|couper|renombrar|cortar|重命名|改名|剪切|移动到.*',
})
/** Menus whose items are the places to move to (“Move To › Home”). */
const MOVING_MENU = labelPattern({
  whole: 'move|move to|move file to|verschieben|verschieben nach|déplacer vers|mover a|sposta in|移动到',
  ending: '(?:…|\\.\\.\\.)?',
})
/** Labels of what begins to rename. */
export const RENAMING = labelPattern({
  words: 'rename|umbenennen|renommer|renombrar|rinomina|renomear|переименовать',
  anywhere: '重命名|改名|名前.?変更|이름 바꾸기',
})
/** Titles of dialogs of file managers whose OK moves or renames what is chosen. */
const MOVING_TITLE = labelPattern({
  words: 'move|moving|rename|renaming|verschieben|umbenennen|déplacer|renommer|mover|renombrar',
  anywhere: '移动|重命名',
})
/** Buttons that only show more of such a dialog. */
const SHOWING = labelPattern({
  words: 'options|help|details|browse|more|less|tree|optionen|hilfe|aide|ayuda',
  anywhere: '选项|帮助',
})
/** Titles of those that leave it in its folder. */
const RENAMING_TITLE = labelPattern({
  words: 'rename|renaming|umbenennen|renommer|renombrar',
  anywhere: '重命名',
})
/** What a drag moves along, beside the chosen files. */
const SLIDES = /^(?:edit|document|slider|scroll bar|header)$/
const DISPLACING_KEYS = new Set(['f2', 'ctrl+x'])

/** Words of a request that asks to rename, to move or to put files in order. */
const ASKED = [
  /\b(?:renam|mov(?:e|es|ed|ing)\b|relocat|tid(?:y|ies)|organi[sz]|(?:re-?)?arrang|archiv|clean|cut\b|swap)/iu,
  /\b(?:sort|put|group|collect|gather|merge|split|distribute|prefix|number)\w*\b[^.!?]*\b(?:files?|folders?|photos?|pictures?|images?|documents?|songs?|videos?|downloads?|inbox|pdfs?)\b/iu,
  /(?:umbenenn|benenn|verschieb|räum|ordne|sortier|renomm|déplac|rang|renombr|muev|mover|orden)/iu,
  /重命名|改名|移动|移到|整理|归类|分类|剪切|放到|放进/u,
]

interface Displaced {
  from: string
  /** Null where the act only begins to take the file away, so that it is not known where it will be. */
  to: string | null
}

/** Lists the files. Empty where the act takes none away, or a request of the person names each, or asks for work of this kind there. */
export const displacedFiles = once((facts): string[] => {
  const files = facts.gesture === 'files' ? displacedByTool(facts) : displacedByHand(facts)
  if (files.length === 0 || isDictated(facts)) return []
  const isAsked = workAsked(facts)
  return files
    .filter((file) => !isAsked(file))
    .map(({ from }) => from)
    .filter((path) => facts.around.isOfPerson(path) && !facts.around.isMeant(path))
})

/** Words of a request that has files deleted. */
const DELETES =
  /\b(?:delet|remov|trash|throw|discard|get rid|erase|bin\b|lösch|entfern|wirf|papierkorb|supprim|effac|corbeille|borr|elimin|papelera)|删|回收站|丢掉|扔掉/iu
/** Words that leave something out, or forbid it. */
const SPARES =
  /(?:\b(?:not|never|except|but|keep|without|other than|nicht|kein\p{L}*|außer|behalt\p{L}*|ne|pas|sauf|garde\p{L}*|no|salvo|menos|conserva\p{L}*)\b|n['’]t\b)|不|别|保留|(?<![删移清去消])除/iu
const MIN_STEM = 5

/** Whether the person's words ask to delete files, spare none, and have the name of each; from the trash they come back. */
export function isAskedToTrash(facts: Facts): boolean {
  const { around } = facts
  const leaves = filesOf(facts)?.leaves ?? []
  if (leaves.length === 0 || !around.isAsked(DELETES) || around.isAsked(SPARES)) return false
  return leaves.every((path) => {
    const name = basename(path)
    const stem = stemOf(name)
    return (
      around.isPathNamed(path) ||
      around.isFileNamed(name) ||
      (stem.length >= MIN_STEM && around.isFileNamed(stem))
    )
  })
}

/** Whether a plain command presses these keys or this item, or the person has written the new name that a dialog gives. */
function isDictated(facts: Facts): boolean {
  const { around, dialog, window, pressed, act, typed, control } = facts
  if (around.isCommanded(chordsHeld(act.parameters))) return true
  if (pressed !== null && around.isCommanded(pressed.name)) return true
  if (!dialog || !RENAMING_TITLE.test(window?.title ?? '')) return false
  const name = (typed ?? (around.typedBefore(facts).text || (control?.value ?? ''))).trim()
  return name !== '' && (around.isCommanded(name) || (/\.\p{L}/u.test(name) && around.isWritten(name)))
}

function displacedByTool(facts: Facts): Displaced[] {
  const { leaves = [], pairs = [] } = facts.tool === 'trash_files' ? {} : (filesOf(facts) ?? {})
  return pairs.filter(({ from }) => leaves.includes(from))
}

/** Tells of which files a request asks to be displaced: of all, or, where it names folders of the home, of those that leave or come into one. */
function workAsked({ around }: Facts): (file: Displaced) => boolean {
  if (!ASKED.some((words) => around.isAsked(words))) return () => false
  const home = around.places.absolute('~') ?? '/'
  const isMeant = (folder: string) =>
    around.isMentioned(basename(folder)) || around.isCommanded(basename(folder))
  if (!foldersIn(home).some(isMeant)) return () => true
  return ({ from, to }) => to === null || [from, to].flatMap((path) => foldersAbove(path, home)).some(isMeant)
}

/** Folders below the home that a path lies in. */
function foldersAbove(path: string, home: string): string[] {
  const folder = dirname(path)
  return folder.startsWith(`${home}/`) ? [folder, ...foldersAbove(folder, home)] : []
}

function foldersIn(home: string): string[] {
  try {
    const entries = readdirSync(home, { withFileTypes: true })
    return entries.filter((each) => each.isDirectory()).map(({ name }) => join(home, name))
  } catch {
    return []
  }
}

/** Whether it presses what does as the dialog says: any button but those that leave it, or Enter where none is told. */
const answersIt = ({ pressed, keys, typed }: Facts): boolean =>
  pressed === null
    ? keys.includes('enter') && typed === null
    : pressed.role === 'button' && ![LEAVING, CLOSING, SHOWING].some((words) => words.test(pressed.name))

function displacedByHand(facts: Facts): Displaced[] {
  const { act, window, role, pressed, gesture, tool, dialog, around } = facts
  if (!window || !isFileManager(window.process_name)) return []
  const { target, parameters } = act
  const keys = tool === 'keyboard_input' ? chordsOf(chordsHeld(parameters)) : []
  const isByKey = keys.some(({ modifiers, key }) =>
    DISPLACING_KEYS.has(modifiers ? `${modifiers}+${key}` : key),
  )
  // In a field they are about its text.
  const begins = isByKey && !(role !== 'cell' && WRITABLE.has(role ?? 'other'))
  const drags = gesture === 'drag' && target.drop?.on !== undefined && !SLIDES.test(role ?? '')
  const presses =
    pressed !== null &&
    (DISPLACING.test(pressed.name) || menusOf(facts).some((menu) => MOVING_MENU.test(menu)))
  const agrees = dialog && MOVING_TITLE.test(window.title) && answersIt(facts)
  const chosen = begins || drags || presses || agrees ? (target.items ?? []) : []
  // Some views (Nemo's icons) do not tell what is chosen in them.
  const shown =
    agrees && !target.folders?.length ? [around.places.absolute('~') ?? '/'] : (target.folders ?? [])
  const unseen = chosen.length === 0 && (begins || presses || agrees) ? shown : []
  const files = [...chosen, ...unseen.map((folder) => join(folder, '*'))]
  // A new name is given in the same folder.
  const renames = keys.some(({ key }) => key === 'f2') || RENAMING.test(pressed?.name ?? '')
  return files.map((from) => ({ from, to: renames ? from : null }))
}
