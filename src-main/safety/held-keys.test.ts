// Keys that are held during a click, a drag or other keys are judged like the keys that they are.
import { expect, test } from 'vitest'
import type { ControlRole } from '../core/desktop.ts'
import { coverageOf } from './coverage.ts'
import { findingsOf } from './policy.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'
import { describeAct } from './words.ts'

const pad = windowOf('mousepad', 'notes.txt - Mousepad')
const files = windowOf('thunar', 'Files')
const browser = windowOf('chromium', 'Shop - Chromium')
const on = (window: typeof pad, role: ControlRole, name: string) => targetOf(window, controlOf(role, name))
const click = (target: ReturnType<typeof on>, key_hold: string | null, more = {}) =>
  actOf('click_input', { id: '7', name: '', key_hold, ...more }, target)
const press = (keys: string, key_hold: string | null, target = on(pad, 'document', '')) =>
  actOf('keyboard_input', { keys, key_hold }, { ...target, kind: 'focus' })
const drag = (key_hold: string | null) =>
  actOf(
    'drag_on_coordinates',
    { start_x: 0, start_y: 0, end_x: 1, end_y: 1, key_hold },
    { ...on(pad, 'document', ''), kind: 'point' },
  )
const scroll = (key_hold: string | null, target = on(pad, 'document', '')) =>
  actOf('wheel_mouse_input', { x: 0.5, y: 0.5, wheel_dist: 1, key_hold }, target)
const categories = (act: Parameters<typeof findingsOf>[0]) =>
  findingsOf(act, aroundOf()).findings.map(({ category }) => category)

test.each([
  ['an item taken into the selection with Shift', click(on(files, 'list item', 'a.txt'), 'Shift')],
  ['an item taken into the selection with Control', click(on(files, 'list item', 'a.txt'), 'Ctrl')],
  ['a text selected with Shift', click(on(pad, 'document', ''), 'Shift')],
  ['a line marked with three clicks', click(on(pad, 'document', ''), null, { num_clicks: 3 })],
  [
    'a link opened beside',
    click({ ...on(browser, 'link', 'About us'), address: 'https://example.org/about' }, 'Ctrl'),
  ],
  ['a text marked with the keys', press('Down Down', 'Shift')],
  ['copying', press('c', 'Ctrl')],
  ['zooming with the wheel', scroll('Ctrl')],
])('%s is harmless', (_, act) => {
  expect(categories(act)).toEqual([])
})

test.each([
  ['a click while Delete is held', click(on(files, 'list item', 'a.txt'), 'Delete'), 'delete'],
  ['a drag while Delete is held', drag('Delete'), 'delete'],
  ['scrolling while Delete is held', scroll('Delete'), 'delete'],
  [
    'scrolling in a terminal while a letter is held',
    scroll('a', on(windowOf('xterm', 'xterm'), 'document', '')),
    'run_command',
  ],
  ['Delete pressed while Shift is held', press('Delete', 'Shift'), 'delete'],
  ['a letter pressed while Delete is held', press('a', 'Delete'), 'delete'],
  ['a link in a text, with Control', click(on(pad, 'document', ''), 'Ctrl'), 'unknown'],
  ['a click while Alt is held', click(on(pad, 'document', ''), 'Alt'), 'unknown'],
  ['a click while a letter is held', click(on(pad, 'document', ''), 'a'), 'unknown'],
  ['a button while Control is held', click(on(pad, 'button', 'Zoom in'), 'Ctrl'), 'unknown'],
  [
    'three clicks on a program',
    click(on(files, 'list item', 'run.sh'), null, { num_clicks: 3 }),
    'run_command',
  ],
  ['closing', press('F4', 'Alt'), 'close_unsaved'],
  [
    'Enter held in a conversation',
    press('Tab', 'Enter', on(windowOf('slack', 'General'), 'edit', 'Message')),
    'send',
  ],
  [
    'a letter held during a click in a terminal',
    click(on(windowOf('xterm', 'xterm'), 'document', ''), 'a'),
    'run_command',
  ],
])('%s asks', (_, act, category) => {
  expect(categories(act)).toContain(category)
})

test('a rule for a click holds for one with the same keys held and as many clicks only', () => {
  const item = on(files, 'list item', 'a.txt')
  const acts = [
    click(item, null),
    click(item, 'Ctrl'),
    click(item, null, { num_clicks: 2 }),
    click(item, null, { num_clicks: 3 }),
  ]
  expect(new Set(acts.map((act) => coverageOf(act)?.argument)).size).toBe(acts.length)
  const field = on(pad, 'edit', 'Name')
  expect(coverageOf(press('q', null, field))).not.toEqual(coverageOf(press('q', 'Ctrl', field)))
})

test('a question says which keys are held, how often is clicked and which way is scrolled', () => {
  const item = on(files, 'list item', 'a.txt')
  expect(describeAct('click_input', { key_hold: 'Ctrl', num_clicks: 3 }, item)).toBe(
    'Triple-click list item “a.txt” in “Files” while “Ctrl” is held',
  )
  expect(describeAct('keyboard_input', { keys: 'Down', key_hold: 'Shift' }, targetOf(files, null))).toBe(
    'Press Down in “Files” while “Shift” is held',
  )
  expect(describeAct('wheel_mouse_input', { wheel_dist: -1, horizontal: true }, item)).toContain('Scroll right')
  expect(describeAct('wheel_mouse_input', { wheel_dist: 1, key_hold: 'Ctrl' }, item)).toMatch(/^Scroll up .*Ctrl/)
}) // prettier-ignore
