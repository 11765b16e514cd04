// Who a process is: the number of one that has ended is used again.
import { readFileSync } from 'node:fs'

export interface ProcessIdentity {
  pid: number
  /** Null where the system does not tell. */
  started: string | null
}

/** When a process began, as the system counts it (proc(5): starttime). Null where it can't be told, and of one that has ended. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold blanks and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Nobody may ever ask for the end of a zombie.
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}

export const ownIdentity = (): ProcessIdentity => ({ pid: process.pid, started: processStart(process.pid) })

/** Whether it is still there, on this machine; by its number alone where it was not told when it began. */
export function isThere({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // One of another person's is there all the same.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return started === null || started === processStart(pid)
}
