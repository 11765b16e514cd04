// Ends a connection that asked to become a WebSocket and may not.
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Answers and closes. A client that keeps its half open would otherwise keep its connection, and so its place on the server, for as long as
 * it likes, because the HTTP server's time-outs no longer apply to it.
 */
export function refuseUpgrade(socket: Duplex, status: number, challenge: string): void {
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n` +
      `${status === 401 ? `WWW-Authenticate: ${challenge}\r\n` : ''}\r\n`,
  )
}
