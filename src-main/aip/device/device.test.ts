import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { AipConfig } from '../../../src-preload/contract/config.ts'
import type { Result } from '../../core/command.ts'
import { StoppedError, UserError } from '../../core/errors.ts'
import { GlobalState } from '../../core/global-state.ts'
import { watchBrake } from '../../core/run-brake.ts'
import { backOff } from './client.ts'
import { PLACE_TOOL, type OpenWork } from './work.ts'
import { cutProxy } from '../testing/cut-proxy.ts'
import {
  command,
  drivenBy,
  ROUTE,
  testDevice,
  TestWork,
  type Driven,
  type TestDeviceOptions,
} from '../testing/test-device.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'
import { until } from '../testing/until.ts'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
})
const use = <T extends AsyncDisposable>(one: T): T => {
  open.push(one)
  return one
}

/** A server whose sessions do this, a device with these tools, and a task that was dispatched to it. */
async function world(drive: Driven, tools: TestDeviceOptions['tools'] = {}, aip: Partial<AipConfig> = {}) {
  const { runTask, journal } = drivenBy(drive)
  const server = use(await testServer(runTask, { aip }))
  const proxy = use(await cutProxy(server.url))
  const device = use(await testDevice(proxy.url, { tools }))
  return { server, proxy, device, journal }
}

const dispatch = async (server: TestServer, device = 'pc', task = 'task') => {
  const answer = await server.http('/api/dispatch', {
    body: { client_id: device, request: 'do it', task_name: task },
  })
  expect(answer.status).toBe(200)
  return answer.body as { session_id: string }
}
const outcome = async (server: TestServer, task = 'task') => {
  let body: Record<string, unknown> = {}
  await until(async () => {
    body = (await server.http(`/api/task_result/${task}`)).body
    return body['status'] === 'done'
  })
  return body
}
/** As agents do: the run ends when it is stopped. */
const oneAct: Driven = async (dispatcher, run) => {
  const results = await dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
  run.throwIfStopped()
  return results
}
const codes = (results: Result[]) => results.map(({ status, code }) => [status, code])

