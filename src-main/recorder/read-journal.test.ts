import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { runViewOf, stepsOf } from '../../src-preload/contract/run-view.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { RunHistory } from './history/run-history.ts'
import { Journal } from './journal.ts'
import { markdownOf } from './markdown.ts'
import { readEvents, readJournal } from './read-journal.ts'
import { RunFolder } from './run-folder.ts'

let home: string
let folder: RunFolder
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'read-journal-'))
  folder = await RunFolder.create(home, 'sample')
})
afterEach(() => rm(home, { recursive: true, force: true }))

const sample = sampleRun()
const lines = sample.map((event) => JSON.stringify(event))
const keep = (kept: readonly string[]) => writeFile(folder.eventsPath, `${kept.join('\n')}\n`)
const read = () => readJournal(folder.eventsPath)
const withoutNumber = (event: SessionEvent) => ({ ...event, seq: 0 })
const isTold = ({ type }: SessionEvent) => type !== 'warning'
const third = sample[3]

/** What may stand in a line that this version can't read. */
const BAD: Record<string, string> = {
  garbage: '{{{',
  nothing: '',
  'zeroes of a power failure': '\0'.repeat(300),
  'half of a line': lines[3]?.slice(0, 60) ?? '',
  'a value that is no event': '[1,2]',
  'a type of a later version': JSON.stringify({ ...third, type: 'from_the_future' }),
  'a later version': JSON.stringify({ ...third, v: 2 }),
  'a line that is there twice': lines[3] ?? '',
}

describe('a line that can’t be read', () => {
  it.each(Object.entries(BAD))('costs itself alone, and is named: %s', async (_, bad) => {
    const at = Math.floor(lines.length * 0.75)
    await keep(lines.toSpliced(at, 0, bad))
    const { events, unreadable } = await read()
    expect(events.filter(isTold).map(withoutNumber)).toEqual(sample.filter(isTold).map(withoutNumber))
    expect(unreadable).toMatchObject([{ first: at + 1, last: at + 1 }])
    expect(events[at]).toMatchObject({ type: 'warning', message: expect.stringContaining(`Line ${at + 1} `) })
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index))
    const { runs, unreadable: names } = await new RunHistory(home).list()
    expect([runs[0]?.status, runs[0]?.steps, names]).toEqual([
      'completed',
      stepsOf(runViewOf(sample)).length,
      [],
    ])
    expect(await markdownOf(folder)).toContain(`Line ${at + 1} of the journal is left out`)
  })

  it('is told with its neighbours where there are several, and says what a later version wrote', async () => {
    await keep(lines.toSpliced(4, 0, BAD['a later version'] ?? '', '{{{'))
    const [warning] = (await readEvents(folder.eventsPath)).filter((event) => event.type === 'warning')
    expect(warning?.message).toBe(
      'Lines 5 to 6 of the journal are left out: the first was written by a later version of Deskhand.',
    )
  })

  it('costs no other line, whichever it replaces, and leaves what follows in its step', async () => {
    const whole = runViewOf(sample)
    await fc.assert(
      fc.asyncProperty(fc.nat(lines.length - 1), fc.string(), async (at, bad) => {
        await keep(lines.with(at, bad.replaceAll('\n', ' ')))
        const { events, unreadable } = await read()
        const others = sample.filter((_, index) => index !== at).filter(isTold)
        for (const event of others.map(withoutNumber)) expect(events.map(withoutNumber)).toContainEqual(event)
        expect(unreadable).toMatchObject([{ first: at + 1, last: at + 1 }])
        const steps = stepsOf(runViewOf(events))
        expect(steps.map(({ step }) => step)).toEqual(stepsOf(whole).map(({ step }) => step))
        const acts = (views: typeof steps) =>
          views.map(({ actions }) => actions.map(({ call_id }) => call_id).toSorted())
        expect(acts(steps)).toEqual(acts(stepsOf(whole)))
      }),
      { numRuns: 60 },
    )
  })

  it('does not lead a journal that goes on to numbers that are there', async () => {
    await keep([...lines.slice(0, 3), '{{{', ...lines.slice(5)])
    {
      using journal = await Journal.open(folder.eventsPath, { run: 'sample' })
      journal.emit({ type: 'warning', message: 'goes on' })
    }
    expect((await readEvents(folder.eventsPath)).at(-1)).toMatchObject({ message: 'goes on' })
  })
})

it('says why a journal of which nothing can be read is not shown', async () => {
  await keep(['{{{', '{{{'])
  await expect(read()).rejects.toThrow(/events\.jsonl can't be read: Lines 1 to 2 .* is not whole/)
  expect((await new RunHistory(home).list()).unreadable).toEqual(['sample'])
})

describe('a link in a run folder', () => {
  it('is not read as the journal, a picture or the queue, and not written', async () => {
    const elsewhere = join(home, 'elsewhere')
    await writeFile(elsewhere, `${lines.join('\n')}\n`)
    await symlink(elsewhere, folder.eventsPath)
    await expect(read()).rejects.toThrow(/is a link/)
    await expect(Journal.open(folder.eventsPath, { run: 'sample' })).rejects.toThrow(/is a link/)
    await symlink(elsewhere, folder.resolve('action_step1.png'))
    await expect(folder.readFile('action_step1.png')).rejects.toThrow(/is a link/)
    await symlink(home, folder.resolve('ui_trees'))
    await expect(folder.saveFile('ui_trees/elsewhere', 'lost')).rejects.toThrow(/is a link/)
    expect(await readFile(elsewhere, 'utf8')).toBe(`${lines.join('\n')}\n`)
  })
})
