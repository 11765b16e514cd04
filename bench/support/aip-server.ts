// A server in a process of its own, for `bench/figures/aip.ts`: the product's, whose sessions send one command, or (`echo`) a
// bare one that sends back what it gets, by WebSocket and by HTTP. Arguments: kind, port.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import { aipConfigSchema } from '../../src-preload/contract/config.ts'
import { serveAip } from '../../src-main/aip/server/serve.ts'
import { oneCommand } from '../../src-main/aip/testing/test-server.ts'
import { silentLogger } from '../../src-main/core/logger.ts'

const [kind, port = '0'] = process.argv.slice(2)

/** Everything that bounds how much may come is out of the way. */
const config = aipConfigSchema.parse({ messages_per_minute: 1e9, requests_per_minute: 1e9 })

async function start(): Promise<number> {
  if (kind === 'echo') {
    const server = createServer((request, response) => {
      void text(request).then((body) => response.end(body))
    })
    const sockets = new WebSocketServer({ server, perMessageDeflate: false })
    sockets.on('connection', (socket) => {
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
    })
    server.listen({ host: '127.0.0.1', port: Number(port) })
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const { port: own } = await serveAip({
    port: Number(port),
    host: '127.0.0.1',
    key: process.env['DESKHAND_AIP_KEY'] ?? '',
    config,
    runTask: oneCommand,
    logger: () => silentLogger,
  })
  return own
}

process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ memory: heapUsed + external })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: await start() })
