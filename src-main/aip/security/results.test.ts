// Attacks on results and on the names of tasks, each on a real connection.
import { describe, expect, test } from 'vitest'
import { completed, HeldTasks, KEY, oneCommand } from '../testing/test-server.ts'
import { busy, dispatch, raw, task, useServers } from '../testing/attacks.ts'
import { until } from '../testing/until.ts'

const start = useServers()

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

describe('a task name', () => {
  const PATHS = [
    '../../etc/passwd',
    '..',
    '.',
    '.hidden',
    '-rf',
    'a/b',
    'a\\b',
    'a\u0000b',
    'CON',
    ' ',
    'a b',
    'ä',
  ]

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
