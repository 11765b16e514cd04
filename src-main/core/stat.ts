// Tells what lies at a path that somebody else has given: one that can't be a path is one where nothing lies.
import { lstatSync, statSync, type Stats } from 'node:fs'

/** Behind symbolic links; null where nothing is, or can be: through a file, too long, with a zero byte. */
export const statOf = (path: string): Stats | null => found(statSync, path)
export const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true
/** Also a symbolic link that leads nowhere is there. */
export const isThere = (path: string): boolean => found(lstatSync, path) !== null

/** Whether a path is the folder, or lies in it, by their words alone. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

function found(look: (path: string) => Stats, path: string): Stats | null {
  try {
    return look(path)
  } catch {
    return null
  }
}
