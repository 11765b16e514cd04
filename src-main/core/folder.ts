// Makes folders on the way to a file.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isFolder } from './stat.ts'

/**
 * Makes a folder and its parents; an existing one is left as it is. Throws the system's error. (Node's own `recursive` never returns below
 * a folder that can't hold another one, such as /proc; there the system reports that the folder itself is missing.)
 */
export function makeFolder(path: string, mode = 0o700): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' || dirname(path) === path) {
      if (isFolder(path)) return
      throw error
    }
    if (isFolder(dirname(path))) throw error
    makeFolder(dirname(path), mode)
    makeFolder(path, mode)
  }
}
