// The batch on a queue, as the machine sees it that has put it there: it alone knows what is done, and decides what becomes of
// a task whose worker was lost.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { messageOf, UserError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { filesOf, pack, unpack, writeFiles, type Files } from '../queue/bundle.ts'
import { bundleName, type TaskData } from '../queue/task.ts'
import { jobId, type QueuedTask } from '../queue/task-queue.ts'
import { watchForStalled } from '../queue/worker.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import type { SessionOpening } from '../session/openings.ts'
import { PlanReader } from '../session/plan-reader.ts'
import { TaskStatus, type TaskRecord } from '../session/task-status.ts'
import {
  failed,
  isDue,
  planned,
  taskOf,
  type BatchNews,
  type BatchReport,
  type BatchRequest,
} from './batch.ts'
import { giveTicketBack, takeTicket } from './batch-ticket.ts'
import { takeUpHere } from './queue-takeup.ts'
import { openQueue, type OpenQueue, type QueueChoice, type QueueEngine } from './queue-place.ts'

export interface QueuedBatchRequest
  extends Pick<BatchRequest, 'folder' | 'task' | 'retry' | 'maxStep' | 'onNews'>, QueueChoice {}

/** A task whose workers are lost again and again before they begin is what loses them. */
const MOST_ATTEMPTS = 3
/** Milliseconds between two looks at the queue. */
const LOOK_MS = 500
/** Tasks at the head of the queue that are looked at. */
const NEXT = 50
/** Leases that the end of a stopped batch may take. */
const LEASES_TO_END = 4

/** Throws UserError where it can’t begin. Stopping `run` stops the batch on all workers; a crash of this program does not. */
export async function runQueuedBatch(
  engine: QueueEngine,
  wanted: QueuedBatchRequest,
  run: RunControl,
): Promise<BatchReport> {
  const { openings, root, names } = await planned(wanted)
  await using status = await TaskStatus.open(root, names)
  const onNews = wanted.onNews ?? (() => {})
  const tell = (words: string) => onNews({ type: 'queue_told', words })
  await using open = await openQueue(engine, wanted, run)
  const { queue, shown } = open
  const here = await takeUpHere(engine, status, names, tell)
  const due = openings.filter((opening) => {
    const task = taskOf(opening)
    return !here.has(task) && isDue(status, task, wanted.retry ?? null)
  })
  const { batch, tasks: queued } = await takeTicket(root, shown, queue.name, due.map(taskOf))
  const { lease } = engine.config.queue
  await using _stalled = await watchForStalled(queue.client, queue.name, lease)
  const watch = new Watch(engine, wanted, open, batch, status, due)
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
    if (!watch.isOver && workers === 0) tell(`No worker is there yet: ${workerCommand(engine, open)}`)
  }
  await run
    .until(() => run.race(watch.look()), Infinity, LOOK_MS)
    .catch((error: unknown) => {
      if (!run.stopped) throw error
    })
  if (run.stopped) await watch.end(lease)
  if (watch.isOver) await giveTicketBack(root)
  return {
    root,
    tasks: tasks.map((task) => ({ task, record: status.record(task) })),
    stopped: watch.stopped,
  }
}

/** What a person types where a worker is to be. */
function workerCommand(engine: QueueEngine, { queue, shown, shared }: OpenQueue): string {
  const pool = queue.name === engine.config.queue.name ? '' : ` --pool ${queue.name}`
  return `deskhand worker --queue ${shown}${pool}${shared ? ' --shared DIR' : ''}`
}

