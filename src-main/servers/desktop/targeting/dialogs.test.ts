import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  scriptedElement as element,
  scriptedWindow,
  type ScriptedElement,
  type ScriptedWindow,
} from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const PID = 4000
const dialogOf = (elements: ScriptedElement[], more: Partial<ScriptedWindow> = {}) =>
  scriptedWindow({ title: 'Save as...', processName: 'pad', kind: 'dialog', pid: PID, elements, ...more })

test('a message box says what its buttons agree to, and its own button is the default one', async () => {
  const below = dialogOf([element('edit', 'File name:'), element('button', 'Save', { states: ['default'] })])
  const question = dialogOf([
    element('text', 'old.txt already exists.'),
    element('text', 'Do you want to replace it?'),
    element('button', 'Yes'),
    element('button', 'No', { states: ['default'] }),
  ])
  await using desktop = await scriptedDesktop([question, below])
  expect(await desktop.target('click_input', { id: await desktop.id('Yes'), name: 'Yes' })).toMatchObject({
    question: 'old.txt already exists. Do you want to replace it?',
    default_button: 'No',
    overwrites: null,
  })
})

test('a message that has one button is told from a question', async () => {
  const told = (buttons: string[]) =>
    dialogOf([element('text', 'No LaTeX was found.'), ...buttons.map((name) => element('button', name))])
  for (const [buttons, only] of [
    [['OK'], true],
    [['Cancel', 'OK'], false],
  ] as const) {
    await using desktop = await scriptedDesktop([told([...buttons])])
    expect(await desktop.target('click_input', { id: await desktop.id('OK'), name: 'OK' })).toMatchObject({
      only_answer: only,
    })
  }
})

test('a dialog with a few buttons and nothing else is a message whose text can’t be read', async () => {
  const buttons = (...names: string[]) => dialogOf(names.map((name) => element('button', name)))
  const framed = dialogOf([element('window', 'Error', { states: ['modal'] }), element('button', 'OK')])
  const list = dialogOf([element('list', 'Colours'), element('button', 'OK')])
  const windows = [buttons('OK'), framed, buttons('1', '2', '3', '4'), list]
  const all = windows.map((window, index) => ({ ...window, pid: PID + index }))
  await using desktop = await scriptedDesktop(all)
  expect((await desktop.observe()).windows.map(({ says }) => says)).toEqual(['', '', null, null])
})

test('a target whose question has changed is another target', async () => {
  const text = element('text', 'Keep it?')
  await using desktop = await scriptedDesktop([dialogOf([text, element('button', 'Yes')], { title: 'Pad' })])
  const yes = { id: await desktop.id('Yes'), name: 'Yes' }
  const before = await desktop.target('click_input', yes)
  text.name = 'Delete it?'
  expect((await desktop.target('click_input', yes)).fingerprint).not.toBe(before.fingerprint)
})

test('a form is no message box', async () => {
  const form = dialogOf([element('text', 'Replace:'), element('edit', 'By'), element('button', 'OK')], {
    title: 'Find',
  })
  await using desktop = await scriptedDesktop([form])
  expect(
    (await desktop.target('click_input', { id: await desktop.id('OK'), name: 'OK' })).question,
  ).toBeNull()
})

test('a name without a folder is looked for in the folder that the dialog shows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-over-'))
  writeFileSync(join(folder, 'there.txt'), '')
  const name = element('edit', 'File name:', { value: 'there.txt' })
  const dialog = dialogOf([element('combo box', '', { value: folder }), name, element('button', 'Save')])
  await using desktop = await scriptedDesktop([dialog])
  const save = { id: await desktop.id('Save'), name: 'Save' }
  expect((await desktop.target('click_input', save)).overwrites).toBe(join(folder, 'there.txt'))
  name.value = 'new.txt'
  expect(await desktop.target('click_input', save)).toMatchObject({
    overwrites: null,
    writes: join(folder, 'new.txt'),
  })
  // An address is no name in that folder.
  name.value = 'sftp://other.example/there.txt'
  expect(await desktop.target('click_input', save)).toMatchObject({ overwrites: null, writes: name.value })
})

test('a name without a folder is looked for in the list that the dialog shows', async () => {
  const name = element('edit', 'Name:', { value: 'there.txt' })
  const dialog = dialogOf([name, element('cell', 'there.txt'), element('button', 'Save')])
  await using desktop = await scriptedDesktop([dialog])
  desktop.platform.setFocus(name.ref)
  expect((await desktop.target('keyboard_input', { keys: 'Enter' })).overwrites).toBe('there.txt')
  expect((await desktop.target('type_text', { text: 'new.txt', enter: true })).overwrites).toBeNull()
})
