import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { AipConfig } from '../../../src-preload/contract/config.ts'
import type { Frame, PlainClient } from '../testing/plain-client.ts'
import { completed, HeldTasks, oneCommand, testServer, type TestServer } from '../testing/test-server.ts'
import { until } from '../testing/until.ts'
import type { RunTask } from './task.ts'
import { addressOf } from './serve.ts'

const open: TestServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]()
})
async function start(runTask: RunTask, aip: Partial<AipConfig> = {}): Promise<TestServer> {
  const server = await testServer(runTask, { aip })
  open.push(server)
  return server
}

const dispatch = async (server: TestServer, device: string, request: string, taskName?: string) => {
  const body = { client_id: device, request, ...(taskName === undefined ? {} : { task_name: taskName }) }
  const answer = await server.http('/api/dispatch', { body })
  expect(answer.status).toBe(200)
  return answer.body as { status: string; task_name: string; client_id: string; session_id: string }
}

const resultOf = async (server: TestServer, task: string) =>
  (await server.http(`/api/task_result/${task}`)).body

const isDone = async (server: TestServer, task: string) => (await resultOf(server, task))['status'] === 'done'

/** As the reference's device answers a task that it is given: with a session of nobody. */
const take = async (device: PlainClient, id: string): Promise<Frame> => {
  const task = await device.next({ type: 'task' })
  device.send({
    type: 'task',
    status: 'continue',
    client_type: 'device',
    client_id: id,
    request: task['user_request'],
    task_name: task['task_name'],
    session_id: null,
    request_id: 'request-1',
    metadata: { platform: 'linux' },
  })
  return task
}

const results = (id: string, command: Frame, result: unknown): Frame => ({
  type: 'command_results',
  status: command['status'],
  client_type: 'device',
  client_id: id,
  session_id: command['session_id'],
  prev_response_id: command['response_id'],
  action_results: [{ status: 'success', error: null, result, namespace: 'Tools', call_id: 'call-1' }],
})

