// Commands in English on interfaces of other languages.
import { expect, test } from 'vitest'
import type { Control } from '../core/desktop.ts'
import { testWindow } from '../core/testing/desktop.ts'
import { isAppClause, performInApplication } from './acting.ts'
import type { Move } from './moves.ts'
import { parseRequest } from './parser.ts'
import type { TrailStep } from './progress.ts'
import { didIn, partsOf, sceneIn } from './testing/scenes.ts'

const window = testWindow({ id: 'main', title: 'Brief', process_name: 'pen', application: 'Pen' })
const popup = testWindow({ id: 'popup', title: 'pen', process_name: 'pen', kind: 'popup' })
const part = partsOf(window)

const GERMAN: Record<string, string[]> = {
  datei: ['file'],
  bearbeiten: ['edit'],
  'speichern unter': ['save as'],
  löschen: ['delete'],
  breite: ['width'],
  neu: ['create new'],
}
const english = (label: string) =>
  GERMAN[
    label
      .replace(/_|\s?…/g, '')
      .replace(/:$/, '')
      .toLowerCase()
  ] ?? []

function move(request: string, controls: Control[], trail: TrailStep[] = []): Move {
  const [clause] = parseRequest(request).clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error(`No clause of an application: ${request}`)
  return performInApplication(clause, {
    ...sceneIn(window, { controls, windows: [window, popup], trail }),
    english,
  })
}
const done = (made: Move): unknown =>
  made.do === 'act'
    ? made.actions.map(({ function: name, arguments: { id, keys, path } }) => [name, keys ?? id ?? path])
    : made

const bar = part('menu bar', '')
const file = part('menu', '_Datei', [], { parent: bar.id })
const edit = part('menu', '_Bearbeiten', [], { parent: bar.id })
const saveAs = part('menu item', 'Speichern _unter …', [], { window_id: 'popup' })
const opened = [didIn('menu', null, [{ arguments: { name: '_Datei' } }])]

test('a control is called by its English name, and by its kind beside it', () => {
  expect(done(move('open the menu File', [bar, file, edit]))).toEqual([['click_input', file.id]])
  expect(done(move('click Delete', [part('button', '_Löschen')]))).toEqual([
    ['click_input', 'button _Löschen'],
  ])
})

test('a name that stands there is taken as it is, and no name for what means something else', () => {
  const own = part('button', 'Delete')
  expect(done(move('click Delete', [part('button', 'Löschen'), own]))).toEqual([['click_input', own.id]])
  expect(move('click Clear', [part('button', 'Löschen')])).toMatchObject({
    actions: [{ function: 'wait' }],
  })
})

test('a field is called by the English name of its label', () => {
  const label = part('text', 'Breite:', [], { bounds: { x: 10, y: 10, width: 60, height: 20 } })
  const field = part('spinner', '', [], { bounds: { x: 80, y: 10, width: 60, height: 20 } })
  expect(done(move('set Width to 5', [label, field]))).toEqual([['set_edit_text', field.id]])
})

test('a path of English names is chosen menu by menu, and what is missing in one is told', () => {
  const path = 'choose File > Save As'
  expect(done(move(path, [bar, file, edit]))).toEqual([['click_input', file.id]])
  expect(done(move(path, [bar, file, edit, saveAs], opened))).toEqual([['click_input', saveAs.id]])
  const waited = [didIn('wait', null, []), didIn('wait', null, [])]
  const other = part('menu item', 'Drucken …', [], { window_id: 'popup' })
  const closing = move(path, [bar, file, edit, other], [...opened, ...waited])
  expect(done(closing)).toEqual([['keyboard_input', 'Escape']])
  const reason = closing.do === 'act' ? closing.thought : ''
  expect(move(path, [bar, file, edit], [...opened, didIn('settle', reason, [])])).toEqual({
    do: 'fail',
    reason: 'No item of the menu File is called “Save As”.',
  })
  const grey = { ...saveAs, states: ['disabled' as const] }
  expect(move(path, [bar, file, edit, grey], opened)).toMatchObject({
    thought: expect.stringContaining('it is greyed out') as string,
    actions: [{ function: 'keyboard_input' }],
  })
  // What is in the window's own words is left to the menu itself.
  expect(done(move('choose Datei > Speichern unter', [bar, file, edit]))).toEqual([
    ['choose_menu', ['_Datei', 'Speichern unter']],
  ])
})

test('a menu that is called the same in both languages has items that are not', () => {
  const format = part('menu', 'Format', [], { parent: bar.id })
  const [clause] = parseRequest('choose Format > Text').clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
  const choosing = (controls: Control[], there: string[]) => {
    const scene = sceneIn(window, { controls, windows: [window], trail: [] })
    return done(performInApplication(clause, { ...scene, translate: () => there, english }))
  }
  expect(choosing([bar, file, format], ['texte'])).toEqual([['click_input', format.id]])
  // Its own words, and a window that nobody has translated, are left to the menu itself.
  for (const itself of [choosing([bar, file, format], []), choosing([bar, format], ['texte'])])
    expect(itself).toEqual([['choose_menu', ['Format', 'Text']]])
})

test('a submenu may have an item by its English name', () => {
  const submenu = part('menu', 'Neu', ['collapsed'], { window_id: 'popup' })
  const other = part('menu item', 'Drucken …', [], { window_id: 'popup' })
  expect(done(move('create a new folder', [bar, file, edit, other, submenu], opened))).toEqual([
    ['click_input', submenu.id],
  ])
})

test('an item is called by its menu too, whatever key stands behind the menu', () => {
  const insert = part('menu', '插入(I)', ['expanded'], { parent: bar.id })
  const rows = part('menu item', '行(R)', [], { parent: insert.id })
  const [clause] = parseRequest('insert a row').clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
  const scene = sceneIn(window, { controls: [bar, insert, rows], windows: [window, popup], trail: opened })
  const translate = (label: string) => (label === 'Insert Row' ? ['插入 行'] : [])
  expect(done(performInApplication(clause, { ...scene, translate }))).toEqual([['click_input', rows.id]])
})

test('an address goes into the one field in the bars of a browser, however it is called', () => {
  const browser = testWindow({
    id: 'main',
    title: 'Neuer Tab',
    process_name: 'chromium',
    application: 'Chromium',
  })
  const at = (y: number) => ({ bounds: { x: 100, y, width: 300, height: 30 } })
  const address = part('edit', 'アドレス検索バー', [], at(browser.bounds.y + 60))
  const inPage = part('edit', 'Suche', [], at(browser.bounds.y + 300))
  const visiting = (controls: Control[], window: typeof browser) => {
    const [clause] = parseRequest('go to http://localhost/').clauses ?? []
    if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
    return performInApplication(clause, sceneIn(window, { controls, windows: [window], trail: [] }))
  }
  expect(done(visiting([inPage, address], browser))).toEqual([
    ['set_edit_text', address.id],
    ['keyboard_input', 'Enter'],
  ])
  const second = part('edit', 'ページ内検索', [], at(browser.bounds.y + 90))
  for (const unclear of [visiting([address, second], browser), visiting([address], window)])
    expect(unclear).toMatchObject({ actions: [{ function: 'wait' }] })
})
