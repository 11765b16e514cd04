// Keeps the schedules of a data folder: as files, handed to the system's scheduler, with the outcome of each time.
import { execFile } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import {
  firingSchema,
  scheduleSchema,
  type Firing,
  type Schedule,
  type ShownSchedule,
} from '../../src-preload/contract/calls/schedules.ts'
import type { CallOutput } from '../../src-preload/contract/calls.ts'
import { commandAmong, isOddName, filledWords } from '../../src-preload/contract/plan-places.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { messageOf, UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import { findRecordedPlan } from '../replay/plan-file.ts'
import { readPlanFile } from '../session/plan-file.ts'
import { fits, lastDue, MISSED_AFTER_MS } from './due.ts'
import type { Handed, OwnCommand, Scheduler } from './scheduler.ts'

/** How many firings of a schedule are shown. */
const MAX_FIRINGS = 10
/** Milliseconds that the system's scheduler has to answer. */
const SYSTEM_MS = 20_000
/** Milliseconds for which a file must stay unchanged before it counts as complete; and how long to wait for that. */
const STEADY_MS = 500
const WHOLE_WITHIN_MS = 120_000

type Taken = CallOutput<'take_schedule'>

/** `saved_at`: milliseconds since 1970. */
const keptSchema = scheduleSchema.extend({ saved_at: z.number().default(0) })
const seenSchema = z.array(z.string())

/** Runs a command of the system. Throws the system's error. */
export type AskSystem = (words: readonly string[]) => Promise<string>

interface SchedulesOptions {
  home: string
  env: NodeJS.ProcessEnv
  scheduler: Scheduler
  command: OwnCommand
  now?: () => number
  /** For tests. */
  askSystem?: AskSystem
}

export class Schedules {
  readonly #options: SchedulesOptions
  readonly #ask: AskSystem

  constructor(options: SchedulesOptions) {
    this.#options = options
    this.#ask = options.askSystem ?? systemCommand(options.env)
  }

  get system(): Scheduler['name'] {
    return this.#options.scheduler.name
  }

