// A server and devices as processes: tasks by HTTP, done on real applications of the device's own desktop.
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cutProxy } from '../src-main/aip/testing/cut-proxy.ts'
import { PlainClient } from '../src-main/aip/testing/plain-client.ts'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { plainModel } from '../src-main/models/testing/plain-model.ts'
import { filesBelow } from '../src-main/core/folder.ts'
import { connected, KEY, serving, until, type Connected, type Serving } from './support/aip.ts'
import { deskhand, story, type Place } from './support/deskhand.ts'
import { desktopOf, heldDown, watchInput } from './support/witness.ts'

const TEXT = 'naïve café 你好 😀'
/** Devices are shared, and no file is to be replaced: each task has one of its own. */
const write = (file: string) => `open Mousepad, type "${TEXT}", save as "~/${file}"`
/** The least that a device has to do, to show that it is free and works. */
const SEVEN = 'open galculator, press Escape, click 7, read display'
const IS_SEVEN = {
  outcome: 'completed',
  result: expect.arrayContaining([expect.objectContaining({ result: '7' })]),
}
const KEYS = Array.from({ length: 200 }, (_, index) => `press ${'abcdefghij'[index % 10]}`).join(', ')

const modelConfig = (model: OpenAIServer) => `models:
  default:
    provider: custom
    model_name: plain
    base_url: ${model.baseUrl}
    timeout: 10
    max_retry: 0
`

const written = async ({ where }: Connected, name: string) =>
  (await readFile(join(where.home, name), 'utf8').catch(() => '(no file)')).trimEnd()

/** Every file below a folder that has this text in it. */
const filesWith = async (folder: string, text: string): Promise<string[]> => {
  const files = await filesBelow(folder)
  const contents = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))))
  return files.filter((_, index) => contents[index]?.includes(text))
}

