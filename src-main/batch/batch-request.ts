// Defines what a batch is asked for, and what is known at its end.
import type { z } from 'zod'
import type { batchCalls, BatchNews, BatchReport } from '../../src-preload/contract/calls/batch.ts'

export type BatchRequest = z.output<typeof batchCalls.start_batch.input> & {
  onNews: (news: BatchNews) => void
}

/** `tasks`: all tasks that the batch has reported. */
export type BatchEnd = Pick<BatchReport, 'stopped'> & { tasks: readonly string[] }
