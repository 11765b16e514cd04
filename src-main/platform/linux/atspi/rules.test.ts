// The small tables and rules of the accessibility half.
import { describe, expect, it } from 'vitest'
import { screenRect } from '../../../core/geometry.ts'
import type { PlatformWindow } from '../../platform.ts'
import { cellName, cellOfName } from '../../../core/cell-address.ts'
import { Has } from './calls.ts'
import { isVisible, type TreeNode } from './collect.ts'
import { indexOfAction } from './controls.ts'
import { contentOf, named, plain } from './details.ts'
import { candidatesOf, nameOf, parseRef, refOf, saidName, statesOf } from './elements.ts'
import {
  gtk4Origin,
  isEmbeddedWidget,
  matchRoots,
  menuShift,
  popoverShift,
  popoverWindow,
} from './placement.ts'
import { isPlaced } from './places.ts'
import { AtspiRole, AtspiState, controlRole, controlStates, type StateBits } from './roles.ts'

const bits = (...states: number[]): StateBits => [
  states.filter((state) => state < 32).reduce((all, state) => all | (1 << state), 0) >>> 0,
  states.filter((state) => state >= 32).reduce((all, state) => all | (1 << (state - 32)), 0) >>> 0,
]

describe('roles and states', () => {
  it.each([
    [43, 'button'],
    [62, 'toggle button'],
    [40, 'password'],
    [79, 'edit'],
    [35, 'menu item'],
    [95, 'web page'],
    [130, 'switch'],
    [999, 'other'],
  ])('AtspiRole %i is a %s', (role, expected) => {
    expect(controlRole(role, bits())).toBe(expected)
  })

  it('an icon that can be selected is an item of a view, another one a picture', () => {
    expect(controlRole(AtspiRole.icon, bits(AtspiState.selectable))).toBe('list item')
    expect(controlRole(AtspiRole.icon, bits(AtspiState.focusable))).toBe('image')
  })

  it('what a document is made of is an edit where it can be changed', () => {
    expect(controlRole(AtspiRole.listItem, bits(AtspiState.focusable))).toBe('button')
    expect(controlRole(AtspiRole.listItem, bits(AtspiState.focusable, AtspiState.selectable))).toBe(
      'list item',
    )
    expect(controlRole(AtspiRole.listItem, bits())).toBe('list item')
    expect(controlRole(AtspiRole.paragraph, bits(AtspiState.editable))).toBe('edit')
    expect(controlRole(AtspiRole.paragraph, bits())).toBe('text')
    expect(controlRole(AtspiRole.heading, bits(AtspiState.editable))).toBe('edit')
    expect(controlRole(AtspiRole.heading, bits())).toBe('heading')
    expect(controlStates('edit', AtspiRole.heading, bits(AtspiState.editable, AtspiState.enabled))).toEqual([
      'editable',
      'heading',
    ])
  })

  it('tells whether a box is checked, unchecked or in between', () => {
    const on = bits(AtspiState.checked, AtspiState.enabled)
    expect(controlStates('check box', 7, on)).toEqual(['checked'])
    expect(controlStates('check box', 7, bits(AtspiState.enabled))).toEqual(['unchecked'])
    expect(controlStates('check box', 7, bits(AtspiState.indeterminate, AtspiState.enabled))).toEqual([
      'mixed',
    ])
  })

  it('a menu button of GTK 4 opens something, though only its class says so', () => {
    const node = { role: AtspiRole.button, states: bits(AtspiState.sensitive) }
    expect(statesOf({ ...node, name: 'GtkMenuButton' }, 'button')).toEqual(['collapsed'])
    expect(statesOf({ ...node, name: 'GtkButton' }, 'button')).toEqual([])
  })

  it('the button of a list is pressed while the list is open', () => {
    const node = { name: '', role: AtspiRole.toggleButton }
    const [shut, shown] = [bits(AtspiState.sensitive), bits(AtspiState.sensitive, AtspiState.checked)]
    expect(statesOf({ ...node, states: shut }, 'combo box')).toEqual(['collapsed'])
    expect(statesOf({ ...node, states: shown }, 'combo box')).toEqual(['expanded'])
    expect(statesOf({ ...node, states: shown }, 'toggle button')).toEqual(['checked'])
  })

  it('calls a button disabled that is neither enabled nor sensitive, but no text', () => {
    expect(controlStates('button', 43, bits())).toEqual(['disabled'])
    expect(controlStates('button', 43, bits(AtspiState.sensitive))).toEqual([])
    expect(controlStates('text', 29, bits())).toEqual([])
  })

  it('calls nothing of an icon that has no state at all, and takes it as visible', () => {
    expect(controlStates('image', AtspiRole.icon, bits())).toEqual([])
    expect(isVisible(bits(), 'other', AtspiRole.icon)).toBe(true)
    expect(isVisible(bits(), 'other', AtspiRole.button)).toBe(false)
    expect(isVisible(bits(AtspiState.enabled), 'other', AtspiRole.icon)).toBe(false)
  })

  it('reads states of the second word', () => {
    const states = bits(AtspiState.required, AtspiState.isDefault, AtspiState.enabled)
    expect(controlStates('edit', 79, states)).toEqual(['readonly', 'required', 'default'])
  })
})

