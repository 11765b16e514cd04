// A server behind a kept MCP connection: a child process (stdio), an address (http) or an object of this process.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolResultSchema,
  ErrorCode,
  McpError,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { MCPServerConfig } from '../../src-preload/contract/config.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf, ToolError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { redact } from '../core/redaction.ts'
import type { RunControl } from '../core/run-control.ts'
import { isConnectionClosed, NO_TIMEOUT, soon } from './mcp-client.ts'
import type { BaseMCPServer } from './mcp-server.ts'
import { stdioTransport } from './stdio-transport.ts'

/** Milliseconds that a server may take to answer the first greeting. */
const CONNECT_MS = 30_000
/** Milliseconds that a server has to hear of a cancellation and tidy up, before it is ended. */
const GRACE_MS = 100
/** The same for one that others are calling: it is ended only when it does not answer any more. */
const SHARED_GRACE_MS = 2000
/** A server that goes on listing tools is not waited for. */
const MOST_TOOLS = 2000

type Request<T> = (client: Client, options: { signal: AbortSignal; timeout: number }) => Promise<T>

/** How a server is reached. */
export interface Endpoint {
  transport: Transport
  /** Ends at once what is behind it, where that can be done. */
  kill?: () => void
  /** What it said beside the protocol, for the reason of a failure. */
  said?: () => string
}

interface Link {
  client: Client
  endpoint: Endpoint
  calls: number
  /** No new calls; closed when the last one has ended. */
  retired: boolean
  closed: boolean
}

interface LinkedServerOptions {
  namespace: string
  kind: BaseMCPServer['kind']
  /** Makes the way to a fresh server, or to the same again. */
  open: () => Promise<Endpoint> | Endpoint
  /** What to do when it can't be reached: ends the sentence "… can't be reached: why." */
  mend: string
}

export class LinkedServer implements BaseMCPServer {
  readonly namespace: string
  readonly kind: BaseMCPServer['kind']
  readonly #options: LinkedServerOptions
  /** The link that new calls use: on its way, and open. */
  #link: Promise<Link> | null = null
  #current: Link | null = null
  /** What is being connected to. */
  #opening: Endpoint | null = null

  constructor(options: LinkedServerOptions) {
    this.namespace = options.namespace
    this.kind = options.kind
    this.#options = options
  }

