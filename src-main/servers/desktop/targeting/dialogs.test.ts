import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
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

afterEach(() => vi.unstubAllEnvs())

test('the folder of a dialog that shows it by buttons is told, and each where the shown one is not', async () => {
  const home = mkdtempSync(join(tmpdir(), 'buttons-'))
  vi.stubEnv('HOME', home)
  for (const folder of ['bin', 'work/.git/hooks', 'other/hooks'])
    mkdirSync(join(home, folder), { recursive: true })
  const at = (x: number, y = 45) => ({ bounds: { x, y, width: 50, height: 24 } })
  const foldersOf = async (path: ScriptedElement[]) => {
    await using desktop = await scriptedDesktop([
      dialogOf([
        element('edit', 'Name:', { value: 'ls', ...at(0, 9) }),
        element('button', 'Up Path', at(60)),
        ...path,
        element('button', 'Create Folder', at(600)),
        element('button', 'Save', { states: ['default'], ...at(600, 300) }),
      ]),
    ])
    return await desktop.target('click_input', { id: await desktop.id('Save'), name: 'Save' })
  }
  const toggle = (name: string, x: number, isOn: boolean) =>
    element('toggle button', name, { states: [isOn ? 'checked' : 'unchecked'], ...at(x) })
  const user = basename(home)
  expect(await foldersOf([toggle('bin', 160, true), toggle(user, 100, false)])).toMatchObject({
    writes: 'ls',
    folders: [join(home, 'bin')],
  })
  expect((await foldersOf([toggle(user, 100, true), toggle('bin', 160, false)])).folders).toEqual([home])
  // GTK 4 tells no states, and a row that is cut may be that of several folders.
  const plain = (name: string, x: number) => element('button', name, at(x))
  expect((await foldersOf([plain(user, 100), plain('bin', 160)])).folders).toEqual([home, join(home, 'bin')])
  expect(new Set((await foldersOf([plain('hooks', 160)])).folders)).toEqual(
    new Set([join(home, 'work/.git/hooks'), join(home, 'other/hooks')]),
  )
  expect((await foldersOf([])).folders).toBeNull()
})

test('the file that is chosen in a dialog for opening is told with its folder', async () => {
  const home = mkdtempSync(join(tmpdir(), 'opened-'))
  vi.stubEnv('HOME', home)
  mkdirSync(join(home, '.aws'))
  for (const name of ['credentials', 'config']) writeFileSync(join(home, '.aws', name), 'x')
  const at = (x: number, y: number) => ({ bounds: { x, y, width: 50, height: 24 } })
  const elements = [
    element('toggle button', '.aws', { states: ['checked'], ...at(160, 45) }),
    element('toggle button', basename(home), { states: ['unchecked'], ...at(100, 45) }),
    element('cell', 'credentials', at(0, 100)),
    element('cell', 'config', { states: ['selected'], ...at(0, 130) }),
    element('button', 'Open', { states: ['default'], ...at(600, 300) }),
  ]
  await using desktop = await scriptedDesktop([dialogOf(elements, { title: 'Open File' })])
  const itemsAt = async (name: string) =>
    (await desktop.target('click_input', { id: await desktop.id(name), name, double: true })).items
  expect(await itemsAt('credentials')).toEqual([join(home, '.aws/credentials')])
  expect(await itemsAt('Open')).toEqual([join(home, '.aws/config')])
  // Qt shows the whole path, and the chosen name in a field.
  const qt = dialogOf(
    [
      element('combo box', join(home, '.aws')),
      element('list', 'Files'),
      element('list item', 'config'),
      element('edit', 'File name:', { value: 'credentials' }),
      element('button', 'Open', { states: ['default'] }),
    ],
    { title: 'Open File', pid: PID + 1 },
  )
  await using other = await scriptedDesktop([qt])
  expect((await other.target('click_input', { id: await other.id('Open'), name: 'Open' })).items).toEqual([
    join(home, '.aws/credentials'),
  ])
})
