import { expect, test } from 'vitest'
import { isMeasure, showsMeasure } from './measures.ts'

test.each([
  ['0.79″', '2 cm', true],
  ['1.18″', '3 cm', true],
  ['0,79 cm', '0.79cm', true],
  ['72 pt', '1"', true],
  ['50 %', '50%', true],
  ['0.39″', '2 cm', false],
  ['0.78″', '2 cm', true],
  ['0.79″', '0.79', true],
  ['50%', '50', true],
  ['0.79″', '2', false],
  ['0.79″', '0.8', false],
  ['2 px', '2 cm', false],
  ['0.80″', '2 cm', false],
])('“%s” shows “%s”: %s', (shown, wanted, is) => {
  expect(showsMeasure(shown, wanted)).toBe(is)
})

test('a number alone is no measure, and no text is one', () => {
  expect(['2', '-3.5', '', 'cm', '12:30 x', '2 cm'].map(isMeasure)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ])
})
