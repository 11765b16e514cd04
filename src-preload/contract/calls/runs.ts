// Defines the calls that begin, steer and watch runs. A run is named by its folder's name; a session is a conversation of rounds.
import { z } from 'zod'
import { sessionEventSchema } from '../events.ts'
import { checklistChangeSchema } from '../checklist.ts'
import { displayKindSchema, strategySchema } from '../config.ts'
import { safetyCategorySchema, scopeSchema } from '../safety.ts'
import { GIVEN_NAME_RULES, MAX_NAME_LENGTH } from '../run-name.ts'

export const runNameSchema = z.string().min(1).max(MAX_NAME_LENGTH)
export const givenNameSchema = GIVEN_NAME_RULES.reduce(
  (schema, [rule, fault]) => schema.regex(rule, fault),
  runNameSchema,
)
export const requestSchema = z
  .string()
  .trim()
  .min(1, 'The request is empty: say what should be done.')
  .max(100_000, 'The request is too long: at most 100,000 characters.')

/** The answer to a question, by its kind, which must be the question's. */
export const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('first_request'), text: requestSchema }),
  /** Null: there are no more requests, the session ends. */
  z.object({ kind: z.literal('new_request'), text: requestSchema.nullable() }),
  /** Nobody is present any more: harmless questions get their default, the others no answer. */
  z.object({ kind: z.literal('nobody') }),
  z.object({ kind: z.literal('question'), text: z.string().max(100_000) }),
  z.object({ kind: z.literal('experience'), save: z.boolean() }),
  z.object({
    kind: z.literal('sensitive_step'),
    allow: z.boolean(),
    scope: scopeSchema.default('once'),
    /** The reason of a refusal, for the model. */
    why: z.string().max(10_000).nullable().default(null),
  }),
])
export type PersonAnswer = z.infer<typeof answerSchema>

/** Most characters of a file that a window sends: 2 MiB of bytes, within a page's largest message. */
const MAX_ATTACHMENT_BASE64 = 2_796_204

const oneRun = z.strictObject({ run: runNameSchema })
const nothing = z.strictObject({})

/** The settings that a new run and a continued one share. */
const wishes = {
  /** Role → `preset/model`, or `offline`, for this run. */
  models: z.record(z.string().max(50), z.string().max(300)).default({}),
  /** Name of the run and its folder; null: a name of its own. */
  task: givenNameSchema.nullable().default(null),
  /** The most steps; null means the configuration's number, or as many as its plan needs. */
  max_step: z.number().int().min(1).nullable().default(null),
  /** Categories of acts for which the person is not asked. */
  yes_to: z.array(safetyCategorySchema).default([]),
  /** Whether its virtual desktop is kept after a crash, for `continue_run`. */
  resumable: z.boolean().default(true),
  /** Whether the virtual desktop and its applications stay when the session has ended, until `release_desktop`. */
  keep_open: z.boolean().default(false),
  /** Whether a person is present; otherwise harmless questions get their default, and the others no answer. */
  attended: z.boolean().default(true),
  /** Whether the calling window watches it from its first event. */
  watch: z.boolean().default(false),
}

/** A plan to carry out instead of a request, and how it is replayed where it was recorded. */
export const planChoiceSchema = z.strictObject({
  /** A file, or the name of a recorded plan. */
  plan: z.string().min(1),
  /** Whether to stop at a missing target or effect even if a model could heal the step. */
  strict: z.boolean().default(false),
  /** Whether to write healed steps back into the plan. */
  update: z.boolean().default(false),
  /** Name of a value of the plan → the text that is typed this time. */
  set: z.record(z.string(), z.string()).default({}),
})

export const startRunSchema = z.strictObject({
  request: requestSchema.nullable(),
  /** Null means the configuration's. */
  display: displayKindSchema.nullable().default(null),
  strategy: z.string().max(50).nullable().default(null),
  mode: z.string().max(50).nullable().default(null),
  /** The seeds' platform whose strategies are taken: `windows` or `linux`. */
  platform_override: z.string().max(50).nullable().default(null),
  plan: planChoiceSchema.nullable().default(null),
  /** The desktop of `open_desktop` that it acts on. A program is no person, so for the gate the words of its request name nothing. */
  on: z.string().min(1).max(100).nullable().default(null),
  /** Whether roles without a model of their own use the calling program's, by the push `ask_model`. */
  client_model: z.boolean().default(false),
  /** Whether the checklist is shown and waits for a yes; null: the configuration's setting, if a person is present. */
  show_plan: z.boolean().nullable().default(null),
  /** Ends after this request, without asking for a next one. */
  one_shot: z.boolean().default(false),
  ...wishes,
})

