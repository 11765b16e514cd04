// Writes files so that they are never seen half written: a temporary name beside the target, synced, renamed.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder } from './folder.ts'
import { isThere, ownIdentity } from './process-identity.ts'

/** Replaces a file as a whole. Two writers at once leave one of the two contents, never a mixture. */
export async function writeFileAtomically(
  path: string,
  data: string | Uint8Array,
  mode = 0o644,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx', mode)
    try {
      await file.writeFile(data)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const STALE_MS = 10_000

/** The owner in a lock: `pid started`, the second empty where the system does not report it. */
const OWNER = (({ pid, started }) => `${pid} ${started ?? ''}`)(ownIdentity())

/** Tells whether a lock's owner has ended, so that its folder stays for ever. */
async function isStale(lock: string): Promise<boolean> {
  const [pid = '', started = ''] = (await readFile(`${lock}/owner`, 'utf8').catch(() => '')).split(' ')
  const made = await stat(lock).then(
    (found) => found.mtimeMs,
    () => Date.now(),
  )
  // The owner ended before it could write its id.
  if (pid === '') return Date.now() - made > STALE_MS
  if (!isThere({ pid: Number(pid), started: started === '' ? null : started })) return true
  // A process from before the machine's start is gone, even if another process has its number now.
  return started === '' && made + STALE_MS < Date.now() - uptime() * 1000
}

/**
 * Runs `work` while no other process or caller that uses the same lock does. It makes the folder of the file where there is none. Making a
 * folder is atomic on every system.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  makeFolder(dirname(lock))
  for (;;) {
    try {
      await mkdir(lock)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      // The lock is renamed before it is removed, so that two callers who find it stale do not remove each other's new lock.
      if (await isStale(lock)) {
        const grave = `${lock}.${randomUUID()}`
        await rename(lock, grave).then(
          () => rm(grave, { recursive: true, force: true }),
          () => {},
        )
      } else await wait(5)
    }
  }
  try {
    await writeFile(`${lock}/owner`, OWNER)
    return await work()
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}
