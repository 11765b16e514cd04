// A worker: takes tasks off the queue, one or several at once, and hands back what came of each.
import { Worker, type Job, type WorkerOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import { messageOf, StoppedError, UserError } from '../core/errors.ts'
import { momentNow, type Moment } from '../core/lease.ts'
import type { Logger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import type { TaskRecord } from '../session/task-status.ts'
import { HeldTask } from './held-task.ts'
import type { TaskQueue } from './task-queue.ts'
import { bundleName, taskDataSchema, type CarryOut, type TaskData, type TaskResult } from './task.ts'

/** A lock is renewed so often while it holds once. */
const RENEWALS = 4

export type WorkerNews =
  | { type: 'worker_ready'; worker: string }
  | { type: 'task_taken'; worker: string; task: string; attempt: number }
  | { type: 'task_handed_back'; worker: string; task: string; record: TaskRecord }
  /** It is not this worker’s any more, or it was not carried out: whoever watches the batch decides. */
  | { type: 'task_let_go'; worker: string; task: string; why: string }

interface QueueWorkerOptions {
  queue: TaskQueue
  /** The worker’s name. */
  worker: string
  parallel: number
  /** Seconds that a lease holds. */
  lease: number
  carryOut: CarryOut
  /** Where the files of tasks lie. */
  files: FilesPlace
  onNews: (news: WorkerNews) => void
  logger: Logger
}

/** The queue’s own store, or a folder that all have. */
export interface FilesPlace {
  files(name: string, way: 'in' | 'out'): Promise<Uint8Array | null>
  putFiles(name: string, way: 'in' | 'out', bundle: Uint8Array): Promise<void>
}

const timesOf = (lease: number) => ({ lockDuration: lease * 1000, stalledInterval: lease * 500 })

/** Works until `run` is stopped: what it has in hand then is ended, too. */
export async function workOnQueue(options: QueueWorkerOptions, run: RunControl): Promise<void> {
  const { queue, worker: name, parallel, lease, logger } = options
  const held = new Map<string, HeldTask>()
  const worker = new LeasingWorker(
    queue.name,
    (job, token) => carryOut(options, job, token ?? '', held, run),
    {
      connection: queue.client,
      name,
      concurrency: parallel,
      autorun: false,
      // What died in somebody’s hands is not begun again unseen: whoever watches the batch knows whether it had acted.
      maxStalledCount: 0,
      lockRenewTime: (lease * 1000) / RENEWALS,
      ...timesOf(lease),
    },
    (id, asked) => held.get(id)?.renewed(asked),
  )
  worker.on('error', (error) => logger.warn({ worker: name }, messageOf(error)))
  const working = worker.run()
  options.onNews({ type: 'worker_ready', worker: name })
  await run.race(Promise.all([working, new Promise<never>(() => {})])).catch((error: unknown) => {
    if (!(error instanceof StoppedError)) throw error
  })
  // What can't be handed back within a lease is not this worker's any more.
  using ending = new RunControl({ timeoutMs: lease * 1000, name: 'Ending the worker' })
  await ending.race(worker.close()).catch((error: unknown) => logger.warn({ worker: name }, messageOf(error)))
}

/** Sees to it that tasks of dead workers are told, also where no worker is left. */
export async function watchForStalled(client: Redis, name: string, lease: number): Promise<AsyncDisposable> {
  const worker = new Worker(name, null, {
    connection: client,
    autorun: false,
    maxStalledCount: 0,
    ...timesOf(lease),
  })
  worker.on('error', () => {})
  await worker.startStalledCheckTimer()
  return {
    [Symbol.asyncDispose]: () => worker.close(true),
  }
}

/** BullMQ’s worker, which tells when it had asked for a lock that it was given. */
class LeasingWorker extends Worker<unknown, TaskResult> {
  readonly #onRenewed: (id: string, asked: Moment) => void

  constructor(
    name: string,
    processor: (job: Job<unknown, TaskResult>, token?: string) => Promise<TaskResult>,
    options: WorkerOptions,
    onRenewed: (id: string, asked: Moment) => void,
  ) {
    super(name, processor, options)
    this.#onRenewed = onRenewed
  }

  override async extendJobLocks(ids: string[], tokens: string[], duration: number): Promise<string[]> {
    const asked = momentNow()
    const lost = await super.extendJobLocks(ids, tokens, duration)
    for (const id of ids) if (!lost.includes(id)) this.#onRenewed(id, asked)
    return lost
  }
}

/** What it throws makes the job fail, if the lock is still there: then it is decided elsewhere what becomes of the task. */
async function carryOut(
  options: QueueWorkerOptions,
  job: Job,
  token: string,
  holding: Map<string, HeldTask>,
  under: RunControl,
): Promise<TaskResult> {
  const { queue, worker, lease, files, onNews } = options
  const data = readData(job)
  const { task, attempt, shared } = data
  using held = await HeldTask.take({ job, token, data, queue, worker, lockMs: lease * 1000 }, under)
  holding.set(held.id, held)
  try {
    onNews({ type: 'task_taken', worker, task, attempt })
    const name = bundleName(held.id, data)
    const bundle = shared === null ? await held.run.race(queue.files(name, 'in')) : null
    const mine = {
      id: held.id,
      data,
      bundle,
      beforeAct: () => held.beforeAct(),
      begun: (run: string) => held.begun(run),
    }
    const done = await options.carryOut(mine, held.run)
    held.run.resume()
    if (held.lapsed) throw new StoppedError('lost', 'The lease of the task has lapsed.')
    if (under.stopped && !held.acted) throw new StoppedError('stopped', `The worker “${worker}” was ended.`)
    await files.putFiles(name, 'out', done.bundle)
    onNews({ type: 'task_handed_back', worker, task, record: done.record })
    return { worker, record: done.record }
  } catch (error) {
    onNews({ type: 'task_let_go', worker, task, why: messageOf(error) })
    throw error
  } finally {
    holding.delete(held.id)
  }
}

function readData(job: Job): TaskData {
  const data = taskDataSchema.safeParse(job.data)
  if (data.success) return data.data
  throw new UserError('The task was put on the queue by another version of Deskhand. Update the older one.')
}
