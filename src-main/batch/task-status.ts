// Keeps how far a batch is: the seeds' `tasks_status.json` with a flag for each task, set for success alone, and
// `tasks_report.json` with each outcome. Both are replaced as a whole; one Deskhand at a time has them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { taskRecordSchema, type TaskRecord } from '../../src-preload/contract/calls/batch.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { takeOwnership } from '../core/ownership.ts'
import { REPORT_FILE, STATUS_FILE } from '../session/plan-file.ts'
import type { TaskState } from './task-states.ts'

const OWNER_FILE = '.tasks_owner.json'

const reportSchema = z.object({ v: z.literal(1), tasks: z.record(z.string(), taskRecordSchema) })
const flagsSchema = z.record(z.string(), z.boolean())

export class TaskStatus implements AsyncDisposable {
  readonly root: string
  readonly #flags: Map<string, boolean>
  readonly #records: Map<string, TaskRecord>
  readonly #owned: AsyncDisposable
  #written: Promise<void> = Promise.resolve()

  private constructor(
    root: string,
    flags: Map<string, boolean>,
    records: Map<string, TaskRecord>,
    owned: AsyncDisposable,
  ) {
    this.root = root
    this.#flags = flags
    this.#records = records
    this.#owned = owned
  }

  /**
   * Takes ownership of the batch in `root`; tasks that are new in it are not done. Throws UserError while another Deskhand has it, and for
   * files that can’t be read, because finished tasks must not be guessed. Dispose it to release the batch.
   */
  static async open(root: string, tasks: readonly string[]): Promise<TaskStatus> {
    await using begun = new AsyncDisposableStack()
    const refusal = (process: string) => `Another Deskhand (${process}) works on ${root}.`
    const owned = begun.use(
      await takeOwnership(join(root, OWNER_FILE), refusal).catch((error: unknown) => {
        throw error instanceof UserError ? error : unwritable(root, error)
      }),
    )
    const flags = new Map(Object.entries((await read(join(root, STATUS_FILE), flagsSchema)) ?? {}))
    const report = await read(join(root, REPORT_FILE), reportSchema)
    for (const task of tasks) if (!flags.has(task)) flags.set(task, false)
    const status = new TaskStatus(root, flags, new Map(Object.entries(report?.tasks ?? {})), owned)
    await status.#write()
    begun.move()
    return status
  }

  isDone(task: string): boolean {
    return this.#flags.get(task) ?? false
  }

  /** Returns the last outcome of a task; null where it was never begun. */
  record(task: string): TaskRecord | null {
    return this.#records.get(task) ?? null
  }

  /** Returns the state of a task. The flags count: a person who removes one wants the task done again. */
  state(task: string): TaskState {
    if (this.isDone(task)) return 'done'
    const state = this.record(task)?.state ?? 'new'
    return state === 'done' ? 'new' : state
  }

  /** Sets a record, which is on the disk when this resolves. */
  async set(task: string, record: TaskRecord): Promise<void> {
    this.#records.set(task, record)
    this.#flags.set(task, record.state === 'done')
    await this.#write()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#written.catch(() => {})
    await this.#owned[Symbol.asyncDispose]()
  }

  /**
   * Writes one after the other, each time the whole state. The flags go first: if a crash comes between the two files, a finished task must
   * not look like one whose flag a person has removed.
   */
  #write(): Promise<void> {
    this.#written = this.#written
      .catch(() => {})
      .then(async () => {
        const flags = Object.fromEntries(this.#flags)
        const report = { v: 1, tasks: Object.fromEntries(this.#records) }
        await writeFileAtomically(join(this.root, STATUS_FILE), `${JSON.stringify(flags, null, 4)}\n`)
        await writeFileAtomically(join(this.root, REPORT_FILE), `${JSON.stringify(report, null, 4)}\n`)
      })
    return this.#written.catch((error: unknown) => {
      throw unwritable(this.root, error)
    })
  }
}

/** Reads the outcome of each task, also while another Deskhand has the batch. Throws UserError for a file that can’t be read. */
export const readRecords = async (root: string): Promise<Record<string, TaskRecord>> =>
  (await read(join(root, REPORT_FILE), reportSchema))?.tasks ?? {}

const unwritable = (root: string, error: unknown): UserError =>
  new UserError(
    `How far the batch is can’t be written in ${root}: ${messageOf(error)}. Copy the batch to a folder that can be written.`,
  )

/** Returns null where there is no such file. */
async function read<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new UserError(`${path} can’t be read: ${messageOf(error)}.`)
  })
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new UserError(`${path} is not what Deskhand has written. Mend it, or remove it to begin anew.`)
  }
}
