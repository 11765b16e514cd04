// Makes this machine a worker, which carries out the tasks of a queue.
import { hostname } from 'node:os'
import type { z } from 'zod'
import type { batchCalls, WorkerNews } from '../../../src-preload/contract/calls/batch.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Runs } from '../runs.ts'
import { carryOutAs, placeOf } from '../task-source.ts'
import { openQueue } from './open-queue.ts'
import { QueueSource } from './queue-source.ts'

export type WorkerRequest = z.output<typeof batchCalls.start_worker.input> & {
  onNews: (news: WorkerNews) => void
}

/** Takes tasks until `run` is stopped. Throws UserError when it can’t begin. */
export async function workOnQueue(runs: Runs, wanted: WorkerRequest, run: RunControl): Promise<void> {
  const display = placeOf(runs, wanted)
  const { parallel, onNews, name } = wanted
  await using open = await openQueue(runs, wanted.queue, run)
  // A machine without a desktop would take every task and fail at each, so this checks for one.
  await run.race(runs.windows())
  const worker = name ?? `${hostname()}-${process.pid}`
  const source = new QueueSource({ runs, open, worker, parallel, display, onNews })
  await source.handOut(carryOutAs(runs, display, wanted), run)
}
