// Files that are never seen half written: a temporary name beside the target, synced, renamed.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder } from './folder.ts'

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

/** A lock's owner that has ended leaves a folder that is never touched again. */
const isStale = async (lock: string) => {
  const owner = await readFile(`${lock}/owner`, 'utf8').catch(() => null)
  const made = await stat(lock).then(
    (found) => found.mtimeMs,
    () => Date.now(),
  )
  if (owner === null) return Date.now() - made > STALE_MS
  try {
    process.kill(Number(owner), 0)
  } catch (error) {
    // One of another person's is there all the same.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true
  }
  return (await beginningOf(Number(owner))) > made + SLACK_MS
}

/** Between the clock of files and that of processes. */
const SLACK_MS = 2000
/** Linux tells the beginning of a process in hundredths of a second. */
const TICK_MS = 10

/**
 * When a process began, at the earliest: the number of one that has ended, or was there before the machine was started, may be
 * another's now, and that one has no lock.
 */
async function beginningOf(pid: number): Promise<number> {
  const boot = Date.now() - uptime() * 1000
  const told = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // Its name, in brackets, may have blanks in it; the beginning is the twentieth field behind it (proc(5): starttime).
  const ticks = Number(told.slice(told.lastIndexOf(')') + 2).split(' ')[19])
  return Number.isFinite(ticks) ? boot + ticks * TICK_MS : boot
}

/**
 * Runs `work` while no other process or caller that uses the same lock does: making a folder is atomic everywhere. The
 * folder of the file is made where there is none.
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
      // Renamed before it is removed, so that two who find it stale do not remove each other's new lock.
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
    await writeFile(`${lock}/owner`, String(process.pid))
    return await work()
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}
