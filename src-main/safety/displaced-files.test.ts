import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { TargetDescription } from '../core/desktop.ts'
import { displacedFiles } from './displaced-files.ts'
import { factsOf } from './facts.ts'
import { Places } from './places.ts'
import { findingsOf } from './policy.ts'
import { createSurroundings } from './surroundings.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const folder = mkdtempSync(join(tmpdir(), 'displaced-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'letter.txt')
writeFileSync(file, 'x')

const displaced = (
  tool: string,
  parameters: Record<string, unknown>,
  target: TargetDescription,
  request = 'read my notes',
  commands: string[] = [],
) => {
  // What lies there was there before the run.
  const since = Date.now() + 60_000
  const places = new Places({ homes: [folder], own: [] })
  const around = createSurroundings({ places, requests: () => [request], commands: () => commands, since })
  return displacedFiles(factsOf(actOf(tool, parameters, target), around))
}
const manager = windowOf('thunar', 'docs - Thunar')
const item = (window = manager) => targetOf(window, controlOf('cell', 'letter.txt'), { items: [file] })
const sliding = () =>
  targetOf(manager, controlOf('scroll bar', ''), {
    items: [file],
    drop: { on: 'same control', terminal: false },
  })
const menu = (name: string) => targetOf(manager, controlOf('menu item', name), { items: [file] })

test.each([
  ['F2', 'keyboard_input', { keys: 'F2' }, item()],
  ['Ctrl+X', 'keyboard_input', { keys: 'Ctrl+X' }, item()],
  ['X while Ctrl is held', 'keyboard_input', { keys: 'x', key_hold: 'Ctrl' }, item()],
  ['Cut of a menu', 'choose_menu', { path: ['Edit', 'Cut'] }, menu('Cut')],
  ['Rename… of a context menu', 'click_input', { id: '7', name: 'Rename…' }, menu('Rename…')],
])('%s in a file manager begins to take the chosen file away', (_, tool, parameters, target) => {
  expect(displaced(tool, parameters, target)).toEqual([file])
  expect(displaced(tool, parameters, target, 'rename my letters')).toEqual([])
  expect(displaced(tool, parameters, target, 'do it with letter.txt')).toEqual([])
})

test('an item of a menu for moving takes the chosen file away, whatever place it names', () => {
  const within = [{ role: 'menu' as const, name: 'Move To' }]
  const home = targetOf(manager, controlOf('menu item', 'Home'), { items: [file], within })
  expect(displaced('click_input', { id: '7', name: 'Home' }, home)).toEqual([file])
  const closed = targetOf(manager, null, { kind: 'control', items: [file] })
  expect(displaced('choose_menu', { path: ['Edit', 'Move to', 'Other Pane'] }, closed)).toEqual([file])
  expect(displaced('choose_menu', { path: ['Edit', 'Copy to', 'Other Pane'] }, closed)).toEqual([])
})

test('what a view does not tell to be chosen may be taken away all the same', () => {
  const icons = targetOf(manager, controlOf('menu item', 'Cut'), { items: [], folders: [folder] })
  const cut = (request?: string) => displaced('choose_menu', { path: ['Edit', 'Cut'] }, icons, request)
  expect(cut()).toEqual([join(folder, '*')])
  expect(cut('move my letters to Papers')).toEqual([])
  expect(displaced('choose_menu', { path: ['Edit', 'Copy'] }, icons)).toEqual([])
})

test('a request that names folders asks for such work there alone', () => {
  const [inbox, papers] = ['Inbox', 'Papers'].map((name) => join(folder, name))
  for (const each of [inbox, papers]) mkdirSync(each ?? '', { recursive: true })
  const from = join(papers ?? '', 'thesis.txt')
  writeFileSync(from, 'x')
  const move = (to: string, request: string) =>
    displaced('move_files', { files: [from], to }, targetOf(null, null, { kind: 'files' }), request)
  expect(move('/tmp/', 'tidy up my Inbox')).toEqual([from])
  expect(move('/tmp/', 'tidy up my files')).toEqual([])
  expect(move('/tmp/', 'tidy up Papers')).toEqual([])
  expect(move(`${inbox}/`, 'move the texts to the Inbox folder')).toEqual([])
})

test.each([
  ['a drag of the scroll bar beside chosen files', 'drag_on_coordinates', {}, sliding()],
  ['F2 in a sheet', 'keyboard_input', { keys: 'F2' }, item(windowOf('soffice.bin'))],
  [
    'Ctrl+X in the field of the path',
    'keyboard_input',
    { keys: 'Ctrl+X' },
    targetOf(manager, controlOf('edit', ''), { items: [file] }),
  ],
  ['Copy', 'choose_menu', { path: ['Edit', 'Copy'] }, menu('Copy')],
  // It deletes, which its own rule says.
  ['Shift+Delete', 'keyboard_input', { keys: 'Shift+Delete' }, item()],
])('%s takes no file away', (_, tool, parameters, target) => {
  expect(displaced(tool, parameters, target)).toEqual([])
})

test('what a plain command presses, and a new name that the person has written, takes nothing away unasked', () => {
  const icons = targetOf(manager, controlOf('group', 'Icon View'), { items: [], folders: [folder] })
  const f2 = (commands: string[]) =>
    displaced('keyboard_input', { keys: 'F2' }, icons, 'read my notes', commands)
  expect(f2([])).toEqual([join(folder, '*')])
  expect(f2(['press F2, type "b.txt"'])).toEqual([])
  // Nemo tells which item the keys call; it is judged, too.
  const calls = [{ keys: 'f2', item: ['Edit', 'Rename...'], opens: false }]
  const called = (commands: string[]) =>
    findingsOf(
      actOf('keyboard_input', { keys: 'F2' }, { ...icons, kind: 'focus', calls }),
      aroundOf(commands, false, true),
    ).findings
  expect(called(['read my notes'])).toMatchObject([{ category: 'delete' }])
  expect(called(['press F2, type "b.txt"'])).toEqual([])
  const rename = windowOf('pcmanfm', 'Rename File', { kind: 'dialog' })
  const entry = (name: string) =>
    targetOf(rename, controlOf('edit', '', ['editable'], { value: name }), { default_button: 'OK' })
  const enter = (name: string, request: string, title = rename) =>
    displaced('keyboard_input', { keys: 'Enter' }, { ...entry(name), window: title }, request)
  expect(enter('b.txt', 'read my notes')).toEqual([join(folder, '*')])
  expect(enter('b.txt', 'call it b.txt')).toEqual([])
  expect(enter('notes', 'read my notes')).toEqual([join(folder, '*')])
  expect(enter('b.txt', 'call it b.txt', windowOf('pcmanfm', 'Move', { kind: 'dialog' }))).toEqual([
    join(folder, '*'),
  ])
})
