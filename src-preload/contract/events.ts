// Defines the one stream of a session. Every event is versioned and appended to `events.jsonl` before anyone else sees it.
import { z } from 'zod'
import { checklistItemSchema, checklistKindSchema } from './checklist.ts'
import { codedTextSchema } from './coded-text.ts'
import { pointSchema, rectSchema } from './geometry.ts'
import { rememberedSchema } from './memory.ts'
import {
  consequenceSchema,
  coverageSchema,
  decisionSchema,
  safetyCategorySchema,
  scopeSchema,
} from './safety.ts'

export const EVENT_VERSION = 1

export const runStatusSchema = z.enum(['completed', 'failed', 'stopped'])
export type RunStatus = z.infer<typeof runStatusSchema>

export const effectSchema = z.enum(['confirmed', 'unconfirmed', 'contradicted'])
export type Effect = z.infer<typeof effectSchema>

export const resultStatusSchema = z.enum(['success', 'failure', 'skipped', 'none'])
export type ResultStatus = z.infer<typeof resultStatusSchema>

export const questionKindSchema = z.enum([
  'first_request',
  'new_request',
  'experience',
  'question',
  'sensitive_step',
])
export type QuestionKind = z.infer<typeof questionKindSchema>

/** Who gave an answer: a person, a harmless default (nobody was present), a stored rule, `--yes-to`, or nobody. */
export const answeredBySchema = z.enum(['person', 'default', 'rule', 'nobody'])
export type AnsweredBy = z.infer<typeof answeredBySchema>

/** The target of an act, in words that a person understands. `bounds` and `point` are in screen space. */
export const targetSummarySchema = z.object({
  kind: z.string(),
  application: z.string().nullable(),
  window: z.string().nullable(),
  role: z.string().nullable(),
  name: z.string().nullable(),
  bounds: rectSchema.nullable(),
  point: pointSchema.nullable(),
})
export type TargetSummary = z.infer<typeof targetSummarySchema>

/** A picture in the run folder. `path` is relative to it; `bounds` is the part of the screen that it shows. */
export const pictureRefSchema = z.object({
  path: z.string(),
  width: z.number(),
  height: z.number(),
  bounds: rectSchema,
})
export type PictureRef = z.infer<typeof pictureRefSchema>

/** Tokens of one model call; null where the service did not say. `cost` is in US dollars, null when the price is unknown. */
export const usageSchema = z.object({
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cached_tokens: z.number().nullable(),
  cost: z.number().nullable(),
})
export type Usage = z.infer<typeof usageSchema>

export const verdictSchema = z.enum(['yes', 'no', 'unsure'])
export type Verdict = z.infer<typeof verdictSchema>

/** One side of a run, judged, with the evidence in a sentence. */
export const judgementSchema = z.object({ evaluation: verdictSchema, reason: z.string() })
export type Judgement = z.infer<typeof judgementSchema>

/** Counts from the record of acts and their effects, without a model. `undone`: failed or refused. */
export const verifiedEffectsSchema = z.object({
  steps: z.number().int(),
  acts: z.number().int(),
  confirmed: z.number().int(),
  unconfirmed: z.number().int(),
  contradicted: z.number().int(),
  undone: z.number().int(),
})
export type VerifiedEffects = z.infer<typeof verifiedEffectsSchema>

/** The facts about a sensitive act with which a person can decide without looking elsewhere. */
export const questionDetailsSchema = z.object({
  /** The tool that would do the act, so that it can be told in other languages; missing where it is not known. */
  tool_name: z.string().optional(),
  /** The consequence; null where only the act itself is known. */
  consequence: consequenceSchema.nullable().default(null),
  /** Why it is asked, one sentence. */
  reason: z.string(),
  /** The rule that asks, by its name in the policy. */
  rule: z.string(),
  categories: z.array(safetyCategorySchema),
  target: targetSummarySchema,
  /** The target of the act in full: the control's text, the command, the file. */
  control_text: z.string(),
  /** The permissions that may be given; `once` is always among them. */
  scopes: z.array(scopeSchema),
  /** The scope of a rule; null where `once` is the only permission. */
  coverage: coverageSchema.nullable(),
})
export type QuestionDetails = z.infer<typeof questionDetailsSchema>

/** The desktop that a run acts on. `device`: that of another machine, by the name under which it is connected. */
export const placeSchema = z.object({ kind: z.enum(['host', 'virtual', 'device']), name: z.string() })
export type RunPlace = z.infer<typeof placeSchema>

/** When the Evaluator of the strategy `planner` is asked, and what it may decide then. */
export const evaluatorTriggerSchema = z.enum(['subtask_end', 'repeated', 'contradicted', 'periodic', 'final'])
export type EvaluatorTrigger = z.infer<typeof evaluatorTriggerSchema>
export const gateDecisionSchema = z.enum(['done', 'fail', 'continue', 'replan'])
export type GateDecision = z.infer<typeof gateDecisionSchema>

