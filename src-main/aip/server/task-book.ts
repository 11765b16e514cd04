// Keeps the tasks that can be asked for: those that are not done, and for some time those that are.
import { randomUUID } from 'node:crypto'
import type { AipConfig } from '../../../src-preload/contract/config.ts'
import type { Clock } from '../../core/clock.ts'
import { safeTaskName } from '../../recorder/run-folder.ts'
import type { TaskOutcome } from './task.ts'
import type { Client } from './clients.ts'
import type { KeptTask, ResultFiles } from './result-files.ts'

export type TaskState = 'queued' | 'running' | 'done'

export interface Task {
  readonly session: string
  readonly taskName: string
  readonly request: string
  /** `client_id` of the device. */
  readonly device: string
  /** The client that is told of the end; the task ends when it leaves. Null for a request by HTTP. */
  readonly requester: Client | null
  state: TaskState
  /** Name of the run folder, once there is one. */
  run: string | null
  outcome: TaskOutcome | null
  /** Milliseconds since 1970. */
  endedAt: number | null
}

interface TaskBookOptions {
  config: Pick<AipConfig, 'result_ttl'>
  clock: Clock
  /** Null keeps nothing after this program ends. */
  files: ResultFiles | null
}

/** The most results that are kept at the same time, however new they are. */
const MAX_RESULTS = 10_000

export class TaskBook {
  readonly #options: TaskBookOptions
  readonly #bySession = new Map<string, Task>()
  readonly #byName = new Map<string, Task>()
  /** The tasks that are done, in the order of their ends. */
  readonly #done: Task[] = []

  constructor(options: TaskBookOptions) {
    this.#options = options
  }

  /** Takes over the tasks of an earlier server; unfinished ones count as failed. */
  takeOver(left: readonly KeptTask[]): void {
    for (const kept of left) {
      if (this.#byName.has(kept.taskName) || this.#bySession.has(kept.session)) continue
      const task: Task = { ...kept, requester: null, state: 'queued' }
      this.#write(task)
      if (kept.outcome && kept.endedAt !== null) {
        Object.assign(task, { state: 'done' })
        this.#done.push(task)
      } else this.end(task, failed('The server has ended before it was done.', kept.run))
    }
    this.#forgetOld()
  }

  add(task: Task): void {
    this.#write(task)
    this.#options.files?.keep(task)
  }

  /** Notes that the task has its run folder. */
  begun(task: Task, run: string): void {
    task.run = run
    this.#options.files?.keep(task)
  }

  end(task: Task, outcome: TaskOutcome): void {
    task.state = 'done'
    task.outcome = outcome
    task.run = outcome.run ?? task.run
    task.endedAt = this.#options.clock.now()
    this.#done.push(task)
    this.#options.files?.keep(task)
  }

  /** Returns null where there is no such task, or none any more. */
  find(taskName: string): Task | null {
    this.#forgetOld()
    return this.#byName.get(taskName) ?? null
  }

  hasSession(session: string): boolean {
    return this.#bySession.has(session)
  }

  /** Lists the tasks that are not done, the oldest first. */
  open(): Task[] {
    return [...this.#bySession.values()].filter(({ state }) => state !== 'done')
  }

  /** Returns a name that is safe for files and that no stored task has. */
  freeName(wanted: string): string {
    this.#forgetOld()
    const name = safeTaskName(wanted, randomUUID())
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? name : `${name}-${number}`
      if (!this.#byName.has(candidate)) return candidate
    }
  }

  #write(task: Task): void {
    this.#bySession.set(task.session, task)
    this.#byName.set(task.taskName, task)
  }

  #forgetOld(): void {
    const { clock, config, files } = this.#options
    const oldest = clock.now() - config.result_ttl * 1000
    const kept = this.#done.findIndex(
      (task, index) => index >= this.#done.length - MAX_RESULTS && (task.endedAt ?? 0) >= oldest,
    )
    if (kept === 0) return
    for (const task of this.#done.splice(0, kept < 0 ? this.#done.length : kept)) {
      this.#bySession.delete(task.session)
      this.#byName.delete(task.taskName)
      files?.forget(task.taskName)
    }
  }
}

export const failed = (error: string, run: string | null = null): TaskOutcome => ({
  status: 'failed',
  result: null,
  error,
  run,
})
