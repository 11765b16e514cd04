// Holds a model's “yes” against what the desktop itself has confirmed: whatever a page tells the judge, it proves no act.
import { classifyCommand } from '../safety/command-line.ts'
import { chordsOf } from '../safety/keys.ts'
import { disprovenByDisk } from '../interpreter/disk-proof.ts'
import { wordsOf } from '../interpreter/progress.ts'
import { failureAsked, failureTold } from '../matching/failures.ts'
import { isOngoing } from '../matching/ongoing.ts'
import { wentWrong } from '../models/render/history.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'
import { withoutLeft } from './left-dialogs.ts'
import { NUMBER, partsOf, plainNumber, POINTED, type RequestPart } from './request-parts.ts'
import { isOpposite } from './opposites.ts'

/** Says why the record does not bear out that a request was carried out, as a sentence; null where it does. */
export function whyNotBorneOut(request: string, trajectory: readonly StepRecord[]): string | null {
  const actions = trajectory.flatMap((step) => step.actions)
  const last = actions.findLastIndex(isShown)
  if (last === -1)
    return actions.length === 0 ? 'Nothing was done or read.' : 'No act was confirmed on the desktop.'
  const late = actions.slice(last + 1)
  // A look that failed is lost only where nothing was done after it.
  const lost = late.find(
    (action, at) =>
      wentWrong(action) && !(isLook(action) && late.slice(at + 1).some((each) => !wentWrong(each))),
  )
  if (lost) {
    const target = lost.target === null ? '' : ` (${lost.target})`
    return `The last that was tried, ${lost.function}${target}, came to nothing.`
  }
  const message =
    actions.slice(last).flatMap(({ told = [] }) => failureTold(told) ?? [])[0] ??
    failureAsked(actions.at(-1)?.told ?? [])
  if (message !== null) return `The application says: “${message}”.`
  const going = actions.at(-1)?.told?.find(isOngoing)
  if (going) return `The application was still at work: “${going.parameters['value'] ?? ''}”.`
  for (const [index, action] of actions.entries()) {
    const disproof = disprovenByDisk(action, actions.slice(0, index), actions.slice(index + 1))
    if (disproof !== null) return `After ${wordsOf(action)} ${disproof}.`
  }
  return whatIsMissing(
    request,
    partsOf(request),
    actions.filter((action) => !wentWrong(action)),
  )
}

/** Whether an act had its effect, or was one without an effect (reading, a command) that succeeded. */
const isShown = ({ status, effect }: ActionRecord): boolean =>
  effect === 'confirmed' || (effect === null && status === 'success')

/** Finds a part of the request of which no act that was carried out can be the work. */
function whatIsMissing(
  request: string,
  parts: readonly RequestPart[],
  actions: readonly ActionRecord[],
): string | null {
  const acted = recordOf(actions, ({ arguments: given, target, evidence, told }) => [
    given,
    target,
    evidence,
    told,
  ])
  const read = acted + recordOf(actions, ({ result }) => [result])
  // What a click by a place alone was on has no name.
  const unnamed = actions.some(
    ({ function: name, target }) => name.endsWith('_on_coordinates') && target === null,
  )
  // What was open before the run is worked in without its name.
  const workedThere = !actions.some(
    ({ function: name, target }) =>
      OPENING.test(name) || !(BY_HAND.test(name) || (IN_WINDOW.test(name) && !namesFile(target))),
  )
  const numbers = numbersOf(actions)
  for (const { names, files, doing, reads, values, people } of parts) {
    const unseen =
      unnamed || workedThere ? undefined : files.find((file) => !isIn(read, file) && !isTitled(acted, file))
    if (unseen !== undefined) return `Nothing that was done or read is about “${unseen}”.`
    const absent = people.find((name) => !workedThere && !unnamed && !isIn(read, name))
    if (absent !== undefined) return `Nothing that was done or read is about “${absent}”.`
    const missing = values.find((value) => !unnamed && !numbers.has(value))
    if (missing !== undefined) return `No act that was carried out is about “${missing}”.`
    const isFound =
      names.some((name) => isIn(reads ? read : acted, name)) ||
      (doing !== null && SAVES.test(doing) && names.some((name) => isTitled(acted, name)))
    if (names[0] === undefined || isFound || (unnamed && doing !== null && POINTED.test(doing))) continue
    return `No act that was carried out is about “${names[0]}”.`
  }
  const wanted = parts.filter(({ doing }) => doing !== null)
  const files = parts.flatMap((part) => part.files)
  const work = withoutLeft(actions)
  const undone = wanted.find(
    ({ doing, words }) =>
      !(LEAVES.test(words) ? actions : work).some(
        (action) => canBe(doing ?? '', action, files) && !isOpposite(request, action),
      ),
  )
  if (undone) return `No act that was carried out can be “${undone.words}”.`
  const counted = wanted.some(({ words }) => LEAVES.test(words)) ? actions : work
  const done = counted.reduce((sum, action) => sum + reachOf(action), 0)
  if (done >= wanted.length) return null
  return `The request asks for ${wanted.length} things beside opening, and ${done} ${done === 1 ? 'act was' : 'acts were'} carried out.`
}