/**
 * Who has written the requests of a run where no person of its desktop has: a program, a server, a plan that was not written here,
 * or a recording that was not made here, whose acts its words do not tell.
 */
const otherAuthorSchema = z.enum(['program', 'server', 'plan', 'recording'])
export type AskedBy = 'person' | z.infer<typeof otherAuthorSchema>

const decidedAction = z.object({
  function: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  status: z.string(),
})

const head = {
  v: z.literal(EVENT_VERSION),
  /** 0-based, without gaps within a run. */
  seq: z.number().int(),
  /** Milliseconds since 1970. */
  ts: z.number(),
  run: z.string(),
  /** 0-based number of the round, null outside of one. */
  round: z.number().int().nullable(),
  /** 0-based number of the step within the session, null outside of one. */
  step: z.number().int().nullable(),
}

const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ ...head, type: z.literal(type), ...shape })

export const sessionEventSchema = z.discriminatedUnion('type', [
  event('run_started', {
    session: z.string(),
    session_type: z.string(),
    task: z.string(),
    mode: z.string(),
    strategy: z.string(),
    platform: z.string(),
    display: placeSchema,
    models: z.record(z.string(), z.string()),
    log_path: z.string(),
    /** The interrupted run that this one continues. */
    continues: z.string().nullable().default(null),
    /** The plan file that it carries out. */
    plan: z.string().optional(),
    /** What that plan is for, with the texts of its inputs this time: it names the run. */
    about: z.string().optional(),
    /** Who has written its requests; missing for a person of this desktop. */
    asked_by: otherAuthorSchema.optional(),
  }),
  event('round_started', { request: z.string() }),
  event('step_started', {
    agent: z.string(),
    application: z.string().nullable(),
    subtask: z.string().nullable(),
    /** Number of the subtask within the round; -1 for the host. */
    subtask_index: z.number().int().optional(),
  }),
  event('observed', {
    agent: z.string(),
    window: z.object({ id: z.string(), title: z.string(), process_name: z.string() }).nullable(),
    windows: z.number().int(),
    controls: z.number().int(),
    /** True when only the difference to the last observation was sent to the model. */
    difference: z.boolean(),
    picture: pictureRefSchema.nullable(),
    /** Why the observation is poorer than asked for (no tree, black picture, guard of the walk), else null. */
    limited: z.string().nullable(),
    ms: z.number(),
  }),
  event('model_replied', {
    role: z.string(),
    provider: z.string(),
    model: z.string(),
    usage: usageSchema,
    attempts: z.number().int(),
    ms: z.number(),
  }),
  event('decided', {
    agent: z.string(),
    observation: z.string().nullable(),
    thought: z.string().nullable(),
    plan: z.array(z.string()),
    status: z.string(),
    subtask: z.string().nullable(),
    message: z.array(z.string()),
    questions: z.array(z.string()),
    comment: z.string().nullable(),
    result: z.unknown().nullable(),
    actions: z.array(decidedAction),
  }),
  event('gate_decided', {
    call_id: z.string(),
    tool_name: z.string(),
    decision: decisionSchema,
    categories: z.array(safetyCategorySchema),
    /** The rule that decided, by its name in the policy. */
    rule: z.string(),
    reason: z.string(),
    target: targetSummarySchema,
  }),
  event('question_asked', {
    question: z.string(),
    kind: questionKindSchema,
    text: z.string(),
    choices: z.array(z.string()),
    call_id: z.string().nullable(),
    /** The details of a sensitive act; null for every other question. */
    details: questionDetailsSchema.nullable().default(null),
    /** The answer is not shown while it is typed, and never recorded. */
    secret: z.literal(true).optional(),
    /** The codes of `text`, where the program itself asks; left out for the words of a model or an application. */
    told: codedTextSchema.optional(),
  }),
  event('question_answered', {
    question: z.string(),
    kind: questionKindSchema,
    answer: z.string(),
    by: answeredBySchema,
    /** How far a permission reaches; null for every other answer. */
    scope: scopeSchema.nullable().default(null),
    /** Why a person refused, in their words. */
    why: z.string().nullable().default(null),
  }),
  event('act_started', {
    call_id: z.string(),
    tool_name: z.string(),
    tool_type: z.string(),
    namespace: z.string().nullable(),
    parameters: z.record(z.string(), z.unknown()),
    target: targetSummarySchema,
    /** The act in plain words: `Click button “7” in “galculator”`. */
    words: z.string(),
  }),
  event('act_finished', {
    call_id: z.string(),
    tool_name: z.string(),
    status: resultStatusSchema,
    result: z.unknown(),
    error: z.string().nullable(),
    ms: z.number(),
  }),
  /** A try that did nothing, because its target had changed, is made once more: both are one act. */
  event('act_repeated', {
    call_id: z.string(),
    /** The call of the first try. */
    instead_of: z.string(),
  }),
  event('effect_verified', {
    call_id: z.string(),
    effect: effectSchema,
    evidence: z.string(),
    /** What `evidence` says. */
    told: z.array(codedTextSchema).optional(),
    ms: z.number(),
  }),
  event('step_finished', {
    agent: z.string(),
    status: z.string(),
    /** Milliseconds of each phase of the pipeline: observe, decide, act, record. */
    times: z.record(z.string(), z.number()),
    cost: z.number().nullable(),
    error: z.string().nullable(),
  }),
  /** The whole checklist, whenever it is first shown, moves on or is changed. */
  event('checklist', {
    items: z.array(checklistItemSchema),
    by: z.enum(['run', 'person']),
    of: checklistKindSchema,
    /** The unsettled items begin anew from here on, so the earlier steps tell nothing about their progress. */
    afresh: z.boolean(),
  }),
  event('agent_switched', { from: z.string(), to: z.string() }),
  event('subtask_finished', {
    index: z.number().int(),
    subtask: z.string(),
    status: z.string(),
    result: z.unknown().nullable(),
  }),
  /** A decision of the Evaluator of the strategy `planner` within a round. */
  event('evaluator_decided', {
    trigger: evaluatorTriggerSchema,
    decision: gateDecisionSchema,
    reason: z.string(),
    /** Whether a model has decided, or a rule where no model could. */
    by: z.enum(['evaluator', 'rule']),
    /** Null where the whole request was judged. */
    subtask: z.string().nullable(),
  }),
  event('snapshot_saved', { level: z.enum(['subtask', 'round', 'session']), files: z.array(z.string()) }),
  /** The memories that go into the prompts of this subtask or request. */
  event('remembered', { memories: z.array(rememberedSchema) }),
  event('experience_saved', { count: z.number().int() }),
  /** A step of a recorded plan was done in another way, because its target or its effect was missing. */
  event('step_healed', {
    /** 0-based, within the plan. */
    plan_step: z.number().int(),
    why: z.string(),
    /** The recorded act, and the acts in its place, in words; none when nothing was left to do. */
    before: z.string(),
    after: z.array(z.string()),
  }),
  /** The healed steps are in the plan from now on. */
  event('plan_updated', { path: z.string(), steps: z.number().int() }),
  /** Its virtual desktop was ended while it waited for a request. */
  event('desktop_given_back', {}),
  /** The next request has come, and it has a new desktop, on which nothing is open. */
  event('desktop_renewed', { display: placeSchema }),
  /** Its person wants to go on, because work on its desktop is not saved: it asks for a next request again. */
  event('session_kept_open', {}),
  event('paused', { by: z.string() }),
  event('resumed', { by: z.string() }),
  event('stop_requested', { by: z.string() }),
  event('warning', { message: z.string() }),
  event('round_finished', {
    status: z.string(),
    result: z.unknown().nullable(),
    error: z.string().nullable(),
    steps: z.number().int(),
    cost: z.number().nullable(),
  }),
  event('evaluated', {
    level: z.enum(['round', 'session']),
    complete: verdictSchema,
    reason: z.string(),
    sub_scores: z.array(z.object({ name: z.string(), evaluation: z.string() })),
    /** Whether the actions were the right ones, and left nothing behind. */
    quality: judgementSchema.nullable().default(null),
    /** Whether the actions took no detours. */
    efficiency: judgementSchema.nullable().default(null),
    effects: verifiedEffectsSchema.nullable().default(null),
    cost: z.number().nullable(),
  }),
  event('session_finished', {
    status: runStatusSchema,
    result: z.unknown().nullable(),
    error: z.string().nullable(),
    /** `unanswered` when a question or a sensitive act had nobody to answer it (exit 4). */
    reason: z.enum(['finished', 'error', 'stopped', 'unanswered', 'limit', 'lost']),
    steps: z.number().int(),
    rounds: z.number().int(),
    cost: z.number().nullable(),
    log_path: z.string(),
  }),
])

export type SessionEvent = z.infer<typeof sessionEventSchema>
export type SessionEventType = SessionEvent['type']
export type EventOf<T extends SessionEventType> = Extract<SessionEvent, { type: T }>
type Head = 'v' | 'seq' | 'ts' | 'run' | 'round' | 'step'
/** The event as a room emits it; the journal adds the head. Round and step are taken from the Context unless given. */
export type EventBody = { [T in SessionEventType]: Omit<EventOf<T>, Head> }[SessionEventType]
