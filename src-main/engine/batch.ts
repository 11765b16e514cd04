// A batch: the tasks of a folder, each a run of its own, one after the other or several at once, taken up after a crash.
import type { Config } from '../../src-preload/contract/config.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf, StoppedError, UserError } from '../core/errors.ts'
import type { Interactor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import { readRun } from '../recorder/runs.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { batchRoot, openingsOf, tasksFolder, type SessionOpening } from '../session/openings.ts'
import { isFolder, planName } from '../session/plan-file.ts'
import { SessionPool } from '../session/session-pool.ts'
import { TaskStatus, type TaskRecord } from '../session/task-status.ts'
import { findRun, leftOf } from './batch-takeup.ts'
import { interruptedRecord, recordOf } from './batch-verdict.ts'
import { refuseQueued } from './batch-ticket.ts'
import type { RunRequest } from './run-request.ts'

export interface BatchRequest {
  /** With `tasks/` and `files/`, or a folder of plans, or one plan file. */
  folder: string
  /** What the runs are called, before their tasks’ names; the folder’s name without it. */
  task?: string | null
  /** So many at once, each on a virtual desktop of its own. */
  parallel?: number
  /** What is done again beside what was never done: those that failed, or all. */
  retry?: 'failed' | 'all' | null
  display?: Config['display']['kind'] | null
  maxStep?: number
  interactor: Interactor
  onNews?: (news: BatchNews) => void
}

export interface TaskOutcome {
  task: string
  /** Null where it was not begun. */
  record: TaskRecord | null
}

export type BatchNews =
  /** `left` is what is to be done now, `done` what was done before. */
  | { type: 'batch_started'; root: string; tasks: string[]; left: string[]; parallel: number }
  /** `how`: `continues` the run that a crash has cut short, or begins. */
  | { type: 'task_started'; task: string; run: string; how: 'begins' | 'continues'; worker?: string }
  | { type: 'task_finished'; task: string; record: TaskRecord }
  /** What a person should know of the queue that the batch is on. */
  | { type: 'queue_told'; words: string }

export interface BatchReport {
  root: string
  /** In the order of their names. */
  tasks: TaskOutcome[]
  stopped: boolean
}

/** What a batch has of the engine. */
export interface BatchEngine {
  home: string
  run(request: RunRequest): Promise<unknown>
  closeRun(name: string): Promise<void>
  desktopKind(display: Config['display']['kind'] | null): 'host' | 'virtual'
}

/** Throws UserError where it can’t begin: no plans, a desktop that can’t be shared, another Deskhand on the same folder. */
export async function runBatch(
  engine: BatchEngine,
  wanted: BatchRequest,
  run: RunControl,
): Promise<BatchReport> {
  const { parallel = 1, retry = null, display = null, onNews = () => {} } = wanted
  if (parallel > 1 && display === 'host')
    throw new UserError('Several tasks at once need a desktop each: take --display virtual.')
  const { openings, root, names } = await planned(wanted)
  await refuseQueued(root)
  await using status = await TaskStatus.open(root, names)
  for (const task of names) await settleFlagged(engine.home, status, task)
  const due = openings.filter((opening) => isDue(status, taskOf(opening), retry))
  const place = parallel > 1 ? 'virtual' : engine.desktopKind(display)
  using brake = run.child()
  const work = new Batch(engine, { ...wanted, display: place }, status, brake)
  onNews({ type: 'batch_started', root, tasks: names, left: due.map(taskOf), parallel })
  const sessions = due.map((opening) => ({
    name: taskOf(opening),
    run: () => work.carryOut(opening),
  }))
  const pool = new SessionPool(sessions, { parallel })
  work.pool = pool
  for (const outcome of await pool.runAll(brake)) {
    // What goes wrong with a task is in its record: this is about the records.
    if (outcome.kind === 'thrown') throw new UserError(outcome.error)
  }
  const tasks = names.map((task) => ({ task, record: status.record(task) }))
  return { root, tasks, stopped: brake.stopped }
}

/** What a folder has to be carried out. Throws UserError where that is nothing. */
export async function planned({ folder, task }: Pick<BatchRequest, 'folder' | 'task'>) {
  const openings = await openingsOf({ task: task ?? nameOf(folder), mode: 'batch_normal', plan: folder })
  const root = (await isFolder(folder)) ? batchRoot(await tasksFolder(folder)) : rootOfPlan(folder)
  return { openings, root, names: openings.map(taskOf) }
}

export const taskOf = ({ plan }: Pick<SessionOpening, 'plan'>): string => planName(plan ?? '')

const nameOf = (folder: string): string => planName(folder.replace(/\/+$/, '').replace(/\/tasks$/, ''))
const rootOfPlan = (plan: string): string => batchRoot(plan.slice(0, plan.lastIndexOf('/') + 1) || '.')

/** The flags are the truth: who takes one back wants it done again. */
export function isDue(status: TaskStatus, task: string, retry: BatchRequest['retry']): boolean {
  if (status.isDone(task)) return retry === 'all'
  const state = status.record(task)?.state
  return (state !== 'failed' && state !== 'interrupted') || (retry ?? null) !== null
}

/** What came of a task that was cut short; null where it begins anew. What nobody goes on with is closed. */
export async function settleLeft(
  engine: Pick<BatchEngine, 'home' | 'closeRun'>,
  before: TaskRecord & { run: string },
): Promise<TaskRecord | 'continues' | null> {
  const left = await leftOf(engine.home, before)
  if (left.kind === 'continues') return 'continues'
  await closeLeft(engine, before)
  if (left.kind === 'fresh') return null
  return left.kind === 'ended' ? recordOf(before.run, left.view) : interruptedRecord(before, left)
}

/** What is left of the run that a record names, its desktop too, is nobody’s any more. */
async function closeLeft(
  engine: Pick<BatchEngine, 'home' | 'closeRun'>,
  { run, home = engine.home }: TaskRecord,
): Promise<void> {
  if (run !== null && home === engine.home) await engine.closeRun(run).catch(() => {})
}

/** The last Deskhand ended between the flag of a task and the record of it: the run says what is in that. */
export async function settleFlagged(home: string, status: TaskStatus, task: string): Promise<void> {
  const record = status.record(task)
  if (!status.isDone(task) || record?.state !== 'running' || record.run === null) return
  const folder = await findRun(home, { ...record, run: record.run })
  const told = folder ? recordOf(record.run, await readRun(folder)) : record
  await status.set(task, { ...told, state: 'done', error: null })
}

class Batch {
  pool: SessionPool<TaskRecord> | null = null
  readonly #engine: BatchEngine
  readonly #wanted: BatchRequest
  readonly #status: TaskStatus
  /** One for all: each run is a part of it. */
  readonly #brake: RunControl
  readonly #running = new Set<string>()

  constructor(engine: BatchEngine, wanted: BatchRequest, status: TaskStatus, brake: RunControl) {
    this.#engine = engine
    this.#wanted = wanted
    this.#status = status
    this.#brake = brake
  }

  /** What goes wrong is the task’s own failure; throws StoppedError after a stop, which leaves what came of the task before. */
  async carryOut(opening: SessionOpening): Promise<TaskRecord> {
    const task = taskOf(opening)
    const record = await this.#attempt(opening, task).catch((error: unknown) => {
      if (error instanceof StoppedError && this.#brake.stopped) throw error
      return { ...failed(error), run: this.#status.record(task)?.run ?? null }
    })
    await this.#status.set(task, record)
    this.#tell({ type: 'task_finished', task, record })
    return record
  }

  #tell(news: BatchNews): void {
    this.#wanted.onNews?.(news)
  }

  async #attempt(opening: SessionOpening, task: string): Promise<TaskRecord> {
    const before = this.#status.record(task)
    if (before?.state !== 'running' || before.run === null) {
      // What a run that nobody goes on with has left open.
      if (before) await closeLeft(this.#engine, before)
      return this.#run(opening, task, null)
    }
    const { run } = before
    const left = await settleLeft(this.#engine, { ...before, run })
    if (left === 'continues') return this.#run(opening, task, run)
    return left ?? this.#run(opening, task, null)
  }

  async #run(opening: SessionOpening, task: string, continues: string | null): Promise<TaskRecord> {
    const { display = null, maxStep, interactor } = this.#wanted
    this.#brake.throwIfStopped()
    const started_at = Date.now()
    let begun: string | null = null
    const keep = (state: Pick<TaskRecord, 'run'>) =>
      this.#status.set(task, { ...empty, ...state, home: this.#engine.home, started_at })
    await keep({ run: continues })
    let written = Promise.resolve()
    try {
      await this.#engine.run({
        request: null,
        task: opening.task,
        mode: opening.mode,
        strategy: opening.strategy,
        plan: opening.plan,
        display,
        ...(maxStep === undefined ? {} : { maxStep }),
        // A crash leaves its desktop to the next Deskhand that works on this folder.
        resumable: display === 'virtual',
        continues,
        interactor,
        under: this.#brake,
        onBegun: (run) => {
          begun = run
          this.#running.add(run)
          written = keep({ run })
          drop(written)
          const how = continues === null ? 'begins' : 'continues'
          this.#tell({ type: 'task_started', task, run, how })
        },
        // Who takes the batch up after a crash has to know of this run, if that has done anything.
        beforeAct: () => written,
        onEvent: (event) => this.#hear(event),
      })
    } finally {
      if (begun !== null) this.#running.delete(begun)
      // Nobody is left whom a person could let go on.
      if (this.#running.size === 0) this.#goOn()
    }
    await written
    if (begun === null) throw new UserError('The run has no folder.')
    const view = await readRun(await RunFolder.find(this.#engine.home, begun))
    return recordOf(begun, { ...view, continues })
  }

  /** What a person wants of one run is meant for all. */
  #hear({ type }: SessionEvent): void {
    if (type === 'stop_requested') this.#brake.stop()
    else if (type === 'resumed') this.#goOn()
    else if (type === 'paused') {
      this.#brake.pause()
      this.pool?.pause()
    }
  }

  #goOn(): void {
    this.#brake.resume()
    this.pool?.resume()
  }
}

export const empty: TaskRecord = {
  state: 'running',
  run: null,
  complete: null,
  result: null,
  error: null,
  steps: 0,
  cost: 0,
  started_at: 0,
  finished_at: null,
}

export const failed = (error: unknown): TaskRecord => ({
  ...empty,
  state: error instanceof StoppedError ? 'stopped' : 'failed',
  error: messageOf(error),
  started_at: Date.now(),
  finished_at: Date.now(),
})
