// A thousand requests watched by one window leave nothing behind in the program.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleRun } from '../src-preload/contract/testing/sample-run.ts'
import { LiveRun } from '../src-main/bridge/live-run.ts'
import { createRouter, type Connection } from '../src-main/bridge/router.ts'
import { silentLogger } from '../src-main/core/logger.ts'
import { many, TEST_MS } from './support/whole.ts'

const REQUESTS = many({ whole: 1_000, usual: 300 })
/** Requests after which memory must not grow any more. */
const WARM = 50
/** Bytes by which a request may seem to grow it: noise of the collector, far below one run's events. */
const MAX_SLOPE = 4 * 1024

let window: Connection
beforeEach(() => {
  window = createRouter({ handlers: {} as never, logger: () => silentLogger }).connect(() => {})
})
afterEach(() => window[Symbol.dispose]())

/** One run as a window sees it: watched, heard to its end, over. */
function oneRun(number: number): WeakRef<LiveRun> {
  const live = new LiveRun({ oneShot: true, changed: () => {}, keepQueue: () => {} })
  live.name = `run-${number}`
  live.watch(window, -1)
  live.watchDesktop(window, 640)
  for (const event of sampleRun()) live.hear(event)
  live.over(null)
  return new WeakRef(live)
}

/** Bytes that are in use, without what can be collected. */
async function used(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    globalThis.gc?.()
  }
  return process.memoryUsage().heapUsed
}

test(
  'runs that are over: none is kept by the window that watched it, and memory is flat',
  async () => {
    expect(globalThis.gc).toBeDefined()
    const runs: WeakRef<LiveRun>[] = []
    for (let number = 0; number < WARM; number++) runs.push(oneRun(number))
    const warm = await used()
    for (let number = WARM; number < REQUESTS; number++) runs.push(oneRun(number))
    const slope = ((await used()) - warm) / (REQUESTS - WARM)
    expect(runs.filter((run) => run.deref() !== undefined)).toEqual([])
    expect(slope).toBeLessThan(MAX_SLOPE)
  },
  TEST_MS,
)
