// What a desktop process and its keeper say to each other beside MCP's own messages. The same on every platform.
import { z } from 'zod'
import { personInputSchema } from '../../../../src-preload/contract/calls/desktop.ts'
import { momentSchema } from '../../../core/lease.ts'
import { pointSchema, rectSchema } from '../../../../src-preload/contract/geometry.ts'

export const NAMESPACES = ['UICollector', 'HostUIExecutor', 'AppUIExecutor'] as const
export type DesktopNamespace = (typeof NAMESPACES)[number]

/** Exit code of a desktop process whose desktop is not there, or no longer. */
export const EXIT_DESKTOP_LOST = 7

const clipboardSchema = z.object({ formats: z.array(z.object({ type: z.string(), data: z.string() })) })

/** What is held down and what was borrowed. Written to the parent before it is done, so that a dead process can be cleaned up after. */
export const ledgerSchema = z.object({
  keys: z.array(z.string()),
  buttons: z.array(z.enum(['left', 'middle', 'right'])),
  /** The person's clipboard while a paste uses it, else null. */
  clipboard: clipboardSchema.nullable(),
  /**
   * What was given back, and is lost with the process that serves it since. Put back only where nobody else has taken the
   * clipboard. Left out: as it was said before.
   */
  kept: clipboardSchema.nullable().optional(),
})
export type Ledger = z.infer<typeof ledgerSchema>

export const EMPTY_LEDGER: Ledger = { keys: [], buttons: [], clipboard: null }

/** Nothing is held and nothing borrowed. What is kept for the person may still be there. */
export const isEmpty = (ledger: Ledger): boolean =>
  ledger.keys.length === 0 && ledger.buttons.length === 0 && ledger.clipboard === null

/** Notification, process → keeper: the ledger as it is from now on. */
export const ledgerNotificationSchema = z.object({
  method: z.literal('deskhand/ledger'),
  params: ledgerSchema,
})

/** Notification, process → keeper: a call has ended, also one that was cancelled (MCP sends no answer for those). */
export const endedNotificationSchema = z.object({
  method: z.literal('deskhand/ended'),
  params: z.object({ token: z.string() }),
})

/** Notification, keeper → process: calls may act until this moment. It comes again and again, unless the keeper is frozen. */
export const leaseNotificationSchema = z.object({
  method: z.literal('deskhand/lease'),
  params: momentSchema,
})

/** Notification, process → keeper, before it exits: why it can't serve. */
export const failedNotificationSchema = z.object({
  method: z.literal('deskhand/failed'),
  params: z.object({ message: z.string() }),
})

/** Request, keeper → a fresh process: let go of what an earlier one held. */
export const releaseRequestSchema = z.object({
  method: z.literal('deskhand/release'),
  params: ledgerSchema,
})

/**
 * Request, keeper → process: the desktop as it is, in each of some widths (a narrower desktop is not made larger). Answered
 * at once, or with `seen` as soon as it looks different from that, at latest after `within_ms`.
 */
export const frameRequestSchema = z.object({
  method: z.literal('deskhand/frame'),
  params: z.object({
    widths: z.array(z.number().int().min(16)).min(1),
    seen: z.number().int().nullable(),
    within_ms: z.number().int().min(0).max(10_000),
  }),
})
export type FrameRequest = z.infer<typeof frameRequestSchema>['params']

/** `pictures` in the order of the widths that were asked for, empty when nothing has changed. */
export const frameAnswerSchema = z.object({
  seen: z.number().int(),
  bounds: rectSchema,
  pictures: z.array(
    z.object({ width: z.number().int(), height: z.number().int(), data: z.string() /* base64 of a JPEG */ }),
  ),
})
export type FrameAnswer = z.infer<typeof frameAnswerSchema>

/** Notification, keeper → process: nobody watches any more. */
export const unwatchNotificationSchema = z.object({ method: z.literal('deskhand/unwatch') })

/** Request, keeper → process: what a person does by hand, in order. */
export const personInputRequestSchema = z.object({
  method: z.literal('deskhand/person_input'),
  params: z.object({ inputs: z.array(personInputSchema) }),
})
/** `unknown`: keys that this desktop has no name for; nothing was done for them. */
export const personInputAnswerSchema = z.object({ unknown: z.array(z.string()) })

/** Request, keeper → process: lets go of what the person holds. */
export const letGoRequestSchema = z.object({ method: z.literal('deskhand/let_go') })

/** Request, keeper → process: from now on these windows are the app's own; `shielded`: it can be asked to take them away. */
export const ownWindowsRequestSchema = z.object({
  method: z.literal('deskhand/own_windows'),
  params: z.object({ handles: z.array(z.string()), shielded: z.boolean() }),
})

/** Request, process → keeper, bounded by SHIELD_MS: what the app does with its own windows. */
export const shieldRequestSchema = z.object({
  method: z.literal('deskhand/shield'),
  params: z.discriminatedUnion('wish', [
    z.object({ wish: z.literal('hide'), area: rectSchema }),
    z.object({ wish: z.literal('show') }),
    z.object({ wish: z.literal('clear'), point: pointSchema }),
  ]),
})
export type ShieldWish = z.infer<typeof shieldRequestSchema>['params']

/** Request, keeper → process: tells (once) when the pointer moves by another hand than ours, counted from where it is now. */
export const watchPersonRequestSchema = z.object({
  method: z.literal('deskhand/watch_person'),
  params: z.object({ on: z.boolean() }),
})

/** Notification, process → keeper: it has. */
export const personMovedNotificationSchema = z.object({
  method: z.literal('deskhand/person_moved'),
  params: z.object({ point: pointSchema }),
})

/** What outlives a process, so that its successor gives out no id twice and works in the same window. */
export const memorySchema = z.object({
  next_id: z.number().int().min(1).default(1),
  /** Handle of the chosen window. */
  chosen: z.string().nullable().default(null),
  /** Handle → id. */
  windows: z.record(z.string(), z.string()).default({}),
})
export type DesktopMemory = z.infer<typeof memorySchema>

/** Keys in the `_meta` of calls and results. */
export const DESKTOP_META = {
  /** Of a call: named in `deskhand/ended`. */
  token: 'deskhand/token',
  /** Of a call: the moment until which it may act, where that is bounded; `deskhand/lease` tells a later one. */
  lease: 'deskhand/lease',
  /** Of a result: the memory after the call. */
  memory: 'deskhand/memory',
} as const
