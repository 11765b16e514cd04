import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SessionEvent, TargetSummary } from '../../src-preload/contract/events.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import {
  evaluatorDecided,
  refutedRun,
  runStarted,
  sampleRun,
  stepEvents,
  streamOf,
  target,
} from '../../src-preload/contract/testing/sample-run.ts'
import { renderMarkdown, saveMarkdown } from './markdown.ts'
import { drawReport, writeReport } from './report.ts'
import { RunFolder } from './run-folder.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const recorded = async (events: SessionEvent[]) => {
  const folder = await RunFolder.create(home, 'sample')
  await writeFile(folder.eventsPath, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  await folder.saveFile('action_step1.png', PNG)
  return folder
}

/** Every text of a run replaced by `poison`, but for words that have a fixed meaning. */
const poisoned = (poison: string) => {
  const fixed = /^(v|type|run|status|effect|decision|kind|by|reason|complete|level|categories|path)$/
  const replace = (value: unknown, key: string): unknown => {
    if (fixed.test(key)) return value
    if (typeof value === 'string') return `${poison}${key}`
    if (Array.isArray(value)) return value.map((item) => replace(item, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replace(item, name)]))
  }
  return sampleRun('action_step1.png').map((event) => replace(event, '') as SessionEvent)
}

const TAGS =
  /<\/?(!doctype|html|head|meta|title|style|body|div|span|b|h1|h2|p|dl|dt|dd|section|ol|ul|li|header|main|aside|label|input|figure|figcaption|svg|g|image|rect|circle|line|polyline|text|path|pre|code|details|summary|footer)(\s[^<>]*)?>/g

const DATA = /<script type="application\/json" id="run">([^<]*)<\/script>/
/** The page without its style sheet and the data that it was drawn from. */
const shownIn = (page: string) => page.replace(/<style>[^]*?<\/style>/, '').replace(DATA, '')
/** What stands between the tags, each run of space as one. */
const wordsIn = (page: string) =>
  shownIn(page)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

/** A run that goes on with another one, with a permission that reaches further. */
const permitted = (scope: 'always' | null, why: string | null) =>
  runViewOf(
    sampleRun().map((event): SessionEvent => {
      if (event.type === 'run_started') return { ...event, continues: 'the-first-one' }
      if (event.type !== 'question_answered') return event
      return { ...event, answer: why === null ? 'yes' : 'no', scope, why }
    }),
  )

describe('what the evaluator decided', () => {
  it('stands at its step in both reports', async () => {
    const view = runViewOf(
      streamOf([runStarted, { type: 'round_started', request: 'x' }, ...stepEvents({}), evaluatorDecided]),
    )
    expect(renderMarkdown(view)).toContain('**Judged:** evaluator: plan again – The menu was not there.')
    expect(wordsIn(await drawReport(view, new Map()))).toContain(
      'Evaluator: plan again – The menu was not there.',
    )
  })
})

describe('a question in a report', () => {
  it('says why it was asked and what was said', async () => {
    for (const [scope, why, words, drawn] of [
      ['always', null, 'yes, always here', 'always allowed here · by a person'],
      [null, 'Keep the old file', 'no: Keep the old file', 'refused · by a person “Keep the old file”'],
    ] as const) {
      const view = permitted(scope, why)
      const page = wordsIn(await drawReport(view, new Map()))
      expect(page).toContain(drawn)
      expect(page).toContain(
        'Asked · it replaces a file · A file of that name is there. (rule replace a file)',
      )
      expect(page).toContain('goes on with the-first-one')
      const text = renderMarkdown(view)
      expect(text).toContain(words)
      expect(text).toContain('it replaces a file: A file of that name is there.')
      expect(text.replaceAll('\\', '')).toContain('the-first-one')
    }
  })

  it('that nobody has answered is neither allowed nor refused', async () => {
    const events = sampleRun()
    const asked = events.findIndex(({ type }) => type === 'question_asked')
    const page = wordsIn(await drawReport(runViewOf(events.slice(0, asked + 1)), new Map()))
    expect(page).toContain('no answer')
    expect(page).not.toContain('refused')
  })
})

