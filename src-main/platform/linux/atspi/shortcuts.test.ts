import { expect, test } from 'vitest'
import { RunControl } from '../../../core/run-control.ts'
import type { AccessibleCalls, ObjectRef } from './calls.ts'
import { chordOf, shortcutsBelow } from './shortcuts.ts'

test.each([
  ['n;<Alt>f:n;<Primary><Shift>n', false, 'Ctrl+Shift+n'],
  ['n;<Alt>fn;<Control>n', false, 'Ctrl+n'],
  ['n;<Alt>f:n;F5', false, 'F5'],
  ['t;<Alt>f:t;', false, null],
  ['<Alt>f;<Alt>f;', true, 'Alt+f'],
  ['Alt+F;', true, 'Alt+F'],
  ['Alt+F', true, 'Alt+F'],
  // The letter of an item in an open menu of Qt.
  ['Alt+C', false, null],
  ['Alt+Left', false, 'Alt+Left'],
  ['Ctrl+Shift+S', false, 'Ctrl+Shift+S'],
  ['Ctrl+T, O', false, null],
  ['x', false, null],
  ['', false, null],
])('the keys %j (of a menu: %s) are %j', (binding, opens, keys) => {
  expect(chordOf(binding, opens)).toBe(keys)
})

test('items are found below menus that were never opened, by the names on the way', async () => {
  // Each of a path's parts is an object; the menu of an item is an object without a name, as in Qt.
  const names: Record<string, [name: string, keys: string, children: string[]]> = {
    '/bar': ['', '', ['/edit']],
    '/edit': ['Edit', 'Alt+E', ['/menu']],
    '/menu': ['', '', ['/same', '/lines']],
    '/same': ['Edit', 'Ctrl+E', []],
    '/lines': ['Lines', '', ['/down']],
    '/down': ['Move  Down', 'Alt+Down', []],
  }
  const of =
    <T>(read: (path: string) => T) =>
    ({ path }: ObjectRef) =>
      Promise.resolve(read(path))
  const calls = {
    children: of((path) => names[path]?.[2].map((child) => ({ bus: ':1.7', path: child })) ?? null),
    name: of((path) => names[path]?.[0] ?? null),
    keyBinding: of((path) => names[path]?.[1] ?? null),
  }
  const bar = { bus: ':1.7', path: '/bar' }
  expect(await shortcutsBelow(calls as unknown as AccessibleCalls, [bar], new RunControl())).toEqual([
    { keys: 'Alt+E', item: ['Edit'], opens: true },
    { keys: 'Ctrl+E', item: ['Edit'], opens: false },
    { keys: 'Alt+Down', item: ['Edit', 'Lines', 'Move Down'], opens: false },
  ])
})
