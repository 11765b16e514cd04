// Removes locks that LibreOffice has left beside a document because its virtual desktop ended before it did: with such a lock,
// the document would not open any more, because it seems to be in use.
import { access, readdir, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Removes the lock of `file` where it belongs to a virtual desktop beside `desktop` (the folder of this one) on this machine
 * that is gone. Leaves any other lock alone: somebody may be at work.
 */
export async function removeLeftLock(file: string, desktop: string): Promise<void> {
  const lock = join(dirname(file), `.~lock.${basename(file)}#`)
  const text = await readFile(lock, 'utf8').catch(() => null)
  const profile = text === null ? null : profileOf(text)
  if (profile === null) return
  const [owner] = relative(dirname(desktop), profile).split(sep)
  if (owner === undefined || owner === '' || owner === '..') return
  const isThere = await access(join(dirname(desktop), owner)).then(
    () => true,
    () => false,
  )
  if (!isThere) await rm(lock, { force: true })
}

/** Removes all locks in `folder` that were made on the virtual desktop with the folder `desktop`, which has ended. */
export async function removeLocksOf(desktop: string, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const locks = names.filter((name) => name.startsWith('.~lock.') && name.endsWith('#'))
  await Promise.all(
    locks.map(async (name) => {
      const lock = join(folder, name)
      const profile = profileOf(await readFile(lock, 'utf8').catch(() => ''))
      if (profile !== null && profile.startsWith(desktop + sep)) await rm(lock, { force: true })
    }),
  )
}

/** Name, user, machine, date, address of the profile; commas within are escaped. Null where it is not of this machine. */
function profileOf(text: string): string | null {
  const fields = text
    .trim()
    .replace(/;$/, '')
    .split(/(?<!\\),/)
  const [, , machine, , address] = fields
  if (machine === undefined || address === undefined || machine !== hostname()) return null
  try {
    return fileURLToPath(address)
  } catch {
    return null
  }
}
