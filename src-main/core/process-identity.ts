// Identifies processes: the number of one that has ended is used again.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { systemName, type SystemName } from './system.ts'

export interface ProcessIdentity {
  pid: number
  /** Null where the system does not tell. */
  started: string | null
}

/** When a process began, as the system counts it. Null where it can't be told, and of one that has ended. */
const STARTS: Record<SystemName, (pid: number) => string | null> = {
  linux: (pid) => {
    // proc(5): starttime. The name in brackets may hold blanks and brackets itself.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Nobody may ever ask for the end of a zombie.
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  },
  macos: (pid) => execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim(),
  // Asking costs a third of a second here (PowerShell): its number alone tells.
  windows: () => null,
}

function processStart(pid: number): string | null {
  const name = systemName()
  try {
    return name === null ? null : STARTS[name](pid)
  } catch {
    return null
  }
}

export const ownIdentity = (): ProcessIdentity => ({ pid: process.pid, started: processStart(process.pid) })

/** Tells whether it still runs, on this machine; by its number alone where its start is not known. */
export function isThere({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // One of another person's is there all the same.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return started === null || started === processStart(pid)
}
