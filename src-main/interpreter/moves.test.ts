import { describe, expect, test } from 'vitest'
import { evidenceWords, seen } from '../../src-preload/contract/evidence.ts'
import type { Control, ControlRole, ControlState, WindowInfo } from '../core/desktop.ts'
import { testWindow } from '../core/testing/desktop.ts'
import type { ActionRecord } from '../models/input.ts'
import { performInApplication } from './acting.ts'
import type { Clause } from './clauses.ts'
import type { Move, Scene } from './moves.ts'
import { parseRequest } from './parser.ts'
import { didIn, sceneIn } from './testing/scenes.ts'
import type { Phase } from '../../src-preload/contract/clause-marker.ts'
import type { TrailStep } from './progress.ts'

const windowOf = (id: string, title: string, more: Partial<WindowInfo> = {}): WindowInfo =>
  testWindow({
    id,
    title,
    process_name: 'app',
    application: 'App',
    bounds: { x: 0, y: 0, width: 800, height: 600 },
    ...more,
  })
const dialogOf = (id: string, title: string) =>
  windowOf(id, title, { kind: 'dialog', modal: true, owner: 'main' })
const main = windowOf('main', 'Untitled - App')

let next = 1
const part = (
  window_id: string,
  role: ControlRole,
  name: string,
  states: ControlState[] = [],
  more: Partial<Control> = {},
): Control => ({
  id: String(next++),
  role,
  name,
  value: null,
  description: null,
  states,
  bounds: { x: 10, y: 20 * next, width: 100, height: 15 },
  window_id,
  parent: null,
  depth: 1,
  actions: [],
  ...more,
})

const done = (phase: Phase, ...actions: Partial<ActionRecord>[]): TrailStep => didIn(phase, null, actions)

const sceneOf = (controls: Control[], windows: WindowInfo[] = [main], trail: TrailStep[] = []): Scene =>
  sceneIn(main, { controls, windows, trail })

const clausesOf = (request: string): Clause[] => parseRequest(request).clauses ?? []
const move = (request: string, scene: Scene): Move => {
  const clauses = clausesOf(request)
  return performInApplication(
    clauses.at(-1) as Parameters<typeof performInApplication>[0],
    scene,
    clauses.at(-2),
  )
}
const shown = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(',')
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : ''
const calls = (given: Move) =>
  given.do === 'act'
    ? given.actions.map(({ function: name, arguments: p }) =>
        `${name} ${shown(p['id'] ?? p['keys'] ?? p['seconds'] ?? p['path'])} ${shown(p['text'])}`.trim(),
      )
    : given

test('“select” checks a box where nothing else has that name, and all where nothing is called so', () => {
  const box = part('main', 'check box', 'Departure', ['unchecked'])
  const list = part('main', 'list item', 'Bike')
  expect(calls(move('select Departure', sceneOf([box, list])))).toEqual([`set_toggle ${box.id}`])
  expect(calls(move('select Bike', sceneOf([box, list])))).toEqual([`select_item ${list.id}`])
  expect(calls(move('select all', sceneOf([box, list])))).toEqual(['keyboard_input Ctrl+A'])
  const all = part('main', 'list item', 'All')
  expect(calls(move('select all', sceneOf([all, list])))).toEqual([`select_item ${all.id}`])
})

