// Identifies processes: the number of one that has ended is used again.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { systemName, type SystemName } from './system.ts'

export interface ProcessIdentity {
  pid: number
  /** Null where the system does not report it. */
  started: string | null
}

/** Gives a process's start time as the system counts it. Null where it can't be read, and for an ended process. */
const STARTS: Record<SystemName, (pid: number) => string | null> = {
  linux: (pid) => {
    // proc(5): starttime. The name in brackets may itself contain blanks and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended, even if its parent never collects it.
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  },
  macos: (pid) => execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim(),
  // The start time costs a third of a second on Windows (PowerShell), so only the process number counts.
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

/** Tells whether the process still runs on this machine; by its number alone where its start is unknown. */
export function isThere({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process exists but belongs to another person.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return started === null || started === processStart(pid)
}
