// Serves MCP over streamable HTTP to programs of this machine: each proves itself by the token, and has a session of its own.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { bridgeOver } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { drop } from '../core/control-flow.ts'
import { UserError } from '../core/errors.ts'
import { answerRequests, listen, LOOPBACK, pathOf, readJson, REQUEST_LIMITS } from '../core/http-server.ts'
import type { Logger } from '../core/logger.ts'
import { registerSecret } from '../core/redaction.ts'
import { isSameSecret } from '../core/same-secret.ts'
import { isMeantForUs, newSecret } from '../web/access.ts'
import type { PageConnection, PageRouter } from '../web/page-router.ts'
import { ClientSession, type SessionOptions } from './session.ts'

const PATH = '/mcp'
/** Most bytes of one message: a request and its acts are far smaller. */
const MAX_BODY = 4 * 1024 * 1024
/** Most clients at the same time: each may have a desktop. */
const MAX_SESSIONS = 16
/** The least characters of a token; a shorter one can be guessed. */
const MIN_TOKEN = 16
/** Milliseconds without an open request or stream after which a client counts as gone: for one with a stream, and for one without. */
const GONE_AFTER_MS = { listening: 30_000, silent: 10 * 60_000 }

interface McpServeOptions {
  /** The port; 0 for any that is free. */
  port: number
  /** The token; null for a new one. */
  token: string | null
  router: PageRouter
  logger: () => Logger
  session: SessionOptions
  /** For tests. */
  goneAfterMs?: typeof GONE_AFTER_MS
}

export interface McpHttpServer extends AsyncDisposable {
  address: string
  token: string
}

interface Client {
  transport: StreamableHTTPServerTransport
  session: ClientSession
  connection: PageConnection
  /** The number of open requests and streams. */
  open: number
  /** Whether it has opened a stream, whose end shows that the client is gone. */
  listens: boolean
  gone: NodeJS.Timeout | null
}

/** Throws UserError where the port is not free. Disposing ends every session. */
export async function serveMcp(options: McpServeOptions): Promise<McpHttpServer> {
  const { port, logger } = options
  if (options.token !== null && options.token.length < MIN_TOKEN) {
    throw new UserError(`The token of MCP clients needs ${MIN_TOKEN} characters or more.`)
  }
  const token = options.token ?? newSecret()
  registerSecret(token)
  const server = createServer(REQUEST_LIMITS)
  const { port: own, keepPlaceOf } = await listen(server, { host: LOOPBACK, port }, logger)
  const clients = new Clients(options)
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const status = refusal(request, own, token)
    if (status !== null) return refuse(response, status)
    keepPlaceOf(request.socket)
    await clients.answer(request, response)
  }
  answerRequests(server, answer, (response) => refuse(response, 500), logger)
  return {
    address: `http://${LOOPBACK}:${own}${PATH}`,
    token,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      await clients[Symbol.asyncDispose]()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns the status with which a request is refused before it is read; null for one of a permitted client. */
function refusal(request: IncomingMessage, port: number, token: string): number | null {
  // This refuses a name that was pointed at 127.0.0.1 (DNS rebinding).
  if (!isMeantForUs(request, port)) return 421
  // Programs send no origin; a request with one comes from a page of a browser.
  if (request.headers.origin !== undefined) return 403
  if ((request.headers['sec-fetch-site'] ?? 'none') !== 'none') return 403
  if (pathOf(request) !== PATH) return 404
  const [, given] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  return given !== undefined && isSameSecret(given, token) ? null : 401
}

class Clients implements AsyncDisposable {
  readonly #options: McpServeOptions
  readonly #clients = new Map<string, Client>()
  /** The number of sessions that are just beginning, which count, too. */
  #beginning = 0

  constructor(options: McpServeOptions) {
    this.#options = options
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = request.method === 'POST' ? await readJson(request, MAX_BODY) : { value: undefined }
    if ('status' in read) return refuse(response, read.status)
    const body = read.value
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? this.#clients.get(id) : undefined
    if (known) return this.#pass(known, request, response, body)
    if (id !== undefined) return refuse(response, 404)
    if (request.method !== 'POST' || !isInitializeRequest(body)) return refuse(response, 400)
    if (this.#clients.size + this.#beginning >= MAX_SESSIONS) return refuse(response, 503)
    this.#beginning++
    try {
      const client = await this.#begin()
      await this.#pass(client, request, response, body)
    } finally {
      this.#beginning--
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#clients.keys()].map((id) => this.#end(id)))
  }

  async #begin(): Promise<Client> {
    const listeners = new Set<(push: Push) => void>()
    const connection = this.#options.router.connect((push) => {
      for (const listener of listeners) listener(push)
    })
    const bridge = bridgeOver({
      call: (name, input) => connection.call(name, input),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    })
    const session = new ClientSession(bridge, this.#options.session)
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#clients.set(id, client),
      onsessionclosed: (id) => this.#end(id),
    })
    const client: Client = { transport, session, connection, open: 0, listens: false, gone: null }
    await session.server.connect(transport)
    return client
  }

  async #pass(
    client: Client,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    if (client.gone) clearTimeout(client.gone)
    client.gone = null
    client.open++
    if (request.method === 'GET') client.listens = true
    response.once('close', () => {
      client.open--
      this.#mind(client)
    })
    await client.transport.handleRequest(request, response, body)
  }

  #mind(client: Client): void {
    const id = client.transport.sessionId
    if (id === undefined) {
      // Its message has begun no session.
      if (client.open === 0) drop(this.#close(client))
      return
    }
    if (client.open > 0 || !this.#clients.has(id)) return
    const { listening, silent } = this.#options.goneAfterMs ?? GONE_AFTER_MS
    client.gone = setTimeout(() => drop(this.#end(id)), client.listens ? listening : silent).unref()
  }

  async #end(id: string): Promise<void> {
    const client = this.#clients.get(id)
    if (!client) return
    this.#clients.delete(id)
    if (client.gone) clearTimeout(client.gone)
    await this.#close(client)
  }

  async #close({ session, connection, transport }: Client): Promise<void> {
    await session.close()
    connection[Symbol.dispose]()
    await transport.close()
  }
}

const WORDS: Record<number, string> = {
  400: 'This is no message of an MCP client that begins.',
  401: 'The token is missing, or another one.',
  403: 'Pages of a browser do not reach this.',
  404: 'There is no such session. Begin a new one.',
  413: 'The message is too large.',
  421: 'This is not the address of this server.',
  500: 'Deskhand failed; its log has more.',
  503: 'Too many clients are connected.',
}

function refuse(response: ServerResponse, status: number): void {
  const error = { code: -32_000, message: WORDS[status] ?? 'Refused.' }
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    // The rest of the request is never read.
    Connection: 'close',
  })
  response.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }))
}
