// Lists every call that crosses the bridge, with the schema of its input and output. Types derive from it.
import type { z } from 'zod'
import type { CallName } from './call-names.ts'
import { appCalls } from './calls/app.ts'
import { batchCalls } from './calls/batch.ts'
import { deviceCalls } from './calls/devices.ts'
import { desktopCalls } from './calls/desktop.ts'
import { historyCalls } from './calls/history.ts'
import { memoryCalls } from './calls/memory.ts'
import { programCalls } from './calls/programs.ts'
import { planCalls } from './calls/plans.ts'
import { preparedBatchCalls } from './calls/prepared-batches.ts'
import { runCalls } from './calls/runs.ts'
import { scheduleCalls } from './calls/schedules.ts'
import { settingsCalls } from './calls/settings.ts'

export const CALLS = {
  ...runCalls,
  ...historyCalls,
  ...planCalls,
  ...scheduleCalls,
  ...desktopCalls,
  ...settingsCalls,
  ...memoryCalls,
  ...deviceCalls,
  ...programCalls,
  ...batchCalls,
  ...preparedBatchCalls,
  ...appCalls,
} as const satisfies Record<CallName, { input: z.ZodType; output: z.ZodType }>

type Calls = typeof CALLS
type NoStranger = Exclude<keyof Calls, CallName> extends never ? true : never
/** A schema whose name is missing in CALL_NAMES is a type error here. */
true satisfies NoStranger

/** What a caller gives: fields with a default may be left out. */
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>
/** What a handler gets. */
export type ParsedInput<N extends CallName> = z.output<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>
