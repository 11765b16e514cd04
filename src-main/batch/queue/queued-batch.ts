// Watches a batch on a queue from the machine that has put it there: that machine alone knows what is done, and decides about a
// task whose worker was lost.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import type {
  BatchNews,
  QueuedTask,
  TaskData,
  TaskRecord,
} from '../../../src-preload/contract/calls/batch.ts'
import { missingCaseError } from '../../core/control-flow.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import { RunFolder } from '../../recorder/run-folder.ts'
import { PlanReader } from '../../session/plan-reader.ts'
import type { BatchEnd, BatchRequest } from '../batch-request.ts'
import { cutShort, settleLeft } from '../left-run.ts'
import type { PlannedBatch, PlannedTask } from '../plans.ts'
import type { Runs } from '../runs.ts'
import { isDue, type TaskEvent } from '../task-states.ts'
import type { TaskStatus } from '../task-status.ts'
import { recordAfter, recordOfFault } from '../verdict.ts'
import { filesOf, pack, unpack, writeFiles, type Files } from './bundle.ts'
import { openQueue, type OpenQueue, type QueueChoice } from './open-queue.ts'
import { watchForStalled } from './queue-source.ts'
import { bundleName, jobId } from './task-queue.ts'
import { giveTicketBack, takeTicket } from './ticket.ts'

type QueuedRequest = BatchRequest & { queue: QueueChoice }

/** How often a task is begun: if its workers are lost repeatedly before the first act, the task is the cause. */
const MAX_ATTEMPTS = 3
/** Milliseconds between two looks at the queue. */
const LOOK_MS = 500
/** The most tasks at the head of the queue that are looked at. */
const MAX_NEXT = 50
/** Why a task was not begun. */
const STOPPED_BEFORE = 'The batch was stopped before it.'
/** How many leases long the end of a stopped batch may take. */
const LEASES_TO_END = 4

/** A stop of `run` stops the batch on all workers; a crash of this program does not. */
export async function carryOutByWorkers(
  runs: Runs,
  { root, tasks: planned }: PlannedBatch,
  status: TaskStatus,
  wanted: QueuedRequest,
  run: RunControl,
): Promise<BatchEnd> {
  const { onNews } = wanted
  const tell = (words: string) => onNews({ type: 'queue_told', words })
  await using open = await openQueue(runs, wanted.queue, run)
  const { queue, shown } = open
  const names = planned.map(({ task }) => task)
  const here = await takeUpHere(runs, status, names, tell)
  const due = planned.filter(({ task }) => !here.has(task) && isDue(status.state(task), wanted.retry))
  const dueNames = due.map(({ task }) => task)
  const { batch, tasks: queued } = await takeTicket(root, shown, queue.name, dueNames)
  const { lease } = runs.config.queue
  await using _stalled = await watchForStalled(queue.client, queue.name, lease)
  const watch = new Watch(runs, wanted, open, batch, status, dueNames)
  using _line = tellOfLine(queue.client, tell)
  await watch.adopt(queued, run)
  const tasks = [...new Set([...names, ...watch.left])]
  const workers = await run.race(queue.workers())
  onNews({ type: 'batch_started', root, tasks, left: watch.left, parallel: Math.max(1, workers) })
  if (await run.race(queue.isStopped(batch))) {
    watch.stopped = true
    tell('The batch was stopped while nobody watched it: it is taken off the queue. Run it again to go on.')
  } else {
    await watch.enqueue(due, run)
    if (!watch.isOver && workers === 0) tell(`No worker is there yet: ${workerCommand(runs, open)}`)
  }
  await run
    .until(() => run.race(watch.look()), Infinity, LOOK_MS)
    .catch((error: unknown) => {
      if (!run.stopped) throw error
    })
  if (run.stopped) await watch.end(lease)
  if (watch.isOver) await giveTicketBack(root)
  return { tasks, stopped: watch.stopped }
}

/**
 * Settles tasks of this machine that were interrupted before the batch went on a queue, so that no worker knows of them. Returns the tasks
 * that are not queued this time; closes what is left of the others.
 */
