// Files that a dialog names: whether they are there, and when they were written.
import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

const home = (): string => process.env['HOME'] ?? homedir()

/** Milliseconds since 1970 of the last change; null when there is no such file. */
export const modifiedAt = (path: string): number | null =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null

/** The path when the name alone says it, else null: the folder that a dialog shows can't be read. */
export function absolutePath(name: string): string | null {
  const full = name.startsWith('~/') ? join(home(), name.slice(2)) : name
  return isAbsolute(full) ? full : null
}

/** A file of that name that is there; looked for in the usual folders where the name has none. */
export function existingFile(name: string): string | null {
  if (name === '') return null
  const absolute = absolutePath(name)
  const folders = ['', 'Documents', 'Desktop', 'Downloads'].map((folder) => join(home(), folder))
  const places = absolute === null ? folders.map((folder) => join(folder, name)) : [absolute]
  return places.find((place) => modifiedAt(place) !== null) ?? null
}
