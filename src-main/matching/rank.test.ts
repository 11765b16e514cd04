import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ControlRole } from '../core/desktop.ts'
import { inReadingOrder, withoutNested } from './places.ts'
import { rank, theBest, type Policy } from './rank.ts'

const POLICY: Policy = {
  name: { exact: 5, same: 4, key: 3, begins: 2 },
  description: { same: 1 },
  shortcut: { exact: 1, same: 1 },
}
const ranked = (wanted: string, ...names: string[]) =>
  rank(wanted, names, (name) => ({ name }), POLICY).map(
    ({ item, evidence }) => `${item}: ${evidence.agreement}`,
  )

describe('what a name may mean', () => {
  test('comes with the evidence, the strongest first', () => {
    expect(ranked('Save', 'Save All', 'Save (Ctrl+S)', 'save', 'Quit', 'Save')).toEqual([
      'Save: exact',
      'save: same',
      'Save (Ctrl+S): key',
      'Save All: begins',
    ])
  })

  test('is also told by a description, and by the key at its end', () => {
    const items = [
      { name: 'GtkButton', description: 'Multiply [*]' },
      { name: 'Multiply by two', description: null },
    ]
    expect(rank('*', items, (item) => item, POLICY).map(({ evidence }) => evidence)).toEqual([
      { source: 'shortcut', agreement: 'exact', worth: 1 },
    ])
  })

  test('is nothing for no name, and nothing that the policy does not take', () => {
    expect([ranked(' ', 'Save', ''), ranked('All', 'Save All')]).toEqual([[], []])
  })

  test('is as many as are equally good', () => {
    const all = rank('ok', ['OK', 'Ok', 'OK then'], (name) => ({ name }), POLICY)
    expect(theBest(all)).toEqual(['OK', 'Ok'])
    expect(theBest([])).toEqual([])
  })

  test('is always one of what is there, whatever it is, in descending order', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (wanted, names) => {
        const found = rank(wanted, names, (name) => ({ name }), POLICY)
        expect(found.every(({ item }) => names.includes(item))).toBe(true)
        const worths = found.map(({ evidence }) => evidence.worth)
        expect(worths).toEqual(worths.toSorted((a, b) => b - a))
      }),
    )
  })
})

const at = (id: string, role: ControlRole, x: number, y: number, parent: string | null = null) => ({
  id,
  role,
  parent,
  window_id: 'w',
  bounds: { x, y, width: 40, height: 20 },
})

describe('of controls that are called the same', () => {
  test.each<[string, ControlRole, ControlRole, string]>([
    ['the row rather than its cell', 'row', 'cell', 'outer'],
    ['the button rather than its label', 'button', 'text', 'outer'],
    ['the button inside of a cell', 'cell', 'button', 'inner'],
    ['the button inside of a header that sorts by it', 'header', 'button', 'inner'],
    ['the link inside of a list item', 'list item', 'link', 'inner'],
    ['the button rather than a link within it', 'button', 'link', 'outer'],
    ['the row rather than its check box', 'row', 'check box', 'outer'],
  ])('%s is meant', (_, outer, inner, meant) => {
    const controls = [
      at('outer', outer, 0, 0),
      at('between', 'group', 0, 0, 'outer'),
      at('inner', inner, 5, 0, 'between'),
    ]
    const found = controls.filter(({ id }) => id !== 'between')
    expect(withoutNested(found, controls).map(({ id }) => id)).toEqual([meant])
  })

  test('both buttons of a cell are meant', () => {
    const controls = [
      at('cell', 'cell', 0, 0),
      at('a', 'button', 0, 0, 'cell'),
      at('b', 'button', 50, 0, 'cell'),
    ]
    expect(withoutNested(controls, controls).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('two entries for one thing on the screen are one, and a circle of parents ends', () => {
    const twice = [at('a', 'button', 0, 0), at('b', 'text', 0, 1)]
    expect(withoutNested(twice, twice).map(({ id }) => id)).toEqual(['a'])
    const circle = [at('a', 'button', 0, 0, 'b'), at('b', 'group', 90, 0, 'a')]
    expect(withoutNested([circle[0]!], circle).map(({ id }) => id)).toEqual(['a'])
  })

  test('the order of reading is by lines, which may lie a little askew', () => {
    const controls = [at('c', 'button', 0, 50), at('b', 'button', 90, 0), at('a', 'button', 0, 8)]
    expect(inReadingOrder(controls, ({ bounds }) => bounds).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})
