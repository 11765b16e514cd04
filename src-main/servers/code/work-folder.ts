// Keeps the folder in which scripts work: bounds it while one runs, and takes out of it only what is a plain file.
import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { ToolError } from '../../core/errors.ts'
import { isWithin } from '../../core/stat.ts'

/** The most that may lie in the folder. */
export const MAX_BYTES = 256 * 1024 * 1024
const MAX_ENTRIES = 10_000
const LOOK_EVERY_MS = 200
/** The most new files that are told. */
const MAX_TOLD = 50
/** The most bytes of a file to show, and the most files. */
const MAX_SHOWN_BYTES = 300
const MAX_SHOWN_FILES = 5

interface Entry {
  /** Relative to the folder. */
  name: string
  kind: 'file' | 'folder' | 'other'
  bytes: number
  changed: number
}

/** Follows no link. Stops at one entry more than is allowed. */
async function entriesOf(folder: string): Promise<Entry[]> {
  const entries: Entry[] = []
  const folders = [folder]
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const name of await readdir(next).catch(() => [])) {
      const path = join(next, name)
      const found = await lstat(path).catch(() => null)
      if (!found) continue
      const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
      entries.push({ name: relative(folder, path), kind, bytes: found.size, changed: found.ctimeMs })
      if (entries.length > MAX_ENTRIES) return entries
      if (kind === 'folder') folders.push(path)
    }
  }
  return entries
}

async function isOverfull(folder: string): Promise<boolean> {
  const entries = await entriesOf(folder)
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  return entries.length > MAX_ENTRIES || bytes > MAX_BYTES
}

/** Aborts once too much lies in the folder. Dispose it when the script has ended. */
export function watchSize(folder: string): { signal: AbortSignal } & Disposable {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const look = async () => {
    if (await isOverfull(folder)) over.abort()
    else if (!isEnded) timer = setTimeout(() => void look(), LOOK_EVERY_MS)
  }
  timer = setTimeout(() => void look(), LOOK_EVERY_MS)
  return {
    signal: over.signal,
    [Symbol.dispose]: () => {
      isEnded = true
      clearTimeout(timer)
    },
  }
}

/** Empties the folder of what leads out of it or is no file: links, pipes, sockets. The script has ended, so nothing comes after. */
export async function sweep(folder: string): Promise<string[]> {
  const odd = (await entriesOf(folder)).filter(({ kind }) => kind === 'other')
  for (const { name } of odd) await rm(join(folder, name), { force: true })
  return odd.map(({ name }) => name)
}

export async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
}

/** The text of a short file; null where it is none. */
async function textOf(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8')
  return /[\0\uFFFD]/.test(text) ? null : text
}

/** The files that are new or changed since, with their sizes, and short texts as they are: whoever judges sees what was written. */
export async function changedSince(folder: string, since: number) {
  const files = (await entriesOf(folder)).filter(({ kind, changed }) => kind === 'file' && changed >= since)
  return {
    written: await Promise.all(
      files.slice(0, MAX_TOLD).map(async ({ name, bytes }, index) => {
        const text =
          bytes > MAX_SHOWN_BYTES || index >= MAX_SHOWN_FILES ? null : await textOf(join(folder, name))
        return { file: name, bytes, ...(text === null ? {} : { text }) }
      }),
    ),
    ...(files.length > MAX_TOLD ? { more: files.length - MAX_TOLD } : {}),
  }
}

/** Throws ToolError unless each of them is a plain file of the folder. Call it after `sweep`. */
export async function findResults(
  folder: string,
  results: readonly { file: string; to: string }[],
): Promise<{ from: string; to: string }[]> {
  const found: { from: string; to: string }[] = []
  for (const { file, to } of results) {
    const from = join(folder, file)
    const isPlain = isWithin(from, folder) && (await lstat(from).catch(() => null))?.isFile() === true
    if (!isPlain) throw new ToolError(`The script has left no file ${file}. Nothing was saved.`)
    found.push({ from, to })
  }
  return found
}

/** Writes each with the rights of a new file: nothing that a script has made can be started by a click. */
export async function saveResults(
  pairs: readonly { from: string; to: string }[],
  replace: boolean,
): Promise<void> {
  for (const { from, to } of pairs) {
    await mkdir(dirname(to), { recursive: true })
    await writeFile(to, await readFile(from), { flag: replace ? 'w' : 'wx' })
  }
}
