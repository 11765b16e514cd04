// The tasks of batches on BullMQ: what is there, what is put there, and what all workers are to do. Both ends use it.
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

/** What the files of a task are called. */
export const bundleName = (id: string, { entry }: Pick<TaskData, 'entry'>): string => `${id}-${entry}`

/** Where the files of tasks lie: the queue’s own store, or a folder that all have. */
export interface FilesPlace {
  files(name: string, way: 'in' | 'out'): Promise<Uint8Array | null>
  putFiles(name: string, way: 'in' | 'out', bundle: Uint8Array): Promise<void>
}

/** Bytes of files that go at once: each part is answered, so that a slow line is not taken for one that is dead. */
const PART = 1024 * 1024
/** Seconds that the files of a task are kept for somebody to take them: those of a batch that nobody goes on with. */
const KEPT = 30 * 24 * 3600

const STATES: readonly (readonly ['wait' | 'active' | 'completed' | 'failed', JobState])[] = [
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['active', 'active'],
  ['wait', 'waiting'],
]

/** A job's id: the same task of the same batch is never twice on the queue. */
export const jobId = (batch: string, task: string): string =>
  `${batch}-${createHash('sha256').update(task).digest('hex').slice(0, 20)}`

export class TaskQueue implements FilesPlace, AsyncDisposable {
  readonly name: string
  readonly client: Redis
  readonly #queue: Queue

  /** `name` tells queues on one Redis apart. The connection is the caller's. */
  constructor(client: Redis, name: string) {
    this.name = name
    this.client = client
    this.#queue = new Queue(name, {
      connection: client,
      // Who has put it there takes it away: what nobody has read is not lost. It is carried out once at most.
      defaultJobOptions: { attempts: 1, removeOnComplete: false, removeOnFail: false },
    })
    this.#queue.on('error', () => {})
  }

  /** One that is there already is left as it is. Its files go first: a worker never finds it without. */
  async add(data: TaskData, bundle: Uint8Array | null): Promise<void> {
    const id = jobId(data.batch, data.task)
    if (bundle) await this.putFiles(bundleName(id, data), 'in', bundle)
    await this.#queue.add('task', data, { jobId: id })
  }

  async has(id: string): Promise<boolean> {
    return (await this.#queue.getJob(id)) !== undefined
  }

  /** Which time it was put there that lies there now; null where it does not. */
  async entryOf(id: string): Promise<string | null> {
    const data = taskDataSchema.safeParse((await this.#queue.getJob(id))?.data)
    return data.success ? data.data.entry : null
  }

  /** Of one batch, or of all; in these states, `most` of each (0: all), who is next first. */
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

  /** With its files. Whether it was there and in nobody's hands. */
  async remove(id: string): Promise<boolean> {
    const job = await this.#queue.getJob(id)
    if (!job) return true
    try {
      await job.remove()
    } catch {
      // A worker has it.
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
    await this.client.set(key, data.subarray(0, PART), 'EX', KEPT)
    // A part that is sent again, as its answer was lost, changes nothing.
    for (let from = PART; from < data.length; from += PART)
      await this.client.setrange(key, from, data.subarray(from, from + PART))
    // It may have been removed meanwhile, as the task was taken from who sends this.
    await this.client.expire(key, KEPT)
  }

  async files(name: string, way: 'in' | 'out'): Promise<Uint8Array | null> {
    return this.client.getBuffer(this.#key(way, name))
  }

  /** Every worker holds what it does before its next act, and takes nothing new. */
  pause(): Promise<void> {
    return this.#queue.pause()
  }

  resume(): Promise<void> {
    return this.#queue.resume()
  }

  isPaused(): Promise<boolean> {
    return this.#queue.isPaused()
  }

  /** Its tasks that wait are taken away; a worker that has one ends it. */
  async stop(batch: string): Promise<void> {
    await this.client.set(this.#key('stopped', batch), '1', 'EX', KEPT)
    for (const { id, state } of await this.list(['waiting'], batch))
      if (state === 'waiting') await this.remove(id)
  }

  async isStopped(batch: string): Promise<boolean> {
    return (await this.client.exists(this.#key('stopped', batch))) === 1
  }

  /** How many are connected. Who only watches has no name. */
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

/** Null for what no Deskhand of this version has put there. */
function readJob(job: Job | undefined, state: JobState): QueuedTask | null {
  const data = taskDataSchema.safeParse(job?.data)
  if (!job?.id || !data.success) return null
  // One that was lost waits for any worker to say so: it is not carried out any more.
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
