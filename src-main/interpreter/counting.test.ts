import { expect, test } from 'vitest'
import type { ControlRole } from '../core/desktop.ts'
import { screenRect } from '../core/geometry.ts'
import { testControl } from '../core/testing/desktop.ts'
import { findByPhrase } from './matching.ts'

type Row = [id: string, role: ControlRole, name: string, parent: string | null, ...place: number[]]

const controlsOf = (...rows: Row[]) =>
  rows.map(([id, role, name, parent, x = 0, y = 0, width = 0, height = 0]) =>
    testControl(id, name, { role, parent, bounds: screenRect({ x, y, width, height }) }),
  )
const found = (written: string, controls: ReturnType<typeof controlsOf>) =>
  findByPhrase(written, controls, 'item').found.map(({ name }) => name)

/** A file manager: places at the side, files in a table without rows, as GTK 3 tells them. */
const files: Row[] = [
  ['side', 'tree', 'Places', null, 0, 0, 150, 400],
  ['home', 'cell', 'Home', 'side', 0, 0, 150, 20],
  ['system', 'cell', 'File System', 'side', 0, 380, 150, 20],
  ['view', 'table', '', null, 160, 0, 500, 400],
  ...['alpha', 'beta', 'gamma'].flatMap((name, index): Row[] => [
    [`icon ${name}`, 'cell', '', 'view', 160, index * 20, 20, 20],
    [name, 'cell', name, 'view', 180, index * 20, 280, 20],
    [`size ${name}`, 'cell', '4 kB', 'view', 460, index * 20, 100, 20],
  ]),
]

test('the items of the main list are counted, line by line', () => {
  const controls = controlsOf(...files)
  expect(found('the last item', controls)).toEqual(['gamma'])
  expect(found('the second item', controls)).toEqual(['beta'])
  expect(found('the fourth item', controls)).toEqual([])
})

test('of lists of like size the one is asked for', () => {
  const panes = controlsOf(
    ['left', 'list', '', null, 0, 0, 300, 400],
    ['a', 'list item', 'a', 'left', 0, 0, 300, 20],
    ['right', 'list', '', null, 300, 0, 300, 400],
    ['b', 'list item', 'b', 'right', 300, 0, 300, 20],
  )
  expect(found('the first item', panes)).toEqual(['a', 'b'])
  const focused = panes.map((each) => (each.id === 'b' ? { ...each, states: ['focused' as const] } : each))
  expect(found('the first item', focused)).toEqual(['b'])
})

test('a list without room for one more item may go on', () => {
  const full = controlsOf(
    ['view', 'list', '', null, 0, 0, 300, 55],
    ['a', 'list item', 'a', 'view', 0, 0, 300, 20],
    ['b', 'list item', 'b', 'view', 0, 20, 300, 20],
  )
  expect(findByPhrase('the last item', full, 'item')).toMatchObject({
    found: [],
    goesOn: { key: 'End', items: [{ name: 'a' }, { name: 'b' }] },
  })
  expect(found('the second item', full)).toEqual(['b'])
})

test('a list that is scrolled is counted from its beginning, and a list of a page as it is', () => {
  const rows: Row[] = [
    ['a', 'list item', 'a', 'view', 0, -10, 300, 20],
    ['b', 'list item', 'b', 'view', 0, 10, 300, 20],
  ]
  const scrolled = controlsOf(['view', 'list', '', null, 0, 0, 300, 400], ...rows)
  expect(findByPhrase('the first item', scrolled, 'item').goesOn).toMatchObject({ key: 'Home' })
  const page = controlsOf(
    ['page', 'web page', '', null, 0, 0, 800, 600],
    ['view', 'list', '', 'page', 0, -10, 300, 40],
    ...rows,
  )
  expect(found('the last item', page)).toEqual(['b'])
  expect(findByPhrase('the first item', page, 'item').goesOn).toBeUndefined()
})

test('low cells are those of rows, however far they stand apart', () => {
  const rows = controlsOf(
    ['view', 'table', '', null, 0, 0, 400, 400],
    ...['one', 'two'].flatMap((name, index): Row[] => [
      [name, 'cell', name, 'view', 0, 20 + index * 20, 100, 20],
      [`of ${name}`, 'cell', 'root', 'view', 200, 20 + index * 20, 100, 20],
    ]),
  )
  expect(found('the second item', rows)).toEqual(['two'])
  expect(found('the last item', rows)).toEqual(['two'])
})