describe('names', () => {
  it('are one line without what toolkits add', () => {
    expect(plain('  Save\n as\u200B… ')).toBe('Save as …')
  })

  it('of GTK 4 are not class names, and not said twice', () => {
    expect(nameOf({ name: 'GtkMenuButton' }, 'gtk4')).toBe('')
    expect(nameOf({ name: 'Tab' }, 'gtk4')).toBe('')
    expect(saidName('NautilusToolbar', 'tool bar', 'gtk4')).toBe('')
    expect(saidName('Home Folder', 'list item', 'gtk4')).toBe('Home Folder')
    expect(nameOf({ name: '5 5' }, 'gtk4')).toBe('5')
    expect(nameOf({ name: '_Save as Save as' }, 'gtk4')).toBe('Save as')
    expect(nameOf({ name: '5 5' }, 'other')).toBe('5 5')
  })

  const node = (role: number, name: string, ...children: TreeNode[]): TreeNode => ({
    bus: ':1.1',
    path: `/${name}`,
    role,
    name,
    description: '',
    states: bits(AtspiState.visible, AtspiState.showing),
    interfaces: 0,
    cached: true,
    chosen: null,
    childCount: children.length,
    children,
    sheet: false,
  })

  it('of a cell of GTK 4 that wraps another is that of the inner one, and it is one control', () => {
    const view = node(
      AtspiRole.table,
      'GtkGridView',
      node(
        AtspiRole.tableCell,
        'NautilusGridCell',
        node(AtspiRole.tableCell, 'a.txt', node(AtspiRole.label, 'a.txt')),
      ),
    )
    const root = node(AtspiRole.frame, 'docs', node(AtspiRole.panel, 'FooPanelBar', view))
    const listed = (toolkit: 'gtk4' | 'other') =>
      candidatesOf([root], toolkit).map(({ role, name }) => `${role} ${name}`)
    expect(listed('gtk4')).toEqual(['window docs', 'table ', 'cell a.txt'])
    expect(listed('other')).toContain('cell NautilusGridCell')
  })

  it('of an application of GTK 4 are not its classes, and a row is called by the text in it', () => {
    const root = node(
      AtspiRole.frame,
      'Text',
      node(AtspiRole.entry, 'EditorSourceView'),
      node(AtspiRole.tableRow, 'Gjs_SidebarRow', node(AtspiRole.label, 'Flags')),
      node(AtspiRole.button, 'LibreOffice'),
    )
    const names = (toolkit: 'gtk4' | 'other') => candidatesOf([root], toolkit).map(({ name }) => name)
    expect(names('gtk4')).toEqual(['Text', '', 'Flags', 'LibreOffice'])
    expect(names('other')).toContain('EditorSourceView')
  })

  it('of Gecko hold texts that are no objects of their own, in boxes with nothing or only links in them', () => {
    const box = (interfaces: number, ...children: TreeNode[]) => ({
      ...node(85, '', ...children),
      interfaces,
    })
    const link = node(AtspiRole.link, 'help')
    const root = node(
      AtspiRole.frame,
      'Page',
      box(Has.text),
      box(Has.text, link),
      box(Has.text, box(0, node(AtspiRole.button, 'OK'))),
    )
    const listed = (toolkit: 'gecko' | 'chromium') =>
      candidatesOf([root], toolkit).map(({ role, name }) => `${role} ${name}`)
    expect(listed('gecko')).toEqual(['window Page', 'text ', 'text ', 'link help', 'button OK'])
    expect(listed('chromium')).toEqual(['window Page', 'link help', 'button OK'])
  })

  it('of a row with a control and nothing else in it are those of the control alone', () => {
    const row = (name: string, ...children: TreeNode[]) => ({
      ...node(AtspiRole.listItem, name, ...children),
      states: bits(AtspiState.focusable),
    })
    const tool = () => node(AtspiRole.radioButton, 'Erase')
    const root = node(
      AtspiRole.frame,
      'Tools',
      row('', tool()),
      row('Eraser', tool()),
      row('', node(AtspiRole.label, 'Erase'), tool()),
      row('', node(AtspiRole.image, '')),
      node(AtspiRole.listItem, '', tool()),
    )
    expect(candidatesOf([root], 'other').map(({ role, name }) => `${role} ${name}`.trim())).toEqual([
      'window Tools',
      'radio button Erase',
      'button Eraser',
      'radio button Erase',
      'button',
      'radio button Erase',
      'button',
      'list item',
      'radio button Erase',
    ])
  })

  it('of Qt are not the title of the group around, where several controls are called so', () => {
    const spinner = () => node(AtspiRole.spinButton, 'Editor')
    const group = (...children: TreeNode[]) =>
      node(AtspiRole.frame, 'Settings', node(AtspiRole.panel, 'Editor', ...children))
    const names = (root: TreeNode) => candidatesOf([root], 'qt').map(({ name }) => name)
    expect(names(group(spinner(), spinner()))).toEqual(['Settings', 'Editor', '', ''])
    expect(names(group(spinner(), node(AtspiRole.button, 'Reset')))).toEqual([
      'Settings',
      'Editor',
      'Editor',
      'Reset',
    ])
  })

  it('of an item is the one text in it, whatever picture stands beside that', () => {
    const label = node(AtspiRole.label, 'Home')
    expect(contentOf(node(32, '', node(AtspiRole.panel, '', node(AtspiRole.image, ''), label)))).toBe('Home')
    expect(contentOf(node(32, '', label, node(AtspiRole.label, '4 files')))).toBe('')
    expect(contentOf(node(32, '', node(AtspiRole.image, ''), node(AtspiRole.button, 'Add', label)))).toBe('')
  })

  it('come from the label, then from the tool tip of a button', () => {
    expect(named('edit', '', { label: 'Name', description: 'hint' })).toEqual({
      name: 'Name',
      description: 'hint',
    })
    expect(named('button', '', { label: '', description: 'Next' })).toEqual({
      name: 'Next',
      description: null,
    })
    // GTK 3 and Qt 5 call it by what it shows.
    expect(named('combo box', 'Berlin', { label: 'City', description: '' })).toMatchObject({ name: 'City' })
    expect(named('combo box', 'City', { label: '', description: '' })).toMatchObject({ name: 'City' })
    expect(named('edit', '', { label: '', description: 'hint' })).toEqual({ name: '', description: 'hint' })
  })

  it.each([
    [0, 0, 'A1'],
    [3, 2, 'C4'],
    [0, 25, 'Z1'],
    [9, 26, 'AA10'],
    [0, 16_383, 'XFD1'],
  ])('of the cell in row %i, column %i is %s', (row, column, name) => {
    expect(cellName(row, column)).toBe(name)
    expect(cellOfName(name)).toEqual({ row, column })
  })
})

