// Ends a virtual desktop that nobody will adopt with the process that owns it, in whatever way that process ends.
import { spawn } from 'node:child_process'

/**
 * Reads process ids until its input ends (the owner's death ends it, too), and then ends these processes. The next start removes the
 * folders.
 */
const SCRIPT =
  'pids=; while read -r pid; do pids="$pids $pid"; done; kill -TERM $pids; sleep 1; kill -KILL $pids'

/** Disposing it ends the guard and lets the processes live. */
export interface DesktopGuard extends Disposable {
  add(pid: number): void
}

export function guardDesktop(): DesktopGuard {
  const guard = spawn('/bin/sh', ['-c', SCRIPT], {
    // The guard has a session of its own, so a signal to the owner's process group does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  // Without a shell there is no guard; the next start cleans up all the same.
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  return {
    add: (pid) => void guard.stdin.write(`${pid}\n`),
    [Symbol.dispose]: () => void guard.kill('SIGKILL'),
  }
}
