import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import SqliteDatabase from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventBody, SessionEvent } from '../../../src-preload/contract/events.ts'
import {
  runStarted,
  sampleRun,
  stepEvents,
  streamOf,
} from '../../../src-preload/contract/testing/sample-run.ts'
import { localTime } from '../../../src-preload/contract/words.ts'
import { RunFolder } from '../run-folder.ts'
import { fold, foldedWords, placeIn } from './fold.ts'
import { RunHistory } from './run-history.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'history-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const indexPath = () => join(home, 'history.db')
const lines = (events: SessionEvent[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')
async function record(name: string, events: SessionEvent[]): Promise<RunFolder> {
  const folder = await RunFolder.create(home, name)
  await writeFile(folder.eventsPath, lines(events))
  return folder
}
/** The program that ran them is gone. */
async function abandon(...folders: RunFolder[]): Promise<void> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  const owner = JSON.stringify({ pid: child.pid, started: null })
  await Promise.all(folders.map((folder) => writeFile(folder.resolve('owner.json'), owner)))
}
const run = (...bodies: EventBody[]) => streamOf([runStarted, ...bodies])
const asked = (request: string): EventBody => ({ type: 'round_started', request })
const finished: EventBody = {
  type: 'session_finished',
  status: 'failed',
  result: null,
  error: null,
  reason: 'error',
  steps: 1,
  rounds: 1,
  cost: null,
  log_path: '',
}

describe('the history', () => {
  it('is the same from the kept digests as from the events', async () => {
    await record('a', sampleRun())
    await abandon(await record('b', sampleRun().slice(0, 9)))
    const first = await new RunHistory(home).list()
    await rm(indexPath())
    expect(await new RunHistory(home).list()).toEqual(first)
    expect(await new RunHistory(home).list()).toEqual(first)
    const states = new Map(first.runs.map(({ run: name, status }) => [name, status]))
    expect([states.get('a'), states.get('b')]).toEqual(['completed', 'interrupted'])
  })

  it('says how each run was judged', async () => {
    const judged: EventBody = {
      type: 'evaluated', level: 'session', reason: 'it is there', sub_scores: [], complete: 'no', cost: null,
      quality: null, efficiency: null, effects: null,
    } // prettier-ignore
    await record('a', run(asked('x'), judged, finished))
    await record('b', run(asked('x'), finished))
    const { runs } = await new RunHistory(home).list()
    expect(Object.fromEntries(runs.map((one) => [one.run, one.judged]))).toEqual({ a: 'no', b: null })
  })

  it('reads no events a second time', async () => {
    await record('a', sampleRun())
    await new RunHistory(home).list()
    const db = new SqliteDatabase(indexPath())
    db.exec(`UPDATE runs SET digest = replace(digest, '"task":"sample"', '"task":"from the digest"')`)
    db.close()
    expect((await new RunHistory(home).list()).runs[0]?.task).toBe('from the digest')
  })

  it('tells how far it is while it reads many runs, and that only where their events are read', async () => {
    const names = Array.from({ length: 110 }, (_none, at) => `run-${at}`)
    await Promise.all(names.map((name) => record(name, run(asked('x'), finished))))
    const told: [number, number][] = []
    const tell = (done: number, total: number) => told.push([done, total])
    await new RunHistory(home).list(tell)
    expect(told[0]).toEqual([16, 110])
    expect(told.at(-1)).toEqual([110, 110])
    const once = told.length
    await new RunHistory(home).list(tell)
    await new RunHistory(home).search('x', 10, tell)
    expect(told).toHaveLength(once)
    await rm(indexPath())
    await new RunHistory(home).search('x', 10, tell)
    expect(told.at(-1)).toEqual([110, 110])
    expect(told).toHaveLength(2 * once)
  })

  it('lists the newest alone as the whole list begins, also while runs come, change and go', async () => {
    const at = (days: number, events = sampleRun()) =>
      events.map((event) => ({ ...event, ts: event.ts + days * 86_400_000 }))
    const newest = async (limit: number) => (await new RunHistory(home).list(undefined, limit)).runs
    for (const days of [3, 1, 4, 2]) await record(`day-${days}`, at(days))
    await abandon(await record('day-0', at(0, sampleRun().slice(0, 9))))
    const same = async () => {
      const { runs } = await new RunHistory(home).list()
      for (const limit of [1, 3, 9]) expect(await newest(limit)).toEqual(runs.slice(0, limit))
      return runs.map(({ run: name }) => name)
    }
    // The first look makes the index, also where only some are wanted.
    expect((await newest(2)).map(({ run: name }) => name)).toEqual(['day-4', 'day-3'])
    expect(await same()).toEqual(['day-4', 'day-3', 'day-2', 'day-1', 'day-0'])
    await record('day-5', at(5))
    await writeFile(join(home, 'logs/day-1/events.jsonl'), lines(at(6)))
    expect((await newest(2)).map(({ run: name }) => name)).toEqual(['day-1', 'day-5'])
    expect(await same()).toEqual(['day-1', 'day-5', 'day-4', 'day-3', 'day-2', 'day-0'])
  })

  it('reads no digest of a run that is not wanted', async () => {
    await record('a', sampleRun())
    await record(
      'b',
      sampleRun().map((event) => ({ ...event, ts: event.ts + 1_000 })),
    )
    await new RunHistory(home).list()
    const db = new SqliteDatabase(indexPath())
    db.exec(`UPDATE runs SET digest = json_remove(digest, '$.usage') WHERE name = 'a'`)
    db.close()
    expect((await new RunHistory(home).list(undefined, 1)).runs).toMatchObject([{ run: 'b' }])
    const left = new SqliteDatabase(indexPath())
    // Where it is read it can't be used, and is made anew.
    expect(left.prepare(`SELECT digest ->> '$.usage' FROM runs WHERE name = 'a'`).pluck().get()).toBeNull()
    left.close()
  })

  it('lists a run whose digest in the index can’t be read by its events', async () => {
    await record('a', sampleRun())
    await record('b', sampleRun())
    const first = await new RunHistory(home).list()
    const db = new SqliteDatabase(indexPath())
    db.exec(
      `UPDATE runs SET digest = '{"no":"digest"}' WHERE name = 'a'; UPDATE runs SET digest = 'x' WHERE name = 'b'`,
    )
    db.close()
    expect(await new RunHistory(home).list()).toEqual(first)
    const mended = new SqliteDatabase(indexPath())
    expect(mended.prepare(`SELECT count(*) FROM runs WHERE digest LIKE '{"stamp"%'`).pluck().get()).toBe(2)
    mended.close()
  })

  it('follows a run that goes on, and keeps nothing of it', async () => {
    const events = sampleRun()
    const folder = await record('a', events.slice(0, 9))
    const history = new RunHistory(home)
    expect((await history.list()).runs[0]).toMatchObject({ status: 'running', steps: 1 })
    expect(await readFile(indexPath(), 'latin1')).not.toContain('galculator')
    await appendFile(folder.eventsPath, lines(events.slice(9)))
    expect((await history.list()).runs[0]).toMatchObject({ status: 'completed', steps: 4 })
    expect(await readFile(indexPath(), 'latin1')).toContain('galculator')
    await folder.remove()
    expect(await history.list()).toEqual({ runs: [], unreadable: [] })
    for (const name of await readdir(home))
      if (name.startsWith('history'))
        expect(await readFile(join(home, name), 'latin1')).not.toContain('galculator')
  })

  it('is not slowed down by events that can’t be read', async () => {
    const folder = await record('a', sampleRun())
    await writeFile(folder.eventsPath, 'nonsense\nmore\n')
    await record('b', sampleRun())
    expect(await new RunHistory(home).list()).toMatchObject({ runs: [{ run: 'b' }], unreadable: ['a'] })
  })
})

describe('the index of the history', () => {
  const found = async (history: RunHistory, text: string) =>
    (await history.search(text, 100)).map((hit) => hit.run)

  it('that is broken is made anew, and it is said', async () => {
    await record('a', run(asked('write the menu')))
    const warnings: string[] = []
    for (const broken of ['no database at all'.repeat(300), '']) {
      await writeFile(indexPath(), broken)
      expect(await found(new RunHistory(home, (words) => warnings.push(words)), 'menu')).toEqual(['a'])
    }
    // An empty file is a database without anything in it.
    expect(warnings).toEqual([expect.stringContaining('was broken')])
  })

  it('whose pages turn out to be broken later is made anew', async () => {
    for (let at = 0; at < 20; at++)
      await record(`run-${at}`, run(asked(`write menu ${at} ${'word '.repeat(500)}`)))
    await new RunHistory(home).list()
    const bytes = await readFile(indexPath())
    bytes.fill(0xff, 4096)
    await writeFile(indexPath(), bytes)
    const warnings: string[] = []
    const history = new RunHistory(home, (words) => warnings.push(words))
    expect(await found(history, 'menu')).toHaveLength(20)
    expect(warnings).toHaveLength(1)
    expect(await found(new RunHistory(home), 'menu')).toHaveLength(20)
  })

  it('that can’t be written is done without, and it is said once', async () => {
    await record('a', run(asked('write the menu')))
    await mkdir(indexPath())
    const warnings: string[] = []
    const history = new RunHistory(home, (words) => warnings.push(words))
    expect((await history.list()).runs).toHaveLength(1)
    expect(await found(history, 'menu')).toEqual(['a'])
    expect(warnings).toEqual([expect.stringContaining("can't be used")])
  })

  it('that is deleted between two searches is made anew', async () => {
    await record('a', run(asked('write the menu')))
    const history = new RunHistory(home)
    expect(await found(history, 'menu')).toEqual(['a'])
    await rm(indexPath())
    expect(await found(history, 'menu')).toEqual(['a'])
  })

  it('follows the runs of other processes, also in the middle of them', async () => {
    const history = new RunHistory(home)
    await record('a', run(asked('write the menu')))
    expect(await found(history, 'menu')).toEqual(['a'])
    const events = run(asked('write the menu'), ...stepEvents({ thought: 'Der Stuhl ist grün.' }))
    const other = await record('b', events.slice(0, 3))
    expect(await found(new RunHistory(home), 'menu')).toEqual(expect.arrayContaining(['a', 'b']))
    await appendFile(other.eventsPath, lines(events.slice(3)))
    expect(await found(history, 'stuhl')).toEqual(['b'])
    await other.remove()
    expect(await found(history, 'menu')).toEqual(['a'])
  })

  it('is whole when a process that writes it is killed, and while several write it', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `run-${at}`)
    await abandon(...(await Promise.all(names.map((name) => record(name, run(asked('write menu')))))))
    const path = fileURLToPath(new URL('run-history.ts', import.meta.url))
    const script = `import { RunHistory } from ${JSON.stringify(path)}
      process.send('ready'); await new RunHistory(${JSON.stringify(home)}).list()`
    const start = () =>
      spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
    await Promise.all(
      [5, 40].map(async (ms) => {
        const child = start()
        const gone = once(child, 'exit')
        await once(child, 'message')
        await new Promise((resolve) => setTimeout(resolve, ms))
        child.kill('SIGKILL')
        await gone
      }),
    )
    const warnings: string[] = []
    const history = new RunHistory(home, (words) => warnings.push(words))
    expect(await found(history, 'menu')).toHaveLength(60)
    expect(warnings).toEqual([])
    const db = new SqliteDatabase(indexPath())
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.prepare('SELECT count(*) FROM runs').pluck().get()).toBe(60)
    db.close()
  })
})