describe('actions', () => {
  it('are found by name, or as what a click would do', () => {
    expect(indexOfAction(['SetFocus', 'Press'], null)).toBe(1)
    expect(indexOfAction(['win.undo', 'Click'], null)).toBe(1)
    expect(indexOfAction(['doDefault', 'showContextMenu'], null)).toBe(0)
    expect(indexOfAction(['SetFocus'], null)).toBe(-1)
    expect(indexOfAction(['Press', 'ShowMenu'], 'showmenu')).toBe(1)
    expect(indexOfAction(['Press'], 'expand')).toBe(-1)
  })
})

describe('refs', () => {
  it('lead back to the object and the cell', () => {
    const object = { bus: ':1.7', path: '/org/a11y/atspi/accessible/23' }
    expect(parseRef(refOf(object))).toEqual({ ...object, cell: null })
    expect(parseRef(refOf(object, { row: 3, column: 2 }))).toEqual({ ...object, cell: { row: 3, column: 2 } })
    expect(parseRef('made up')).toBeNull()
  })
})

describe('places', () => {
  const window = (handle: string, title: string, x: number, kind: PlatformWindow['kind'] = 'normal') =>
    ({ handle, title, kind, bounds: screenRect({ x, y: 0, width: 200, height: 100 }) }) as PlatformWindow
  const root = (name: string, x: number, role: number = AtspiRole.frame) => ({
    node: { name, role, path: `/${name}${x}` } as TreeNode,
    extents: { x, y: 0, width: 200, height: 100 },
  })

  it('that only seem to be are not taken', () => {
    expect(isPlaced({ x: -(2 ** 31), y: -(2 ** 31), width: 1, height: 1 })).toBe(false)
    expect(isPlaced({ x: -1, y: -1, width: -1, height: -1 })).toBe(false)
    expect(isPlaced({ x: -5, y: 3, width: 10, height: 10 })).toBe(true)
  })

  it('tell two windows of one title apart', () => {
    const roots = [root('Same', 500), root('Same', 0)]
    const matched = matchRoots(roots, [window('0x1', 'Same', 0), window('0x2', 'Same', 500)], 'other')
    expect(roots.map(({ node }) => matched.get(node)?.handle)).toEqual(['0x2', '0x1'])
  })

  it('of a root that is like no window are not given to one', () => {
    const roots = [root('One', 0), root('Other', 900)]
    const matched = matchRoots(roots, [window('0x1', 'One', 0)], 'other')
    expect(roots.map(({ node }) => matched.get(node)?.handle ?? null)).toEqual(['0x1', null])
  })

  it('of GTK 4 begin inside the invisible border', () => {
    const origin = gtk4Origin(
      { x: 0, y: 0, width: 355, height: 486 },
      screenRect({ x: 915, y: 304, width: 365, height: 496 }),
    )
    expect(origin).toEqual({ x: 920, y: 309 })
  })

  it('of a popover of GTK 4 are found by its height, which may lack its shadow', () => {
    const list = window('0x3', '', 195, 'popup')
    const popover = (height: number) => ({ x: 58, y: 336, width: 200, height })
    const named = (name: string) => ({ name, role: AtspiRole.filler })
    expect(popoverWindow(named('GtkPopover'), popover(94), [list])).toBe(list)
    expect(popoverWindow(named('GtkPopover'), popover(40), [list])).toBeNull()
    expect(popoverWindow(named(''), popover(94), [list])).toBeNull()
    const row = { x: 58, y: 366, width: 200, height: 16 }
    expect(popoverShift(row, popover(94), list.bounds)).toEqual({ x: 137, y: -333 })
  })

  it('of a menu of Java, told one row off, are those in its pop-up; without one they are not known', () => {
    const items = [83, 102, 121].map((y) => ({ x: 62, y, width: 87, height: 19 }))
    const popup = { x: 61, y: 99, width: 89, height: 62 }
    expect(menuShift(items, [popup])).toEqual({ x: 0, y: 19 })
    expect(menuShift(items, [{ ...popup, height: 120 }])).toBeNull()
    expect(menuShift(items, [])).toBeNull()
  })

  it('of a GTK widget inside what LibreOffice draws are right already', () => {
    const shift = { x: 0, y: 25 }
    const panel = { x: 0, y: 730, width: 138, height: 23 }
    expect(isEmbeddedWidget({ x: 0, y: 755, width: 138, height: 24 }, panel, shift)).toBe(true)
    expect(isEmbeddedWidget({ x: 6, y: 732, width: 20, height: 20 }, panel, shift)).toBe(false)
  })
})

it('a combo box tells whether it is written into, too', () => {
  const combo = (...states: number[]) => controlStates('combo box', 11, bits(AtspiState.enabled, ...states))
  expect(combo()).toEqual([])
  expect(combo(AtspiState.editable)).toEqual(['editable'])
  expect(combo(AtspiState.editable, AtspiState.readOnly)).toEqual([])
})
