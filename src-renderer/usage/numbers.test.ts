import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { costOf, shortDay, tokensOf, workWords } from './numbers.ts'

const t = ((key: string, values?: { value: string }) =>
  values ? `${key} ${values.value}` : key) as unknown as TFunction

test('what is unknown is said, in whole or in part', () => {
  expect([
    costOf(t, { known: null, unknown: 2 }),
    costOf(t, { known: 0.42, unknown: 2 }),
    costOf(t, { known: 0, unknown: 0 }),
    tokensOf(t, { known: 14_200, unknown: 0 }),
  ]).toEqual(['usage.unknown', 'usage.at_least $0.42', '$0.00', '14.2k'])
})

test('time has the unit that fits', () => {
  expect([workWords(12_000, 'en'), workWords(300_000, 'en'), workWords(9_000_000, 'en')]).toEqual([
    '12 sec',
    '5 min',
    '2.5 hr',
  ])
})

test('a day is the same day wherever it is read', () => {
  expect(shortDay('2026-11-21', 'en-GB')).toBe('21 Nov')
})