export const runCalls = {
  /** Begins a session and answers as soon as it has its folder. Null asks for the first request. */
  start_run: {
    input: startRunSchema,
    output: z.object({ run: runNameSchema }),
  },
  /** Refuses a strategy, a mode and a platform that do not go together, before anything begins. */
  check_run: {
    input: startRunSchema.pick({ strategy: true, mode: true, platform_override: true }),
    output: nothing,
  },
  /** Lists the ways to work on a request, each with the roles that it needs and that have no model with these choices. */
  list_strategies: {
    input: z.strictObject({ models: wishes.models }),
    output: z.object({
      strategies: z.array(
        z.object({ strategy: strategySchema, mode: z.string(), missing: z.array(z.string()) }),
      ),
    }),
  },
  /**
   * Stores a file that has no path for a window (a pasted picture, one dropped on a page), so that a request can name it. `content` in
   * base64.
   */
  keep_attachment: {
    input: z.strictObject({
      name: z.string().trim().min(1).max(200),
      content: z
        .base64()
        .max(MAX_ATTACHMENT_BASE64, 'The file is too large to be handed over: write its path instead.'),
    }),
    output: z.object({ path: z.string() }),
  },
  /** Adds a request to a running run; the session takes it after the earlier ones. Returns the queue. */
  queue_request: {
    input: z.strictObject({ run: runNameSchema, request: requestSchema }),
    output: z.object({ queue: z.array(z.string()) }),
  },
  /** Takes a request out of the queue that has not begun. */
  take_back_request: {
    input: z.strictObject({ run: runNameSchema, index: z.number().int().min(0) }),
    output: z.object({ queue: z.array(z.string()) }),
  },
  /** Makes the session end after its present request, instead of asking for a next one. */
  finish_session: { input: oneRun, output: nothing },
  /**
   * Pauses, resumes or stops a run of any program, the newest running one for null. It only writes GlobalState's flags; events report the
   * outcome. Returns the run's name.
   */
  control_run: {
    input: z.strictObject({ run: runNameSchema.nullable(), wish: z.enum(['pause', 'resume', 'stop']) }),
    output: z.object({ run: runNameSchema }),
  },
  /** Changes the items of its checklist that have not begun: all of them or none. Refused for a run of another program. */
  edit_checklist: {
    input: z.strictObject({ run: runNameSchema, changes: z.array(checklistChangeSchema).min(1).max(500) }),
    output: nothing,
  },
  /** `accepted` is false for a closed question, on which the answer had no effect. */
  answer_question: {
    input: z.strictObject({ run: runNameSchema, question: z.string().min(1), answer: answerSchema }),
    output: z.object({ accepted: z.boolean() }),
  },
  /** Returns the events after `after` (-1: all), then sends each new one as a push, until it is unwatched or the window is gone. */
  watch_run: {
    input: z.strictObject({ run: runNameSchema, after: z.number().int().min(-1).default(-1) }),
    output: z.object({
      events: z.array(sessionEventSchema),
      /** Whether a program still carries out the run. */
      alive: z.boolean(),
      /** Whether it is this program, so that the run can be asked, answered, watched and queued. */
      own: z.boolean(),
      queue: z.array(z.string()),
    }),
  },
  unwatch_run: { input: oneRun, output: nothing },
  /** Continues an interrupted run (null: the newest one) as a new run of the same session. */
  continue_run: {
    input: z.strictObject({ run: runNameSchema.nullable(), ...wishes }),
    output: z.object({ run: runNameSchema }),
  },
  /** Closes the desktop of a run that was begun with `keep_open`. */
  release_desktop: { input: oneRun, output: nothing },
  /** Ends an interrupted run for good, with the rest of its desktop. */
  close_run: { input: oneRun, output: nothing },
} as const
