// Keeps the tasks of batches on BullMQ: what is there, what is put there, and what all workers should do. Both ends use it.
import { createHash } from 'node:crypto'
import { Queue, type Job } from 'bullmq'
import type { Redis } from 'ioredis'
import {
  markSchema,
  taskDataSchema,
  taskResultSchema,
  type QueuedTask,
  type TaskData,
} from '../../../src-preload/contract/calls/batch.ts'

type JobState = QueuedTask['state']

/** Returns the name of a task's files. */
export const bundleName = (id: string, { entry }: Pick<TaskData, 'entry'>): string => `${id}-${entry}`

/** Where the files of tasks are: the queue’s own store, or a folder that all machines have. */
export interface FilesPlace {
  files(name: string, way: 'in' | 'out'): Promise<Uint8Array | null>
  putFiles(name: string, way: 'in' | 'out', bundle: Uint8Array): Promise<void>
}

/** The bytes of one part of a file: each part is answered, so that a slow connection does not look dead. */
const PART_BYTES = 1024 * 1024
/** Seconds for which the files of a task are kept, also those of a batch that nobody continues. */
const KEPT_S = 30 * 24 * 3600

const STATES: readonly (readonly ['wait' | 'active' | 'completed' | 'failed', JobState])[] = [
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['active', 'active'],
  ['wait', 'waiting'],
]

/** Returns a job's id: the same task of the same batch is never twice on the queue. */
export const jobId = (batch: string, task: string): string =>
  `${batch}-${createHash('sha256').update(task).digest('hex').slice(0, 20)}`

export class TaskQueue implements FilesPlace, AsyncDisposable {
  readonly name: string
  readonly client: Redis
  readonly #queue: Queue

  /** `name` distinguishes queues on one Redis. The connection belongs to the caller. */
  constructor(client: Redis, name: string) {
    this.name = name
    this.client = client
    this.#queue = new Queue(name, {
      connection: client,
      // Only the program that has added a job removes it, so that no unread result is lost. A job is carried out at most once.
      defaultJobOptions: { attempts: 1, removeOnComplete: false, removeOnFail: false },
    })
    this.#queue.on('error', () => {})
  }

  /** Adds a task; leaves one that is there already. Its files are stored first, so that a worker never finds a task without files. */
  async add(data: TaskData, bundle: Uint8Array | null): Promise<void> {
    const id = jobId(data.batch, data.task)
    if (bundle) await this.putFiles(bundleName(id, data), 'in', bundle)
    await this.#queue.add('task', data, { jobId: id })
  }

  async has(id: string): Promise<boolean> {
    return (await this.#queue.getJob(id)) !== undefined
  }

  /** Returns the entry of the job, which differs each time the job is added; null where there is no job. */
  async entryOf(id: string): Promise<string | null> {
    const data = taskDataSchema.safeParse((await this.#queue.getJob(id))?.data)
    return data.success ? data.data.entry : null
  }

  /** Lists the tasks of one batch, or of all, in these states, `most` of each (0: all); the next one comes first. */
  async list(states: readonly JobState[], batch: string | null = null, most = 0): Promise<QueuedTask[]> {
    const wanted = STATES.filter(([, state]) => states.includes(state))
    const found: QueuedTask[] = []
    for (const [type, state] of wanted) {
      for (const job of await this.#queue.getJobs([type], 0, most - 1, true)) {
        const task = readJob(job, state)
        if (task && (batch === null || task.data.batch === batch)) found.push(task)
      }
    }
    return found
  }

  /** Removes a task with its files. False where a worker has it. */
  async remove(id: string): Promise<boolean> {
    const job = await this.#queue.getJob(id)
    if (!job) return true
    try {
      await job.remove()
    } catch {
      // A worker has the task.
      return false
    }
    const data = taskDataSchema.safeParse(job.data)
    if (!data.success) return true
    const name = bundleName(id, data.data)
    await this.client.del(this.#key('in', name), this.#key('out', name))
    return true
  }

  async putFiles(name: string, way: 'in' | 'out', bundle: Uint8Array): Promise<void> {
    const key = this.#key(way, name)
    const data = Buffer.from(bundle)
    await this.client.set(key, data.subarray(0, PART_BYTES), 'EX', KEPT_S)
    // Sending a part twice, because its answer was lost, changes nothing.
    for (let from = PART_BYTES; from < data.length; from += PART_BYTES)
      await this.client.setrange(key, from, data.subarray(from, from + PART_BYTES))
    // The files may have been removed meanwhile, because the task was taken from this worker; then a rewritten part must not stay for ever.
    await this.client.expire(key, KEPT_S)
  }

  async files(name: string, way: 'in' | 'out'): Promise<Uint8Array | null> {
    return this.client.getBuffer(this.#key(way, name))
  }

  /** Makes every worker wait before its next act, and take no new task. */
  pause(): Promise<void> {
    return this.#queue.pause()
  }

  resume(): Promise<void> {
    return this.#queue.resume()
  }

  isPaused(): Promise<boolean> {
    return this.#queue.isPaused()
  }

  /** Removes the batch's waiting tasks; a worker that has one ends it. */
  async stop(batch: string): Promise<void> {
    await this.client.set(this.#key('stopped', batch), '1', 'EX', KEPT_S)
    for (const { id, state } of await this.list(['waiting'], batch))
      if (state === 'waiting') await this.remove(id)
  }

  async isStopped(batch: string): Promise<boolean> {
    return (await this.client.exists(this.#key('stopped', batch))) === 1
  }

  /** Counts the connected workers. A program that only watches has no name. */
  async workers(): Promise<number> {
    const clients = await this.#queue.getWorkers()
    return clients.filter(({ rawname }) => rawname?.includes(':w:')).length
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#queue.close().catch(() => {})
  }

  #key(what: string, id: string): string {
    return `deskhand:${this.name}:${what}:${id}`
  }
}

/** Returns null for a job that was not added by a Deskhand of this version. */
function readJob(job: Job | undefined, state: JobState): QueuedTask | null {
  const data = taskDataSchema.safeParse(job?.data)
  if (!job?.id || !data.success) return null
  // A lost job waits until any worker reports it; it is no longer carried out.
  const lost = state === 'waiting' ? job.deferredFailure : undefined
  const mark = markSchema.safeParse(job.progress)
  const result = taskResultSchema.safeParse(job.returnvalue)
  return {
    id: job.id,
    state: lost === undefined ? state : 'failed',
    data: data.data,
    mark: mark.success ? mark.data : null,
    result: state === 'completed' && result.success ? result.data : null,
    why: lost ?? (state === 'failed' ? (job.failedReason ?? null) : null),
  }
}
