// A terminal's own dialogs, and keys that nothing carries out.
import { expect, test } from 'vitest'
import type { ControlRole, TargetDescription } from '../core/desktop.ts'
import { findingsOf } from './policy.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const preferences = windowOf('xfce4-terminal', 'Profile', { kind: 'dialog' })
const judged = (tool: string, parameters: Record<string, unknown>, target: TargetDescription) =>
  findingsOf(actOf(tool, parameters, target), aroundOf()).findings.map(({ category }) => category)
const inDialog = (role: ControlRole, name: string, more: Partial<TargetDescription> = {}) =>
  targetOf(preferences, controlOf(role, name), { terminal: true, ...more })
const click = (role: ControlRole, name: string) =>
  judged('click_input', { id: '7', name }, inDialog(role, name))

test('tabs, lists and Cancel of a terminal’s dialog are those of any dialog', () => {
  expect(click('tab', 'Appearance')).toEqual([])
  expect(click('list item', 'Scrolling')).toEqual([])
  expect(click('check box', 'Cursor blinks')).toEqual([])
  expect(click('button', 'Cancel')).toEqual([])
})

test('a command in it, and what its buttons do, is asked about', () => {
  const code = { what: 'a field for a command', isShell: true, isWhole: false }
  const set = (text: string, more = {}) =>
    judged('set_edit_text', { id: '7', text }, inDialog('edit', '', more))
  expect(set('x', { code })).toContain('run_command')
  expect(set('touch /tmp/a')).toContain('run_command')
  expect(click('button', 'OK')).toEqual(['unknown'])
  const keys = (text: string) =>
    judged('keyboard_input', { keys: text }, { ...inDialog('combo box', 'Shell'), kind: 'focus' })
  expect(keys('Tab')).toEqual([])
  expect(keys('Ctrl+V')).toContain('run_command')
  expect(keys('Enter')).toContain('run_command')
  expect(click('button', 'Paste')).toContain('run_command')
})

const pressed = (keys: string, process: string, code: TargetDescription['code'] = null) =>
  judged(
    'keyboard_input',
    { keys },
    targetOf(windowOf(process), null, { kind: 'focus', terminal: true, code }),
  )

test('a terminal is drawn anew or scrolled without a question, and nothing else', () => {
  expect(pressed('Ctrl+L', 'xterm')).toEqual([])
  expect(pressed('Shift+PageUp', 'xterm')).toEqual([])
  for (const keys of ['Ctrl+L Enter', 'Ctrl+C', 'Ctrl+N', 'Up', 'a'])
    expect(pressed(keys, 'xterm')).toContain('run_command')
})

test('Escape closes a menu of a terminal, where one is open', () => {
  const menu = targetOf(windowOf('xfce4-terminal', '', { kind: 'popup' }), null, {
    kind: 'focus',
    terminal: true,
  })
  expect(judged('keyboard_input', { keys: 'Escape' }, menu)).toEqual([])
  expect(judged('keyboard_input', { keys: 'Escape Enter' }, menu)).toContain('run_command')
  expect(pressed('Escape', 'xfce4-terminal')).toContain('run_command')
})

test('keys that open or save something carry out no code', () => {
  const code = { what: 'a program that carries out what is typed', isShell: false, isWhole: false }
  for (const keys of ['Ctrl+N', 'Ctrl+O', 'Ctrl+S', 'Ctrl+F', 'Home'])
    expect(pressed(keys, 'idle', code)).toEqual([])
  for (const keys of ['F5', 'Enter', 'Ctrl+Enter', 'Ctrl+T', 'Up', 'a', 'Ctrl+V'])
    expect(pressed(keys, 'idle', code)).toContain('run_command')
})
