// What tests wait for: a state that comes by itself, and a port that nobody has.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { vi } from 'vitest'

/** Repeats until it does not fail, for at most half a minute. */
export const eventually = <T>(look: () => Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: 60_000, interval: 100 })

/** A port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