test('cells that stand apart are icons, and each is an item', () => {
  const icons = controlsOf(
    ['view', 'table', '', null, 0, 0, 300, 400],
    ['1', 'cell', 'one', 'view', 0, 0, 90, 80],
    ['2', 'cell', 'two', 'view', 100, 0, 90, 80],
    ['3', 'cell', 'three', 'view', 0, 90, 90, 80],
  )
  expect(found('the second item', icons)).toEqual(['two'])
  expect(found('the last item', icons)).toEqual(['three'])
})

test('the last item of a list that goes on is not the last one in sight', () => {
  const scrolled = controlsOf(...files, ['bar', 'scroll bar', '', null, 660, 0, 12, 400])
  const { found: none, goesOn } = findByPhrase('the last item', scrolled, 'item')
  expect([none, goesOn?.items.map(({ name }) => name)]).toEqual([[], ['alpha', 'beta', 'gamma']])
  expect(found('the first item', scrolled)).toEqual(['alpha'])
})

/** A view that fills its columns: 1 3 5 above 2 4. */
const inColumns = controlsOf(
  ['view', 'list', '', null, 0, 0, 500, 40],
  ['1', 'list item', 'one', 'view', 0, 0, 90, 20],
  ['2', 'list item', 'two', 'view', 0, 20, 90, 20],
  ['3', 'list item', 'three', 'view', 100, 0, 90, 20],
  ['4', 'list item', 'four', 'view', 100, 20, 90, 20],
  ['5', 'list item', 'five', 'view', 200, 0, 90, 20],
)

test('items of a view that fills its columns are counted down each column', () => {
  expect(found('the second item', inColumns)).toEqual(['two'])
  expect(found('the last item', inColumns)).toEqual(['five'])
  const [bar] = controlsOf(['bar', 'scroll bar', '', null, 0, 40, 300, 12])
  expect(found('the last item', [...inColumns, ...(bar ? [bar] : [])])).toEqual([])
})

test('what is in no list is counted as it is read', () => {
  const buttons = controlsOf(
    ['1', 'button', 'OK', null, 0, 0, 40, 20],
    ['2', 'button', 'Cancel', null, 50, 0, 40, 20],
  )
  expect(findByPhrase('the second button', buttons, 'click').found.map(({ name }) => name)).toEqual([
    'Cancel',
  ])
})

test('a view of icons is a list, also where none of them tells its place', () => {
  const icons = controlsOf(
    ...files.slice(0, 3),
    ['view', 'group', 'Icon View', null, 160, 0, 500, 400],
    ['1', 'image', 'sub', 'view'],
    ['2', 'image', 'alpha.txt', 'view'],
    ['logo', 'image', 'Logo', null, 0, 500, 20, 20],
  ).map((control) => (control.parent === 'view' ? { ...control, states: ['offscreen' as const] } : control))
  expect(found('the second item', icons)).toEqual(['alpha.txt'])
  expect(findByPhrase('the second item', icons, 'click').found.map(({ name }) => name)).toEqual(['alpha.txt'])
})

test('while a menu is open its items are meant', () => {
  const menu = controlsOf(
    ...files,
    ['menu', 'menu', 'View', null, 300, 0, 100, 20],
    ['1', 'menu item', 'Icons', 'menu', 300, 20, 100, 20],
    ['2', 'menu item', 'Details', 'menu', 300, 40, 100, 20],
  )
  expect(found('the second item', menu)).toEqual(['Details'])
})

test('a text that can only be read is not what is to be filled in', () => {
  const [answer, field] = controlsOf(
    ['answer', 'edit', 'Search result', null, 0, 100, 500, 300],
    ['field', 'edit', 'Search', null, 0, 0, 300, 20],
  )
  const controls = [{ ...answer!, name: 'Search', states: ['readonly' as const] }, field!]
  expect(findByPhrase('Search', controls, 'write').found).toEqual([field])
  expect(findByPhrase('Search', [controls[0]!], 'write').found).toHaveLength(1)
})

test('a picture that stands in no list is no item', () => {
  const [field, clear] = controlsOf(
    ['field', 'edit', 'Find', null],
    ['clear', 'image', 'edit-clear', 'field'],
  )
  expect(found('the last item', [field!, clear!])).toEqual([])
  expect(findByPhrase('the first image', [field!, clear!], 'click').found).toEqual([clear])
})
