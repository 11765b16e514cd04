// Reads and finds files of a run without following links, because a linked file does not belong to the run.
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** The flag that refuses links. Windows has none; there only some users have the right to make a link. */
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0

/** Returns the content of a file. Throws the error of the system, also for anything but a regular file. */
export async function readPlainFile(path: string): Promise<Buffer> {
  // Without O_NONBLOCK, a pipe would keep the reader waiting.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | NO_FOLLOW
  await using file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new Error('it is a link') : error
  })
  if (!(await file.stat()).isFile()) throw new Error('it is no file')
  return await file.readFile()
}

/** Throws where a part of a path below `folder` is a link; parts that do not exist yet are none. */
export async function refuseLinks(folder: string, path: string): Promise<void> {
  let place = folder
  for (const part of relative(folder, path).split(sep)) {
    place = join(place, part)
    const found = await lstat(place).catch(() => null)
    if (!found) return
    if (found.isSymbolicLink()) throw new Error(`${place} is a link: nothing is read or written there`)
  }
}
