// What two Deskhands tell each other beside the protocol, in the field `deskhand` of a message: a UFO peer ignores it.
import { z } from 'zod'
import { EVENT_VERSION, sessionEventSchema, type EventBody } from '../../../src-preload/contract/events.ts'
import { isRecord } from '../../core/record.ts'

/** Of what the two tell each other. */
export const EXTENSION_VERSION = 1

/** The server's answer to a registration; its `session_id` names the task that the device goes on with, if any. */
export const welcomeSchema = z.object({
  /** Seconds within which a device has to be heard of, and within which it may come back. */
  heartbeat: z.number().positive(),
})

/** With a COMMAND. */
export const commandOptionsSchema = z.object({
  early_exit: z.boolean().default(true),
  /** Milliseconds for each of the actions; the device's own bound holds, too. */
  timeout_ms: z.number().positive().nullable().default(null),
  /** Tools forget their state before anything is done. */
  reset: z.boolean().default(false),
})
export type CommandOptions = z.infer<typeof commandOptionsSchema>

/** With a HEARTBEAT of the server: a wish that can't wait for the next command. */
export const wishSchema = z.discriminatedUnion('wish', [
  z.object({ wish: z.literal('pause') }),
  z.object({ wish: z.literal('resume') }),
  /** The actions of this command are to end at once. */
  z.object({ wish: z.literal('cancel'), response_id: z.string() }),
])
export type Wish = z.infer<typeof wishSchema>

/** What a device tells of its acts, as it happens. The rest of its record stays with it. */
const TOLD = [
  'gate_decided',
  'question_asked',
  'question_answered',
  'act_started',
  'act_finished',
  'paused',
  'resumed',
  'warning',
] as const satisfies readonly EventBody['type'][]
export type ToldEvent = Extract<EventBody, { type: (typeof TOLD)[number] }>

const told: ReadonlySet<string> = new Set(TOLD)
export const isTold = (event: EventBody): event is ToldEvent => told.has(event.type)

const HEAD = ['v', 'seq', 'ts', 'run', 'round', 'step'] as const

/** An event without its head: the journal of the server gives it one of its own. */
export function bodyOf(event: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(event).filter(([key]) => !HEAD.some((name) => name === key)))
}

/** Null for what is no event that a device tells. */
function toldEvent(body: unknown): ToldEvent | null {
  const head = { v: EVENT_VERSION, seq: 0, ts: 0, run: '', round: null, step: null }
  const parsed = sessionEventSchema.safeParse(isRecord(body) ? { ...body, ...head } : body)
  return parsed.success && isTold(parsed.data) ? (bodyOf(parsed.data) as ToldEvent) : null
}

/** Events of one message. */
export const MOST_TOLD = 1000

/** With a HEARTBEAT of the device while a command is carried out, and with its results. */
export const tellingSchema = z.object({
  response_id: z.string(),
  /** Names of the binary transfers that went before the results and belong into them. */
  pictures: z.array(z.string()).max(100).default([]),
  events: z
    .array(z.unknown())
    .max(MOST_TOLD)
    .transform((events) => events.map(toldEvent).filter((event) => event !== null)),
})