describe('a device of the reference', () => {
  test('registers, is dispatched a task, carries out a command, and its result can be read afterwards', async () => {
    const server = await start(oneCommand)
    const device = await server.connect()
    expect(await device.register('pc')).toMatchObject({ session_id: null, error: null })

    const told = await dispatch(server, 'pc', 'say hello', 'greeting')
    expect(told).toMatchObject({ status: 'dispatched', task_name: 'greeting', client_id: 'pc' })

    const task = await take(device, 'pc')
    expect(task).toMatchObject({ status: 'continue', user_request: 'say hello', task_name: 'greeting' })
    const acknowledged = await device.next({ type: 'heartbeat', session_id: told.session_id })
    expect(acknowledged['status']).toBe('ok')

    const command = await device.next({ type: 'command' })
    expect(command).toMatchObject({
      status: 'continue',
      agent_name: 'AppAgent',
      session_id: told.session_id,
      task_name: 'greeting',
      actions: [
        { tool_name: 'echo', parameters: { request: 'say hello' }, tool_type: 'action', call_id: 'call-1' },
      ],
    })
    expect(await resultOf(server, 'greeting')).toMatchObject({ status: 'pending' })
    device.send(results('pc', command, ''))

    expect(await device.next({ type: 'task_end' })).toMatchObject({
      status: 'completed',
      session_id: told.session_id,
      result: [''],
    })
    // Reading it does not use it up.
    for (let times = 0; times < 2; times++)
      expect(await resultOf(server, 'greeting')).toMatchObject({
        status: 'done',
        outcome: 'completed',
        result: [''],
        error: null,
        session_id: told.session_id,
      })
  })

  test('may ask for a task itself, on itself, and is told the session and the end', async () => {
    const server = await start(oneCommand)
    const device = await server.device('pc')
    device.send({
      type: 'task',
      status: 'continue',
      client_type: 'device',
      client_id: 'pc',
      request: 'say hello',
      task_name: 'mine',
      session_id: 'left-over',
    })
    const { session_id: session } = await device.next({ type: 'heartbeat' })
    expect(session).not.toBe('left-over')
    const command = await device.next({ type: 'command', session_id: session })
    device.send(results('pc', command, 0))
    expect(await device.next({ type: 'task_end', session_id: session })).toMatchObject({ result: [0] })
    expect(await resultOf(server, 'mine')).toMatchObject({ status: 'done', result: [0] })
  })

  test('is answered each heartbeat', async () => {
    const server = await start(oneCommand)
    const device = await server.device('pc')
    device.send({ type: 'heartbeat', status: 'ok', client_type: 'device', client_id: 'pc' })
    expect(await device.next({ type: 'heartbeat' })).toMatchObject({ status: 'ok' })
  })

  test('is free again after its task, whatever came of it, and the failure is told', async () => {
    const server = await start(() => Promise.reject(new Error('The session broke.')))
    const device = await server.device('pc')
    for (const name of ['one', 'two']) {
      await dispatch(server, 'pc', 'x', name)
      await take(device, 'pc')
      expect(await device.next({ type: 'task_end' })).toMatchObject({
        status: 'failed',
        error: 'The session broke.',
      })
      expect(await resultOf(server, name)).toMatchObject({ outcome: 'failed', error: 'The session broke.' })
    }
  })

  test('that does not take its task, or says why not, does not keep it for ever', async () => {
    const server = await start(oneCommand, { heartbeat: 1 })
    const device = await server.device('pc')
    await dispatch(server, 'pc', 'x', 'unanswered')
    const second = await dispatch(server, 'pc', 'x', 'refused')
    await until(() => isDone(server, 'unanswered'))
    expect(await resultOf(server, 'unanswered')).toMatchObject({
      outcome: 'failed',
      error: 'The device “pc” does not answer to the task.',
    })
    await device.next({ type: 'task', task_name: 'refused' })
    device.send({
      type: 'error',
      status: 'error',
      client_id: 'pc',
      session_id: second.session_id,
      error: 'I am busy.',
    })
    await until(() => isDone(server, 'refused'))
    expect(await resultOf(server, 'refused')).toMatchObject({ outcome: 'failed', error: 'I am busy.' })
    // Its answer comes after all: what was said to have failed is not begun.
    await take(device, 'pc')
    expect(await device.next({ type: 'error' })).toMatchObject({
      error: 'Nobody waits for this task any more.',
    })
    expect(server.server.tasks.of('pc')).toEqual({ running: null, queued: [] })
    expect(device.frames.filter(({ type }) => type === 'command')).toEqual([])
  })

  test('may ask for what it was told to do before, as a task of its own', async () => {
    const server = await start(oneCommand)
    const device = await server.device('pc')
    await dispatch(server, 'pc', 'x', 'again')
    await take(device, 'pc')
    await device.next({ type: 'command' })
    device.send({ type: 'task_end', status: 'failed', client_id: 'pc', error: 'Stopped by its person.' })
    await until(() => isDone(server, 'again'))
    device.send({
      type: 'task',
      status: 'continue',
      client_id: 'pc',
      client_type: 'device',
      task_name: 'again',
      request: 'x',
    })
    expect(await device.next({ type: 'heartbeat' })).toMatchObject({ status: 'ok' })
    await device.next({ type: 'command' })
  })
})

