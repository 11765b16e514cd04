// Ends a virtual desktop that nobody will adopt with the process that owns it, in whatever way that process ends.
import { spawn } from 'node:child_process'

/**
 * Reads ids of processes up to the end of its input, which the owner's death closes too, and ends them. What lies in folders is swept
 * by the next start.
 */
const SCRIPT =
  'pids=; while read -r pid; do pids="$pids $pid"; done; kill -TERM $pids; sleep 1; kill -KILL $pids'

/** Disposing it lets the processes live. */
export interface DesktopGuard extends Disposable {
  add(pid: number): void
}

export function guardDesktop(): DesktopGuard {
  const guard = spawn('/bin/sh', ['-c', SCRIPT], {
    // In a session of its own: what ends the owner's group does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  // Without a shell there is no guard: the next start sweeps all the same.
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  return {
    add: (pid) => void guard.stdin.write(`${pid}\n`),
    [Symbol.dispose]: () => void guard.kill('SIGKILL'),
  }
}
