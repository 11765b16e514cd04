// Ends a virtual desktop that nobody will adopt with the process that owns it, in whatever way that process ends.
import { spawn } from 'node:child_process'

/**
 * Reads process ids, folders and a record until its input ends (the owner's death ends it, too), and then ends these processes. With a
 * record it removes the folders and then the record; what is still mounted stays, and the record with it, for the next start. A record may be half written.
 */
const SCRIPT = `
pids=; record=
while IFS=' ' read -r kind value; do
  case $kind in pid) pids="$pids $value";; folder) set -- "$@" "$value";; record) record=$value;; esac
done
kill -TERM $pids; sleep 1; kill -KILL $pids
[ -n "$record" ] && rm -rf --one-file-system -- "$@" && rm -f -- "$record" "$record".*.tmp`

/** Disposing it ends the guard and lets the processes live. */
export interface DesktopGuard extends Disposable {
  add(pid: number): void
  /** Has these folders and their record removed, too: nothing on the desktop is worth keeping yet. */
  removes(folders: readonly string[], record: string): void
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
    add: (pid) => void guard.stdin.write(`pid ${pid}\n`),
    removes: (folders, record) => {
      guard.stdin.write([...folders.map((folder) => `folder ${folder}`), `record ${record}`, ''].join('\n'))
    },
    [Symbol.dispose]: () => void guard.kill('SIGKILL'),
  }
}