describe('typing', () => {
  const editor = part('main', 'document', '', ['editable', 'multiline'])

  test('without a place goes where the keyboard is', () => {
    const focused = { ...editor, states: [...editor.states, 'focused' as const] }
    expect(calls(move('type "x"', sceneOf([focused])))).toEqual(['type_text  x'])
  })

  test('goes into the one editor where nothing that is written into has the keyboard', () => {
    const button = part('main', 'button', 'Bold', ['focused'])
    expect(calls(move('type "x"', sceneOf([button, editor])))).toEqual([`set_edit_text ${editor.id} x`])
  })

  test('stops at a dialog whose button has the keyboard, and goes on where its field has', () => {
    const asking = windowOf('d', 'Select template', {
      kind: 'dialog',
      modal: true,
      active: true,
      owner: 'main',
    })
    const windows = [{ ...main, active: false }, asking]
    const ok = part('d', 'button', 'OK', ['focused', 'default'])
    const waits = Array.from({ length: 12 }, () => done('wait'))
    expect(move('create a new map, type "x"', sceneOf([ok], windows, waits))).toMatchObject({
      do: 'fail',
      reason: 'It stops here: the dialog “Select template” is open.',
    })
    const field = part('d', 'edit', 'Name', ['focused', 'editable'])
    expect(calls(move('create a new map, type "x"', sceneOf([editor, field], windows, waits)))).toEqual([
      'type_text  x',
    ])
  })

  test('begins a new document on a start page whose tab has the keyboard', () => {
    const tab = part('main', 'tab', 'Welcome', ['focused', 'selected'])
    const begin = part('main', 'button', 'New File')
    const page = [tab, begin, part('main', 'button', 'New Session')]
    expect(calls(move('type "x"', sceneOf(page)))).toEqual([`click_input ${begin.id}`])
    expect(calls(move('paste', sceneOf(page)))).toEqual([`click_input ${begin.id}`])
    expect(calls(move('copy it', sceneOf(page)))).toEqual(['keyboard_input Ctrl+C'])
    const begun = sceneOf(
      [
        { ...tab, states: [] },
        { ...editor, states: [...editor.states, 'focused'] },
      ],
      [main],
      [done('again')],
    )
    expect(calls(move('type "x"', begun))).toEqual(['type_text  x'])
    // What takes a text is typed into, and where the keyboard is elsewhere, nothing is begun.
    expect(calls(move('type "x"', sceneOf([...page, editor])))).toEqual([`set_edit_text ${editor.id} x`])
    expect(calls(move('type "x"', sceneOf([begin])))).toEqual(['type_text  x'])
  })

  test('goes to the caret of an editor whose tab has the keyboard, too', () => {
    const tab = part('main', 'tab', 'Untitled', ['focused'])
    const focused = { ...editor, states: [...editor.states, 'focused' as const] }
    expect(calls(move('type "x"', sceneOf([tab, focused])))).toEqual(['type_text  x'])
  })

  test('never goes into the lone field of a tool bar', () => {
    const bar = part('main', 'tool bar', 'Format')
    const size = { ...part('main', 'edit', 'Font size'), parent: bar.id }
    expect(calls(move('type "x"', sceneOf([bar, size])))).toEqual(['type_text  x'])
  })

  test('never goes into a lone field of one line that does not say that it has the keyboard', () => {
    const filter = part('main', 'edit', 'Filter the results', ['editable'])
    expect(calls(move('type "2+3"', sceneOf([filter])))).toEqual(['type_text  2+3'])
  })

  test('into a cell is done as by hand', () => {
    const cell = part('main', 'cell', 'A1')
    expect(move('type "5" in A1', sceneOf([cell]))).toMatchObject({
      do: 'act',
      actions: [
        { function: 'click_input' },
        { function: 'type_text', arguments: { text: '5', enter: true } },
      ],
    })
  })

  test('several items of a list are selected where all of them, and none of the whole name, are in sight', () => {
    const list = part('main', 'list', 'Languages')
    const item = (name: string, y: number) =>
      part('main', 'list item', name, [], { parent: list.id, bounds: { x: 0, y, width: 80, height: 20 } })
    const [french, spanish, both] = [item('French', 0), item('Spanish', 20), item('French and Spanish', 40)]
    const select = (...items: Control[]) =>
      calls(move('select French and Spanish in Languages', sceneOf([list, ...items])))
    expect(select(french, spanish)).toEqual([`select_item ${french.id}`, `click_input ${spanish.id}`])
    expect(select(french, spanish, both)).toEqual([`select_item ${list.id}`])
    expect(select(french)).toEqual([`select_item ${list.id}`])
  })

  test('into a cell of a form goes into the field that it holds, without Enter', () => {
    const cell = part('main', 'cell', 'Email address')
    const field = { ...part('main', 'edit', 'Email address', ['editable']), parent: cell.id }
    const typed = move('type "a@b.org" into "Email address"', sceneOf([cell, field]))
    expect(calls(typed)).toEqual([`set_edit_text ${field.id} a@b.org`])
  })

  test.each([
    ['click Edit in the row of Bob', 1],
    ['click the "Edit" button in the row of "Ann"', 0],
    ['click Edit in Ann', null],
    ['click "Edit" in the row of "Eve"', null],
  ])('%s means the one there', (request, meant) => {
    const row = (name: string, y: number) => [
      part('main', 'cell', name, [], { bounds: { x: 0, y, width: 80, height: 20 } }),
      part('main', 'button', 'Edit', [], { bounds: { x: 90, y: y + 2, width: 40, height: 16 } }),
    ]
    const controls = [...row('Ann', 0), ...row('Bob', 30)]
    const buttons = controls.filter(({ role }) => role === 'button')
    const given = calls(move(request, { ...sceneOf(controls, [main]), impatient: true }))
    if (meant === null) expect(given).toMatchObject({ do: 'fail' })
    else expect(given).toEqual([`click_input ${buttons[meant]!.id}`])
  })

  test('into a field of a group goes into that one, and in a lone field only there', () => {
    const [billing, shipping] = ['Billing', 'Shipping'].map((name) => part('main', 'group', name))
    const fields = [billing!, shipping!].map(({ id }) => part('main', 'edit', 'Street', [], { parent: id }))
    const controls = [billing!, shipping!, ...fields]
    const typing = 'type "Elm 1" into Street in Shipping'
    expect(calls(move(typing, sceneOf(controls)))).toEqual([`set_edit_text ${fields[1]!.id} Elm 1`])
    const lone = { ...sceneOf([billing!, fields[0]!]), impatient: true }
    expect(calls(move('type "Elm 1" into "Street" in "Shipping"', lone))).toMatchObject({ do: 'fail' })
  })

  test('sets a group to the radio button of that name in it', () => {
    const [size, tea] = [part('main', 'group', 'Size'), part('main', 'group', 'Tea')]
    const [mine, other] = [size, tea].map(({ id }) =>
      part('main', 'radio button', 'Medium', [], { parent: id }),
    )
    const controls = [tea, other!, size, mine!]
    expect(calls(move('set Size to Medium', sceneOf(controls, [main])))).toEqual([`select_item ${mine!.id}`])
  })

  test('into a combo box goes into the field in it', () => {
    const box = part('main', 'combo box', 'Search for')
    const field = part('main', 'edit', '', ['editable'], { parent: box.id })
    expect(calls(move('type "x" in Search for', sceneOf([box, field])))).toEqual([
      `set_edit_text ${field.id} x`,
    ])
  })

  const bar = part('main', 'tool bar', 'Formatting')
  const size = part('main', 'combo box', 'Font Size', [], { parent: bar.id })
  const points = part('main', 'edit', 'Font Size', ['editable'], { parent: size.id, value: '12 pt' })

  test('into a combo box of a tool bar takes the place of what is there, and is taken by Enter', () => {
    const scene = sceneOf([bar, size, points])
    const set = move('set "Font Size" to 20', scene)
    expect(calls(set)).toEqual([`set_edit_text ${points.id} 20`, `keyboard_input ${points.id}`])
    expect(set).toMatchObject({ actions: [{ arguments: { clear_current_text: true } }, {}] })
    expect(calls(move('type "20" into Font Size, press Enter', scene))).toEqual([
      `keyboard_input ${points.id}`,
    ])
  })

  test('into a field that is not there scrolls a page for it, never the rows of a sheet', () => {
    const waited = [done('wait')]
    const large = { bounds: { x: 0, y: 0, width: 500, height: 500 } }
    const table = part('main', 'table', 'Sheet1', [], large)
    const page = part('main', 'web page', 'Shop', [], large)
    expect(calls(move('type "B7" into "Name Box"', sceneOf([table], [main], waited)))).toEqual(['wait 0.7'])
    const sheet = part('main', 'document', 'Untitled 1', [], large)
    const inside = { ...table, parent: sheet.id }
    expect(calls(move('type "B7" into "Name Box"', sceneOf([sheet, inside], [main], waited)))).toEqual([
      'wait 0.7',
    ])
    expect(calls(move('type "B7" into "Name Box"', sceneOf([page], [main], waited)))).toEqual([
      `wheel_mouse_input ${page.id}`,
    ])
  })

  test('looks at the other pages of a dialog, the first one last, before it is told as missing', () => {
    const dialog = { ...dialogOf('prefs', 'Preferences'), active: true }
    const [view, editor, off] = [
      part('prefs', 'tab', 'View', ['selected']),
      part('prefs', 'tab', 'Editor'),
      part('prefs', 'tab', 'Plugins', ['disabled']),
    ]
    const shown = (name: string) => didIn('page', null, [{ arguments: { name } }])
    const tick = (trail: TrailStep[], tabs: Control[], more: Partial<Scene> = {}) =>
      calls(move('check "Wrap lines"', { ...sceneOf(tabs, [dialog, main], trail), ...more }))
    expect(tick([], [view, editor, off])).toEqual([`click_input ${editor.id}`])
    const back = [
      { ...view, states: [] },
      { ...editor, states: ['selected' as const] },
    ]
    expect(tick([shown('Editor')], back)).toEqual([`click_input ${view.id}`])
    expect(tick([shown('Editor'), shown('View')], [view, editor])).toEqual(['wait 0.3'])
    // The tabs of a window are its documents, and an impatient reader presses nothing.
    expect(tick([], [view, editor], { windows: [main] })).toEqual(['wait 0.3'])
    expect(tick([], [view, editor], { impatient: true })).toMatchObject({ do: 'fail' })
  })

  test('does not go into a dialog that has come with the application, nor do the keys of “save as”', () => {
    const template = { ...dialogOf('template', 'Select a Template'), active: true }
    const behind = sceneOf([part('template', 'edit', 'Search', ['focused'])], [template, main])
    expect(calls(move('type "Dear"', behind))).toEqual(['wait 0.3'])
    expect(calls(move('save as "~/a.odp"', behind))).toEqual(['wait 0.3'])
    const waited = ['0.3', '0.7', '1.5', '2.5'].map(() => done('wait'))
    expect(move('type "Dear"', { ...behind, trail: waited })).toEqual({
      do: 'fail',
      reason: 'It stops here: the dialog “Select a Template” is open.',
    })
    // A plain button of the dialog is no menu.
    const help = sceneOf([part('template', 'button', 'Help')], [template, main])
    expect(calls(move('choose Help > About', help))).toEqual(['wait 0.3'])
    // Nor where the dialog is the window to work in.
    expect(calls(move('choose Help > About', { ...help, window: template }))).toEqual(['wait 0.3'])
    // What an act before has opened is meant.
    expect(calls(move('press Ctrl+F, type "Dear"', behind))).toEqual(['type_text  Dear'])
  })

  test('does not go into the button of a message, whatever has opened it', () => {
    const message = { ...dialogOf('message', 'Artha'), active: true, says: 'WordNet is missing.' }
    const ok = part('message', 'button', 'OK', ['focused'])
    const scene = { ...sceneOf([ok], [message]), window: { ...message, says: null } }
    expect(calls(move('open artha, type "house"', scene))).toEqual(['wait 0.3'])
    const field = part('message', 'edit', 'Name')
    const asking = { ...sceneOf([ok, field], [message]), window: message }
    expect(calls(move('open artha, type "house"', asking))).toEqual(['type_text  house'])
  })

  test('is followed by keys in the same field', () => {
    const field = part('main', 'edit', 'Address')
    expect(calls(move('type "x" in Address, press Enter', sceneOf([field])))).toEqual([
      `keyboard_input ${field.id}`,
    ])
    expect(calls(move('press Enter', sceneOf([field])))).toEqual(['keyboard_input Enter'])
  })
})

