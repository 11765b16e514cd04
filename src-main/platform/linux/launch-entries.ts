// Reads the applications of this machine from their desktop entries (Desktop Entry Specification 1.5): names, commands, files
// that they open.
import { readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

export interface DesktopEntry {
  /** `org.gnome.Calculator`, without `.desktop`. */
  id: string
  file: string
  /** In the person's language where there is a translation. */
  name: string
  /** The name in every language; lower case. */
  names: string[]
  /** The kind of application (“text editor”), in every language; lower case. */
  kinds: string[]
  keywords: string[]
  /** `Exec` as written in the file, with its field codes. */
  exec: string
  wmClass: string | null
  /** The name of an icon, or the path of its file. */
  icon: string | null
  hidden: boolean
  /** The application runs in a terminal. */
  terminal: boolean
  categories: string[]
  mimeTypes: string[]
  folder: string | null
}

type Environment = Record<string, string | undefined>

/** Matches a line that is in no particular language. */
const PLAIN =
  /^(Type|Name|Exec|Icon|Path|Terminal|NoDisplay|Hidden|StartupWMClass|Categories|MimeType)[ \t]*=(.*)$/gm
/** Matches a line that says how people call the application, in any language: most of a file, and seldom asked for. */
const CALLED = /^((?:Name|GenericName|Keywords)(?:\[[^\]\n]+\])?)[ \t]*=(.*)$/gm

/** Parses the entries of the first group of a desktop file; null when it describes no application. */
export function parseDesktopEntry(
  text: string,
  id: string,
  file: string,
  language = '',
): DesktopEntry | null {
  const [, groups = ''] = text.split(/^\[Desktop Entry\]\s*$/m, 2)
  const [group = ''] = groups.split('\n[', 1)
  const values = valuesOf(group, PLAIN)
  const exec = values.get('Exec')
  const name = values.get('Name')
  if (values.get('Type') !== 'Application' || !exec || !name) return null
  let called: Called | null = null
  const asCalled = () => (called ??= calledOf(group))
  return {
    id,
    file,
    name: nameIn(language, group) ?? name,
    get names() {
      return asCalled().names
    },
    get kinds() {
      return asCalled().kinds
    },
    get keywords() {
      return asCalled().keywords
    },
    exec,
    wmClass: values.get('StartupWMClass') ?? null,
    icon: values.get('Icon') || null,
    hidden: values.get('NoDisplay') === 'true' || values.get('Hidden') === 'true',
    terminal: values.get('Terminal') === 'true',
    categories: list(values.get('Categories') ?? ''),
    mimeTypes: list(values.get('MimeType') ?? ''),
    folder: values.get('Path') || null,
  }
}

function valuesOf(group: string, line: RegExp): Map<string, string> {
  const values = new Map<string, string>()
  for (const [, key = '', value = ''] of group.matchAll(line))
    if (!values.has(key)) values.set(key, unescapeValue(value.trim()))
  return values
}

/** Finds the name in the person's language without a look at those in all the others. */
function nameIn(language: string, group: string): string | null {
  for (const tag of [language.split('.')[0], language.split(/[_.@]/)[0]]) {
    const key = `Name[${tag}]`
    const at = group.indexOf(`\n${key}`)
    const [line = ''] = group.slice(at + 1).split('\n', 1)
    const value = line.slice(key.length).trimStart()
    if (at >= 0 && value.startsWith('=')) return unescapeValue(value.slice(1).trim())
  }
  return null
}

type Called = Pick<DesktopEntry, 'names' | 'kinds' | 'keywords'>

function calledOf(group: string): Called {
  const values = [...valuesOf(group, CALLED)]
  const translations = (base: string) =>
    values.filter(([key]) => key.split('[', 1)[0] === base).map(([, value]) => value)
  return {
    names: lower(translations('Name')),
    kinds: lower(translations('GenericName')),
    keywords: lower(translations('Keywords').flatMap(list)),
  }
}

const list = (text: string): string[] =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

const unique = (all: string[]): string[] => [...new Set(all)]
const lower = (all: string[]): string[] => unique(all.map((one) => one.toLowerCase()))

const ESCAPES: Record<string, string> = { s: ' ', n: '\n', t: '\t', r: '\r', '\\': '\\' }
const unescapeValue = (value: string): string =>
  value.includes('\\')
    ? value.replaceAll(/\\([sntr\\])/g, (_, letter: string) => ESCAPES[letter] ?? '')
    : value

/** Splits an `Exec` line into words: undoes its quoting, leaves field codes (`%U`, `%f` …) in place. */
export function splitExec(exec: string): string[] {
  const words: string[] = []
  for (const match of exec.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/gs)) {
    const [, quoted, plain] = match
    words.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll(/\\(.)/gs, '$1'))
  }
  return words
}

/**
 * Builds the command line of an entry that opens `files` (all of them, or none). Files that no field code takes are appended,
 * where the entry can open files at all.
 */
