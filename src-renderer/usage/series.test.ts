import { describe, expect, test } from 'vitest'
import type { UsageRow } from '../../src-preload/contract/calls/history.ts'
import { askedAny, daysUpTo, groupsBy, runsByDay, successOf, totalOf, usageByDay } from './series.ts'

const row = (values: Partial<UsageRow>): UsageRow => ({
  day: '2026-11-21',
  model: 'openai/a',
  application: 'mousepad',
  calls: 2,
  input_tokens: 100,
  output_tokens: 10,
  cost: 0.5,
  ...values,
})
const day = { day: '2026-11-20', completed: 3, unsure: 0, failed: 1, stopped: 5, ms: 9_000, steps: 12 }

describe('sums of usage', () => {
  test('what is unknown is counted as unknown, never as 0', () => {
    expect(totalOf([row({ cost: null, calls: 3 })]).cost).toEqual({ known: null, unknown: 3 })
    expect(totalOf([row({}), row({ cost: null, calls: 3 })]).cost).toEqual({ known: 0.5, unknown: 3 })
    expect(totalOf([]).cost).toEqual({ known: 0, unknown: 0 })
  })

  test('groups are by model or application, the busiest first', () => {
    const rows = [row({ model: 'b', calls: 1 }), row({ model: 'a', calls: 4 }), row({ model: 'b', calls: 1 })]
    expect(groupsBy(rows, 'model').map((group) => [group.name, group.calls, group.input.known])).toEqual([
      ['a', 4, 100],
      ['b', 2, 200],
    ])
    expect(groupsBy(rows, 'application')).toHaveLength(1)
  })

  test('plain commands are no use of a model, what is unknown is', () => {
    const plain = row({ model: 'offline', input_tokens: 0, output_tokens: 0, cost: 0 })
    expect([
      askedAny([plain]),
      askedAny([plain, row({ cost: null, input_tokens: 0, output_tokens: 0 })]),
    ]).toEqual([false, true])
  })

  test('a day without calls cost nothing, a day with unknown prices is unknown', () => {
    const days = usageByDay([row({ cost: null })], ['2026-11-20', '2026-11-21'])
    expect(days.map((one) => one.cost.known)).toEqual([0, null])
  })
})

describe('days', () => {
  test('follow one another without gaps, over the end of a month and the change of the clock', () => {
    expect(daysUpTo('2026-11-02', 4)).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'])
    expect(new Set(daysUpTo('2026-12-31', 365)).size).toBe(365)
  })

  test('a day without runs has none of them', () => {
    expect(runsByDay([day], ['2026-11-19', '2026-11-20']).map((one) => one.completed)).toEqual([0, 3])
  })

  test('success leaves out what a person stopped, and is unknown where nothing ended', () => {
    expect(successOf([day])).toBe(0.75)
    expect(successOf([{ ...day, unsure: 4 }])).toBe(0.375)
    expect(successOf([{ ...day, completed: 0, failed: 0 }])).toBeNull()
  })
})
