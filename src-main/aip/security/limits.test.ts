// Attacks by sizes, rates and connections that are never let go.
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { PlainClient, registration } from '../testing/plain-client.ts'
import { KEY, oneCommand } from '../testing/test-server.ts'
import { useServers } from '../testing/attacks.ts'

const start = useServers()

describe('sizes and rates', () => {
  test('a message that is too large ends its connection, and only that', async () => {
    const server = await start(oneCommand, { aip: { max_message: 1 } })
    const [large, other] = [await server.device('large'), await server.device('other')]
    large.send({ type: 'heartbeat', status: 'ok', client_id: 'large', error: 'x'.repeat(1024 * 1024) })
    expect(await large.ended()).toMatchObject({ code: 1009 })
    other.send({ type: 'heartbeat', status: 'ok', client_id: 'other' })
    await other.next({ type: 'heartbeat' })
  })

  test('a body that lacks something is told what', async () => {
    const server = await start(oneCommand)
    for (const [body, field] of [
      [{ request: 'x' }, 'client_id'],
      [{ client_id: 'pc' }, 'request'],
      [{ client_id: 'pc', request: ' ' }, 'request'],
      [{ client_id: 'pc', request: 'x', task_name: 7 }, 'task_name'],
    ] as const) {
      const answer = await server.http('/api/dispatch', { body })
      expect(answer.status).toBe(400)
      expect(answer.body['detail']).toMatch(new RegExp(`^${field}`))
    }
  })

  test('a body that is too large, or of another kind, is not read', async () => {
    const server = await start(oneCommand)
    const body = `{"client_id":"pc","request":"${'x'.repeat(1024 * 1024)}"}`
    expect((await server.http('/api/dispatch', { body })).status).toBe(413)
    const headers = { 'X-API-Key': KEY, 'Content-Type': 'text/plain' }
    expect((await server.http('/api/dispatch', { body: '{}', headers })).status).toBe(415)
    expect((await server.http('/api/dispatch', { body: '{' })).status).toBe(400)
    expect((await server.http('/api/clients', { method: 'DELETE' })).status).toBe(405)
  })

  test('who sends too much is let go; others are not', async () => {
    const server = await start(oneCommand, { aip: { messages_per_minute: 50 } })
    const [loud, other] = [await server.device('loud'), await server.device('other')]
    for (let count = 0; count < 100; count++)
      loud.send({ type: 'heartbeat', status: 'ok', client_id: 'loud' })
    expect(await loud.ended()).toEqual({ code: 1008, reason: 'Too many messages.' })
    other.send({ type: 'heartbeat', status: 'ok', client_id: 'other' })
    await other.next({ type: 'heartbeat' })
    // Coming back does not begin a new count.
    const again = await server.connect()
    again.send(registration('loud'))
    again.send({ type: 'heartbeat', status: 'ok', client_id: 'loud' })
    expect(await again.ended()).toMatchObject({ code: 1008 })
  })

  test('requests of one address are counted, also with the key', async () => {
    const server = await start(oneCommand, { aip: { requests_per_minute: 5 } })
    for (let count = 0; count < 5; count++) expect((await server.http('/api/health')).status).toBe(200)
    expect((await server.http('/api/health')).status).toBe(429)
    expect(await PlainClient.refusal(server.url, { 'X-API-Key': KEY })).toBe(429)
  })

  test('there are at most as many clients as were said', async () => {
    const server = await start(oneCommand, { aip: { max_clients: 2 } })
    await server.device('one')
    await server.device('two')
    const third = await server.connect()
    third.send(registration('three'))
    expect(await third.ended()).toMatchObject({ reason: 'There are as many clients as this server takes.' })
  })
})

test('a thousand connections that say nothing keep nobody out, and who is there stays', async () => {
  const server = await start(oneCommand, { aip: { max_clients: 2 } })
  const device = await server.device('desk')
  const idle = []
  for (let count = 0; count < 1_000; count++) {
    const socket = connect({ port: server.server.port, host: '127.0.0.1' }).on('error', () => {})
    idle.push(socket)
    await once(socket, 'connect')
  }
  expect((await server.http('/api/health')).status).toBe(200)
  await server.device('other')
  device.send({ type: 'heartbeat', status: 'ok', client_id: 'desk' })
  await device.next({ type: 'heartbeat' })
  for (const socket of idle) socket.destroy()
})

test('a connection that is refused holds no place, also when its other end never lets go', async () => {
  const server = await start(oneCommand, { aip: { max_clients: 1 } })
  const upgrade =
    'GET /ws HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'
  const refused = async () => {
    const socket = connect({ port: server.server.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {}).write(upgrade)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 421 /)
    return socket
  }
  const sockets = []
  // More than this server takes at once.
  for (let count = 0; count < 110; count++) sockets.push(await refused())
  expect((await server.http('/api/health')).status).toBe(200)
  await server[Symbol.asyncDispose]()
  for (const socket of sockets) socket.destroy()
})
