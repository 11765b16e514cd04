// The security of the server, each point as an attack on a real connection.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { aipConfigSchema } from '../../src-preload/contract/config.ts'
import { UserError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { checkServerAddress, kindOfAddress } from './device/addresses.ts'
import { serveAip } from './server/serve.ts'
import { PlainClient, registration, type Frame } from './testing/plain-client.ts'
import { completed, HeldTasks, KEY, oneCommand, testServer, type TestServer } from './testing/test-server.ts'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]()
})
async function start(...args: Parameters<typeof testServer>): Promise<TestServer> {
  const server = await testServer(...args)
  open.push(server)
  return server
}

const until = async (condition: () => boolean | Promise<boolean>) => {
  for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((next) => setTimeout(next, 5)))
    if (await condition()) return
  expect.fail('It did not come to that.')
}

/** A request whose Host and other headers are what the test says: `fetch` does not let them be chosen. */
async function raw(
  port: number,
  path: string,
  headers: Record<string, string | string[]>,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path,
    headers,
    setHost: headers['Host'] === undefined,
  })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let body = ''
  for await (const part of response) body += String(part)
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

const task = (id: string, more: Frame = {}): Frame => ({
  type: 'task',
  status: 'continue',
  client_type: 'device',
  client_id: id,
  request: 'x',
  ...more,
})

const dispatch = async (server: TestServer, device: string, taskName?: string) =>
  (
    await server.http('/api/dispatch', {
      body: { client_id: device, request: 'x', ...(taskName === undefined ? {} : { task_name: taskName }) },
    })
  ).body as { task_name: string; session_id: string }

/** A device that has taken its task. */
async function busy(server: TestServer, id: string, held: HeldTasks) {
  const device = await server.device(id)
  const told = await dispatch(server, id)
  await device.next({ type: 'task' })
  device.send(task(id, { task_name: told.task_name }))
  await until(() => held.tasks.some(({ session }) => session === told.session_id))
  await device.next({ type: 'heartbeat', session_id: told.session_id })
  return { device, ...told }
}

describe('the key', () => {
  test.each([
    ['none', {}],
    ['an empty one', { 'X-API-Key': '' }],
    ['a wrong one', { 'X-API-Key': KEY.replace('0', '1') }],
    ['its beginning', { 'X-API-Key': KEY.slice(0, -1) }],
    ['more than it', { 'X-API-Key': `${KEY}0` }],
    ['one that is as long in bytes', { 'X-API-Key': 'ä'.repeat(KEY.length / 2) }],
  ])('%s opens nothing', async (_name, headers: Record<string, string>) => {
    const server = await start(oneCommand)
    for (const path of ['/api/clients', '/api/health', '/api/task_result/x', '/anything', '/'])
      expect((await raw(server.server.port, path, encoded(headers))).status).toBe(401)
    expect((await server.http('/api/dispatch', { body: {}, headers: encoded(headers) })).status).toBe(401)
    expect(await PlainClient.refusal(server.url, encoded(headers))).toBe(401)
  })

  test('is taken from the header; for a WebSocket also from the address, which the header goes before', async () => {
    const server = await start(oneCommand)
    expect((await server.http('/api/health')).status).toBe(200)
    // The HTTP API has no such peers: there it would only leak.
    expect((await server.http(`/api/health?token=${KEY}`, { headers: {} })).status).toBe(401)
    const peer = await PlainClient.open(`${server.url}?token=${KEY}`)
    await peer.register('pc')
    expect(await PlainClient.refusal(`${server.url}?token=${KEY}`, { 'X-API-Key': 'wrong' })).toBe(401)
    expect(await PlainClient.refusal(`${server.url}?token=wrong`)).toBe(401)
  })

  test('is compared in the same time wherever it differs: as digests, by the constant-time comparison', async () => {
    const source = readFileSync(join(import.meta.dirname, '../core/same-secret.ts'), 'utf8')
    expect(source).toContain('timingSafeEqual(a, b)')
    const { isSameSecret } = await import('../core/same-secret.ts')
    expect([isSameSecret(KEY, KEY), isSameSecret('', KEY), isSameSecret(KEY.slice(1), KEY)]).toEqual([
      true,
      false,
      false,
    ])
    // No other comparison of a key or an instance is in the room.
    for (const file of ['server/access.ts', 'server/clients.ts'])
      expect(readFileSync(join(import.meta.dirname, file), 'utf8')).not.toMatch(
        /(key|instance)\)? [!=]== (?!undefined|null)/i,
      )
  })

  test('can be guessed at twenty times a minute, then the address waits', async () => {
    const server = await start(oneCommand)
    const wrong = { 'X-API-Key': 'wrong' }
    for (let times = 0; times < 20; times++)
      expect((await server.http('/api/health', { headers: wrong })).status).toBe(401)
    const { status, headers } = await server.http('/api/health', { headers: wrong })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await PlainClient.refusal(server.url, wrong)).toBe(429)
  })

  test('is never in the log, nor what a device proves itself with', async () => {
    const server = await start(oneCommand)
    await PlainClient.refusal(`${server.url}?token=wrong-${KEY}`)
    const peer = await PlainClient.open(`${server.url}?token=${KEY}`)
    await peer.register('pc')
    peer.send(`{"type":"${KEY}"}`)
    await peer.next({ type: 'error' })
    const device = await server.deskhand('desk', 'the-secret-of-this-program')
    device.cut()
    await server.http(`/api/task_result/${KEY}`)
    await server.http('/api/dispatch', { body: `{"key": "${KEY}"` })
    await until(() => server.log.join('').includes('ended'))
    const log = server.log.join('\n')
    expect(log).toContain('"client":"pc"')
    expect(log).not.toContain(KEY)
    expect(log).not.toContain('the-secret-of-this-program')
    expect(JSON.stringify((await server.http('/api/clients')).body)).not.toContain('the-secret')
  })
})

