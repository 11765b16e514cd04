// Defines the port through which a device carries out a server's commands: the desktop of this machine, with its gate and its
// person.
import { z } from 'zod'
import { verdictSchema, type EventBody } from '../../../src-preload/contract/events.ts'
import { failure, type Command, type Result, type Route } from '../../core/command.ts'
import type { BasicCommandDispatcher } from '../../core/dispatcher.ts'
import { messageOf, StoppedError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import { isAct, type Called } from '../protocol/called.ts'
import type { CommandOptions } from '../protocol/extension.ts'

/** What a server wants of this device. */
export interface RemoteTask {
  /** The name that the server gives it; it is never used as a path here. */
  task_name: string
  request: string
}

/** Describes to the server where the commands are carried out. */
export const devicePlaceSchema = z.object({
  display: z.enum(['host', 'virtual']),
  os: z.string(),
  /** What `~` means there. */
  home: z.string(),
})
export type DevicePlace = z.infer<typeof devicePlaceSchema>

/** The device's own tool that returns this description. */
export const PLACE_TOOL = 'get_device_place'

/** An opened desktop of this machine. Disposing gives back what it has borrowed. */
export interface DeviceWork extends AsyncDisposable {
  readonly place: DevicePlace
  readonly dispatcher: BasicCommandDispatcher
  /** Records on this machine that the acts of a command begin and end. */
  step(route: Route, commands: readonly Command[]): { end(results: readonly Result[]): void }
  /** Called when the server or this machine has ended the task. */
  finish(end: WorkEnd): void
}

export interface WorkEnd {
  status: 'completed' | 'failed' | 'stopped'
  error: string | null
  result: unknown
  /** How the server has judged it, as far as it tells. */
  judged?: Judged | null
}

/** A judgement among the results of a server. */
export const judgedSchema = z.object({
  type: z.literal('evaluation_result'),
  complete: verdictSchema,
  reason: z.string().catch(''),
})
export type Judged = z.infer<typeof judgedSchema>

/**
 * Opens the desktop for a task; `tell` gets each event there as it happens. The person of this machine can stop `run`, too. Throws
 * UserError where there is no desktop.
 */
export type OpenWork = (
  task: RemoteTask,
  tell: (event: EventBody) => void,
  run: RunControl,
) => Promise<DeviceWork>

/** Carries out the commands of one message. A failure is a result; throws StoppedError when `run` has to end. */
export async function carryOut(
  work: DeviceWork,
  { commands, route }: { commands: readonly Called[]; route: Route },
  { early_exit, timeout_ms, reset }: CommandOptions,
  run: RunControl,
): Promise<Result[]> {
  if (reset) await work.dispatcher.reset(run)
  const options = { route, earlyExit: early_exit, ...(timeout_ms === null ? {} : { timeoutMs: timeout_ms }) }
  const acts = commands.filter(isAct)
  const step = acts.length > 0 ? work.step(route, acts) : null
  const results: Result[] = []
  try {
    for (const command of commands) {
      const failed = early_exit ? results.find(({ status }) => status === 'failure') : undefined
      results.push(failed ? skipped(command, failed) : await one(work, command, options, run))
    }
    return results
  } finally {
    step?.end(results)
  }
}

async function one(
  { dispatcher, place }: DeviceWork,
  command: Called,
  options: Parameters<BasicCommandDispatcher['executeCommands']>[1],
  run: RunControl,
): Promise<Result> {
  const { call_id, tool_name } = command
  if (tool_name === PLACE_TOOL) {
    return { status: 'success', error: null, result: place, namespace: null, call_id, code: null }
  }
  try {
    const [result] = await dispatcher.executeCommands([command], options, run)
    return result ?? failure(command, 'tool', `${tool_name} gave no result.`)
  } catch (error) {
    run.throwIfStopped()
    // Nobody is at this device to answer, so the act is refused, and the server may find another way.
    if (error instanceof StoppedError && error.reason === 'unanswered') {
      return failure(command, 'refused', error.message)
    }
    if (error instanceof StoppedError) throw error
    // Only this command fails: those before it were done, and must not be repeated.
    return failure(command, 'tool', messageOf(error))
  }
}

const skipped = ({ call_id, tool_name }: Called, failed: Result): Result => ({
  status: 'skipped',
  error: `${tool_name} was skipped, because an action before it failed: ${failed.error ?? ''}`,
  result: null,
  namespace: null,
  call_id,
  code: null,
})
