// Serves the web shell: on loopback alone, for one person, with the page, the files of runs and the bridge.
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { WebSocketServer } from 'ws'
import { SOCKET_PATH } from '../../src-preload/contract/bridge.ts'
import { CLOSED, MAX_MESSAGE_BYTES, PAGE_SECRET } from '../../src-preload/contract/socket.ts'
import { readPageFile } from './page-files.ts'
import { COMMON_HEADERS, pageHeaders } from './page-policy.ts'
import type { PageRouter } from './page-router.ts'
import { findRunFile } from './run-files.ts'
import { UserError } from '../core/errors.ts'
import { answerRequests, endServer, listen, LOOPBACK, pathOf, REQUEST_LIMITS } from '../core/http-server.ts'
import type { Logger } from '../core/logger.ts'
import { refuseUpgrade } from '../core/refuse-upgrade.ts'
import { Access, isMeantForUs, isOfOurPage, isOpenedByOurPage } from './access.ts'
import { admitPage } from './admission.ts'
import { NOTICE_POLICY, NOTICES } from './notices.ts'
import { joinSocket } from './page-socket.ts'

interface ServeOptions {
  /** 0 for any that is free. */
  port: number
  /** DESKHAND_HOME. */
  home: string
  /** Folder of the built windows. */
  pages: string
  router: PageRouter
  logger: () => Logger
}

export interface WebServer extends AsyncDisposable {
  port: number
  /** The address for a person, valid while the server runs. */
  address: string
  /** Gives the same for a browser that is started with it, valid once and within a minute. */
  addressForOnce(): string
}

/** Throws UserError where the port is not free. Disposing closes every connection. */
export async function serve({ port, home, pages, router, logger }: ServeOptions): Promise<WebServer> {
  const server = createServer(REQUEST_LIMITS)
  const { port: own, keepPlaceOf } = await listen(server, { host: LOOPBACK, port }, logger)
  const access = new Access()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  })
  const place: Place = { port: own, home, pages, access, keepPlaceOf }
  answerRequests(
    server,
    (request, response) => answer(request, response, place),
    (response) => sendNotice(response, 500, 'defect'),
    logger,
  )
  server.on('upgrade', (request, socket, head) => {
    const status = socketRefusal(request, place)
    if (status !== null) return refuseUpgrade(socket, status, 'Deskhand')
    sockets.handleUpgrade(request, socket, head, (page) =>
      admitPage(page, { access, host: request.headers.host ?? '' }, () => {
        keepPlaceOf(request.socket)
        joinSocket(page, router)
      }),
    )
  })
  const address = (token: string) => `http://${LOOPBACK}:${own}/?token=${token}`
  return {
    port: own,
    address: address(access.token),
    addressForOnce: () => address(access.tokenForOnce()),
    [Symbol.asyncDispose]: () => endServer(server, sockets, CLOSED.goingAway, 'Deskhand has ended.'),
  }
}

interface Place {
  port: number
  home: string
  pages: string
  access: Access
  /** Called for a connection that has authenticated. */
  keepPlaceOf: (socket: Socket) => void
}

async function answer(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
  const path = pathOf(request)
  if (!isMeantForUs(request, place.port) || !path.startsWith('/'))
    return sendNotice(response, 421, 'notForUs')
  if (!isOfOurPage(request)) return sendNotice(response, 403, 'notOurPage')
  if (hasBody(request)) return sendNotice(response, 413, 'tooLarge')
  if (request.method !== 'GET' && request.method !== 'HEAD') return sendNotice(response, 405, 'onlyReading')
  if (path === '/') return answerPage(request, response, place)
  if (path.startsWith('/assets/')) return sendAsset(response, path, place.pages)
  if (path.startsWith('/files/')) return sendRunFile(request, response, path, place)
  sendNotice(response, 404, 'nothingHere')
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0

const fieldOf = (request: IncomingMessage, name: 'token' | 'proof'): string | null =>
  URL.parse(request.url ?? '', 'http://deskhand')?.searchParams.get(name) ?? null

/**
 * Answers an address with a token by the page with the secret in it. Without a token, a browser gets the plain page, which everybody may
 * have: it works only if the storage of its origin has the secret.
 */
async function answerPage(
  request: IncomingMessage,
  response: ServerResponse,
  { access, pages }: Place,
): Promise<void> {
  const token = fieldOf(request, 'token')
  if (token !== null && !access.accepts(token)) return sendNotice(response, 401, 'noWayIn')
  const page = await readPageFile(pages, '/index.html')
  if (!page) throw new UserError(`The windows are not built: there is no index.html in ${pages}.`)
  const secret = token === null ? '' : `<meta name="${PAGE_SECRET}" content="${access.secret}">`
  const data = Buffer.from(page.data.toString('utf8').replace('<head>', (head) => head + secret))
  const headers = pageHeaders([`ws://${request.headers.host}`])
  response.writeHead(200, { ...headers, 'Content-Type': page.type, 'Content-Length': data.length })
  response.end(data)
}

async function sendAsset(response: ServerResponse, path: string, pages: string): Promise<void> {
  const file = await readPageFile(pages, path)
  if (!file) return sendNotice(response, 404, 'nothingHere')
  response.writeHead(200, {
    ...COMMON_HEADERS,
    'Content-Type': file.type,
    'Content-Length': file.data.length,
    'Cache-Control': 'private, max-age=31536000, immutable',
  })
  response.end(file.data)
}

async function sendRunFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { access, home, keepPlaceOf }: Place,
): Promise<void> {
  if (!access.maySeeFiles(fieldOf(request, 'proof') ?? '')) return sendNotice(response, 401, 'noWayIn')
  keepPlaceOf(request.socket)
  const file = await findRunFile(home, path)
  if (!file) return sendNotice(response, 404, 'nothingHere')
  response.writeHead(200, { ...file.headers, 'Content-Length': file.size })
  if (request.method === 'HEAD' || file.size === 0) return void response.end()
  // The response has exactly the announced length, even if the file grows meanwhile.
  await pipeline(createReadStream(file.path, { end: file.size - 1 }), response)
}

function sendNotice(response: ServerResponse, status: number, name: keyof typeof NOTICES): void {
  const body = Buffer.from(NOTICES[name])
  response.writeHead(status, {
    ...COMMON_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Content-Security-Policy': NOTICE_POLICY,
    'Cache-Control': 'no-store',
    ...(status === 401 ? { 'WWW-Authenticate': 'Deskhand' } : {}),
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    // The rest of the request is never read.
    ...(status === 413 ? { Connection: 'close' } : {}),
  })
  response.end(body)
}

/** Gives the status with which a socket is refused, null for one of our page. */
function socketRefusal(request: IncomingMessage, { port }: Place): number | null {
  if (!isMeantForUs(request, port)) return 421
  if (!isOpenedByOurPage(request)) return 403
  return pathOf(request) === SOCKET_PATH ? null : 404
}
