// Connects a program that Deskhand started with what started it: over standard input and output in plain Node, over the parent
// port in a utility process of Electron (which has no standard input).
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

export interface ParentLink {
  /** MCP. */
  readonly transport: Transport
  /** Gives the first message, if the parent sends one that is not MCP. Call it before MCP is served. */
  first(): Promise<JSONRPCMessage>
  /** Called at most once, when the parent wants this program to end, or is gone. */
  onEnd(end: () => void): void
  /** Sends one last message, and exits with this code once it has been sent. */
  leave(message: JSONRPCMessage, code: number): void
}

/** Electron's `process.parentPort`: https://electronjs.org/docs/api/parent-port */
export interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  postMessage(message: unknown): void
}

/** The message that the parent posts instead of closing standard input. */
export const END_MESSAGE = 'deskhand:end'

/** Milliseconds that the parent has to take a last message. */
const LEAVE_MS = 1000

export function parentLink(): ParentLink {
  const { parentPort } = process as { parentPort?: ParentPort }
  return parentPort ? portLink(parentPort, (code) => process.exit(code)) : pipeLink()
}

/** Messages that come before MCP is served wait. */
function patient(inner: Transport): Pick<ParentLink, 'transport' | 'first'> {
  let early: JSONRPCMessage[] | null = []
  let first: PromiseWithResolvers<JSONRPCMessage> | null = null
  let starting: Promise<void> | null = null
  const start = () => (starting ??= inner.start())
  Object.assign(inner, {
    onmessage: (message: JSONRPCMessage) => {
      if (first && early) {
        const { resolve } = first
        first = null
        resolve(message)
      } else if (early) early.push(message)
      else transport.onmessage?.(message)
    },
    onclose: () => transport.onclose?.(),
    onerror: (error: Error) => transport.onerror?.(error),
  } satisfies Partial<Transport>)
  const transport: Transport = {
    start: async () => {
      await start()
      const waiting = early ?? []
      early = null
      for (const message of waiting) transport.onmessage?.(message)
    },
    send: (message) => inner.send(message),
    close: () => inner.close(),
  }
  return {
    transport,
    first: async () => {
      const come = early?.shift()
      if (come) return come
      first = Promise.withResolvers()
      const { promise } = first
      await start()
      return promise
    },
  }
}

function pipeLink(): ParentLink {
  return {
    ...patient(new StdioServerTransport()),
    onEnd: (end) => {
      const ended = once(end)
      process.stdin.once('end', ended)
      process.once('SIGTERM', ended)
      process.stdout.on('error', ended)
    },
    leave: (message, code) => {
      process.stdout.write(`${JSON.stringify(message)}\n`, () => process.exit(code))
    },
  }
}

/** Exported for tests; others use `parentLink`. */
export function portLink(port: ParentPort, exit: (code: number) => void): ParentLink {
  const inner: Transport = {
    start: () => Promise.resolve(),
    send: (message) => {
      port.postMessage(message)
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
  let end = (): void => {}
  port.on('message', ({ data }) => {
    if (data === END_MESSAGE) end()
    else inner.onmessage?.(data as JSONRPCMessage)
  })
  return {
    ...patient(inner),
    onEnd: (work) => {
      end = once(work)
      process.once('SIGTERM', end)
      // The program shares the app's terminal, where Ctrl+C must not end it before its keeper has cleaned up.
      process.on('SIGINT', () => {})
    },
    leave: (message, code) => {
      // A port does not report that a message has left, so the parent answers it by asking for the end.
      end = once(() => exit(code))
      setTimeout(end, LEAVE_MS)
      port.postMessage(message)
    },
  }
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    work()
  }
}
