import { expect, test } from 'vitest'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { DetailReader, isOtherNumber } from './details.ts'
import { AtspiRole, AtspiState } from './roles.ts'

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

/** A combo box of Qt 5 with the list that it hides. */
function comboBox(own: string, label: string, items: Record<string, boolean>) {
  const names = Object.keys(items)
  const at = (ref: ObjectRef) => names[Number(ref.path)]
  const calls: Partial<AccessibleCalls> = {
    name: (ref) => Promise.resolve(at(ref) ?? (ref.path === 'label' ? label : own)),
    childCount: (ref) => Promise.resolve(ref.path === 'box' ? 1 : names.length),
    children: (ref) =>
      Promise.resolve(ref.path === 'box' ? [object('list')] : names.map((_, index) => object(String(index)))),
    states: (ref) => Promise.resolve([items[at(ref) ?? ''] ? 1 << AtspiState.selected : 0, 0]),
    relations: () => Promise.resolve(new Map([[2, label === '' ? [] : [object('label')]]])),
    extents: () => Promise.resolve(null),
    role: () => Promise.resolve(AtspiRole.label),
  }
  return new DetailReader(calls as unknown as AccessibleCalls).value(
    object('box'),
    'combo box',
    0,
    AtspiRole.comboBox,
  )
}
const object = (path: string): ObjectRef => ({ bus: ':1.7', path })

test.each([
  ['what its hidden list has selected', 'Colour', '', 'Green'],
  ['the item that it is named after, since its program has chosen another one', 'Red', 'Colour', 'Red'],
  ['what is selected, although its label is also an item', 'Blue', 'Blue', 'Green'],
])('a combo box shows %s', async (_, own, label, shown) => {
  expect(await comboBox(own, label, { Red: false, Green: true, Blue: false })).toBe(shown)
})

test.each([
  [0.4, 0, 1, '40 %'],
  [7, 0, 8, '88 %'],
  [99.9, 0, 100, '99 %'],
  [100, 0, 100, '100 %'],
  [0, 0, 0, null],
])('a progress bar at %d of %d to %d tells “%s”', async (value, least, most, told) => {
  const calls: Partial<AccessibleCalls> = {
    currentValue: () => Promise.resolve(value),
    valueRange: () => Promise.resolve({ least, most }),
  }
  const reader = new DetailReader(calls as unknown as AccessibleCalls)
  expect(await reader.value(object('bar'), 'progress bar', Has.value, 0)).toBe(told)
})
