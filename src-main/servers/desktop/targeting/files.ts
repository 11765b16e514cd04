// Looks up files that a dialog names: whether they are there, and when they were written.
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { isFolder, statOf } from '../../../core/stat.ts'

export const home = (): string => process.env['HOME'] ?? homedir()

/** Gives the time of the last change in milliseconds since 1970; null when there is no such file. */
export const modifiedAt = (path: string): number | null => statOf(path)?.mtimeMs ?? null

/** Milliseconds by which the time of a file may lie before that of its writing: the clock of files goes in ticks, or in whole seconds. */
const TICK_MS = 20
const SECOND_MS = 1000

/** Tells whether a file was written since a moment, in milliseconds since 1970. */
export function isWrittenSince(path: string, since: number): boolean {
  const at = modifiedAt(path)
  return at !== null && at >= since - (Number.isInteger(at / SECOND_MS) ? SECOND_MS : TICK_MS)
}

/** Gives the size in bytes; null when there is no such file. */
export const sizeOf = (path: string): number | null => {
  const found = statOf(path)
  return found?.isFile() ? found.size : null
}

/** An address of another place than the file system: `sftp://…`, `smb://…`. */
const ADDRESS = /^(?!file:)[a-z][a-z0-9+.-]+:\/\//i
export const isAddress = (name: string): boolean => ADDRESS.test(name)

/** Gives the whole path of a name, by itself or together with the `folder` that a dialog shows; null else, and for an address. */
export function absolutePath(name: string, folder: string | null = null): string | null {
  if (isAddress(name)) return null
  const full = name.startsWith('~/') ? join(home(), name.slice(2)) : name
  if (isAbsolute(full)) return full
  return folder === null || name === '' ? null : resolve(folder, name)
}

/** Gives the folder whose whole path a text is; null when there is no such folder. */
export function folderAt(text: string): string | null {
  const path = absolutePath(text.trim())
  return path !== null && isFolder(path) ? path : null
}

/** Finds a file of that name in a folder; null when there is none. */
export function fileIn(folder: string, name: string): string | null {
  const path = absolutePath(name, folder)
  return path !== null && modifiedAt(path) !== null ? path : null
}

/** Finds an existing file of that name; looks in the usual folders where the name has none. */
export function existingFile(name: string): string | null {
  if (name === '') return null
  const absolute = absolutePath(name)
  const folders = ['', 'Documents', 'Desktop', 'Downloads'].map((folder) => join(home(), folder))
  const places = absolute === null ? folders.map((folder) => join(folder, name)) : [absolute]
  return places.find((place) => modifiedAt(place) !== null) ?? null
}
