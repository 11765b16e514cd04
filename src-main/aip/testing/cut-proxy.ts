// Puts a proxy between a device and its server whose lines a test can cut, as a network does it: without a word.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CutProxy extends AsyncDisposable {
  /** The server's address, with the port of this proxy. */
  url: string
  /** Ends every connection; new ones are accepted. */
  cut(): void
  /** Cuts only the device's side; the server gets nothing any more and does not notice. */
  cutDevice(): void
  /** Blocks all connections while it is on. */
  block(on: boolean): void
  /** Connections that were made so far. */
  connections(): number
}

export async function cutProxy(address: string): Promise<CutProxy> {
  const target = new URL(address)
  const open = new Set<Socket>()
  /** The server's side of each device. */
  const devices = new Map<Socket, Socket>()
  /** Connections of the server that have outlived their device. */
  const left = new Set<Socket>()
  let blocked = false
  let count = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (blocked) {
      socket.destroy()
      return
    }
    count++
    const out = connect(Number(target.port), target.hostname)
    out.on('error', () => socket.destroy())
    devices.set(socket, out)
    socket.on('close', () => devices.delete(socket))
    for (const [one, other] of [
      [socket, out],
      [out, socket],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('close', () => {
        open.delete(one)
        if (!left.has(other)) other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(address)
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    cutDevice: () => {
      for (const [device, out] of devices) {
        left.add(out)
        device.destroy()
      }
    },
    block: (on) => {
      blocked = on
      if (on) cut()
    },
    connections: () => count,
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
