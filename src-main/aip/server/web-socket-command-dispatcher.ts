// Sends the commands of a session on the server to a connected device, whose own gate judges them, and takes the results back.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  failure,
  type Command,
  type MCPToolInfo,
  type Result,
  type Route,
  type ToolType,
} from '../../core/command.ts'
import type { BasicCommandDispatcher, DispatchOptions } from '../../core/dispatcher.ts'
import { messageOf, ToolError } from '../../core/errors.ts'
import type { EventSink } from '../../core/event-sink.ts'
import type { Logger } from '../../core/logger.ts'
import type { RunControl } from '../../core/run-control.ts'
import { allFailed, type Called } from '../protocol/called.ts'
import { tellingSchema, type CommandOptions, type Wish } from '../protocol/extension.ts'
import { DeviceReport } from './device-report.ts'
import { TransferReceiver, withPictures } from '../protocol/transfer.ts'
import { mcpToolInfoSchema, type ClientMessage, type WireResult } from '../protocol/messages.ts'
import type { DeviceLink, LinkState } from './task.ts'

export interface WebSocketCommandDispatcherOptions {
  /** The line of the session's task to its device. */
  link: DeviceLink
  sink: EventSink
  logger: Logger
  /** Milliseconds that one command may take; the default is the seeds' 6000 s. */
  timeoutMs?: number
}

interface Pending {
  message: Parameters<DeviceLink['send']>[0]
  commands: readonly Called[]
  report: DeviceReport
  settle: (results: Result[]) => void
}

const TOOL_TIMEOUT_MS = 6_000_000
/** Milliseconds beyond the tools' own bound that a device has to report a timeout. */
const SLACK_MS = 10_000
const LIST_MS = 30_000
const GONE = 'The device is not connected any more.'

export class WebSocketCommandDispatcher implements BasicCommandDispatcher, Disposable {
  readonly #options: WebSocketCommandDispatcherOptions
  /** Messages without an answer, by `response_id`, which the device's answer names. */
  readonly #pending = new Map<string, Pending>()
  readonly #listening = new DisposableStack()
  readonly #pictures = new TransferReceiver((fault) => this.#options.logger.warn(fault))
  #paused = false
  /** Why the device can't be used any more; null while it can. */
  #gone: string | null = null

  constructor(options: WebSocketCommandDispatcherOptions) {
    this.#options = options
    this.#listening.defer(options.link.onMessage((message) => this.#hear(message)))
    this.#listening.defer(options.link.onFrame((frame) => this.#pictures.hear(frame)))
    this.#listening.defer(options.link.onState((state) => this.#turn(state)))
    if (options.link.state === 'gone') this.#end(GONE)
  }

