// Finds the Computer of a route, as the seeds' CommandRouter, and carries out commands on it in order, one Result each.
import {
  failure,
  type Command,
  type MCPToolInfo,
  type Result,
  type Route,
  type ToolType,
} from '../core/command.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { CallOptions, Computer } from './computer.ts'
import type { ComputerManager } from './computer-manager.ts'
import { resultOf, type MCPToolCall } from './tool-call.ts'

/** Carries out the call and sends `meta` along. */
export type Act = (meta: Record<string, unknown>) => Promise<Result>

export interface ExecuteOptions extends CallOptions {
  /** After the first failure the rest are skipped. The default is true. */
  earlyExit?: boolean
  /** Wraps each call, for example in a gate: it decides whether `act` is called. */
  around?: (call: MCPToolCall, computer: Computer, act: Act) => Promise<Result>
}

export class CommandRouter {
  readonly #computers: ComputerManager

  constructor(computers: ComputerManager) {
    this.#computers = computers
  }

  /** Never throws for a failed command; throws when `run` has to end. */
  async execute(
    route: Route,
    commands: Command[],
    options: ExecuteOptions,
    run: RunControl,
  ): Promise<Result[]> {
    const results: Result[] = []
    let failedAt: number | null = null
    for (const [index, command] of commands.entries()) {
      if (failedAt !== null && options.earlyExit !== false) {
        results.push(skipped(command, commands, failedAt, results))
        continue
      }
      const result = await this.#executeOne(route, command, options, run)
      results.push(result)
      if (result.status === 'failure') failedAt ??= index
    }
    return results
  }

  async listTools(route: Route, toolType: ToolType | null, run: RunControl): Promise<MCPToolInfo[]> {
    return (await this.#computers.getOrCreate(route, run)).listTools(toolType)
  }

  /** Makes every Computer and every server start afresh. */
  reset(run: RunControl): Promise<void> {
    return this.#computers.reset(run)
  }

  async #executeOne(
    route: Route,
    command: Command,
    options: ExecuteOptions,
    run: RunControl,
  ): Promise<Result> {
    if (command.tool_name === '') {
      const call_id = command.call_id ?? ''
      return {
        status: 'success',
        error: null,
        result: 'No action taken.',
        namespace: null,
        call_id,
        code: null,
      }
    }
    try {
      const computer = await this.#computers.getOrCreate(route, run)
      const call = await computer.command2tool(command, run)
      if ('status' in call) return call
      const { around, earlyExit: _, ...callOptions } = options
      const act: Act = async (meta) =>
        resultOf(
          await computer.runAction(call, { ...callOptions, meta: { ...callOptions.meta, ...meta } }, run),
          command,
          call.tool_info.namespace,
        )
      return await (around && call.mcp_server ? around(call, computer, act) : act({}))
    } catch (error) {
      run.throwIfStopped()
      if (error instanceof StoppedError) throw error
      return failure(command, 'tool', messageOf(error))
    }
  }
}

function skipped(command: Command, commands: Command[], failedAt: number, results: Result[]): Result {
  const cause = commands[failedAt]?.tool_name ?? ''
  const why = results[failedAt]?.error ?? ''
  return {
    status: 'skipped',
    error: `Skipped, because action ${failedAt + 1} (${cause}) failed: ${why}`,
    result: null,
    namespace: command.namespace ?? null,
    call_id: command.call_id ?? '',
    code: null,
  }
}
