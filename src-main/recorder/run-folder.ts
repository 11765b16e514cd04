// Manages the folder where a run keeps its files: `DESKHAND_HOME/logs/<task>/`, used by one session alone.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { localTime } from '../../src-preload/contract/words.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { makeFolder } from '../core/folder.ts'
import { isThere, ownIdentity } from '../core/process-identity.ts'
import { refuseLinks } from './plain-file.ts'

const UNSAFE = /[^A-Za-z0-9._-]/g
/** Names that Windows gives to devices, whatever their ending. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const MAX_NAME_LENGTH = 120

/**
 * Makes a folder name of a task's name, as the seeds do: characters outside `[A-Za-z0-9._-]` become `_`; leading dots and dashes
 * are removed, because they hide a file or look like an option. Empty names become `fallback`.
 */
export function safeTaskName(name: string, fallback: string): string {
  const safe = name
    .trim()
    .replace(UNSAFE, '_')
    .replace(/^[.-]+/, '')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/\.+$/, '')
  if (safe === '') return fallback
  return RESERVED.test(safe) ? `_${safe}` : safe
}

export const isSafeTaskName = (name: string): boolean => safeTaskName(name, '') === name && name !== ''

/** Returns the name of a task that was given none: `2026-11-21_10-42-07`, local time. */
export function timeName(now: Date): string {
  const { day, hours, minutes, seconds } = localTime(now)
  return `${day}_${hours}-${minutes}-${seconds}`
}

/** Tells whether a run has such a name, so that nobody has given it one. */
export const isTimeName = (name: string): boolean =>
  /^\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}(?:-\d+)?$/.test(name)

export const logsFolder = (home: string): string => join(home, 'logs')

const ownerSchema = z.object({
  pid: z.number(),
  started: z.string().nullable(),
  /** Whether its desktop is kept after a crash, so that a person can continue it. */
  resumable: z.boolean().default(false),
})

export class RunFolder {
  /** Absolute, without a separator at its end. */
  readonly path: string
  /** The folder's name, which is the run's name in commands. */
  readonly name: string

  private constructor(path: string, name: string) {
    this.path = path
    this.name = name
  }

  /**
   * Makes a new folder for a task; a second run of the same task gets `-2`, `-3` … Throws UserError when it can't be made.
   */
  static async create(
    home: string,
    task: string | null,
    { now = new Date(), resumable = false }: { now?: Date; resumable?: boolean } = {},
  ): Promise<RunFolder> {
    const logs = logsFolder(home)
    const name = safeTaskName(task ?? '', timeName(now))
    try {
      makeFolder(logs)
      for (let number = 1; ; number++) {
        const candidate = number === 1 ? name : `${name}-${number}`
        try {
          await mkdir(join(logs, candidate), { mode: 0o700 })
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
          throw error
        }
        const folder = new RunFolder(join(logs, candidate), candidate)
        try {
          await folder.#own(resumable)
        } catch (error) {
          await rm(folder.path, { recursive: true, force: true })
          throw error
        }
        return folder
      }
    } catch (error) {
      throw new UserError(
        `No folder for the run can be made in ${logs}: ${messageOf(error)}. Set DESKHAND_HOME to a folder that you may write and that has space left.`,
      )
    }
  }

  /** Finds an existing folder by the run's name. Throws UserError, with the newest names, when there is none. */
  static async find(home: string, name: string): Promise<RunFolder> {
    const folders = await RunFolder.all(home)
    const found = folders.find((folder) => folder.name === name)
    if (found) return found
    const known = folders.slice(0, 5).map((folder) => folder.name)
    throw new UserError(
      known.length === 0
        ? `There is no run “${name}”; nothing has been run yet.`
        : `There is no run “${name}”. The newest are: ${known.join(', ')}. \`deskhand runs\` lists all.`,
    )
  }

  /** Lists all runs, the newest first as far as their names say. */
  static async all(home: string): Promise<RunFolder[]> {
    const logs = logsFolder(home)
    const entries = await readdir(logs, { withFileTypes: true }).catch(() => [])
    const names = entries
      .filter((entry) => entry.isDirectory() && isSafeTaskName(entry.name))
      .map(({ name }) => name)
    return names
      .toSorted()
      .toReversed()
      .map((name) => new RunFolder(`${logs}${sep}${name}`, name))
  }

  static async names(home: string): Promise<string[]> {
    return (await RunFolder.all(home)).map((folder) => folder.name)
  }

  get eventsPath(): string {
    // Without the checks of `join`: a list of the history asks ten thousand folders for it.
    return `${this.path}${sep}events.jsonl`
  }

  /** Folder of GlobalState. */
  get statePath(): string {
    return join(this.path, 'state')
  }

  /** Returns the absolute path of a file of this run. Throws for one outside of the folder. */
  resolve(name: string): string {
    const path = resolve(this.path, name)
    const inside = relative(this.path, path)
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`)) {
      throw new Error(`${name} is not inside the run folder.`)
    }
    return path
  }

  /** Returns the same path. Throws where a part of it is a link, because its target does not belong to the run. */
  async plainPath(name: string): Promise<string> {
    const path = this.resolve(name)
    await refuseLinks(this.path, path)
    return path
  }

  /** Returns the content of a file. Throws the error of the system, and for links. */
  async readFile(name: string): Promise<Buffer> {
    return await readFile(await this.plainPath(name))
  }

  /** Writes a file as a whole, or replaces it, and makes the folders on its path. Throws for links on the path. */
  async saveFile(name: string, data: Uint8Array | string): Promise<void> {
    const path = await this.plainPath(name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFileAtomically(path, data, 0o600)
  }

  /** Whether the program that made this folder still runs on this machine. */
  async isOwned(): Promise<boolean> {
    const owner = await this.#owner()
    return owner !== null && isThere(owner)
  }

  /** Removes it with all its files; a list of the runs meanwhile shows it whole or not at all. */
  async remove(): Promise<void> {
    // No run's name begins with a dot, so lists of runs ignore this folder.
    const grave = join(dirname(this.path), `.${this.name}.${randomUUID()}`)
    await rename(this.path, grave)
    await rm(grave, { recursive: true, force: true, maxRetries: 3 })
  }

  /** Whether its desktop is kept after a crash. */
  async isResumable(): Promise<boolean> {
    return (await this.#owner())?.resumable ?? false
  }

  async #owner(): Promise<z.infer<typeof ownerSchema> | null> {
    try {
      return ownerSchema.parse(JSON.parse((await this.readFile('owner.json')).toString()))
    } catch {
      return null
    }
  }

  #own(resumable: boolean): Promise<void> {
    return this.saveFile('owner.json', `${JSON.stringify({ ...ownIdentity(), resumable })}\n`)
  }
}