/** Words of parts that a dialog is left for. */
export const LEAVES =
  /cancel|close|quit|exit|leave|dismiss|decline|reject|refuse|escape|back|skip|stop|abort|reset|deny|\bno\b|discard|schließ|beend|abbrech|ferm|annul|cerra|cancela|取消|关闭|退出|返回|拒绝/iu

/** Verbs of requests, and what an act by hand that does this has in its name, target, keys or evidence. */
const WORK: readonly [RegExp, RegExp][] = [
  [
    /^(?:save|store|export|speichere|enregistre|guarda)/,
    /save|export|written|ctrl\+(?:shift\+)?[se]\b|speicher|enregistr|guardar|保存|导出/i,
  ],
  [
    /^(?:close|quit|exit|schließe|ferme|cierra)/,
    /close|quit|exit|alt\+f4|ctrl\+[wq]\b|escape|schlie|beend|ferme|cerrar|salir|关闭|退出/i,
  ],
  [
    /^(?:send|submit|forward|post|log|book|order|buy|pay|sende|envoie|envía)|发送/,
    /^(?:click|choose_menu|select_item)(?!.*(?:edit|document) “)|enter/i,
  ],
  [
    /^(?:type|write|enter|fill|insert|append|schreibe|tippe|écris|escribe)/,
    /^(?:type_text|set_edit_text|keyboard_input|select_item|set_toggle|choose_menu|click)/,
  ],
  [/^attach/, /attach|anhäng|joindre|adjunt|附|drag|ctrl\+(?:shift\+)?a\b/i],
  // An item is only selected by a click, and a program only opened.
  [
    /^(?:turn|enable|disable|undo|redo|zoom|bookmark|subscribe|unsubscribe|schedule|accept|decline|approve|confirm|invite|mark|underline|merge|untick|uncheck|tick)/,
    /^(?!launch_application|run_shell|click_input (?:list item|tree item|tab|cell|row|header) )/,
  ],
  [/^reply/, /repl|répon|antwort|respon|enter|send|回复|发送/i],
  [/^(?:print|drucke|imprime)|打印/, /print|ctrl\+p\b|druck|imprim|打印/i],
  [/^(?:copy|copie|copia|duplicate)|复制/, /copy|ctrl\+(?:c|insert)\b|drag|duplicate|kopier|copi|复制/i],
  [/^(?:zip|compress)|压缩/, /compress|archive|zip|create|compri|komprim|压缩/i],
  [/^(?:unzip|unpack|extract|entpacke)|解压/, /extract|unpack|entpack|drag|extra|解压/i],
  [/^convert/, /convert|export|save|pdf|ctrl\+(?:shift\+)?[se]\b|speicher|导出|保存/i],
  [/^rename|^benenne|重命名/, /rename|f2\b|type_text|set_edit_text|benenn|renomm|renombr|重命名/i],
  [/^crop/, /crop|shift\+c\b|zuschn|rogn|recort|裁剪/i],
  [/^rotate/, /rotat|turn|ctrl\+(?:shift\+)?r\b|dreh|pivot|gira|旋转|drag/i],
  [/^(?:resize|scale)/, /size|scale|drag|alt\+f8|skalier|größe|taille|tamaño|大小/i],
  [/^flip/, /flip|mirror|spiegel|miroir|reflej|翻转/i],
  [
    /^(?:translate|correct|proofread|rewrite)/,
    /^(?:type_text|set_edit_text|keyboard_input|click_input|choose_menu)(?!.*\bctrl\+)/i,
  ],
  [/^empty/, /empty|delete|clear|leer|vider|vacia|删除|清空/i],
  [
    /^(?:delete|remove|lösche|supprime|borra)|删除/,
    /delete|remove|trash|clear|empty|discard|backspace|ctrl\+x\b|lösch|entfern|删除|清空/i,
  ],
]

/** What tools for files do, by the verbs of requests; each makes folders, too. */
const OF_TOOLS: Record<string, RegExp> = {
  make_folder: /^(?:make|create|add|put)/,
  copy_files: /^(?:copy|copie|copia|duplicate|paste|save|store|make|create|add|put|export|archive|merge|sort)|复制/,
  move_files: /^(?:move|verschiebe|déplace|mueve|put|sort|archive|delete|remove|rename|change|group|split|cut|paste|empty|drag)|移动/,
  rename_files: /^(?:rename|re?name|benenne|change|move|number|set|add|make|put|replace|remove|sort)|重命名/,
  trash_files: /^(?:delete|remove|lösche|supprime|borra|empty|move|put|drag)|删除/,
} // prettier-ignore

