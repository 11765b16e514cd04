// Runs the built `deskhand` as a person would, in a home of its own, and reads what it prints.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EventOf, SessionEvent, SessionEventType } from '../../src-preload/contract/events.ts'
import { sweepVirtualDesktops } from '../../src-main/platform/virtual/start.ts'

/** Another build than the usual one may be tested. */
const OUT = process.env['DESKHAND_E2E_OUT'] ?? join(import.meta.dirname, '../../out')
export const PROGRAM = join(OUT, 'main/deskhand.mjs')

/** What opens what: the person's choice, so that it does not depend on what else is installed. */
const DEFAULT_APPLICATIONS = `[Default Applications]
text/plain=org.xfce.mousepad.desktop
text/csv=libreoffice-calc.desktop
text/html=chromium.desktop
x-scheme-handler/http=chromium.desktop
x-scheme-handler/https=chromium.desktop
inode/directory=pcmanfm.desktop
`

/** Milliseconds to wait for what a page shall show: a bound for a busy machine, not a measure. */
export const WAIT_MS = 90_000

export interface Place extends AsyncDisposable {
  /** The person's home folder on the virtual desktop. */
  home: string
  /** DESKHAND_HOME. */
  data: string
  config(yaml: string): Promise<void>
}

/** A home folder and a data folder for one test, removed at its end. */
export async function place(): Promise<Place> {
  const root = await mkdtemp(join(tmpdir(), 'e2e-'))
  const home = join(root, 'home')
  const data = join(root, 'data')
  await mkdir(join(home, '.config'), { recursive: true })
  await mkdir(data)
  await writeFile(join(home, '.config', 'mimeapps.list'), DEFAULT_APPLICATIONS)
  return {
    home,
    data,
    config: (yaml) => writeFile(join(data, 'config.yaml'), yaml),
    async [Symbol.asyncDispose]() {
      // The desktop of a run that was interrupted waits for its person, who does not come back.
      await sweepVirtualDesktops(data, () => false)
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export interface Running {
  child: ChildProcess
  events: SessionEvent[]
  stderr: () => string
  /** The first event of a type, now or later; fails when the program ends before, or it does not come in two minutes. */
  event<T extends SessionEventType>(type: T, fits?: (event: EventOf<T>) => boolean): Promise<EventOf<T>>
  ended: Promise<{ code: number | null; last: EventOf<'session_finished'> | null }>
}

/** Starts `deskhand run REQUEST --json …`. */
export function start(where: Place, args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutDesktop(process.env), HOME: where.home, DESKHAND_HOME: where.data, ...env },
  })
  const events: SessionEvent[] = []
  const waiting = new Set<() => void>()
  let errors = ''
  let over = false
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    // Not every command prints events.
    if (!line.startsWith('{')) return
    events.push(JSON.parse(line) as SessionEvent)
    for (const look of waiting) look()
  })
  const closed = once(lines, 'close')
  const ended = once(child, 'exit').then(async ([code]) => {
    await closed
    over = true
    for (const look of waiting) look()
    const last = events.at(-1)
    return { code: code as number | null, last: last?.type === 'session_finished' ? last : null }
  })
  return {
    child,
    events,
    stderr: () => errors,
    ended,
    event: (type, fits = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find((event) => event.type === type && fits(event as never))
          if (found) resolve(found as never)
          else if (over) reject(new Error(`deskhand ended without the event ${type}.\n${errors}`))
          else return
          waiting.delete(look)
        }
        waiting.add(look)
        look()
        const late = () => {
          if (waiting.delete(look)) reject(new Error(`The event ${type} has not come.\n${story(events)}`))
        }
        setTimeout(late, EVENT_MS).unref()
      }),
  }
}

/** Starts the run of a request on a virtual desktop. */
export const startRun = (
  where: Place,
  request: string,
  more: string[] = [],
  env: Record<string, string> = {},
) => start(where, ['run', request, '--display', 'virtual', '--json', ...more], env)

/** Milliseconds for an event to come: a test that waits for ever tells nothing. */
const EVENT_MS = 120_000

/** Runs to the end. */
export async function deskhand(where: Place, args: string[], env: Record<string, string> = {}) {
  const running = start(where, args, env)
  const { code, last } = await running.ended
  return { code, last, events: running.events, stderr: running.stderr() }
}

/** Carries out a request on a virtual desktop. */
export const runIn = (where: Place, request: string, more: string[] = [], env: Record<string, string> = {}) =>
  deskhand(where, ['run', request, '--display', 'virtual', '--json', ...more], env)

/** The machine's own desktop, if any, is not for tests. */
export const withoutDesktop = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_|XDG_|AT_SPI_|DESKHAND_)/.test(name),
    ),
  )

/** Every act that was done, with its effect: for messages of failing tests. */
export const story = (events: SessionEvent[]): string =>
  events
    .flatMap((event) => {
      if (event.type === 'act_started') return [`act ${event.words}`]
      if (event.type === 'act_finished') return [`  ${event.status} ${event.error ?? ''}`]
      if (event.type === 'effect_verified') return [`  ${event.effect}: ${event.evidence}`]
      if (event.type === 'decided')
        return [`${event.agent} ${event.status}: ${event.thought ?? ''} ${event.comment ?? ''}`]
      if (event.type === 'gate_decided' && event.decision !== 'allow')
        return [`gate ${event.decision} ${event.reason}`]
      if (event.type === 'warning') return [`warning ${event.message}`]
      if (event.type === 'round_finished' || event.type === 'session_finished')
        return [`${event.type} ${event.status} ${event.error ?? ''}`]
      return []
    })
    .join('\n')
