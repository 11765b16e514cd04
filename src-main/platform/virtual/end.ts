// Ends a virtual desktop, also one whose owner was killed: every process on it, then its folders.
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { messageOf } from '../../core/errors.ts'
import { removeLocksOf } from '../linux/left-locks.ts'
import {
  filesNamedBy,
  filesOpenIn,
  isAlive,
  processesWith,
  signal,
  type ProcessRef,
} from '../linux/processes.ts'
import { closeApplications } from './closing.ts'
import { DESKTOP_FOLDER } from '../linux/launch-environment.ts'
import { keepProfile } from './profile.ts'
import { removeRecord, type DesktopRecord } from './record.ts'

/** Milliseconds that a program has to end by itself before it is killed. */
const END_WITHIN_MS = 700
const POLL_MS = 10
const MAX_ROUNDS = 5
const UNMOUNT: [string, ...string[]][] = [
  ['fusermount3', '-uz'],
  ['fusermount', '-uz'],
  ['umount', '-l'],
]

export async function endDesktop(
  home: string,
  record: DesktopRecord,
  log: (line: string) => void,
): Promise<void> {
  const mark = `${DESKTOP_FOLDER}=${record.folder}`
  const eldest = Math.min(...[record.owner, ...record.processes].map(({ start }) => Number(start)))
  const inUse = await foldersInUse(await processesWith(mark, record.folder, eldest))
  const asking = new Set(await closeApplications(record))
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const processes = merge(record.processes, await processesWith(mark, record.folder, eldest))
    const alive = processes.filter(isAlive)
    if (alive.length === 0) break
    for (const one of alive) {
      // Asked to end, a program with unsaved work stores it in its profile, and offers it to whoever starts it next.
      signal(one, asking.has(one.pid) ? 'SIGKILL' : 'SIGTERM')
      // A stopped process does not receive SIGTERM before it continues.
      signal(one, 'SIGCONT')
    }
    const rest = await waitForEnd(alive, END_WITHIN_MS)
    for (const one of rest) signal(one, 'SIGKILL')
    const stuck = await waitForEnd(rest, 2_000)
    if (stuck.length > 0) log(`Could not end the processes ${stuck.map(({ pid }) => pid).join(', ')}.`)
  }
  if (record.profile !== null)
    await keepProfile(record.folder, record.profile).catch((error: unknown) =>
      log(`The settings that were changed on a virtual desktop are lost: ${messageOf(error)}`),
    )
  // A killed program leaves its lock files beside the documents.
  await Promise.all(inUse.map((folder) => removeLocksOf(record.folder, folder)))
  const removed = await Promise.all(
    [record.folder, record.runtime].map((folder) => removeFolder(folder, log)),
  )
  if (removed.every(Boolean)) await removeRecord(home, record.run_id)
}

/** Folders of all files that processes have open, or were started with. */
async function foldersInUse(processes: ProcessRef[]): Promise<string[]> {
  const files = await Promise.all(
    processes.map(async ({ pid }) => [...(await filesNamedBy(pid)), ...(await filesOpenIn(pid))]),
  )
  return [...new Set(files.flat().map(dirname))].filter((folder) => !folder.startsWith('/usr/'))
}

function merge(known: ProcessRef[], found: ProcessRef[]): ProcessRef[] {
  const all = new Map([...known, ...found].map((one) => [`${one.pid} ${one.start}`, one]))
  return [...all.values()]
}

/** Lists the processes that still live after `within` milliseconds. */
async function waitForEnd(processes: ProcessRef[], within: number): Promise<ProcessRef[]> {
  const end = performance.now() + within
  let rest = processes.filter(isAlive)
  while (rest.length > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    rest = rest.filter(isAlive)
  }
  return rest
}

/** Removes a folder of ours, but never enters a file system that a program has mounted below it. False when the folder had to stay. */
async function removeFolder(folder: string, log: (line: string) => void): Promise<boolean> {
  for (const [command, ...args] of UNMOUNT) {
    for (const mount of await mountsBelow(folder)) {
      const child = spawn(command, [...args, mount], { stdio: 'ignore' })
      await Promise.race([once(child, 'exit'), once(child, 'error')]).catch(() => {})
    }
  }
  const left = await mountsBelow(folder)
  if (left.length > 0) {
    log(`${folder} stays: ${left.join(', ')} is still mounted.`)
    return false
  }
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
    return true
  } catch (error) {
    log(`${folder} could not be removed: ${String(error)}`)
    return false
  }
}

async function mountsBelow(folder: string): Promise<string[]> {
  const text = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  return text
    .split('\n')
    .map((line) =>
      line
        .split(' ')[4]
        ?.replaceAll(/\\(\d{3})/g, (_, code: string) => String.fromCodePoint(parseInt(code, 8))),
    )
    .filter((path) => path !== undefined)
    .filter((path) => path.startsWith(`${folder}/`))
}
