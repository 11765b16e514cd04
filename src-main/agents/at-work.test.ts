import { describe, expect, it } from 'vitest'
import type { Control, Observation } from '../core/desktop.ts'
import { testControl } from '../core/testing/desktop.ts'
import { AtWork } from './at-work.ts'

const POLL_MS = 500
const bar = (share: number): Control => ({
  ...testControl('1', '', { role: 'progress bar' }),
  value: `${share} %`,
})
const says = (text: string) => testControl('2', text, { role: 'text' })
const undo = testControl('3', 'Undo')
const looks = (controls: Control[]): Observation => ({
  windows: [],
  window: null,
  controls,
  picture: null,
  limited: null,
})

/** Milliseconds for which a window is waited for that shows `at` a moment; and what is still going on then. */
function waitedFor(before: Control[], at: (ms: number) => Control[]): [number, string | null] {
  const work = new AtWork(looks(before), 0)
  for (let ms = 0; ; ms += POLL_MS) {
    const now = looks(at(ms))
    if (!work.isAtWork(now, ms)) return [ms, work.left(now)]
  }
}
const share = (ms: number, wholeMs: number) => bar(Math.min(100, Math.floor((ms / wholeMs) * 100)))

describe('an application is waited for', () => {
  it.each<[string, Control[], (ms: number) => Control[], number, string | null]>([
    ['while a bar moves', [], (ms) => [share(ms, 20_000)], 20_000, null],
    ['until its bar is gone', [bar(0)], (ms) => (ms < 3000 ? [share(ms, 4000)] : []), 3000, null],
    [
      'while it says that it is at work',
      [says('Ready')],
      (ms) => [says(ms < 6000 ? 'Saving…' : 'Saved')],
      6000,
      null,
    ],
    [
      'while its bar begins again with the next part',
      [],
      (ms) => [bar([20, 60, 95, 3, 30, 70, 97, 6, 50, 100][ms / 500] ?? 100)],
      4500,
      null,
    ],
    ['until what it has done can no longer be undone', [], (ms) => (ms < 5000 ? [undo] : []), 5000, null],
    ['for some seconds once its bar stands', [], (ms) => [share(Math.min(ms, 2000), 4000)], 6000, '50 %'],
    ['for a while only where it goes on', [says('Ready')], () => [says('Saving…')], 15_000, 'Saving…'],
  ])('%s', (_how, before, at, ms, left) => {
    expect(waitedFor(before, at)).toEqual([ms, left])
  })

  it.each<[string, Control[], (ms: number) => Control[], number]>([
    ['a bar was there before', [bar(40)], () => [bar(40)], 0],
    ['a bar is at its beginning, and stays there', [bar(0)], () => [bar(0)], 1500],
    ['a bar shows something else by the act, and stays so', [bar(40)], () => [bar(60)], 1500],
    ['a bar falls, as one that measures does', [bar(40)], (ms) => [bar(30 + ((ms / 500) % 4))], 0],
    ['a bar rises and falls', [bar(10)], (ms) => [bar([14, 22, 17, 31, 25][(ms / 500) % 5] ?? 0)], 1000],
    ['a bar is at its end', [bar(40)], () => [bar(100)], 0],
    ['it said so before', [says('Working offline')], () => [says('Working offline')], 0],
    ['it says that it has failed', [says('Ready')], () => [says('Saving failed')], 0],
    ['“Undo” was there before', [undo], () => [undo], 0],
  ])('not, or hardly, where %s', (_how, before, at, ms) => {
    expect(waitedFor(before, at)).toEqual([ms, null])
  })

  it('not to the end of what plays for an hour', () => {
    const [ms] = waitedFor([bar(0)], (at) => [share(at, 3_600_000)])
    expect(ms).toBeLessThan(60_000)
  })
})