describe('who speaks', () => {
  test('says so first, in time, and once', async () => {
    const server = await start(oneCommand)
    for (const frame of [
      task('pc'),
      { type: 'heartbeat', status: 'ok' },
      'no json',
      { type: 'register', status: 'ok' },
    ]) {
      const client = await server.connect()
      client.send(frame)
      expect(await client.ended()).toMatchObject({ code: 1008 })
    }
    const client = await server.device('pc')
    client.send(registration('other'))
    expect(await client.next({ type: 'error' })).toMatchObject({
      error: 'This connection is registered as another client.',
    })
    client.send(registration('pc'))
    expect(await client.next({ type: 'error' })).toMatchObject({
      error: 'This connection has registered already.',
    })
    expect((await server.http('/api/health')).body['online_clients']).toEqual(['pc'])
  })

  test('can not be said to be another one, nor in another part', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    await server.device('victim')
    const client = await server.device('pc')
    const spoofed: Frame[] = [
      task('victim'),
      task('pc', { client_type: 'constellation', target_id: 'victim' }),
      task('pc', { target_id: 'victim' }),
      { type: 'heartbeat', status: 'ok', client_id: 'victim' },
      {
        type: 'command_results',
        status: 'ok',
        client_id: 'victim',
        prev_response_id: 'r',
        action_results: [],
      },
      { type: 'device_info_response', status: 'ok', client_id: 'victim', metadata: { platform: 'hacked' } },
    ]
    for (const frame of spoofed) {
      client.send(frame)
      expect(await client.next({ type: 'error' }), JSON.stringify(frame)).toMatchObject({ status: 'error' })
    }
    expect(held.tasks).toEqual([])
  })

  test('keeps its name while it is there, and what it was given also while it may come back', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const device = await server.deskhand('pc')
    const thief = await server.connect()
    thief.send(registration('pc'))
    expect(await thief.ended()).toEqual({
      code: 1008,
      reason: 'There is a client “pc” already. One whose line was cut is let go within 60 s.',
    })
    // With a guessed proof of being the same program, too.
    const other = await server.connect()
    other.send(
      registration('pc', { metadata: { deskhand: { version: 1, instance: 'guessed-instance-0123' } } }),
    )
    expect(await other.ended()).toMatchObject({ code: 1008 })
    // Or as the same program in another part.
    const asStars = await server.connect()
    asStars.send({
      ...registration('pc', { client_type: 'constellation', target_id: 'pc' }),
      metadata: { deskhand: { version: 1, instance: 'instance-of-pc-0123456789' } },
    })
    expect(await asStars.ended()).toMatchObject({ code: 1008 })
    device.send({ type: 'heartbeat', status: 'ok', client_id: 'pc' })
    await device.next({ type: 'heartbeat' })
    // While its line is cut, its name is free for a program that was started again, but nothing of what it had.
    const [first, second] = [await dispatch(server, 'pc'), await dispatch(server, 'pc')]
    await device.next({ type: 'task' })
    device.send(task('pc', { session_id: first.session_id, task_name: first.task_name }))
    await until(() => held.tasks.length === 1)
    device.cut()
    await until(() => held.tasks[0]?.link.state === 'lost')
    const taker = await server.deskhand('pc', 'another-program-0123456789')
    for (const { task_name: name } of [first, second])
      await until(async () => (await server.http(`/api/task_result/${name}`)).body['status'] === 'done')
    taker.send({ type: 'heartbeat', status: 'ok', client_id: 'pc' })
    await taker.next({ type: 'heartbeat' })
    expect(JSON.stringify(taker.frames)).not.toContain(first.session_id)
    expect(taker.frames.filter(({ type }) => type !== 'heartbeat')).toEqual([])
    expect(held.tasks).toHaveLength(1)
  })

  test('is refused with a reason that fits, however long its name is in bytes', async () => {
    const server = await start(oneCommand)
    const id = '设备'.repeat(60)
    await server.device(id)
    const other = await server.connect()
    other.send(registration(id))
    expect(await other.next({ type: 'error' })).toMatchObject({ error: expect.stringContaining('already') })
    const { code, reason } = await other.ended()
    expect([code, reason]).toEqual([1008, expect.stringMatching(/^There is a client “(设备)+设?$/)])
  })

  test('has a name that can be shown and written to a log', async () => {
    const server = await start(oneCommand)
    for (const id of ['', ' ', '../etc', '\u001b[31m', 'a\nb', 'x'.repeat(200), '<b>', '‮gnp']) {
      const client = await server.connect()
      client.send(registration(id))
      expect(await client.ended(), JSON.stringify(id)).toMatchObject({ code: 1008 })
    }
  })
})

