import { expect, test } from 'vitest'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'
import { isRenamingAfter } from './renaming.ts'

test.each<[string, string, Record<string, unknown>, boolean]>([
  ['F2', 'keyboard_input', { keys: 'F2' }, true],
  ['other keys', 'keyboard_input', { keys: 'Ctrl+S' }, false],
  ['an item of a menu', 'choose_menu', { path: ['Edit', 'Rename…'] }, true],
  ['a German item', 'click_input', { id: '3', name: 'Umbenennen …' }, true],
  ['another button', 'click_input', { id: '3', name: 'Open' }, false],
  ['an application of that name', 'launch_application', { name: 'rename' }, false],
  ['text', 'type_text', { text: 'rename' }, false],
])('after %s a name is edited or not', (_title, tool, given, renaming) => {
  expect(isRenamingAfter(!renaming, tool, given)).toBe(renaming)
})

test('a name is still edited after a look', () => {
  expect(isRenamingAfter(true, 'wait', { seconds: 1 })).toBe(true)
})

// What is in the control with the keyboard, what of it is selected, the keys before, and the text.
test.each<[string, ['edit' | 'list item', string, string, string, string], boolean]>([
  ['the stem is selected', ['edit', 'a.txt', 'a', 'Down', 'b.txt'], true],
  ['the name gets another ending', ['edit', 'a.txt', 'a', 'Down', 'b.md'], true],
  ['only a stem is typed', ['edit', 'a.txt', 'a', 'Down', 'b'], false],
  ['all is selected', ['edit', 'a.txt', 'a.txt', 'Down', 'b.txt'], false],
  ['a word of a sentence is selected', ['edit', 'a word. Not', 'a', 'Down', 'b.txt'], false],
  ['a view keeps its editor to itself', ['list item', '', '', 'F2', 'b.txt'], true],
  ['nothing is renamed in that view', ['list item', '', '', 'Down', 'b.txt'], false],
])('%s', async (_title, [role, value, selected, keys, text], whole) => {
  const field = element(role, 'a.txt', { value })
  await using desktop = await scriptedDesktop([
    scriptedWindow({ title: 'Files', processName: 'files', active: true, elements: [field] }),
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
