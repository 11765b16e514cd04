import { expect, test } from 'vitest'
import { testControl } from '../core/testing/desktop.ts'
import { otherUnit } from './units.ts'

const bounds = { x: 100, y: 10, width: 60, height: 30 }
const behind = (name: string, x = 165) =>
  testControl('behind', name, { role: 'text', bounds: { x, y: 12, width: 50, height: 20 } })

test.each([
  ['Delay', 'seconds', 'seconds', null],
  ['Delay', 'hours', 'seconds', 'hours'],
  ['Delay (ms)', '', 'seconds', 'milliseconds'],
  ['Delay', '', 'seconds', null],
  ['Wait in min', '', 'minutes', null],
  ['Volume', '%', 'percent', null],
])('“%s … %s” that is set in %s counts in %s', (name, unit, said, other) => {
  const field = testControl('field', name, { role: 'spinner', value: '5', bounds })
  expect(otherUnit(field, said, [field, behind(unit)])).toBe(other)
})

test('what stands far behind a field says nothing of it', () => {
  const field = testControl('field', 'Delay', { role: 'spinner', bounds })
  expect(otherUnit(field, 'seconds', [field, behind('hours', 400)])).toBe(null)
})
