// Starts a program so that it can be ended with all that it has started, and ends it so.
import { spawn, type SpawnOptions } from 'node:child_process'
import { systemName } from './system.ts'

/** With these options, `endGroup` reaches the program's children, and a key in a terminal does not end it. */
export const groupOptions = (): Pick<SpawnOptions, 'detached' | 'windowsHide'> =>
  systemName() === 'windows' ? { windowsHide: true } : { detached: true }

/** Kills the whole group; false where it is gone already, or where that can't be known. */
export function endGroup(pid: number): boolean {
  if (systemName() === 'windows') {
    // Windows has no process groups, so taskkill ends the tree of child processes.
    spawn('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => {},
    )
    return false
  }
  try {
    return process.kill(-pid, 'SIGKILL')
  } catch {
    // All processes of the group have ended.
    return false
  }
}
