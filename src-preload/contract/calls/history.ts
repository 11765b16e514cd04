// Defines the calls that read, search, export and delete runs of the past.
import { z } from 'zod'
import { placeSchema, questionKindSchema, verdictSchema } from '../events.ts'
import { rectSchema } from '../geometry.ts'
import { runNameSchema } from './runs.ts'

export const runStatusWordSchema = z.enum([
  'waiting',
  'running',
  'asking',
  'paused',
  'stopping',
  'completed',
  'failed',
  'stopped',
  'interrupted',
])

/** One line of the history; `run-shapes.ts` has the same shape as a type. */
export const runSummarySchema = z.object({
  run: z.string(),
  task: z.string(),
  request: z.string(),
  status: runStatusWordSchema,
  asks: questionKindSchema.nullable(),
  last: z.enum(['done', 'unsure', 'failed']).nullable(),
  strategy: z.string(),
  display: placeSchema.nullable(),
  started_at: z.number(),
  ms: z.number(),
  steps: z.number(),
  rounds: z.number(),
  applications: z.array(z.string()),
  cost: z.number().nullable(),
  result: z.unknown(),
  error: z.string().nullable(),
  judged: verdictSchema.nullable(),
  log_path: z.string(),
  plan: z.string().optional(),
})

/** `start` and `length` mark the found words within `text`, in UTF-16 units. */
export const searchHitSchema = z.object({
  run: z.string(),
  where: z.enum(['request', 'thought', 'action', 'result']),
  round: z.number().int().nullable(),
  step: z.number().int().nullable(),
  text: z.string(),
  start: z.number().int(),
  length: z.number().int(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** The usage of one model for one application on one day. `tokens` and `cost` are null if one of its calls did not report them. */
export const usageRowSchema = z.object({
  /** Local day, `2026-11-21`. */
  day: z.string(),
  model: z.string(),
  application: z.string(),
  calls: z.number().int(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cost: z.number().nullable(),
})
export type UsageRow = z.infer<typeof usageRowSchema>

/** How the runs of one day ended. */
export const dayRowSchema = z.object({
  day: z.string(),
  completed: z.number().int(),
  /** Ended, and it is not sure that they are done. */
  unsure: z.number().int(),
  failed: z.number().int(),
  stopped: z.number().int(),
  ms: z.number(),
  steps: z.number().int(),
})
export type DayRow = z.infer<typeof dayRowSchema>

/** The name and the pin that a person has given to a run; a run with neither has no entry. */
const labelSchema = z.strictObject({
  title: z.string().trim().min(1).max(200).nullable(),
  pinned: z.boolean(),
})
export const labelsSchema = z.record(z.string(), labelSchema)
export type RunLabels = z.infer<typeof labelsSchema>

const oneRun = z.strictObject({ run: runNameSchema })

export const historyCalls = {
  /** Lists the runs, the newest first (all, or so many), and names folders that could not be read. */
  list_runs: {
    input: z.strictObject({ limit: z.number().int().min(1).nullable().default(null) }),
    output: z.object({ runs: z.array(runSummarySchema), unreadable: z.array(z.string()) }),
  },
  /** Finds runs whose requests, thoughts, actions or results hold all of these words. */
  search_runs: {
    input: z.strictObject({
      text: z.string().trim().min(1).max(500),
      limit: z.number().int().min(1).max(100_000).default(100),
    }),
    output: z.object({ hits: z.array(searchHitSchema) }),
  },
  list_labels: { input: z.strictObject({}), output: z.object({ labels: labelsSchema }) },
  label_run: { input: labelSchema.extend({ run: runNameSchema }), output: z.strictObject({}) },
  /** Deletes a run. Refused while a program carries it out. */
  delete_run: { input: oneRun, output: z.strictObject({}) },
  /** Returns a run as a file. `trace`: where its time went, in the Trace Event Format of Chrome's and Perfetto's viewers. */
  export_run: {
    input: z.strictObject({ run: runNameSchema, format: z.enum(['html', 'markdown', 'trace']) }),
    output: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  },
  /**
   * Writes the report of a run (the newest for null) as one file: an HTML page or a trace. `path`: an absolute path; null: `report.html` or
   * `trace.json` in its folder.
   */
  write_report: {
    input: z.strictObject({
      run: runNameSchema.nullable(),
      path: z.string().min(1).nullable().default(null),
      format: z.enum(['html', 'trace']).default('html'),
    }),
    output: z.object({ path: z.string() }),
  },
  /** Returns the controls of a step's saved tree, in screen space; empty where none were saved. */
  step_controls: {
    input: z.strictObject({ run: runNameSchema, step: z.number().int().min(0) }),
    output: z.object({
      controls: z.array(z.object({ id: z.string(), role: z.string(), name: z.string(), bounds: rectSchema })),
    }),
  },
  /**
   * Makes a plan of a completed run, of the newest for null. `name`: a name among the plans or a path; null: the plan that the run has
   * already, else a new one that is called as the run, or as its request where
   * nobody has named that. An existing plan is replaced only with `replace`.
   */
  record_plan: {
    input: z.strictObject({
      run: runNameSchema.nullable(),
      name: z.string().min(1).nullable().default(null),
      replace: z.boolean().default(true),
    }),
    output: z.object({
      run: runNameSchema,
      path: z.string(),
      acts: z.number().int(),
      /** Names of the texts that it types, which a replay may change. */
      texts: z.array(z.string()),
      /** Names of the secrets for which each replay asks. */
      secrets: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  },
  /** Finds the plan files for the name of a recorded plan, a file, or a folder of plans. `task`: the name of their runs. */
  find_plans: {
    input: z.strictObject({ plan: z.string().min(1), task: z.string().min(1).nullable().default(null) }),
    output: z.object({
      folder: z.boolean(),
      plans: z.array(z.object({ task: z.string(), path: z.string() })),
    }),
  },
  /** Replays a completed run without a model; records its plan first where there is none. Answers the new run. */
  follow_plan: { input: oneRun, output: z.object({ run: runNameSchema }) },
  read_usage: {
    input: z.strictObject({ days: z.number().int().min(1).max(36_600).default(30) }),
    output: z.object({ models: z.array(usageRowSchema), days: z.array(dayRowSchema) }),
  },
} as const
