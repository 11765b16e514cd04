// What travels through the queue: a task, how far its worker is, and what came of it.
import { z } from 'zod'
import type { RunControl } from '../core/run-control.ts'
import { taskRecordSchema, type TaskRecord } from '../session/task-status.ts'

/** What a job is given when it is put on the queue. */
export const taskDataSchema = z.object({
  v: z.literal(1),
  /** Whose it is: the id that the batch's folder has kept. */
  batch: z.string(),
  /** Name of its plan. */
  task: z.string(),
  /** Drawn anew each time that it is put there: what was meant for another time is known by it. */
  entry: z.string(),
  /** Name of its run. */
  name: z.string(),
  /** Its plan below the folder that is shared; null: what it needs travels with it. */
  shared: z.string().nullable(),
  max_step: z.number().nullable(),
  /** Which time it is that it was put there, from 1. */
  attempt: z.number().int().positive(),
})
export type TaskData = z.infer<typeof taskDataSchema>

/** How far it is: the job's progress. `acted` is written down before the first act. */
export const markSchema = z.object({
  /** That of the task it was written for: a worker that was cut off can write late, over the mark of the next one. */
  entry: z.string(),
  worker: z.string(),
  run: z.string().nullable(),
  acted: z.boolean(),
  since: z.number(),
})
export type Mark = z.infer<typeof markSchema>

/** What a worker hands back. */
export const taskResultSchema = z.object({ worker: z.string(), record: taskRecordSchema })
export type TaskResult = z.infer<typeof taskResultSchema>

/** What its files are called. */
export const bundleName = (id: string, { entry }: Pick<TaskData, 'entry'>): string => `${id}-${entry}`

/** A task in the hands of a worker. */
export interface WorkersTask {
  id: string
  data: TaskData
  /** Its files, where they travel with it. */
  bundle: Uint8Array | null
  /** To be awaited before each act; throws StoppedError when it must not be done any more. */
  beforeAct(): Promise<void>
  /** The run has its folder. */
  begun(run: string): void
}

/** What came of it, with the files that travel back. */
export interface CarriedOut {
  record: TaskRecord
  bundle: Uint8Array
}

/** How a worker carries a task out: the engine hands it in. `run` has the lease of the task. */
export type CarryOut = (task: WorkersTask, run: RunControl) => Promise<CarriedOut>
