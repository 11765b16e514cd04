// Does what a person wants of a queue: shows what is on it, pauses all workers, resumes them, stops its batches.
import type { QueueView } from '../../../src-preload/contract/calls/batch.ts'
import type { RunControl } from '../../core/run-control.ts'
import { openQueue, type QueueChoice, type QueueSurroundings } from './open-queue.ts'

/** Reads the content of the queue. Throws UserError where it can’t be reached. */
export async function viewQueue(
  around: QueueSurroundings,
  choice: QueueChoice,
  run: RunControl,
): Promise<QueueView> {
  await using open = await openQueue(around, choice, run)
  const { queue, shown } = open
  const tasks = await queue.list(['active', 'waiting', 'failed', 'completed'])
  const [paused, workers] = await Promise.all([queue.isPaused(), queue.workers()])
  return { address: shown, name: queue.name, paused, workers, tasks }
}

/** Controls all batches on the queue. Says what was done. */
export async function controlQueue(
  around: QueueSurroundings,
  choice: QueueChoice,
  what: 'pause' | 'resume' | 'stop',
  run: RunControl,
): Promise<string> {
  await using open = await openQueue(around, choice, run)
  const { queue, shown } = open
  const where = `the queue “${queue.name}” at ${shown}`
  if (what === 'pause') {
    await queue.pause()
    return `Paused: all workers of ${where}`
  }
  if (what === 'resume') {
    await queue.resume()
    return `Resumed: all workers of ${where}`
  }
  const batches = new Set((await queue.list(['active', 'waiting'])).map(({ data }) => data.batch))
  for (const batch of batches) await queue.stop(batch)
  return batches.size === 0
    ? `Nothing is on ${where}.`
    : `Stopped: ${batches.size === 1 ? 'one batch' : `${batches.size} batches`} on ${where}`
}
