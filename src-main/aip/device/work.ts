// What a device does a server's commands with: the port to the desktop of this machine, with its gate and its person.
import { z } from 'zod'
import type { EventBody } from '../../../src-preload/contract/events.ts'
import { failure, type Command, type Result, type Route } from '../../core/command.ts'
import type { BasicCommandDispatcher } from '../../core/dispatcher.ts'
import { messageOf, StoppedError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import { isAct, type Called } from '../protocol/called.ts'
import type { CommandOptions } from '../protocol/extension.ts'

/** What a server wants of this device. */
export interface RemoteTask {
  /** As the server calls it; never a path here. */
  task_name: string
  request: string
}

/** Where the commands are carried out, as the server is told. */
export const devicePlaceSchema = z.object({
  display: z.enum(['host', 'virtual']),
  os: z.string(),
  /** What `~` means there. */
  home: z.string(),
})
export type DevicePlace = z.infer<typeof devicePlaceSchema>

/** The tool of this device itself that tells it. */
export const PLACE_TOOL = 'get_device_place'

/** An opened desktop of this machine. Disposing gives back what was borrowed. */
export interface DeviceWork extends AsyncDisposable {
  readonly place: DevicePlace
  readonly dispatcher: BasicCommandDispatcher
  /** The acts of a command begin and end, for the record of this machine. */
  step(route: Route, commands: readonly Command[]): { end(results: readonly Result[]): void }
  /** The server has ended the task, or this machine has. */
  finish(end: { status: 'completed' | 'failed' | 'stopped'; error: string | null; result: unknown }): void
}

/**
 * Opens the desktop for a task; what is done there is told to `tell` as it happens. `run` is stopped by the person of this
 * machine, too. Throws UserError where there is no desktop.
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
    // Nobody is at this device to be asked: that act is refused, and the server may find another way.
    if (error instanceof StoppedError && error.reason === 'unanswered') {
      return failure(command, 'refused', error.message)
    }
    if (error instanceof StoppedError) throw error
    // Of this command alone: those before it were done, and are not to be asked for again.
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
