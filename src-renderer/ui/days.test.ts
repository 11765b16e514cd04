import { expect, test } from 'vitest'
import { dayWords, momentWords } from './days.ts'

const now = new Date(2026, 10, 21, 10, 42).getTime()
const at = (day: number, month = 10, year = 2026) =>
  dayWords(new Date(year, month, day, 23, 59).getTime(), now, 'en-GB')

test('days are told as a person says them', () => {
  expect([at(21), at(20), at(16), at(3), at(3, 10, 2025)]).toEqual([
    'today',
    'yesterday',
    'Monday',
    '3 Nov',
    '3 Nov 2025',
  ])
})

test('a day counts from midnight, not from 24 hours ago', () => {
  expect(
    dayWords(new Date(2026, 10, 20, 23, 59).getTime(), new Date(2026, 10, 21, 0, 1).getTime(), 'en'),
  ).toBe('yesterday')
})

test('Chinese has words of its own', () => {
  expect(dayWords(now, now, 'zh')).toBe('今天')
  expect(momentWords(now, now, 'en')).toBe('today 10:42')
})
