import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { UserError } from '../core/errors.ts'
import { FileLog } from './file-log.ts'
import { isSafeTaskName, RunFolder, safeTaskName, timeName } from './run-folder.ts'
import { findOpenRun, findRun, listRuns } from './runs.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

describe('task names', () => {
  it('are made as the seeds make them, and safe on Windows too', () => {
    const made = [
      'Fill form',
      'a/b',
      '../../etc',
      '...',
      'Ünï',
      'ok-1_2.txt',
      'con',
      'nul.txt',
      'end.',
      '  x  ',
      '-rf',
      '.-.-',
    ].map((name) => safeTaskName(name, 'fallback'))
    expect(made).toEqual([
      'Fill_form',
      'a_b',
      '_.._etc',
      'fallback',
      '_n_',
      'ok-1_2.txt',
      '_con',
      '_nul.txt',
      'end',
      'x',
      'rf',
      'fallback',
    ])
  })

  it('are always one safe part of a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const safe = safeTaskName(name, 'fallback')
        expect(safe).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,120}$/)
        expect(isSafeTaskName(safe)).toBe(true)
      }),
    )
  })

  it('default to the local time', () => {
    expect(timeName(new Date(2026, 10, 21, 9, 5, 7))).toBe('2026-11-21_09-05-07')
  })
})

describe('the run folder', () => {
  it('is never shared: twenty runs of one task at once get twenty folders', async () => {
    const folders = await Promise.all(Array.from({ length: 20 }, () => RunFolder.create(home, 'report')))
    expect(new Set(folders.map((folder) => folder.path)).size).toBe(20)
    const names = folders.map((folder) => folder.name).toSorted()
    expect([names.includes('report'), names.includes('report-2'), names.includes('report-20')]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('can be read by its owner alone', async () => {
    const folder = await RunFolder.create(home, 'report')
    await folder.saveFile('ui_trees/ui_tree_step1.json', '{}')
    const modes = await Promise.all(
      [folder.path, folder.resolve('ui_trees/ui_tree_step1.json')].map(
        async (path) => (await stat(path)).mode & 0o077,
      ),
    )
    expect(modes).toEqual([0, 0])
  })

  it('writes nothing outside of itself', async () => {
    const folder = await RunFolder.create(home, 'report')
    for (const name of ['../other', '/etc/passwd', '..', '.', 'a/../../b']) {
      expect(() => folder.resolve(name)).toThrow('not inside the run folder')
    }
    expect(relative(folder.path, folder.resolve('..a/b'))).toBe('..a/b')
  })

  it('says what to do where it can not be made', async () => {
    await writeFile(join(home, 'logs'), 'a file')
    await expect(RunFolder.create(home, 'x')).rejects.toThrow(/Set DESKHAND_HOME/)
  })

  it('logs JSON lines in which nothing looks like a key', async () => {
    const folder = await RunFolder.create(home, 'report')
    using log = new FileLog(folder.resolve('request.log'))
    log.write({ prompt: ['use sk-abcdefghijklmnop', 'say "token: abcdef\\"'], step: 1 })
    log.write({ step: 2 })
    await log.sync()
    const lines = (await readFile(folder.resolve('request.log'), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { prompt: ['use [secret]', 'say "token: [secret]"'], step: 1 },
      { step: 2 },
    ])
  })
})

describe('the history', () => {
  const record = async (name: string, events: unknown[]) => {
    const folder = await RunFolder.create(home, name)
    await writeFile(folder.eventsPath, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
    return folder
  }

  it('finds the run that goes on, also before it has said anything, and none that has ended', async () => {
    expect(await findOpenRun(home)).toBeNull()
    await record('old', sampleRun())
    expect(await findOpenRun(home)).toBeNull()
    const young = await RunFolder.create(home, 'young')
    expect((await findOpenRun(home))?.name).toBe('young')
    await writeFile(
      young.eventsPath,
      sampleRun()
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    )
    expect(await findOpenRun(home)).toBeNull()
  })

  it('lists the newest first, and names what it can not read', async () => {
    const later = sampleRun().map((event) => ({ ...event, ts: event.ts + 3_600_000 }))
    await record('a-later', later)
    await record('b-earlier', sampleRun())
    await record('c-broken', ['nonsense', 'more', 'x'])
    await mkdir(join(home, 'logs', 'd not ours'))
    const { runs, unreadable } = await listRuns(home)
    expect(runs.map((run) => [run.run, run.status, run.steps, run.result])).toEqual([
      ['a-later', 'completed', 4, '42'],
      ['b-earlier', 'completed', 4, '42'],
    ])
    expect(unreadable).toEqual(['c-broken'])
  })

  it('calls a run without an end interrupted once its program is gone', async () => {
    const folder = await record('x', sampleRun().slice(0, 8))
    expect((await listRuns(home)).runs[0]?.status).toBe('running')
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    await writeFile(folder.resolve('owner.json'), JSON.stringify({ pid: child.pid, started: null }))
    expect((await listRuns(home)).runs[0]?.status).toBe('interrupted')
  })

  it('is not fooled by a process that has got the id of one that ended', async () => {
    const folder = await record('x', sampleRun().slice(0, 8))
    await writeFile(folder.resolve('owner.json'), JSON.stringify({ pid: process.pid, started: '1' }))
    expect(await folder.isOwned()).toBe(false)
  })

  it('finds a run by its name, and the newest without one', async () => {
    await record('first', sampleRun())
    expect((await findRun(home, 'first')).name).toBe('first')
    expect((await findRun(home, null)).name).toBe('first')
    await expect(findRun(home, '../first')).rejects.toThrow(
      /There is no run “\.\.\/first”\. The newest are: first/,
    )
  })

  it('says how to begin when there is none', async () => {
    await expect(findRun(home, null)).rejects.toThrow(UserError)
    await chmod(home, 0o700)
    expect(await listRuns(home)).toEqual({ runs: [], unreadable: [] })
  })
})
