import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { UserError } from '../core/errors.ts'
import { closeInterrupted, newestInterrupted, readInterrupted } from './closing.ts'
import { RequestQueue } from './request-queue.ts'
import { RunFolder } from './run-folder.ts'
import { listRuns, readRun } from './runs.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'closing-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** A run whose program has ended in the middle of it. */
async function interrupted(name: string, length = 12, later = 0): Promise<RunFolder> {
  const folder = await RunFolder.create(home, name)
  const events = sampleRun().slice(0, length)
  const lines = events.map((event) => `${JSON.stringify({ ...event, ts: event.ts + later })}\n`)
  await writeFile(folder.eventsPath, lines.join(''))
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  await writeFile(folder.resolve('owner.json'), JSON.stringify({ pid: child.pid, started: null }))
  return folder
}

describe('an interrupted run', () => {
  it('can be closed once, by one of many who try, and is in the history as stopped', async () => {
    const folder = await interrupted('x')
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => closeInterrupted(folder, 'It was closed.')),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const view = await readRun(folder)
    expect([view.status, view.reason, view.error]).toEqual(['stopped', 'lost', 'It was closed.'])
    expect((await listRuns(home)).runs[0]?.status).toBe('stopped')
    await expect(readInterrupted(folder)).rejects.toThrow(/has ended already/)
  })

  it('is none while a program carries it out', async () => {
    const folder = await interrupted('x')
    await writeFile(folder.resolve('owner.json'), JSON.stringify({ pid: process.pid, started: null }))
    await expect(closeInterrupted(folder, '')).rejects.toThrow(/still carried out/)
    expect((await readRun(folder)).finished_at).toBeNull()
  })

  it('is found without its name: the newest', async () => {
    await expect(newestInterrupted(home)).rejects.toBeInstanceOf(UserError)
    await interrupted('older')
    await interrupted('newer', 12, 60_000)
    await interrupted('ended', sampleRun().length, 120_000)
    expect((await newestInterrupted(home)).name).toBe('newer')
  })

  it('says whether its desktop is kept', async () => {
    const kept = await RunFolder.create(home, 'kept', { resumable: true })
    expect([await kept.isResumable(), await (await interrupted('x')).isResumable()]).toEqual([true, false])
  })
})

describe('requests that wait', () => {
  it('are in the run folder as they were kept last, also of many changes at once', async () => {
    const folder = await RunFolder.create(home, 'x')
    expect(await new RequestQueue(folder).read()).toEqual([])
    const queue = new RequestQueue(folder)
    await Promise.all([queue.keep(['a']), queue.keep(['a', 'b']), queue.keep(['b', '把它关掉'])])
    expect(await new RequestQueue(folder).read()).toEqual(['b', '把它关掉'])
    await writeFile(queue.path, '["half')
    expect(await queue.read()).toEqual([])
  })
})
