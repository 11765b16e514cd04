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

test.each<
  [
    string,
    { role: 'edit' | 'list item'; value: string; selected: string; keys: string; text: string },
    boolean,
  ]
>([
  [
    'the stem is selected',
    { role: 'edit', value: 'a.txt', selected: 'a', keys: 'Down', text: 'b.txt' },
    true,
  ],
  [
    'the name gets another ending',
    { role: 'edit', value: 'a.txt', selected: 'a', keys: 'Down', text: 'b.md' },
    true,
  ],
  ['only a stem is typed', { role: 'edit', value: 'a.txt', selected: 'a', keys: 'Down', text: 'b' }, false],
  [
    'all is selected',
    { role: 'edit', value: 'a.txt', selected: 'a.txt', keys: 'Down', text: 'b.txt' },
    false,
  ],
  [
    'a word of a sentence is selected',
    { role: 'edit', value: 'a word. Not', selected: 'a', keys: 'Down', text: 'b.txt' },
    false,
  ],
  [
    'a view keeps its editor to itself',
    { role: 'list item', value: '', selected: '', keys: 'F2', text: 'b.txt' },
    true,
  ],
  [
    'nothing is renamed in that view',
    { role: 'list item', value: '', selected: '', keys: 'Down', text: 'b.txt' },
    false,
  ],
])('%s', async (_title, { role, value, selected, keys, text }, whole) => {
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
