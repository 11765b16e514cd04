// What commands print on their way, in Chinese: what the source says is checked by `scripts/check-sentences.ts`, that it is said by this.
import { expect, it } from 'vitest'
import { foreseen } from '../../src-preload/contract/foreseen-words.ts'
import { FakeBridge } from './testing/fake-bridge.ts'
import { fakeWorld } from './testing/fake-shell.ts'

const record = (state: 'done' | 'failed') => ({
  state,
  run: 'r1',
  complete: null,
  result: state === 'done' ? 'Milk' : null,
  error: state === 'done' ? null : 'The click did not reach the button.',
  steps: 3,
  cost: 0,
  started_at: 0,
  finished_at: 4_000,
})
const tasks = [
  { task: 't1', record: record('done') },
  { task: 't2', record: record('failed') },
  { task: 't3', record: null },
]
const act = {
  tool_name: 'click_input',
  words: 'Click button “OK” in “Notes”',
  control: null,
  asks: { categories: ['delete' as const], reason: 'The click did not reach the button.' },
}
const answers = {
  read_config: () => ({ values: { app: { language: 'zh' } } }),
  start_batch: () => ({ batch: 'b' }),
  watch_batch: () => ({
    news: [
      { type: 'batch_started', root: '/w', tasks: ['t1', 't2', 't3'], left: ['t1', 't2'], parallel: 2 },
      { type: 'task_started', task: 't1', run: 'r1', how: 'continues' },
      { type: 'task_finished', task: 't2', record: record('failed') },
      { type: 'batch_finished', root: '/w', tasks, stopped: false },
    ],
  }),
  start_worker: () => ({ worker: 'w' }),
  watch_worker: () => ({
    news: [
      { type: 'worker_ready', worker: 'w' },
      { type: 'task_taken', task: 't1', attempt: 2 },
      { type: 'task_handed_back', task: 't1', record: record('failed') },
      { type: 'worker_ended', worker: 'w', why: null },
    ],
  }),
  view_queue: () => ({
    address: 'redis://h',
    name: 'nights',
    paused: true,
    workers: 2,
    tasks: [
      { id: '1', state: 'active', data: { task: 't1', batch: 'b' }, mark: null, result: null, why: null },
    ],
  }),
  dry_run: () => ({
    steps: [
      { words: 'click OK', outcome: 'would_do', acts: [act], reasons: [] },
      { words: 'click OK', outcome: 'cannot', acts: [], reasons: [foreseen('no_window')] },
    ],
  }),
}

async function told(...args: string[]): Promise<string[]> {
  const world = fakeWorld({ home: '/home-of-a-test', env: { LANG: 'zh_CN.UTF-8', LC_ALL: '' } })
  world.shell.openBridge = () => Promise.resolve(new FakeBridge(answers as never))
  await world.deskhand(...args)
  return [...world.stdout.lines, ...world.stderr.lines].filter((line) => line.trim() !== '')
}

/** Two words, beside what a person types. */
const ENGLISH = /\b[a-z]{2,} [a-z]{2,}/i
const TYPED = /deskhand run.*|redis:\S+|--retry failed|open APP|click OK/g

it.each([
  ['batch', '/w'],
  ['worker', '--queue', 'redis://h'],
  ['queue', '--queue', 'redis://h'],
  ['run', 'click OK', '--dry-run'],
  ['run', ' '],
  ['batch', '/w', '--queue', 'redis://h', '--parallel', '2'],
])('%s says nothing in English', async (...args) => {
  const lines = await told(...args)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('\n')).toMatch(/\p{Script=Han}/u)
  expect(lines.filter((line) => ENGLISH.test(line.replaceAll(TYPED, '')))).toEqual([])
})
