// Defines the calls to look at a desktop without acting, to watch that of a run, and to drive it by hand while the run is paused.
import { z } from 'zod'
import { codedTextSchema } from '../coded-text.ts'
import { displayKindSchema } from '../config.ts'
import { applicationIconSchema, controlRoleSchema, controlSchema, windowInfoSchema } from '../desktop.ts'
import { personInputSchema } from '../person-input.ts'
import { safetyCategorySchema } from '../safety.ts'
import { planChoiceSchema, runNameSchema, startRunSchema } from './runs.ts'

const oneRun = z.strictObject({ run: runNameSchema })
const nothing = z.strictObject({})

/** The desktop to look at; null: the configuration's. */
const display = displayKindSchema.nullable().default(null)

/** A plan of the person's observed acts. `notes`: acts that it could not include, or that are to be filled in (`unseen`). */
export const watchedPlanSchema = z.object({
  /** The application that they began with; empty when it is not known. */
  object: z.string(),
  steps: z.array(z.string()),
  inputs: z.record(z.string(), z.string()),
  notes: z.array(z.enum(['nameless', 'password', 'quotes', 'unseen', 'gesture', 'unopened'])),
})
export type WatchedPlan = z.infer<typeof watchedPlanSchema>

/** A tool as a server describes it. `input_schema` is JSON Schema. */
export const computerToolSchema = z.object({
  /** `tool_type::namespace::tool_name` */
  tool_key: z.string(),
  tool_name: z.string(),
  title: z.string().nullable(),
  namespace: z.string(),
  tool_type: z.enum(['action', 'data_collection']),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  output_schema: z.record(z.string(), z.unknown()).nullable(),
  annotations: z.record(z.string(), z.unknown()).nullable(),
  meta: z.record(z.string(), z.unknown()).nullable(),
})

/** An act that a step would do. */
export const foreseenActSchema = z.object({
  tool_name: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  words: z.string(),
  /** The control that it would act on, as on the screen now; null where it is no control. */
  control: z.object({ role: controlRoleSchema, name: z.string(), window: z.string().nullable() }).nullable(),
  /** The question that a person would get; null: none. */
  asks: z.object({ categories: z.array(safetyCategorySchema), reason: z.string() }).nullable(),
})

const foreseenStepSchema = z.object({
  /** The words of the request or the plan. */
  words: z.string(),
  /** `later`: it needs something that an earlier step brings, so it can’t be found yet. */
  outcome: z.enum(['would_do', 'later', 'cannot']),
  acts: z.array(foreseenActSchema),
  /** Why it is `later` or can’t be done, or which further questions come: the codes of `foreseen-words.ts`. */
  reasons: z.array(codedTextSchema),
})
export type ForeseenStep = z.infer<typeof foreseenStepSchema>

export const desktopCalls = {
  /** Lists the tools of each Computer. */
  list_computers: {
    input: z.strictObject({ display }),
    output: z.object({
      computers: z.array(
        z.object({ agent: z.string(), root: z.string(), tools: z.array(computerToolSchema) }),
      ),
    }),
  },
  list_windows: {
    input: z.strictObject({ display }),
    output: z.object({ windows: z.array(windowInfoSchema) }),
  },
  /** Reads the controls of a window, by its id, title or application; null: the active one. `limited`: why the list is not complete. */
  read_tree: {
    input: z.strictObject({ window: z.string().max(1_000).nullable().default(null), display }),
    output: z.object({
      window: windowInfoSchema,
      controls: z.array(controlSchema),
      limited: z.string().nullable(),
    }),
  },
  /**
   * Says what each step of a request in plain commands, or of a recorded plan, would do on the present screen. Does nothing, and begins no
   * run. Refused where a model decides the steps.
   */
  dry_run: {
    input: z.strictObject({
      ...startRunSchema.pick({ request: true, models: true, yes_to: true }).shape,
      plan: planChoiceSchema.pick({ plan: true, set: true }).nullable().default(null),
      display,
    }),
    output: z.object({ steps: z.array(foreseenStepSchema) }),
  },
  /** Gives the icons of applications, by the names that `list_runs` has; none for those that have none on this system. */
  application_icons: {
    input: z.strictObject({ names: z.array(z.string().max(200)).max(100) }),
    output: z.object({ icons: z.record(z.string(), applicationIconSchema) }),
  },
  /** Sends frames of the run's desktop as pushes, at once and whenever it changes, until it is unwatched or the window is gone. */
  watch_desktop: {
    input: z.strictObject({
      run: runNameSchema,
      /** Pixels; a wider desktop is made smaller. */
      max_width: z.number().int().min(64).max(7680).default(1280),
    }),
    output: nothing,
  },
  unwatch_desktop: { input: oneRun, output: nothing },
  /** Pauses the run and lets the person drive; returns when no act is under way. */
  take_over: { input: oneRun, output: nothing },
  /** Releases what the person still holds, and resumes the run. */
  hand_back: { input: oneRun, output: nothing },
  /** Watches the person's acts from now on, to make a plan of them. Refused unless the person has taken over. */
  watch_hand: { input: oneRun, output: nothing },
  /** Ends watching, and returns a plan of the observed acts. */
  unwatch_hand: { input: oneRun, output: watchedPlanSchema },
  /** Sends the person's input. Refused unless the person has taken over. */
  person_input: {
    input: z.strictObject({ run: runNameSchema, inputs: z.array(personInputSchema).min(1).max(500) }),
    output: nothing,
  },
} as const
