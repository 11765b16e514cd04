import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { GlobalState } from '../core/global-state.ts'
import { silentLogger } from '../core/logger.ts'
import { processRef } from '../platform/linux/processes.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { KeptRuns } from './kept-runs.ts'

it('a run that was killed after its last event can’t be closed, but leaves no desktop', async () => {
  const home = await mkdtemp(join(tmpdir(), 'kept-runs-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const folder = await RunFolder.create(home, 'ended')
  await writeFile(
    folder.eventsPath,
    sampleRun()
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  )
  await writeFile(folder.resolve('owner.json'), JSON.stringify({ pid: process.pid, started: '1' }))
  await mkdir(join(home, 'desktops/ended'), { recursive: true })
  // This process has had its number again, but did not start then.
  const gone = { pid: process.pid, start: '1' }
  const record = {
    v: 1,
    run_id: 'ended',
    owner: gone,
    display: ':9999',
    folder: join(home, 'desktops/ended'),
    runtime: join(home, 'desktops/ended/runtime'),
    env: {},
    processes: [{ name: 'Xvfb', ...gone }],
  }
  await writeFile(join(home, 'desktops/ended.json'), JSON.stringify(record))
  await expect(new KeptRuns(home, () => silentLogger).close('ended')).rejects.toThrow('has ended already')
  expect([existsSync(join(home, 'desktops/ended.json')), existsSync(join(home, 'desktops/ended'))]).toEqual([
    false,
    false,
  ])
})

it('a stop in the first moment of a run, when it has no folder yet, stops it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'kept-runs-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const runs = new KeptRuns(home, () => silentLogger)
  await expect(runs.control(null, 'stop')).rejects.toThrow('No run is going on')
  const record = {
    v: 1,
    run_id: 'early-1',
    owner: processRef(process.pid),
    display: '',
    folder: join(home, 'desktops/early-1'),
    runtime: join(home, 'desktops/early-1/runtime'),
    env: {},
    processes: [],
  }
  await mkdir(join(home, 'desktops'))
  await writeFile(join(home, 'desktops/early-1.json'), JSON.stringify(record))
  // A run that went on before is not the one that is meant.
  const older = await RunFolder.create(home, 'older')
  const stopped = runs.control(null, 'stop')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const folder = await RunFolder.create(home, 'begun')
  await rm(join(home, 'desktops/early-1.json'))
  expect(await stopped).toBe('begun')
  const state = await GlobalState.open(await folder.plainPath('state'))
  expect(await state.getTerminationFlag()).toBe('terminated')
  const other = await GlobalState.open(await older.plainPath('state'))
  expect(await other.getTerminationFlag()).not.toBe('terminated')
})
