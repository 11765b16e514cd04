// Connects to a server by a kept MCP connection: a child process (stdio), an address (http) or an object of this process.
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
  ToolListChangedNotificationSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { MCPServerConfig } from '../../src-preload/contract/config.ts'
import { addressOf } from '../../src-preload/contract/mcp-command.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf, ToolError } from '../core/errors.ts'
import type { Secrets } from '../core/secrets.ts'
import type { Logger } from '../core/logger.ts'
import { NO_VALIDATOR } from '../core/no-validator.ts'
import { redact } from '../core/redaction.ts'
import type { RunControl } from '../core/run-control.ts'
import { isConnectionClosed, NO_TIMEOUT_MS, soon } from './mcp-client.ts'
import { environmentOf, headersOf } from './server-keys.ts'
import { refusingForeign } from './foreign-answers.ts'
import type { BaseMCPServer } from './mcp-server.ts'
import { stdioTransport } from './stdio-transport.ts'

/** How long a server may take to answer the first greeting, and to list its tools. */
export interface Patience {
  ms: number
  /** Whether to wait also for a server that was silent a while ago. */
  again: boolean
}
const USUAL_PATIENCE: Patience = { ms: 10_000, again: false }
/** Milliseconds for which a silent server is not waited for again. */
const SILENT_FOR_MS = 10 * 60_000
/** Milliseconds that a server has to tidy up after a cancellation, before it is ended. */
const GRACE_MS = 100
/** The same for a server that other calls use: it is ended only if it no longer answers. */
const SHARED_GRACE_MS = 2000
/** Limits for a server that lists tools without an end. */
const MAX_TOOLS = 2000
const MAX_PAGES = 20

/** Silent servers by identity, with the time until which further runs don't wait for them either. */
const silent = new Map<string, number>()

type Request<T> = (client: Client, options: { signal: AbortSignal; timeout: number }) => Promise<T>

/** How a server is reached. */
export interface Endpoint {
  transport: Transport
  /** Ends the program behind the transport at once, where that is possible. */
  kill?: () => void
  /** Returns its output beside the protocol, as the reason of a failure. */
  said?: () => string
}

interface Link {
  client: Client
  endpoint: Endpoint
  calls: number
  /** Whether it takes no new calls; it is closed when the last one has ended. */
  retired: boolean
  closed: boolean
}

interface LinkedServerOptions {
  namespace: string
  kind: BaseMCPServer['kind']
  /** Makes the connection to a fresh server, or to the same again. */
  open: () => Promise<Endpoint> | Endpoint
  /** The advice to the person when it can't be reached: ends the sentence "… can't be reached: why." */
  mend: string
  /** The identity of the server, across runs; missing for a server of ours. */
  identity?: string
  patience?: Patience
}

export class LinkedServer implements BaseMCPServer {
  readonly namespace: string
  readonly kind: BaseMCPServer['kind']
  readonly #options: LinkedServerOptions
  /** The link that new calls use: while it opens, and when it is open. */
  #link: Promise<Link> | null = null
  #current: Link | null = null
  /** The endpoint to which a connection is being made. */
  #opening: Endpoint | null = null
  readonly #patience: Patience
  #generation = 0

  constructor(options: LinkedServerOptions) {
    this.namespace = options.namespace
    this.kind = options.kind
    this.#options = options
    this.#patience = options.patience ?? USUAL_PATIENCE
  }

  get identity(): string | undefined {
    return this.#options.identity
  }

  /** Counts each new server, and each notice that its tools have changed. */
  get generation(): number {
    return this.#generation
  }