describe('results', () => {
  test('come only from the device that was asked', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const { session_id: session } = await busy(server, 'pc', held)
    const heard: unknown[] = []
    held.tasks[0]?.link.onMessage((message) => heard.push(message.type))
    held.tasks[0]?.link.onFrame(() => heard.push('frame'))
    const other = await server.device('other')
    const stars = await server.constellation('stars', 'pc')
    const forged = {
      type: 'command_results',
      status: 'ok',
      session_id: session,
      prev_response_id: 'r',
      action_results: [],
    }
    other.send({ ...forged, client_id: 'other' })
    other.send({ type: 'error', status: 'error', client_id: 'other', session_id: session, error: 'forged' })
    other.send({ type: 'task_end', status: 'completed', client_id: 'other', session_id: session })
    other.send({
      type: 'heartbeat',
      status: 'ok',
      client_id: 'other',
      session_id: session,
      deskhand: { forged: true },
    })
    other.socket.send(new Uint8Array([1]))
    stars.send({ ...forged, client_id: 'stars', client_type: 'constellation' })
    await stars.next({ type: 'error' })
    stars.send({
      type: 'task_end',
      status: 'completed',
      client_id: 'stars',
      client_type: 'constellation',
      session_id: session,
    })
    await stars.next({ type: 'error' })
    stars.socket.send(new Uint8Array([1]))
    await stars.next({ type: 'error' })
    other.send({ type: 'heartbeat', status: 'ok', client_id: 'other' })
    await other.next({ type: 'heartbeat' })
    expect(heard).toEqual([])
    expect(held.tasks[0]?.stopped()).toBeNull()
  })

  test('of an earlier session are not taken for those of the next', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const { device, session_id: first } = await busy(server, 'pc', held)
    held.tasks[0]?.end(completed(1))
    await device.next({ type: 'task_end' })
    const told = await dispatch(server, 'pc')
    await device.next({ type: 'task' })
    device.send(task('pc', { task_name: told.task_name }))
    await until(() => held.tasks.length === 2)
    const heard: unknown[] = []
    held.tasks[1]?.link.onMessage((message) => heard.push(message))
    device.send({
      type: 'command_results',
      status: 'ok',
      client_id: 'pc',
      session_id: first,
      prev_response_id: 'r',
      action_results: [],
    })
    device.send({ type: 'task_end', status: 'failed', client_id: 'pc', session_id: first })
    device.send({ type: 'heartbeat', status: 'ok', client_id: 'pc', session_id: null, request_id: 'after' })
    await until(() => device.frames.filter(({ type }) => type === 'heartbeat').length > 1)
    expect(heard).toEqual([])
    expect(held.tasks[1]?.stopped()).toBeNull()
  })
})