describe('one device has one task', () => {
  test('the others wait in line, which can be seen', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const [one, two] = [await server.device('one'), await server.device('two')]
    const first = await dispatch(server, 'one', 'a')
    const second = await dispatch(server, 'one', 'b')
    const other = await dispatch(server, 'two', 'c')
    await take(one, 'one')
    await take(two, 'two')
    // Another device does not wait.
    await until(() => held.tasks.length === 2)
    const { body } = await server.http('/api/clients')
    expect(body).toMatchObject({
      online_clients: ['one', 'two'],
      clients: [
        {
          client_id: 'one',
          state: 'busy',
          task: { session_id: first.session_id },
          queued: [{ session_id: second.session_id }],
        },
        { client_id: 'two', state: 'busy', task: { session_id: other.session_id }, queued: [] },
      ],
    })
    held.tasks.find(({ session }) => session === first.session_id)?.end(completed('A'))
    await one.next({ type: 'task_end' })
    await take(one, 'one')
    await until(() => held.tasks.length === 3)
    expect(held.tasks[2]).toMatchObject({ session: second.session_id, request: 'b' })
  })

  test('who shows the line is told of each that joins it', async () => {
    let lines: number[] = []
    const server: TestServer = await testServer(new HeldTasks().run, {
      changed: () => lines.push(server.server.tasks.of('pc').queued.length),
    })
    open.push(server)
    await server.device('pc')
    await dispatch(server, 'pc', 'a')
    await until(() => server.server.tasks.of('pc').running !== null)
    lines = []
    await dispatch(server, 'pc', 'b')
    await dispatch(server, 'pc', 'c')
    expect(lines).toEqual([1, 2])
  })

  test('a line has an end', async () => {
    const server = await start(new HeldTasks().run, { max_queue: 2 })
    await server.device('pc')
    for (let count = 0; count < 2; count++) await dispatch(server, 'pc', 'x')
    await until(() => server.server.tasks.of('pc').queued.length === 1)
    await dispatch(server, 'pc', 'x')
    const { status } = await server.http('/api/dispatch', { body: { client_id: 'pc', request: 'x' } })
    expect(status).toBe(429)
  })
})

describe('a connection that is lost', () => {
  test('ends what a device of the reference had to do, at once, and what waited for it', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const device = await server.device('pc')
    const first = await dispatch(server, 'pc', 'a')
    const second = await dispatch(server, 'pc', 'b')
    await take(device, 'pc')
    await until(() => held.tasks.length === 1)
    device.cut()
    for (const { task_name: name } of [first, second]) {
      await until(() => isDone(server, name))
      expect(await resultOf(server, name)).toMatchObject({
        outcome: 'failed',
        error: 'The device “pc” is gone.',
      })
    }
    expect(held.tasks[0]?.stopped()).toBe('The device “pc” is gone.')
    expect((await server.http('/api/clients')).body).toEqual({ online_clients: [], clients: [] })
  })

  test('is taken up again by the same program within the heartbeat, with its task', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const device = await server.deskhand('pc')
    const { session_id: session, task_name: name } = await dispatch(server, 'pc', 'a')
    await take(device, 'pc')
    await until(() => held.tasks.length === 1)
    const link = held.tasks[0]?.link
    const states: string[] = []
    link?.onState((state) => states.push(state))
    device.cut()
    await until(() => states.length === 1)
    expect((await server.http('/api/clients')).body).toMatchObject({
      online_clients: [],
      clients: [{ state: 'lost' }],
    })
    expect(() => link?.send({ type: 'heartbeat', status: 'ok' })).toThrow('not connected')

    const again = await server.connect()
    const confirmed = await again.register('pc', {
      metadata: { deskhand: { version: 1, instance: 'instance-of-pc-0123456789' } },
    })
    expect(confirmed).toMatchObject({ session_id: session, deskhand: { heartbeat: 30 } })
    expect(states).toEqual(['lost', 'connected'])
    link?.send({ type: 'command', status: 'continue', response_id: 'r', actions: [] })
    await again.next({ type: 'command', session_id: session })
    held.tasks[0]?.end(completed('done'))
    await again.next({ type: 'task_end', session_id: session })
    expect(await resultOf(server, name)).toMatchObject({ outcome: 'completed', result: 'done' })
  })

  test('that is not taken up within the heartbeat ends the task', async () => {
    const held = new HeldTasks()
    const server = await start(held.run, { heartbeat: 1 })
    const device = await server.deskhand('pc')
    const { task_name: name } = await dispatch(server, 'pc', 'a')
    await take(device, 'pc')
    await until(() => held.tasks.length === 1)
    device.cut()
    await until(() => isDone(server, name))
    expect(await resultOf(server, name)).toMatchObject({
      outcome: 'failed',
      error: 'The device “pc” is gone.',
    })
  })

  test('goes to another program of the same name as to a new device', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const device = await server.deskhand('pc')
    const { task_name: name } = await dispatch(server, 'pc', 'a')
    await take(device, 'pc')
    await until(() => held.tasks.length === 1)
    device.cut()
    await until(() => held.tasks[0]?.link.state === 'lost')
    const other = await server.connect()
    const confirmed = await other.register('pc', {
      metadata: { deskhand: { version: 1, instance: 'of-another-program-0123456789' } },
    })
    expect(confirmed).toMatchObject({ session_id: null })
    await until(() => isDone(server, name))
    expect(await resultOf(server, name)).toMatchObject({ outcome: 'failed' })
    expect(other.frames.filter(({ type }) => type !== 'heartbeat')).toEqual([])
  })

  test('is noticed when nothing is said any more, not even to a ping', async () => {
    const held = new HeldTasks()
    const server = await start(held.run, { heartbeat: 1 })
    const device = await server.device('pc')
    device.socket.pause()
    await until(async () => ((await server.http('/api/clients')).body['online_clients'] as []).length === 0)
  })

  test('the same program that comes before the loss was noticed takes the place of its old connection', async () => {
    const server = await start(new HeldTasks().run)
    const old = await server.deskhand('pc')
    const fresh = await server.deskhand('pc')
    await old.ended()
    fresh.send({ type: 'heartbeat', status: 'ok', client_id: 'pc' })
    await fresh.next({ type: 'heartbeat' })
    expect((await server.http('/api/health')).body).toEqual({ status: 'healthy', online_clients: ['pc'] })
  })
})

