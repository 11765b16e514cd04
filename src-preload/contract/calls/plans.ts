// Defines the calls about plans: they list the library of this data folder, and make, change and export plans.
import { z } from 'zod'
import { runStatusWordSchema } from './history.ts'
import { runNameSchema } from './runs.ts'

/** A plan of the library is a file of this name; it leads to no other folder. */
export const PLAN_NAME = /^(?!.*\.json$)[\p{L}\p{N}_][\p{L}\p{N} ._-]*$/iu
export const planNameSchema = z
  .string()
  .trim()
  .max(120)
  .regex(PLAN_NAME, 'Use letters, digits, spaces, “.”, “_” and “-” for the name.')

/** A text that can change each time; null is a secret, for which the person is asked each time. */
export const planInputSchema = z.object({ name: z.string(), text: z.string().nullable() })

const lastRunSchema = z.object({ run: runNameSchema, status: runStatusWordSchema, at: z.number() })

export const planSummarySchema = z.object({
  name: z.string(),
  /** The absolute path, for `start_run`. */
  path: z.string(),
  task: z.string(),
  steps: z.number().int(),
  /** Whether it has the acts of a run, which are replayed without a model. */
  recorded: z.boolean(),
  inputs: z.array(planInputSchema),
  /** Milliseconds since 1970. */
  changed: z.number(),
  /** Why it can’t be used; null where it can. */
  fault: z.string().nullable(),
  /** Its newest runs, the newest first. */
  last: z.array(lastRunSchema),
})
export type PlanSummary = z.infer<typeof planSummarySchema>

/** Most characters of a step, and of a plan that is imported. */
const MAX_LINE_LENGTH = 10_000
export const MAX_PLAN_LENGTH = 20_000_000
/** Each is a turn of its own, and a page shows them all. */
export const MAX_PLAN_STEPS = 1_000
const lineSchema = z.string().trim().min(1, 'A step needs words.').max(MAX_LINE_LENGTH)

export const planSchema = z.object({
  name: z.string(),
  path: z.string(),
  task: z.string(),
  object: z.string(),
  close: z.boolean(),
  /** `acts`: how many recorded acts belong to it. */
  steps: z.array(z.object({ words: z.string(), acts: z.number().int() })),
  inputs: z.array(planInputSchema),
  /** The run that it was made from, and the parts that could not be recorded; null for a plan that was written by hand. */
  recorded: z.object({ run: z.string(), at: z.string(), notes: z.array(z.string()) }).nullable(),
})
export type Plan = z.infer<typeof planSchema>

const onePlan = z.strictObject({ name: planNameSchema })

export const planCalls = {
  /** Lists the plans of the data folder, in the order of their names. */
  list_plans: { input: z.strictObject({}), output: z.object({ plans: z.array(planSummarySchema) }) },
  read_plan: { input: onePlan, output: planSchema },
  /** Writes a new plan, or changes the words, the order or the number of an existing plan's steps. Refuses to replace another one. */
  save_plan: {
    input: z.strictObject({
      name: planNameSchema,
      /** The plan that was changed, which is renamed where `name` differs; null: a new one. */
      was: planNameSchema.nullable().default(null),
      task: lineSchema,
      /** An application or a file that is opened first; empty: none. */
      object: z.string().trim().max(1_000).default(''),
      /** Whether the application is closed at the end. */
      close: z.boolean().default(false),
      /** `from`: its 0-based number in the changed plan, whose acts it keeps; null: it is new. */
      steps: z
        .array(z.strictObject({ words: lineSchema, from: z.number().int().min(0).nullable().default(null) }))
        .min(1, 'A plan needs a step.')
        .max(MAX_PLAN_STEPS),
      /** Name of an input → its default text. */
      inputs: z.record(z.string(), z.string().max(MAX_LINE_LENGTH)).default({}),
    }),
    output: planSchema,
  },
  delete_plan: { input: onePlan, output: z.strictObject({}) },
  /** Returns the whole plan as a text that `import_plan` takes. */
  export_plan: {
    input: onePlan,
    output: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  },
  /** Imports a plan as YAML or JSON. Refuses to replace another plan. */
  import_plan: {
    input: z.strictObject({ name: planNameSchema, content: z.string().max(MAX_PLAN_LENGTH) }),
    output: planSchema,
  },
} as const
