// Defines what a desktop process and its keeper say to each other beside MCP's own messages. It is the same on every platform.
import { z } from 'zod'
import { personInputSchema } from '../../../../src-preload/contract/person-input.ts'
import { personActSchema } from '../../../../src-preload/contract/person-acts.ts'
import type { CallInput, CallName, CallOutput } from '../../../core/call-table.ts'
import { momentSchema } from '../../../core/lease.ts'
import { pointSchema, rectSchema } from '../../../../src-preload/contract/geometry.ts'

export const NAMESPACES = ['UICollector', 'HostUIExecutor', 'AppUIExecutor'] as const
export type DesktopNamespace = (typeof NAMESPACES)[number]

/** Exit code of a desktop process whose desktop is not there, or no longer. */
export const EXIT_DESKTOP_LOST = 7

const clipboardSchema = z.object({ formats: z.array(z.object({ type: z.string(), data: z.string() })) })

/** What is held down and what was borrowed. The keeper gets it beforehand, so that it can clean up after a dead process. */
export const ledgerSchema = z.object({
  keys: z.array(z.string()),
  buttons: z.array(z.enum(['left', 'middle', 'right'])),
  /** The person's clipboard while a paste uses it, else null. */
  clipboard: clipboardSchema.nullable(),
  /**
   * What was given back, and has been lost since with the process that served it. It is put back only where no other program has
   * taken the clipboard. Left out: as the last ledger said.
   */
  kept: clipboardSchema.nullable().optional(),
})
export type Ledger = z.infer<typeof ledgerSchema>

export const EMPTY_LEDGER: Ledger = { keys: [], buttons: [], clipboard: null }

/** True when nothing is held and nothing borrowed. What is kept for the person may still be there. */
export const isEmpty = (ledger: Ledger): boolean =>
  ledger.keys.length === 0 && ledger.buttons.length === 0 && ledger.clipboard === null

const frameAnswerSchema = z.object({
  seen: z.number().int(),
  bounds: rectSchema,
  /** In the order of the widths that were asked for, empty when nothing has changed. */
  pictures: z.array(
    z.object({ width: z.number().int(), height: z.number().int(), data: z.string() /* base64 of a JPEG */ }),
  ),
})

const nothing = z.object({})
const done = z.null()

/** What the keeper asks of the process. */
export const KEEPER_CALLS = {
  /** Asks a fresh process to let go of what an earlier one held. */
  release: { input: ledgerSchema, output: done },
  /**
   * Asks for the desktop as it is, in each of some widths (a narrower desktop is not made larger). The answer comes at once, or
   * with `seen` as soon as the desktop looks different from that, at latest after `within_ms`.
   */
  frame: {
    input: z.object({
      widths: z.array(z.number().int().min(16)).min(1),
      seen: z.number().int().nullable(),
      within_ms: z.number().int().min(0).max(10_000),
    }),
    output: frameAnswerSchema,
  },
  /**
   * What a person does by hand, in order. `unknown`: keys that this desktop has no name for; nothing was
   * done for them. `seen`: what that was, by control, where `tells` asks for it.
   */
  person_input: {
    input: z.object({ inputs: z.array(personInputSchema), tells: z.boolean().default(false) }),
    output: z.object({ unknown: z.array(z.string()), seen: z.array(personActSchema).default([]) }),
  },
  /** Lets go of what the person holds. */
  let_go: { input: nothing, output: done },
  /** Says which windows are the app's own from now on; `shielded`: the app can be asked to take them away. */
  own_windows: { input: z.object({ handles: z.array(z.string()), shielded: z.boolean() }), output: done },
  /** Asks for windows in which there is unsaved work (`true`), or may be (null: that can't be seen). */
  unsaved_work: {
    input: nothing,
    output: z.array(
      z.object({ title: z.string(), process_name: z.string(), unsaved: z.literal(true).nullable() }),
    ),
  },
  /** Asks to hear (once) when another hand than ours moves the pointer, counted from where it is now. */
  watch_person: { input: z.object({ on: z.boolean() }), output: done },
} as const
export type KeeperCall = CallName<typeof KEEPER_CALLS>
export type UnsavedWindow = CallOutput<typeof KEEPER_CALLS, 'unsaved_work'>[number]
export type FrameRequest = CallInput<typeof KEEPER_CALLS, 'frame'>
export type FrameAnswer = CallOutput<typeof KEEPER_CALLS, 'frame'>

/** What the process asks of its keeper. */
export const DESKTOP_CALLS = {
  /** Asks the app to do something with its own windows, within SHIELD_MS; the answer says whether it was done. */
  shield: {
    input: z.discriminatedUnion('wish', [
      z.object({ wish: z.literal('hide'), area: rectSchema }),
      z.object({ wish: z.literal('show') }),
      z.object({ wish: z.literal('clear'), point: pointSchema }),
    ]),
    output: z.boolean(),
  },
} as const
export type ShieldWish = CallInput<typeof DESKTOP_CALLS, 'shield'>

/** What the keeper tells the process. */
export const KEEPER_NOTICES = {
  /** Says until when calls may act. It comes again and again, unless the keeper is frozen. */
  lease: momentSchema,
  /** Says that nobody watches any more. */
  unwatch: nothing,
} as const

/** What the keeper says first of all, and once, to a process that was started before its desktop. */
export const FIRST_NOTICES = {
  desktop: z.object({ env: z.record(z.string(), z.string()) }),
} as const

/** The argument of a process that gets its desktop by the notice `desktop`; without it, the desktop is the environment's. */
export const DESKTOP_FOLLOWS = '--desktop-follows'

/** What the process tells its keeper. */
export const DESKTOP_NOTICES = {
  /** The ledger as it is from now on. */
  ledger: ledgerSchema,
  /** A call has ended, also one that was cancelled (MCP sends no answer for those). */
  ended: z.object({ token: z.string() }),
  /** Sent before the process exits: why it can't serve. */
  failed: z.object({ message: z.string() }),
  /** Another hand has moved the pointer. */
  person_moved: z.object({ point: pointSchema }),
} as const

/** What outlives a process, so that its successor gives no id out twice and works in the same window. */
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
  /** Of a call: named in the notice `ended`. */
  token: 'deskhand/token',
  /** Of a call: the moment until which it may act, where that is bounded; the notice `lease` tells a later one. */
  lease: 'deskhand/lease',
  /** Of a result: the memory after the call. */
  memory: 'deskhand/memory',
} as const