describe('commands to a device', () => {
  test('are carried out in order on the task’s own desktop, and the results come back by their calls', async () => {
    const { server, device, journal } = await world(
      async (dispatcher, run) => {
        const commands = [command('add', { parameters: { a: 1 } }), command('add', { parameters: { a: 0 } })]
        const results = await dispatcher.executeCommands(commands, { route: ROUTE }, run)
        return results.map(({ result, call_id }) => [
          result,
          commands.findIndex((one) => one.call_id === call_id),
        ])
      },
      { add: ({ parameters }) => parameters['a'] },
    )
    await dispatch(server)
    // Falsy results are kept.
    expect(await outcome(server)).toMatchObject({
      outcome: 'completed',
      result: [
        [1, 0],
        [0, 1],
      ],
    })
    expect(device.tasks).toEqual([{ task_name: 'task', request: 'do it' }])
    await until(() => device.works[0]?.disposed === true)
    expect(device.works[0]?.ends).toEqual([{ status: 'completed', error: null, result: expect.anything() }])
    const types = journal.events.map(({ type }) => type)
    expect(types).toEqual(['act_started', 'act_finished', 'act_started', 'act_finished'])
  })

  test('that fail are results, each with its reason, and what follows is skipped', async () => {
    const { server } = await world(
      async (dispatcher, run) => {
        const commands = ['gone', 'crash', 'fine'].map((name) => command(name))
        const early = await dispatcher.executeCommands(commands, { route: ROUTE }, run)
        const all = await dispatcher.executeCommands(
          commands.slice(0, 1).concat(commands[2] ?? []),
          { route: ROUTE, earlyExit: false },
          run,
        )
        const crashed = await dispatcher.executeCommands([command('crash')], { route: ROUTE }, run)
        return [codes(early), codes(all), codes(crashed), crashed[0]?.error]
      },
      {
        fine: () => 'fine',
        crash: () => {
          throw new Error('The tool fell over.')
        },
      },
    )
    await dispatch(server)
    expect((await outcome(server))['result']).toEqual([
      [['failure', 'unknown_tool'], ['skipped', null], ['skipped', null]],
      [['failure', 'unknown_tool'], ['success', null]],
      [['failure', 'tool']],
      'The tool fell over.',
    ]) // prettier-ignore
  })

  test('list tools by the meta tool, forget by a reset, and ask where the device would act', async () => {
    const tool = {
      tool_key: 'action::Desk::click', tool_name: 'click', namespace: 'Desk', tool_type: 'action', description: 'Clicks.',
      input_schema: { type: 'object' },
    } // prettier-ignore
    const { server, device } = await world(
      async (dispatcher, run) => {
        const tools = await dispatcher.listTools(ROUTE, 'action', run)
        await dispatcher.reset(run)
        const place = command(PLACE_TOOL, { tool_type: 'data_collection' })
        const [there] = await dispatcher.executeCommands([place], { route: ROUTE }, run)
        return [tools, there?.result]
      },
      { list_tools: ({ parameters }) => (parameters['tool_type'] === 'action' ? [tool] : []) },
    )
    await dispatch(server)
    const told = await outcome(server)
    expect(told['result'], String(told['error'])).toEqual([
      [{ ...tool, title: null, output_schema: null, annotations: null, meta: null }],
      { display: 'virtual', os: 'linux 6', home: '/home/them' },
    ])
    expect(device.works[0]?.resets).toBe(1)
  })

  test('bring pictures as they are, which travel as bytes', async () => {
    const data = randomBytes(3_000_000).toString('base64')
    const { server, device } = await world(
      async (dispatcher, run) => {
        const [result] = await dispatcher.executeCommands([command('observe')], { route: ROUTE }, run)
        return JSON.stringify(result?.result) === JSON.stringify({ picture: { data, width: 1 } })
      },
      { observe: () => ({ picture: { data, width: 1 } }) },
    )
    await dispatch(server)
    expect(await outcome(server)).toMatchObject({ result: true, error: null })
    expect(device.works).toHaveLength(1)
  })

  test('end as failures, one per command, when no desktop can be opened', async () => {
    const { runTask } = drivenBy(async (dispatcher, run) =>
      (await dispatcher.executeCommands([command('a'), command('b')], { route: ROUTE }, run)).map(
        ({ code, error }) => [code, error],
      ),
    )
    const server = use(await testServer(runTask))
    use(await testDevice(server.url, { open: () => Promise.reject(new UserError('There is no screen.')) }))
    await dispatch(server)
    expect((await outcome(server))['result']).toEqual([
      ['lost', 'There is no screen.'],
      ['lost', 'There is no screen.'],
    ])
  })

  test('before one that breaks the device’s own program keep their results', async () => {
    const { server } = await world(
      async (dispatcher, run) => {
        const commands = ['act', 'crash', 'act'].map((name) => command(name))
        return codes(await dispatcher.executeCommands(commands, { route: ROUTE }, run))
      },
      {
        act: () => 'done',
        crash: () => {
          throw new Error('It fell over.')
        },
      },
    )
    await dispatch(server)
    expect((await outcome(server))['result']).toEqual([
      ['success', null],
      ['failure', 'tool'],
      ['skipped', null],
    ])
  })

  test('that are refused because nobody is there go back as refused, and the device stays with its task', async () => {
    const { server } = await world(
      async (dispatcher, run) => {
        const refused = await dispatcher.executeCommands([command('delete')], { route: ROUTE }, run)
        const after = await dispatcher.executeCommands([command('look')], { route: ROUTE }, run)
        return [codes(refused), refused[0]?.error, codes(after)]
      },
      {
        look: () => 1,
        delete: () => {
          throw new StoppedError('unanswered', 'Nobody is there to allow it.')
        },
      },
    )
    await dispatch(server)
    expect((await outcome(server))['result']).toEqual([
      [['failure', 'refused']],
      'Nobody is there to allow it.',
      [['success', null]],
    ])
  })
})

