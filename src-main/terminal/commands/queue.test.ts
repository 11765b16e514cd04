import { describe, expect, it } from 'vitest'
import type { QueueView } from '../../../src-preload/contract/calls/batch.ts'
import { FakeBridge } from '../testing/fake-bridge.ts'
import { fakeWorld } from '../testing/fake-shell.ts'

const address = 'redis://h'

async function told(...args: string[]) {
  const bridge = new FakeBridge({
    control_queue: () => ({ done: 'done' }),
    start_batch: () => ({ batch: 'b' }),
    watch_batch: () => ({ news: [{ type: 'batch_finished', root: '/work', tasks: [], stopped: false }] }),
    start_worker: () => ({ worker: 'w' }),
    watch_worker: () => ({
      news: [
        { type: 'worker_ready', worker: 'w' },
        { type: 'worker_ended', worker: 'w', why: null },
      ],
    }),
    view_queue: () => view,
  })
  const world = fakeWorld({ home: '/home-of-a-test' })
  world.shell.openBridge = () => Promise.resolve(bridge)
  const code = await world.deskhand(...args)
  const asked = bridge.asked.flatMap(([name, input]) =>
    name.startsWith('watch_') || name === 'read_config' ? [] : [input],
  )
  return { code, asked, stdout: world.stdout.text, stderr: world.stderr.text }
}

const view: QueueView = {
  address,
  name: 'deskhand',
  paused: true,
  workers: 2,
  tasks: [
    {
      id: 'b-1',
      state: 'active',
      data: { v: 1, batch: 'b1', task: 't1', entry: 'e', name: 'work_t1', shared: null, max_step: null, attempt: 1 },
      mark: { entry: 'e', worker: 'alpha', run: 'work_t1', acted: true, since: Date.now() },
      result: null,
      why: null,
    },
  ],
} // prettier-ignore

describe('a queue in the terminal', () => {
  it('is chosen by its options, for a batch, a worker, and what all workers do', async () => {
    const on = ['--queue', address, '--pool', 'nights']
    const choice = { address, pool: 'nights', shared: null }
    expect((await told('pause', ...on)).asked).toEqual([{ queue: choice, wish: 'pause' }])
    expect((await told('batch', 'F', ...on, '--shared', '/srv')).asked).toMatchObject([
      { queue: { ...choice, shared: '/srv' }, retry: null },
    ])
    const worker = await told('worker', ...on, '--parallel', '2', '--id', 'w')
    expect(worker.asked).toEqual([
      { queue: choice, name: 'w', parallel: 2, display: null, models: {}, yes_to: [] },
    ])
    expect([worker.code, worker.stdout]).toEqual([3, '“w” waits for tasks. Ctrl+C ends it.\n'])
  })

  it('shows who has what, and whether that has acted', async () => {
    const { stdout } = await told('queue', '--queue', address)
    expect(stdout).toContain('The queue “deskhand” at redis://h: 2 workers, 1 task, paused.')
    expect(stdout).toMatch(/t1 +active +alpha +yes .*work_t1/)
  })

  it.each([
    [['stop', '--pool', 'nights'], '--pool says which queue'],
    [['batch', 'F', '--shared', '/srv'], '--shared says which queue'],
    [['stop', 'my-run', '--queue', address], 'Name a run, or give --queue, not both.'],
    [['batch', 'F', '--queue', address, '--yes-to', 'send'], 'give --parallel, --display, --model and --yes-to to them'],
    [['worker', '--pool', 'nights'], 'Say which queue'],
  ])('what would be passed over is refused: %j', async (args, words) => {
    const { code, asked, stderr, stdout } = await told(...args)
    expect([code, asked, stdout]).toEqual([1, [], ''])
    expect(stderr).toContain(words)
  }) // prettier-ignore
})