describe('a constellation', () => {
  test('gives its device a task without a word before, and is told the end; so is the device', async () => {
    const server = await start(oneCommand)
    const device = await server.device('pc')
    const constellation = await server.constellation('stars', 'pc')
    constellation.send({
      type: 'task',
      status: 'continue',
      client_type: 'constellation',
      client_id: 'stars',
      target_id: 'pc',
      request: 'say hello',
      task_name: 'star 1',
      session_id: 'stars@star_1',
    })
    await constellation.next({ type: 'heartbeat', session_id: 'stars@star_1' })
    const command = await device.next({ type: 'command', session_id: 'stars@star_1' })
    expect(device.frames).toEqual([])
    device.send(results('pc', command, 'hello'))
    const end = { type: 'task_end', status: 'completed', session_id: 'stars@star_1' }
    expect(await constellation.next(end)).toMatchObject({ result: ['hello'], task_name: 'star_1' })
    await device.next(end)
  })

  test('is told what its device is, on request', async () => {
    const server = await start(oneCommand)
    await server.device('pc')
    const constellation = await server.constellation('stars', 'pc')
    constellation.send({
      type: 'device_info_request',
      status: 'ok',
      client_type: 'constellation',
      client_id: 'stars',
      target_id: 'pc',
      request_id: 'info-1',
    })
    expect(await constellation.next({ type: 'device_info_response', response_id: 'info-1' })).toMatchObject({
      status: 'ok',
      result: { device_id: 'pc', platform: 'linux', cpu_count: 2, schema_version: '1.0' },
    })
  })

  test('that asks for what is not its own is refused, and keeps the sessions that are', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const device = await server.device('pc')
    await server.device('other')
    const constellation = await server.constellation('stars', 'pc')
    const task = {
      type: 'task',
      status: 'continue',
      client_type: 'constellation',
      client_id: 'stars',
      request: 'x',
    }
    constellation.send({ ...task, target_id: 'pc', session_id: 'own' })
    await constellation.next({ type: 'heartbeat', session_id: 'own' })
    await until(() => held.tasks.length === 1)
    constellation.send({ ...task, target_id: 'other', session_id: 'another' })
    await constellation.next({ type: 'error', session_id: 'another' })
    held.tasks[0]?.end(completed('kept'))
    expect(await constellation.next({ type: 'task_end', session_id: 'own' })).toMatchObject({
      result: 'kept',
    })
    await device.next({ type: 'task_end', session_id: 'own' })
  })

  test('that leaves ends what it has asked for, and keeps the sessions of others', async () => {
    const held = new HeldTasks()
    const server = await start(held.run)
    const [one, two] = [await server.device('one'), await server.device('two')]
    const [first, second] = [await server.constellation('a', 'one'), await server.constellation('b', 'two')]
    for (const [client, id, target] of [
      [first, 'a', 'one'],
      [second, 'b', 'two'],
    ] as const)
      client.send({
        type: 'task',
        status: 'continue',
        client_type: 'constellation',
        client_id: id,
        target_id: target,
        request: 'x',
        session_id: `session-of-${id}`,
      })
    await until(() => held.tasks.length === 2)
    first.cut()
    expect(await one.next({ type: 'task_end' })).toMatchObject({ status: 'failed' })
    expect(held.tasks.map(({ stopped }) => stopped())).toEqual(['Who asked for it has gone.', null])
    expect(two.frames).toEqual([])
  })
})

