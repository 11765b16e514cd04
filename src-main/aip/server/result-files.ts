// Keeps the tasks that can still be asked for as files: a server that was ended, or killed, can say afterwards how they ended.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../../core/atomic-file.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import { makeFolder } from '../../core/folder.ts'
import type { Logger } from '../../core/logger.ts'
import { takeOwnership } from '../../core/ownership.ts'
import { isSafeTaskName } from '../../recorder/run-folder.ts'

/** The part of a task that a file keeps. */
export const keptTaskSchema = z.object({
  session: z.string(),
  taskName: z.string().refine(isSafeTaskName),
  request: z.string(),
  device: z.string(),
  run: z.string().nullable(),
  /** Null while the task has none. */
  outcome: z
    .object({
      status: z.enum(['completed', 'failed']),
      result: z.unknown(),
      error: z.string().nullable(),
      run: z.string().nullable(),
    })
    .nullable(),
  /** Milliseconds since 1970. */
  endedAt: z.number().nullable(),
})
export type KeptTask = z.infer<typeof keptTaskSchema>

export class ResultFiles {
  readonly #folder: string
  readonly #ownerPath: string
  readonly #logger: () => Logger
  /** The writes to each file, by its name: one after the other. */
  readonly #writing = new Map<string, Promise<void>>()

  constructor(home: string, logger: () => Logger) {
    this.#folder = join(home, 'aip', 'results')
    this.#ownerPath = join(home, 'aip', 'server.json')
    this.#logger = logger
  }

  /**
   * Takes the files for this server. Throws UserError where they can't be kept, or where another server has them, because its tasks would
   * then be taken for failed ones.
   */
  async own(): Promise<AsyncDisposable> {
    return takeOwnership(
      this.#ownerPath,
      (process) =>
        `Another \`deskhand serve\` (${process}) keeps its results in ${this.#folder}. End it, or give this one a DESKHAND_HOME of its own.`,
    ).catch((error: unknown) => {
      if (error instanceof UserError) throw error
      throw new UserError(
        `Results can't be kept in ${this.#folder}: ${messageOf(error)}. Set DESKHAND_HOME to a folder that you may write and that has space left.`,
      )
    })
  }

  /** Reads all files, in the order in which the tasks ended. A file that can't be read is left as it is. */
  async load(): Promise<KeptTask[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const tasks: KeptTask[] = []
    for (const name of names.filter((file) => file.endsWith('.json'))) {
      try {
        const text = await readFile(join(this.#folder, name), 'utf8')
        const task = keptTaskSchema.parse(JSON.parse(text))
        if (`${task.taskName}.json` === name) tasks.push(task)
      } catch (error) {
        this.#logger().warn({ file: name }, `A result can't be read: ${messageOf(error)}`)
      }
    }
    return tasks.toSorted((one, other) => (one.endedAt ?? Infinity) - (other.endedAt ?? Infinity))
  }

  /** Writes a task. A failure goes to the log, and does not stop the task. */
  keep(task: KeptTask): void {
    const text = `${JSON.stringify(keptTaskSchema.parse(task))}\n`
    this.#then(task.taskName, async (path) => {
      makeFolder(this.#folder)
      await writeFileAtomically(path, text, 0o600)
    })
  }

  forget(taskName: string): void {
    this.#then(taskName, (path) => rm(path, { force: true }))
  }

  /** Returns when all is on the disk. */
  async written(): Promise<void> {
    await Promise.all(this.#writing.values())
  }

  #then(taskName: string, work: (path: string) => Promise<void>): void {
    const path = join(this.#folder, `${taskName}.json`)
    const done = (this.#writing.get(taskName) ?? Promise.resolve())
      .then(() => work(path))
      .catch((error: unknown) => this.#logger().error(`A result can't be kept: ${messageOf(error)}`))
      .finally(() => {
        if (this.#writing.get(taskName) === done) this.#writing.delete(taskName)
      })
    this.#writing.set(taskName, done)
  }
}