describe('with one server', () => {
  let server: Serving
  let device: Connected
  beforeAll(async () => {
    server = await serving()
    device = await connected(server, 'desk')
  })
  afterAll(async () => {
    await device[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  test('a request that is dispatched by HTTP is done on the device’s own applications, and its result can be read', async () => {
    const told = await server.dispatch(
      'desk',
      `${write('sum.txt')}, then open galculator, click 7, click "*", click 6, click "=", read display`,
      'sum',
    )
    expect(told).toMatchObject({ status: 'dispatched', client_id: 'desk', task_name: 'sum' })
    const done = await server.result('sum')
    expect(done, story(device.running.events)).toMatchObject({
      outcome: 'completed',
      error: null,
      session_id: told['session_id'],
    })
    expect((done['result'] as { type: string; result: unknown }[])[0]).toMatchObject({
      type: 'round_result',
      result: '42',
    })
    expect(await written(device, 'sum.txt')).toBe(TEXT)
    // What was done is in the record of either machine, with its effects.
    for (const { data } of [server.where, device.where]) {
      const events = (await readFile(join(data, 'logs', 'sum', 'events.jsonl'), 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; effect?: string })
      const count = (type: string) => events.filter((event) => event.type === type).length
      expect(count('act_started')).toBeGreaterThan(8)
      expect(count('act_finished')).toBe(count('act_started'))
      expect(events.filter(({ effect }) => effect === 'confirmed').length).toBeGreaterThan(5)
      // The key is nowhere.
      expect(await filesWith(data, KEY)).toEqual([])
    }
    expect(server.running.stderr() + device.running.stderr()).not.toContain(KEY)
  })

  test('a connection that is cut in the middle is made again, and what was begun is done, once', async () => {
    await using proxy = await cutProxy(server.url)
    await using device = await connected(server, 'cut', { url: proxy.url })
    await server.dispatch('cut', write('a.txt'), 'cut')
    await device.running.event('act_started', (event) => event.tool_name !== 'launch_application')
    proxy.cut()
    const done = await server.result('cut')
    expect(done, story(device.running.events)).toMatchObject({ outcome: 'completed', error: null })
    expect(await written(device, 'a.txt')).toBe(TEXT)
    expect(proxy.connections()).toBeGreaterThan(1)
    const typed = device.running.events.filter(
      (event) => event.type === 'act_started' && event.words.startsWith('Type'),
    )
    expect(typed).toHaveLength(1)
  })

  test('an act that the device’s person would have to allow is refused where nobody is there', async () => {
    await server.dispatch('desk', 'open XTerm, type "touch ~/forbidden", press Enter', 'sensitive')
    const done = await server.result('sensitive')
    expect(done, story(device.running.events)).toMatchObject({ outcome: 'failed' })
    expect(await written(device, 'forbidden')).toBe('(no file)')
    const refused = device.running.events.filter(
      (event) => event.run === 'sensitive' && event.type === 'gate_decided' && event.decision === 'ask',
    )
    expect(refused.length, story(device.running.events)).toBeGreaterThan(0)
    // It is the device's gate that has decided, and the server's record says so.
    const told = await readFile(join(server.where.data, 'logs', 'sensitive', 'events.jsonl'), 'utf8')
    expect(told).toContain('"decision":"ask"')
    // The device stays, and does what is harmless.
    await server.dispatch('desk', SEVEN, 'harmless')
    expect(await server.result('harmless')).toMatchObject(IS_SEVEN)
  })

  test('what only a server’s task names, nobody at the device has named', async () => {
    const asked: string[] = []
    const page = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('<title>A page</title>')
    })
    await new Promise<void>((next) => page.listen(0, '127.0.0.1', next))
    try {
      const { port } = page.address() as AddressInfo
      await server.dispatch('desk', `open http://127.0.0.1:${port}/told?by=nobody`, 'address')
      const done = await server.result('address')
      expect(done, story(device.running.events)).toMatchObject({ outcome: 'failed' })
      expect(asked).toEqual([])
    } finally {
      page.close()
    }
  })

  test('a pause at either side holds the device before its next act, until it is resumed there; a stop ends what it does: nothing acts, no key stays down', async () => {
    const task = 'keys'
    await server.dispatch('desk', `open mousepad, ${KEYS}`, task)
    await device.running.event('act_started', ({ run }) => run === task)
    const env = await desktopOf(device.where, task)
    using input = watchInput(env)
    const presses = () => input.events.filter((event) => event.kind === 'key press').length
    const told = () => story(device.running.events)
    await until(() => presses() > 5, told)
    const say = async (where: Place, what: 'pause' | 'resume' | 'stop') => {
      const { code, stderr } = await deskhand(where, [what, task])
      expect(code, stderr).toBe(0)
    }
    for (const { where } of [server, device]) {
      await say(where, 'pause')
      // What had begun may end.
      await new Promise((next) => setTimeout(next, 1000))
      const paused = presses()
      await new Promise((next) => setTimeout(next, 2000))
      expect(presses()).toBe(paused)
      await say(where, 'resume')
      await until(() => presses() > paused, told)
    }
    await say(device.where, 'stop')
    const held = heldDown(env).catch(() => [])
    expect(await server.result(task, 20_000)).toMatchObject({
      outcome: 'failed',
      error: expect.stringMatching(/[Ss]topped/),
    })
    await device.running.event('session_finished', ({ run }) => run === task)
    expect(await held).toEqual([])
    const acts = device.running.events.filter(
      (event) => event.run === task && event.type === 'act_started' && event.tool_name === 'keyboard_input',
    )
    expect(presses()).toBeLessThanOrEqual(acts.length)
    expect(acts.length).toBeLessThan(200)
    // The device is free for the next task.
    await server.dispatch('desk', SEVEN, 'next')
    expect(await server.result('next')).toMatchObject(IS_SEVEN)
  })
})

test('a model that the server asks over HTTP drives the device', async () => {
  await using model = await OpenAIServer.start({ reply: plainModel })
  await using server = await serving(modelConfig(model))
  await using device = await connected(server, 'desk')
  await server.dispatch('desk', write('a.txt'), 'model')
  const done = await server.result('model')
  expect(done, `${String(done['error'])}\n${story(device.running.events)}`).toMatchObject({
    outcome: 'completed',
  })
  expect(await written(device, 'a.txt')).toBe(TEXT)
  // It was shown the device's screen.
  expect(model.requests.some((request) => request.pictures.length > 0)).toBe(true)
})

test('a device of the reference, in its own frames, carries out what a model of the server decides', async () => {
  let asked = 0
  await using model = await OpenAIServer.start({
    reply: ({ system }) => {
      if (!system.includes('execute_command'))
        return JSON.stringify({ reason: 'seen', sub_scores: [], complete: 'yes' })
      const first = asked++ === 0
      return JSON.stringify({
        observation: '',
        thought: '',
        plan: [],
        status: first ? 'CONTINUE' : 'FINISH',
        result: first ? null : 'It runs Linux.',
        action: first
          ? [{ function: 'execute_command', arguments: { command: 'uname' }, status: 'CONTINUE' }]
          : [],
      })
    },
  })
  await using server = await serving(modelConfig(model))
  const device = await PlainClient.open(server.url, { 'X-API-Key': KEY })
  await device.register('ufo')
  const { session_id } = await server.dispatch('ufo', 'which system is it?', 'reference')
  const task = await device.next({ type: 'task' })
  const me = { client_type: 'device', client_id: 'ufo' }
  device.send({
    type: 'task',
    status: 'continue',
    ...me,
    request: task['user_request'],
    task_name: task['task_name'],
    session_id: null,
  })
  const tools: Record<string, unknown> = {
    list_tools: [
      {
        tool_key: 'action::execute_command',
        tool_name: 'execute_command',
        title: null,
        namespace: 'BashExecutor',
        tool_type: 'action',
        description: 'Execute a shell command.',
        input_schema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
        output_schema: null,
        meta: null,
        annotations: null,
      },
    ],
    execute_command: { success: true, exit_code: 0, stdout: 'Linux', stderr: '' },
  }
  const done: string[] = []
  const serve = async () => {
    for (;;) {
      const command = await device.next({ type: 'command' })
      const results = (command['actions'] as { tool_name: string; call_id: string }[]).map(
        ({ tool_name, call_id }) => {
          done.push(tool_name)
          return tool_name in tools
            ? { status: 'success', result: tools[tool_name], error: null, namespace: 'BashExecutor', call_id }
            : {
                status: 'failure',
                result: null,
                error: `Unknown tool: ${tool_name}`,
                namespace: null,
                call_id,
              }
        },
      )
      device.send({
        type: 'command_results',
        status: 'continue',
        ...me,
        session_id: command['session_id'],
        prev_response_id: command['response_id'],
        action_results: results,
      })
    }
  }
  const answering = serve().catch(() => {})
  const answer = await server.result('reference')
  expect(answer, JSON.stringify(answer)).toMatchObject({ outcome: 'completed', session_id })
  expect((answer['result'] as { result: unknown }[])[0]?.result).toBe('It runs Linux.')
  expect(done.filter((name) => name === 'execute_command')).toHaveLength(1)
  expect(await device.next({ type: 'task_end' })).toMatchObject({ status: 'completed', session_id })
  device.cut()
  await answering
})

test('a device that is killed ends its task within the heartbeat, and can come back under its name', async () => {
  await using server = await serving('aip:\n  heartbeat: 6\n')
  const device = await connected(server, 'desk')
  await server.dispatch('desk', `open mousepad, ${KEYS}`, 'killed')
  await device.running.event('act_started', (event) => event.tool_name === 'keyboard_input')
  device.running.child.kill('SIGKILL')
  await device.running.ended
  const done = await server.result('killed', 15_000)
  expect(done).toMatchObject({ outcome: 'failed', error: 'The device “desk” is gone.' })
  // The same machine begins anew, and what the dead program has left of its desktop goes.
  await using again = await connected(server, 'desk', { at: device.where })
  expect(await readdir(join(device.where.data, 'desktops'))).toEqual([])
  await server.dispatch('desk', SEVEN, 'again')
  const after = await server.result('again')
  expect(after, `${String(after['error'])}\n${story(again.running.events)}`).toMatchObject(IS_SEVEN)
})
