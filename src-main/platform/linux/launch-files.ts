// Says which application opens a file: its MIME type by name (shared-mime-info), then the person's choice, then the application
// that the system names (as `xdg-mime` does), then any that says that it can open it.
import { open, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { applicationFolders, type DesktopEntry } from './launch-entries.ts'

type Environment = Record<string, string | undefined>

/** Common file types by their ending; also for machines without shared-mime-info. */
export const USUAL = new Map<string, string>(
  Object.entries({
    txt: 'text/plain',
    md: 'text/markdown',
    csv: 'text/csv',
    html: 'text/html',
    htm: 'text/html',
    json: 'application/json',
    pdf: 'application/pdf',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    svg: 'image/svg+xml',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
    zip: 'application/zip',
  }),
)
/** The category that wins for a kind of file when several applications can open it. */
const PREFERRED: [RegExp, string][] = [
  [/^text\/html$|^x-scheme-handler\/https?$/, 'WebBrowser'],
  [/^text\//, 'TextEditor'],
  [/^inode\/directory$/, 'FileManager'],
  [/^image\//, 'Viewer'],
]
const DIRECTORY = 'inode/directory'

interface Glob {
  weight: number
  type: string
  /** Lower case, without the star: `.tar.gz`. */
  ending: string
}

let globs: Promise<Glob[]> | null = null

function readGlobs(): Promise<Glob[]> {
  globs ??= readFile('/usr/share/mime/globs2', 'utf8').then(
    (text) =>
      text.split('\n').flatMap((line) => {
        const [weight, type, pattern] = line.split(':')
        // A pattern with other wildcards names a single file (`makefile.*`), which nobody opens through Deskhand.
        const simple = pattern !== undefined && /^\*\.[^*?[]+$/.test(pattern)
        return simple && type !== undefined
          ? [{ weight: Number(weight), type, ending: pattern.slice(1).toLowerCase() }]
          : []
      }),
    () => [],
  )
  return globs
}

/** Finds the MIME type of an existing file or folder, by its name, else by reading its beginning. */
export async function mimeTypeOf(path: string): Promise<string> {
  if ((await stat(path)).isDirectory()) return DIRECTORY
  const name = basename(path).toLowerCase()
  const best = (await readGlobs())
    .filter((glob) => name.endsWith(glob.ending))
    .sort((a, b) => b.ending.length - a.ending.length || b.weight - a.weight)[0]
  return (
    best?.type ??
    USUAL.get(name.split('.').at(-1) ?? '') ??
    ((await looksLikeText(path)) ? 'text/plain' : 'application/octet-stream')
  )
}

async function looksLikeText(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
    return !buffer.subarray(0, bytesRead).includes(0)
  } finally {
    await file.close()
  }
}

/** Finds the application that opens a type; null when none declares it. */
export async function applicationFor(
  type: string,
  entries: DesktopEntry[],
  env: Environment,
): Promise<DesktopEntry | null> {
  const [found = null] = await applicationsFor([type], entries, env)
  return found
}

/** Finds the application of each type, and reads the lists of the person and the system once for all. */
export async function applicationsFor(
  wanted: readonly string[],
  entries: DesktopEntry[],
  env: Environment,
): Promise<(DesktopEntry | null)[]> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const lists = [...(await chosenLists(env)), ...(await namedLists(env))]
  const openerOf = (type: string): DesktopEntry | null => {
    for (const list of lists) {
      for (const id of idsIn(list.get(type) ?? '')) {
        const entry = byId.get(id)
        if (entry && !entry.terminal) return entry
      }
    }
    const able = entries
      .filter((entry) => entry.mimeTypes.includes(type) && !entry.terminal)
      .sort((a, b) => rank(a, type) - rank(b, type) || (a.id < b.id ? -1 : 1))
    return able[0] ?? null
  }
  const isOtherText = (type: string) => type.startsWith('text/') && type !== 'text/plain'
  return wanted.map((type) => openerOf(type) ?? (isOtherText(type) ? openerOf('text/plain') : null))
}

function rank(entry: DesktopEntry, type: string): number {
  const category = PREFERRED.find(([pattern]) => pattern.test(type))?.[1]
  return (category !== undefined && entry.categories.includes(category) ? 0 : 2) + (entry.hidden ? 1 : 0)
}

/** Type → ids of applications as the list has them. They are read for the few types that are asked for: lists have hundreds of types. */
type TypeList = Map<string, string>

/** Reads which applications were chosen for types, in `mimeapps.list` files, the person's own first. */
async function chosenLists(env: Environment): Promise<TypeList[]> {
  const config = env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? homedir(), '.config')
  const folders = [config, ...(env['XDG_CONFIG_DIRS'] || '/etc/xdg').split(':'), ...applicationFolders(env)]
  const desktops = (env['XDG_CURRENT_DESKTOP'] ?? process.env['XDG_CURRENT_DESKTOP'] ?? '').toLowerCase()
  const names = [
    ...desktops
      .split(':')
      .filter(Boolean)
      .map((desktop) => `${desktop}-mimeapps.list`),
    'mimeapps.list',
  ]
  return listsIn(folders, names, /^\[Default Applications\]\s*$([^]*?)(?=^\[|$(?![^]))/m)
}

/** Reads which applications the system's own lists have for types, the default first. */
const namedLists = (env: Environment): Promise<TypeList[]> =>
  listsIn(applicationFolders(env), ['defaults.list', 'mimeinfo.cache'], /([^]*)/)

async function listsIn(folders: string[], names: string[], part: RegExp): Promise<TypeList[]> {
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(() => '')))
  return texts.map((text) => typesIn(part.exec(text)?.[1] ?? ''))
}

function typesIn(section: string): TypeList {
  const list: TypeList = new Map()
  for (const line of section.split('\n')) {
    const at = line.indexOf('=')
    const type = line.slice(0, at)
    if (at >= 0 && !list.has(type)) list.set(type, line.slice(at + 1))
  }
  return list
}

const idsIn = (text: string): string[] =>
  text
    .split(';')
    .map((id) => id.trim().replace(/\.desktop$/, ''))
    .filter((id) => id !== '')
