// Defines the calls about batches: the tasks of a folder, carried out here or by the workers of a queue.
import { z } from 'zod'
import { displayKindSchema } from '../config.ts'
import { verdictSchema } from '../events.ts'
import { givenNameSchema } from './runs.ts'
import { SAFETY_CATEGORIES } from '../safety.ts'

/** The outcome of a task, as `tasks_report.json` keeps it. */
export const taskRecordSchema = z.object({
  /** `interrupted`: it was interrupted in the middle of an act, so its outcome is unknown. */
  state: z.enum(['running', 'done', 'failed', 'stopped', 'interrupted']),
  /** Name of its run. */
  run: z.string().nullable(),
  /** DESKHAND_HOME of that run, while it is running. */
  home: z.string().optional(),
  /** The evaluation's verdict; null where there was none. */
  complete: verdictSchema.nullable(),
  result: z.unknown(),
  error: z.string().nullable(),
  steps: z.number(),
  cost: z.number().nullable(),
  started_at: z.number(),
  finished_at: z.number().nullable(),
  /** The worker that has carried it out, where it was on a queue. */
  worker: z.string().optional(),
  /** The entry of the task on the queue that had this outcome. */
  entry: z.string().optional(),
  /** Further notes: a worker was lost before it had begun. */
  note: z.string().optional(),
})
export type TaskRecord = z.infer<typeof taskRecordSchema>

const reportFields = {
  /** Folder of `tasks_status.json`. */
  root: z.string(),
  /** In the order of their names. `record` is null where the task was not begun. */
  tasks: z.array(z.object({ task: z.string(), record: taskRecordSchema.nullable() })),
  stopped: z.boolean(),
}
const batchReportSchema = z.object(reportFields)
export type BatchReport = z.infer<typeof batchReportSchema>

export const batchNewsSchema = z.discriminatedUnion('type', [
  /** `left` is the number of tasks still to do, of all `tasks`. */
  z.object({
    type: z.literal('batch_started'),
    root: z.string(),
    tasks: z.array(z.string()),
    left: z.array(z.string()),
    parallel: z.number(),
  }),
  /** `how`: it `continues` an interrupted run, or begins. */
  z.object({
    type: z.literal('task_started'),
    task: z.string(),
    run: z.string(),
    how: z.enum(['begins', 'continues']),
    worker: z.string().optional(),
  }),
  z.object({ type: z.literal('task_finished'), task: z.string(), record: taskRecordSchema }),
  /** All its runs pause or go on, whoever wished it. */
  z.object({ type: z.literal('batch_paused'), paused: z.boolean() }),
  /** A message to the person about the batch's queue. */
  z.object({ type: z.literal('queue_told'), words: z.string() }),
  /** The last one. */
  z.object({ type: z.literal('batch_finished'), ...reportFields }),
  /** The last one of a batch that can't continue; its message says what to do. */
  z.object({ type: z.literal('batch_failed'), message: z.string() }),
])
export type BatchNews = z.infer<typeof batchNewsSchema>

export const workerNewsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('worker_ready'), worker: z.string() }),
  z.object({
    type: z.literal('task_taken'),
    worker: z.string(),
    task: z.string(),
    attempt: z.number(),
  }),
  z.object({
    type: z.literal('task_handed_back'),
    worker: z.string(),
    task: z.string(),
    record: taskRecordSchema,
  }),
  /** The worker no longer has the task, or did not carry it out; the program that watches the batch decides. */
  z.object({ type: z.literal('task_let_go'), worker: z.string(), task: z.string(), why: z.string() }),
  /** The last one; `why` is null where it was stopped. */
  z.object({ type: z.literal('worker_ended'), worker: z.string(), why: z.string().nullable() }),
])
export type WorkerNews = z.infer<typeof workerNewsSchema>

/** The data of a job when it is put on the queue. */
export const taskDataSchema = z.object({
  v: z.literal(1),
  /** The batch that it belongs to: the id that the batch's folder has kept. */
  batch: z.string(),
  /** Name of its plan. */
  task: z.string(),
  /** A new random text each time that it is queued, so that late messages for another entry are recognised. */
  entry: z.string(),
  /** Name of its run. */
  name: z.string(),
  /** Its plan below the shared folder; null: its files travel with the job. */
  shared: z.string().nullable(),
  max_step: z.number().nullable(),
  /** Whether its plan is followed step by step. */
  follow: z.boolean().optional(),
  /** How often it was queued, from 1. */
  attempt: z.number().int().positive(),
})
export type TaskData = z.infer<typeof taskDataSchema>

/** The job's progress. `acted` is recorded before the first act. */
export const markSchema = z.object({
  /** The entry for which it was written, because a disconnected worker may write late, over the progress of the next one. */
  entry: z.string(),
  worker: z.string(),
  run: z.string().nullable(),
  acted: z.boolean(),
  since: z.number(),
})
export type Mark = z.infer<typeof markSchema>

