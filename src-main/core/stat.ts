// Tells what lies at a path that comes from outside: where the text can't be a path, nothing lies.
import { lstatSync, statSync, type Stats } from 'node:fs'

/** Follows symbolic links; null where nothing exists or can exist: through a file, too long, with a zero byte. */
export const statOf = (path: string): Stats | null => found(statSync, path)
export const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true
/** Tells whether a path exists; a broken symbolic link counts, too. */
export const isThere = (path: string): boolean => found(lstatSync, path) !== null

/** Tells whether a path is the folder, or lies in it, by comparing the texts only. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

function found(look: (path: string) => Stats, path: string): Stats | null {
  try {
    return look(path)
  } catch {
    return null
  }
}