describe('what a device tells', () => {
  test('is in the record as it happens, before the result, and never of a call that it was not asked for', async () => {
    const going = Promise.withResolvers<void>()
    const { server, journal } = await world(
      (dispatcher, run) =>
        dispatcher.executeCommands(
          [command('slow', { parameters: { text: 'pässword' } })],
          { route: ROUTE },
          run,
        ),
      {
        slow: async (_command, _run, work) => {
          const act = { tool_name: 'x', status: 'success', result: null, error: null, ms: 1 } as const
          work.tell({ type: 'act_finished', call_id: 'another call', ...act })
          work.tell({
            type: 'question_answered',
            question: 'never asked',
            kind: 'sensitive_step',
            answer: 'yes',
            by: 'person',
            scope: null,
            why: null,
          })
          await going.promise
          return 'done'
        },
      },
    )
    await dispatch(server)
    await until(() => journal.of('act_started').length === 1)
    expect(journal.of('act_started')[0]).toMatchObject({ words: 'Do slow', parameters: { text: 'pässword' } })
    going.resolve()
    await outcome(server)
    expect(journal.events.map(({ type }) => type)).toEqual(['act_started', 'act_finished'])
  })

  test('holds every deadline of the server while its person is asked', async () => {
    const { server, journal } = await world(
      async (dispatcher, run) => {
        using bounded = run.child({ timeoutMs: 300, name: 'Asking' })
        const [result] = await dispatcher.executeCommands([command('ask')], { route: ROUTE }, bounded)
        return result?.result
      },
      {
        ask: async ({ call_id }, _run, work) => {
          const asked = {
            question: 'q1',
            kind: 'sensitive_step',
            text: 'Delete it?',
            choices: ['no', 'yes'] as string[],
            call_id,
            details: null,
          } as const
          work.tell({ type: 'question_asked', ...asked })
          await new Promise((next) => setTimeout(next, 700))
          work.tell({
            type: 'question_answered',
            question: 'q1',
            kind: 'sensitive_step',
            answer: 'yes',
            by: 'person',
            scope: 'once',
            why: null,
          })
          return 'allowed'
        },
      },
    )
    await dispatch(server)
    expect((await outcome(server))['result']).toBe('allowed')
    expect(journal.of('question_asked')).toHaveLength(1)
    expect(journal.of('question_answered')[0]).toMatchObject({ answer: 'yes', by: 'person' })
  })
})

