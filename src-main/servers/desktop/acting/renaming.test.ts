import { expect, test } from 'vitest'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'
import { isRenamingAfter } from './renaming.ts'

test.each<[string, string, Record<string, unknown>, boolean, string?]>([
  ['F2', 'keyboard_input', { keys: 'F2' }, true],
  ['F2 in a sheet', 'keyboard_input', { keys: 'F2' }, false, 'soffice.bin'],
  ['other keys', 'keyboard_input', { keys: 'Ctrl+S' }, false],
  ['an item of a menu', 'choose_menu', { path: ['Edit', 'Rename…'] }, true],
  ['a German item', 'click_input', { id: '3', name: 'Umbenennen …' }, true],
  ['another button', 'click_input', { id: '3', name: 'Open' }, false],
  ['an application of that name', 'launch_application', { name: 'rename' }, false],
  ['text', 'type_text', { text: 'rename' }, false],
])('after %s a name is edited or not', (_title, tool, given, renaming, process = 'thunar') => {
  expect(isRenamingAfter(!renaming, tool, given, process)).toBe(renaming)
})

test('a name is still edited after a look', () => {
  expect(isRenamingAfter(true, 'wait', { seconds: 1 }, 'thunar')).toBe(true)
})

// What is in the control with the keyboard, what of it is selected, the keys before, and the text.
test.each<[string, ['edit' | 'list item' | 'cell', string, string, string, string], boolean, string?]>([
  ['the stem is selected', ['edit', 'a.txt', 'a', 'Down', 'b.txt'], true],
  ['the name gets another ending', ['edit', 'a.txt', 'a', 'Down', 'b.md'], true],
  ['only a stem is typed', ['edit', 'a.txt', 'a', 'Down', 'b'], false],
  ['all is selected', ['edit', 'a.txt', 'a.txt', 'Down', 'b.txt'], false],
  ['a word of a sentence is selected', ['edit', 'a word. Not', 'a', 'Down', 'b.txt'], false],
  ['a view keeps its editor to itself', ['list item', '', '', 'F2', 'b.txt'], true],
  ['a cell of a sheet is edited', ['cell', '', '', 'F2', 'b.txt'], false, 'soffice.bin'],
  ['nothing is renamed in that view', ['list item', '', '', 'Down', 'b.txt'], false],
])('%s', async (_title, [role, value, selected, keys, text], whole, processName = 'thunar') => {
  const field = element(role, 'a.txt', { value })
  await using desktop = await scriptedDesktop([
    scriptedWindow({ title: 'Files', processName, active: true, elements: [field] }),
  ])
  const { platform } = desktop
  platform.setFocus(field.ref)
  platform.selectedText = () => Promise.resolve(selected)
  await desktop.get('keyboard_input', { keys })
  const before = platform.events.length
  await desktop.get('type_text', { text })
  const pressed = JSON.stringify(platform.events.slice(before))
  expect(pressed, pressed).toMatch(whole ? /Control/ : /^(?!.*Control)/)
})

test.each([
  ['F2', true],
  ['Down', false],
])('where nothing tells that it has the keyboard, %s selects the whole name: %s', async (keys, whole) => {
  await using desktop = await scriptedDesktop([
    scriptedWindow({ title: 'Files', processName: 'nemo', active: true, elements: [] }),
  ])
  const { platform } = desktop
  await desktop.get('keyboard_input', { keys })
  const before = platform.events.length
  await desktop.get('type_text', { text: 'b.txt' })
  expect(JSON.stringify(platform.events.slice(before)).includes('Control')).toBe(whole)
})