/** A worker's result. */
export const taskResultSchema = z.object({ worker: z.string(), record: taskRecordSchema })
export type TaskResult = z.infer<typeof taskResultSchema>

/** A task as it is on the queue. */
const queuedTaskSchema = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'active', 'completed', 'failed']),
  data: taskDataSchema,
  /** Null before a worker has it. */
  mark: markSchema.nullable(),
  /** Null unless it is completed. */
  result: taskResultSchema.nullable(),
  /** Why it failed. */
  why: z.string().nullable(),
})
export type QueuedTask = z.infer<typeof queuedTaskSchema>

const queueViewSchema = z.object({
  address: z.string(),
  name: z.string(),
  paused: z.boolean(),
  workers: z.number(),
  tasks: z.array(queuedTaskSchema),
})
export type QueueView = z.infer<typeof queueViewSchema>

const pathSchema = z.string().min(1).max(4_000)

/** The choice of a queue. */
export const queueChoiceSchema = z.strictObject({
  /** `redis://…` or `rediss://…` */
  address: pathSchema,
  /** Distinguishes queues on one Redis. Null: that of the configuration. */
  pool: z.string().max(200).nullable().default(null),
  /** A folder that all machines have, for files. Null: they go through the queue. */
  shared: pathSchema.nullable().default(null),
})
export type QueueChoice = z.input<typeof queueChoiceSchema>

export const wishSchema = z.enum(['pause', 'resume', 'stop'])
/** Null means the configuration's. */
const displaySchema = displayKindSchema.nullable().default(null)
/** Settings of this batch that differ from the configuration of this program. */
const wishes = {
  display: displaySchema,
  /** How many run at the same time, each on a virtual desktop of its own. */
  parallel: z.number().int().min(1).default(1),
  /** Role → `preset/model`. */
  models: z.record(z.string(), z.string()).default({}),
  /** Categories for which the person is not asked. */
  yes_to: z.array(z.enum(SAFETY_CATEGORIES)).default([]),
}
const idSchema = z.string().min(1).max(200)
const nothing = z.strictObject({})

export const batchCalls = {
  /** Begins a batch, and answers as soon as it has begun. The batch asks nobody. */
  start_batch: {
    input: z.strictObject({
      /** One folder, with `tasks/` and `files/` or with plans; or plan files of one folder. */
      plans: z.array(pathSchema).min(1).max(10_000),
      /** The beginning of the runs' names, before the tasks’ names. Null: the folder’s name. */
      task: givenNameSchema.nullable().default(null),
      ...wishes,
      /** Which tasks are repeated in addition to those that were never done: the failed ones, or all. */
      retry: z.enum(['failed', 'all']).nullable().default(null),
      /** Null means the configuration's. */
      max_step: z.number().int().min(1).nullable().default(null),
      /** Whether each plan is followed by its steps or recorded acts; otherwise its task is carried out freely. */
      follow: z.boolean().default(false),
      /** The queue whose workers carry it out, on their own desktops; null: here. */
      queue: queueChoiceSchema.nullable().default(null),
    }),
    output: z.object({ batch: idSchema }),
  },
  /** Returns the events so far, then sends each new one as a push. The last one is `batch_finished` or `batch_failed`. */
  watch_batch: {
    input: z.strictObject({ batch: idSchema }),
    output: z.object({ news: z.array(batchNewsSchema) }),
  },
  unwatch_batch: { input: z.strictObject({ batch: idSchema }), output: nothing },
  /** Controls all runs of a batch. `control_queue` pauses workers of a queue. */
  control_batch: { input: z.strictObject({ batch: idSchema, wish: wishSchema }), output: nothing },
  view_queue: { input: z.strictObject({ queue: queueChoiceSchema }), output: queueViewSchema },
  /** Controls all batches on a queue. Says in words what was done. */
  control_queue: {
    input: z.strictObject({ queue: queueChoiceSchema, wish: wishSchema }),
    output: z.object({ done: z.string() }),
  },
  /** Makes this program take tasks from a queue until it is stopped. Answers as soon as it is ready. */
  start_worker: {
    input: z.strictObject({
      queue: queueChoiceSchema,
      /** The worker's name; null: a name of its machine and process. */
      name: givenNameSchema.nullable().default(null),
      ...wishes,
    }),
    output: z.object({ worker: idSchema }),
  },
  /** Returns the worker's latest news, then sends each new one as a push. The last one is `worker_ended`. */
  watch_worker: {
    input: z.strictObject({ worker: idSchema }),
    output: z.object({ news: z.array(workerNewsSchema) }),
  },
  unwatch_worker: { input: z.strictObject({ worker: idSchema }), output: nothing },
  stop_worker: { input: z.strictObject({ worker: idSchema }), output: nothing },
} as const
