// Defines what a desktop process and its keeper say to each other beside MCP's own messages. It is the same on every platform.
import { z } from 'zod'
import { personInputSchema } from '../../../../src-preload/contract/person-input.ts'
import { personActSchema } from '../../../../src-preload/contract/person-acts.ts'
import type { CallInput, CallName, CallOutput } from '../../../core/call-table.ts'
import { momentSchema } from '../../../core/lease.ts'
import { pointSchema, rectSchema } from '../../../../src-preload/contract/geometry.ts'

export const NAMESPACES = ['UICollector', 'HostUIExecutor', 'AppUIExecutor'] as const
export type DesktopNamespace = (typeof NAMESPACES)[number]

/** Exit code of a desktop process whose desktop is missing or lost. */
export const EXIT_DESKTOP_LOST = 7

const clipboardSchema = z.object({ formats: z.array(z.object({ type: z.string(), data: z.string() })) })

/** Held keys and buttons, and the borrowed clipboard. The keeper gets it beforehand, so that it can clean up after a dead process. */
export const ledgerSchema = z.object({
  keys: z.array(z.string()),
  buttons: z.array(z.enum(['left', 'middle', 'right'])),
  /** The person's clipboard while a paste uses it, else null. */
  clipboard: clipboardSchema.nullable(),
  /**
   * The clipboard that was given back, but was lost with the process that served it. It is put back only if no other program has
   * taken the clipboard. Left out: the same as in the last ledger.
   */
  kept: clipboardSchema.nullable().optional(),
})
export type Ledger = z.infer<typeof ledgerSchema>

export const EMPTY_LEDGER: Ledger = { keys: [], buttons: [], clipboard: null }

/** True when nothing is held or borrowed. The clipboard kept for the person may still be there. */
export const isEmpty = (ledger: Ledger): boolean =>
  ledger.keys.length === 0 && ledger.buttons.length === 0 && ledger.clipboard === null

const frameAnswerSchema = z.object({
  seen: z.number().int(),
  bounds: rectSchema,
  /** In the order of the requested widths; empty when nothing has changed. */
  pictures: z.array(
    z.object({ width: z.number().int(), height: z.number().int(), data: z.string() /* base64 of a JPEG */ }),
  ),
})

const nothing = z.object({})
const done = z.null()

/** Calls from the keeper to the process. */
export const KEEPER_CALLS = {
  /** Asks a fresh process to release what an earlier one held. */
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
   * Does a person's inputs in order. `unknown`: keys that this desktop has no name for, and that were not
   * pressed. `seen`: the acts by control, if `tells` asks for them.
   */
  person_input: {
    input: z.object({ inputs: z.array(personInputSchema), tells: z.boolean().default(false) }),
    output: z.object({ unknown: z.array(z.string()), seen: z.array(personActSchema).default([]) }),
  },
  /** Releases what the person holds. */
  let_go: { input: nothing, output: done },
  /** Says which windows are the app's own from now on. `shielded`: the app can hide them on request. */
  own_windows: { input: z.object({ handles: z.array(z.string()), shielded: z.boolean() }), output: done },
  /** Asks for windows with unsaved work (`true`), or with possibly unsaved work (null: that can't be seen). */
  unsaved_work: {
    input: nothing,
    output: z.array(
      z.object({ title: z.string(), process_name: z.string(), unsaved: z.literal(true).nullable() }),
    ),
  },
  /** Brings a window to the front. */
  show_window: { input: z.object({ handle: z.string() }), output: done },
  /**
   * Closes the windows that close without a question, and tells which are left: with unsaved work, or (`unsaved: false`) without an answer.
   * The work in the windows with the handles `discard` is given up.
   */
  close_windows: {
    input: z.object({ discard: z.array(z.string()) }),
    output: z.array(
      z.object({ handle: z.string(), title: z.string(), process_name: z.string(), unsaved: z.boolean() }),
    ),
  },
  /** Asks to be told (once) when another hand than ours moves the pointer from its current place. */
  watch_person: { input: z.object({ on: z.boolean() }), output: done },
} as const
export type KeeperCall = CallName<typeof KEEPER_CALLS>
export type UnsavedWindow = CallOutput<typeof KEEPER_CALLS, 'unsaved_work'>[number]
export type UnclosedWindow = CallOutput<typeof KEEPER_CALLS, 'close_windows'>[number]
export type FrameRequest = CallInput<typeof KEEPER_CALLS, 'frame'>
export type FrameAnswer = CallOutput<typeof KEEPER_CALLS, 'frame'>

/** Calls from the process to its keeper. */
export const DESKTOP_CALLS = {
  /** Asks the app to do something with its own windows within SHIELD_MS. The answer says whether it was done. */
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

/** Notices from the keeper to the process. */
export const KEEPER_NOTICES = {
  /** Says until when calls may act. It is repeated, unless the keeper is frozen. */
  lease: momentSchema,
  /** Says that nobody watches any more. */
  unwatch: nothing,
} as const

/** The keeper's first notice, sent once, to a process that was started before its desktop. */
export const FIRST_NOTICES = {
  desktop: z.object({ env: z.record(z.string(), z.string()) }),
} as const

/** The argument of a process that gets its desktop by the notice `desktop`; without it, the desktop is the environment's. */
export const DESKTOP_FOLLOWS = '--desktop-follows'

/** Notices from the process to its keeper. */
export const DESKTOP_NOTICES = {
  /** The ledger from now on. */
  ledger: ledgerSchema,
  /** A call has ended, also a cancelled one (MCP sends no answer for those). */
  ended: z.object({ token: z.string() }),
  /** Sent before the process exits, with the reason why it can't serve. */
  failed: z.object({ message: z.string() }),
  /** Another hand has moved the pointer. */
  person_moved: z.object({ point: pointSchema }),
} as const

/** Data that outlives a process, so that its successor gives no id out twice and works in the same window. */
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
  /** On a call: the token that the notice `ended` names. */
  token: 'deskhand/token',
  /** On a call: the moment until which it may act, where that is limited. The notice `lease` extends it. */
  lease: 'deskhand/lease',
  /** On a result: the memory after the call. */
  memory: 'deskhand/memory',
} as const
