import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { summaryOf } from '../../src-preload/contract/run-summary.ts'
import { runViewOf, type RunSummary } from '../../src-preload/contract/run-view.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { ForeignRuns } from './foreign-runs.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'foreign-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const summary = (run: string, status: RunSummary['status']): RunSummary => ({
  ...summaryOf(runViewOf(sampleRun()), true),
  run,
  status,
})

test('a run that another program begins is told, and again with each change until its end; own ones are not', async () => {
  const told: string[] = []
  let runs = [summary('old', 'failed')]
  using _runs = new ForeignRuns({
    home,
    runs: () => Promise.resolve(runs),
    isOwn: (run) => run === 'own',
    changed: ({ run, status }) => told.push(`${run} ${status}`),
  })
  runs = [summary('old', 'failed'), summary('own', 'running'), summary('other', 'running')]
  await mkdir(join(home, 'logs', 'other'))
  await expect.poll(() => told, { timeout: 8000 }).toEqual(['other running'])
  runs = [summary('own', 'completed'), summary('other', 'paused')]
  await expect.poll(() => told, { timeout: 8000 }).toEqual(['other running', 'other paused'])
  runs = [summary('other', 'completed')]
  await expect.poll(() => told.at(-1), { timeout: 8000 }).toBe('other completed')
})

test('a folder is waited for until its run has begun, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const told: string[] = []
    let runs: RunSummary[] = []
    using _runs = new ForeignRuns({
      home,
      runs: () => Promise.resolve(runs),
      isOwn: () => false,
      changed: ({ run, status }) => told.push(`${run} ${status}`),
    })
    await mkdir(join(home, 'logs', 'slow'))
    // The watch tells of the folder in real time.
    await sleep(200)
    await vi.advanceTimersByTimeAsync(60_000)
    runs = [summary('slow', 'running')]
    await vi.advanceTimersByTimeAsync(1000)
    expect(told).toEqual(['slow running'])
  } finally {
    vi.useRealTimers()
  }
})
