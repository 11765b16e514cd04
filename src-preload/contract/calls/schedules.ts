// Defines the calls about schedules: what the system's own scheduler begins at a time, or when a file appears.
import { z } from 'zod'
import { safetyCategorySchema } from '../safety.ts'
import { DAYS, SCHEDULERS } from '../schedule-names.ts'
import { planNameSchema } from './plans.ts'
import { planChoiceSchema, requestSchema } from './runs.ts'

export { DAYS, SCHEDULERS, type Day, type SchedulerName } from '../schedule-names.ts'

export const schedulerSchema = z.enum(SCHEDULERS)

export const whenSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('time'),
    days: z.array(z.enum(DAYS)).min(1, 'Choose a day.'),
    /** Local time. */
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give the time as 09:00.'),
  }),
  z.strictObject({
    kind: z.literal('file'),
    /** The whole path of a folder. A line break would begin another line of the unit that the system's scheduler gets. */
    folder: z
      .string()
      .min(1)
      .max(4_000)
      .regex(/^\P{Cc}*$/u, 'Choose a folder without a line break in its name.'),
    /** Names that count; `*` stands for any text, `?` for any sign. */
    pattern: z.string().min(1).max(200).default('*'),
  }),
])
export type When = z.infer<typeof whenSchema>

export const scheduleSchema = z.strictObject({
  name: planNameSchema,
  /** `{{file}}` in a request is the path of the new file. */
  work: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('request'), request: requestSchema }),
    z.strictObject({
      kind: z.literal('plan'),
      plan: planNameSchema,
      set: planChoiceSchema.shape.set,
    }),
  ]),
  when: whenSchema,
  display: z.enum(['host', 'virtual']).default('virtual'),
  /** Categories of acts for which the person is not asked. */
  yes_to: z.array(safetyCategorySchema).default([]),
  /** What to do with a firing that was missed while the machine was off: only report it, or also begin it late. */
  missed: z.enum(['tell', 'run']).default('tell'),
})
export type Schedule = z.infer<typeof scheduleSchema>

/** The outcome of a time or a file. `why`: the reason if it could not begin, or has failed. */
export const firingSchema = z.object({
  at: z.number(),
  outcome: z.enum(['began', 'missed', 'failed']),
  /** When it was due, for a time. */
  due: z.number().nullable(),
  run: z.string().nullable(),
  why: z.string().nullable(),
})
export type Firing = z.infer<typeof firingSchema>

export const shownScheduleSchema = z.object({
  schedule: scheduleSchema,
  /** Whether the system's scheduler has it. */
  active: z.boolean(),
  /** Why it has not. */
  fault: z.string().nullable(),
  /** Milliseconds since 1970; null where it waits for a file, or is not active. */
  next: z.number().nullable(),
  /** The newest first. */
  last: z.array(firingSchema),
})
export type ShownSchedule = z.infer<typeof shownScheduleSchema>

const oneSchedule = z.strictObject({ name: planNameSchema })
const nothing = z.strictObject({})

export const scheduleCalls = {
  list_schedules: {
    input: nothing,
    output: z.object({ system: schedulerSchema, schedules: z.array(shownScheduleSchema) }),
  },
  /** Writes a schedule and hands it to the system's scheduler. `replace`: whether to replace one of this name. */
  save_schedule: {
    input: z.strictObject({ schedule: scheduleSchema, replace: z.boolean().default(false) }),
    output: shownScheduleSchema,
  },
  delete_schedule: { input: oneSchedule, output: nothing },
  /** Returns the files and commands for a system's scheduler, as texts; null: of this system. */
  show_schedule: {
    input: z.strictObject({ name: planNameSchema, system: schedulerSchema.nullable().default(null) }),
    output: z.object({
      files: z.array(z.object({ name: z.string(), content: z.string() })),
      /** In their order, each as its words. */
      commands: z.array(z.array(z.string())),
    }),
  },
  /**
   * Returns the runs that must begin now, and whether they were missed. They then count as begun; `note_firing` reports the outcome.
   * `by_hand`: a person begins it, whatever the time.
   */
  take_schedule: {
    input: z.strictObject({ name: planNameSchema, by_hand: z.boolean().default(false) }),
    output: z.object({
      schedule: scheduleSchema,
      due: z.number().nullable(),
      /** Whether it was due so long ago that it counts as missed. */
      missed: z.boolean(),
      /** One for each run: a request, or the path of a plan. */
      begins: z.array(z.object({ request: z.string().nullable(), plan: planChoiceSchema.nullable() })),
    }),
  },
  note_firing: {
    input: z.strictObject({ name: planNameSchema, firing: firingSchema }),
    output: nothing,
  },
} as const