export async function takeUpHere(
  runs: Pick<Runs, 'home' | 'closeRun' | 'hasDesktop'>,
  status: TaskStatus,
  tasks: readonly string[],
  tell: (words: string) => void,
): Promise<Set<string>> {
  const here = new Set<string>()
  for (const task of tasks) {
    const cut = cutShort(status.record(task))
    if (status.isDone(task) || !cut) continue
    const left = await settleLeft(runs, cut)
    if (left === null) continue
    here.add(task)
    if (left !== 'continues') await status.set(task, left)
    else
      tell(
        `${task}: its run “${cut.run}” was cut short on this machine and can go on here: \`deskhand batch\` without --queue does that.`,
      )
  }
  return here
}

/** Returns the command that a person types to start a worker. */
function workerCommand({ config }: Runs, { queue, shown, shared }: OpenQueue): string {
  const pool = queue.name === config.queue.name ? '' : ` --pool ${queue.name}`
  return `deskhand worker --queue ${shown}${pool}${shared ? ' --shared DIR' : ''}`
}

/** Reports the loss of the connection once, not at every attempt to restore it, and its return once. */
function tellOfLine(client: Redis, tell: (words: string) => void): Disposable {
  let isLost = false
  const lost = () => {
    if (!isLost) tell('The connection to the queue is lost; trying again.')
    isLost = true
  }
  const back = () => {
    if (isLost) tell('Connected to the queue again.')
    isLost = false
  }
  client.on('close', lost).on('ready', back)
  return { [Symbol.dispose]: () => void client.off('close', lost).off('ready', back) }
}

class Watch {
  stopped = false
  readonly #runs: Runs
  readonly #wanted: QueuedRequest
  readonly #open: OpenQueue
  readonly #batch: string
  readonly #status: TaskStatus
  /** Tasks that are not settled, by the ids of their jobs. */
  readonly #due: Map<string, string>
  readonly #taken = new Map<string, string>()
  readonly #notes = new Map<string, string>()
  #looking: Promise<true | null> = Promise.resolve(null)

  constructor(
    runs: Runs,
    wanted: QueuedRequest,
    open: OpenQueue,
    batch: string,
    status: TaskStatus,
    due: readonly string[],
  ) {
    this.#runs = runs
    this.#wanted = wanted
    this.#open = open
    this.#batch = batch
    this.#status = status
    this.#due = new Map(due.map((task) => [jobId(batch, task), task]))
  }

  get isOver(): boolean {
    return this.#due.size === 0
  }

