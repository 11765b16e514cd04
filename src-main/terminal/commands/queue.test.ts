import { describe, expect, it } from 'vitest'
import type { QueueView } from '../engine-port.ts'
import { fakeWorld } from '../testing/fake-shell.ts'

const address = 'redis://h'

async function told(...args: string[]) {
  const asked: unknown[] = []
  const world = fakeWorld({
    home: '/home-of-a-test',
    engine: {
      controlQueue: (choice, wish) => {
        asked.push([choice, wish])
        return Promise.resolve('done')
      },
      queuedBatch: ({ folder, address: queue, pool, shared, retry }) => {
        asked.push({ address: queue, pool, shared, retry })
        return Promise.resolve({ root: folder, tasks: [], stopped: false })
      },
      work: ({ onNews, ...more }) => {
        asked.push(more)
        onNews({ type: 'worker_ready', worker: 'w' })
        return Promise.resolve()
      },
      queue: () => Promise.resolve(view),
    },
  })
  const code = await world.deskhand(...args)
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
    expect((await told('pause', ...on)).asked).toEqual([[choice, 'pause']])
    expect((await told('batch', 'F', ...on, '--shared', '/srv')).asked).toEqual([
      { ...choice, shared: '/srv', retry: null },
    ])
    expect((await told('worker', ...on, '--parallel', '2', '--id', 'w')).asked).toEqual([
      { ...choice, worker: 'w', parallel: 2, display: null },
    ])
  })

  it('shows who has what, and whether that has acted', async () => {
    const { stdout } = await told('queue', '--queue', address)
    expect(stdout).toContain('The queue “deskhand” at redis://h: 2 workers, 1 task, paused.')
    expect(stdout).toMatch(/t1 +active +alpha +yes .*work_t1/)
  })

  it.each([
    [['stop', '--pool', 'nights'], '--pool says which queue'],
    [['batch', 'F', '--shared', '/srv'], '--shared says which queue'],
    [['stop', 'my-run', '--queue', address], 'Name a run, or a queue'],
    [['batch', 'F', '--queue', address, '--yes-to', 'send'], 'give --parallel, --display, --model and --yes-to to them'],
    [['worker', '--pool', 'nights'], 'Say which queue'],
  ])('what would be passed over is refused: %j', async (args, words) => {
    const { code, asked, stderr, stdout } = await told(...args)
    expect([code, asked, stdout]).toEqual([1, [], ''])
    expect(stderr).toContain(words)
  }) // prettier-ignore
})