describe('a connection that is cut', () => {
  test('in the middle of an act is made again, the act is done once, and its result arrives', async () => {
    const going = Promise.withResolvers<void>()
    const { server, proxy, device, journal } = await world(
      async (dispatcher, run) => {
        const [result] = await dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
        const [next] = await dispatcher.executeCommands([command('next')], { route: ROUTE }, run)
        return [result?.result, next?.result]
      },
      {
        act: async (_command, _run, work) => {
          await going.promise
          work.tell({ type: 'warning', message: 'It was slow.' })
          await new Promise((next) => setImmediate(next))
          return 'done'
        },
        next: () => 'and on',
      },
    )
    await dispatch(server)
    await until(() => journal.of('act_started').length === 1)
    proxy.cut()
    // It ends while nobody is connected.
    await until(() => device.news.at(-1)?.news === 'lost')
    going.resolve()
    expect(await outcome(server)).toMatchObject({ outcome: 'completed', result: ['done', 'and on'] })
    expect(device.works).toHaveLength(1)
    expect(device.works[0]?.done).toEqual(['act', 'next'])
    expect(device.news.map(({ news }) => news)).toEqual(['connected', 'lost', 'connected'])
    expect(device.news.at(-1)).toEqual({ news: 'connected', resumed: true })
    expect(journal.of('warning')).toMatchObject([{ message: 'The device says: It was slow.' }])
  })

  test('that only the device has noticed is made again, and what was asked on the old line is asked again', async () => {
    const going = Promise.withResolvers<void>()
    const { server, proxy, device } = await world(
      async (dispatcher, run) => {
        const [result] = await dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
        return result?.result
      },
      { act: () => going.promise.then(() => 'done') },
    )
    await dispatch(server)
    await until(() => device.works[0]?.done.length === 1)
    proxy.cutDevice()
    // Its answer finds no line.
    await until(() => device.news.at(-1)?.news === 'lost')
    expect(server.server.clients.find('pc')?.end?.isConnected).toBe(true)
    going.resolve()
    expect(await outcome(server)).toMatchObject({ outcome: 'completed', result: 'done' })
    expect(device.works[0]?.done).toEqual(['act'])
    expect(device.news.at(-1)).toEqual({ news: 'connected', resumed: true })
  })

  test('during which its task ended on the server leaves the device free for the one that has waited', async () => {
    const first = Promise.withResolvers<string>()
    let tasks = 0
    const { server, proxy, device } = await world(
      async (dispatcher, run) => {
        const isFirst = tasks++ === 0
        const asked = dispatcher.executeCommands([command(isFirst ? 'hang' : 'act')], { route: ROUTE }, run)
        return isFirst ? Promise.race([asked.then(() => 'hung'), first.promise]) : (await asked)[0]?.result
      },
      { hang: (_command, run) => run.race(new Promise(() => {})), act: () => 'done' },
    )
    await dispatch(server, 'pc', 'first')
    await until(() => device.works[0]?.done.length === 1)
    await dispatch(server, 'pc', 'second')
    proxy.block(true)
    await until(() => server.server.clients.find('pc')?.end === null)
    first.resolve('ended meanwhile')
    expect(await outcome(server, 'first')).toMatchObject({ result: 'ended meanwhile' })
    proxy.block(false)
    expect(await outcome(server, 'second')).toMatchObject({ outcome: 'completed', result: 'done' })
    expect(device.news.at(-1)).toEqual({ news: 'connected', resumed: false })
    expect(device.works[0]).toMatchObject({ disposed: true, ends: [{ status: 'failed' }] })
  })

  test('during which the server’s pause has ended does not leave the device paused', async () => {
    const resume = Promise.withResolvers<void>()
    const { server, proxy, device } = await world(
      async (dispatcher, run) => {
        const results = dispatcher.executeCommands(
          [command('first'), command('second')],
          { route: ROUTE },
          run,
        )
        run.pause()
        await resume.promise
        run.resume()
        return (await results).map(({ result }) => result)
      },
      { first: () => 1, second: () => 2 },
    )
    await dispatch(server)
    await until(() => device.works[0]?.run.paused === true)
    proxy.block(true)
    await until(() => server.server.clients.find('pc')?.end === null)
    resume.resolve()
    proxy.block(false)
    expect(await outcome(server)).toMatchObject({ result: [1, 2] })
  })

  test.each([
    ['when it comes back before they are done', true],
    ['when they are done while nobody is connected', false],
  ])('does none of many commands twice, %s', async (_name, isBackBefore) => {
    const going = Promise.withResolvers<void>()
    const names = Array.from({ length: 40 }, (_, index) => `act${index}`)
    const { server, proxy, device } = await world(
      async (dispatcher, run) => {
        const each = names.map((name) => dispatcher.executeCommands([command(name)], { route: ROUTE }, run))
        return (await Promise.all(each)).map(([result]) => result?.error)
      },
      Object.fromEntries(names.map((name, index) => [name, () => (index === 1 ? going.promise : 'done')])),
    )
    await dispatch(server)
    await until(() => device.works[0]?.done.length === 2)
    proxy.cut()
    await until(() => device.news.length === (isBackBefore ? 3 : 2))
    going.resolve()
    const { result } = await outcome(server)
    expect(device.works[0]?.done).toEqual(names)
    const forgotten = isBackBefore ? [] : [expect.stringContaining('It was done')]
    expect([...new Set(result as unknown[])]).toEqual(expect.arrayContaining([null, ...forgotten]))
    expect(new Set(result as unknown[]).size).toBe(1 + forgotten.length)
  })

  test('for longer than the heartbeat fails the task, and the device does nothing more for it', async () => {
    const { server, proxy, device } = await world(
      oneAct,
      { act: (_command, run) => run.race(new Promise(() => {})) },
      { heartbeat: 1 },
    )
    await dispatch(server)
    await until(() => device.works[0]?.done.length === 1)
    proxy.block(true)
    expect(await outcome(server)).toMatchObject({ outcome: 'failed', error: expect.stringContaining('gone') })
    await until(() => device.works[0]?.disposed === true)
    expect(device.works[0]?.ends[0]?.status).toBe('failed')
    expect(device.works[0]?.run.stopped).toBe(true)
    // It comes back, and is a device like any other.
    proxy.block(false)
    await until(() => device.news.at(-1)?.news === 'connected')
    expect(device.news.at(-1)).toEqual({ news: 'connected', resumed: false })
  })

  test('does not let another program under the same name go on with the task', async () => {
    const { server, device } = await world(oneAct, {
      act: (_command, run) => run.race(new Promise(() => {})),
    })
    await dispatch(server)
    await until(() => device.works[0]?.done.length === 1)
    await expect(testDevice(server.url, { id: 'pc' })).rejects.toThrow(/already/)
  })
})