describe('a session id', () => {
  test('is used once: not while its session goes on, nor after it, nor by another client', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const { device, session_id: taken } = await busy(server, 'pc', held)
    const stars = await server.constellation('stars', 'pc')
    const squat = task('stars', { client_type: 'constellation', target_id: 'pc', session_id: taken })
    stars.send(squat)
    expect(await stars.next({ type: 'error' })).toMatchObject({
      error: 'There is a session of this id already.',
    })
    held.tasks[0]?.end(completed('secret'))
    await device.next({ type: 'task_end' })
    stars.send(squat)
    const refused = await stars.next({ type: 'error' })
    expect(refused).toMatchObject({ error: 'There is a session of this id already.' })
    expect(JSON.stringify(stars.frames)).not.toContain('secret')
    expect(held.tasks).toHaveLength(1)
  })

  test('can not be guessed, and is no path', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    await server.device('pc')
    const ids = [await dispatch(server, 'pc'), await dispatch(server, 'pc')].map((told) => told.session_id)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(ids[0]).not.toBe(ids[1])
    const stars = await server.constellation('stars', 'pc')
    for (const session of ['../x', 'a/b', 'a\nb', 'x'.repeat(300)]) {
      stars.send(task('stars', { client_type: 'constellation', session_id: session }))
      expect(await stars.next({ type: 'error' })).toMatchObject({ error: 'The session_id is none.' })
    }
  })

  test('of a device that does not have it opens nothing: an offer is taken by the device it was made to', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const [device, other] = [await server.device('pc'), await server.device('other')]
    const told = await dispatch(server, 'pc')
    await device.next({ type: 'task' })
    other.send(task('other', { session_id: told.session_id, task_name: told.task_name }))
    const own = await other.next({ type: 'heartbeat' })
    expect(own['session_id']).not.toBe(told.session_id)
    await until(() => held.tasks.length === 1)
    expect(held.tasks[0]?.link.device.id).toBe('other')
  })
})

describe('the information of a device', () => {
  test('is told to nobody but a constellation that has named this device', async () => {
    const server = await start(oneCommand)
    const mine = await server.device('mine')
    await server.device('other')
    const stars = await server.constellation('stars', 'mine')
    const ask = { type: 'device_info_request', status: 'ok', request_id: 'i' }
    for (const [client, frame] of [
      [mine, { ...ask, client_id: 'mine', client_type: 'device', target_id: 'other' }],
      [mine, { ...ask, client_id: 'mine', client_type: 'device', target_id: 'mine' }],
      [stars, { ...ask, client_id: 'stars', client_type: 'constellation', target_id: 'other' }],
    ] as const) {
      client.send(frame)
      expect(await client.next({ type: 'error' })).toMatchObject({ result: null })
      expect(client.frames).toEqual([])
    }
    // Nor do lists and refusals tell of it.
    const { body } = await server.http('/api/clients')
    expect(JSON.stringify(body)).not.toMatch(/hostname|ip_address|cpu_count/)
  })

  test('is of the device that gives it, whatever name it writes', async () => {
    const server = await start(oneCommand)
    const device = await server.device('pc', {
      metadata: {
        platform: 'linux',
        system_info: { ...((registration('victim')['metadata'] as Frame)['system_info'] as Frame) },
      },
    })
    device.send({ type: 'heartbeat', status: 'ok', client_id: 'pc' })
    await device.next({ type: 'heartbeat' })
    expect(server.server.clients.find('pc')?.device.info?.device_id).toBe('pc')
  })

  test('of a target that is not there is refused at the registration', async () => {
    const server = await start(oneCommand)
    for (const target of ['nobody', null, 'stars']) {
      const client = await server.connect()
      client.send(registration('stars', { client_type: 'constellation', target_id: target, metadata: {} }))
      expect(await client.ended()).toMatchObject({ reason: 'The target_id is no device that is connected.' })
    }
  })
})

