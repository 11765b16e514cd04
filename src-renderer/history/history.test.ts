import { describe, expect, test } from 'vitest'
import { summaryOf } from '../../src-preload/contract/run-summary.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { countsOf, hitsByRun, isOfKind, partsOf } from './filter.ts'
import { afterKey, momentsOf, nextMarked, signOf, stayOf } from './replay.ts'

const view = runViewOf(sampleRun())
const summary = summaryOf(view, false)
const hit = { where: 'thought', round: 0, step: 1, text: 'The keys are there', start: 4, length: 4 } as const

describe('the replay of a run', () => {
  test('has a moment for every act, in order', () => {
    expect(momentsOf(view).map((moment) => [moment.step.step, moment.action?.call_id])).toEqual([
      [0, 'c1'],
      [1, 'c2'],
      [1, 'c3'],
      [2, 'c4'],
      [3, 'c5'],
    ])
  })

  test('knows the newest picture that there was', () => {
    const seen = runViewOf(sampleRun('a.png'))
    const first = seen.rounds[0]!.steps[0]!
    const without = {
      ...seen,
      rounds: [{ ...seen.rounds[0]!, steps: [first, ...seen.rounds[0]!.steps.slice(1), first] }],
    }
    expect(momentsOf(without).map((moment) => moment.seen?.step ?? null)).toEqual([null, 1, 1, 2, 3, 3])
  })

  test('keeps a step that did not act as a moment', () => {
    const thought = runViewOf(sampleRun().slice(0, 6))
    expect(momentsOf(thought).map((moment) => moment.action)).toEqual([null])
  })

  test('the keyboard goes through it and stays within it', () => {
    const at = (key: string, index: number) => afterKey(key, index, 5)
    expect([
      at('ArrowRight', 0),
      at('ArrowRight', 4),
      at('ArrowLeft', 0),
      at('End', 1),
      at('Home', 3),
    ]).toEqual([1, 4, 0, 4, 0])
    expect(at('x', 1)).toBeNull()
    expect(afterKey('End', 0, 0)).toBe(0)
  })

  test('marks what was verified, what failed and what was asked, and leads from one to the next', () => {
    const moments = momentsOf(view)
    expect(moments.map(signOf)).toEqual(['✓', '✓', '?', '✓', '✗'])
    const asked = moments.map(({ questions }) => questions.map(({ kind }) => kind))
    expect(asked).toEqual([[], [], [], [], ['sensitive_step']])
    const [first, , , , last] = moments
    expect(signOf({ ...first!, questions: last!.questions })).toBe('asked')
    expect([0, 2, 4].map((at) => nextMarked(moments, at, 1))).toEqual([2, 4, null])
    expect(nextMarked(moments, 2, -1)).toBeNull()
  })

  test('a moment stays as long as a person can follow, however fast or slow the step was', () => {
    const stays = [1, 3_000, 900_000].map((ms) =>
      stayOf({ ...momentsOf(view)[0]!, step: { ...momentsOf(view)[0]!.step, ms } }),
    )
    expect(stays).toEqual([700, 1_500, 2_500])
  })
})

describe('the list of the history', () => {
  const runs = [
    summary,
    { ...summary, status: 'interrupted' as const },
    { ...summary, status: 'asking' as const },
    { ...summary, last: 'unsure' as const },
  ]

  test('is filtered by how a run ended, or that it still goes on', () => {
    expect(countsOf(runs)).toEqual({
      all: 4,
      completed: 1,
      unsure: 1,
      failed: 0,
      stopped: 0,
      interrupted: 1,
      going: 1,
    })
    expect(runs.filter((run) => isOfKind(run, 'going'))).toEqual([runs[2]])
  })

  test('hits are grouped by run, and the found words are marked where they are', () => {
    const hits = [
      { ...hit, run: 'b' },
      { ...hit, run: 'a' },
      { ...hit, run: 'b', step: 2 },
    ]
    expect([...hitsByRun(hits).entries()].map(([run, own]) => [run, own.length])).toEqual([
      ['b', 2],
      ['a', 1],
    ])
    expect(partsOf({ ...hit, run: 'a' })).toEqual({ before: 'The ', found: 'keys', after: ' are there' })
  })
})
