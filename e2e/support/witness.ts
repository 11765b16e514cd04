// Witnesses outside Deskhand: other X clients on the same desktop that log what really arrives.
import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { Place } from './deskhand.ts'

const exec = promisify(execFile)

/** What a program needs to be on the virtual desktop of a run: read from the record that a run leaves while it lives. */
export async function desktopOf(where: Place, run: string): Promise<Record<string, string>> {
  const record = JSON.parse(await readFile(join(where.data, 'desktops', `${run}.json`), 'utf8')) as {
    env: Record<string, string>
  }
  return record.env
}

export interface InputEvent {
  /** When the witness heard of it, by this process's clock in milliseconds. */
  at: number
  kind: 'key press' | 'key release' | 'button press' | 'button release' | 'motion'
  /** Key code or number of the button. */
  detail: number
}

const KINDS: Record<string, InputEvent['kind']> = {
  RawKeyPress: 'key press',
  RawKeyRelease: 'key release',
  RawButtonPress: 'button press',
  RawButtonRelease: 'button release',
  RawMotion: 'motion',
}

/** Logs every key, button and motion of a desktop (`xinput test-xi2 --root`). */
export function watchInput(env: Record<string, string>) {
  const child = spawn('xinput', ['test-xi2', '--root'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const events: InputEvent[] = []
  let kind: InputEvent['kind'] | undefined
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = /EVENT type \d+ \((\w+)\)/.exec(line)
    if (event) kind = KINDS[event[1] ?? '']
    const detail = /^\s+detail: (\d+)/.exec(line)
    if (detail && kind) {
      events.push({ at: Date.now(), kind, detail: Number(detail[1]) })
      kind = undefined
    }
  })
  return {
    events,
    [Symbol.dispose]: () => {
      child.kill()
    },
  }
}

/** Milliseconds for an X server to answer: one that is just ending may not. */
const ASKED_MS = 60_000

/** Keys and buttons that are down, by the X server's own word. */
export async function heldDown(env: Record<string, string>): Promise<string[]> {
  const all = { ...process.env, ...env }
  const { stdout: list } = await exec('xinput', ['list', '--id-only'], { env: all, timeout: ASKED_MS })
  const held: string[] = []
  for (const id of list
    .split('\n')
    .map((line) => line.replace(/\D/g, ''))
    .filter(Boolean)) {
    const asked = exec('xinput', ['query-state', id], { env: all, timeout: ASKED_MS })
    const { stdout } = await asked.catch(() => ({ stdout: '' }))
    held.push(...(stdout.match(/(key|button)\[\d+\]=down/g) ?? []))
  }
  return held
}

/** Titles and process ids of the windows of a desktop, by the window manager's word. One that goes meanwhile is left out. */
export async function windowsOn(env: Record<string, string>): Promise<{ title: string; pid: number }[]> {
  const { stdout } = await exec('sh', ['-c', WINDOWS], { env: { ...process.env, ...env } }).catch(() => ({
    stdout: '',
  }))
  return stdout.split('\n').flatMap((line) => {
    const [, pid, title = ''] = /^(\d+) (.*)$/.exec(line) ?? []
    return pid === undefined ? [] : [{ title, pid: Number(pid) }]
  })
}

/** One program for a window: it is asked again and again. */
const WINDOWS = `for id in $(xdotool search --onlyvisible --name .); do
  xdotool getwindowpid $id getwindowname $id 2>/dev/null | paste -s -d ' '
done`

/** Titles of the windows of a desktop, also of those that tell no process (xpdf), by the X server's word. */
export async function titlesOn(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await exec('sh', ['-c', TITLES], { env: { ...process.env, ...env } }).catch(() => ({
    stdout: '',
  }))
  return stdout.split('\n').filter(Boolean)
}

const TITLES =
  'for id in $(xdotool search --onlyvisible --name .); do xdotool getwindowname $id 2>/dev/null; done'