describe('the HTML report', () => {
  it('has the steps, pictures with their mark, thoughts, effects, time, tokens and cost', async () => {
    const folder = await recorded(sampleRun('action_step1.png'))
    const path = await writeReport(folder, null, 'html')
    const page = await readFile(path, 'utf8')
    expect(path).toBe(join(folder.path, 'report.html'))
    for (const words of [
      'The keys are all there, so they can be pressed one after the other.',
      'Click button “7” in “galculator”',
      'display shows 7',
      'the dialog is still open',
      'A file of that name is there.',
      'Model calls 4',
      'Tokens in · out 8.5k · 352',
      'Cost $0.0054',
      'Steps · verified 4 · 3 of 5',
      'Done 42 3 of 5 checked · 14 s · $0.0048 ',
    ]) {
      expect(wordsIn(page)).toContain(words)
    }
    expect(page.match(/<image href="data:image\/png;base64,/g)?.length).toBe(3)
    // A frame of two pixels around the control, in a picture of 320 for 480 of the drawing; its middle is pointed at.
    expect(page).toMatch(/<rect x="118\.6\d+" y="218\.6\d+" width="62\.6\d+" height="38\.6\d+"/)
    expect(page).toContain('<circle cx="150" cy="238"')
  })

  it('marks of a step only what its picture shows, and numbers several acts', async () => {
    const elsewhere = { name: 'Save', window: 'Save As', bounds: { x: 330, y: 450, width: 80, height: 32 } }
    const all = { kind: 'window' as const, bounds: { x: 100, y: 100, width: 320, height: 400 } }
    const act = (call: string, aim: Partial<TargetSummary>) => ({
      call,
      tool: 'click_input',
      words: `Click ${call}`,
      target: target(aim),
    })
    const acts = [act('c1', {}), act('c2', { name: '8' }), act('c3', elsewhere), act('c4', all)]
    const view = runViewOf(
      streamOf([
        runStarted,
        { type: 'round_started', request: 'x' },
        ...stepEvents({ picture: 'a.png', acts }),
      ]),
    )
    const page = await drawReport(view, new Map([['a.png', 'data:image/png;base64,AAAA']]))
    expect([...page.matchAll(/<text [^>]*>(\d)<\/text>/g)].map(([, number]) => number)).toEqual(['1', '2'])
  })

  it('holds the data that it was drawn from', async () => {
    for (const events of [sampleRun('a.png'), poisoned("</script>\u2028\u0085&'")]) {
      const page = await drawReport(runViewOf(events), new Map())
      expect(JSON.parse(DATA.exec(page)?.[1] ?? '')).toEqual(runViewOf(events))
    }
  })

  it('says once why a run has failed that the evaluation says no of', async () => {
    const reason = 'There is no file.'
    const page = await drawReport(runViewOf(refutedRun(reason)), new Map())
    expect(shownIn(page).split(reason)).toHaveLength(2)
  })

  it('loads nothing and runs nothing, and its policy says so', async () => {
    const page = await drawReport(
      runViewOf(sampleRun('a.png')),
      new Map([['a.png', 'data:image/png;base64,AAAA']]),
    )
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(style).toContain('--ink:')
    expect(page.replaceAll('&#x27;', "'")).toContain(
      `content="default-src 'none'; img-src data:; style-src 'sha256-${hash}';`,
    )
    expect(page).toMatch(DATA)
    expect(page.replace(DATA, '')).not.toMatch(
      /<script|<link|<iframe|<form|\son\w+=|\sstyle=|url\(|@import|(src|href)="(?!data:image\/png;base64,|#)/i,
    )
  })

  it('shows what a screen or a model said as text, whatever it is', async () => {
    const poisons = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onload='x",
      '</style><b>',
      '&lt;',
      '[a](https://b.invalid) ![a](https://b.invalid/c.png)',
      '\u0000\u001b',
    ]
    for (const poison of poisons) {
      const page = await drawReport(
        runViewOf(poisoned(poison)),
        new Map([['action_step1.png', 'data:image/png;base64,AAAA']]),
      )
      expect(shownIn(page).replace(TAGS, '')).not.toMatch(/[<>]/)
      const raw = ['<img', '<script', '</style><b>', " onload='", 'href="http', '\u0000', '\u001b']
      const all = page.replace('<script type="application/json" id="run">', '')
      expect(raw.filter((text) => all.includes(text))).toEqual([])
    }
  })

  it('can be made of any part of a run', async () => {
    const events = sampleRun('a.png')
    for (let length = 0; length <= events.length; length++) {
      const view = runViewOf(events.slice(0, length))
      expect(await drawReport(view, new Map())).toMatch(/<\/html>\n$/)
      expect(renderMarkdown(view)).toMatch(/^# Trajectory Data\n/)
    }
  })

  it('leaves out pictures that are not there or are none', async () => {
    const folder = await recorded(sampleRun('action_step1.png'))
    await folder.saveFile('action_step1.png', '<svg onload=alert(1)>')
    const page = await readFile(await writeReport(folder, join(home, 'sub', 'r.html'), 'html'), 'utf8')
    expect([page.includes('<image'), wordsIn(page).includes('Step 2')]).toEqual([false, true])
  })

  it('says when there is nothing to report, and where it can not be written', async () => {
    const empty = await RunFolder.create(home, 'empty')
    await expect(writeReport(empty, null, 'html')).rejects.toThrow('has recorded nothing to report')
    const folder = await recorded(sampleRun())
    await writeFile(join(home, 'file'), '')
    await expect(writeReport(folder, join(home, 'file', 'r.html'), 'html')).rejects.toThrow(
      /Choose another place with --out/,
    )
  })
})

describe('output.md', () => {
  it('has true totals, the evaluation and one section per step with its picture', async () => {
    const folder = await recorded(sampleRun('action_step1.png').slice(0, -1))
    const end = sampleRun().at(-1)
    if (end?.type !== 'session_finished') throw new Error('The sample has no end.')
    await saveMarkdown(folder, end)
    const text = await readFile(folder.resolve('output.md'), 'utf8')
    for (const line of [
      '| Total Steps | 4 |',
      '| Total Rounds | 1 |',
      '| Host Agent Steps | 1 |',
      '| App Agent Steps | 3 |',
      '| Status | completed |',
      '**Complete:** yes',
      '**Quality:** yes. Each act had the control it was meant for.',
      '**Verified:** 5 acts in 4 steps: 3 confirmed, 1 unconfirmed, 1 contradicted, 0 failed or refused',
      '### Step 4: 2.7 s',
      '- ✗ Click button “Save” in “Save As” — the dialog is still open; gate: ask (overwrite)',
      '<img src="action_step1.png" alt="What was seen in step 2" width="45%">',
    ]) {
      expect(text.split('\n')).toContain(line)
    }
  })

  it('holds no markup that a screen or a model has brought', () => {
    const text = renderMarkdown(runViewOf(poisoned('<img src=x>[a](b)\n# head | `code`')))
    expect(text).not.toMatch(/<img src=x>|(?<!\\)\[a\\?\]\(b\)|^# head/m)
  })

  it('explains a run without steps', () => {
    expect(renderMarkdown(runViewOf([]))).toContain('The run ended before its first request.')
    expect(renderMarkdown(runViewOf(sampleRun().slice(0, 2)))).toContain('No step was taken.')
  })
})
