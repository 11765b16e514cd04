// What a desktop process and its keeper say to each other beside MCP's own messages. The same on every platform.
import { z } from 'zod'

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
  /** Of a result: the memory after the call. */
  memory: 'deskhand/memory',
} as const
