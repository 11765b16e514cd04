// Answers the calls about batches and workers.
import type { batchCalls, BatchNews, WorkerNews } from '../../../src-preload/contract/calls/batch.ts'
import { runBatch } from '../../batch/batch.ts'
import type { QueueChoice } from '../../batch/queue/open-queue.ts'
import { messageOf, StoppedError, UserError } from '../../core/errors.ts'
import type { Engine } from '../../engine.ts'
import type { Handlers } from '../handler.ts'
import { typedPath } from '../typed-path.ts'
import { WatchedWorks } from '../watched-works.ts'

type BatchCall = Exclude<keyof typeof batchCalls, 'view_queue' | 'control_queue'>

/** The batches that this program has started. */
export class BegunBatches extends WatchedWorks<BatchNews> {
  readonly #last = new Map<string, string>()

  /** Notes `batch` as the last one on this folder. */
  begun(folder: string, batch: string): void {
    this.#last.set(folder, batch)
  }

  /** Returns the last batch on this folder; null where this program has started none there. */
  last(folder: string): { batch: string; going: boolean } | null {
    const batch = this.#last.get(folder)
    if (batch === undefined) return null
    const end = this.get(batch).news.at(-1)?.type
    return { batch, going: end !== 'batch_finished' && end !== 'batch_failed' }
  }
}

export function batchHandlers({
  engine,
  batches,
}: {
  engine: Engine
  batches: BegunBatches
}): Handlers<BatchCall> {
  const workers = new WatchedWorks<WorkerNews>()
  /** Batches whose runs are on other machines. */
  const queued = new Set<string>()
  const placed = (queue: QueueChoice): QueueChoice => ({
    ...queue,
    shared: queue.shared === null ? null : typedPath(queue.shared, engine.env, 'queue.shared'),
  })
  return {
    start_batch: async (wanted, caller) => {
      const plans = wanted.plans.map((plan) => typedPath(plan, engine.env, 'plans'))
      const queue = wanted.queue && placed(wanted.queue)
      const batch = await batches.start(
        {
          engine,
          work: async (onNews, run) => {
            run.onPauseChange((paused) => onNews({ type: 'batch_paused', paused }))
            const report = await runBatch(engine, { ...wanted, plans, queue, onNews }, run)
            onNews({ type: 'batch_finished', ...report })
          },
          hasBegun: ({ type }) => type === 'batch_started',
          failed: (error) => ({ type: 'batch_failed', message: messageOf(error) }),
          pushOf: (id, news) => ({ push: 'batch', batch: id, news }),
        },
        caller,
      )
      if (queue) queued.add(batch)
      const [folder] = plans
      if (folder !== undefined) batches.begun(folder, batch)
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
      batches.get(batch)[wish]()
      return {}
    },
    start_worker: async (wanted, caller) => {
      const { workOnQueue } = await import('../../batch/queue/work-on-queue.ts')
      const queue = placed(wanted.queue)
      let name = wanted.name ?? ''
      const worker = await workers.start(
        {
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
        },
        caller,
      )
      return { worker }
    },
    watch_worker: ({ worker }, caller) => ({ news: workers.get(worker).watch(caller) }),
    unwatch_worker: ({ worker }, caller) => {
      workers.get(worker).unwatch(caller)
      return {}
    },
    stop_worker: ({ worker }) => {
      workers.get(worker).stop('The worker was ended.')
      return {}
    },
  }
}