test('the end of a task by the person of the device stops the session', async () => {
  const held = new HeldTasks()
  const server = await start(held.run)
  const device = await server.device('pc')
  const { session_id: session, task_name: name } = await dispatch(server, 'pc', 'a')
  await take(device, 'pc')
  await until(() => held.tasks.length === 1)
  device.send({
    type: 'task_end',
    status: 'failed',
    client_id: 'pc',
    session_id: session,
    error: 'Stopped by its person.',
  })
  await until(() => isDone(server, name))
  expect(held.tasks[0]?.stopped()).toBe('Stopped by its person.')
  expect(await resultOf(server, name)).toMatchObject({ outcome: 'failed', error: 'Stopped by its person.' })
})

test('the address that is shown is one that can be connected to', () => {
  expect(addressOf('ws', '127.0.0.1', 5000)).toBe('ws://127.0.0.1:5000/ws')
  expect(addressOf('wss', '::1', 5000)).toBe('wss://[::1]:5000/ws')
  expect(addressOf('ws', 'desk.example', 5000)).toBe('ws://desk.example:5000/ws')
  for (const every of ['0.0.0.0', '::', '0:0:0:0:0:0:0:0'])
    expect(addressOf('ws', every, 5000)).toBe(`ws://${hostname()}:5000/ws`)
})

test('a result is kept for its time, and no longer', async () => {
  const server = await start(() => Promise.resolve(completed('soon gone')), { result_ttl: 1 })
  const device = await server.device('pc')
  const { task_name: name } = await dispatch(server, 'pc', 'a')
  await take(device, 'pc')
  await device.next({ type: 'task_end' })
  expect(await resultOf(server, name)).toMatchObject({ result: 'soon gone' })
  await until(async () => (await server.http(`/api/task_result/${name}`)).status === 404)
})