test('a task that ended before any round did has no result on the device', async () => {
  const { server, device } = await world(async (dispatcher, run) => {
    await dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
    return []
  })
  await dispatch(server)
  await until(() => device.works[0]?.disposed === true)
  expect(device.works[0]?.ends[0]).toMatchObject({ status: 'completed', result: null })
})

describe('the brake', () => {
  test('of the server ends what the device does, and the task there', async () => {
    const { server, device } = await world(oneAct, {
      act: (_command, run) => run.race(new Promise(() => {})),
    })
    await dispatch(server)
    await until(() => device.works[0]?.done.length === 1)
    await server.server.tasks.close('Stopped by the user.')
    expect(await outcome(server)).toMatchObject({ outcome: 'failed', error: 'Stopped by the user.' })
    await until(() => device.works[0]?.disposed === true)
    expect(device.works[0]?.run.stopped).toBe(true)
  })

  test('of the device’s person ends what the server drives', async () => {
    const { server, device } = await world(oneAct, {
      act: (_command, run) => run.race(new Promise(() => {})),
    })
    await dispatch(server)
    await until(() => device.works[0]?.done.length === 1)
    device.works[0]?.run.stop(new StoppedError('stopped', 'Stopped by the user.'))
    expect(await outcome(server)).toMatchObject({
      outcome: 'failed',
      error: 'Stopped on the device: Stopped by the user.',
    })
    expect(device.works[0]?.ends).toEqual([
      { status: 'stopped', error: 'Stopped by the user.', result: null },
    ])
    // It is there for the next task.
    await dispatch(server, 'pc', 'next')
    await until(() => device.works.length === 2)
  })

  test('of the whole program at the device tells the server before it goes', async () => {
    const { server, device } = await world(oneAct, {
      act: (_command, run) => run.race(new Promise(() => {})),
    })
    await dispatch(server)
    await until(() => device.works[0]?.done.length === 1)
    device.run.stop(new StoppedError('stopped', 'Stopped by the person of this device.'))
    await device.served
    expect(device.works[0]?.disposed).toBe(true)
    expect(await outcome(server)).toMatchObject({
      outcome: 'failed',
      error: 'Stopped on the device: Stopped by the person of this device.',
    })
  })

  test('pauses the device, which holds before its next act until it is resumed', async () => {
    const paused = Promise.withResolvers<void>()
    const { server, device } = await world(
      async (dispatcher, run) => {
        run.pause()
        run.resume()
        run.pause()
        void run.clock.after(200, () => run.resume())
        paused.resolve()
        const [result] = await dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
        return result?.result
      },
      { act: () => 'done' },
    )
    await dispatch(server)
    await paused.promise
    await until(() => device.works[0]?.run.paused === true)
    expect(device.works[0]?.done).toEqual([])
    expect((await outcome(server))['result']).toBe('done')
    expect(device.works[0]?.run.paused).toBe(false)
  })
})

