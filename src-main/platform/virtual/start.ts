// Starts, adopts and sweeps virtual desktops, each with an X server without a screen, a window manager, a D-Bus and an
// accessibility bus of its own.
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { messageOf, UserError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import { isAlive, processRef, type ProcessRef } from '../linux/processes.ts'
import { EARLY, type VirtualDesktop, type VirtualDesktopOptions } from '../virtual-desktop.ts'
import { activateAccessibility } from './accessibility.ts'
import { endDesktop } from './end.ts'
import { virtualEnvironment, type Place } from './environment.ts'
import { furnish, makeFolders } from './folders.ts'
import { guardDesktop, type DesktopGuard } from './guard.ts'
import { bringProfile, changedSettings, keepProfile, noteBaseline, profileFolder } from './profile.ts'
import { windowManagerReady } from './window-manager.ts'
import {
  noPlace,
  readRecord,
  recordPath,
  readRecords,
  removeRecord,
  writeRecord,
  type DesktopRecord,
} from './record.ts'

const START_WITHIN_MS = 20_000
/** Far from the numbers that a login screen or a person uses. */
const FIRST_DISPLAY = 200
const MAX_DISPLAYS = 800
const MAX_TRIES = 10

type Log = (line: string) => void

/**
 * Starts a desktop that nobody sees, for one run. Dispose it: every program on it is ended then. Throws UserError when one of
 * its programs is missing or does not start.
 */
export async function startVirtualDesktop(
  options: VirtualDesktopOptions,
  run: RunControl,
): Promise<VirtualDesktop> {
  const { home, runId, log } = options
  await run.checkpoint()
  const owner = ownRef()
  const places = await makeFolders(home, runId).catch((error: unknown) => {
    throw noPlace(home, error)
  })
  const record: DesktopRecord = {
    v: 1,
    run_id: runId,
    owner,
    display: '',
    ...places,
    env: {},
    profile: options.keepsSettings ? profileFolder(home) : null,
    processes: [],
  }
  const guard = options.endsWithOwner ? guardDesktop() : null
  if (runId.startsWith(EARLY)) guard?.removes([record.folder, record.runtime], recordPath(home, runId))
  using limited = run.child({ timeoutMs: START_WITHIN_MS, name: 'Starting the virtual desktop' })
  try {
    await writeRecord(home, record)
    await start({ ...options, guard }, record, limited)
    await writeRecord(home, record)
    return desktopOf(home, record, log, guard)
  } catch (error) {
    // On a full disk the cleaning up may fail, too; the first cause is still the one that is reported.
    await endDesktop(home, record, log).catch((fault: unknown) => log(messageOf(fault)))
    guard?.[Symbol.dispose]()
    throw error
  }
}

/**
 * Takes over the desktop that another process left behind for this run; null when it no longer lives. `newRunId` names the run
 * that goes on there.
 */
export async function adoptVirtualDesktop(
  home: string,
  runId: string,
  log: Log = () => {},
  newRunId: string = runId,
): Promise<VirtualDesktop | null> {
  const record = await readRecord(home, runId)
  if (!record || !(await isDesktopAlive(home, runId))) return null
  record.owner = ownRef()
  await writeRecordOf(home, record, newRunId)
  return desktopOf(home, record, log)
}

/** Writes the record under the name of the run that the desktop belongs to from now on. */
async function writeRecordOf(home: string, record: DesktopRecord, runId: string): Promise<void> {
  const before = record.run_id
  record.run_id = runId
  await writeRecord(home, record)
  if (runId !== before) await removeRecord(home, before)
}

/** Tells whether all programs of a run’s virtual desktop still live, whichever process owns it. */
export async function isDesktopAlive(home: string, runId: string): Promise<boolean> {
  const record = await readRecord(home, runId)
  if (!record || record.display === '' || record.processes.length === 0) return false
  return record.processes.every(isAlive)
}

export async function livingVirtualDesktops(home: string): Promise<string[]> {
  const records = await readRecords(home)
  return records.filter(({ owner }) => isAlive(owner)).map((record) => record.run_id)
}

/**
 * Ends the desktops whose owning process is gone and whose run is not open. Returns the ids of their runs. Each start of
 * Deskhand calls it.
 */
export async function sweepVirtualDesktops(
  home: string,
  isRunOpen: (runId: string) => boolean | Promise<boolean>,
  log: Log = () => {},
): Promise<string[]> {
  const swept: string[] = []
  for (const record of await readRecords(home)) {
    if (isAlive(record.owner) || (await isRunOpen(record.run_id))) continue
    await endDesktop(home, record, log)
    swept.push(record.run_id)
  }
  return swept
}

function ownRef(): ProcessRef {
  const own = processRef(process.pid)
  if (!own) throw new UserError('The process list /proc can’t be read; a virtual desktop needs it.')
  return own
}

function desktopOf(
  home: string,
  record: DesktopRecord,
  log: Log,
  guard: DesktopGuard | null = null,
): VirtualDesktop {
  let ended: Promise<void> | null = null
  return {
    kind: 'virtual',
    name: record.display,
    env: record.env,
    pids: record.processes.map(({ pid }) => pid),
    settings: {
      areKept: record.profile !== null,
      keep: async () => {
        if (record.profile !== null && ended === null) await keepProfile(record.folder, record.profile)
      },
      changed: () => changedSettings(record.folder),
    },
    belongTo: async (runId) => {
      // It was made before its run, and settings may have been kept since.
      if (record.profile !== null) {
        await bringProfile(record.profile, record.folder)
        await noteBaseline(record.folder)
      }
      await writeRecordOf(home, record, runId)
      guard?.[Symbol.dispose]()
    },
    // The guard is ended last, so it cleans up if this process is killed in between.
    [Symbol.asyncDispose]: () =>
      (ended ??= endDesktop(home, record, log).finally(() => guard?.[Symbol.dispose]())),
  }
}

interface Guarded extends VirtualDesktopOptions {
  guard: DesktopGuard | null
}

async function start(options: Guarded, record: DesktopRecord, run: RunControl): Promise<void> {
  const { home, homeMode, guard } = options
  const xauthority = await furnish(record, homeMode, record.profile).catch((error: unknown) => {
    throw noPlace(home, error)
  })
  const place = { folder: record.folder, runtime: record.runtime, xauthority, homeMode }
  options.onBegun?.(virtualEnvironment(process.env, { ...place, display: '' }))
  await startServers(options, record, place, run)
  options.onReachable?.(record.env)
  const windowManager = launch(
    record.folder,
    'openbox',
    ['--sm-disable', '--config-file', join(record.folder, 'openbox.xml')],
    record.env,
    false,
  )
  await Promise.all([
    remember({ home, guard }, record, windowManager),
    activateAccessibility(record.env, run),
    Promise.race([
      windowManagerReady(record.env, run),
      windowManager.ended.then((why) => {
        throw failure(why)
      }),
    ]),
  ])
}

/**
 * Starts the X server and the session bus side by side. Tries display numbers until one is free: another program may take the same one at
 * the same moment.
 */
async function startServers(
  { home, width, height, guard }: Guarded,
  record: DesktopRecord,
  place: Omit<Place, 'display'>,
  run: RunControl,
): Promise<void> {
  const { folder } = record
  const screen = ['-screen', '0', `${width}x${height}x24`, '-dpi', '96']
  const rest = ['-displayfd', '3', ...screen, '-nolisten', 'tcp', '-noreset', '-auth', place.xauthority]
  for (let tries = 1; ; tries++) {
    record.display = `:${freeDisplay()}`
    record.env = virtualEnvironment(process.env, { ...place, display: record.display })
    const address = `--address=${record.env['DBUS_SESSION_BUS_ADDRESS']}`
    const asBus = ['--session', '--nofork', '--nopidfile', '--nosyslog', address, '--print-address=3']
    const server = launch(folder, 'Xvfb', [record.display, ...rest], record.env, true)
    const bus = launch(folder, 'dbus-daemon', asBus, record.env, true)
    try {
      const ready = run.race(Promise.all([firstLine(server), firstLine(bus)]))
      await Promise.all([remember({ home, guard }, record, server, bus), ready])
      return
    } catch (error) {
      const taken = /server is already active|already running/.test(messageOf(error))
      if (run.stopped || !taken || tries === MAX_TRIES) throw error
      // Its programs would come to the desktop that has the number.
      bus.child.kill()
      await bus.ended
      record.processes = []
    }
  }
}

function freeDisplay(): number {
  const start = Math.floor(Math.random() * MAX_DISPLAYS)
  for (let offset = 0; offset < MAX_DISPLAYS; offset++) {
    const number = FIRST_DISPLAY + ((start + offset) % MAX_DISPLAYS)
    if (!existsSync(`/tmp/.X${number}-lock`) && !existsSync(`/tmp/.X11-unix/X${number}`)) return number
  }
  throw failure('every display number is taken')
}

interface Started {
  name: string
  child: ChildProcess
  /** Resolves with why the program ended; never rejects. */
  ended: Promise<string>
}

/** `tells`: the program reports on its file descriptor 3 when it is ready. Its error output goes into a file of `folder`. */
function launch(
  folder: string,
  command: string,
  args: string[],
  env: Record<string, string>,
  tells: boolean,
): Started {
  // The log is a file, not a pipe: the program may outlive this process and would die when it writes to a closed pipe.
  const complaints = join(folder, `${command}.log`)
  const file = openSync(complaints, 'a')
  const child = spawn(command, args, {
    env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', file, ...(tells ? ['pipe' as const] : [])],
  })
  closeSync(file)
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) =>
      resolve('code' in error && error.code === 'ENOENT' ? `${command} is not installed` : error.message),
    )
    child.on('exit', (code, name) =>
      resolve(`${command} ended (${name ?? code}). ${lastWords(complaints)}`.trim()),
    )
  })
  // The program outlives a crash of this process on purpose (the run may be adopted), so it must not keep this process alive.
  child.unref()
  for (const stream of child.stdio) if (stream && 'unref' in stream) (stream as { unref: () => void }).unref()
  return { name: command, child, ended }
}

function lastWords(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().slice(-1_000)
  } catch {
    return ''
  }
}

type Keeping = Pick<Guarded, 'home' | 'guard'>

async function remember({ home, guard }: Keeping, record: DesktopRecord, ...all: Started[]): Promise<void> {
  for (const { name, child, ended } of all) {
    const ref = child.pid === undefined ? null : processRef(child.pid)
    if (!ref) throw failure(await ended)
    record.processes.push({ name, ...ref })
    guard?.add(ref.pid)
  }
  await writeRecord(home, record)
}

const failure = (why: string) =>
  new UserError(
    `The virtual desktop could not be started: ${why}. \`deskhand doctor\` tells what is missing.`,
  )

/** Gives the first line that a program writes to its file descriptor 3, which means that it is ready. */
function firstLine({ child, ended }: Started): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  const pipe = child.stdio[3] as Readable
  pipe.on('data', (data: Buffer) => {
    text += data.toString()
    if (text.includes('\n')) resolve(text.split('\n', 1)[0] ?? '')
  })
  void ended.then((why) => reject(failure(why)))
  return promise
}