describe('searching', () => {
  const find = async (text: string, limit = 100) => new RunHistory(home).search(text, limit)

  it('finds runs that hold all words, wherever they stand, without case and accents', async () => {
    await record(
      'menu',
      run(asked('Écris le menu du café'), ...stepEvents({ thought: 'Der Stuhl ist GRÜN.' })),
    )
    await record('other', run(asked('write the menu')))
    expect((await find('CAFE grun')).map((hit) => [hit.run, hit.where])).toEqual([
      ['menu', 'request'],
      ['menu', 'thought'],
    ])
    expect(await find('cafe blau')).toEqual([])
    expect(new Set((await find('menu')).map((hit) => hit.run))).toEqual(new Set(['menu', 'other']))
  })

  it('finds Chinese within longer texts', async () => {
    await record('a', run(asked('打开记事本并保存文件')))
    const [hit] = await find('保存')
    expect(hit?.text.slice(hit.start, hit.start + hit.length)).toBe('保存')
  })

  it('finds what was done, what was read and why it failed', async () => {
    const read = { call: 'c', tool: 'texts', words: 'Read field “Total”', result: 'quarterly 4711' }
    const failed = stepEvents({ acts: [read] }).map((body) =>
      body.type === 'step_finished' ? { ...body, error: 'The printer is on fire.' } : body,
    )
    await record('a', run(asked('x'), ...failed))
    const where = async (text: string) => (await find(text)).map((hit) => [hit.where, hit.step])
    expect(await where('total')).toEqual([['action', 0]])
    expect(await where('4711')).toEqual([['result', 0]])
    expect(await where('printer fire')).toEqual([['result', 0]])
  })

  it('shows a part of a long text with the word marked in it, and stops at the limit', async () => {
    const long = `${'word '.repeat(500)}Nadel ${'𝕏'.repeat(400)}`
    for (const name of ['a', 'b', 'c']) await record(name, run(asked(long)))
    const hits = await find('nadel', 2)
    expect(hits).toHaveLength(2)
    for (const { text, start, length } of hits) {
      expect([text.length < 260, text.slice(start, start + length)]).toEqual([true, 'Nadel'])
    }
  })

  it('marks the place in the text itself, whatever is folded before it', () => {
    const piece = fc.constantFrom('é', 'e\u0301', 'İ', 'ﬁ', '𝕏', '语', 'Ａ', 'ß', ' ', 'x')
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (before, after) => {
        const text = `${before.join('')}Nadel${after.join('')}`
        const at = fold(text).indexOf('nadel')
        const { start, length } = placeIn(text, at, 5)
        expect(text.slice(start, start + length).replace(/\p{M}+$/u, '')).toBe('Nadel')
      }),
    )
    expect(foldedWords('  Ａb É b ')).toEqual(['ab', 'e', 'b'])
  })
})