  get left(): string[] {
    return [...this.#due.values()]
  }

  /**
   * Watches again the tasks that this program had queued before it ended, whether or not they are due now: they may be done already, and
   * none is lost or done twice.
   */
  async adopt(tasks: readonly string[], run: RunControl): Promise<void> {
    for (const task of tasks) {
      const id = jobId(this.#batch, task)
      const entry = await run.race(this.#open.queue.entryOf(id))
      if (entry === null) continue
      // The task is settled, and only its removal from the queue was missing.
      if (entry === this.#status.record(task)?.entry) await this.#open.queue.remove(id)
      else this.#due.set(id, task)
    }
  }

  /** Adds tasks to the queue; tasks that are there already are only watched. */
  async enqueue(due: readonly PlannedTask[], run: RunControl): Promise<void> {
    for (const planned of due) {
      const { task } = planned
      const id = jobId(this.#batch, task)
      if (await run.race(this.#open.queue.has(id))) continue
      try {
        const bundle = this.#open.shared ? null : await this.#bundleOf(planned)
        await run.race(this.#open.queue.add(await this.#dataOf(planned), bundle))
      } catch (error) {
        run.throwIfStopped()
        await this.#settle(id, task, recordOfFault(error))
      }
    }
  }

  /** True when all tasks are settled. Looks happen in order: one that a stop no longer waits for still records its findings. */
  look(): Promise<true | null> {
    return (this.#looking = this.#looking.catch(() => {}).then(() => this.#look()))
  }

  async #look(): Promise<true | null> {
    const { queue } = this.#open
    if (this.stopped || (await queue.isStopped(this.#batch))) {
      this.stopped = true
      // Tasks may have been added while somebody stopped the batch.
      await queue.stop(this.#batch)
    }
    for (const task of await queue.list(['completed', 'failed'], this.#batch)) await this.#ended(task)
    // Without a worker that reports lost tasks, these are at the head of the queue.
    const next = await queue.list(['waiting'], this.#batch, MAX_NEXT)
    for (const task of next) if (task.state === 'failed') await this.#ended(task)
    for (const task of await queue.list(['active'], this.#batch)) this.#active(task)
    for (const [id, task] of this.#due) {
      if (await queue.has(id)) continue
      // A stop that came during this look has taken it off the queue.
      this.stopped ||= await queue.isStopped(this.#batch)
      const gone = this.stopped
        ? recordAfter('stopped', STOPPED_BEFORE)
        : recordAfter('lost_after_act', 'The queue has lost it.')
      await this.#settle(id, task, gone)
    }
    return this.isOver ? true : null
  }

  /** Ends the batch after a stop: waiting tasks are removed, and workers end theirs; a worker that does not answer loses its lease. */
  async end(lease: number): Promise<void> {
    this.stopped = true
    using ending = new RunControl({ timeoutMs: LEASES_TO_END * lease * 1000, name: 'Stopping the batch' })
    try {
      await ending.until(() => ending.race(this.look()), Infinity, LOOK_MS)
    } catch (error) {
      this.#tell(`It is not known whether all workers have stopped: ${messageOf(error)}`)
    }
  }

  #active({ id, data: { task }, mark }: QueuedTask): void {
    if (!mark?.run || this.#taken.get(id) === mark.run || !this.#due.has(id)) return
    this.#taken.set(id, mark.run)
    this.#news({ type: 'task_started', task, run: mark.run, how: 'begins', worker: mark.worker })
  }

  async #ended(task: QueuedTask): Promise<void> {
    const { id, result, mark, data } = task
    if (!this.#due.has(id)) return
    const settle = (record: TaskRecord) => this.#settle(id, data.task, { ...record, entry: data.entry })
    if (result) return settle(await this.#brought(task, result.record, result.worker))
    const why = task.why ?? 'It is not known why.'
    const worker = mark?.worker ?? 'a worker'
    const isHidden = mark !== null && mark.entry !== data.entry
    const event = this.#eventOf(task, isHidden)
    const after = (error: string) => recordAfter(event, error)
    switch (event) {
      case 'lost':
        return this.#again(task, `the worker “${worker}” was lost before the first act (${why})`)
      case 'stopped':
        return settle(after(STOPPED_BEFORE))
      case 'lost_too_often': {
        const error = `It was begun ${data.attempt} times, and each worker was lost before the first act: ${why}`
        return settle({ ...after(error), worker })
      }
      case 'lost_after_act': {
        const lost = isHidden
          ? `Its worker was lost (${why}), and it is not known whether that had acted: “${worker}”, which was cut off from the task before, has written over it.`
          : `The worker “${worker}” was lost after the first act (${why}).`
        const error = `${lost} Look at what it has left; \`--retry failed\` begins it again.`
        return settle({ ...after(error), worker, run: mark?.run ?? null })
      }
      default:
        return missingCaseError(event)
    }
  }

  /** Returns the event of a task whose worker has returned nothing. */
  #eventOf(
    { mark, data }: QueuedTask,
    isHidden: boolean,
  ): Extract<TaskEvent, 'lost' | 'lost_after_act' | 'lost_too_often' | 'stopped'> {
    if (isHidden || mark?.acted) return 'lost_after_act'
    if (this.stopped) return 'stopped'
    return data.attempt < MAX_ATTEMPTS ? 'lost' : 'lost_too_often'
  }

  async #again({ id, data }: QueuedTask, why: string): Promise<void> {
    const { queue, shared } = this.#open
    const name = bundleName(id, data)
    const bundle = shared ? null : await queue.files(name, 'in')
    if (!(await queue.remove(id))) return
    await shared?.remove(name)
    this.#taken.delete(id)
    this.#notes.set(id, `Attempt ${data.attempt + 1}: ${why}.`)
    this.#tell(`${data.task}: ${why}; it begins again.`)
    await queue.add({ ...data, attempt: data.attempt + 1, entry: newEntry() }, bundle)
  }

  /**
   * Writes the files that a worker has sent back, before the task counts as done. Throws UserError where they can’t be written; then they
   * stay where they are.
   */
  async #brought(task: QueuedTask, record: TaskRecord, worker: string): Promise<TaskRecord> {
    const { queue, shared } = this.#open
    const { id, data } = task
    const told = { ...record, worker }
    let files: Files
    try {
      const bundle = await (shared ?? queue).files(bundleName(id, data), 'out')
      if (!bundle) throw new Error('they are not on the queue any more')
      files = await unpack(bundle, this.#runs.config.queue.max_size)
    } catch (error) {
      const fault = `What “${worker}” has sent back can’t be used: ${messageOf(error)}`
      return { ...told, state: 'interrupted', error: fault }
    }
    const run = await this.#write(task, files, record.run).catch((error: unknown) => {
      throw new UserError(
        `What “${worker}” has done for “${data.task}” can’t be written here: ${messageOf(error)}. It waits on the queue: mend that, and run the batch again.`,
      )
    })
    return { ...told, run }
  }

  /** Writes the files, and returns the name of the run’s folder on this machine. */
  async #write({ data }: QueuedTask, files: Files, run: string | null): Promise<string> {
    const folder = await RunFolder.create(this.#runs.home, run ?? data.name)
    try {
      await writeFiles(files, 'run', folder.path)
      if (data.shared === null) await writeFiles(files, 'files', join(this.#status.root, 'files'))
      return folder.name
    } catch (error) {
      await folder.remove().catch(() => {})
      throw error
    }
  }

  async #settle(id: string, task: string, record: TaskRecord): Promise<void> {
    const notes = [this.#notes.get(id), record.note].filter(Boolean).join(' ')
    const settled = notes === '' ? record : { ...record, note: notes }
    await this.#status.set(task, settled)
    const { queue, shared } = this.#open
    // A worker may be reporting right now that the task was lost; the next look finds the task again.
    if (!(await queue.remove(id))) return
    if (record.entry !== undefined) await shared?.remove(bundleName(id, { entry: record.entry }))
    this.#due.delete(id)
    this.#news({ type: 'task_finished', task, record: settled })
  }

  async #dataOf({ task, name, plan }: PlannedTask): Promise<TaskData> {
    return {
      v: 1,
      batch: this.#batch,
      task,
      entry: newEntry(),
      name,
      shared: (await this.#open.shared?.nameOf(plan)) ?? null,
      max_step: this.#wanted.max_step,
      ...(this.#wanted.follow ? { follow: true } : {}),
      attempt: 1,
    }
  }

  /** Packs the plan, and its file. */
  async #bundleOf({ task, plan }: PlannedTask): Promise<Uint8Array> {
    const reader = await PlanReader.open(plan)
    const files = new Map<string, Uint8Array>([[`tasks/${task}.json`, await readFile(reader.path)]])
    const file = reader.getFilePath()
    const name = `files/${reader.getOperationObject()}`
    if (file !== null) {
      const whole = await readFile(file).catch(() => null)
      if (whole) files.set(name, whole)
      else for (const [each, data] of await filesOf(file, name)) files.set(each, data)
    }
    return pack(files, this.#runs.config.queue.max_size, `The task “${task}”`)
  }

  #tell(words: string): void {
    this.#news({ type: 'queue_told', words })
  }

  #news(news: BatchNews): void {
    this.#wanted.onNews(news)
  }
}

const newEntry = (): string => randomBytes(8).toString('hex')
