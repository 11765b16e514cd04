// The program is killed in the middle of a run; the next one shows it, goes on with it, or closes it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEngine, type Engine } from '../engine.ts'
import { createBridge, type ProgramBridge } from './create-bridge.ts'
import { silentShell } from './testing/shell.ts'
import { MemoryWindow } from './testing/window.ts'

const PROGRAM = join(import.meta.dirname, 'testing/doomed-program.ts')
const REQUEST = 'open galculator, click 7, wait 6 seconds, click 8, read display'
const QUEUED = 'switch to galculator, click 9, read display'

let root = ''
let data = ''
let env: Record<string, string> = {}
let engine: Engine | null = null
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deskhand-continuing-'))
  data = join(root, 'data')
  env = { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home') }
  await mkdir(env['HOME'] ?? '')
  await mkdir(data)
  await writeFile(join(data, 'config.yaml'), 'display:\n  kind: virtual\n')
})
afterEach(async () => {
  await engine?.[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
})

/** Kills the program while its run waits; answers the name of the run. */
async function killed(): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, data, REQUEST, QUEUED], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return line.toString().trim()
}

async function nextStart(): Promise<ProgramBridge> {
  engine = await createEngine({ home: data, env, printLog: () => {} })
  return createBridge({ engine, shell: silentShell, checkOutput: true })
}
const desktops = async () => (await readdir(join(data, 'desktops'))).filter((name) => name.endsWith('.json'))

it('shows the run as interrupted where it was, and goes on with it and with what was queued', async () => {
  const run = await killed()
  using window = new MemoryWindow(await nextStart())
  const { runs } = await window.call('list_runs', {})
  expect(runs).toMatchObject([{ run, status: 'interrupted' }])
  await window.watch(run)
  expect(window.view(run).rounds[0]?.steps.at(-1)?.actions.at(-1)).toMatchObject({
    tool_name: 'wait',
    status: 'acting',
  })

  const next = await window.call('continue_run', { run })
  await window.watch(next.run)
  await window.until(run, (view) => view.reason === 'lost')
  const first = await window.until(next.run, (view) => view.rounds[0]?.status === 'FINISH', 90_000)
  expect([first.continues, first.rounds[0]?.request, first.rounds[0]?.result]).toEqual([run, REQUEST, '78'])
  const second = await window.until(next.run, (view) => view.rounds[1]?.status === 'FINISH', 90_000)
  expect([second.rounds[1]?.request, second.rounds[1]?.result]).toEqual([QUEUED, '789'])
  await window.call('finish_session', { run: next.run })
  await expect(window.call('continue_run', { run })).rejects.toThrow(/has ended already/)
  const told = await window.call('list_runs', {})
  expect(told.runs.find((each) => each.run === run)?.status).toBe('stopped')
})

it('closes the run: it is stopped, and its desktop is gone', async () => {
  const run = await killed()
  using window = new MemoryWindow(await nextStart())
  expect(await desktops()).toHaveLength(1)
  await window.watch(run)
  await window.call('close_run', { run })
  expect(window.view(run)).toMatchObject({ status: 'stopped', reason: 'lost' })
  expect(await desktops()).toEqual([])
  expect((await window.call('list_runs', {})).runs).toMatchObject([{ run, status: 'stopped' }])
})
