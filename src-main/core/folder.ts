// Makes folders on the way to a file, and lists the files below one.
import { type Dirent, mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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

/**
 * Whole paths of all files below a folder; links are left out. A folder that goes while it is read (the lock of a file is one) counts as
 * empty: Node's own `recursive` gives up the whole list then. Throws the system's error where `folder` itself can't be read.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  return filesOf(folder, await readdir(folder, { withFileTypes: true }))
}

async function filesOf(folder: string, entries: Dirent[]): Promise<string[]> {
  const paths = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isFile()) return [path]
    return entry.isDirectory() ? filesOf(path, await entriesOf(path)) : []
  })
  return (await Promise.all(paths)).flat()
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
