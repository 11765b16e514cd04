// Keys and dialogs of file managers: what they delete or move, and what they only show or name as the person has written.
import { expect, test } from 'vitest'
import type { TargetDescription } from '../core/desktop.ts'
import { findingsOf } from './policy.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const panes = windowOf('doublecmd', 'Double Commander - /home/ada', { application: 'Double Commander' })
const folder = windowOf('nemo', 'Papers')
const dialog = (title: string) =>
  windowOf('doublecmd', title, { kind: 'dialog', modal: true, application: 'Double Commander' })
const judged = (
  tool: string,
  parameters: Record<string, unknown>,
  target: TargetDescription,
  request = 'read my notes',
  before = '',
) => {
  const around = {
    ...aroundOf([request]),
    typedBefore: () => ({ text: before, isWhole: true, isUnasked: false }),
  }
  return findingsOf(actOf(tool, parameters, target), around).findings.map(({ category }) => category)
}
const keys = (text: string, window = panes, more: Partial<TargetDescription> = {}) =>
  judged('keyboard_input', { keys: text }, targetOf(window, null, { kind: 'focus', ...more }))
const click = (title: string, name: string) =>
  judged('click_input', { id: '7', name }, targetOf(dialog(title), controlOf('button', name)))

test('F8 deletes in a file manager, unless its menus tell that it does something else', () => {
  expect(keys('F8')).toEqual(['delete'])
  expect(keys('Shift+F8')).toEqual(['delete'])
  const calls = [{ keys: 'f8', item: ['View', 'Side Pane'], opens: false }]
  expect(keys('F8', folder, { calls })).toEqual([])
  expect(keys('F8', windowOf('mousepad'))).not.toContain('delete')
})

test.each(['BackSpace', 'Alt+Up', 'Alt+Home'])('%s goes to the folder above', (chord) => {
  expect(keys(chord, folder)).toEqual([])
  const item = targetOf(folder, controlOf('list item', 'a.txt'), { kind: 'focus' })
  expect(judged('keyboard_input', { keys: chord }, item)).toEqual([])
})

test.each(['Alt+Up', 'Alt+Home'])('%s may do anything elsewhere', (chord) => {
  expect(keys(chord, windowOf('todo'))).toEqual(['unknown'])
})

test('a dialog that is only called after its program does not say what OK does', () => {
  expect(click('Double Commander', 'OK')).toEqual(['unknown'])
  expect(click('Double Commander', 'Cancel')).toEqual([])
})

test('whatever the button of a dialog for moving is called, it takes the files away', () => {
  expect(click('Move file(s)', 'Start')).toEqual(['delete'])
  expect(click('Move file(s)', 'Add To Queue #1 (F2)')).toEqual(['delete'])
  expect(click('Move file(s)', 'Options')).not.toContain('delete')
  expect(click('Move file(s)', 'Cancel')).toEqual([])
  const name = targetOf(dialog('Move file(s)'), controlOf('edit', '', ['editable'], { value: '/tmp/' }), {
    kind: 'focus',
  })
  expect(judged('keyboard_input', { keys: 'Enter' }, name)).toEqual(['delete'])
})

test.each(['cell', 'list item'] as const)(
  'what is typed on a file (%s) may choose another one, or be its name',
  (role) => {
    const file = targetOf(windowOf('dolphin', 'Home'), controlOf(role, 'notes.txt'), { kind: 'focus' })
    expect(judged('type_text', { text: '.bash_profile', enter: true }, file)).toContain('unknown')
    expect(judged('type_text', { text: 'evil', enter: true }, file)).toContain('unknown')
    expect(judged('keyboard_input', { keys: 'e v Enter' }, file)).toContain('unknown')
    expect(
      judged('type_text', { text: 'May.txt', enter: true }, file, 'rename notes.txt to May.txt'),
    ).toEqual([])
    expect(judged('keyboard_input', { keys: 'Down' }, file)).toEqual([])
  },
)

test('a new name that the person has written is typed where no field is told', () => {
  const blind = targetOf(folder, null, { kind: 'focus' })
  const type = (text: string, request: string) => judged('type_text', { text }, blind, request)
  expect(type('May.txt', 'rename April.txt to May.txt')).toEqual([])
  expect(type('June.txt', 'rename April.txt to May.txt')).toEqual(['unknown'])
  expect(type('May.txt', 'read May.txt')).toEqual(['unknown'])
  const enter = (before: string) =>
    judged('keyboard_input', { keys: 'Enter' }, blind, 'rename April.txt to May.txt', before)
  expect(enter('May.txt')).toEqual([])
  expect(enter('June.txt')).toEqual(['unknown'])
})
