import { describe, expect, it } from 'vitest'
import { summaryOf } from '../../src-preload/contract/run-summary.ts'
import { runViewOf, type RunSummary } from '../../src-preload/contract/run-view.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { languageOf } from './i18n.ts'
import { hashOf, placeOf } from './place.ts'
import { brakedRun, isSecondPress, meaningOfRun, wordOfRun } from './status.ts'
import { withRun } from './store.ts'

const line = (values: Partial<RunSummary>): RunSummary => ({
  ...summaryOf(runViewOf(sampleRun()), true),
  ...values,
})

describe('the address of what is shown', () => {
  it('is read back as it was written, whatever the run is called', () => {
    const places = [
      { view: 'new', run: null, part: null },
      { view: 'run', run: 'a/b #1 50% ü', part: null },
      { view: 'settings', run: null, part: 'models' },
      { view: 'history', run: null, part: null },
    ] as const
    expect(places.map((place) => placeOf(hashOf(place)))).toEqual(places)
  })

  it('is a new request when it can’t be read', () => {
    for (const hash of ['', '#', '#/', '#/nonsense', '#/run', '#/run/%E0%A4%A']) {
      expect(placeOf(hash)).toEqual({ view: 'new', run: null, part: null })
    }
  })
})

describe('the list of runs', () => {
  it('has the newest first, and a run that changes stays where it is', () => {
    const runs = [line({ run: 'b', started_at: 2 }), line({ run: 'a', started_at: 1 })]
    const more = withRun(
      withRun(runs, line({ run: 'c', started_at: 3 })),
      line({ run: 'a', started_at: 1, steps: 9 }),
    )
    expect(more.map(({ run, steps }) => [run, steps])).toEqual([
      ['c', 4],
      ['b', 4],
      ['a', 9],
    ])
  })
})

describe('the state of a run', () => {
  it('needs nobody while it waits for a next request', () => {
    const waits = line({ status: 'asking', asks: 'new_request' })
    const asks = line({ status: 'asking', asks: 'sensitive_step' })
    expect([wordOfRun(waits), meaningOfRun(waits)]).toEqual(['ready', 'good'])
    expect([wordOfRun(asks), meaningOfRun(asks)]).toEqual(['asking', 'you'])
  })

  it('is that of its last request, also while it waits for a next one', () => {
    const said = (more: Partial<RunSummary>) => [wordOfRun(line(more)), meaningOfRun(line(more))]
    const waits = { status: 'asking', asks: 'new_request' } as const
    expect(said({ ...waits, last: 'failed' })).toEqual(['failed', 'bad'])
    expect(said({ ...waits, last: 'unsure' })).toEqual(['unsure', 'you'])
    expect(said({ status: 'completed', last: 'unsure' })).toEqual(['unsure', 'you'])
    expect(said({ status: 'completed', last: 'done' })).toEqual(['completed', 'good'])
  })

  it('is braked where it is shown, else where the newest goes on', () => {
    const runs = [
      line({ run: 'over', status: 'completed' }),
      line({ run: 'new', status: 'running' }),
      line({ run: 'old', status: 'paused' }),
    ]
    expect([brakedRun(runs, 'old')?.run, brakedRun(runs, 'over')?.run, brakedRun(runs, null)?.run]).toEqual([
      'old',
      'new',
      'new',
    ])
    expect(brakedRun(runs.slice(0, 1), 'over')).toBeNull()
    // It has only just begun, while another one waits or works.
    expect(brakedRun(runs, 'starting', ['starting', 'new', 'old'])?.run).toBe('starting')
    expect(brakedRun(runs.slice(0, 1), null, ['starting'])?.run).toBe('starting')
  })
})

describe('the language', () => {
  it('is the person’s wish, else the system’s, else English', () => {
    expect([
      languageOf('en', 'zh-CN'),
      languageOf('system', 'zh-Hant-TW'),
      languageOf('system', 'de-DE'),
    ]).toEqual(['en', 'zh', 'en'])
  })
})

it('a double press on Terminate ends one run, not the next one, too', () => {
  const last = { run: 'a', at: 1_000 }
  expect([
    isSecondPress(last, 'b', 1_400),
    isSecondPress(last, 'a', 1_400),
    isSecondPress(last, 'b', 3_000),
  ]).toEqual([true, false, false])
})
