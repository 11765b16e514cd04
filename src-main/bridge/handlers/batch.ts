// Answers the calls about batches, queues and workers.
import type { batchCalls, BatchNews, WorkerNews } from '../../../src-preload/contract/calls/batch.ts'
import { runBatch } from '../../batch/batch.ts'
import type { QueueChoice } from '../../batch/queue/open-queue.ts'
import { messageOf, StoppedError, UserError } from '../../core/errors.ts'
import type { Engine } from '../../engine.ts'
import type { Handlers } from '../handler.ts'
import { typedPath } from '../typed-path.ts'
import { WatchedWorks } from '../watched-works.ts'

/** Milliseconds that a question to a queue may take. */
const QUEUE_MS = 60_000

export function batchHandlers({ engine }: { engine: Engine }): Handlers<keyof typeof batchCalls> {
  const batches = new WatchedWorks<BatchNews>()
  const workers = new WatchedWorks<WorkerNews>()
  /** Batches whose runs are on other machines. */
  const queued = new Set<string>()
  const placed = (queue: QueueChoice): QueueChoice => ({
    ...queue,
    shared: queue.shared === null ? null : typedPath(queue.shared, engine.env, 'queue.shared'),
  })
  return {
    start_batch: async (wanted) => {
      const plans = wanted.plans.map((plan) => typedPath(plan, engine.env, 'plans'))
      const queue = wanted.queue && placed(wanted.queue)
      const batch = await batches.start({
        engine,
        work: async (onNews, run) => {
          const report = await runBatch(engine, { ...wanted, plans, queue, onNews }, run)
          onNews({ type: 'batch_finished', ...report })
        },
        hasBegun: ({ type }) => type === 'batch_started',
        failed: (error) => ({ type: 'batch_failed', message: messageOf(error) }),
        pushOf: (id, news) => ({ push: 'batch', batch: id, news }),
      })
      if (queue) queued.add(batch)
      return { batch }
    },
    watch_batch: ({ batch }, caller) => ({ news: batches.get(batch).watch(caller) }),
    unwatch_batch: ({ batch }, caller) => {
      batches.get(batch).unwatch(caller)
      return {}
    },
    control_batch: ({ batch, wish }) => {
      if (queued.has(batch) && wish !== 'stop')
        throw new UserError('The workers of a queue pause together: pause or resume the queue.')
      batches.get(batch).control(wish)
      return {}
    },
    view_queue: async ({ queue }) => {
      const { viewQueue } = await import('../../batch/queue/control.ts')
      return engine.beside((run) => viewQueue(engine, queue, run), QUEUE_MS)
    },
    control_queue: async ({ queue, wish }) => {
      const { controlQueue } = await import('../../batch/queue/control.ts')
      return { done: await engine.beside((run) => controlQueue(engine, queue, wish, run), QUEUE_MS) }
    },
    start_worker: async (wanted) => {
      const { workOnQueue } = await import('../../batch/queue/work-on-queue.ts')
      const queue = placed(wanted.queue)
      let name = wanted.name ?? ''
      const worker = await workers.start({
        engine,
        work: async (onNews, run) => {
          await workOnQueue(engine, { ...wanted, queue, onNews }, run)
          onNews({ type: 'worker_ended', worker: name, why: null })
        },
        hasBegun: (news) => {
          name = news.worker
          return news.type === 'worker_ready'
        },
        failed: (error) => ({
          type: 'worker_ended',
          worker: name,
          why: error instanceof StoppedError ? null : messageOf(error),
        }),
        pushOf: (id, news) => ({ push: 'worker', worker: id, news }),
      })
      return { worker }
    },
    watch_worker: ({ worker }, caller) => ({ news: workers.get(worker).watch(caller) }),
    unwatch_worker: ({ worker }, caller) => {
      workers.get(worker).unwatch(caller)
      return {}
    },
    stop_worker: ({ worker }) => {
      workers.get(worker).control('stop')
      return {}
    },
  }
}
