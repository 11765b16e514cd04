// Defines what the program tells a window without being asked. Frames and model text travel only here: they are never stored.
import { z } from 'zod'
import { appStateSchema, viewSchema } from './calls/app.ts'
import { batchNewsSchema, workerNewsSchema } from './calls/batch.ts'
import { connectionNewsSchema } from './calls/devices.ts'
import { runSummarySchema } from './calls/history.ts'
import { sessionEventSchema } from './events.ts'
import { rectSchema } from './geometry.ts'

/** The question to a model: its messages in order, each with one text or picture (base64). */
export const modelQuestionSchema = z.object({
  system: z.string(),
  messages: z.array(
    z.discriminatedUnion('type', [
      z.object({ role: z.enum(['user', 'assistant']), type: z.literal('text'), text: z.string() }),
      z.object({
        role: z.enum(['user', 'assistant']),
        type: z.literal('image'),
        data: z.string(),
        mime: z.string(),
      }),
    ]),
  ),
  max_tokens: z.number().int().positive(),
})
export type ModelQuestion = z.infer<typeof modelQuestionSchema>

export const pushSchema = z.discriminatedUnion('push', [
  /** An event of a run that this window watches. */
  z.object({ push: z.literal('event'), run: z.string(), event: sessionEventSchema }),
  /** A run that this window watches is over, and has released everything. `error`: a defect has ended it without its last event. */
  z.object({ push: z.literal('run_over'), run: z.string(), error: z.string().nullable() }),
  /** Requests that wait, of a run that this window watches. */
  z.object({ push: z.literal('queue'), run: z.string(), queue: z.array(z.string()) }),
  /** Text of a model's reply as it streams in, of a run that this window watches. `reset` begins a new reply. */
  z.object({
    push: z.literal('model_text'),
    run: z.string(),
    role: z.string(),
    text: z.string(),
    reset: z.boolean(),
  }),
  /** A desktop as it is now. `bounds` is the part of its screen space that the picture shows. */
  z.object({
    push: z.literal('frame'),
    run: z.string(),
    type: z.literal('image/jpeg'),
    data: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    width: z.number().int(),
    height: z.number().int(),
    bounds: rectSchema,
    /** Whether the person drives. */
    taken_over: z.boolean(),
  }),
  /** An entry of the history is new or has changed. To every window. */
  z.object({ push: z.literal('run'), summary: runSummarySchema }),
  z.object({ push: z.literal('run_deleted'), run: z.string() }),
  /** The index of the history was missing or out of date, so the events of this many runs have been read. To the window that asked. */
  z.object({ push: z.literal('history_read'), done: z.number().int(), total: z.number().int() }),
  /** The file was changed, by this or another window. */
  z.object({ push: z.literal('config') }),
  /** The name or the pin of a run has changed. */
  z.object({ push: z.literal('labels') }),
  /** A window has made, changed or deleted a plan of the library. */
  z.object({ push: z.literal('plans') }),
  /** A schedule is new, has changed or is gone, or one has fired. */
  z.object({ push: z.literal('schedules') }),
  /** A window has changed memories. */
  z.object({ push: z.literal('memories') }),
  /** News of the connection to a server that this window has asked for. */
  z.object({ push: z.literal('connection'), news: connectionNewsSchema }),
  /** A device of this program's server has come, gone, begun or ended a task. */
  z.object({ push: z.literal('devices') }),
  /** News of a batch or a worker that this window watches. */
  z.object({ push: z.literal('batch'), batch: z.string(), news: batchNewsSchema }),
  z.object({ push: z.literal('worker'), worker: z.string(), news: workerNewsSchema }),
  /** Asks the model of the program that has begun a run with `client_model`; it answers by `answer_model`. */
  z.object({ push: z.literal('ask_model'), ask: z.string(), question: modelQuestionSchema }),
  z.object({ push: z.literal('app'), state: appStateSchema }),
  /** Asks this window to show something. */
  z.object({
    push: z.literal('show'),
    view: viewSchema,
    run: z.string().nullable(),
  }),
])
export type Push = z.infer<typeof pushSchema>
