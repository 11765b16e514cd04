// Starts a program so that it can be ended with all that it has started, and ends it so.
import { spawn, type SpawnOptions } from 'node:child_process'
import { systemName } from './system.ts'

/** With these, `endGroup` reaches what the program starts, and a key in a terminal does not end it. */
export const groupOptions = (): Pick<SpawnOptions, 'detached' | 'windowsHide'> =>
  systemName() === 'windows' ? { windowsHide: true } : { detached: true }

/** Ends all of the group at once; false where all of it is gone, or where that can't be known. */
export function endGroup(pid: number): boolean {
  if (systemName() === 'windows') {
    // Windows has no groups: the tree of parents is walked.
    spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => {},
    )
    return false
  }
  try {
    return process.kill(-pid, 'SIGKILL')
  } catch {
    // All of the group have ended.
    return false
  }
}
