// Holds a task for this worker: its lease, its acted flag, and what persons want of the task.
import type { Job } from 'bullmq'
import type { Mark, TaskData } from '../../../src-preload/contract/calls/batch.ts'
import { drop } from '../../core/control-flow.ts'
import { StoppedError } from '../../core/errors.ts'
import { Lease, momentAfter, momentNow, type Moment } from '../../core/lease.ts'
import { RunControl } from '../../core/run-control.ts'
import type { TaskQueue } from './task-queue.ts'

/** The share of the lock's time in which acts may begin, so that an act ends before the lock does. */
const SAFE_PART = 0.6
/** Milliseconds between two looks at the wishes of persons for the task. */
const LOOK_MS = 1000

const LAPSED = 'The lease of this task could not be renewed: another worker may have it by now.'

interface HeldTaskOptions {
  job: Job
  token: string
  data: TaskData
  queue: TaskQueue
  worker: string
  /** Milliseconds that the lock holds. */
  lockMs: number
}

export class HeldTask implements Disposable {
  /** The control of all work for the task. */
  readonly run: RunControl
  readonly #options: HeldTaskOptions
  readonly #lease: Lease
  #mark: Mark
  #told: Promise<void> = Promise.resolve()
  #first: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #over = false

  private constructor(options: HeldTaskOptions, asked: Moment, under: RunControl) {
    this.#options = options
    this.#lease = new Lease(momentAfter(asked, options.lockMs * SAFE_PART), LAPSED)
    this.run = new RunControl({ name: 'The task', lease: this.#lease }, under)
    const { entry } = options.data
    this.#mark = { entry, worker: options.worker, run: null, acted: false, since: Date.now() }
  }

  /** Throws StoppedError where another worker has the lock already, and where the batch was stopped. */
  static async take(options: HeldTaskOptions, under: RunControl): Promise<HeldTask> {
    const asked = momentNow()
    const granted = await under.race(options.job.extendLock(options.token, options.lockMs))
    if (granted !== 1) throw new StoppedError('lost', LAPSED)
    const held = new HeldTask(options, asked, under)
    held.#watch()
    drop(held.#mind())
    try {
      await held.run.race(held.#tell({}))
      // A worker may take the task in the moment in which its batch is being stopped.
      await held.run.race(held.#obey().catch(() => {}))
      held.run.throwIfStopped()
    } catch (error) {
      held[Symbol.dispose]()
      throw error
    }
    return held
  }

  get id(): string {
    return this.#options.job.id ?? ''
  }

  get acted(): boolean {
    return this.#mark.acted
  }

  get lapsed(): boolean {
    return this.#lease.lapsed
  }

  /** Notes that a request of that moment has extended the lock. */
  renewed(asked: Moment): void {
    this.#lease.extend(momentAfter(asked, this.#options.lockMs * SAFE_PART))
  }

  begun(run: string): void {
    drop(this.#tell({ run }).catch(() => {}))
  }

  /**
   * Must be awaited before each act. Before the first one, it sets the acted flag, and then makes sure that the lock is still this
   * worker’s. So if the lock is free and the flag is not set, nothing was done, and nothing will be.
   */
  async beforeAct(): Promise<void> {
    this.run.throwIfStopped()
    await this.run.race((this.#first ??= this.#markFirst()))
    this.run.throwIfStopped()
  }

  [Symbol.dispose](): void {
    this.#over = true
    if (this.#timer) clearTimeout(this.#timer)
    this.run[Symbol.dispose]()
  }

  async #markFirst(): Promise<void> {
    const { job, token, lockMs } = this.#options
    await this.#tell({ acted: true })
    const asked = momentNow()
    if ((await job.extendLock(token, lockMs)) !== 1) {
      const error = this.#lease.lapse()
      this.run.stop(error)
      throw error
    }
    this.renewed(asked)
  }

  /** Writes to the queue in order, so that the acted flag is never cleared. A write may arrive late when the connection is cut. */
  #tell(change: Partial<Mark>): Promise<void> {
    const mark = { ...this.#mark, ...change }
    this.#mark = mark
    this.#told = this.#told
      .catch(() => {})
      .then(() => {
        this.run.throwIfStopped()
        return this.#options.job.updateProgress(mark)
      })
    return this.#told
  }

  /** Watches the lease, and ends waiting work, too; acts check the lease themselves. */
  #watch(): void {
    if (this.#over) return
    if (this.#lease.lapsed) return this.run.stop(this.#lease.lapse())
    const now = momentNow()
    const left = Math.min(this.#lease.until.wall - now.wall, this.#lease.until.steady - now.steady)
    this.#timer = setTimeout(() => this.#watch(), Math.max(1, left))
  }

  /** Carries out a person's wish for the batch, or for all workers. While Redis does not answer, only the lease counts. */
  async #mind(): Promise<void> {
    while (!this.#over && !this.run.stopped) {
      // A Redis that refuses to answer (for example while it starts) is asked again.
      await this.#obey().catch(() => {})
      await this.run.sleep(LOOK_MS).catch(() => {})
    }
  }

  async #obey(): Promise<void> {
    const { queue, data } = this.#options
    const [stopped, paused] = await Promise.all([queue.isStopped(data.batch), queue.isPaused()])
    if (this.#over) return
    if (stopped) this.run.stop(new StoppedError('stopped', 'The batch was stopped.'))
    else if (paused) this.run.pause()
    else this.run.resume()
  }
}