test('results outlive the server, also one that was killed, and what it had not done is said to have failed', async () => {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-aip-'))
  try {
    const held = new HeldTasks()
    const first = await testServer(held.run, { home })
    const device = await first.device('pc')
    const done = await dispatch(first, 'pc', 'a', 'done')
    await take(device, 'pc')
    await until(() => held.tasks.length === 1)
    held.tasks[0]?.end(completed({ answer: 42 }))
    await device.next({ type: 'task_end' })
    await dispatch(first, 'pc', 'b', 'unfinished')
    await take(device, 'pc')
    await until(() => held.tasks.length === 2)
    held.tasks[1]?.begun('run-of-it')
    // As a killed server leaves it: its files are there, nothing was told.
    const files = join(home, 'aip', 'results')
    const has = (name: string, text: string) =>
      readFile(join(files, name), 'utf8').then(
        (content) => content.includes(text),
        () => false,
      )
    await until(() => has('done.json', '42'))
    await until(() => has('unfinished.json', 'run-of-it'))
    await cp(files, join(home, 'copy'), { recursive: true })
    await first[Symbol.asyncDispose]()
    await rm(files, { recursive: true })
    await cp(join(home, 'copy'), files, { recursive: true })
    await writeFile(join(files, 'broken.json'), '{')

    const second = await testServer(held.run, { home })
    open.push(second)
    expect(await resultOf(second, 'done')).toMatchObject({
      status: 'done',
      outcome: 'completed',
      result: { answer: 42 },
      session_id: done.session_id,
    })
    expect(await resultOf(second, 'unfinished')).toMatchObject({
      outcome: 'failed',
      error: 'The server has ended before it was done.',
      run: 'run-of-it',
    })
    // Its name and its session are still taken.
    await second.device('pc')
    const again = { body: { client_id: 'pc', request: 'x', task_name: 'done' } }
    expect((await second.http('/api/dispatch', again)).status).toBe(409)

    // What is too old goes, with its file.
    for (const server of open.splice(0)) await server[Symbol.asyncDispose]()
    const third = await testServer(held.run, { home, aip: { result_ttl: 1 } })
    open.push(third)
    await until(async () => (await third.http('/api/task_result/done')).status === 404)
    await until(async () => !(await readdir(files)).includes('done.json'))
  } finally {
    await rm(home, { recursive: true, maxRetries: 5 })
  }
})

test('two servers do not keep their results in one folder: each would say that the other’s tasks have failed', async () => {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-aip-'))
  const other = spawn('sleep', ['60'])
  try {
    await mkdir(join(home, 'aip'))
    await writeFile(
      join(home, 'aip', 'server.json'),
      JSON.stringify({ pid: other.pid, started: null, host: hostname() }),
    )
    const begun = () => testServer(new HeldTasks().run, { home })
    await expect(begun()).rejects.toThrow(/process \d+\) keeps its results .*DESKHAND_HOME of its own/)
    other.kill('SIGKILL')
    await once(other, 'exit')
    open.push(await begun())
  } finally {
    other.kill('SIGKILL')
    for (const server of open.splice(0)) await server[Symbol.asyncDispose]()
    await rm(home, { recursive: true, maxRetries: 5 })
  }
})

test('bytes and the frames around them reach the session of their device', async () => {
  const heard: unknown[] = []
  const server = await start(async ({ link }, run) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    link.onFrame((frame) => {
      heard.push(frame)
      if (heard.length === 2) resolve()
    })
    link.sendFrame(new Uint8Array([9, 9]))
    link.send({ type: 'heartbeat', status: 'ok', response_id: 'listening' })
    await run.race(promise)
    return completed(null)
  })
  const device = await server.device('pc')
  await dispatch(server, 'pc', 'a')
  await take(device, 'pc')
  await device.next({ response_id: 'listening' })
  device.send({ type: 'binary_data', filename: 'a.png', size: 3, checksum: 'abc', session_id: null })
  device.socket.send(new Uint8Array([1, 2, 3]))
  await device.next({ type: 'task_end' })
  expect(heard).toEqual([
    expect.objectContaining({ type: 'binary_data', filename: 'a.png', size: 3 }),
    Buffer.from([1, 2, 3]),
  ])
})

test('the end of the server is told: tasks end, connections close', async () => {
  const held = new HeldTasks()
  const server = await testServer(held.run)
  const device = await server.device('pc')
  await dispatch(server, 'pc', 'a')
  await take(device, 'pc')
  await until(() => held.tasks.length === 1)
  const ended = server[Symbol.asyncDispose]()
  expect(await device.next({ type: 'task_end' })).toMatchObject({
    status: 'failed',
    error: 'The server has ended.',
  })
  expect(await device.ended()).toMatchObject({ code: 1001 })
  await ended
})
