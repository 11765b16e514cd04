// Hands out the tasks of a folder on this machine, one after the other or several at once; takes up what a crash has left.
import type { BatchNews, TaskRecord } from '../../src-preload/contract/calls/batch.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { drop } from '../core/control-flow.ts'
import { StoppedError, UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import { SessionPool } from '../session/session-pool.ts'
import { closeLeft, cutShort, settleLeft } from './left-run.ts'
import type { PlannedTask } from './plans.ts'
import type { Runs } from './runs.ts'
import type { CarryOut, TaskSource } from './task-source.ts'
import type { TaskStatus } from './task-status.ts'
import { begunRecord, recordOfFault } from './verdict.ts'

interface FolderSourceOptions {
  runs: Runs
  status: TaskStatus
  /** The tasks that must be done. */
  due: readonly PlannedTask[]
  /** How many tasks run at the same time. */
  parallel: number
  maxStep: number | null
  follow: boolean
  onNews: (news: BatchNews) => void
}

export class FolderSource implements TaskSource {
  readonly #options: FolderSourceOptions
  readonly #running = new Set<string>()

  constructor(options: FolderSourceOptions) {
    this.#options = options
  }

  /** Throws UserError where the outcome of a task can’t be recorded. A stop or pause of one of its runs stops or pauses `run`. */
  async handOut(carryOut: CarryOut, run: RunControl): Promise<void> {
    const { due, parallel } = this.#options
    const sessions = due.map((task) => ({
      name: task.task,
      run: () => this.#finish(task, carryOut, run),
    }))
    const pool = new SessionPool(sessions, { parallel })
    const forget = run.onPauseChange((paused) => (paused ? pool.pause() : pool.resume()))
    try {
      for (const outcome of await pool.runAll(run)) {
        // A task's own failure is in its record; an error here means that a record could not be written.
        if (outcome.kind === 'thrown') throw new UserError(outcome.error)
      }
    } finally {
      forget()
    }
  }

  /** Finishes a task; an error is the task’s own failure. Throws StoppedError after a stop, which keeps the task's record from before. */
  async #finish(planned: PlannedTask, carryOut: CarryOut, run: RunControl): Promise<void> {
    const { status, onNews } = this.#options
    const { task } = planned
    const record = await this.#attempt(planned, carryOut, run).catch((error: unknown) => {
      if (error instanceof StoppedError && run.stopped) throw error
      return { ...recordOfFault(error), run: status.record(task)?.run ?? null }
    })
    await status.set(task, record)
    onNews({ type: 'task_finished', task, record })
  }

  async #attempt(planned: PlannedTask, carryOut: CarryOut, run: RunControl): Promise<TaskRecord> {
    const { runs, status } = this.#options
    const before = status.record(planned.task)
    const cut = cutShort(before)
    if (cut) {
      const left = await settleLeft(runs, cut)
      if (left === 'continues') return this.#carryOut(planned, cut.run, carryOut, run)
      if (left) return left
    } else if (before) {
      // No run continues the earlier one, so what it has left open is closed.
      await closeLeft(runs, before)
    }
    return this.#carryOut(planned, null, carryOut, run)
  }

  async #carryOut(
    { task, name, plan }: PlannedTask,
    continues: string | null,
    carryOut: CarryOut,
    run: RunControl,
  ): Promise<TaskRecord> {
    const { runs, status, maxStep, follow, onNews } = this.#options
    run.throwIfStopped()
    const record = { ...begunRecord(continues), home: runs.home }
    await status.set(task, record)
    let written = Promise.resolve()
    let begun: string | null = null
    try {
      return await carryOut(
        {
          name,
          plan,
          maxStep,
          follow,
          continues,
          resumable: true,
          begun: (folder) => {
            begun = folder
            this.#running.add(folder)
            written = status.set(task, { ...record, run: folder })
            drop(written)
            const how = continues === null ? 'begins' : 'continues'
            onNews({ type: 'task_started', task, run: folder, how })
          },
          // After a crash the batch must know of this run if it has acted, so the record is written before the first act.
          beforeAct: () => written,
          heard: (event) => hear(event, run),
        },
        run,
      )
    } finally {
      if (begun !== null) this.#running.delete(begun)
      // No run is left that a person could resume.
      if (this.#running.size === 0) run.resume()
      await written
    }
  }
}

/** Applies a person's stop or pause of one run to all runs. */
function hear({ type }: SessionEvent, run: RunControl): void {
  if (type === 'stop_requested') run.stop()
  else if (type === 'resumed') run.resume()
  else if (type === 'paused') run.pause()
}
