// Connects a device to its server: by a WebSocket to a checked address, with the key in a header.
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { messageOf, ToolError, UserError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { CheckedServer } from './addresses.ts'
import { WebSocketTransport, type Transport } from '../protocol/transport.ts'

export interface ConnectionOptions {
  server: CheckedServer
  /** Null where the server's address contains the key, as the reference's servers expect it. */
  key: string | null
  /** PEM of the authority that has signed the server's certificate; null: the authorities that this machine trusts. */
  ca: string | null
  /** Milliseconds after which a server that says nothing, not even to a ping, is given up. */
  silence: number
}

/** The reference's bound of one message. */
const LARGEST = 100 * 1024 * 1024
const OPEN_WITHIN_MS = 15_000

/** Throws UserError where the server refuses the key or can't be trusted, ToolError where it can't be reached. */
export async function connectToServer(
  { server, key, ca, silence }: ConnectionOptions,
  run: RunControl,
): Promise<Transport> {
  await run.checkpoint()
  const socket = new WebSocket(server.url, {
    headers: key === null ? {} : { 'X-API-Key': key },
    lookup: server.lookup,
    handshakeTimeout: OPEN_WITHIN_MS,
    maxPayload: LARGEST,
    perMessageDeflate: false,
    followRedirects: false,
    ...(ca === null ? {} : { ca }),
  })
  // The transport is made before the socket opens, so that it misses no message that comes with the opening.
  const transport = new WebSocketTransport(socket, silence)
  try {
    await run.race(once(socket, 'open'))
    return transport
  } catch (error) {
    socket.terminate()
    run.throwIfStopped()
    throw readable(error, server.shown)
  }
}

function readable(error: unknown, shown: string): Error {
  const message = messageOf(error)
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof UserError) return error
  const status = Number(/Unexpected server response: (\d+)/.exec(message)?.[1] ?? 0)
  if (status === 401 || status === 403)
    return new UserError(
      `${shown} does not accept the key: give the one that the server has printed. A key that is kept goes only to this machine and to the server that is named by \`deskhand config set aip.server ADDRESS\`.`,
    )
  if (status === 421)
    return new UserError(
      `The server of ${shown} does not know that name: start it with --allow-host, or give its IP address here.`,
    )
  // A proxy may answer 502 or 503 while its server restarts.
  if (status > 0 && status < 500 && status !== 429)
    return new UserError(`At ${shown} is no server for devices (HTTP ${status}): its path is /ws.`)
  if (/CERT|SELF_SIGNED|TLS_CERT/.test(code))
    return new UserError(
      `The certificate of ${shown} is not trusted here (${code}). Give its authority with --ca FILE.`,
    )
  if (/wrong version number|packet length too long/.test(message))
    return new UserError(
      `${shown} speaks no TLS: give the address of this server with ws:// instead of wss://`,
    )
  return new ToolError(`${shown} was not reached: ${message === '' ? code : message}`)
}
