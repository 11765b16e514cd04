import { expect, test } from 'vitest'
import type { ControlRole } from '../../../core/desktop.ts'
import type { PlatformWindow } from '../../platform.ts'
import { scriptedWindow } from '../../testing/scripted.ts'
import type { Placed } from './knowledge.ts'
import type { TreeNode } from './collect.ts'
import type { Candidate } from './elements.ts'
import { mostTelling, withoutBlocked, withoutPlaces } from './listing.ts'
import { AtspiRole } from './roles.ts'

const main = scriptedWindow({ title: 'Main', processName: 'app' })
const dialog = scriptedWindow({ title: 'Save?', processName: 'app', kind: 'dialog', modal: true })
const menu = scriptedWindow({ title: '', processName: 'app', kind: 'popup' })

const placed = (role: ControlRole, name: string, window: PlatformWindow | null): Placed =>
  ({ candidate: { role, name }, window }) as Placed
const names = (list: Placed[]) => list.map(({ candidate }) => candidate.name)

const ALL = [
  placed('button', 'Open', main),
  placed('button', 'Save', dialog),
  placed('menu item', 'Copy', menu),
  placed('text', 'somewhere', null),
]

test('behind a modal dialog only the dialog is listed, and what pops up', () => {
  expect(names(withoutBlocked(ALL, [menu, dialog, main]))).toEqual(['Save', 'Copy', 'somewhere'])
})

test('of dialogs that are modal one above the other, the last one is listed', () => {
  const asks = scriptedWindow({
    title: 'Replace?',
    processName: 'app',
    kind: 'dialog',
    modal: true,
    owner: dialog.handle,
  })
  const all = [...ALL, placed('button', 'Replace', asks)]
  expect(names(withoutBlocked(all, [asks, menu, dialog, main]))).toEqual(['Copy', 'somewhere', 'Replace'])
  // An owner in front of its dialog is not behind it.
  expect(names(withoutBlocked(all, [dialog, asks, menu, main]))).toContain('Save')
})

test('a dialog that is not modal, or not there, blocks nothing', () => {
  expect(withoutBlocked(ALL, [menu, { ...dialog, modal: false }, main])).toEqual(ALL)
  const withoutDialog = ALL.filter(({ window }) => window !== dialog)
  expect(withoutBlocked(withoutDialog, [menu, dialog, main])).toEqual(withoutDialog)
})

test('many controls cost neither the dialog nor the menus and the status bar', () => {
  const many = Array.from({ length: 600 }, (_, index) => placed('cell', `C${index}`, main))
  const all = [
    placed('menu', 'File', main),
    ...many,
    placed('status bar', 'Ready', main),
    placed('button', 'OK', dialog),
  ]
  const listed = names(mostTelling(all, 500))
  expect(listed).toHaveLength(500)
  expect(listed.slice(0, 2)).toEqual(['File', 'C0'])
  expect(listed.slice(-2)).toEqual(['Ready', 'OK'])
})

test('the icons of a view are listed without places only where none of them has one', () => {
  const holder = (path: string) => ({ path }) as TreeNode
  const icon = (name: string, view: TreeNode | null, role: number = AtspiRole.icon) =>
    ({
      role: name === 'b' ? 'image' : 'list item',
      name,
      holder: view,
      node: { role, path: name },
    }) as Candidate
  const [nemo, thunar] = [holder('/nemo'), holder('/thunar')]
  const all = [
    icon('a', nemo),
    icon('b', nemo),
    icon('c', thunar),
    icon('d', thunar),
    icon('', nemo),
    icon('row', nemo, AtspiRole.tableRow),
    icon('root', null),
  ]
  const found = withoutPlaces(all, ({ path }) => path === 'c')
  expect([...found].map(([{ name }, view]) => [name, view])).toEqual([
    ['a', nemo],
    ['b', nemo],
  ])
})