  listTools(run: RunControl): Promise<Tool[]> {
    return this.#use(run, async (client, options) => {
      const tools: Tool[] = []
      let cursor: string | undefined
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor }, options)
        tools.push(...page.tools)
        if (tools.length > MOST_TOOLS)
          throw new ToolError(`${this.namespace} lists more than ${MOST_TOOLS} tools.`)
        cursor = page.nextCursor
      } while (cursor !== undefined)
      return tools
    })
  }

  callTool(
    name: string,
    parameters: Record<string, unknown>,
    meta: Record<string, unknown>,
    _timeoutMs: number,
    run: RunControl,
  ): Promise<CallToolResult> {
    const request = { name, arguments: parameters, _meta: meta }
    return this.#use(
      run,
      async (client, options) =>
        (await client.callTool(request, CallToolResultSchema, options)) as CallToolResult,
    )
  }

  async reset(): Promise<void> {
    const link = this.#link
    this.#link = null
    if (!link) return
    const opened = await link.catch(() => null)
    if (!opened) return
    this.#drop(opened)
    if (opened.calls === 0) await close(opened)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const link = this.#link
    this.#link = null
    // One that does not answer the greeting is not waited for.
    this.#opening?.kill?.()
    drop(this.#opening?.transport.close() ?? Promise.resolve())
    const opened = await link?.catch(() => null)
    if (!opened) return
    opened.endpoint.kill?.()
    await close(opened)
  }

  /** A call that never reached its server, which was started again meanwhile, is made once more. */
  async #use<T>(run: RunControl, act: Request<T>): Promise<T> {
    try {
      return await this.#try(run, act)
    } catch (error) {
      if (error instanceof ToolError && wasNotDelivered(error.cause)) return this.#try(run, act)
      throw error
    }
  }

  async #try<T>(run: RunControl, act: Request<T>): Promise<T> {
    const link = await run.race(this.#open())
    link.calls++
    try {
      return await act(link.client, { signal: run.signal, timeout: NO_TIMEOUT })
    } catch (error) {
      if (run.stopped) {
        await this.#end(link)
        throw run.signal.reason
      }
      if (isConnectionClosed(error) || !(error instanceof McpError)) {
        this.#drop(link)
        throw new ToolError(
          `${this.namespace} broke off: ${messageOf(error)}. The next call tries it anew.`,
          { cause: error },
        )
      }
      if ((error.code as ErrorCode) === ErrorCode.InvalidParams) throw new ToolError(error.message)
      throw new ToolError(`${this.namespace} refused the call: ${error.message}`)
    } finally {
      link.calls--
      if (link.retired && link.calls === 0) drop(close(link))
    }
  }

  /** What the server said beside the protocol since it was last started, as a sentence after a blank, or nothing. */
  said(): string {
    const words = (this.#opening ?? this.#current?.endpoint)?.said?.() ?? ''
    return words === '' ? '' : ` It said: “${redact(words)}”.`
  }

  #open(): Promise<Link> {
    const opening = (this.#link ??= this.#connect())
    opening.catch(() => {
      if (this.#link === opening) this.#link = null
    })
    return opening
  }

  async #connect(): Promise<Link> {
    const client = new Client({ name: 'deskhand', version: '1' })
    let endpoint: Endpoint | null = null
    try {
      endpoint = await this.#options.open()
      this.#opening = endpoint
      await client.connect(endpoint.transport, { timeout: CONNECT_MS })
    } catch (error) {
      endpoint?.kill?.()
      drop(client.close())
      throw new ToolError(
        `${this.namespace} can't be reached: ${messageOf(error)}.${this.said()} ${this.#options.mend}`,
        { cause: error },
      )
    } finally {
      this.#opening = null
    }
    const link: Link = { client, endpoint, calls: 0, retired: false, closed: false }
    this.#current = link
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way to tell
    client.onclose = () => this.#drop(link)
    return link
  }

  /** The next call opens a new link. */
  #drop(link: Link): void {
    link.retired = true
    if (this.#current === link) {
      this.#current = null
      this.#link = null
    }
  }

  /**
   * The call was cancelled. A server that nobody else uses is ended, because nothing may act after a stop; one that
   * others use stays as long as it answers.
   */
  async #end(link: Link): Promise<void> {
    const kill = link.endpoint.kill
    if (!kill) return
    const ping = link.client.ping({ timeout: NO_TIMEOUT })
    const end = () => {
      this.#drop(link)
      kill()
    }
    if (link.calls > 1) {
      drop(soon(ping, SHARED_GRACE_MS).then((answers) => (answers ? null : end())))
      return
    }
    await soon(ping, GRACE_MS)
    end()
  }
}

/** The server does not know the session (it is a new one), or nobody listens. */
function wasNotDelivered(error: unknown): boolean {
  if (error instanceof StreamableHTTPError) return error.code === 404
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

async function close(link: Link): Promise<void> {
  if (link.closed) return
  link.closed = true
  link.endpoint.kill?.()
  await link.client.close()
}

/** A server that is a child process. Its environment is the SDK's restricted one, the desktop's and its own. */
export function stdioServer(
  config: MCPServerConfig,
  desktopEnv: Record<string, string>,
  logger: Logger,
): LinkedServer {
  const command = config.command
  return new LinkedServer({
    namespace: config.namespace,
    kind: 'stdio',
    mend: `Check command, start_args and cwd of ${config.namespace} in the mcp part of the configuration.`,
    open: () => {
      if (command === undefined) throw new Error('it has no command')
      const transport = stdioTransport({
        command,
        args: config.start_args,
        env: { ...desktopEnv, ...config.env },
        cwd: config.cwd ?? null,
        onStderr: (text) => logger.debug({ server: config.namespace }, text),
      })
      return { transport, kill: () => transport.kill(), said: () => transport.said() }
    },
  })
}

/** A server that listens at an address (streamable HTTP). */
export function httpServer(config: MCPServerConfig, fetch?: FetchLike): LinkedServer {
  const url = new URL(`http://${config.host}:${config.port}${config.path.replace(/^\/*/, '/')}`)
  return new LinkedServer({
    namespace: config.namespace,
    kind: 'http',
    mend: `Start the server that listens at ${url.href}, or correct its address in the mcp part of the configuration.`,
    open: () => ({ transport: new StreamableHTTPClientTransport(url, fetch ? { fetch } : {}) }),
  })
}

/** A server that is an object of this process, over a pair of linked transports. */
export function localServer(namespace: string, build: () => Server): LinkedServer {
  return new LinkedServer({
    namespace,
    kind: 'here',
    mend: '',
    open: async () => {
      const [near, far] = InMemoryTransport.createLinkedPair()
      await build().connect(far)
      return { transport: near }
    },
  })
}
