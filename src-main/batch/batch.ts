// Carries out a batch: the tasks of a folder, each a run of its own, taken up again after a crash; here, or by the workers of a
// queue.
import type { BatchReport } from '../../src-preload/contract/calls/batch.ts'
import type { RunControl } from '../core/run-control.ts'
import type { BatchEnd, BatchRequest } from './batch-request.ts'
import { FolderSource } from './folder-source.ts'
import { settleFlagged } from './left-run.ts'
import { plannedBatch, type PlannedBatch } from './plans.ts'
import { refuseQueued } from './queue/ticket.ts'
import type { Runs } from './runs.ts'
import { carryOutAs, placeOf } from './task-source.ts'
import { isDue } from './task-states.ts'
import { TaskStatus } from './task-status.ts'

/**
 * A stop of `run` stops the batch on all desktops and workers; a pause pauses what runs here. Throws UserError where it can’t begin: no
 * plans, a desktop that can’t be shared, another Deskhand on the same folder, a queue that does not answer.
 */
export async function runBatch(runs: Runs, wanted: BatchRequest, run: RunControl): Promise<BatchReport> {
  const { queue } = wanted
  const display = placeOf(runs, wanted)
  const batch = await plannedBatch(wanted.plans, wanted.task)
  const { root } = batch
  if (!queue) await refuseQueued(root)
  const names = batch.tasks.map(({ task }) => task)
  await using status = await TaskStatus.open(root, names)
  for (const task of names) await settleFlagged(runs.home, status, task)
  const end = queue
    ? await import('./queue/queued-batch.ts').then(({ carryOutByWorkers }) =>
        carryOutByWorkers(runs, batch, status, { ...wanted, queue }, run),
      )
    : await carryOutHere(runs, batch, status, { ...wanted, display }, run)
  const tasks = end.tasks.map((task) => ({ task, record: status.record(task) }))
  return { root, tasks, stopped: end.stopped }
}

async function carryOutHere(
  runs: Runs,
  { root, tasks }: PlannedBatch,
  status: TaskStatus,
  wanted: BatchRequest & { display: 'host' | 'virtual' },
  run: RunControl,
): Promise<BatchEnd> {
  const { retry, parallel, onNews, display } = wanted
  const due = tasks.filter(({ task }) => isDue(status.state(task), retry))
  const names = tasks.map(({ task }) => task)
  onNews({ type: 'batch_started', root, tasks: names, left: due.map(({ task }) => task), parallel })
  const { max_step: maxStep, follow } = wanted
  const source = new FolderSource({ runs, status, due, parallel, maxStep, follow, onNews })
  await source.handOut(carryOutAs(runs, display, wanted), run)
  return { tasks: names, stopped: run.stopped }
}
