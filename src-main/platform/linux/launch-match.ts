// Finds out which application a person means by a name.
import { fold } from '../../matching/fold.ts'
import { ALL, nearest } from '../../matching/nearest.ts'
import { programOf, splitExec, type DesktopEntry } from './launch-entries.ts'

/** Maps everyday words for a kind of application to its category (Desktop Menu Specification). */
const CATEGORY_OF = new Map<string, string>(
  Object.entries({
    browser: 'WebBrowser',
    'web browser': 'WebBrowser',
    internet: 'WebBrowser',
    terminal: 'TerminalEmulator',
    console: 'TerminalEmulator',
    'command line': 'TerminalEmulator',
    editor: 'TextEditor',
    'text editor': 'TextEditor',
    notepad: 'TextEditor',
    notes: 'TextEditor',
    calculator: 'Calculator',
    calc: 'Calculator',
    spreadsheet: 'Spreadsheet',
    excel: 'Spreadsheet',
    'word processor': 'WordProcessor',
    word: 'WordProcessor',
    writer: 'WordProcessor',
    presentation: 'Presentation',
    powerpoint: 'Presentation',
    files: 'FileManager',
    'file manager': 'FileManager',
    explorer: 'FileManager',
    mail: 'Email',
    email: 'Email',
    'image viewer': 'Viewer',
    'video player': 'Player',
    浏览器: 'WebBrowser',
    终端: 'TerminalEmulator',
    计算器: 'Calculator',
    文本编辑器: 'TextEditor',
    记事本: 'TextEditor',
    文件管理器: 'FileManager',
  }),
)

/** The type of what an application of a category opens; by it the system says which one it starts for a person. */
const TYPE_OF = new Map<string, string>(
  Object.entries({
    WebBrowser: 'x-scheme-handler/https',
    Email: 'x-scheme-handler/mailto',
    FileManager: 'inode/directory',
    TextEditor: 'text/plain',
    WordProcessor: 'application/vnd.oasis.opendocument.text',
    Spreadsheet: 'application/vnd.oasis.opendocument.spreadsheet',
    Presentation: 'application/vnd.oasis.opendocument.presentation',
    Viewer: 'image/png',
    Player: 'video/mp4',
  }),
)

/** Gives the category that a name of a kind means (“the file manager”), and the type that it opens; null for any other name. */
export function kindOf(name: string): { category: string; type: string } | null {
  const category = CATEGORY_OF.get(plain(name))
  const type = category === undefined ? undefined : TYPE_OF.get(category)
  return category === undefined || type === undefined ? null : { category, type }
}

/** Files and programs have hyphens in their names where names for people have blanks. */
const plain = (text: string): string =>
  fold(text)
    .replaceAll(/[ _-]+/g, ' ')
    .trim()
const joined = (text: string): string => plain(text).replaceAll(' ', '')
const words = (text: string): string[] => plain(text).split(/[^\p{L}\p{N}]+/u)

/** The id behind its vendor, and with the vendor’s name: `org.gnome.Weather` → `weather`, `gnome weather`; `debian-xterm` → `xterm`. */
const tails = (id: string): string[] => {
  const [last = id, vendor] = id.split('.').toReversed()
  return [id, last, last.replace(/^[a-z]+-/, ''), ...(vendor === undefined ? [] : [`${vendor} ${last}`])].map(
    (one) => one.toLowerCase(),
  )
}

/** Words of a kind that are first of all part of a name; any other (`editor`, `browser`) is no “dconf Editor” or “Icon Browser”. */
const PART_OF_NAME = new Set(['calc', 'excel', 'word', 'writer', 'powerpoint'])
const isOfKind = ({ categories }: DesktopEntry, wanted: string): boolean =>
  categories.includes(CATEGORY_OF.get(wanted) ?? '?')

type Sign = (entry: DesktopEntry, wanted: string) => boolean
const isIdOf: Sign = (entry, wanted) => tails(entry.id).some((id) => plain(id) === wanted)
const isInName: Sign = (entry, wanted) =>
  entry.names.some((name) => words(wanted).every((word) => words(name).includes(word)))
