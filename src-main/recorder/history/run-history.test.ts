import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const lines = (events: SessionEvent[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')
async function record(name: string, events: SessionEvent[]): Promise<RunFolder> {
  const folder = await RunFolder.create(home, name)
  await writeFile(folder.eventsPath, lines(events))
  return folder
}
/** The program that ran it is gone. */
async function abandon(folder: RunFolder): Promise<void> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  await writeFile(folder.resolve('owner.json'), JSON.stringify({ pid: child.pid, started: null }))
}
const run = (...bodies: EventBody[]) => streamOf([runStarted, ...bodies])
const asked = (request: string): EventBody => ({ type: 'round_started', request })
const finished: EventBody = {
  type: 'session_finished', status: 'failed', result: null, error: null, reason: 'error', steps: 1, rounds: 1, cost: null, log_path: '',
} // prettier-ignore

describe('the history', () => {
  it('is the same from the kept digests as from the events', async () => {
    await record('a', sampleRun())
    await abandon(await record('b', sampleRun().slice(0, 9)))
    const first = await new RunHistory(home).list()
    await writeFile(join(home, 'history.json'), 'broken')
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
    const path = join(home, 'history.json')
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace('"task":"sample"', '"task":"from the digest"'))
    expect((await new RunHistory(home).list()).runs[0]?.task).toBe('from the digest')
  })

  it('follows a run that goes on, and keeps nothing of it', async () => {
    const events = sampleRun()
    const folder = await record('a', events.slice(0, 9))
    const history = new RunHistory(home)
    expect((await history.list()).runs[0]).toMatchObject({ status: 'running', steps: 1 })
    await appendFile(folder.eventsPath, lines(events.slice(9)))
    expect((await history.list()).runs[0]).toMatchObject({ status: 'completed', steps: 4 })
    await folder.remove()
    expect(await history.list()).toEqual({ runs: [], unreadable: [] })
    expect(await readFile(join(home, 'history.json'), 'utf8')).not.toContain('galculator')
  })

  it('is not slowed down by events that can’t be read', async () => {
    const folder = await record('a', sampleRun())
    await writeFile(folder.eventsPath, 'nonsense\nmore\n')
    await record('b', sampleRun())
    expect(await new RunHistory(home).list()).toMatchObject({ runs: [{ run: 'b' }], unreadable: ['a'] })
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
