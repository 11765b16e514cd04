import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { sampleRun, target } from '../../src-preload/contract/testing/sample-run.ts'
import { VirtualClock } from '../core/clock.ts'
import { UserError } from '../core/errors.ts'
import { registerSecret } from '../core/redaction.ts'
import { Journal } from './journal.ts'
import { readEvents } from './read-journal.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
  path = join(folder, 'events.jsonl')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const warning = (message: string) => ({ type: 'warning', message }) as const
const messages = (events: SessionEvent[]) =>
  events.map((event) => (event.type === 'warning' ? event.message : event.type))

describe('the journal', () => {
  it('writes an event with its head before anyone is told of it', async () => {
    using journal = await Journal.open(path, {
      run: 'r1',
      where: () => ({ round: 0, step: 3 }),
      clock: new VirtualClock(1000),
    })
    const seen: [SessionEvent, string][] = []
    const { readFileSync } = await import('node:fs')
    journal.subscribe((event) => seen.push([event, readFileSync(path, 'utf8')]))
    journal.emit(warning('one'))
    const event = { v: 1, seq: 0, ts: 1000, run: 'r1', round: 0, step: 3, type: 'warning', message: 'one' }
    expect(seen).toEqual([[event, `${JSON.stringify(event)}\n`]])
  })

  it('numbers events without gaps, also when it is opened again', async () => {
    for (let time = 0; time < 3; time++) {
      using journal = await Journal.open(path, { run: 'r1' })
      journal.emit(warning('a'))
      journal.emit(warning('b'))
    }
    expect((await readEvents(path)).map((event) => event.seq)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('says that its file was deleted, before the next act', async () => {
    using journal = await Journal.open(path, { run: 'r1' })
    journal.emit(warning('one'))
    await journal.sync()
    await rm(folder, { recursive: true })
    journal.emit(warning('two'))
    await expect(journal.sync()).rejects.toThrow(/events\.jsonl can't be written: it was deleted/)
  })

  it('tells every listener the events in order, also when one of them emits or throws', async () => {
    const faults: unknown[] = []
    using journal = await Journal.open(path, { run: 'r1', onListenerError: (error) => faults.push(error) })
    const seen: string[] = []
    journal.subscribe((event) => {
      if (event.type === 'warning' && event.message === 'first') journal.emit(warning('second'))
      throw new Error('listener')
    })
    journal.subscribe((event) => seen.push(...messages([event])))
    journal.emit(warning('first'))
    expect([seen, faults.length]).toEqual([['first', 'second'], 2])
  })

  it('reads all whole lines of a file that was cut anywhere, and goes on after them', async () => {
    const lines = sampleRun().map((event) => JSON.stringify(event))
    const whole = `${lines.join('\n')}\n`
    const bytes = Buffer.from(whole)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async (length) => {
        await writeFile(path, bytes)
        await truncate(path, length)
        const kept = bytes.subarray(0, length).toString('latin1').split('\n').length - 1
        expect((await readEvents(path)).length).toBe(kept)
        {
          using journal = await Journal.open(path, { run: 'sample' })
          journal.emit(warning('after the crash'))
        }
        const events = await readEvents(path)
        expect([events.length, events.at(-1)?.seq]).toEqual([kept + 1, kept])
      }),
      { numRuns: 40 },
    )
  })

  it('has no events where there is no file', async () => {
    expect(await readEvents(path)).toEqual([])
  })

  it('never stores a secret that Deskhand has read, and shows the same to listeners', async () => {
    registerSecret('q7-secret-value')
    using journal = await Journal.open(path, { run: 'r1' })
    const event = journal.emit(warning('the key is q7-secret-value, said "twice": q7-secret-value'))
    const stored = await readFile(path, 'utf8')
    expect(stored).not.toContain('q7-secret-value')
    expect(await readEvents(path)).toEqual([event])
  })

  it('stores nothing that is typed into a password field', async () => {
    using journal = await Journal.open(path, { run: 'r1' })
    journal.emit({
      type: 'act_started',
      call_id: 'c1',
      tool_name: 'set_edit_text',
      tool_type: 'action',
      namespace: 'AppUIExecutor',
      parameters: { id: '7', name: 'Password', text: 'hunter2' },
      target: target({ role: 'password', name: 'Password' }),
      words: 'Type into password field “Password”',
    })
    expect(await readFile(path, 'utf8')).not.toContain('hunter2')
    expect(await readEvents(path)).toMatchObject([
      { parameters: { id: '7', name: 'Password', text: '[secret]' } },
    ])
  })

  it('stores whatever a tool gives: circles, big numbers, errors and very long texts', async () => {
    using journal = await Journal.open(path, { run: 'r1' })
    const circle: Record<string, unknown> = {
      text: 'x'.repeat(300_000),
      big: 10n,
      error: new TypeError('bad'),
    }
    circle.self = circle
    circle.twice = [{ a: 1 }, { a: 1 }]
    journal.emit({
      type: 'act_finished',
      call_id: 'c',
      tool_name: 't',
      status: 'success',
      result: circle,
      error: null,
      ms: 1,
    })
    const [event] = await readEvents(path)
    expect(event).toMatchObject({
      result: { big: '10', error: 'TypeError: bad', self: '[circular]', twice: [{ a: 1 }, { a: 1 }] },
    })
    expect(JSON.stringify(event).length).toBeLessThan(110_000)
  })

  it('keeps what is done again from it as long as it was: a request, and what was typed', async () => {
    using journal = await Journal.open(path, { run: 'r1' })
    const text = 'x'.repeat(300_000)
    journal.emit({ type: 'round_started', request: text })
    journal.emit({
      type: 'act_started',
      call_id: 'c',
      tool_name: 'type_text',
      tool_type: 'action',
      namespace: 'AppUIExecutor',
      parameters: { id: '7', text, lines: [text] },
      target: target(),
      words: 'Type',
    })
    journal.emit({
      type: 'act_finished',
      call_id: 'c',
      tool_name: 'type_text',
      status: 'success',
      result: { request: text, parameters: { text } },
      error: null,
      ms: 1,
    })
    const [round, act, end] = await readEvents(path)
    expect(round).toMatchObject({ request: text })
    expect(act).toMatchObject({ parameters: { id: '7', text, lines: [text] } })
    expect(JSON.stringify(end)).toMatch(/… \(200000 more characters\).*… \(200000 more characters\)/)
  })

  it('syncs many times at once, and with nothing to sync', async () => {
    using journal = await Journal.open(path, { run: 'r1' })
    journal.emit(warning('a'))
    await Promise.all([journal.sync(), journal.sync(), journal.sync()])
    await journal.sync()
    expect((await readEvents(path)).length).toBe(1)
  })

  it('says what to do when the file can not be opened', async () => {
    await expect(Journal.open(join(folder, 'missing', 'events.jsonl'), { run: 'r1' })).rejects.toThrow(
      UserError,
    )
  })

  it('does not mind a line that another program left unfinished before it opens', async () => {
    await appendFile(path, '{"v":1,"seq":0')
    using journal = await Journal.open(path, { run: 'r1' })
    expect(journal.emit(warning('a')).seq).toBe(0)
    expect((await readEvents(path)).length).toBe(1)
  })
})
