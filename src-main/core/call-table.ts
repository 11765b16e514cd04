// Types calls and notices between two processes of Deskhand: one table of schemas serves both ends of a JSON-RPC connection.
import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  ErrorCode,
  McpError,
  type JSONRPCNotification,
  type Notification,
  type Request,
  type Result,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { messageOf, ToolError, UserError } from './errors.ts'
import { RunControl } from './run-control.ts'

/** Switches the SDK's own deadline off: a RunControl has one that stands still while a question is open. */
export const NO_DEADLINE_MS = 2 ** 31 - 1

/** Name of a call → its input (an object) and its output. */
export type CallTable = Readonly<Record<string, { input: z.ZodType; output: z.ZodType }>>
/** Name of a notice → its content (an object). A notice has no answer. */
export type NoticeTable = Readonly<Record<string, z.ZodType>>

export type CallName<T extends CallTable> = keyof T & string
export type CallInput<T extends CallTable, C extends CallName<T>> = z.input<T[C]['input']>
export type ParsedCallInput<T extends CallTable, C extends CallName<T>> = z.output<T[C]['input']>
export type CallOutput<T extends CallTable, C extends CallName<T>> = z.output<T[C]['output']>

type Answer<T extends CallTable, C extends CallName<T>> = z.input<T[C]['output']>
/** `run` ends with the request: when the caller gives up, and when the connection closes. */
export type CallHandlers<T extends CallTable> = {
  readonly [C in CallName<T>]: (
    input: ParsedCallInput<T, C>,
    run: RunControl,
  ) => Answer<T, C> | Promise<Answer<T, C>>
}
export type NoticeListeners<T extends NoticeTable> = {
  readonly [N in keyof T & string]: (value: z.output<T[N]>) => void | Promise<void>
}

/** One end of a connection; MCP's Client and Server are such ends, too. */
export type Peer = Pick<
  Protocol<Request, Notification, Result>,
  'request' | 'notification' | 'fallbackRequestHandler' | 'fallbackNotificationHandler'
>

/** Makes an end of a connection that carries only a table's calls. The SDK can't cancel its first request (id 0). */
export class PlainPeer extends Protocol<Request, Notification, Result> {
  protected override assertCapabilityForMethod(): void {}
  protected override assertNotificationCapability(): void {}
  protected override assertRequestHandlerCapability(): void {}
  protected override assertTaskCapability(): void {}
  protected override assertTaskHandlerCapability(): void {}
}

/** Keeps these methods apart from MCP's own. */
const PREFIX = 'deskhand/'
const nameOf = (method: string): string => (method.startsWith(PREFIX) ? method.slice(PREFIX.length) : '')

const outputSchema = z.looseObject({ output: z.unknown() })
/** `user`: a person can correct the fault, and `why` says how. */
const failureSchema = z.object({ why: z.string(), user: z.boolean() })

/** Answers a table's calls. Disposing stops the running ones. */
export function serveCalls<T extends CallTable>(peer: Peer, table: T, handlers: CallHandlers<T>): Disposable {
  const running = new Set<RunControl>()
  peer.fallbackRequestHandler = async ({ method, params }, { signal }) => {
    const name = nameOf(method)
    const call = Object.hasOwn(table, name) ? table[name] : undefined
    if (!call) throw new McpError(ErrorCode.MethodNotFound, `There is no call “${method}”.`)
    const answer = handlers[name] as (input: unknown, run: RunControl) => unknown
    using run = new RunControl({ name })
    const stop = () => run.stop()
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    running.add(run)
    try {
      return { output: await answer(call.input.parse(params ?? {}), run) }
    } catch (error) {
      const failure: z.infer<typeof failureSchema> = {
        why: error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error),
        user: error instanceof UserError,
      }
      throw new McpError(ErrorCode.InternalError, failure.why, failure)
    } finally {
      running.delete(run)
      signal.removeEventListener('abort', stop)
    }
  }
  return {
    [Symbol.dispose]() {
      for (const run of running) run.stop()
    },
  }
}

/**
 * Calls the other end. Throws UserError for a fault that a person can correct, ToolError for another failure (its message is a clause: “it
 * has closed the connection”), and StoppedError as soon as `run` ends; the other end is told of the stop, but may continue all the same.
 */
export async function askCall<T extends CallTable, C extends CallName<T>>(
  peer: Peer,
  table: T,
  call: C,
  input: CallInput<T, C>,
  run: RunControl,
): Promise<CallOutput<T, C>> {
  run.throwIfStopped()
  const request = { method: PREFIX + call, params: input as Record<string, unknown> }
  try {
    const options = { signal: run.signal, timeout: NO_DEADLINE_MS }
    const { output } = await run.race(peer.request(request, outputSchema, options))
    return table[call]?.output.parse(output) as CallOutput<T, C>
  } catch (error) {
    run.throwIfStopped()
    throw failureOf(error)
  }
}

function failureOf(error: unknown): Error {
  if (error instanceof z.ZodError)
    return new ToolError('it gave an answer of no known form', { cause: error })
  const { data } = failureSchema.safeParse(error instanceof McpError ? error.data : null)
  if (data?.user) return new UserError(data.why, { cause: error })
  // The SDK types the code of an error as a number.
  const closed: number = ErrorCode.ConnectionClosed
  if (error instanceof McpError && error.code === closed)
    return new ToolError('it has closed the connection', { cause: error })
  return new ToolError(data?.why ?? messageOf(error), { cause: error })
}

/** Calls back with a table's notices. Ignores a notice of unknown form, and one of another table. */
export function hearNotices<T extends NoticeTable>(
  peer: Peer,
  table: T,
  listeners: NoticeListeners<T>,
): void {
  peer.fallbackNotificationHandler = async ({ method, params }) => {
    const name = nameOf(method)
    const { success, data } = table[name]?.safeParse(params ?? {}) ?? { success: false }
    if (success) await (listeners[name] as (value: unknown) => void | Promise<void>)(data)
  }
}

/** Makes a notice as it goes over the wire. */
export const noticeOf = <T extends NoticeTable, N extends keyof T & string>(
  _table: T,
  name: N,
  value: z.input<T[N]>,
): JSONRPCNotification => ({
  jsonrpc: '2.0',
  method: PREFIX + name,
  params: value as Record<string, unknown>,
})

/** Sends a notice without waiting; it is written to a pipe before this returns. If the other end is gone, nothing happens. */
export function tell<T extends NoticeTable, N extends keyof T & string>(
  peer: Peer,
  table: T,
  name: N,
  value: z.input<T[N]>,
): void {
  const { method, params } = noticeOf(table, name, value)
  peer.notification({ method, params }).catch(() => {})
}
