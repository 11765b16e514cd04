import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { silentLogger } from '../core/logger.ts'
import { serve, type WebServer } from './serve.ts'
import { knock, openPageSocket, pageSecretOf, proofMessage } from './testing/page-client.ts'

let pages = ''
let server: WebServer
let other: WebServer
/** What pages called. */
const called: unknown[] = []
const CALL = JSON.stringify({ id: 1, name: 'start_run', input: { request: 'x' } })
const OWN = 'a-challenge-of-the-page'

const start = () =>
  serve({
    port: 0,
    home: pages,
    pages,
    router: {
      connect: () => ({
        call: (name) => {
          called.push(name)
          return Promise.resolve({ ok: true, value: null })
        },
        [Symbol.dispose]: () => {},
      }),
    },
    logger: () => silentLogger,
  })

beforeAll(async () => {
  pages = await mkdtemp(join(tmpdir(), 'deskhand-pages-'))
  await writeFile(join(pages, 'index.html'), '<!doctype html><head></head><p>the app')
  server = await start()
  other = await start()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  await rm(pages, { recursive: true })
})

const closing = async (socket: WebSocket) => {
  const [code] = (await once(socket, 'close')) as [number]
  return code
}

test('a page that proves that it has the secret is heard, once the program has proved the same', async () => {
  const socket = await openPageSocket(server.address)
  socket.send(CALL)
  await once(socket, 'message')
  expect(called.splice(0)).toEqual(['start_run'])
  socket.terminate()
})

test.each<[string, (knocked: { secret: string; challenge: string }) => Promise<string> | string]>([
  ['a call before any proof', () => CALL],
  ['no JSON', () => 'hello'],
  ['an empty proof', () => JSON.stringify({ proof: '', challenge: OWN })],
  ['a guess', () => JSON.stringify({ proof: '0'.repeat(64), challenge: OWN })],
  ['the secret itself', ({ secret }) => JSON.stringify({ proof: secret, challenge: OWN })],
  [
    'the token',
    () => JSON.stringify({ proof: new URL(server.address).searchParams.get('token'), challenge: OWN }),
  ],
  [
    'a proof for another challenge',
    ({ secret }) => proofMessage(secret, server.address, 'an-earlier-challenge', OWN),
  ],
  [
    'a proof for another port (a relay)',
    ({ secret, challenge }) => proofMessage(secret, other.address, challenge, OWN),
  ],
  [
    'a proof with the secret of another program',
    async ({ challenge }) => proofMessage(await pageSecretOf(other.address), server.address, challenge, OWN),
  ],
  [
    'a proof and too much beside it',
    ({ secret, challenge }) => proofMessage(secret, server.address, challenge, OWN) + ' '.repeat(2_000),
  ],
])('%s is closed, and nothing after it is heard', async (_name, first) => {
  const { socket, challenge } = await knock(server.address)
  const secret = await pageSecretOf(server.address)
  socket.send(await first({ secret, challenge }))
  socket.send(CALL)
  expect(await closing(socket)).toBe(4401)
  expect(called).toEqual([])
})

test('what a browser sends to every port of this host opens nothing: no cookie is given, none is taken', async () => {
  const page = await fetch(server.address)
  expect(page.headers.get('set-cookie')).toBeNull()
  const { host, origin } = new URL(server.address)
  const socket = new WebSocket(`ws://${host}/bridge`, {
    headers: {
      Origin: origin,
      Cookie: `deskhand-${new URL(origin).port}=${await pageSecretOf(server.address)}`,
    },
  })
  await once(socket, 'message')
  socket.send(CALL)
  expect(await closing(socket)).toBe(4401)
  expect(called).toEqual([])
})

test('a thousand connections that say nothing keep nobody out', async () => {
  const { host, port } = new URL(server.address)
  const admitted = await openPageSocket(server.address)
  const idle: Socket[] = []
  for (let count = 0; count < 1_000; count++) {
    const socket = connect({ host: '127.0.0.1', port: Number(port) }).on('error', () => {})
    idle.push(socket)
    await once(socket, 'connect')
  }
  // And sockets that never prove themselves.
  const silent = await Promise.all(Array.from({ length: 50 }, () => knock(server.address)))
  expect((await fetch(`http://${host}/`)).status).toBe(200)
  const socket = await openPageSocket(server.address)
  // Who is there already stays.
  expect(admitted.readyState).toBe(WebSocket.OPEN)
  for (const each of idle) each.destroy()
  for (const each of [socket, admitted, ...silent.map((knocked) => knocked.socket)]) each.terminate()
})
