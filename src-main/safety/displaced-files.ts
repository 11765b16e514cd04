// Tells which files of the person an act takes away from their name or folder, although no request asks for anything like it. It can be
// undone, but whoever looks for the file does not find it.
import { basename } from 'node:path'
import { chordsHeld } from '../core/pointer-parameters.ts'
import { isFileManager } from './applications.ts'
import { chordsOf } from './keys.ts'
import { once, WRITABLE, type Facts } from './facts.ts'
import { labelPattern } from './label-pattern.ts'
import { filesOf } from './reach.ts'

/** Items of menus and buttons that begin to rename or to move what is chosen. */
const DISPLACING = labelPattern({
  whole:
    'rename|cut|move to .+|bulk rename|umbenennen|ausschneiden|verschieben nach .+|renommer|couper|renombrar|cortar|重命名|改名|剪切|移动到.*',
})
const DISPLACING_KEYS = new Set(['f2', 'ctrl+x'])

/** Words of a request that asks to rename, to move or to put files in order. */
const ASKED = [
  /\b(?:renam|mov(?:e|es|ed|ing)\b|relocat|tid(?:y|ies)|organi[sz]|(?:re-?)?arrang|archiv|clean|cut\b|swap)/iu,
  /\b(?:sort|put|group|collect|gather|merge|split|distribute|prefix|number)\w*\b[^.!?]*\b(?:files?|folders?|photos?|pictures?|images?|documents?|songs?|videos?|downloads?|inbox|pdfs?)\b/iu,
  /(?:umbenenn|benenn|verschieb|räum|ordne|sortier|renomm|déplac|rang|renombr|muev|mover|orden)/iu,
  /重命名|改名|移动|移到|整理|归类|分类|剪切|放到|放进/u,
]

/** Lists the files. Empty where the act takes none away, or a request of the person names each, or asks for work of this kind. */
export const displacedFiles = once((facts): string[] => {
  const files = facts.gesture === 'files' ? displacedByTool(facts) : displacedByHand(facts)
  if (files.length === 0 || ASKED.some((words) => facts.around.isAsked(words))) return []
  return files.filter((path) => facts.around.isOfPerson(path) && !isNamed(facts, basename(path)))
})

const displacedByTool = (facts: Facts): string[] =>
  facts.tool === 'trash_files' ? [] : (filesOf(facts)?.leaves ?? [])

function displacedByHand({ act, window, role, pressed, gesture, tool }: Facts): string[] {
  if (!window || !isFileManager(window.process_name)) return []
  const { target, parameters } = act
  const keys = tool === 'keyboard_input' ? chordsOf(chordsHeld(parameters)) : []
  const isByKey = keys.some(({ modifiers, key }) =>
    DISPLACING_KEYS.has(modifiers ? `${modifiers}+${key}` : key),
  )
  // In a field they are about its text.
  const begins = isByKey && !(role !== 'cell' && WRITABLE.has(role ?? 'other'))
  const drags = gesture === 'drag' && target.drop?.on !== undefined
  const presses = pressed !== null && DISPLACING.test(pressed.name)
  return begins || drags || presses ? (target.items ?? []) : []
}

const isNamed = ({ around }: Facts, name: string): boolean =>
  around.isWritten(name) || around.isCommanded(name) || around.isWritten(name.replace(/\.[^.]+$/, ''))
