import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GlobalState } from './global-state.ts'
import { recordPauses, watchBrake } from './run-brake.ts'
import { RunControl } from './run-control.ts'

test('a pause of what a run is a part of is told once, is written down, and is not taken back by the flag', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brake-'))
  try {
    const state = await GlobalState.open(folder)
    using whole = new RunControl()
    using run = whole.child()
    const told: string[] = []
    const tell = (word: string) => () => void told.push(word)
    const listener = { paused: tell('paused'), resumed: tell('resumed'), stopped: tell('stopped') }
    using _brake = await watchBrake(state, run, listener)
    using _record = recordPauses(whole, state)
    whole.pause()
    await expect.poll(() => told).toEqual(['paused'])
    expect([run.paused, await state.getRunningState('running')]).toEqual([true, 'stopped'])
    whole.resume()
    await expect.poll(() => told).toEqual(['paused', 'resumed'])
    expect(run.paused).toBe(false)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
