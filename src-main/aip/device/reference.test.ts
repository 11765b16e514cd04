// Hand-written frames of the reference against both of our ends: our device at a UFO server, our dispatcher with a UFO device.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { UserError } from '../../core/errors.ts'
import { command, drivenBy, ROUTE, testDevice, type TestDeviceOptions } from '../testing/test-device.ts'
import type { Frame, PlainClient } from '../testing/plain-client.ts'
import { testServer } from '../testing/test-server.ts'
import { until } from '../testing/until.ts'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
})
const use = <T extends AsyncDisposable>(one: T): T => {
  open.push(one)
  return one
}

/** A server that sends what a test writes, in the reference's words: it has never heard of Deskhand. */
class UfoServer implements AsyncDisposable {
  readonly #sockets: WebSocketServer
  readonly heard: Frame[] = []
  readonly urls: string[] = []
  socket: WebSocket | null = null

  constructor() {
    this.#sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    this.#sockets.on('connection', (socket, request) => {
      this.socket = socket
      this.urls.push(request.url ?? '')
      socket.on('message', (data) => this.heard.push(JSON.parse((data as Buffer).toString()) as Frame))
      // The registration is confirmed by a heartbeat.
      socket.once('message', () => this.send({ type: 'heartbeat', status: 'ok' }))
    })
  }

  async url(): Promise<string> {
    if (!this.#sockets.address()) await once(this.#sockets, 'listening')
    return `ws://127.0.0.1:${(this.#sockets.address() as AddressInfo).port}/ws?token=the-ufo-key-0123456789`
  }

  /** Every field that the reference's pydantic model writes out, null where it is not given. */
  send(frame: Frame): void {
    const nothing = {
      user_request: null, agent_name: null, process_name: null, root_name: null, actions: null, messages: [],
      error: null, session_id: null, task_name: null, timestamp: '2026-03-01T10:00:00+00:00', response_id: null, result: null,
      field_of_a_later_version: { x: 1 },
    } // prettier-ignore
    this.socket?.send(JSON.stringify({ ...nothing, ...frame }))
  }

  async next(wanted: Frame): Promise<Frame> {
    const fits = (frame: Frame) => Object.entries(wanted).every(([key, value]) => frame[key] === value)
    await until(() => this.heard.some(fits))
    return this.heard.splice(this.heard.findIndex(fits), 1)[0] ?? {}
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#sockets.close()
    await once(this.#sockets, 'close')
  }
}

async function atUfo(options: TestDeviceOptions = {}) {
  const server = use(new UfoServer())
  const device = use(await testDevice(await server.url(), { key: null, ...options }))
  return { server, device }
}

const COMMAND = {
  type: 'command',
  status: 'continue',
  agent_name: 'AppAgent',
  process_name: 'calc',
  root_name: 'calc',
}

describe('our device at a server of the reference', () => {
  test('registers as the reference’s device does, with the key in the address alone', async () => {
    const { server } = await atUfo()
    expect(server.urls).toEqual(['/ws?token=the-ufo-key-0123456789'])
    const registration = await server.next({ type: 'register' })
    expect(registration).toMatchObject({
      client_id: 'pc',
      client_type: 'device',
      metadata: { platform: 'linux' },
    })
    const info = (registration['metadata'] as Frame)['system_info'] as Frame
    expect(Object.keys(info)).toEqual(
      expect.arrayContaining([
        'device_id',
        'platform',
        'os_version',
        'cpu_count',
        'memory_total_gb',
        'hostname',
        'ip_address',
        'supported_features',
        'platform_type',
        'schema_version',
        'custom_metadata',
      ]),
    )
  })

  test('asks for the task that it is given, carries out its commands under the id that the server makes up, and takes the next', async () => {
    const { server, device } = await atUfo({ tools: { click_input: () => 'clicked' } })
    server.send({ type: 'task', status: 'continue', user_request: 'click', task_name: 'ufo task', session_id: 'dispatched-1' })
    expect(await server.next({ type: 'task' })).toMatchObject({ client_id: 'pc', request: 'click', task_name: 'ufo task' })
    server.send({ type: 'heartbeat', status: 'ok', session_id: 'another-2' })
    server.send({
      ...COMMAND, session_id: 'another-2', response_id: 'r1',
      actions: [{ tool_name: 'click_input', parameters: { id: '1', name: 'OK' }, tool_type: 'action', call_id: 'c1' }],
    })
    expect(await server.next({ type: 'command_results' })).toMatchObject({
      client_id: 'pc', session_id: 'another-2', prev_response_id: 'r1', status: 'continue',
      action_results: [{ status: 'success', result: 'clicked', call_id: 'c1' }],
    })
    // What only a Deskhand would understand is not sent.
    expect(server.heard.filter(({ type, deskhand }) => type === 'heartbeat' || (type !== 'register' && deskhand !== null))).toEqual([])
    const judged = { type: 'evaluation_result', complete: 'unsure', reason: 'Nothing is seen.' }
    server.send({ type: 'task_end', status: 'completed', session_id: 'another-2', result: [{ request: 'click' }, judged] })
    await until(() => device.works[0]?.disposed === true)
    expect(device.works[0]?.ends[0]).toMatchObject({ status: 'completed', judged })
    server.send({ type: 'task', status: 'continue', user_request: 'again', task_name: 'second' })
    expect(await server.next({ type: 'task' })).toMatchObject({ request: 'again' })
  }) // prettier-ignore

  test('answers an unknown tool, a missing agent and a crash as errors of that very call', async () => {
    const { server } = await atUfo({
      tools: {
        crash: () => {
          throw new UserError('The mcp configuration has no agent NoAgent.')
        },
      },
    })
    server.send({ type: 'task', status: 'continue', user_request: 'x', task_name: 't' })
    for (const [id, tool] of [
      ['r1', 'no_such_tool'],
      ['r2', 'crash'],
    ] as const) {
      server.send({
        ...COMMAND,
        agent_name: 'NoAgent',
        session_id: 's',
        response_id: id,
        actions: [{ tool_name: tool, parameters: null, tool_type: 'action', call_id: id }],
      })
      expect(await server.next({ type: 'command_results', prev_response_id: id })).toMatchObject({
        action_results: [
          { status: 'failure', call_id: id, error: expect.stringMatching(/no tool|no agent/) },
        ],
      })
    }
  })

  test('answers what is no message, and what is asked of its machine', async () => {
    const { server } = await atUfo()
    server.socket?.send('this is no JSON')
    expect(await server.next({ type: 'error' })).toMatchObject({ status: 'error', error: expect.stringContaining('JSON') })
    server.send({ type: 'command', status: 'continue', session_id: 's' })
    expect(await server.next({ type: 'error' })).toMatchObject({ error: 'A command needs actions and a response_id.' })
    // One that a server waits for fails as any other does.
    const action = { tool_name: 'x', parameters: {}, call_id: 'c1' }
    server.send({ type: 'command', status: 'continue', session_id: 's', response_id: 'r1', actions: [{ ...action, tool_type: 'unheard of' }, 7] })
    expect(await server.next({ type: 'command_results', prev_response_id: 'r1' })).toMatchObject({
      session_id: 's',
      action_results: [{ status: 'failure', call_id: 'c1', error: expect.stringContaining('tool_type') }, { status: 'failure' }],
    })
    server.send({ type: 'device_info_request', status: 'ok', response_id: 'i1' })
    expect(await server.next({ type: 'device_info_response' })).toMatchObject({ prev_response_id: 'i1', metadata: { device_id: 'pc' } })
    // Nothing of that has ended the connection.
    server.send({ type: 'task', status: 'continue', user_request: 'x', task_name: 't' })
    await server.next({ type: 'task' })
  }) // prettier-ignore

  test('does a command of a session once, and none of a session that has ended or of a second one', async () => {
    const { server, device } = await atUfo({ tools: { act: () => 1 } })
    const send = (session: string, id: string) =>
      server.send({ ...COMMAND, session_id: session, response_id: id, actions: [{ tool_name: 'act', tool_type: 'action', call_id: id }] })
    // A constellation's session begins with its first command.
    send('one', 'a')
    await server.next({ type: 'command_results', prev_response_id: 'a' })
    send('one', 'a')
    expect(await server.next({ type: 'command_results', prev_response_id: 'a' })).toMatchObject({ action_results: [{ status: 'success' }] })
    send('two', 'b')
    expect(await server.next({ type: 'command_results', prev_response_id: 'b' })).toMatchObject({
      action_results: [{ status: 'failure', error: 'This device is busy with another task.' }],
    })
    server.send({ type: 'task', status: 'continue', user_request: 'x', session_id: 'three' })
    expect(await server.next({ type: 'error', session_id: 'three' })).toMatchObject({ error: 'This device is busy with another task.' })
    server.send({ type: 'task_end', status: 'failed', session_id: 'one', error: 'no more' })
    send('one', 'c')
    expect(await server.next({ type: 'command_results', prev_response_id: 'c' })).toMatchObject({
      action_results: [{ status: 'failure', error: 'This session has ended on the device.' }],
    })
    expect(device.works.map(({ done }) => done)).toEqual([['act']])
  }) // prettier-ignore

  test('ends its task when the connection is cut: such a server waits for nobody', async () => {
    const { server, device } = await atUfo({
      tools: { act: (_command, run) => run.race(new Promise(() => {})) },
    })
    server.send({
      ...COMMAND,
      session_id: 's',
      response_id: 'a',
      actions: [{ tool_name: 'act', tool_type: 'action', call_id: 'a' }],
    })
    await until(() => device.works[0]?.done.length === 1)
    server.socket?.terminate()
    await until(() => device.works[0]?.disposed === true)
    expect(device.works[0]?.run.stopped).toBe(true)
    await until(() => device.news.at(-1)?.news === 'connected' && device.news.length === 3)
  })
})

describe('our dispatcher with a device of the reference', () => {
  const takeTask = async (device: PlainClient): Promise<string> => {
    const task = await device.next({ type: 'task' })
    device.send({
      type: 'task',
      status: 'continue',
      client_type: 'device',
      client_id: 'ufo',
      request: task['user_request'],
      task_name: task['task_name'],
      session_id: null,
    })
    const command = await device.next({ type: 'heartbeat', status: 'ok' })
    return String(command['session_id'])
  }

  test('takes its results in its words, and records what was asked for, because it tells nothing', async () => {
    const { runTask, journal } = drivenBy(async (dispatcher, run) => {
      const commands = [
        command('click_input', { parameters: { id: '1' } }),
        command('texts'),
        command('wait'),
      ]
      const results = await dispatcher.executeCommands(commands, { route: ROUTE }, run)
      return results.map(({ status, error, result }) => [status, error, result])
    })
    const server = use(await testServer(runTask))
    const device = await server.device('ufo')
    await server.http('/api/dispatch', { body: { client_id: 'ufo', request: 'click', task_name: 't' } })
    const session = await takeTask(device)
    const sent = await device.next({ type: 'command' })
    expect(sent).toMatchObject({
      status: 'continue',
      session_id: session,
      task_name: 't',
      ...ROUTE,
      deskhand: null,
    })
    const actions = sent['actions'] as Frame[]
    expect(actions.map(({ tool_name, tool_type }) => [tool_name, tool_type])).toEqual([
      ['click_input', 'action'],
      ['texts', 'action'],
      ['wait', 'action'],
    ])
    device.send({
      type: 'command_results', status: 'continue', client_type: 'device', client_id: 'ufo', session_id: session,
      prev_response_id: sent['response_id'],
      // One without its call, one that failed, one that is missing.
      action_results: [
        { status: 'success', result: null, namespace: 'AppUIExecutor' },
        { status: 'failure', error: 'no such control', result: 'no such control', call_id: actions[1]?.['call_id'] },
      ],
    }) // prettier-ignore
    expect((await device.next({ type: 'task_end' }))['result']).toEqual([
      ['success', null, null],
      ['failure', 'no such control', 'no such control'],
      ['failure', 'The device gave no result for wait.', null],
    ])
    const told = journal.events.map((event) =>
      'tool_name' in event ? `${event.type} ${event.tool_name}` : event.type,
    )
    expect(told.slice(0, 3)).toEqual(['act_started click_input', 'act_started texts', 'act_started wait'])
    expect(told.slice(3)).toEqual(['act_finished click_input', 'act_finished texts', 'act_finished wait'])
  })

  test('takes results that can’t be read as a failure of that command, for which it would wait in vain', async () => {
    const { runTask } = drivenBy(async (dispatcher, run) => {
      const results = await dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
      return results.map(({ status, code, error }) => [status, code, error])
    })
    const server = use(await testServer(runTask))
    const device = await server.device('ufo')
    await server.http('/api/dispatch', { body: { client_id: 'ufo', request: 'act', task_name: 't' } })
    const session_id = await takeTask(device)
    const { response_id } = await device.next({ type: 'command' })
    device.send({
      type: 'command_results', status: 'continue', client_id: 'ufo', session_id, prev_response_id: response_id,
      action_results: [{ status: 'a later version’s' }],
    }) // prettier-ignore
    expect(await device.next({ type: 'error' })).toMatchObject({ error: expect.stringContaining('status') })
    expect((await device.next({ type: 'task_end' }))['result']).toEqual([
      ['failure', 'tool', expect.stringContaining("can't be read: action_results.0.status")],
    ])
  })

  test('does not send an act again to one that was cut off, which would do it twice', async () => {
    const { runTask } = drivenBy(async (dispatcher, run) => {
      const [result] = await dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
      return [result?.status, result?.code]
    })
    const server = use(await testServer(runTask))
    const device = await server.device('ufo')
    await server.http('/api/dispatch', { body: { client_id: 'ufo', request: 'act', task_name: 't' } })
    await takeTask(device)
    await device.next({ type: 'command' })
    device.cut()
    await until(() => server.server.tasks.find('t')?.state === 'done')
    const again = await server.device('ufo')
    // Whatever was sent before this answer has come.
    again.send({ type: 'heartbeat', status: 'ok', client_type: 'device', client_id: 'ufo' })
    await again.next({ type: 'heartbeat', status: 'ok' })
    expect(again.frames.filter(({ type }) => type === 'command')).toEqual([])
  })
})
