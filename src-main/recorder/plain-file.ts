// Reads and finds files of a run without following links: what is linked into a run folder is not the run's.
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Windows has no such flag; there a link takes rights that others do not have. */
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0

/** The content of a file. Throws what the system says, and for what is no file. */
export async function readPlainFile(path: string): Promise<Buffer> {
  // A pipe would keep the reader waiting.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | NO_FOLLOW
  await using file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new Error('it is a link') : error
  })
  if (!(await file.stat()).isFile()) throw new Error('it is no file')
  return await file.readFile()
}

/** Throws for a path below `folder` on which something is a link; parts that are not there yet are none. */
export async function refuseLinks(folder: string, path: string): Promise<void> {
  let place = folder
  for (const part of relative(folder, path).split(sep)) {
    place = join(place, part)
    const found = await lstat(place).catch(() => null)
    if (!found) return
    if (found.isSymbolicLink()) throw new Error(`${place} is a link: nothing is read or written there`)
  }
}