export function commandOf(entry: DesktopEntry, files: string[]): string[] {
  const words: string[] = []
  let placed = false
  for (const word of splitExec(entry.exec)) {
    if (/^%[fFuU]$/.test(word)) {
      words.push(...files)
      placed = true
    } else if (word === '%i' || word === '%k' || /^%[dDnNvm]$/.test(word)) continue
    else words.push(word.replaceAll('%c', entry.name).replaceAll('%%', '%'))
  }
  return placed ? words : [...words, ...files]
}

/** Lists the folders with desktop entries, the highest priority first. */
export function applicationFolders(env: Environment): string[] {
  const home = env['HOME'] ?? homedir()
  const own = env['XDG_DATA_HOME'] || join(home, '.local', 'share')
  const others = (env['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(':')
  return unique([own, ...others, '/var/lib/flatpak/exports/share', '/var/lib/snapd/desktop'])
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'applications'))
}

/** Milliseconds for which a read list stays valid; new applications are found after that. */
const FRESH_MS = 2_000
/** Milliseconds after which an unused folder is forgotten: its desktop has ended. */
const KEPT_MS = 600_000
interface ReadFolder {
  changedAt: number
  entries: DesktopEntry[]
  seenAt: number
}
/**
 * By folder and language: each virtual desktop has a folder of its own beside those of the system, which are the same for
 * all.
 */
const cache = new Map<string, ReadFolder>()

/** Lists every application of this machine, hidden ones too. Reads them again when a folder has changed. */
export async function desktopEntries(env: Environment): Promise<DesktopEntry[]> {
  const language = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  const byId = new Map<string, DesktopEntry>()
  for (const folder of applicationFolders(env)) {
    for (const entry of await entriesOf(folder, language)) if (!byId.has(entry.id)) byId.set(entry.id, entry)
  }
  return [...byId.values()]
}

async function entriesOf(folder: string, language: string): Promise<DesktopEntry[]> {
  const key = `${language}\n${folder}`
  const known = cache.get(key)
  if (known && performance.now() - known.seenAt < FRESH_MS) return known.entries
  const found = await stat(folder).catch(() => null)
  if (found === null) {
    cache.delete(key)
    return []
  }
  const isSame = known?.changedAt === found.mtimeMs
  const entries = isSame ? known.entries : await readFolder(folder, language)
  const now = performance.now()
  for (const [other, { seenAt }] of cache) if (now - seenAt > KEPT_MS) cache.delete(other)
  cache.set(key, { changedAt: found.mtimeMs, entries, seenAt: now })
  return entries
}

async function readFolder(folder: string, language: string): Promise<DesktopEntry[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const entries = names
    .filter((name) => name.endsWith('.desktop'))
    .map((name) => {
      const file = join(folder, name)
      const id = name.slice(0, -'.desktop'.length).replaceAll('/', '-')
      return parseDesktopEntry(textOf(file), id, file, language)
    })
  return entries.filter((entry) => entry !== null)
}

/** Reads a file synchronously: for a hundred small files this costs a sixth of reading them asynchronously. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

interface WindowNames {
  className: string
  instance: string
  processName: string
}

/** Names the application of a window as a person calls it; gives the process name where no desktop entry fits. */
export async function applicationName(window: WindowNames, env: Environment = process.env): Promise<string> {
  const entry = entryOfWindow(await desktopEntries(env), window)
  return entry?.name ?? (window.processName || window.className)
}

/** Of the entries of one program, that with the lowest number is the program itself. */
export const plainness = (entry: DesktopEntry): number =>
  (entry.hidden ? 100 : 0) + splitExec(entry.exec).length

/** Finds the desktop entry of a window, by class, id and command; null where none fits. */
export function entryOfWindow(entries: DesktopEntry[], window: WindowNames): DesktopEntry | null {
  const wanted = [window.className, window.instance]
    .filter((name) => name !== '')
    .map((name) => name.toLowerCase())
  // LibreOffice's first windows appear before they know which part of the suite they belong to.
  const program = window.processName === 'soffice' ? 'libreoffice' : window.processName
  const tests: ((entry: DesktopEntry) => boolean)[] = [
    (entry) => entry.wmClass !== null && wanted.includes(entry.wmClass.toLowerCase()),
    (entry) => wanted.includes(entry.id.toLowerCase()),
    (entry) => wanted.includes(entry.id.split('.').at(-1)?.toLowerCase() ?? ''),
    (entry) => program !== '' && programOf(entry) === program,
  ]
  for (const test of tests) {
    const [found] = entries.filter((entry) => test(entry)).toSorted((a, b) => plainness(a) - plainness(b))
    if (found) return found
  }
  return null
}

/** Gives the name of the program that an entry starts, behind `env NAME=value`. */
export const programOf = (entry: DesktopEntry): string => basename(programWordOf(entry))

/** The word that starts the program, as it stands in the entry: a name or a path. */
export function programWordOf(entry: DesktopEntry): string {
  const word = splitExec(entry.exec).find(
    (one) => one !== 'env' && !/^[A-Za-z_]\w*=/.test(one) && !one.startsWith('-'),
  )
  return word ?? ''
}