/** Whether an act can be the work of a part with this verb. Of a command or another tool's work that is not known. */
function canBe(verb: string, action: ActionRecord, files: readonly string[]): boolean {
  const { function: name, arguments: given, target, evidence } = action
  if (isLook(action)) return false
  const ofTool = OF_TOOLS[name]
  if (ofTool) return ofTool.test(verb)
  const row = WORK.find(([verbs]) => verbs.test(verb))
  if (!BY_HAND.test(name) || row === undefined) return true
  // A text that is only the name of a file changes no other text.
  const { text } = given
  const isName = typeof text === 'string' && files.some((file) => plain(text).endsWith(plain(lastOf(file))))
  if (isName && CHANGES_TEXT.test(verb)) return false
  return row[1].test(
    [
      name,
      target ?? '',
      ...textsIn([given['keys'], given['path'], given['name'], evidence]),
      given['enter'] === true ? 'enter' : '',
    ].join(' '),
  )
}

const CHANGES_TEXT = /^(?:translate|correct|proofread|rewrite|replace)/

/** Whether it only looks: by a tool that reads, or by a command that is known to. */
const isLook = ({ function: name, arguments: { command } }: ActionRecord): boolean =>
  LOOKING.test(name) ||
  (name === 'execute_command' && typeof command === 'string' && classifyCommand(command).reads)

/** Takes all white space away, and whatever the case: a text may have been typed in pieces, or be shown in other lines. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad\u200b]+/g, '')

/** Joins the texts of acts. What was typed comes once more in one piece, as it may have been typed key by key. */
function recordOf(actions: readonly ActionRecord[], partsIn: (action: ActionRecord) => unknown[]): string {
  const typed = actions.map(({ arguments: { text, keys } }) =>
    typeof text === 'string' ? text : typeof keys === 'string' ? keys : '',
  )
  return plain([...actions.flatMap((action) => textsIn(partsIn(action))), typed.join('')].join('\n'))
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : typeof value === 'number'
        ? [String(value)]
        : []

/** Numbers in acts, without zeros in front. Digits that were typed one by one are read as one. */
function numbersOf(actions: readonly ActionRecord[]): ReadonlySet<string> {
  const texts = actions
    .filter(({ function: name }) => !LOOKING.test(name))
    .flatMap(({ arguments: given, target, evidence, told }) =>
      textsIn([{ ...given, id: null }, target, evidence, told]),
    )
  const typed = actions.map(({ arguments: { text, keys } }) =>
    [text, keys].find((each) => typeof each === 'string'),
  )
  const said = [...texts, typed.join('').replace(/\s+/g, '')].join('\n').normalize('NFKC')
  return new Set((said.match(NUMBER) ?? []).map(plainNumber))
}

/** A file counts by its name, an address by its host: a dialog shows its folder, and a browser its site, elsewhere. */
function isIn(record: string, name: string): boolean {
  const host = /^https?:\/\/(?:www\.)?([^/:?#]+)/i.exec(name)?.[1]
  const isPath = /^(?:~|\.{0,2}\/)|\/[^/]*\.\w{1,5}$/.test(name)
  return record.includes(plain(host ?? (isPath ? lastOf(name) : name)))
}

/** The last name of a path; the path itself where it has none. */
const lastOf = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) || path

const LOOKING =
  /^(?:list_folder|read_file|read_document|table2markdown|get_range_values|extract_\w+|list_pdfs_in_directory|select_(?:table|paragraph|table_range)|texts|summary|wait|wait_for_control|get_system_info|read_output|select_application_window|move_on_coordinates|wheel_mouse_input)$/
/** Looks that are taken in a window, and choosing it. */
const IN_WINDOW =
  /^(?:select_application_window|texts|wait|wait_for_control|move_on_coordinates|wheel_mouse_input)$/
const SAVES = /^(?:save|store|speichere|enregistre|guarda)/
/** The least letters of a name that is no chance in a title. */
const MIN_TITLE = 4
/** Whether a title tells a file without its ending, as Kdenlive does: saving what is open needs no name. */
function isTitled(record: string, file: string): boolean {
  const stem = plain(lastOf(file)).replace(/\.\w{1,8}$/, '')
  const behind = record.split(stem).slice(1)
  return stem.length >= MIN_TITLE && behind.some((rest) => !/^[.\p{L}\p{N}_-]/u.test(rest))
}
/** Whether a window's title says which file is open in it, so that the file's name would be in the record. */
const namesFile = (target: string | null): boolean =>
  /\p{L}[\p{L}\p{N}_-]*\.[a-z0-9]{2,5}\b/iu.test(target ?? '')
const OPENING = /^(?:launch_application|run_shell)$/
const BY_HAND =
  /^(?:launch_application|run_shell|close_application_window|set_window_state|click_input|click_on_coordinates|drag_on_coordinates|set_edit_text|type_text|keyboard_input|select_item|select_text|set_toggle|choose_menu)$/

/** How many parts of a request an act can be the work of: a text and Enter two, a command or a tool for files any number. */
function reachOf(action: ActionRecord): number {
  const { function: name, arguments: given } = action
  if (isLook(action) || OPENING.test(name)) return 0
  if (!BY_HAND.test(name)) return Number.POSITIVE_INFINITY
  const { text, keys, enter } = given
  // One text may be the greeting, the question and the name below.
  if (typeof text === 'string') return text.split(/\s+/).length + (enter === true ? 1 : 0)
  if (typeof keys === 'string') return chordsOf(keys).length
  return 1
}
