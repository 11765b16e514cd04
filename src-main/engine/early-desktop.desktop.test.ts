// A virtual desktop that begins before its run: judged by the processes and files that it leaves.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configSchema, type Config } from '../../src-preload/contract/config.ts'
import { RunControl } from '../core/run-control.ts'
import { isAlive } from '../platform/linux/processes.ts'
import { readRecord } from '../platform/virtual/record.ts'
import type { EarlyDesktop } from './desktops.ts'
import { beginDesktop } from './early-desktop.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'early-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function begin(): Promise<EarlyDesktop> {
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
  const early = await beginDesktop({ home, env, display: 'virtual', printLog: () => {} })
  if (!early) throw new Error('Nothing was begun.')
  return early
}

const CONFIG = configSchema.parse({ display: { kind: 'virtual' } })
const larger: Config = { ...CONFIG, display: { ...CONFIG.display, width: CONFIG.display.width + 1 } }

/** The programs that have something of the data folder in their environment or command line. */
const programs = (): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return []
    try {
      const [environ, cmdline, name] = ['environ', 'cmdline', 'comm'].map((file) =>
        readFileSync(`/proc/${pid}/${file}`, 'latin1'),
      )
      return `${environ}${cmdline}`.includes(`${home}/`) ? [name ?? ''] : []
    } catch {
      return []
    }
  })

test('is the desktop of the run that takes it, under its name, and of no other', async () => {
  using run = new RunControl()
  await using early = await begin()
  expect(await early.take(larger, 'larger', run)).toBeNull()
  await using desktop = await early.take(CONFIG, 'first', run)
  expect(desktop).toMatchObject({ kind: 'virtual', adopted: false })
  const record = await readRecord(home, 'first')
  expect(record?.display).toBe(desktop?.name)
  expect((await readdir(join(home, 'desktops'))).filter((name) => name.endsWith('.json'))).toEqual([
    'first.json',
  ])
  expect(await early.take(CONFIG, 'second', run)).toBeNull()
  // What has begun it ends, and the run goes on.
  await early[Symbol.asyncDispose]()
  expect(record?.processes.map(isAlive)).toEqual([true, true, true])
  desktop?.waiting?.kill()
  await desktop?.waiting?.gone
})

test('leaves no process and no file where no run takes it, however early it is given up', async () => {
  for (const until of ['begun', 'started']) {
    const early = await begin()
    using run = new RunControl()
    if (until === 'started') await run.until(() => programs().includes('openbox\n') || null, 20_000)
    expect(programs()).not.toEqual([])
    await early[Symbol.asyncDispose]()
    await run.until(() => programs().length === 0 || null, 5_000)
    expect({ until, programs: programs(), files: await readdir(join(home, 'desktops')) }).toEqual({
      until,
      programs: [],
      files: [],
    })
  }
})

test('ends where the run that waits for it is stopped', async () => {
  const early = await begin()
  const run = new RunControl()
  const taken = early.take(CONFIG, 'stopped', run)
  run.stop()
  await expect(taken).rejects.toThrow('Stopped')
  using after = new RunControl()
  await after.until(() => programs().length === 0 || null, 5_000)
  expect({ programs: programs(), files: await readdir(join(home, 'desktops')) }).toEqual({
    programs: [],
    files: [],
  })
})

test('leaves no process and no file where its program is killed before a run takes it', async () => {
  const begins = `
    import { beginDesktop } from ${JSON.stringify(new URL('early-desktop.ts', import.meta.url).href)}
    await beginDesktop({ home: ${JSON.stringify(home)}, env: process.env, display: 'virtual', printLog: () => {} })
    console.log('begun')`
  const program = spawn(process.execPath, ['--input-type=module', '-e', begins], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(program.stdout, 'data')
  expect(await readdir(join(home, 'desktops'))).not.toEqual([])
  program.kill('SIGKILL')
  using run = new RunControl()
  const left = async () => ({ programs: programs(), files: await readdir(join(home, 'desktops')) })
  await run.until(async () => Object.values(await left()).flat().length === 0 || null, 10_000)
  expect(await left()).toEqual({ programs: [], files: [] })
})