  /** Lists schedules in the order of their names. */
  async list(): Promise<ShownSchedule[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => [])
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    const found = await Promise.all(names.toSorted().map((name) => this.#read(name).catch(() => null)))
    return Promise.all(found.filter((schedule) => schedule !== null).map((schedule) => this.#shown(schedule)))
  }

  /** Saves a schedule. Throws UserError for a missing plan or folder, and where a schedule of this name exists. */
  async save(schedule: Schedule, replace: boolean): Promise<ShownSchedule> {
    const { name, work, when } = schedule
    const before = await this.#read(name).catch(() => null)
    if (before && !replace) {
      throw new UserError(`There is a schedule “${name}” already. Give another name.`, { key: 'name' })
    }
    if (work.kind === 'plan') await findRecordedPlan(this.#options.home, work.plan)
    if (when.kind === 'file' && !(await isFolder(when.folder))) {
      throw new UserError(`There is no folder ${when.folder}.`, { key: 'when.folder' })
    }
    if (before) await this.#takeBack(before)
    await mkdir(this.#of(name), { recursive: true, mode: 0o700 })
    // Existing files do not count as new.
    if (when.kind === 'file') await this.#keepSeen(name, await filesIn(when.folder, when.pattern))
    await writeFileAtomically(
      this.#of(name, SCHEDULE_FILE),
      json({ ...schedule, saved_at: this.#now() }),
      0o600,
    )
    const handed = this.#handed(schedule)
    for (const [path, content] of handed.files) {
      await mkdir(dirname(path), { recursive: true })
      await writeFileAtomically(path, content)
    }
    const fault = await this.#all(handed.install)
    const shown = await this.#shown(schedule)
    return fault === null ? shown : { ...shown, active: false, fault }
  }

  /** Removes a schedule. Throws UserError where there is none. */
  async remove(name: string): Promise<void> {
    await this.#takeBack(await this.#read(name))
    await rm(this.#of(name), { recursive: true, force: true })
  }

  /** Returns the files of the schedule for a system's scheduler. */
  async texts(
    name: string,
    scheduler: Scheduler = this.#options.scheduler,
  ): Promise<CallOutput<'show_schedule'>> {
    const { files, install } = scheduler.handed(await this.#read(name), this.#options.command)
    return {
      files: [...files].map(([path, content]) => ({ name: path, content })),
      commands: install.map((words) => [...words]),
    }
  }

  async take(name: string, byHand: boolean, run: RunControl): Promise<Taken> {
    const { saved_at, ...schedule } = await this.#kept(name)
    const { when } = schedule
    const now = this.#now()
    if (when.kind === 'time') {
      const due = byHand ? null : lastDue(when, now)
      // Before its first time a new schedule has missed nothing.
      if (due !== null && due < saved_at) return { schedule, due: null, missed: false, begins: [] }
      const missed = due !== null && now - due > MISSED_AFTER_MS
      const begins = missed && schedule.missed === 'tell' ? [] : [await this.#begin(schedule, null)]
      if (begins.length === 0)
        await this.#log(name, { at: now, outcome: 'missed', due, run: null, why: null })
      return { schedule, due, missed, begins }
    }
    const paths = byHand
      ? (await filesIn(when.folder, when.pattern)).slice(-1)
      : await this.#fresh(name, when.folder, when.pattern)
    for (const path of paths) await untilWhole(path, run)
    // The files are noted before the work begins, so that work that crashes is not repeated for ever.
    await this.#see(name, paths)
    const odd = paths.filter(isOddName)
    if (odd.length > 0) {
      const why = `Has a quotation mark or a line break in its name, which could be read as a command: ${odd.join(', ')}`
      await this.#log(name, { at: now, outcome: 'missed', due: null, run: null, why })
    }
    const ordinary = paths.filter((path) => !odd.includes(path))
    const commandIn = await this.#commandsIn(schedule)
    const commands = ordinary.filter((path) => commandIn(path) !== null)
    if (commands.length > 0) {
      const why = `Has a sign in its name that would begin a command in a terminal: ${commands.join(', ')}`
      await this.#log(name, { at: now, outcome: 'missed', due: null, run: null, why })
    }
    const plain = ordinary.filter((path) => !commands.includes(path))
    const begins = await Promise.all(plain.map((path) => this.#begin(schedule, path)))
    return { schedule, due: null, missed: false, begins }
  }

  async note(name: string, firing: Firing): Promise<void> {
    const { when } = await this.#read(name)
    await this.#log(name, firing)
    if (when.kind === 'time') return
    // The schedule's own run may have written the files; if they began runs, it could go on for ever.
    const paths = await this.#fresh(name, when.folder, when.pattern)
    if (paths.length === 0) return
    await this.#see(name, paths)
    const why = `Appeared while it was at work, and may be its own: ${paths.join(', ')}`
    await this.#log(name, { at: this.#now(), outcome: 'missed', due: null, run: null, why })
  }

  #log(name: string, firing: Firing): Promise<void> {
    return appendFile(this.#of(name, LOG_FILE), `${JSON.stringify(firing)}\n`, { mode: 0o600 })
  }

  /** Returns files that have appeared since the last time. */
  async #fresh(name: string, folder: string, pattern: string): Promise<string[]> {
    const seen = new Set(await this.#seen(name))
    return (await filesIn(folder, pattern)).filter((path) => !seen.has(path))
  }

  /** Notes the files. One that was removed and comes back counts as new. */
  async #see(name: string, paths: readonly string[]): Promise<void> {
    const still = await Promise.all(
      (await this.#seen(name)).map(async (path) => ((await isFile(path)) ? [path] : [])),
    )
    await this.#keepSeen(name, [...new Set([...still.flat(), ...paths])])
  }

  /** Tells of a file's path whether it, or an input with it, would begin a command in a terminal that the work speaks of. */
  async #commandsIn({ work }: Schedule): Promise<(path: string) => string | null> {
    if (work.kind === 'request') return (file) => commandAmong([work.request], { file })
    const { task, object, steps } = await readPlanFile(await findRecordedPlan(this.#options.home, work.plan))
    const set = Object.entries(work.set)
    return (file) =>
      commandAmong(
        [task, object, ...steps],
        Object.fromEntries(set.map(([input, text]) => [input, text.replaceAll(PLACE, () => file)])),
      )
  }

  async #begin({ work }: Schedule, file: string | null): Promise<Taken['begins'][number]> {
    if (work.kind === 'plan') {
      const plan = await findRecordedPlan(this.#options.home, work.plan)
      const set = Object.fromEntries(
        Object.entries(work.set).map(([input, text]) => [
          input,
          file === null ? text : text.replaceAll(PLACE, () => file),
        ]),
      )
      return { request: null, plan: { plan, strict: false, update: false, set } }
    }
    const { request } = work
    return { request: file === null ? request : filledWords(request, { file }), plan: null }
  }

  async #shown(schedule: Schedule): Promise<ShownSchedule> {
    const last = await this.#firings(schedule.name)
    const { scheduler } = this.#options
    try {
      const state = scheduler.read(await this.#ask(scheduler.asks(schedule)))
      return {
        schedule,
        ...state,
        fault: state.active ? null : 'The system’s scheduler does not have it.',
        last,
      }
    } catch (error) {
      return { schedule, active: false, next: null, fault: messageOf(error), last }
    }
  }

  async #firings(name: string): Promise<Firing[]> {
    const text = await readFile(this.#of(name, LOG_FILE), 'utf8').catch(() => '')
    const lines = text.split('\n').filter((line) => line !== '')
    return lines
      .slice(-MAX_FIRINGS)
      .flatMap((line) => {
        try {
          return firingSchema.parse(JSON.parse(line))
        } catch {
          // The line was cut off by a crash.
          return []
        }
      })
      .toReversed()
  }

  async #takeBack(schedule: Schedule): Promise<void> {
    const { files, remove, afterwards } = this.#handed(schedule)
    // The schedule may never have been installed.
    await this.#all(remove)
    for (const path of files.keys()) await rm(path, { force: true })
    await this.#all(afterwards)
  }

  /** Runs commands; returns null, or why one failed. The commands after it are not run. */
  async #all(commands: readonly (readonly string[])[]): Promise<string | null> {
    for (const words of commands) {
      const fault = await this.#ask(words).then(() => null, messageOf)
      if (fault !== null) return fault
    }
    return null
  }

  #handed(schedule: Schedule): Handed {
    return this.#options.scheduler.handed(schedule, this.#options.command)
  }

  async #read(name: string): Promise<Schedule> {
    const { saved_at: _, ...schedule } = await this.#kept(name)
    return schedule
  }

  async #kept(name: string): Promise<z.infer<typeof keptSchema>> {
    const text = await readFile(this.#of(name, SCHEDULE_FILE), 'utf8').catch(() => {
      throw new UserError(`There is no schedule “${name}”.`)
    })
    try {
      return keptSchema.parse(JSON.parse(text))
    } catch (error) {
      throw new UserError(`The schedule “${name}” can’t be read: ${messageOf(error)}`)
    }
  }

  async #seen(name: string): Promise<string[]> {
    const text = await readFile(this.#of(name, SEEN_FILE), 'utf8').catch(() => '[]')
    return seenSchema.parse(JSON.parse(text))
  }

  #keepSeen(name: string, paths: readonly string[]): Promise<void> {
    return writeFileAtomically(this.#of(name, SEEN_FILE), json(paths), 0o600)
  }

  get #folder(): string {
    return join(this.#options.home, 'schedules')
  }

  #of(name: string, file = ''): string {
    return join(this.#folder, name, file)
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now()
  }
}

const SCHEDULE_FILE = 'schedule.json'
const SEEN_FILE = 'seen.json'
const LOG_FILE = 'firings.jsonl'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Where the file stands in a text for an input, which is typed as it is. */
const PLACE = /\{\{\s*file\s*\}\}/g

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** Lists files in the order of their names. */
async function filesIn(folder: string, pattern: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && fits(entry.name, pattern))
    .map(({ name }) => name)
  return names.toSorted().map((name) => join(folder, name))
}

/** Waits until a file is completely written. Throws UserError where it never is. */
async function untilWhole(path: string, run: RunControl): Promise<void> {
  let before = ''
  const look = async () => {
    const now = await stat(path).then(
      ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
      () => 'gone',
    )
    const isSteady = now === before
    before = now
    return isSteady ? true : null
  }
  if (await run.until(look, WHOLE_WITHIN_MS, STEADY_MS)) return
  throw new UserError(`${path} is still being written.`)
}

/** Says what a person can do about a fault of the system's scheduler, in whose own words it may be a riddle. */
export const systemFault = (told: string): string =>
  told.startsWith('Failed to connect to bus')
    ? 'The systemd of your session is not reached from here. Schedules are begun where you are logged in: start Deskhand from that session.'
    : told

const systemCommand =
  (env: NodeJS.ProcessEnv): AskSystem =>
  async ([program = '', ...words]) => {
    try {
      const { stdout } = await promisify(execFile)(program, words, { env, timeout: SYSTEM_MS })
      return stdout
    } catch (error) {
      const { stderr, code } = error as { stderr?: string; code?: unknown }
      if (code === 'ENOENT') throw new UserError(`There is no ${program} here, which begins schedules.`)
      throw new UserError(systemFault(stderr?.trim() || messageOf(error)))
    }
  }