describe('choosing', () => {
  const country = part('main', 'combo box', 'Country', [], { value: 'Austria' })

  test.each(['choose Japan in Country', 'choose "Japan" from the Country combo box'])(
    '“%s” chooses from the combo box of that name',
    (request) => {
      const chosen = move(request, sceneOf([country]))
      expect(chosen).toMatchObject({
        actions: [{ function: 'select_item', arguments: { id: country.id, name: 'Japan' } }],
      })
    },
  )

  test.each(['choose Open in Terminal', 'choose "Find in Country"', 'choose Edit > Find in Country'])(
    '“%s” means a menu',
    (request) => {
      const waited = [done('wait'), done('wait')]
      expect(move(request, sceneOf([country], [main], waited))).toMatchObject({
        actions: [{ function: 'choose_menu' }],
      })
    },
  )

  test('waits for a list that is not there yet, unless the words are those of a control', () => {
    expect(calls(move('choose Japan in Country', sceneOf([])))).toEqual(['wait 0.3'])
    const item = part('main', 'menu item', 'Open in Terminal')
    expect(move('choose Open in Terminal', sceneOf([item]))).toMatchObject({
      actions: [{ function: 'choose_menu' }],
    })
  })
})

describe('an act that met another target than the one that was judged', () => {
  const missed = (code: 'target_changed' | 'tool', ...rest: Partial<ActionRecord>[]) =>
    done('act', { status: 'failure', error: 'The target changed.', code }, ...rest)
  const pressing = (...trail: TrailStep[]) => calls(move('press Ctrl+Home', sceneOf([], [main], trail)))

  test('is begun anew, because nothing was done', () => {
    expect(pressing(missed('target_changed'))).toEqual(['keyboard_input Ctrl+Home'])
    expect(pressing(missed('target_changed', { status: 'skipped' }))).toEqual(['keyboard_input Ctrl+Home'])
  })

  test('is given up after the third time, after any other failure, and where an act before it was done', () => {
    const one = missed('target_changed')
    expect(pressing(one, one, one, one)).toMatchObject({ do: 'fail' })
    expect(pressing(missed('tool'))).toMatchObject({ do: 'fail' })
    expect(pressing(done('act', {}, { status: 'failure', code: 'target_changed' }))).toMatchObject({
      do: 'fail',
    })
  })
})

