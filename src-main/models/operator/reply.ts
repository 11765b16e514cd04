// Defines what a computer-use model says in one turn, in either protocol: acts in screen space, and the conversation's state.
import { z } from 'zod'
import { pointSchema } from '../../../src-preload/contract/geometry.ts'
import { screenPoint } from '../../core/geometry.ts'

const point = pointSchema.transform(({ x, y }) => screenPoint(x, y))
/** Keys that are held while the pointer acts. */
const keys = z.array(z.string().min(1)).default([])

export const operatorActionSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('click'),
    point,
    button: z.enum(['left', 'middle', 'right']),
    times: z.number().int().min(1).max(3),
    keys,
  }),
  z.object({ type: z.literal('move'), point, keys }),
  /** In notches; positive is up, and left. */
  z.object({ type: z.literal('scroll'), point, up: z.number().int(), left: z.number().int(), keys }),
  z.object({ type: z.literal('drag'), path: z.array(point).min(2), keys }),
  z.object({ type: z.literal('type'), text: z.string() }),
  z.object({ type: z.literal('keypress'), keys: z.array(z.string().min(1)).min(1) }),
  z.object({ type: z.literal('wait'), seconds: z.number().min(0) }),
  z.object({ type: z.literal('screenshot') }),
  /** A call of one of the other tools on offer. */
  z.object({ type: z.literal('call'), name: z.string(), arguments: z.record(z.string(), z.unknown()) }),
])
export type OperatorAction = z.output<typeof operatorActionSchema>

/** A check of the service that a person must see before the act is done. */
export const safetyCheckSchema = z.object({
  id: z.string(),
  code: z.string().nullish(),
  message: z.string().nullish(),
})
export type SafetyCheck = z.infer<typeof safetyCheckSchema>

/** A call whose answer the service waits for. */
const openCallSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('computer'), call_id: z.string(), checks: z.array(safetyCheckSchema) }),
  z.object({ kind: z.literal('function'), call_id: z.string(), name: z.string(), question: z.string().nullable() }),
]) // prettier-ignore
export type OpenCall = z.infer<typeof openCallSchema>

const turnSchema = z.object({
  /** Data URL of the picture that the model got; null once that is too long ago. */
  picture: z.string().nullable(),
  told: z.string().nullable(),
  said: z.string(),
})
export type Turn = z.infer<typeof turnSchema>

/** The state of a conversation, kept by the service or by us. The caller returns it unread. */
export const operatorThreadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('responses'), response_id: z.string(), calls: z.array(openCallSchema) }),
  z.object({
    kind: z.literal('ui_tars'),
    /** The first message, the same at every turn, so that services can cache it and nothing is said twice. */
    opening: z.string(),
    /** The question of the model's last turn. */
    asked: z.string().nullable(),
    turns: z.array(turnSchema),
  }),
])
export type OperatorThread = z.infer<typeof operatorThreadSchema>

export const operatorReplySchema = z.object({
  thought: z.string().nullable(),
  actions: z.array(operatorActionSchema),
  status: z.enum(['CONTINUE', 'PENDING', 'FINISH', 'FAIL']),
  questions: z.array(z.string()),
  /** The answer to the request, or why it can't be carried out. */
  result: z.string().nullable(),
  safety_checks: z.array(safetyCheckSchema),
  thread: operatorThreadSchema,
})
export type OperatorReply = z.output<typeof operatorReplySchema>
