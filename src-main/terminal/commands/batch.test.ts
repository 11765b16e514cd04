import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BridgeError } from '../../../src-preload/contract/bridge.ts'
import type { BatchNews, BatchReport, TaskRecord } from '../../../src-preload/contract/calls/batch.ts'
import type { CallInput } from '../../../src-preload/contract/calls.ts'
import { FakeBridge } from '../testing/fake-bridge.ts'
import { fakeWorld } from '../testing/fake-shell.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'batch-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

type State = TaskRecord['state']
const reportOf = (states: (State | null)[], stopped = false): BatchReport => ({
  root: '/work',
  stopped,
  tasks: states.map((state, index) => ({
    task: `t${index}`,
    record: state && {
      state,
      run: null,
      complete: null,
      result: null,
      error: null,
      steps: 0,
      cost: 0,
      started_at: 0,
      finished_at: 1,
    },
  })),
})

const refused = (kind: 'user' | 'stopped', message: string) => new BridgeError({ kind, message, key: null })

/** What the bridge answers: an end, or an error instead of a beginning. */
async function batch(answer: BatchReport | Error, ...args: string[]) {
  const bridge = new FakeBridge({
    start_batch: () => {
      if (answer instanceof Error) throw answer
      return { batch: 'b' }
    },
    watch_batch: () => ({
      news: answer instanceof Error ? [] : [{ type: 'batch_finished', ...answer }],
    }),
  })
  const world = fakeWorld({ home })
  world.shell.openBridge = () => Promise.resolve(bridge)
  const code = await world.deskhand('batch', '/work', ...args)
  const asked = bridge.asked.flatMap(([name, input]) =>
    name === 'start_batch' ? [input as CallInput<'start_batch'>] : [],
  )
  return { ...world, code, asked }
}

describe('deskhand batch', () => {
  it.each<[number, string, BatchReport | Error]>([
    [0, 'all are done', reportOf(['done', 'done'])],
    [1, 'one has failed', reportOf(['done', 'failed'])],
    [1, 'one waits for a person', reportOf(['done', 'interrupted'])],
    [1, 'one was never begun', reportOf(['done', null])],
    [1, 'the record of one was left behind', reportOf(['done', 'running'])],
    [3, 'it was stopped', reportOf(['done', null], true)],
    [3, 'it was stopped before it began', refused('stopped', 'Stopped by the user.')],
    [1, 'it can’t begin', refused('user', 'Another Deskhand works on it.')],
  ])('ends with %i where %s, and says so', async (code, _what, answer) => {
    const ended = await batch(answer)
    expect(ended.code).toBe(code)
    if (answer instanceof BridgeError && answer.kind === 'user')
      expect(ended.stderr.text).toContain(answer.message)
    else if (!(answer instanceof Error)) expect(ended.stdout.text).toMatch(/2 tasks: /)
  })

  it('hands on what it was told', async () => {
    const { asked } = await batch(
      reportOf([]),
      '--parallel',
      '3',
      '--retry',
      'failed',
      '--task',
      'mine',
      '--max-step',
      '9',
      '--model',
      'offline',
      '--yes-to',
      'delete',
      '--display',
      'virtual',
      '--follow',
    )
    expect(asked).toEqual([
      {
        plans: ['/work'],
        parallel: 3,
        retry: 'failed',
        task: 'mine',
        max_step: 9,
        models: { default: 'offline' },
        yes_to: ['delete'],
        display: 'virtual',
        follow: true,
        queue: null,
      },
    ])
  })

  it('tells each news once, also what comes while it asks for the others', async () => {
    const started: BatchNews = {
      type: 'batch_started',
      root: '/work',
      tasks: ['t0'],
      left: ['t0'],
      parallel: 1,
    }
    const begun: BatchNews = { type: 'task_started', task: 't0', run: 'r', how: 'begins' }
    const ended: BatchNews = { type: 'batch_finished', ...reportOf(['done']) }
    const bridge: FakeBridge = new FakeBridge({
      start_batch: () => ({ batch: 'b' }),
      watch_batch: async () => {
        bridge.push({ push: 'batch', batch: 'b', news: begun })
        bridge.push({ push: 'batch', batch: 'another', news: ended })
        await Promise.resolve()
        setImmediate(() => bridge.push({ push: 'batch', batch: 'b', news: ended }))
        return { news: [started] }
      },
    })
    const world = fakeWorld({ home })
    world.shell.openBridge = () => Promise.resolve(bridge)
    expect(await world.deskhand('batch', '/work', '--json')).toBe(0)
    const told = world.stdout.lines.filter(Boolean).map((line) => JSON.parse(line) as unknown)
    expect(told).toEqual([started, begun, ended])
  })

  it.each<[string, BatchNews, number]>([
    ['its end', { type: 'batch_finished', ...reportOf(['stopped'], true) }, 3],
    ['a fault', { type: 'batch_failed', message: 'Stopped by the user.' }, 3],
  ])('stops by Ctrl+C, and waits for %s', async (_what, last, code) => {
    const bridge: FakeBridge = new FakeBridge({
      start_batch: () => ({ batch: 'b' }),
      watch_batch: () => {
        setImmediate(() => world.interrupt())
        return { news: [] }
      },
      control_batch: () => {
        bridge.push({ push: 'batch', batch: 'b', news: last })
        return {}
      },
    })
    const world = fakeWorld({ home })
    world.shell.openBridge = () => Promise.resolve(bridge)
    expect(await world.deskhand('batch', '/work')).toBe(code)
    expect(bridge.asked.at(-1)).toEqual(['control_batch', { batch: 'b', wish: 'stop' }])
  })

  it('says what has ended it before its end', async () => {
    const bridge = new FakeBridge({
      start_batch: () => ({ batch: 'b' }),
      watch_batch: () => ({ news: [{ type: 'batch_failed', message: 'The disk is full.' }] }),
    })
    const world = fakeWorld({ home })
    world.shell.openBridge = () => Promise.resolve(bridge)
    expect(await world.deskhand('batch', '/work')).toBe(1)
    expect(world.stderr.text).toContain('The disk is full.')
  })

  it.each([
    [['--parallel', '2'], '--parallel'],
    [['--display', 'virtual'], '--display'],
    [['--model', 'offline'], '--model'],
    [['--yes-to', 'delete'], '--yes-to'],
  ])('with --queue refuses %j: that is for the workers to say', async (more, word) => {
    const { code, stderr, asked } = await batch(reportOf([]), '--queue', 'redis://127.0.0.1:1', ...more)
    expect([code, asked]).toEqual([1, []])
    expect(stderr.text).toContain(word)
  })

  it.each([['--pool'], ['--shared']])(
    'refuses %s without --queue, instead of not reading it',
    async (option) => {
      const { code, stderr, asked } = await batch(reportOf([]), option, 'x')
      expect([code, asked]).toEqual([1, []])
      expect(stderr.text).toMatch(new RegExp(`^${option} .*--queue`))
    },
  )
})
