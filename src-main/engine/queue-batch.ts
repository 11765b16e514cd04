// The batch on a queue, as the machine sees it that has put it there: it alone knows what is done, and decides what becomes of
// a task whose worker was lost.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { filesOf, pack, unpack, writeFiles } from '../queue/bundle.ts'
import type { TaskData } from '../queue/task.ts'
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
  const due = openings.filter((opening) => isDue(status, taskOf(opening), wanted.retry ?? null))
  const report = (stopped: boolean): BatchReport => ({
    root,
    tasks: names.map((task) => ({ task, record: status.record(task) })),
    stopped,
  })
  const onNews = wanted.onNews ?? (() => {})
  const started = { type: 'batch_started', root, tasks: names, left: due.map(taskOf) } as const
  await using open = await openQueue(engine, wanted, run)
  const { queue, shown } = open
  const batch = await takeTicket(root, shown, queue.name)
  await queue.unstop(batch)
  const { lease } = engine.config.queue
  await using _stalled = await watchForStalled(queue.client, queue.name, lease)
  const watch = new Watch(engine, wanted, open, batch, status, due)
  await watch.enqueue(run)
  const workers = await queue.workers()
  onNews({ ...started, parallel: Math.max(1, workers) })
  if (due.length > 0 && workers === 0) watch.tell(`No worker is there yet: deskhand worker --queue ${shown}`)
  queue.client.on('close', () => watch.tell('The connection to the queue is lost; trying again.'))
  queue.client.on('ready', () => watch.tell('Connected to the queue again.'))
  await run
    .until(() => run.race(watch.look()), Infinity, LOOK_MS)
    .catch((error: unknown) => {
      if (!run.stopped) throw error
    })
  if (run.stopped) await watch.end(lease)
  queue.client.removeAllListeners('close').removeAllListeners('ready')
  if (watch.isOver) await giveTicketBack(root)
  return report(watch.stopped)
}