  async executeCommands(commands: Command[], options: DispatchOptions, run: RunControl): Promise<Result[]> {
    const { earlyExit = true, timeoutMs = this.#options.timeoutMs ?? TOOL_TIMEOUT_MS } = options
    const extension: CommandOptions = { early_exit: earlyExit, timeout_ms: timeoutMs, reset: false }
    return this.#execute(commands, options.route, extension, run)
  }

  /** Lists tools with the seeds' meta tool. Throws ToolError when the device does not answer it. */
  async listTools(route: Route, toolType: ToolType | null, run: RunControl): Promise<MCPToolInfo[]> {
    const command: Command = {
      tool_name: 'list_tools',
      parameters: toolType === null ? {} : { tool_type: toolType },
      tool_type: 'action',
    }
    const [result] = await this.executeCommands([command], { route, timeoutMs: LIST_MS }, run)
    const tools = z.array(mcpToolInfoSchema).safeParse(result?.result)
    if (result?.status === 'success' && tools.success) {
      return tools.data.map((tool) => ({
        ...tool,
        tool_type: tool.tool_type === 'action' ? 'action' : 'data_collection',
        description: tool.description ?? '',
        input_schema: tool.input_schema ?? {},
      }))
    }
    const why = result?.error ?? (tools.success ? 'no reason given' : z.prettifyError(tools.error))
    throw new ToolError(`The tools of the device ${this.#options.link.device.id} can't be listed: ${why}`)
  }

  /** Resets the tools. A UFO device has no message for that: it starts afresh with each task. */
  async reset(run: RunControl): Promise<void> {
    if (!this.#isDeskhand) return
    const nothing: Command = { tool_name: '', parameters: {}, tool_type: 'action' }
    const route = { agent_name: '', process_name: '', root_name: '' }
    const options = { early_exit: true, timeout_ms: LIST_MS, reset: true }
    const [result] = await this.#execute([nothing], route, options, run)
    if (result?.status === 'failure') throw new ToolError(result.error ?? 'The device could not begin anew.')
  }

  /** Makes the device wait before its next act, until `resume`. */
  pause(): void {
    this.#paused = true
    this.#wish({ wish: 'pause' })
  }

  resume(): void {
    this.#paused = false
    this.#wish({ wish: 'resume' })
  }

  [Symbol.dispose](): void {
    this.#listening.dispose()
    this.#end('The session has ended.')
  }

  async #execute(
    commands: Command[],
    route: Route,
    extension: CommandOptions,
    run: RunControl,
  ): Promise<Result[]> {
    await run.checkpoint()
    const called = commands.map((command) => ({ ...command, call_id: command.call_id ?? randomUUID() }))
    if (called.length === 0) return []
    const id = randomUUID()
    const message: Pending['message'] = {
      type: 'command',
      status: 'continue',
      ...route,
      actions: called.map((command) => ({ namespace: undefined, confirm: undefined, ...command })),
      response_id: id,
      deskhand: this.#isDeskhand ? { ...extension } : null,
    }
    const each = extension.timeout_ms ?? TOOL_TIMEOUT_MS
    using bounded = run.child({ timeoutMs: each * called.length + SLACK_MS, name: 'The device' })
    using report = new DeviceReport(called, (body) => this.#options.sink.emit(body), run)
    const { promise, resolve } = Promise.withResolvers<Result[]>()
    const pending: Pending = { message, commands: called, report, settle: resolve }
    this.#pending.set(id, pending)
    try {
      if (!this.#isDeskhand) report.startAll()
      await bounded.race(this.#options.sink.sync())
      this.#send(pending)
      const results = await bounded.race(promise)
      report.end(results)
      return results
    } catch (error) {
      if (bounded.stopped) this.#wish({ wish: 'cancel', response_id: id })
      const results = allFailed(called, bounded.stopped ? 'timeout' : 'lost', messageOf(error))
      report.end(results)
      run.throwIfStopped()
      return results
    } finally {
      this.#pending.delete(id)
    }
  }

  /** Sends a command, or waits until the device is connected again. A device that is gone ends it. */
  #send(pending: Pending): void {
    if (this.#gone !== null) return pending.settle(allFailed(pending.commands, 'lost', this.#gone))
    try {
      this.#options.link.send(pending.message)
    } catch (error) {
      this.#options.logger.info({ device: this.#options.link.device.id }, messageOf(error))
    }
  }

  #hear(message: ClientMessage): void {
    const id = message.prev_response_id
    const pending = id === null ? undefined : this.#pending.get(id)
    if (message.type === 'error') {
      const why = message.error ?? 'The device failed and gave no reason.'
      // The error belongs to no command: the device has ended the session's task.
      if (id === null) this.#end(why)
      else if (pending) pending.settle(allFailed(pending.commands, 'tool', why))
      return
    }
    if (message.type === 'task_end') return this.#end(message.error ?? 'The device has ended the task.')
    const telling = tellingSchema.safeParse(message.deskhand)
    if (telling.success) this.#pending.get(telling.data.response_id)?.report.tell(telling.data.events)
    if (message.type !== 'command_results') return
    const pictures = telling.data?.pictures ?? []
    if (pending) this.#take(pending, message, pictures)
    // Nobody waits for this answer any more, so its pictures are dropped; otherwise they would stay as long as the session.
    else for (const name of pictures) this.#pictures.take(name)
  }

  /** Takes an answer whose pictures came before it as bytes. */
  #take({ commands, settle }: Pending, message: ClientMessage, names: readonly string[]): void {
    try {
      const whole = withPictures(message.action_results ?? [], names, (name) => this.#pictures.take(name))
      if (whole) settle(resultsFor(commands, whole.value as WireResult[], message.error))
      else settle(allFailed(commands, 'tool', 'A picture of the device did not come whole.'))
    } catch (error) {
      // The answer can't be read (it may be nested too deep), but no other one will come.
      settle(allFailed(commands, 'tool', `The answer of the device can't be read: ${messageOf(error)}`))
    }
  }

  #turn(state: LinkState): void {
    if (state === 'gone') return this.#end(GONE)
    this.#pictures.reset()
    if (state === 'lost') {
      // A UFO device would do an act twice if it were asked again.
      if (!this.#isDeskhand) this.#end('The connection to the device was lost.')
      return
    }
    // The run may have been paused or resumed while there was no connection.
    this.#wish({ wish: this.#paused ? 'pause' : 'resume' })
    for (const pending of this.#pending.values()) this.#send(pending)
  }

  #end(reason: string): void {
    this.#gone ??= reason
    for (const { settle, commands } of this.#pending.values()) settle(allFailed(commands, 'lost', reason))
  }

  #wish(wish: Wish): void {
    const { link, logger } = this.#options
    if (this.#gone !== null || !this.#isDeskhand) return
    try {
      link.send({ type: 'heartbeat', status: 'ok', deskhand: { ...wish } })
    } catch (error) {
      logger.info({ device: link.device.id }, messageOf(error))
    }
  }

  /** Whether the device is a Deskhand, which reports its acts, can be paused, and does nothing twice when asked again. */
  get #isDeskhand(): boolean {
    return this.#options.link.device.deskhand !== null
  }
}

/** Finds one result per command: by its call_id, or by its position where a peer leaves the call_id out. */
function resultsFor(
  commands: readonly Called[],
  given: readonly WireResult[],
  error: string | null,
): Result[] {
  return commands.map((command, index) => {
    const atPlace = given[index]
    const found =
      given.find((result) => result.call_id === command.call_id) ??
      (atPlace?.call_id === '' ? atPlace : undefined)
    return found
      ? { ...found, call_id: command.call_id }
      : failure(command, 'tool', error ?? `The device gave no result for ${command.tool_name}.`)
  })
}
