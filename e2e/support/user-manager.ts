// Starts a systemd user manager for a test, in a mount and a cgroup namespace of its own, as a person's login would.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PROGRAM, withoutDesktop, type Place } from './deskhand.ts'

const SYSTEMD = ['/usr/lib/systemd/systemd', '/lib/systemd/systemd'].find(existsSync)
/** The groups of this machine that a manager may divide. */
const GROUPS = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1]

/** Ends with its input. A user manager refuses a system that systemd has not started, and looks for /run/systemd/system. */
const BEGIN = `set -e
echo $$ > "$1/cgroup.procs"
exec unshare --mount --cgroup --propagation private sh -ec '
  umount --recursive --lazy /sys/fs/cgroup
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
  mount -t tmpfs tmpfs /run/systemd
  mkdir /run/systemd/system
  "$1" --user --log-target=null </dev/null >/dev/null 2>&1 &
  until systemctl --user is-active --quiet default.target 2>/dev/null; do kill -0 $!; sleep 0.1; done
  echo ready
  cat >/dev/null
  kill $!
  wait $! || true
' sh "$2"`

/** Says why no user manager can run here, or returns null. */
export function whyNoManager(): string | null {
  if (SYSTEMD === undefined || GROUPS === undefined) return 'systemd or its control groups are not here'
  if (process.getuid?.() !== 0) return 'namespaces of a user manager need root here'
  try {
    execFileSync('unshare', ['--mount', '--cgroup', 'true'], { stdio: 'ignore' })
    return null
  } catch {
    return 'this root may make no namespaces'
  }
}

interface UserManager extends AsyncDisposable {
  /** Runs a program as one of the session's, and returns what it printed. Throws with its errors. */
  run(program: string, ...args: string[]): string
  deskhand(...args: string[]): string
}

export async function startUserManager({ home, data }: Place): Promise<UserManager> {
  const runtime = await mkdtemp(join(tmpdir(), 'user-manager-'))
  const group = join(GROUPS ?? '', `deskhand-${process.pid}`)
  await mkdir(group)
  const env = {
    ...withoutDesktop(process.env),
    HOME: home,
    DESKHAND_HOME: data,
    XDG_RUNTIME_DIR: runtime,
  }
  const child = spawn('sh', ['-c', BEGIN, 'sh', group, SYSTEMD ?? ''], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  })
  const ended = once(child, 'exit')
  const ready = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => null)])
  if (ready === null) throw new Error('The user manager ended before it was there.')
  const run = (program: string, ...args: string[]) =>
    execFileSync('nsenter', [`--target=${child.pid}`, '--mount', '--cgroup', program, ...args], {
      env,
      encoding: 'utf8',
    })
  return {
    run,
    deskhand: (...args) => run(process.execPath, PROGRAM, ...args),
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
      await writeFile(join(group, 'cgroup.kill'), '1')
      await removeGroup(group)
      await rm(runtime, { recursive: true, force: true })
    },
  }
}

/** A group is empty a moment after its last process. */
async function removeGroup(group: string): Promise<void> {
  for (const entry of await readdir(group, { withFileTypes: true }))
    if (entry.isDirectory()) await removeGroup(join(group, entry.name))
  for (let tries = 0; tries < 50; tries++) {
    const gone = await rmdir(group).then(
      () => true,
      () => false,
    )
    if (gone) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Something still runs in ${group}.`)
}
