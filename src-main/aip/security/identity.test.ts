// Attacks by peers that say to be others, each on a real connection.
import { describe, expect, test } from 'vitest'
import { registration, type Frame } from '../testing/plain-client.ts'
import { completed, HeldTasks, oneCommand } from '../testing/test-server.ts'
import { busy, dispatch, task, useServers } from '../testing/attacks.ts'
import { until } from '../testing/until.ts'

const start = useServers()

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

  test('has a name that looks like no other one: letters of other scripts are refused', async () => {
    const server = await start(oneCommand)
    await server.device('desk')
    // Cyrillic “е”, full-width letters, a letter with a mark, a blank of no width, one that turns the text around.
    for (const name of [
      'd\u0435sk',
      '\uff44esk',
      'de\u0301sk',
      'de\u200bsk',
      '\u202eksed',
      'd\u00e9sk',
      '-desk',
    ]) {
      const client = await server.connect()
      client.send(registration(name))
      expect(await client.ended(), name).toMatchObject({
        code: 1008,
        reason: expect.stringContaining('letters A to Z') as string,
      })
    }
    expect((await server.http('/api/health')).body['online_clients']).toEqual(['desk'])
    await server.device('Room 2: ada@desk-1.local/_x')
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

  test('is refused with a reason that fits, however long its name is', async () => {
    const server = await start(oneCommand)
    const id = 'desk'.repeat(32)
    await server.device(id)
    const other = await server.connect()
    other.send(registration(id))
    expect(await other.next({ type: 'error' })).toMatchObject({ error: expect.stringContaining('already') })
    const { code, reason } = await other.ended()
    expect([code, reason]).toEqual([1008, expect.stringMatching(/^There is a client “[desk]+$/)])
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