class Watch {
  stopped = false
  readonly #engine: QueueEngine
  readonly #wanted: QueuedBatchRequest
  readonly #open: OpenQueue
  readonly #batch: string
  readonly #status: TaskStatus
  /** What is not settled, by the id of its job. */
  readonly #due: Map<string, SessionOpening>
  readonly #taken = new Map<string, string>()
  readonly #notes = new Map<string, string>()

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
    this.#due = new Map(due.map((opening) => [jobId(batch, taskOf(opening)), opening]))
  }

  get isOver(): boolean {
    return this.#due.size === 0
  }

  tell(words: string): void {
    this.#news({ type: 'queue_told', words })
  }

  /** What is there already, from before this program was ended, is only watched. */
  async enqueue(run: RunControl): Promise<void> {
    for (const [id, opening] of this.#due) {
      if (await run.race(this.#open.queue.has(id))) continue
      const task = taskOf(opening)
      try {
        const bundle = this.#open.shared ? null : await this.#bundleOf(opening)
        await run.race(this.#open.queue.add(await this.#dataOf(opening, 1), bundle))
      } catch (error) {
        run.throwIfStopped()
        await this.#settle(id, task, failed(error))
      }
    }
  }

  /** True when all is settled. */
  async look(): Promise<true | null> {
    const { queue } = this.#open
    if (!this.stopped && (await queue.isStopped(this.#batch))) this.stopped = true
    for (const task of await queue.list(['completed', 'failed'], this.#batch)) await this.#ended(task)
    // Where no worker is left that would say it: those are the next ones.
    const next = await queue.list(['waiting'], this.#batch, NEXT)
    for (const task of next) if (task.state === 'failed') await this.#ended(task)
    for (const task of await queue.list(['active'], this.#batch)) this.#active(task)
    for (const [id, opening] of this.#due) {
      if (await queue.has(id)) continue
      const gone = this.stopped ? 'The batch was stopped before it.' : 'The queue has lost it.'
      const state = this.stopped ? 'stopped' : 'interrupted'
      await this.#settle(id, taskOf(opening), { ...failed(gone), state })
    }
    return this.isOver ? true : null
  }

  /** After a stop: nothing waits any more, and what workers have in hand ends; who does not answer loses its lease. */
  async end(lease: number): Promise<void> {
    this.stopped = true
    using ending = new RunControl({ timeoutMs: LEASES_TO_END * lease * 1000, name: 'Stopping the batch' })
    try {
      await ending.race(this.#open.queue.stop(this.#batch))
      await ending.until(() => ending.race(this.look()), Infinity, LOOK_MS)
    } catch (error) {
      this.tell(`It is not known whether all workers have stopped: ${messageOf(error)}`)
    }
  }

  #active({ id, data: { task }, mark }: QueuedTask): void {
    if (!mark?.run || this.#taken.get(id) === mark.run || !this.#due.has(id)) return
    this.#taken.set(id, mark.run)
    this.#news({ type: 'task_started', task, run: mark.run, how: 'begins', worker: mark.worker })
  }

  async #ended(task: QueuedTask): Promise<void> {
    const { id, result, mark, data } = task
    // One that is not due any more was settled before this program was ended.
    if (!this.#due.has(id)) return void (await this.#open.queue.remove(id))
    if (result) return this.#settle(id, data.task, await this.#brought(task, result.record, result.worker))
    const why = task.why ?? 'It is not known why.'
    const worker = mark?.worker ?? 'a worker'
    if (mark?.acted) {
      const error = `The worker “${worker}” was lost after the first act (${why}). Look at what it has left; \`--retry failed\` begins it again.`
      return this.#settle(id, data.task, { ...failed(error), state: 'interrupted', worker, run: mark.run })
    }
    if (this.stopped)
      return this.#settle(id, data.task, { ...failed('The batch was stopped before it.'), state: 'stopped' })
    if (data.attempt >= MOST_ATTEMPTS) {
      const error = `It was begun ${data.attempt} times, and each worker was lost before the first act: ${why}`
      return this.#settle(id, data.task, { ...failed(error), worker })
    }
    await this.#again(task, `the worker “${worker}” was lost before the first act (${why})`)
  }

  async #again({ id, data }: QueuedTask, why: string): Promise<void> {
    const { queue, shared } = this.#open
    const bundle = shared ? null : await queue.files(id, 'in')
    if (!(await queue.remove(id))) return
    this.#taken.delete(id)
    this.#notes.set(id, `Attempt ${data.attempt + 1}: ${why}.`)
    this.tell(`${data.task}: ${why}; it begins again.`)
    await queue.add({ ...data, attempt: data.attempt + 1 }, bundle)
  }

  /** The files that a worker has sent back are written before anything counts as done. */
  async #brought({ id, data }: QueuedTask, record: TaskRecord, worker: string): Promise<TaskRecord> {
    const { queue, shared } = this.#open
    const told = { ...record, worker }
    try {
      const bundle = await (shared ?? queue).files(id, 'out')
      if (!bundle) throw new Error('they are not on the queue any more')
      const files = await unpack(bundle, this.#engine.config.queue.max_size)
      const folder = await RunFolder.create(this.#engine.home, record.run ?? data.name)
      await writeFiles(files, 'run', folder.path)
      if (data.shared === null) await writeFiles(files, 'files', join(this.#status.root, 'files'))
      await shared?.remove(id)
      return { ...told, run: folder.name }
    } catch (error) {
      const fault = `What “${worker}” has sent back can’t be used: ${messageOf(error)}`
      return { ...told, state: 'interrupted', error: fault }
    }
  }

  async #settle(id: string, task: string, record: TaskRecord): Promise<void> {
    const note = this.#notes.get(id)
    const settled = note === undefined ? record : { ...record, note }
    await this.#status.set(task, settled)
    // A worker may just be saying that it was lost: the next look meets it again.
    if (!(await this.#open.queue.remove(id))) return
    this.#due.delete(id)
    this.#news({ type: 'task_finished', task, record: settled })
  }

  async #dataOf(opening: SessionOpening, attempt: number): Promise<TaskData> {
    return {
      v: 1,
      batch: this.#batch,
      task: taskOf(opening),
      name: opening.task,
      shared: (await this.#open.shared?.nameOf(opening.plan ?? '')) ?? null,
      max_step: this.#wanted.maxStep ?? null,
      attempt,
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

  #news(news: BatchNews): void {
    this.#wanted.onNews?.(news)
  }
}
