// Tells what lies at a path that comes from outside: where the text can't be a path, nothing lies.
import { lstatSync, statSync, type Stats } from 'node:fs'

/** Follows symbolic links; null where nothing exists or can exist: through a file, too long, with a zero byte. */
export const statOf = (path: string): Stats | null => found(statSync, path)
export const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true
/** Tells whether a path exists; a broken symbolic link counts, too. */
export const isThere = (path: string): boolean => found(lstatSync, path) !== null

const OF_WINDOWS = /^(?:[a-z]:|\\)\\/i
/** Writes a path of Windows with `/`, as tables of places have it; leaves every other one as it is. */
export const withSlashes = (path: string): string =>
  OF_WINDOWS.test(path) ? path.replaceAll('\\', '/') : path
/** Windows takes two names that differ in capitals only for one. */
const comparable = (path: string): string => (OF_WINDOWS.test(path) ? withSlashes(path).toLowerCase() : path)

/** Tells whether a path is the folder, or lies in it, by comparing the texts only. */
export function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [comparable(path), comparable(folder)]
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

function found(look: (path: string) => Stats, path: string): Stats | null {
  try {
    return look(path)
  } catch {
    return null
  }
}