describe('a task name', () => {
  const PATHS = ['../../etc/passwd', '..', '.', '.hidden', 'a/b', 'a\\b', 'a\u0000b', 'CON', ' ', 'a b', 'ä']

  test('is never a path: by HTTP it is refused, in a result nothing is read', async () => {
    const server = await start(oneCommand)
    await server.device('pc')
    for (const name of PATHS) {
      const { status } = await server.http('/api/dispatch', {
        body: { client_id: 'pc', request: 'x', task_name: name },
      })
      expect(status, JSON.stringify(name)).toBe(400)
      const path = `/api/task_result/${encodeURIComponent(name)}`
      expect((await raw(server.server.port, path, { 'X-API-Key': KEY })).status).toBe(404)
    }
    for (const path of [
      '/api/task_result/../../../etc/passwd',
      '/api/task_result//etc/passwd',
      '/api/task_result/',
    ])
      expect((await raw(server.server.port, path, { 'X-API-Key': KEY })).status).toBe(404)
  })

  test('of a client becomes the name of a file', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const device = await server.device('pc')
    device.send(task('pc', { task_name: '../../etc/passwd' }))
    await until(() => held.tasks.length === 1)
    expect(held.tasks[0]?.taskName).toMatch(/^[\w][\w.-]*$/)
  })

  test('never brings the result of another task', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const { task_name: name } = await busy(server, 'pc', held)
    held.tasks[0]?.end(completed('of the first'))
    const again = { body: { client_id: 'pc', request: 'x', task_name: name } }
    expect((await server.http('/api/dispatch', again)).status).toBe(409)
  })
})

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