describe('an act whose dialog had not opened when it was looked for', () => {
  const late = done('act', { effect: 'contradicted', evidence: 'No dialog has opened.' })

  test('is waited for', () => {
    expect(calls(move('choose Insert > Chart…', sceneOf([], [main], [late])))).toEqual(['wait 0.3'])
  })

  test('is done once the dialog is there', () => {
    const windows = [dialogOf('d', 'Chart'), { ...main, active: false }]
    expect(move('choose Insert > Chart…', sceneOf([], windows, [late, done('wait')]))).toEqual({ do: 'done' })
  })

  test('fails with the evidence when patience is over', () => {
    const trail = [late, ...Array.from({ length: 4 }, () => done('wait'))]
    expect(move('choose Insert > Chart…', sceneOf([], [main], trail))).toMatchObject({
      do: 'fail',
      reason: expect.stringContaining('No dialog has opened'),
    })
  })
})

describe('save as', () => {
  const name = part('d', 'edit', 'Name:', ['focused'])
  const save = part('d', 'button', 'Save', ['default'])
  const dialog = [name, part('d', 'button', 'Cancel'), save, part('d', 'list', 'Places')]
  const behind = { ...main, active: false }
  const asking = [dialogOf('d', 'Save As'), behind]
  const REQUEST = 'save as "~/sub/a.csv"'
  const keys = done('keys', { function: 'keyboard_input' })
  const fill = done('fill', { function: 'set_edit_text' }, {})

  test('begins with its keys', () => {
    expect(calls(move(REQUEST, sceneOf([])))).toEqual(['keyboard_input Ctrl+Shift+S'])
  })

  test('fills in the whole path and saves, once the dialog is there', () => {
    expect(calls(move(REQUEST, sceneOf(dialog, asking, [keys])))).toEqual([
      `set_edit_text ${name.id} /home/ada/sub/a.csv`,
      `click_input ${save.id}`,
    ])
  })

  test('sets the type of file that the name says, once', () => {
    const types = part('d', 'combo box', 'File type:')
    types.value = 'Gnumeric XML (*.gnumeric)'
    const other = [...dialog, types]
    expect(move(REQUEST, sceneOf(other, asking, [keys]))).toMatchObject({
      phase: 'type',
      actions: [{ function: 'select_item', arguments: { id: types.id, name: '*.csv' } }],
    })
    const missed = done('type', { function: 'select_item', status: 'failure', error: 'No such item.' })
    expect(move(REQUEST, sceneOf(other, asking, [keys, missed]))).toMatchObject({ phase: 'fill' })
    for (const fitting of ['Text CSV (*.csv)', 'All files (*.*)', 'Automatically']) {
      types.value = fitting
      expect(move(REQUEST, sceneOf(other, asking, [keys]))).toMatchObject({ phase: 'fill' })
    }
  })

  test('is done with the file on disk, whatever dialog has come meanwhile', () => {
    const tip = { ...dialogOf('t', 'Tip of the day'), says: 'Press F1.' }
    const ok = part('t', 'button', 'OK')
    const saved = (path: string) =>
      done('fill', {}, { function: 'click_input', told: [seen('file_written', { path })] })
    const request = 'save as "/srv/a.csv"'
    expect(move(request, sceneOf([ok], [tip, behind], [keys, saved('/srv/a.csv')]))).toEqual({ do: 'done' })
    expect(move(request, sceneOf([ok], [tip, behind], [keys, saved('/srv/b.csv')]))).not.toEqual({
      do: 'done',
    })
  })

  test('gives a dialog that puts its folder before any path the path from there, once', () => {
    const settled = done('settle', {})
    const told = (says: string) => [keys, fill, { ...settled, step: { ...settled.step, thought: says } }]
    const says = (text: string) => told(`It stops for the dialog “Error”, which says: “${text}”.`)
    const doubled = says('Unable to save file: /home/ada//home/ada/sub/a.csv')
    expect(calls(move(REQUEST, sceneOf(dialog, asking, doubled)))).toEqual([
      `set_edit_text ${name.id} sub/a.csv`,
      `click_input ${save.id}`,
    ])
    for (const trail of [
      says('Unable to save file: /home/ada/sub/a.csv'),
      says('Unable to save file: /srv//home/ada/sub/a.csv'),
      [...doubled, done('again', {}, {})],
    ])
      expect(calls(move(REQUEST, sceneOf(dialog, asking, trail)))).toEqual(['wait 0.3'])
  })

  test('uses a dialog that is open already', () => {
    expect(move(REQUEST, sceneOf(dialog, asking))).toMatchObject({ do: 'act', phase: 'fill' })
  })

  test('tries the menu when the keys open nothing, and fails when that opens nothing, too', () => {
    const waits = Array.from({ length: 4 }, () => done('wait'))
    const titled = { ...main, title: 'letter.txt - App' }
    expect(calls(move(REQUEST, sceneOf([], [titled], [keys, ...waits])))).toEqual([
      'choose_menu File,Save As…',
    ])
    const trail = [keys, ...waits, done('menu', { function: 'choose_menu' }), ...waits]
    const nothing = { do: 'fail', reason: expect.stringContaining('No dialog') as string }
    expect(move(REQUEST, sceneOf([], [titled], trail))).toMatchObject(nothing)
    // What has no file yet asks for one; what has one would be overwritten.
    expect(calls(move(REQUEST, sceneOf([], [main], trail)))).toEqual(['keyboard_input Ctrl+S'])
    const noMenu = done('menu', { status: 'failure', error: 'There is no menu.' })
    expect(calls(move(REQUEST, sceneOf([], [main], [keys, ...waits, noMenu])))).toEqual([
      'keyboard_input Ctrl+S',
    ])
    for (const [title, moves] of [
      ['letter.txt - App', { do: 'fail' }],
      ['Unsaved 1', ['keyboard_input Ctrl+S']],
      ['*Ungespeicherte Datei', ['keyboard_input Ctrl+S']],
      ['Unsaved work.txt - App', { do: 'fail' }],
      ['Unsaved work', { do: 'fail' }],
    ] as const) {
      const scene = sceneOf([], [{ ...main, title }], [keys, ...waits, noMenu])
      expect(calls(move(REQUEST, scene)), title).toMatchObject(moves)
    }
    const saved = [...trail, done('plain', { function: 'keyboard_input' }), ...waits]
    expect(move(REQUEST, sceneOf([], [main], saved))).toMatchObject(nothing)
  })

  test('goes on where a control that it would press has gone meanwhile, and tells of a message that its keys have opened', () => {
    const waits = Array.from({ length: 4 }, () => done('wait'))
    const gone = done('menu', { status: 'failure', error: 'There is no control 23.', code: 'target_changed' })
    expect(calls(move(REQUEST, sceneOf([], [main], [keys, ...waits, gone])))).toEqual([
      'choose_menu File,Save As…',
    ])
    const warning = windowOf('d', 'Warning', {
      kind: 'dialog',
      modal: true,
      owner: 'main',
      says: 'No layer.',
    })
    const windows = [{ ...main, active: false }, warning]
    expect(move(REQUEST, sceneOf([], windows, [keys, ...waits]))).toMatchObject({
      do: 'fail',
      reason: expect.stringContaining('“Warning”, which says: “No layer.”') as string,
    })
  })

  test('reads the first menus, whatever they are called, and presses no keys that none of them tells', () => {
    const waits = [done('wait'), done('wait')]
    const bar = part('main', 'menu bar', '')
    const at = (x: number) => ({ parent: bar.id, bounds: { x, y: 0, width: 40, height: 20 } })
    const window = part('main', 'menu', 'Fenster', [], at(0))
    const map = part('main', 'menu', 'Map', [], at(50))
    const edit = part('main', 'menu', 'Bearbeiten', [], at(100))
    const bare = [bar, edit, map, window]
    const titled = { ...main, title: 'letter.txt - App' }
    const next = (controls: Control[], trail: TrailStep[], shown = titled) =>
      calls(move(REQUEST, sceneOf(controls, [shown], trail)))
    expect(next(bare, [])).toEqual([`click_input ${window.id}`])
    const first = done('menu')
    const others = ['Kopie speichern unter…', 'Speichern'].map((name) => part('main', 'menu item', name))
    expect(next([...bare, ...others], [first])).toEqual(['wait 0.3'])
    expect(next([...bare, ...others], [first, ...waits])).toEqual([
      'keyboard_input Escape',
      `click_input ${map.id}`,
    ])
    const item = part('main', 'menu item', 'Speichern &unter…')
    const second = [first, ...waits, done('menu')]
    expect(next([...bare, item], second)).toEqual([`click_input ${item.id}`])
    // Where none has it, the menus are closed again. Texmaker writes a command by the keys that others take for it.
    expect(next(bare, [...second, ...waits])).toEqual(['keyboard_input Escape', `click_input ${edit.id}`])
    const all = [...second, ...waits, done('menu')]
    expect(next(bare, [...all, ...waits])).toEqual(['keyboard_input Escape'])
    const closed = [...all, ...waits, done('item', { function: 'keyboard_input' })]
    expect(next(bare, closed)).toEqual(['wait 0.3'])
    expect(next(bare, [...closed, ...waits, ...waits])).toMatchObject({ do: 'fail' })
    expect(next(bare, closed, main)).toEqual(['keyboard_input Ctrl+S'])
    // The ways to save may stand in a submenu “Save”, which an Escape of its own closes.
    const inner = part('main', 'menu', 'Save', [], { parent: window.id })
    const top = done('menu', { arguments: { name: 'Fenster' } })
    expect(next([...bare, inner], [top, ...waits])).toEqual([`click_input ${inner.id}`])
    const below = done('menu', { arguments: { name: 'Save' } })
    const saveAs = part('main', 'menu item', 'Save As...')
    expect(next([...bare, inner, saveAs], [top, below])).toEqual([`click_input ${saveAs.id}`])
    expect(next([...bare, inner], [top, below, ...waits])).toEqual([
      'keyboard_input Escape',
      'keyboard_input Escape',
      `click_input ${map.id}`,
    ])
    const broken = done('menu', { status: 'failure', error: 'It does not open.' })
    expect(next(bare, [broken])).toMatchObject({ do: 'fail', reason: 'It does not open.' })
  })

  test('chooses an encoding that has all characters where the text would lose some', () => {
    const [ok, cancel] = [part('q', 'button', 'OK'), part('q', 'button', 'Cancel')]
    const says = 'This file contains Unicode characters which will be lost if you save it as ANSI. Continue?'
    const question = { ...dialogOf('q', 'App'), says }
    expect(move(REQUEST, sceneOf([ok, cancel], [question, behind], [keys, fill]))).toMatchObject({
      phase: 'encode',
      actions: [{ function: 'click_input', arguments: { id: cancel.id } }],
    })
    const encoding = part('d', 'combo box', 'Encoding:')
    const cancelled = [keys, fill, done('encode', { function: 'click_input' })]
    expect(move(REQUEST, sceneOf([...dialog, encoding], asking, cancelled))).toMatchObject({
      phase: 'encode',
      actions: [{ function: 'click_input', arguments: { id: encoding.id } }],
    })
    const opened = [...cancelled, done('encode', { function: 'click_input' })]
    const list = ['ANSI', 'UTF-8 with BOM', 'Unicode (UTF-8)'].map((item) => part('l', 'list item', item))
    expect(calls(move(REQUEST, sceneOf([...dialog, encoding, ...list], asking, opened)))).toEqual([
      `click_input ${list[2]?.id}`,
      `set_edit_text ${name.id} /home/ada/sub/a.csv`,
      `click_input ${save.id}`,
    ])
    const waits = Array.from({ length: 4 }, () => done('wait'))
    expect(move(REQUEST, sceneOf([...dialog, encoding], asking, [...opened, ...waits]))).toMatchObject({
      do: 'fail',
    })
    expect(move(REQUEST, sceneOf([], [main], cancelled))).toMatchObject({ do: 'act', phase: 'wait' })
    expect(move(REQUEST, sceneOf(dialog, asking, cancelled))).toMatchObject({
      do: 'fail',
      reason: 'The dialog “Save As” offers no encoding that has all characters.',
    })
    const again = [...cancelled, done('again', {}, {}, {})]
    expect(move(REQUEST, sceneOf([ok, cancel], [question, behind], again))).toMatchObject({ do: 'fail' })
  })

  test.each<[string, string, string[], string]>([
    [
      'keeps the format that the path names',
      'Confirm File Format',
      ['Use ODF Format', 'Use Text CSV Format!'],
      'Use Text CSV Format!',
    ],
    [
      'keeps it in a language whose words it does not know',
      'Vahvista tiedostomuoto',
      ['Ohje', 'Käytä ODF-muotoa!', 'Käytä Word 2007–365 -muotoa!'],
      'Käytä Word 2007–365 -muotoa!',
    ],
    [
      'keeps it in a language without blanks',
      '確認',
      ['ヘルプ', '使用 ODF 格式(!)', '使用 Word 2007-365 格式(!)'],
      '使用 Word 2007-365 格式(!)',
    ],
    ['leaves the options of an export as they are', 'Export Text File', ['Help', 'Cancel', 'OK'], 'OK'],
    [
      'goes on to replace a file, which the gate asks about',
      'The file already exists. Replace it?',
      ['Cancel', 'Replace'],
      'Replace',
    ],
  ])('%s', (_, title, buttons, pressed) => {
    const parts = buttons.map((button) => part('q', 'button', button))
    const scene = sceneOf(parts, [dialogOf('q', title), behind], [keys, fill])
    expect(calls(move(REQUEST, scene))).toEqual([`click_input ${parts[buttons.indexOf(pressed)]?.id}`])
  })

  test('goes on once from the options of an export that come before the file', () => {
    const parts = ['Help', 'Export', 'Cancel'].map((button) => part('q', 'button', button))
    const asked = (title: string, ...trail: (typeof keys)[]) =>
      move(REQUEST, sceneOf(parts, [dialogOf('q', title), behind], trail))
    expect(calls(asked('PDF Options'))).toEqual([`click_input ${parts[1]?.id}`])
    const once = done('settle', { function: 'click_input' })
    expect(asked('PDF Options', once)).not.toMatchObject({ phase: 'settle' })
    // What comes in is no export.
    expect(asked('Text Import')).not.toMatchObject({ phase: 'settle' })
  })

  test('fails on a question that it can’t answer, and lists its buttons', () => {
    const parts = [part('q', 'button', 'Yes'), part('q', 'button', 'No')]
    const given = move(REQUEST, sceneOf(parts, [dialogOf('q', 'Send usage data?'), behind], [keys, fill]))
    expect(given).toMatchObject({ do: 'fail', reason: expect.stringContaining('“Yes”, “No”') })
  })

  test('types the path where the field did not take it', () => {
    const failed = done(
      'fill',
      { function: 'set_edit_text', effect: 'contradicted', evidence: 'It has “”.' },
      { status: 'skipped' },
    )
    expect(calls(move(REQUEST, sceneOf(dialog, asking, [keys, failed])))).toEqual([
      `click_input ${name.id}`,
      'keyboard_input Ctrl+A',
      'type_text  /home/ada/sub/a.csv',
      `click_input ${save.id}`,
    ])
  })

  test('presses the button once more where the dialog stays with the path in it', () => {
    const waits = Array.from({ length: 4 }, () => done('wait'))
    const filled = [{ ...name, value: '/home/ada/sub/a.csv' }, ...dialog.slice(1)]
    expect(calls(move(REQUEST, sceneOf(filled, asking, [keys, fill, ...waits])))).toEqual([
      `click_input ${save.id}`,
    ])
    const stillOpen = { do: 'fail', reason: 'The dialog “Save As” is still open after saving.' }
    const twice = [keys, fill, ...waits, done('press', {}), ...waits]
    expect(move(REQUEST, sceneOf(filled, asking, twice))).toMatchObject(stillOpen)
    // It is in another folder now, say, which has taken the path for its own.
    expect(move(REQUEST, sceneOf(dialog, asking, [keys, fill, ...waits]))).toMatchObject(stillOpen)
  })

  test('is done when the title has the name of the file', () => {
    expect(move(REQUEST, sceneOf([], [windowOf('main', 'a.csv - App')], [keys, fill]))).toEqual({
      do: 'done',
    })
  })

  test('has failed where another file was written than was asked for', () => {
    const told = [seen('file_not_new', { path: '/home/ada/sub/a.csv' }), seen('menu_closed')]
    const other = done('fill', { effect: 'unconfirmed', evidence: evidenceWords(told), told })
    const waits = Array.from({ length: 4 }, () => done('wait'))
    const windows = [windowOf('main', 'a.csv.ods - App')]
    expect(move(REQUEST, sceneOf([], windows, [keys, other, ...waits]))).toMatchObject({
      do: 'fail',
      reason: expect.stringContaining('/home/ada/sub/a.csv was not written.') as string,
    })
  })

  test('that wrote nothing has failed, also by keys; a dialog that asks first is answered by what follows', () => {
    const told = [seen('file_kept', { path: '/home/ada/a.txt' }), seen('nothing')]
    const evidence = evidenceWords(told)
    const kept = done('act', { function: 'keyboard_input', effect: 'unconfirmed', evidence, told })
    expect(move('press Ctrl+S', sceneOf([], [main], [kept]))).toEqual({ do: 'fail', reason: evidence })
    const asked = sceneOf([], [dialogOf('q', 'Keep the format?'), { ...main, active: false }], [kept])
    expect(move('press Ctrl+S', asked)).toEqual({ do: 'done' })
  })

  test('ends at once when a person does not allow it', () => {
    const refused = done(
      'fill',
      {},
      { status: 'failure', user_confirm: 'no', error: 'Refused by the person: keep it.' },
    )
    expect(move(REQUEST, sceneOf(dialog, asking, [keys, refused]))).toMatchObject({
      do: 'fail',
      reason: expect.stringContaining('Refused by the person: keep it.'),
    })
  })
})
