// Hands out the tasks of a queue to a worker: takes one or several at once, under a lease, and hands back the outcome of each.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker, type Job, type WorkerOptions } from 'bullmq'
import type { Redis } from 'ioredis'
import {
  taskDataSchema,
  type TaskData,
  type TaskResult,
  type WorkerNews,
} from '../../../src-preload/contract/calls/batch.ts'
import { messageOf, StoppedError, UserError } from '../../core/errors.ts'
import { momentNow, type Moment } from '../../core/lease.ts'
import { RunControl } from '../../core/run-control.ts'
import { onlyOpens } from '../lasting.ts'
import type { Runs } from '../runs.ts'
import type { CarryOut, TaskSource } from '../task-source.ts'
import { HeldTask } from './held-task.ts'
import type { OpenQueue } from './open-queue.ts'
import { TaskFiles } from './task-files.ts'
import { bundleName } from './task-queue.ts'

/** How often a lock is renewed within its validity. */
const RENEWALS_PER_LOCK = 4

interface QueueSourceOptions {
  runs: Pick<Runs, 'home' | 'config' | 'logger'>
  open: Pick<OpenQueue, 'queue' | 'shared'>
  /** The worker’s name. */
  worker: string
  parallel: number
  /** Where its tasks are carried out. */
  display: 'host' | 'virtual'
  onNews: (news: WorkerNews) => void
}

/** `lease`: seconds. */
const timesOf = (lease: number) => ({ lockDuration: lease * 1000, stalledInterval: lease * 500 })

export class QueueSource implements TaskSource {
  readonly #options: QueueSourceOptions
  readonly #held = new Map<string, HeldTask>()

  constructor(options: QueueSourceOptions) {
    this.#options = options
  }

  /** Hands out tasks until `run` is stopped, which also ends the current ones. */
  async handOut(carryOut: CarryOut, run: RunControl): Promise<void> {
    const { open, worker: name, parallel, runs, onNews } = this.#options
    const { queue } = open
    const { lease } = runs.config.queue
    const worker = new LeasingWorker(
      queue.name,
      (job, token) => this.#take(job, token ?? '', carryOut, run),
      {
        connection: queue.client,
        name,
        concurrency: parallel,
        autorun: false,
        // BullMQ must not begin a task again after its worker has died, because only the program that watches the batch knows whether it
        // had acted.
        maxStalledCount: 0,
        lockRenewTime: (lease * 1000) / RENEWALS_PER_LOCK,
        ...timesOf(lease),
      },
      (id, asked) => this.#held.get(id)?.renewed(asked),
    )
    const warn = (error: unknown) => runs.logger.warn({ worker: name }, messageOf(error))
    worker.on('error', warn)
    const working = worker.run()
    onNews({ type: 'worker_ready', worker: name })
    await run.race(Promise.all([working, new Promise<never>(() => {})])).catch((error: unknown) => {
      if (!(error instanceof StoppedError)) throw error
    })
    // A task that can't be handed back within a lease no longer belongs to this worker.
    using ending = new RunControl({ timeoutMs: lease * 1000, name: 'Ending the worker' })
    await ending.race(worker.close()).catch(warn)
  }

  /** Carries out a task. An error makes the job fail if the lock is still there; then the program that watches the batch decides. */
  async #take(job: Job, token: string, carryOut: CarryOut, under: RunControl): Promise<TaskResult> {
    const { open, worker, onNews, runs } = this.#options
    const { queue, shared } = open
    const data = readData(job)
    const { task, attempt } = data
    const lockMs = runs.config.queue.lease * 1000
    using held = await HeldTask.take({ job, token, data, queue, worker, lockMs }, under)
    this.#held.set(held.id, held)
    try {
      onNews({ type: 'task_taken', worker, task, attempt })
      const { record, bundle } = await this.#carryOut(held, data, carryOut)
      held.run.resume()
      if (held.lapsed) throw new StoppedError('lost', 'The lease of the task has lapsed.')
      if (under.stopped && !held.acted) throw new StoppedError('stopped', `The worker “${worker}” was ended.`)
      await (shared ?? queue).putFiles(bundleName(held.id, data), 'out', bundle)
      onNews({ type: 'task_handed_back', worker, task, record })
      return { worker, record }
    } catch (error) {
      onNews({ type: 'task_let_go', worker, task, why: messageOf(error) })
      throw error
    } finally {
      this.#held.delete(held.id)
    }
  }

  async #carryOut(held: HeldTask, data: TaskData, carryOut: CarryOut) {
    const { open, runs, display } = this.#options
    const { home, config } = runs
    const bundle =
      data.shared === null ? await held.run.race(open.queue.files(bundleName(held.id, data), 'in')) : null
    // The folder is outside DESKHAND_HOME, which the gate keeps from agents.
    const where = { data, home, folder: join(tmpdir(), `deskhand-${held.id}`), limit: config.queue.max_size }
    const files = await TaskFiles.open(where, bundle, open.shared)
    const record = await carryOut(
      {
        name: data.name,
        plan: files.plan,
        maxStep: data.max_step,
        follow: data.follow ?? false,
        continues: null,
        resumable: false,
        begun: (run) => held.begun(run),
        // A task that has only opened something, on a desktop that ends with its worker, can begin anew elsewhere.
        beforeAct: async ({ tool_name }) => {
          if (display === 'virtual' && onlyOpens(tool_name)) held.run.throwIfStopped()
          else await held.beforeAct()
        },
        heard: () => {},
      },
      held.run,
    )
    return files.packBack(record)
  }
}

/** Makes sure that tasks of dead workers are reported, also where no worker is left. `lease`: seconds. */
export async function watchForStalled(client: Redis, name: string, lease: number): Promise<AsyncDisposable> {
  const worker = new Worker(name, null, {
    connection: client,
    autorun: false,
    maxStalledCount: 0,
    ...timesOf(lease),
  })
  worker.on('error', () => {})
  await worker.startStalledCheckTimer()
  return { [Symbol.asyncDispose]: () => worker.close(true) }
}

/** Extends BullMQ’s worker, which also reports when the request for a granted lock was made. */
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

function readData(job: Job): TaskData {
  const data = taskDataSchema.safeParse(job.data)
  if (data.success) return data.data
  throw new UserError('The task was put on the queue by another version of Deskhand. Update the older one.')
}
