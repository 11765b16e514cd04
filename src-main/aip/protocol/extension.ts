// Defines what two Deskhands tell each other beside the protocol, in the field `deskhand` of a message: a UFO peer ignores it.
import { z } from 'zod'
import { EVENT_VERSION, sessionEventSchema, type EventBody } from '../../../src-preload/contract/events.ts'
import { isRecord } from '../../core/record.ts'

/** The version of this extension. */
export const EXTENSION_VERSION = 1

/** The server's answer to a registration; its `session_id` names the task that the device goes on with, if any. */
export const welcomeSchema = z.object({
  /** Seconds within which a device must send something, and within which it may come back. */
  heartbeat: z.number().positive(),
})

/** Options that go with a COMMAND. */
export const commandOptionsSchema = z.object({
  early_exit: z.boolean().default(true),
  /** Milliseconds for each of the actions; the device's own bound holds, too. */
  timeout_ms: z.number().positive().nullable().default(null),
  /** Whether the tools forget their state before anything is done. */
  reset: z.boolean().default(false),
})
export type CommandOptions = z.infer<typeof commandOptionsSchema>

/** Goes with a HEARTBEAT of the server: a wish that can't wait for the next command. */
export const wishSchema = z.discriminatedUnion('wish', [
  z.object({ wish: z.literal('pause') }),
  z.object({ wish: z.literal('resume') }),
  /** Ends the actions of this command at once. */
  z.object({ wish: z.literal('cancel'), response_id: z.string() }),
])
export type Wish = z.infer<typeof wishSchema>

/** The events of its acts that a device sends as they happen. The rest of its record stays on the device. */
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

/** Removes the head of an event, because the server's journal gives it another one. */
export function bodyOf(event: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(event).filter(([key]) => !HEAD.some((name) => name === key)))
}

/** Returns null for an event that a device may not send. */
function toldEvent(body: unknown): ToldEvent | null {
  const head = { v: EVENT_VERSION, seq: 0, ts: 0, run: '', round: null, step: null }
  const parsed = sessionEventSchema.safeParse(isRecord(body) ? { ...body, ...head } : body)
  return parsed.success && isTold(parsed.data) ? (bodyOf(parsed.data) as ToldEvent) : null
}

/** How many events one message may hold. */
export const MAX_TOLD = 1000

/** Goes with a HEARTBEAT of the device while a command is carried out, and with its results. */
export const tellingSchema = z.object({
  response_id: z.string(),
  /** Names of the binary transfers that came before the results and belong to them. */
  pictures: z.array(z.string()).max(100).default([]),
  events: z
    .array(z.unknown())
    .max(MAX_TOLD)
    .transform((events) => events.map(toldEvent).filter((event) => event !== null)),
})