/** Once when it is lost, not at every attempt to mend it, and once when it is mended. */
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
  readonly #engine: QueueEngine
  readonly #wanted: QueuedBatchRequest
  readonly #open: OpenQueue
  readonly #batch: string
  readonly #status: TaskStatus
  /** What is not settled: its task, by the id of its job. */
  readonly #due: Map<string, string>
  readonly #taken = new Map<string, string>()
  readonly #notes = new Map<string, string>()
  #looking: Promise<true | null> = Promise.resolve(null)

  constructor(
    engine: QueueEngine,
    wanted: QueuedBatchRequest,
    open: OpenQueue,
    batch: string,
    status: TaskStatus,
    due: SessionOpening[],
  ) {
    this.#engine = engine
    this.#wanted = wanted
    this.#open = open
    this.#batch = batch
    this.#status = status
    this.#due = new Map(due.map(taskOf).map((task) => [jobId(batch, task), task]))
  }

  get isOver(): boolean {
    return this.#due.size === 0
  }

  get left(): string[] {
    return [...this.#due.values()]
  }

  /**
   * What this program, before it was ended, has put there is watched again, whatever is due now: it may be done already, and
   * nothing of it is lost or done twice.
   */
  async adopt(tasks: readonly string[], run: RunControl): Promise<void> {
    for (const task of tasks) {
      const id = jobId(this.#batch, task)
      const entry = await run.race(this.#open.queue.entryOf(id))
      if (entry === null) continue
      // Only its removal was not reached.
      if (entry === this.#status.record(task)?.entry) await this.#open.queue.remove(id)
      else this.#due.set(id, task)
    }
  }

  /** What is there already is only watched. */
  async enqueue(due: readonly SessionOpening[], run: RunControl): Promise<void> {
    for (const opening of due) {
      const task = taskOf(opening)
      const id = jobId(this.#batch, task)
      if (await run.race(this.#open.queue.has(id))) continue
      try {
        const bundle = this.#open.shared ? null : await this.#bundleOf(opening)
        await run.race(this.#open.queue.add(await this.#dataOf(opening), bundle))
      } catch (error) {
        run.throwIfStopped()
        await this.#settle(id, task, failed(error))
      }
    }
  }

  /** True when all is settled. One after the other: one that a stop waits for no more still writes what it has found. */
  look(): Promise<true | null> {
    return (this.#looking = this.#looking.catch(() => {}).then(() => this.#look()))
  }

  async #look(): Promise<true | null> {
    const { queue } = this.#open
    if (this.stopped || (await queue.isStopped(this.#batch))) {
      this.stopped = true
      // What was put there while somebody stopped it waits, too.
      await queue.stop(this.#batch)
    }
    for (const task of await queue.list(['completed', 'failed'], this.#batch)) await this.#ended(task)
    // Where no worker is left that would say it: those are the next ones.
    const next = await queue.list(['waiting'], this.#batch, NEXT)
    for (const task of next) if (task.state === 'failed') await this.#ended(task)
    for (const task of await queue.list(['active'], this.#batch)) this.#active(task)
    for (const [id, task] of this.#due) {
      if (await queue.has(id)) continue
      const gone = this.stopped ? 'The batch was stopped before it.' : 'The queue has lost it.'
      const state = this.stopped ? 'stopped' : 'interrupted'
      await this.#settle(id, task, { ...failed(gone), state })
    }
    return this.isOver ? true : null
  }

  /** After a stop: nothing waits any more, and what workers have in hand ends; who does not answer loses its lease. */
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
    if (isHidden || mark?.acted) {
      const lost = isHidden
        ? `Its worker was lost (${why}), and it is not known whether that had acted: “${worker}”, which was cut off from the task before, has written over it.`
        : `The worker “${worker}” was lost after the first act (${why}).`
      const error = `${lost} Look at what it has left; \`--retry failed\` begins it again.`
      return settle({ ...failed(error), state: 'interrupted', worker, run: mark?.run ?? null })
    }
    if (this.stopped) return settle({ ...failed('The batch was stopped before it.'), state: 'stopped' })
    if (data.attempt >= MOST_ATTEMPTS) {
      const error = `It was begun ${data.attempt} times, and each worker was lost before the first act: ${why}`
      return settle({ ...failed(error), worker })
    }
    await this.#again(task, `the worker “${worker}” was lost before the first act (${why})`)
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
   * The files that a worker has sent back are written before anything counts as done. Throws UserError where they can’t be
   * written: then they stay where they are.
   */
  async #brought(task: QueuedTask, record: TaskRecord, worker: string): Promise<TaskRecord> {
    const { queue, shared } = this.#open
    const { id, data } = task
    const told = { ...record, worker }
    let files: Files
    try {
      const bundle = await (shared ?? queue).files(bundleName(id, data), 'out')
      if (!bundle) throw new Error('they are not on the queue any more')
      files = await unpack(bundle, this.#engine.config.queue.max_size)
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

  /** The name of the run’s folder on this machine. */
  async #write({ data }: QueuedTask, files: Files, run: string | null): Promise<string> {
    const folder = await RunFolder.create(this.#engine.home, run ?? data.name)
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
    // A worker may just be saying that it was lost: the next look meets it again.
    if (!(await queue.remove(id))) return
    if (record.entry !== undefined) await shared?.remove(bundleName(id, { entry: record.entry }))
    this.#due.delete(id)
    this.#news({ type: 'task_finished', task, record: settled })
  }

  async #dataOf(opening: SessionOpening): Promise<TaskData> {
    return {
      v: 1,
      batch: this.#batch,
      task: taskOf(opening),
      entry: newEntry(),
      name: opening.task,
      shared: (await this.#open.shared?.nameOf(opening.plan ?? '')) ?? null,
      max_step: this.#wanted.maxStep ?? null,
      attempt: 1,
    }
  }

  /** The plan, and the file that it is about. */
  async #bundleOf({ plan }: SessionOpening): Promise<Uint8Array> {
    const reader = await PlanReader.open(plan ?? '')
    const files = new Map<string, Uint8Array>([
      [`tasks/${taskOf({ plan })}.json`, await readFile(reader.path)],
    ])
    const file = reader.getFilePath()
    const name = `files/${reader.getOperationObject()}`
    if (file !== null) {
      const whole = await readFile(file).catch(() => null)
      if (whole) files.set(name, whole)
      else for (const [each, data] of await filesOf(file, name)) files.set(each, data)
    }
    return pack(files, this.#engine.config.queue.max_size, `The task “${taskOf({ plan })}”`)
  }

  #tell(words: string): void {
    this.#news({ type: 'queue_told', words })
  }

  #news(news: BatchNews): void {
    this.#wanted.onNews?.(news)
  }
}

const newEntry = (): string => randomBytes(8).toString('hex')
