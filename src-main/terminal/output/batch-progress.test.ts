import { expect, test } from 'vitest'
import { BatchProgress, batchHint, batchTable, batchTotals } from './batch-progress.ts'
import { MemoryOutput } from '../testing/fake-shell.ts'
import type { BatchReport, TaskRecord } from '../../../src-preload/contract/calls/batch.ts'
import { Screen } from './screen.ts'
import { colourless } from './text.ts'
import { ENGLISH } from './speech.ts'

const record = (more: Partial<TaskRecord> = {}): TaskRecord => ({
  state: 'done',
  run: 'work_t1',
  complete: 'yes',
  result: null,
  error: null,
  steps: 3,
  cost: 0,
  started_at: 0,
  finished_at: 4000,
  ...more,
})

function shown(isTTY: boolean) {
  const output = new MemoryOutput()
  output.isTTY = isTTY
  let now = 0
  const screen = new Screen(output)
  const progress = new BatchProgress(screen, colourless, ENGLISH, () => now)
  const names = ['t1', 't2', 't3', 't4']
  progress.show({ type: 'batch_started', root: '/work', tasks: ['t0', ...names], left: names, parallel: 2 })
  progress.show({ type: 'task_started', task: 't1', run: 'r1', how: 'begins' })
  progress.show({ type: 'task_started', task: 't2', run: 'r2', how: 'continues' })
  now = 10_000
  progress.show({ type: 'task_finished', task: 't1', record: record() })
  progress.show({
    type: 'task_finished',
    task: 't2',
    record: record({ state: 'failed', error: 'no\u001b[2J button' }),
  })
  const { timeLeft } = progress
  progress[Symbol.dispose]()
  return { text: output.text, timeLeft }
}

test('without a terminal a batch is told in plain lines, one for each task that has ended', () => {
  const { text } = shown(false)
  expect(text.trimEnd().split('\n')).toEqual([
    '5 tasks, 1 settled before, 4 to do, 2 at once',
    't2: goes on where it was interrupted',
    '[1/4] t1  done  ',
    '[2/4] t2  failed  no [2J button',
  ])
})

test('on a terminal a bar tells how far it is, what is not done, and about how long it takes', () => {
  const { text, timeLeft } = shown(true)
  expect(text).toContain('████████████░░░░░░░░░░░░ 2 of 4 · 1 not done · 0 running · about 10 s left')
  // Two tasks of ten seconds each are left, and two are done at once.
  expect(timeLeft).toBe(10_000)
})

test('what is settled at once, as after a crash, says nothing of the time that the others take', () => {
  let now = 0
  const screen = new Screen(new MemoryOutput())
  using progress = new BatchProgress(screen, colourless, ENGLISH, () => now)
  progress.show({
    type: 'batch_started',
    root: '/work',
    tasks: ['a', 'b', 'c'],
    left: ['a', 'b', 'c'],
    parallel: 1,
  })
  progress.show({ type: 'task_finished', task: 'a', record: record() })
  expect(progress.timeLeft).toBeNull()
  progress.show({ type: 'task_started', task: 'b', run: 'r', how: 'begins' })
  now = 8_000
  progress.show({ type: 'task_finished', task: 'b', record: record() })
  expect(progress.timeLeft).toBe(8_000)
})

test('the table has a row for every task, also for those that were not begun', () => {
  const report: BatchReport = {
    root: '/work',
    stopped: false,
    tasks: [
      { task: 't1', record: record() },
      { task: 't2', record: record({ state: 'failed', error: 'no button' }) },
      { task: 't3', record: null },
    ],
  }
  const lines = batchTable(report, 100, ENGLISH)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/^t1 +done +3 +4\.0 s +\$0\.00 +work_t1/)
  expect(lines[2]).toMatch(/no button$/)
  expect(lines[3]).toMatch(/^t3 +not begun/)
  expect(batchTotals(report, ENGLISH)).toBe('3 tasks: 1 done, 1 failed, 1 not begun.')
  expect(batchHint(report)).toContain('--retry failed')
  expect(batchHint({ ...report, tasks: report.tasks.slice(0, 1) })).toBeNull()
})
