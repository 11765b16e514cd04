// Sets up what the tests of the queue share: a folder of tasks, a Redis, a producer, and workers whose runs are played.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { startRedis } from '../../../../e2e/support/redis.ts'
import { batchCalls, type BatchNews, type TaskRecord } from '../../../../src-preload/contract/calls/batch.ts'
import { RunControl } from '../../../core/run-control.ts'
import { runBatch } from '../../batch.ts'
import type { Runs } from '../../runs.ts'
import type { CarryOut, TaskInHand } from '../../task-source.ts'
import { begunRecord } from '../../verdict.ts'
import { connectToQueue, queueAddress } from '../address.ts'
import type { QueueChoice } from '../open-queue.ts'
import type { TaskQueue } from '../task-queue.ts'
import { filesFolder, played, runsIn, taskWorker } from './task-worker.ts'

export let root = ''
export let redis: Awaited<ReturnType<typeof startRedis>>
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis[Symbol.asyncDispose]())
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'queue-'))
  await mkdir(join(root, 'work/tasks'), { recursive: true })
  const client = await connectToQueue(queueAddress(redis.url, null), new RunControl())
  await client.flushall()
  client.disconnect()
})
afterEach(() => rm(root, { recursive: true, force: true }))

export const engine = (more: Partial<Runs> = {}) => runsIn(join(root, 'home'), more)
export const choiceOf = (more: Partial<QueueChoice> = {}): QueueChoice => ({
  address: redis.url,
  pool: null,
  shared: null,
  ...more,
})

export const addTask = (name: string) =>
  writeFile(join(root, 'work/tasks', `${name}.json`), JSON.stringify({ task: name }))

export interface BatchOptions extends Partial<QueueChoice> {
  plan?: string
  retry?: 'failed' | null
  runs?: Runs
  onNews?: (news: BatchNews) => void
}

export async function batch({ plan = 'work', retry = null, runs = engine(), onNews, ...choice }: BatchOptions = {}, run = new RunControl()) {
  const news: BatchNews[] = []
  const wanted = batchCalls.start_batch.input.parse({ plans: [join(root, plan)], retry, queue: choiceOf(choice) })
  const tell = onNews ?? ((one: BatchNews) => void news.push(one))
  const report = await runBatch(runs, { ...wanted, onNews: tell }, run)
  const records = Object.fromEntries(report.tasks.map(({ task, record }) => [task, record]))
  return { report, records, news }
} // prettier-ignore

/** Puts all tasks on the queue, and then ends like a killed program. */
export async function batchThatDies(more: BatchOptions = {}) {
  const onNews = ({ type }: BatchNews) => {
    if (type === 'queue_told') throw new Error('killed')
  }
  await expect(batch({ ...more, onNews })).rejects.toThrow('killed')
}

export const ticket = () => readFile(join(root, 'work/tasks_queue.json'), 'utf8')

export const done: TaskRecord = {
  ...begunRecord('there'),
  state: 'done',
  complete: 'yes',
  steps: 1,
  finished_at: 2,
}

export const home = () => join(root, 'worker')
export const worker = (carryOut: CarryOut, more: Partial<Parameters<typeof taskWorker>[0]> = {}) =>
  taskWorker({ url: redis.url, home: home(), carryOut, ...more })
/** Makes a worker with these runs. */
export const working = (
  work: (task: TaskInHand, run: RunControl) => unknown = () => {},
  more: Partial<Parameters<typeof taskWorker>[0]> = {},
) => worker(played(home(), work), more)
export const makes = (name: string, text: string) => async (task: TaskInHand) => {
  await mkdir(join(filesFolder(task), name, '..'), { recursive: true })
  await writeFile(join(filesFolder(task), name), text)
}
export const plansName = ({ plan }: TaskInHand) => plan.replace(/^.*\/|\.json$/g, '')
export const idOf = async (queue: TaskQueue) => (await queue.list(['active']))[0]?.id ?? ''
