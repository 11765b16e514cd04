// Provides what the servers of this program have in common: their bounds, how they listen, answer and end.
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { WebSocketServer } from 'ws'
import { keepPlaces } from './connection-places.ts'
import { drop } from './control-flow.ts'
import { messageOf, UserError } from './errors.ts'
import type { Logger } from './logger.ts'

export const LOOPBACK = '127.0.0.1'

/**
 * Milliseconds that a client has to send its request, and milliseconds between two checks for slower clients; Node's own checks are half a
 * minute apart.
 */
export const REQUEST_LIMITS = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
}

/** Gives the path of an address without decoding it. The query may contain an API key. */
export const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? ''

interface Listening {
  port: number
  /** Called for a connection that has authenticated. */
  keepPlaceOf: (socket: Socket) => void
}

/** Listens on `port`; 0 means any free one. Throws UserError where the address can't be used. */
export async function listen(
  server: Server,
  address: { host: string; port: number },
  logger: () => Logger,
): Promise<Listening> {
  const keepPlaceOf = keepPlaces(server)
  server.listen(address)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { host, port } = address
    throw new UserError(`${host}:${port} can't be had: ${messageOf(error)}. ${mendOf(error)}`)
  }
  server.on('error', (error) => logger().error(messageOf(error)))
  return { port: (server.address() as AddressInfo).port, keepPlaceOf }
}

function mendOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE' || code === 'EACCES') return 'Choose another port: --port N'
  return `Choose an address that this machine has: --host ${LOOPBACK}`
}

/** Answers requests; `defect` answers a request whose own answer has failed before its first byte. */
export function answerRequests(
  server: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  defect: (response: ServerResponse) => void,
  logger: () => Logger,
): void {
  server.on('request', (request, response) =>
    drop(answer(request, response), (error) => {
      logger().warn({ path: pathOf(request) }, messageOf(error))
      if (response.headersSent) response.destroy()
      else defect(response)
    }),
  )
}

/** Reads the JSON of a request; gives a status for a body that is no JSON (400) or too large (413). */
export async function readJson(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ value: unknown } | { status: 400 | 413 }> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { status: 413 }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) return { status: 413 }
    parts.push(part)
  }
  try {
    return { value: JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown }
  } catch {
    return { status: 400 }
  }
}

/** Closes every socket with a reason, and then every connection. */
export async function endServer(
  server: Server,
  sockets: WebSocketServer,
  code: number,
  reason: string,
): Promise<void> {
  for (const socket of sockets.clients) socket.close(code, reason)
  const closed = once(server, 'close')
  server.close()
  // Clients get a moment to receive the close message; one that does not react is not waited for.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200).unref())])
  for (const socket of sockets.clients) socket.terminate()
  server.closeAllConnections()
  await closed
}