describe('pages of a browser', () => {
  test.each([
    ['a foreign name', { Host: 'evil.example' }],
    ['a foreign name with the port', { Host: 'evil.example:{port}' }],
    ['a name that begins like ours', { Host: 'localhost.evil.example' }],
    ['a user before the name', { Host: 'localhost@evil.example' }],
    ['two hosts', { Host: ['127.0.0.1', 'evil.example'] }],
  ])('%s in Host is refused, as DNS rebinding has it', async (_name, headers) => {
    const server = await start(oneCommand)
    const host = [headers.Host].flat().map((text) => text.replace('{port}', String(server.server.port)))
    expect(await status(server.server.port, host)).toBe(421)
  })

  test('an address, localhost and names that were given are answered', async () => {
    const server = await start(oneCommand, { hosts: ['desk.example'] })
    for (const host of [
      '127.0.0.1',
      `localhost:${server.server.port}`,
      '[::1]:5000',
      'desk.example',
      '10.0.0.7:5000',
    ])
      expect(await status(server.server.port, [host]), host).toBe(200)
  })

  test.each([
    ['Origin', { Origin: 'http://evil.example' }],
    ['Origin null', { Origin: 'null' }],
    ['Origin of ours', { Origin: 'http://127.0.0.1' }],
    ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('with %s they are refused, whatever they know', async (_name, headers) => {
    const server = await start(oneCommand)
    expect((await raw(server.server.port, '/api/health', { ...headers, 'X-API-Key': KEY })).status).toBe(403)
    expect(await PlainClient.refusal(server.url, { ...headers, 'X-API-Key': KEY })).toBe(403)
  })

  async function status(port: number, hosts: string[]): Promise<number> {
    const socket = connect(port, '127.0.0.1')
    const lines = [
      'GET /api/health HTTP/1.1',
      ...hosts.map((host) => `Host: ${host}`),
      `X-API-Key: ${KEY}`,
      'Connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n`)
    let text = ''
    for await (const part of socket) text += String(part)
    return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
  }
})

describe('where it listens', () => {
  test('nobody outside of this machine reaches it', async () => {
    const server = await start(oneCommand)
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal)
    for (const found of outside)
      await expect(fetch(`http://${found?.address}:${server.server.port}/api/health`)).rejects.toThrow()
    // The port is free on every other loopback address: it was taken on this one alone.
    const probe = createServer()
    probe.listen({ host: '127.0.0.2', port: server.server.port })
    await once(probe, 'listening')
    probe.close()
  })

  test('a port that is taken is named, and an address that this machine does not have', async () => {
    const server = await start(oneCommand)
    const options = {
      host: '127.0.0.1',
      key: KEY,
      config: aipConfigSchema.parse({}),
      runTask: oneCommand,
      logger: () => silentLogger,
    }
    await expect(serveAip({ ...options, port: server.server.port })).rejects.toThrow(/can't be had.*--port/)
    const elsewhere = { ...options, port: 0, host: '192.0.2.1' }
    await expect(serveAip(elsewhere)).rejects.toThrow(/can't be had.*--host/)
  })
})

describe('TLS', () => {
  let folder: string
  let pem: { cert: string; key: string }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskhand-tls-'))
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        ...files,
        '-days',
        '1',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ],
      { stdio: 'ignore' },
    )
    pem = {
      cert: readFileSync(join(folder, 'cert.pem'), 'utf8'),
      key: readFileSync(join(folder, 'key.pem'), 'utf8'),
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('with a certificate everything is encrypted, and nothing is answered in the clear', async () => {
    const server = await start(oneCommand, { tls: pem })
    expect(server.url).toMatch(/^wss:/)
    const socket = new WebSocket(server.url, { ca: pem.cert, headers: { 'X-API-Key': KEY } })
    await once(socket, 'open')
    socket.close()
    const untrusting = new WebSocket(server.url, { headers: { 'X-API-Key': KEY } })
    const [error] = (await once(untrusting, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    await expect(fetch(`http://127.0.0.1:${server.server.port}/api/health`)).rejects.toThrow()
  })

  test('a certificate that is none is named', async () => {
    await expect(start(oneCommand, { tls: { cert: 'nonsense', key: 'nonsense' } })).rejects.toThrow(UserError)
  })
})

describe('the server that a device connects to', () => {
  const check = async (text: string, allowPrivate = false) => {
    using run = new RunControl()
    return checkServerAddress(text, { allowPrivate }, run)
  }

  test.each([
    ['169.254.169.254', 'never'],
    ['fe80::1', 'never'],
    ['fd00:ec2::254', 'never'],
    ['100.100.100.200', 'never'],
    ['168.63.129.16', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['224.0.0.1', 'never'],
    ['255.255.255.255', 'never'],
    ['240.0.0.1', 'never'],
    ['64:ff9b::a9fe:a9fe', 'never'],
    ['2002:a9fe:a9fe::', 'never'],
    ['::a9fe:a9fe', 'never'],
    ['::a00:1', 'never'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['8.8.8.8', 'public'],
    ['2606:4700::1', 'public'],
  ])('%s is %s', (address, kind) => expect(kindOfAddress(address)).toBe(kind))

  test('is never link-local, however it is written, and private only where that is allowed', async () => {
    for (const host of [
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '[::ffff:169.254.169.254]',
      '[::169.254.169.254]',
      '[fe80::1]',
    ]) {
      await expect(check(`ws://${host}/ws`), host).rejects.toThrow('never connects')
      await expect(check(`ws://${host}/ws`, true), host).rejects.toThrow('never connects')
    }
    await expect(check('ws://192.168.1.5:5000/ws')).rejects.toThrow('aip.private_address')
    expect((await check('ws://192.168.1.5:5000', true)).url.href).toBe('ws://192.168.1.5:5000/ws')
  })

  test('may be on this machine, by ws or wss and nothing else', async () => {
    expect(await check('ws://127.0.0.1:5000')).toMatchObject({ shown: 'ws://127.0.0.1:5000/ws' })
    expect(await check('wss://localhost:5000/ws?token=secret')).toMatchObject({
      shown: 'wss://localhost:5000/ws',
    })
    for (const text of ['http://127.0.0.1:5000/ws', 'file:///etc/passwd', 'nonsense', 'ws://', ''])
      await expect(check(text), text).rejects.toThrow('ws://127.0.0.1:5000/ws')
    await expect(check('ws://user:password@127.0.0.1:5000')).rejects.toThrow(UserError)
  })

  test('is known to be reached in the clear where nothing is encrypted and it is elsewhere', async () => {
    for (const [text, inClear] of [
      ['ws://127.0.0.1:5000', false],
      ['ws://[::1]:5000', false],
      ['ws://192.168.1.5:5000', true],
      ['wss://192.168.1.5:5000', false],
    ] as const)
      expect((await check(text, true)).inClear, text).toBe(inClear)
  })

  test('is checked again when it is connected to: a name can not change its mind', async () => {
    const { lookup } = await check('ws://127.0.0.1:5000/ws')
    const found = await new Promise((resolve) =>
      lookup('localhost', { all: true }, (error, addresses) => resolve(error ?? addresses)),
    )
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address: expect.stringMatching(/^(127\.|::1)/) as string }),
      ]),
    )
    const refused = await new Promise((resolve) => lookup('169.254.169.254', { all: true }, resolve))
    expect(refused).toBeInstanceOf(UserError)
  })
})

/** Header values travel as bytes. */
const encoded = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  )
