import { expect, test } from 'vitest'
import { isOtherNumber } from './details.ts'

test.each([
  ['50', 10, true],
  ['5', 0, true],
  ['-3', 3, true],
  ['10', 10, false],
  ['0.33', 1 / 3, false],
  ['0.3', 0.26, false],
  ['0.30', 0.26, true],
  // These are written in the field's own way, and their number can't be told.
  ['50 %', 10, false],
  ['1.500,00', 10, false],
  ['', 10, false],
])('a spinner that shows “%s” where its value is %d has another value: %s', (text, number, other) => {
  expect(isOtherNumber(text, number)).toBe(other)
})