describe('the person of a device, whose wishes are files that are looked at ten times a second', () => {
  /** A device whose tasks have flags as every run of its machine has. */
  async function watched(drive: Driven) {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-brake-'))
    const state = await GlobalState.open(folder)
    const { runTask, journal } = drivenBy(drive)
    const server = use(await testServer(runTask))
    const works: TestWork[] = []
    const open: OpenWork = async (_task, tell, run) => {
      const paused = (type: 'paused' | 'resumed') => tell({ type, by: 'person' })
      const brake = await watchBrake(state, run, {
        paused: () => paused('paused'),
        resumed: () => paused('resumed'),
        stopped: () => {},
      })
      use({
        async [Symbol.asyncDispose]() {
          brake[Symbol.dispose]()
          await rm(folder, { recursive: true, maxRetries: 5 })
        },
      })
      const work = new TestWork({ act: () => 'done' }, tell, run)
      works.push(work)
      return work
    }
    use(await testDevice(server.url, { open }))
    await dispatch(server)
    return { server, state, works, journal }
  }
  const looked = () => new Promise((next) => setTimeout(next, 400))

  test('does not let go on what the server has paused, nor the server what they have', async () => {
    const [paused, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { server, state, works } = await watched(async (dispatcher, run) => {
      await dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
      const asked = dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
      run.pause()
      await paused.promise
      run.resume()
      await resumed.promise
      return (await asked)[0]?.result
    })
    await until(() => works[0]?.run.paused === true)
    await looked()
    expect([works[0]?.run.paused, works[0]?.done]).toEqual([true, ['act']])
    await state.setRunningState('stopped')
    await until(() => works[0]?.run.pausedItself === true)
    paused.resolve()
    await looked()
    expect([works[0]?.run.paused, works[0]?.done]).toEqual([true, ['act']])
    await state.setRunningState('running')
    resumed.resolve()
    expect(await outcome(server)).toMatchObject({ result: 'done' })
  })

  test('holds the server’s deadlines when they pause, also between two commands', async () => {
    const paused = Promise.withResolvers<void>()
    const { server, state, works, journal } = await watched(async (dispatcher, run) => {
      await dispatcher.executeCommands([command('act')], { route: ROUTE }, run)
      await paused.promise
      using bounded = run.child({ timeoutMs: 300, name: 'Asking' })
      const [result] = await dispatcher.executeCommands([command('act')], { route: ROUTE }, bounded)
      return result?.result
    })
    await until(() => works[0]?.done.length === 1)
    await state.setRunningState('stopped')
    await until(() => works[0]?.run.paused === true)
    paused.resolve()
    await until(() => journal.of('paused').length === 1)
    await looked()
    await state.setRunningState('running')
    expect(await outcome(server)).toMatchObject({ result: 'done', error: null })
    expect(journal.of('paused')).toMatchObject([{ by: 'device' }])
    expect(journal.of('resumed')).toMatchObject([{ by: 'device' }])
  })
})

test('two devices work at the same time, each for its own task', async () => {
  const { runTask } = drivenBy(async (dispatcher, run) => {
    const [result] = await dispatcher.executeCommands([command('name')], { route: ROUTE }, run)
    return result?.result
  })
  const server = use(await testServer(runTask))
  const both = Promise.withResolvers<void>()
  let there = 0
  const tools = (id: string) => ({
    name: async () => {
      if (++there === 2) both.resolve()
      await both.promise
      return id
    },
  })
  use(await testDevice(server.url, { id: 'one', tools: tools('one') }))
  use(await testDevice(server.url, { id: 'two', tools: tools('two') }))
  await dispatch(server, 'one', 'first')
  await dispatch(server, 'two', 'second')
  expect((await outcome(server, 'first'))['result']).toBe('one')
  expect((await outcome(server, 'second'))['result']).toBe('two')
})

test('a device waits twice as long each time, at most a minute, and not as long as all the others', () => {
  const waits = (random: number) => [0, 1, 2, 5, 6, 60].map((failures) => backOff(failures, () => random))
  expect(waits(1)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
  expect(waits(0)).toEqual([500, 1000, 2000, 16_000, 30_000, 30_000])
})

test.each([
  [421, /does not know that name: start it with --allow-host/],
  [404, /no server for devices \(HTTP 404\): its path is \/ws/],
  [200, /no server for devices/],
])('a device that is answered %i is told what to do, and tries no more', async (status, words) => {
  const other = createServer((_request, response) => response.writeHead(status).end())
  other.on('upgrade', (_request, socket) =>
    socket.end(`HTTP/1.1 ${status} X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
  )
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    const { port } = other.address() as AddressInfo
    await expect(testDevice(`ws://127.0.0.1:${port}/ws`)).rejects.toThrow(words)
  } finally {
    other.close()
  }
})

test('a device with the wrong key is told so, and tries no more', async () => {
  const { runTask } = drivenBy(() => Promise.resolve(null))
  const server = use(await testServer(runTask))
  await expect(testDevice(server.url, { key: 'wrong' })).rejects.toThrow(/does not accept the key/)
})