  async listTools(run: RunControl): Promise<Tool[]> {
    this.#checkSilent()
    using limited = run.child({ timeoutMs: this.#patience.ms, name: this.namespace })
    try {
      const tools = await this.#use(limited, (client, options) => this.#allPages(client, options))
      this.#silence(false)
      return tools
    } catch (error) {
      run.throwIfStopped()
      if (!limited.stopped) throw error
      this.#silence(true)
      throw new ToolError(
        `${this.namespace} did not answer within ${this.#patience.ms / 1000} s.${this.said()} ${this.#options.mend}`,
        { cause: error },
      )
    }
  }

  async #allPages(client: Client, options: Parameters<Request<unknown>>[1]): Promise<Tool[]> {
    const tools: Tool[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = await client.listTools(cursor === undefined ? {} : { cursor }, options)
      tools.push(...page.tools)
      if (tools.length > MAX_TOOLS)
        throw new ToolError(`${this.namespace} lists more than ${MAX_TOOLS} tools.`)
      cursor = page.nextCursor
      if (cursor === undefined) return tools
    }
    throw new ToolError(`${this.namespace} lists its tools on more than ${MAX_PAGES} pages.`)
  }

  /** Throws ToolError if it was silent a while ago, so that not every call and every run waits for it. */
  #checkSilent(): void {
    const { identity } = this.#options
    if (identity === undefined || this.#patience.again || this.#current) return
    if ((silent.get(identity) ?? 0) <= performance.now()) return
    throw new ToolError(
      `${this.namespace} did not answer when it was last started, and is not waited for again now. ${this.#options.mend}`,
    )
  }

  #silence(is: boolean): void {
    const { identity } = this.#options
    if (identity === undefined) return
    if (is) silent.set(identity, performance.now() + SILENT_FOR_MS)
    else silent.delete(identity)
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
    // A server that does not answer the greeting must not be left running.
    this.#opening?.kill?.()
    drop(this.#opening?.transport.close() ?? Promise.resolve())
    const opened = await link?.catch(() => null)
    if (!opened) return
    opened.endpoint.kill?.()
    await close(opened)
  }

  /** Makes a call, and repeats it once if it never reached its server, which was restarted meanwhile. */
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
      return await act(link.client, { signal: run.signal, timeout: NO_TIMEOUT_MS })
    } catch (error) {
      if (run.stopped) {
        await this.#end(link)
        throw run.signal.reason
      }
      if (isConnectionClosed(error) || !(error instanceof McpError)) {
        this.#drop(link)
        throw new ToolError(
          `${this.namespace} broke off: ${messageOf(error)}.${wordsOf(link.endpoint)} The next call tries it anew.`,
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

  /** Returns the server's output beside the protocol since its last start, as a sentence after a blank; else an empty text. */
  said(): string {
    return wordsOf(this.#opening ?? this.#current?.endpoint)
  }

  #open(): Promise<Link> {
    const opening = (this.#link ??= this.#connect())
    opening.catch(() => {
      if (this.#link === opening) this.#link = null
    })
    return opening
  }

  async #connect(): Promise<Link> {
    this.#checkSilent()
    const client = new Client({ name: 'deskhand', version: '1' }, { jsonSchemaValidator: NO_VALIDATOR })
    let endpoint: Endpoint | null = null
    try {
      endpoint = await this.#options.open()
      this.#opening = endpoint
      const { transport, kill } = endpoint
      await client.connect(
        refusingForeign(transport, () => (kill ? kill() : drop(transport.close()))),
        { timeout: this.#patience.ms },
      )
    } catch (error) {
      if (isTimeout(error)) this.#silence(true)
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
    this.#generation++
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void this.#generation++)
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way to tell
    client.onclose = () => this.#drop(link)
    return link
  }

  /** Retires a link: the next call opens a new one. */
  #drop(link: Link): void {
    link.retired = true
    if (this.#current === link) {
      this.#current = null
      this.#link = null
    }
  }

  /**
   * Handles a cancelled call. A server that nobody else uses is ended, because nothing may act after a stop; one that others use stays as
   * long as it answers.
   */
  async #end(link: Link): Promise<void> {
    const kill = link.endpoint.kill
    if (!kill) return
    const ping = link.client.ping({ timeout: NO_TIMEOUT_MS })
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

function wordsOf(endpoint: Endpoint | undefined): string {
  const words = endpoint?.said?.() ?? ''
  return words === '' ? '' : ` It said: “${redact(words)}”.`
}

/** Tells whether a call never arrived: the server does not know the session (it is a new server), or nobody listens. */
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

const isTimeout = (error: unknown): boolean =>
  error instanceof McpError && (error.code as ErrorCode) === ErrorCode.RequestTimeout

/** Makes a server that is a child process. Its environment is the SDK's restricted one, the desktop's and its own. */
export function stdioServer(
  config: MCPServerConfig,
  desktopEnv: Record<string, string>,
  logger: Logger,
  patience: Patience = USUAL_PATIENCE,
  secrets?: Secrets,
): LinkedServer {
  const command = config.command
  return new LinkedServer({
    namespace: config.namespace,
    kind: 'stdio',
    identity: JSON.stringify([config.command, config.start_args, config.cwd, config.env]),
    patience,
    mend: `Check command, start_args and cwd of ${config.namespace} in the mcp part of the configuration.`,
    // The keys are read at each start, so that a replaced key is used from then on.
    open: async () => {
      if (command === undefined) throw new Error('it has no command')
      const transport = stdioTransport({
        command,
        args: config.start_args,
        env: { ...desktopEnv, ...(await environmentOf(config, secrets)) },
        cwd: config.cwd ?? null,
        onStderr: (text) => logger.debug({ server: config.namespace }, text),
      })
      return { transport, kill: () => transport.kill(), said: () => transport.said() }
    },
  })
}

interface HttpOptions {
  fetch?: FetchLike
  patience?: Patience | undefined
  /** Holds the keys that its headers name. */
  secrets?: Secrets | undefined
}

/** Makes a server that listens at an address (streamable HTTP). */
export function httpServer(
  config: MCPServerConfig,
  { fetch, patience = USUAL_PATIENCE, secrets }: HttpOptions = {},
): LinkedServer {
  const url = new URL(addressOf(config))
  return new LinkedServer({
    namespace: config.namespace,
    kind: 'http',
    identity: JSON.stringify([url.href, config.headers]),
    patience,
    mend: `Start the server that listens at ${url.href}, or correct its address in the mcp part of the configuration.`,
    // The headers are read at each connection, so that a new key is used from then on.
    open: async () => ({
      transport: new StreamableHTTPClientTransport(url, {
        requestInit: { headers: await headersOf(config, secrets) },
        ...(fetch ? { fetch } : {}),
      }),
    }),
  })
}

/** A server that is an object of this process, over a pair of linked transports. */
export function localServer(namespace: string, build: () => Server | Promise<Server>): LinkedServer {
  return new LinkedServer({
    namespace,
    kind: 'here',
    mend: '',
    open: async () => {
      const [near, far] = InMemoryTransport.createLinkedPair()
      await (await build()).connect(far)
      return { transport: near }
    },
  })
}