describe('usage', () => {
  const at = sampleRun()[0]?.ts ?? 0
  const day = localTime(new Date(at)).day

  it('is counted per day, model and application', async () => {
    await record('a', sampleRun())
    await record('b', sampleRun())
    const { models, days } = await new RunHistory(home).usage(1, at)
    const rows = models.map((row) => [row.day, row.model, row.application, row.calls])
    expect(rows).toEqual([
      [day, 'openai/gpt-x', '', 2],
      [day, 'openai/gpt-x', 'galculator', 4],
      [day, 'openai/gpt-x', 'mousepad', 2],
    ])
    expect(days).toMatchObject([{ day, completed: 2, failed: 0, stopped: 0, steps: 8 }])
  })

  it('counts a run of which nobody is sure as no success', async () => {
    const judged = sampleRun().map((event) =>
      event.type === 'evaluated' ? { ...event, complete: 'unsure' as const } : event,
    )
    await record('a', judged)
    const { days } = await new RunHistory(home).usage(1, at)
    expect(days).toMatchObject([{ day, completed: 0, unsure: 1, failed: 0, stopped: 0 }])
  })

  it('is unknown where one call did not say it, and never guessed', async () => {
    const silent = stepEvents({}).map((body) =>
      body.type === 'model_replied'
        ? {
            ...body,
            usage: { input_tokens: 5, output_tokens: null, cached_tokens: null, cost: null },
          }
        : body,
    )
    await record('a', run(asked('x'), ...stepEvents({}), ...silent, finished))
    const { models, days } = await new RunHistory(home).usage(1, at)
    expect(models).toMatchObject([{ calls: 2, output_tokens: null, cost: null }])
    expect(models[0]?.input_tokens).toBeGreaterThan(5)
    expect(days).toMatchObject([{ failed: 1 }])
  })

  it('leaves out what is older than asked for', async () => {
    await record('a', sampleRun())
    const later = at + 3 * 24 * 60 * 60 * 1000
    expect(await new RunHistory(home).usage(3, later)).toEqual({ models: [], days: [] })
    expect((await new RunHistory(home).usage(4, later)).days).toHaveLength(1)
  })
})
