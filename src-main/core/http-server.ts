// What the servers of this program have in common: their time-outs, the path of a request, their end.
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { WebSocketServer } from 'ws'

/**
 * Milliseconds: that a client has to send its request, and between two looks for those who take longer; Node's own looks are
 * half a minute apart.
 */
export const REQUEST_LIMITS = {
  requestTimeout: 10_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
}

/** The path of an address as it was sent, nothing decoded. What follows it may be a key. */
export const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? ''

/** Says the end on every socket, and closes every connection. */
export async function endServer(
  server: Server,
  sockets: WebSocketServer,
  code: number,
  reason: string,
): Promise<void> {
  for (const socket of sockets.clients) socket.close(code, reason)
  const closed = once(server, 'close')
  server.close()
  // A moment for the word of the end to arrive; one who does not listen is not waited for.
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 200).unref())])
  for (const socket of sockets.clients) socket.terminate()
  server.closeAllConnections()
  await closed
}
