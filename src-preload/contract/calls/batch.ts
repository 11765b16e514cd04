// Calls about batches: the tasks of a folder, carried out here or by the workers of a queue.
import { z } from 'zod'
import { displayKindSchema } from '../config.ts'
import { verdictSchema } from '../events.ts'
import { givenNameSchema } from './runs.ts'
import { SAFETY_CATEGORIES } from '../safety.ts'

/** What came of a task, as `tasks_report.json` keeps it. */
export const taskRecordSchema = z.object({
  /** `interrupted`: it was cut short in the middle of an act, and nobody can know what came of it. */
  state: z.enum(['running', 'done', 'failed', 'stopped', 'interrupted']),
  /** Name of its run. */
  run: z.string().nullable(),
  /** DESKHAND_HOME of that run, as long as it goes on. */
  home: z.string().optional(),
  /** What the evaluation said; null where there was none. */
  complete: verdictSchema.nullable(),
  result: z.unknown(),
  error: z.string().nullable(),
  steps: z.number(),
  cost: z.number().nullable(),
  started_at: z.number(),
  finished_at: z.number().nullable(),
  /** Who has carried it out, where that was a worker of a queue. */
  worker: z.string().optional(),
  /** Which time it was on the queue that this came of. */
  entry: z.string().optional(),
  /** What else has happened to it: a worker was lost before it had begun. */
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
  /** `left` is what is to be done now, of all `tasks`. */
  z.object({
    type: z.literal('batch_started'),
    root: z.string(),
    tasks: z.array(z.string()),
    left: z.array(z.string()),
    parallel: z.number(),
  }),
  /** `how`: `continues` the run that a crash has cut short, or begins. */
  z.object({
    type: z.literal('task_started'),
    task: z.string(),
    run: z.string(),
    how: z.enum(['begins', 'continues']),
    worker: z.string().optional(),
  }),
  z.object({ type: z.literal('task_finished'), task: z.string(), record: taskRecordSchema }),
  /** What a person should know of the queue that the batch is on. */
  z.object({ type: z.literal('queue_told'), words: z.string() }),
  /** The last one. */
  z.object({ type: z.literal('batch_finished'), ...reportFields }),
  /** The last one of a batch that can't go on; its message says what to do. */
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
  /** It is not this worker’s any more, or it was not carried out: whoever watches the batch decides. */
  z.object({ type: z.literal('task_let_go'), worker: z.string(), task: z.string(), why: z.string() }),
  /** The last one; `why` is null where it was stopped. */
  z.object({ type: z.literal('worker_ended'), worker: z.string(), why: z.string().nullable() }),
])
export type WorkerNews = z.infer<typeof workerNewsSchema>

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
  /** Its plan is followed step by step. */
  follow: z.boolean().optional(),
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

/** A task as it lies on the queue. */
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

/** Which queue. */
export const queueChoiceSchema = z.strictObject({
  /** `redis://…` or `rediss://…` */
  address: pathSchema,
  /** Tells queues on one Redis apart. Null: that of the configuration. */
  pool: z.string().max(200).nullable().default(null),
  /** A folder that all machines have, for files. Null: they go through the queue. */
  shared: pathSchema.nullable().default(null),
})
export type QueueChoice = z.input<typeof queueChoiceSchema>

export const wishSchema = z.enum(['pause', 'resume', 'stop'])
/** Null: what the configuration says. */
const displaySchema = displayKindSchema.nullable().default(null)
/** What the configuration of this program does not say, or says otherwise. */
const wishes = {
  display: displaySchema,
  /** So many at once, each on a virtual desktop of its own. */
  parallel: z.number().int().min(1).default(1),
  /** Role → `preset/model`. */
  models: z.record(z.string(), z.string()).default({}),
  /** Categories that are not asked about. */
  yes_to: z.array(z.enum(SAFETY_CATEGORIES)).default([]),
}
const idSchema = z.string().min(1).max(200)
const nothing = z.strictObject({})

export const batchCalls = {
  /** Begins a batch, and answers as soon as it has begun. It asks nobody. */
  start_batch: {
    input: z.strictObject({
      /** One folder: with `tasks/` and `files/`, or of plans. Or plan files of one folder. */
      plans: z.array(pathSchema).min(1).max(10_000),
      /** What the runs are called, before their tasks’ names. Null: the folder’s name. */
      task: givenNameSchema.nullable().default(null),
      ...wishes,
      /** What is done again beside what was never done: those that failed, or all. */
      retry: z.enum(['failed', 'all']).nullable().default(null),
      /** Null: what the configuration says. */
      max_step: z.number().int().min(1).nullable().default(null),
      /** Each plan by its steps, or by what was recorded, instead of by its task. */
      follow: z.boolean().default(false),
      /** By its workers, which have their own desktops. */
      queue: queueChoiceSchema.nullable().default(null),
    }),
    output: z.object({ batch: idSchema }),
  },
  /** What has happened so far, then each news as a push. The last one is `batch_finished` or `batch_failed`. */
  watch_batch: {
    input: z.strictObject({ batch: idSchema }),
    output: z.object({ news: z.array(batchNewsSchema) }),
  },
  unwatch_batch: { input: z.strictObject({ batch: idSchema }), output: nothing },
  /** Means all its runs. Workers of a queue are paused by `control_queue`. */
  control_batch: { input: z.strictObject({ batch: idSchema, wish: wishSchema }), output: nothing },
  view_queue: { input: z.strictObject({ queue: queueChoiceSchema }), output: queueViewSchema },
  /** Of all batches on it. Answers what was done, in words. */
  control_queue: {
    input: z.strictObject({ queue: queueChoiceSchema, wish: wishSchema }),
    output: z.object({ done: z.string() }),
  },
  /** This program takes tasks from a queue until it is stopped. Answers as soon as it is ready. */
  start_worker: {
    input: z.strictObject({
      queue: queueChoiceSchema,
      /** Null: called by its machine and process. */
      name: givenNameSchema.nullable().default(null),
      ...wishes,
    }),
    output: z.object({ worker: idSchema }),
  },
  /** What it has done lately, then each news as a push. The last one is `worker_ended`. */
  watch_worker: {
    input: z.strictObject({ worker: idSchema }),
    output: z.object({ news: z.array(workerNewsSchema) }),
  },
  unwatch_worker: { input: z.strictObject({ worker: idSchema }), output: nothing },
  stop_worker: { input: z.strictObject({ worker: idSchema }), output: nothing },
} as const