/** “LibreOffice Calc” says it to people; of “mate-calc” they only see “MATE Calculator”. */
const isIdInName: Sign = (entry, wanted) => isIdOf(entry, wanted) && isInName(entry, wanted)
/** What menus hide is a helper of another application, which nobody means by a keyword. */
const isKeyword: Sign = ({ hidden, keywords }, wanted) =>
  !hidden && keywords.some((keyword) => plain(keyword) === wanted)
const isBeginning: Sign = (entry, wanted) =>
  wanted.length >= 3 && entry.names.some((name) => words(name).some((word) => word.startsWith(wanted)))
/** Ordered from the surest sign to the weakest. */
const SURE: Sign[] = [
  (entry, wanted) => entry.names.some((name) => plain(name) === wanted),
  (entry, wanted) => !PART_OF_NAME.has(wanted) && isOfKind(entry, wanted),
  isIdInName,
  isIdOf,
  (entry, wanted) => plain(programOf(entry)) === wanted,
  (entry, wanted) => entry.names.some((name) => joined(name) === joined(wanted)),
  (entry, wanted) => entry.kinds.some((kind) => plain(kind) === wanted),
]
/** Signs by a part of the name, which several may have. */
const OF_PART: readonly Sign[] = [isIdInName, isIdOf, isInName, isBeginning]
/** What a name may mean that nobody is called: a part of a longer name, a keyword. */
const NEAR: Sign[] = [isInName, isOfKind, isKeyword, isBeginning]

/** Whether only a keyword of the application is `name`: “stopwatch” of Clocks may be meant, or the stopwatch that Clocks has. */
export function isOnlyKeyword(entry: DesktopEntry, name: string): boolean {
  const wanted = plain(name)
  const others = [...SURE, ...NEAR].filter((sign) => sign !== isKeyword)
  return isKeyword(entry, wanted) && !others.some((sign) => sign(entry, wanted))
}

/**
 * Finds the application that is meant; null when nothing fits. Takes entries that menus hide last. `near`: the name may be a part of
 * the application's; everyday words for a kind (`calc`) are taken so in any case. `chosen`: comes first where it fits as well as others.
 */
export function matchApplication(
  entries: DesktopEntry[],
  name: string,
  { near = true, chosen = null }: { near?: boolean; chosen?: DesktopEntry | null } = {},
): DesktopEntry | null {
  const wanted = plain(name.replace(/\.desktop$/, ''))
  if (wanted === '') return null
  const ordered = [...entries].sort(
    (a, b) =>
      Number(b === chosen) - Number(a === chosen) ||
      Number(a.hidden) - Number(b.hidden) ||
      Number(a.terminal) - Number(b.terminal) ||
      compare(a, b),
  )
  for (const sign of near || CATEGORY_OF.has(wanted) ? [...SURE, ...NEAR] : SURE) {
    const found = ordered.filter((entry) => sign(entry, wanted))
    if (OF_PART.includes(sign) && isCommonNoun(found, wanted)) return null
    if (found[0]) return found[0]
  }
  return null
}

/** Whether a word only says what several applications are: “settings” of “File Manager Settings” and “Terminal Settings” is neither of them. */
const isCommonNoun = (found: readonly DesktopEntry[], wanted: string): boolean => {
  const shown = found.filter(({ hidden }) => !hidden)
  return (
    shown.length > 1 &&
    !CATEGORY_OF.has(wanted) &&
    shown.every(({ names }) => names.every((name) => !plain(name).startsWith(wanted)))
  )
}

/** The plainer command first (the application before a part of it), then the shorter name. */
const compare = (a: DesktopEntry, b: DesktopEntry): number =>
  splitExec(a.exec).length - splitExec(b.exec).length ||
  a.name.length - b.name.length ||
  (a.id < b.id ? -1 : 1)

/** Lists names of applications that resemble `name`, for a message. */
export function nearestApplications(entries: DesktopEntry[], name: string, count = 5): string[] {
  const shown = entries.filter((entry) => !entry.hidden).sort(compare)
  const called = shown.flatMap((entry) =>
    [plain(entry.name), ...words(entry.name)].map((word) => ({ word, entry })),
  )
  const byWord = Map.groupBy(called, ({ word }) => word)
  const near = nearest(plain(name), [...byWord.keys()], { ...ALL, parts: false }).flatMap(
    (word) => byWord.get(word) ?? [],
  )
  return [...new Set(near.map(({ entry }) => entry.name))].slice(0, count)
}
