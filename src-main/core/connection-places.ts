// Keeps room on a server for connections that have proved that they may be there.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The most connections that have not authenticated yet. */
const MAX_STRANGERS = 100

/**
 * Keeps room for real clients: a client that connects and sends nothing must keep nobody out. So there is no fixed limit of connections;
 * above `MAX_STRANGERS` the server drops the one that has been unauthenticated for longest. The returned function takes a connection out of
 * this number, for good.
 */
export function keepPlaces(server: Server): (socket: Socket) => void {
  // A TLS server reports a connection first before the handshake; its peer's port is the same afterwards.
  const strangers = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket)
    strangers.set(peer, socket)
    socket.once('close', () => {
      if (strangers.get(peer) === socket) strangers.delete(peer)
    })
    if (strangers.size <= MAX_STRANGERS) return
    const [oldest] = strangers
    if (!oldest) return
    strangers.delete(oldest[0])
    oldest[1].destroy()
  })
  return (socket) => void strangers.delete(peerOf(socket))
}

const peerOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`
