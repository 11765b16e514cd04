// Serves the protocol: a WebSocket at /ws for devices, and the HTTP API beside it; on loopback unless told otherwise.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Duplex } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { WebSocketServer } from 'ws'
import type { AipConfig } from '../../../src-preload/contract/config.ts'
import { systemClock } from '../../core/clock.ts'
import { drop } from '../../core/control-flow.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import {
  answerRequests,
  endServer,
  listen,
  pathOf,
  readJson,
  REQUEST_LIMITS,
} from '../../core/http-server.ts'
import type { Logger } from '../../core/logger.ts'
import { registerSecret } from '../../core/redaction.ts'
import { refuseUpgrade } from '../../core/refuse-upgrade.ts'
import { serverEnd } from '../protocol/protocol.ts'
import type { RunTask } from './task.ts'
import { WebSocketTransport } from '../protocol/transport.ts'
import { Access, waitOf, type Refusal } from './access.ts'
import { joinClient } from './client-connection.ts'
import { Clients } from './clients.ts'
import { ResultFiles } from './result-files.ts'
import { TaskBook } from './task-book.ts'
import { HttpApi, type ApiAnswer } from './http-api.ts'
import { Tasks } from './tasks.ts'

const MIB = 1024 * 1024
/** Most bytes of an HTTP request. */
const MAX_BODY = MIB

export interface AipServerOptions {
  /** The port; 0 for any that is free. */
  port: number
  host: string
  /** Further names under which the server is reached. */
  hosts?: readonly string[]
  key: string
  /** PEM. */
  tls?: { cert: string; key: string } | null
  /** DESKHAND_HOME, where results outlive the server. Without it they are lost with the server. */
  home?: string
  config: AipConfig
  runTask: RunTask
  logger: () => Logger
  /** Called when a device has come or gone, or has begun or ended a task. */
  changed?: () => void
}

export interface AipServer extends AsyncDisposable {
  port: number
  /** `ws://127.0.0.1:5000/ws` */
  address: string
  clients: Clients
  tasks: Tasks
}

/** Throws UserError where the server can't start. Disposing ends every task, tells the clients, and closes every connection. */
export async function serveAip(options: AipServerOptions): Promise<AipServer> {
  const { config, logger, host, changed = () => {} } = options
  registerSecret(options.key)
  const files = options.home === undefined ? null : new ResultFiles(options.home, logger)
  await using begun = new AsyncDisposableStack()
  if (files) begun.use(await files.own())
  const server = serverOf(options)
  const { port: own, keepPlaceOf } = await listen(server, { host, port: options.port }, logger)
  const access = new Access({
    key: options.key,
    hosts: [host, ...(options.hosts ?? [])],
    requestsPerMinute: config.requests_per_minute,
  })
  const clients: Clients = new Clients({
    config,
    clock: systemClock,
    listener: {
      connected: (client, again) => (tasks.connected(client, again), changed()),
      lost: (client) => (tasks.lost(client), changed()),
      gone: (client) => (tasks.gone(client), changed()),
    },
  })
  const book = new TaskBook({ config, clock: systemClock, files })
  if (files) book.takeOver(await files.load())
  const tasks = new Tasks({
    book,
    config,
    clock: systemClock,
    clients: () => clients,
    runTask: options.runTask,
    logger,
    changed,
  })
  const api = new HttpApi(clients, tasks)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: config.max_message * MIB,
    perMessageDeflate: false,
  })
  const joining = { clients, tasks, heartbeat: config.heartbeat, mayMore: messageRate(config), logger }
  answerRequests(
    server,
    (request, response) =>
      answer(request, response, { access, api, admitted: () => keepPlaceOf(request.socket) }),
    (response) => send(response, fault(500, 'The server has a defect here.')),
    logger,
  )
  server.on('upgrade', (request, socket: Duplex, head) => {
    socket.on('error', () => {})
    const upgrade = async () => {
      const refusal = await access.refusal(request, true)
      if (refusal) return refuseUpgrade(socket, refusal.status, 'X-API-Key')
      keepPlaceOf(request.socket)
      if (pathOf(request) !== '/ws') return refuseUpgrade(socket, 404, 'X-API-Key')
      sockets.handleUpgrade(request, socket, head, (client) => {
        const transport = new WebSocketTransport(client, config.heartbeat * 1000)
        joinClient(serverEnd(transport), joining)
      })
    }
    drop(upgrade(), () => socket.destroy())
  })
  const owned = begun.move()
  return {
    port: own,
    address: addressOf(options.tls ? 'wss' : 'ws', host, own),
    clients,
    tasks,
    async [Symbol.asyncDispose]() {
      await tasks.close('The server has ended.')
      await files?.written()
      clients.close()
      await endServer(server, sockets, 1001, 'The server has ended.')
      await owned.disposeAsync()
    },
  }
}

/** Returns the address for devices. Where the server listens on every address, it has this machine's name, which the server accepts. */
export function addressOf(scheme: 'ws' | 'wss', host: string, port: number): string {
  const name = isEveryAddress(host) ? hostname() : host
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}:${port}/ws`
}

const isEveryAddress = (host: string): boolean =>
  isIP(host) > 0 && ipaddr.parse(host).range() === 'unspecified'

function serverOf({ tls }: AipServerOptions) {
  try {
    return tls
      ? createTlsServer({ ...REQUEST_LIMITS, ...tls, minVersion: 'TLSv1.2' })
      : createServer(REQUEST_LIMITS)
  } catch (error) {
    throw new UserError(`The certificate and its key can't be used: ${messageOf(error)}`)
  }
}

/** Makes the rate limit for a client's messages. A name keeps its count when it connects again. */
function messageRate(config: AipConfig): (client: string) => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: config.messages_per_minute, duration: 60 })
  return async (client) => (await waitOf(limiter, client)) === null
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { access, api, admitted }: { access: Access; api: HttpApi; admitted: () => void },
): Promise<void> {
  const refusal = await access.refusal(request, false)
  if (refusal) return send(response, fault(refusal.status, refusal.detail), headersOf(refusal))
  admitted()
  const method = request.method ?? ''
  if (method !== 'GET' && method !== 'POST') {
    return send(response, fault(405, 'GET and POST are possible.'), { Allow: 'GET, POST' })
  }
  const body = method === 'POST' ? await readBody(request) : { value: null }
  if ('status' in body) return send(response, body, { Connection: 'close' })
  send(response, api.answer(method, pathOf(request), body.value))
}

/** Returns the value of a body, or the answer for a body that is no JSON. */
async function readBody(request: IncomingMessage): Promise<{ value: unknown } | ApiAnswer> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return fault(415, 'Send JSON: Content-Type: application/json')
  }
  const read = await readJson(request, MAX_BODY)
  if ('value' in read) return read
  return fault(read.status, read.status === 413 ? 'The request is too large.' : 'The body is no JSON.')
}

const fault = (status: number, detail: string): ApiAnswer => ({ status, body: { detail } })

const headersOf = ({ status, retryAfter }: Refusal): Record<string, string> => ({
  ...(status === 401 ? { 'WWW-Authenticate': 'X-API-Key' } : {}),
  ...(retryAfter === null ? {} : { 'Retry-After': String(retryAfter) }),
  Connection: 'close',
})

function send(
  response: ServerResponse,
  { status, body }: ApiAnswer,
  headers: Record<string, string> = {},
): void {
  const text = Buffer.from(`${JSON.stringify(body)}\n`)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(text)
}
