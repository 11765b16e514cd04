import { expect, test } from 'vitest'
import type { ControlRole } from '../../../core/desktop.ts'
import { screenRect } from '../../../core/geometry.ts'
import { boxOfList, joinComboBoxes } from './combo-boxes.ts'
import type { TreeNode } from './collect.ts'
import type { Candidate } from './elements.ts'
import type { Listed } from './knowledge.ts'
import { AtspiRole } from './roles.ts'

const listed = (
  ref: string,
  role: ControlRole,
  name: string,
  parent: string | null,
  value: string | null = null,
): Listed => ({
  element: {
    ref,
    role,
    name,
    description: null,
    value,
    states: [],
    bounds: screenRect({ x: 0, y: 0, width: 10, height: 10 }),
    actions: [],
    parent,
    depth: 1,
    editableText: role === 'edit',
    window: null,
  },
  windowThen: null,
  shift: { x: 0, y: 0 },
  label: '',
})

// As LibreOffice 7.4 tells its box for the size of the font.
const box = () => [
  listed('size', 'group', 'Font Size', 'bar'),
  listed('field', 'edit', '', 'size', '12 pt'),
  listed('arrow', 'toggle button', '', 'size'),
]

test('a named group of a field and a button without names is a combo box with the text of the field', () => {
  const all = box()
  joinComboBoxes(all)
  expect(all[0]).toMatchObject({ element: { role: 'combo box', value: '12 pt' }, field: 'field' })
  expect(all[1]).toMatchObject({ element: { role: 'edit', name: 'Font Size' }, label: 'Font Size' })
})

test.each([
  ['has more in it', [...box(), listed('more', 'spinner', 'Width', 'size')]],
  [
    'has a button that says what it does',
    [...box().slice(0, 2), listed('b', 'toggle button', 'Bold', 'size')],
  ],
  ['has no name', [listed('size', 'group', '', 'bar'), ...box().slice(1)]],
])('a group that %s stays one', (_, all) => {
  joinComboBoxes(all)
  expect(all[0]?.element.role).toBe('group')
})

const node = (role: number, children: TreeNode[] = []): TreeNode => ({
  bus: ':1.7',
  path: `/${role}`,
  role,
  name: '',
  description: '',
  states: [0, 0],
  interfaces: 0,
  cached: false,
  chosen: null,
  childCount: children.length,
  children,
  sheet: false,
})
const button = node(AtspiRole.toggleButton)
const entry = node(AtspiRole.text)
const within = (holder: TreeNode, fields: Partial<Candidate> = {}): Candidate => ({
  node: button,
  role: 'toggle button',
  name: '',
  parent: null,
  holder,
  depth: 1,
  root: holder,
  popup: false,
  ...fields,
})

test('a list may be hidden in the box around a button without a name, if nothing else is shown in it', () => {
  const alone = node(AtspiRole.filler, [button])
  expect(boxOfList(within(alone))).toBe(alone)
  expect(boxOfList(within(alone, { name: 'Bold' }))).toBeNull()
  expect(boxOfList(within(alone, { role: 'button' }))).toBeNull()
  expect(boxOfList(within(node(AtspiRole.filler, [entry, button])))).toBeNull()
  expect(boxOfList(within(node(AtspiRole.panel, [button])))).toBeNull()
})
