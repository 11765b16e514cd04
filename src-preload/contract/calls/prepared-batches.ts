// Defines the calls about batches that a window prepares: files or the rows of a table, each with a request or a plan.
import { z } from 'zod'
import { taskRecordSchema } from './batch.ts'
import { planNameSchema } from './plans.ts'
import { requestSchema } from './runs.ts'

/** Most characters of a table. */
export const MAX_TABLE_LENGTH = 20_000_000
/** Most tasks of one batch. */
export const MAX_TASKS = 10_000

export const preparedBatchSchema = z.object({
  name: z.string(),
  /** The absolute path, for `start_batch`. */
  folder: z.string(),
  /** Whether its plans are followed step by step. */
  follow: z.boolean(),
  /** The `batch` for `watch_batch` under which this program runs it; null where it has not begun it. */
  batch: z.string().nullable(),
  /** Whether this program is working on it now. */
  going: z.boolean(),
  /** In the order of their names. `record` is null where the task was not begun. */
  tasks: z.array(z.object({ task: z.string(), words: z.string(), record: taskRecordSchema.nullable() })),
  /** Milliseconds since 1970. */
  changed: z.number(),
})
export type PreparedBatch = z.infer<typeof preparedBatchSchema>

const nothing = z.strictObject({})

export const preparedBatchCalls = {
  /** Writes a folder of tasks. `{{column}}` in a request stands for the row's text, `{{file}}` for the path of the file. */
  prepare_batch: {
    input: z.strictObject({
      name: planNameSchema,
      work: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('request'), request: requestSchema }),
        z.strictObject({ kind: z.literal('plan'), plan: planNameSchema }),
      ]),
      items: z.discriminatedUnion('kind', [
        /** Whole paths; a folder stands for the files in it. */
        z.strictObject({ kind: z.literal('files'), paths: z.array(z.string().min(1)).min(1).max(MAX_TASKS) }),
        /** Its first row names the columns. */
        z.strictObject({ kind: z.literal('table'), csv: z.string().min(1).max(MAX_TABLE_LENGTH) }),
      ]),
    }),
    output: preparedBatchSchema,
  },
  /** The newest first. */
  list_batches: { input: nothing, output: z.object({ batches: z.array(preparedBatchSchema) }) },
  /** Deletes its folder, with the records of its tasks; its runs stay. Refused while this program works on it. */
  delete_batch: { input: z.strictObject({ name: planNameSchema }), output: nothing },
} as const
