// What is done by menus, dialogs and places of an application: each move, from what is to be seen and what was done for the clause.
import { describe, expect, test } from 'vitest'
import type { Control, ControlRole, ControlState, WindowInfo } from '../core/desktop.ts'
import { testWindow } from '../core/testing/desktop.ts'
import type { ActionRecord } from '../models/input.ts'
import type { Phase } from '../../src-preload/contract/clause-marker.ts'
import { isAppClause, performInApplication } from './acting.ts'
import { findWithin } from './matching.ts'
import { choose, type Move, type Scene } from './moves.ts'
import { parseRequest } from './parser.ts'
import { testAction, testStep } from '../models/testing/inputs.ts'
import { didIn, sceneIn } from './testing/scenes.ts'
import type { TrailStep } from './progress.ts'

const main = testWindow({
  id: 'main',
  title: 'note.txt - Editor',
  process_name: 'editor',
  bounds: { x: 100, y: 0, width: 1000, height: 500 },
})
const popup: WindowInfo = { ...main, id: 'popup', kind: 'popup' }
const dialog: WindowInfo = { ...main, id: 'dialog', title: 'Replace', kind: 'dialog', modal: true }

const part = (
  role: ControlRole,
  name: string,
  more: Partial<Control> = {},
  ...states: ControlState[]
): Control => ({
  id: `${role} ${name}`,
  role,
  name,
  value: null,
  description: null,
  states,
  bounds: { x: 100, y: 100, width: 100, height: 20 },
  window_id: 'main',
  parent: null,
  depth: 1,
  actions: [],
  ...more,
})
const bar = part('menu bar', '')
const menu = (name: string, at: number) =>
  part('menu', name, { parent: bar.id, bounds: { x: 100 + at * 50, y: 0, width: 50, height: 20 } })
const item = (name: string, ...states: ControlState[]) =>
  part('menu item', name, { window_id: 'popup' }, ...states)
const MENUS = [bar, menu('File', 0), menu('View', 1)]

const did = (phase: Phase, ...actions: Partial<ActionRecord>[]): TrailStep =>
  didIn(phase, phase === 'settle' ? 'It is greyed out.' : null, actions)
const opened = (name: string) => did('menu', { arguments: { name } })

const sceneOf = (
  controls: Control[],
  trail: TrailStep[] = [],
  windows: WindowInfo[] = [main, popup],
): Scene => sceneIn(main, { controls, windows, trail })

function move(request: string, ...scene: Parameters<typeof sceneOf>): Move {
  const [clause] = parseRequest(request).clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error(`No clause of an application: ${request}`)
  return performInApplication(clause, sceneOf(...scene))
}
const acts = (made: Move) =>
  made.do === 'act'
    ? made.actions.map(({ function: name, arguments: { name: target, ...rest } }) => [
        name,
        target ?? rest['keys'] ?? rest['starting_phrase'],
        ...(rest['text'] === undefined ? [] : [rest['text']]),
        ...(rest['checked'] === undefined ? [] : [rest['checked']]),
      ])
    : made

test('a choice in sight is chosen where it stands, and what a button or a menu has is that of the menu', () => {
  const large = part('radio button', 'Large')
  expect(acts(move('choose Large', [...MENUS, large]))).toEqual([['select_item', 'Large']])
  const button = part('button', 'Large', { bounds: { x: 300, y: 100, width: 50, height: 20 } })
  expect(move('choose Large', [...MENUS, large, button])).toMatchObject({
    actions: [{ function: 'choose_menu', arguments: { path: ['Large'] } }],
  })
  expect(move('choose "View > Large"', [...MENUS, large])).toMatchObject({
    actions: [{ function: 'choose_menu', arguments: { path: ['View', 'Large'] } }],
  })
})

describe('a command of a menu', () => {
  test('is a button of that name in sight, in another language, too', () => {
    expect(acts(move('zoom in', [...MENUS, part('button', 'Vergrößern')]))).toEqual([
      ['click_input', 'Vergrößern'],
    ])
  })

  test('is looked for in the menus, one after the other, each of which is closed again', () => {
    expect(acts(move('zoom in', MENUS))).toEqual([['click_input', 'File']])
    expect(acts(move('zoom in', [...MENUS, item('Save')], [opened('File')]))).toEqual([
      ['keyboard_input', 'Escape'],
      ['click_input', 'View'],
    ])
    expect(acts(move('zoom in', [...MENUS, item('Zoom In')], [opened('File'), opened('View')]))).toEqual([
      ['click_input', 'Zoom In'],
    ])
  })

  test('is looked for in a submenu that shares a word with it', () => {
    const submenu = part('menu', 'Zoom', { window_id: 'popup' })
    expect(acts(move('zoom in', [...MENUS, submenu, item('Save')], [opened('View')]))).toEqual([
      ['click_input', 'Zoom'],
    ])
  })

  test('is looked for in the other submenus where no menu has it, in a second pass', () => {
    const seek = (...seen: Parameters<typeof sceneOf>) => acts(move('turn on line numbers', ...seen))
    const borders = part('menu', 'Borders', { window_id: 'popup' })
    const left = move('turn on line numbers', [...MENUS, borders, item('Icons')], [opened('File')])
    expect(left).toMatchObject({
      thought: 'It may be in the menu “View”. Submenus are left in the menu “File”.',
    })
    const further = [opened('File'), opened('View side')]
    expect(move('turn on line numbers', [...MENUS, borders, item('Icons')], further)).toMatchObject({
      thought: expect.stringContaining('left in the menu “File”'),
    })
    const first = [opened('File'), opened('View')]
    expect(seek([...MENUS, borders, item('Icons')], first)).toEqual([['click_input', 'Borders']])
    const again =
      left.do === 'act' ? didIn('menu', left.thought, [{ arguments: { name: 'View' } }]) : first[1]
    const noted = [opened('File'), ...(again ? [again] : [])]
    expect(seek([...MENUS, item('Icons')], noted)).toEqual([
      ['keyboard_input', 'Escape'],
      ['click_input', 'File'],
    ])
    const second = [...noted, opened('File')]
    expect(seek([...MENUS, borders, item('Icons')], second)).toEqual([['click_input', 'Borders']])
    const numbers = item('Show Line Numbers', 'unchecked')
    expect(seek([...MENUS, borders, numbers], [...second, opened('Borders')])).toEqual([
      ['set_toggle', 'Show Line Numbers', true],
    ])
    const nested = part('menu', 'Left', { window_id: 'popup', parent: borders.id })
    expect(seek([...MENUS, borders, nested, item('Icons')], [...second, opened('Borders')])).toEqual([
      ['keyboard_input', 'Escape'],
    ])
    // Escape has closed all, or the submenu alone: then the menu is closed, too.
    const closed = did('menu', { function: 'keyboard_input', arguments: { keys: 'Escape' } })
    const after = [opened('View'), opened('Zoom'), closed]
    expect(acts(move('new folder', MENUS, after, [main]))).toEqual([['click_input', 'File']])
    expect(acts(move('new folder', [...MENUS, item('Icons')], after))).toEqual([
      ['keyboard_input', 'Escape'],
      ['click_input', 'File'],
    ])
    // The menu of what is shown or hidden is read first.
    const long = [
      opened('File'),
      didIn('menu', 'Submenus are left in the menu “File”.', [{ arguments: { name: 'View' } }]),
    ]
    const both = [
      ...long,
      didIn('menu', 'It may be in the menu “Help”. Submenus are left in the menu “View”.', [
        { arguments: { name: 'Help' } },
      ]),
    ]
    const help = menu('Help', 2)
    expect(seek([...MENUS, help, item('Icons')], both)).toEqual([
      ['keyboard_input', 'Escape'],
      ['click_input', 'View'],
    ])
  })

  test('of one word alone is taken from no submenu that shares no word with it', () => {
    const borders = part('menu', 'Borders', { window_id: 'popup' })
    const first = [opened('File'), opened('View')]
    expect(acts(move('new folder', [...MENUS, borders, item('Icons')], first))).toEqual([
      ['click_input', 'Borders'],
    ])
    const perhaps = didIn('menu', 'Perhaps it is in the menu “Borders”.', [
      { arguments: { name: 'Borders' } },
    ])
    const second = [...first, perhaps]
    const bare = [...MENUS, borders, item('New')]
    expect(acts(move('new document', bare, second))).not.toEqual([['click_input', 'New']])
  })

  test('is in the menu of a button that holds a button of its own name, as GTK 4 builds it', () => {
    const view = part('button', 'View')
    const bare = [view, part('button', 'View', { id: 'inner', parent: view.id })]
    expect(acts(move('new window', bare, [], [main]))).toEqual([['click_input', 'View']])
  })

  test('may be called by its menu and its item together', () => {
    const submenu = part('menu', 'Create New', { window_id: 'popup' })
    const folder = part('menu item', 'Folder', { window_id: 'popup', parent: submenu.id })
    const blank = part('menu item', 'Blank File', { window_id: 'popup', parent: submenu.id })
    expect(acts(move('new folder', [...MENUS, submenu, blank, folder], [opened('Create New')]))).toEqual([
      ['click_input', 'Folder'],
    ])
  })

  test('may be one of several that its menu is called after', () => {
    const sessions = part('menu', 'Sessions', { parent: bar.id })
    const add = part('menu item', 'Add', { window_id: 'popup', parent: sessions.id })
    expect(acts(move('create a new session', [bar, sessions, add], [opened('Sessions')]))).toEqual([
      ['click_input', 'Add'],
    ])
    expect(acts(move('create a new playlist', [bar, sessions, add], [opened('Sessions')]))).toEqual([
      ['keyboard_input', 'Escape'],
    ])
  })

  test('may be in the menu of a button for what can be made', () => {
    const main = part('toggle button', 'Menu', {}, 'unchecked')
    const adding = part('toggle button', 'Add', {}, 'unchecked')
    const shown = item('Help')
    const trail = [opened('Menu')]
    expect(acts(move('create a new playlist', [main, adding, shown], trail))).toContainEqual([
      'click_input',
      'Add',
    ])
    expect(acts(move('open the preferences', [main, adding, shown], trail))).not.toContainEqual([
      'click_input',
      'Add',
    ])
  })

  test('that undoes is a button where nothing is written', () => {
    const undo = part('button', 'Undo')
    expect(acts(move('undo', [undo]))).toEqual([['click_input', 'Undo']])
    const text = part('document', '', {}, 'focused')
    expect(acts(move('undo', [undo, text]))).toEqual([['keyboard_input', 'Ctrl+Z']])
    const level = part('combo box', 'Easy', {}, 'focused')
    expect(acts(move('undo', [undo, level]))).toEqual([['click_input', 'Undo']])
    const grey = part('button', 'Undo', {}, 'disabled')
    expect(move('undo the move', [grey])).toMatchObject({ do: 'act', phase: 'wait' })
  })

  test('is looked for in the menu of the selected item after all others', () => {
    const chosen = part('list item', 'a.txt', {}, 'selected')
    const trail = [opened('File'), opened('View')]
    const made = move('rename it', [...MENUS, item('Save'), chosen], trail)
    expect(acts(made)).toEqual([
      ['keyboard_input', 'Escape'],
      ['click_input', 'a.txt'],
    ])
    expect(made).toMatchObject({ actions: [{}, { arguments: { button: 'right' } }] })
    const context = did('menu', { arguments: { name: 'a.txt', button: 'right' } })
    expect(acts(move('rename it', [...MENUS, item('Rename…'), chosen], [...trail, context]))).toEqual([
      ['click_input', 'Rename…'],
    ])
    // What has the keyboard stands in another list than what is selected: of the two none is sure.
    const other = part('cell', 'Trips', {}, 'focused')
    expect(acts(move('rename it', [...MENUS, item('Save'), chosen, other], trail))).toEqual([
      ['keyboard_input', 'Escape'],
    ])
    // In a page an item's menu is that of the browser, and of two selected items none is meant.
    const page = part('web page', 'Files')
    const inPage = part('list item', 'a.txt', { parent: page.id }, 'selected')
    expect(acts(move('rename it', [...MENUS, item('Save'), page, inPage], trail))).toEqual([
      ['keyboard_input', 'Escape'],
    ])
  })

  test('that is done to a file is looked for in the menu of the one that was selected last, before any other', () => {
    const files = { ...main, process_name: 'caja' }
    const chosen = part('image', 'a.txt')
    const place = part('cell', 'home', {}, 'selected')
    const selecting = testAction('select_item', { arguments: { id: chosen.id, name: 'a.txt' } })
    const key = testAction('keyboard_input', { arguments: { keys: 'Down' } })
    const rename = (...history: ActionRecord[]) => {
      const [clause] = parseRequest('rename it').clauses ?? []
      if (!clause || !isAppClause(clause)) throw new Error('no clause')
      return performInApplication(clause, {
        ...sceneIn(files, { controls: [...MENUS, chosen, place], windows: [files], trail: [] }),
        history: [testStep(0, { actions: history })],
      })
    }
    expect(rename(selecting)).toMatchObject({
      actions: [{ function: 'click_input', arguments: { name: 'a.txt', button: 'right' } }],
    })
    expect(rename(selecting, key)).toMatchObject({
      actions: [{ function: 'click_input', arguments: { name: 'home', button: 'right' } }],
    })
  })

  test('is set in the menu of its name where no field has it', () => {
    const waited = [did('wait'), did('wait')]
    const level = part('menu', 'Difficulty', { window_id: 'popup' })
    const easy = part('menu item', 'Easy', { window_id: 'popup', parent: level.id }, 'unchecked')
    const hard = part('menu item', 'Hard', { window_id: 'popup', parent: level.id }, 'checked')
    const trail = [...waited, opened('File'), opened('Difficulty')]
    expect(acts(move('set the difficulty to Easy', [...MENUS, level, easy, hard], trail))).toEqual([
      ['set_toggle', 'Easy', true],
    ])
    const field = part('edit', 'Difficulty')
    expect(acts(move('set the difficulty to Easy', [...MENUS, field]))).toEqual([
      ['set_edit_text', 'Difficulty', 'Easy'],
    ])
    expect(acts(move('set the difficulty to Easy', MENUS, waited))).toEqual([['click_input', 'File']])
  })

  test('is the item that does either of two things, and what a page calls so where no menu has it', () => {
    const line = item('Duplicate Line / Selection')
    expect(acts(move('duplicate the line', [...MENUS, line], [opened('File')]))).toEqual([
      ['click_input', 'Duplicate Line / Selection'],
    ])
    const other = item('Duplicate Line or Selection')
    expect(acts(move('duplicate the line', [...MENUS, other], [opened('File')]))).toEqual([
      ['click_input', 'Duplicate Line or Selection'],
    ])
    expect(parseRequest('duplicate the first line').clauses).toMatchObject([
      { kind: 'go to line', line: 1 },
      { kind: 'named item', names: ['Duplicate line', 'Duplicate the line', 'Duplicate'] },
    ])
    const page = part('web page', 'Prefs')
    const box = part('check box', 'Mute all sounds', { parent: page.id }, 'unchecked')
    const [clause] = parseRequest('mute all sounds').clauses ?? []
    if (!clause || !isAppClause(clause)) throw new Error('no clause')
    const scene = { ...sceneOf([page, box]), windows: [main], impatient: true }
    expect(acts(performInApplication(clause, scene))).toEqual([['set_toggle', 'Mute all sounds', true]])
  })

  test('is not gone to where its item is greyed out', () => {
    const page = item('Go to Page…', 'disabled')
    const made = move('go to page 2', [...MENUS, page], [opened('File')])
    expect(made).toMatchObject({ do: 'act', phase: 'settle' })
    expect(move('go to page 2', MENUS, [opened('File'), did('settle')])).toEqual({
      do: 'fail',
      reason: 'It is greyed out.',
    })
  })

  test('does an export among other things where no submenu in sight may do it alone', () => {
    const trail = [opened('File')]
    const wide = item('Export…')
    expect(acts(move('export it as PNG', [...MENUS, wide], trail))).toEqual([['click_input', 'Export…']])
    const narrow = part('menu', 'Export As', { window_id: 'popup' })
    expect(acts(move('export it as PNG', [...MENUS, wide, narrow], trail))).toEqual([
      ['click_input', 'Export As'],
    ])
  })

  test('is told as missing without a key where a right click has opened no menu', () => {
    const chosen = part('list item', 'a.png', {}, 'selected')
    const context = did('menu', { arguments: { name: 'a.png', button: 'right' } })
    const trail = [opened('File'), opened('View'), context, did('wait'), did('wait')]
    expect(move('rotate right', [...MENUS, chosen], trail, [main])).toEqual({
      do: 'fail',
      reason: expect.stringMatching(/These menus were read: File, View\.$/),
    })
    expect(acts(move('rotate right', [...MENUS, chosen, item('Copy')], trail))).toEqual([
      ['keyboard_input', 'Escape'],
    ])
  })

  test('that no menu has is told with the menus that were read, and none stays open', () => {
    const trail = [opened('File'), opened('View')]
    expect(acts(move('zoom in', [...MENUS, item('Save')], trail))).toEqual([['keyboard_input', 'Escape']])
    expect(move('zoom in', MENUS, [...trail, did('item')])).toEqual({
      do: 'fail',
      reason: expect.stringContaining('These menus were read: File, View.'),
    })
  })

  test('that is greyed out is told so, and its menu is closed', () => {
    const greyed = [...MENUS, item('Zoom In', 'disabled')]
    expect(move('zoom in', greyed, [opened('View')])).toMatchObject({
      do: 'act',
      phase: 'settle',
      thought: expect.stringContaining('greyed out'),
    })
    expect(move('zoom in', MENUS, [opened('View'), did('settle')])).toEqual({
      do: 'fail',
      reason: 'It is greyed out.',
    })
  })

  test('opens no menu behind a dialog', () => {
    const asking = { ...dialog, active: true, says: 'Save?' }
    expect(move('zoom in', MENUS, [], [main, asking])).toMatchObject({ do: 'act', phase: 'wait' })
  })

  test('about the program is looked for in Help first, and has its name behind it', () => {
    const menus = [...MENUS, menu('Help', 2)]
    expect(acts(move('show the about dialog', menus))).toEqual([['click_input', 'Help']])
    const shown = [...menus, item('Help Contents'), item('About Mousepad')]
    expect(acts(move('show the about dialog', shown, [opened('Help')]))).toEqual([
      ['click_input', 'About Mousepad'],
    ])
    const german = { ...main, application: 'Okular Dokumente', process_name: 'okular' }
    const [clause] = parseRequest('open the about dialog').clauses ?? []
    if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
    const other = { ...item('Über KDE'), bounds: { x: 100, y: 140, width: 100, height: 20 } }
    const both = [...MENUS, menu('Hilfe', 2), item('Über Okular'), other]
    const scene = { ...sceneOf(both, [opened('Hilfe')]), window: german }
    expect(acts(performInApplication(clause, scene))).toEqual([['click_input', 'Über Okular']])
  })

  test('is never something in a page', () => {
    const page = part('web page', 'Shop')
    const inPage = part('button', 'Print', { parent: page.id })
    expect(acts(move('print it', [...MENUS, page, inPage]))).toEqual([['click_input', 'File']])
  })

  test('that is a state is left on where it is on', () => {
    expect(acts(move('make it bold', [part('toggle button', 'Bold', {}, 'checked')]))).toEqual([
      ['set_toggle', 'Bold', true],
    ])
  })
})

describe('a window without a menu bar', () => {
  const waits = Array.from({ length: 12 }, () => did('wait'))
  const options = part('toggle button', 'File options', {}, 'unchecked')

  test('is zoomed by the keys that do it nearly everywhere, once nothing in it is called so', () => {
    expect(acts(move('zoom in', [], waits, [main]))).toEqual([['keyboard_input', 'Ctrl++']])
    expect(acts(move('zoom out', [], waits, [main]))).toEqual([['keyboard_input', 'Ctrl+-']])
    expect(move('zoom in', MENUS, [opened('File'), opened('View'), ...waits])).toMatchObject({
      do: 'act',
      phase: 'item',
    })
    expect(move('rotate right', [], waits, [main])).toMatchObject({ do: 'fail' })
  })

  test('is in the menu of a button that its catalogue calls a menu', () => {
    const button = part('toggle button', 'メニュー')
    const [clause] = parseRequest('rotate right').clauses ?? []
    const chosen = (english: (label: string) => string[]) => {
      if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
      return acts(performInApplication(clause, { ...sceneOf([button], [], [main]), english }))
    }
    expect(chosen((label) => (label === 'メニュー' ? ['menu'] : []))).toEqual([['click_input', 'メニュー']])
    expect(chosen(() => [])).not.toEqual([['click_input', 'メニュー']])
  })

  test('has a toggle button for what can be done with what it shows', () => {
    expect(acts(move('rotate right', [options], [], [main]))).toEqual([['click_input', 'File options']])
    const rotate = part('button', 'Rotate ⤵')
    expect(acts(move('rotate right', [options, rotate], [opened('File options')], [main]))).toEqual([
      ['click_input', 'Rotate ⤵'],
    ])
    expect(
      move('rotate right', [part('toggle button', 'Annotate document', {}, 'unchecked')], waits, [main]),
    ).toMatchObject({ do: 'fail' })
  })

  test('may have buttons that begin with their function key', () => {
    const make = part('button', 'F7 Mkdir')
    expect(acts(move('new folder', [make], [], [main]))).toEqual([['click_input', 'F7 Mkdir']])
  })
})

test('of names that differ by case alone, the one that is written just so is meant', () => {
  const tabs = ['Page _2', 'page 2', 'page 2'].map((name, at) => part('tab', name, { id: `tab ${at}` }))
  const chosen = (written: string) =>
    choose(written, tabs, sceneOf(tabs), ({ id }) => ({ do: 'fail', reason: id }))
  expect(chosen('Page 2')).toMatchObject({ reason: 'tab 0' })
  expect(chosen('page 2')).toMatchObject({ do: 'ask' })
  expect(chosen('PAGE 2')).toMatchObject({ do: 'ask' })
})

describe('a setting', () => {
  test('that is in no sight is switched in the menus, however its name is written', () => {
    expect(acts(move('turn on line numbers', MENUS, [did('wait')]))).toEqual([['click_input', 'File']])
    expect(
      acts(
        move('turn on line numbers', [...MENUS, item('Show Line Numbers', 'unchecked')], [opened('View')]),
      ),
    ).toEqual([['set_toggle', 'Show Line Numbers', true]])
    expect(
      acts(move('hide the status bar', [...MENUS, item('Statusbar', 'checked')], [opened('View')])),
    ).toEqual([['set_toggle', 'Statusbar', false]])
  })

  test('that is as it should be is left alone, and its menu is closed', () => {
    expect(
      acts(move('turn on line numbers', [...MENUS, item('Line Numbers', 'checked')], [opened('View')])),
    ).toEqual([
      ['set_toggle', 'Line Numbers', true],
      ['keyboard_input', 'Escape'],
    ])
  })

  test('whose item hides is switched the other way', () => {
    expect(
      acts(move('show the sidebar', [...MENUS, item('Hide Sidebar', 'checked')], [opened('View')])),
    ).toEqual([['set_toggle', 'Hide Sidebar', false]])
  })

  test('that does not tell its state is not pressed, and is told with what to say', () => {
    // In the menu “View” it is not called “View Line Numbers”, which would say that it shows them.
    const inView = part('menu item', 'Line Numbers', { window_id: 'popup', parent: 'menu View' })
    expect(move('turn on line numbers', [...MENUS, inView], [opened('View')])).toMatchObject({
      phase: 'settle',
    })
    expect(move('turn on line numbers', [...MENUS, item('Line Numbers')], [opened('View')])).toMatchObject({
      do: 'act',
      phase: 'settle',
      thought: expect.stringContaining('Say: choose View > Line Numbers.'),
    })
  })

  test('of a box is looked for in no menu', () => {
    expect(move('check Newsletter', MENUS, [did('wait')])).not.toMatchObject({ phase: 'menu' })
  })
})

describe('going to a line', () => {
  const spinner = part('spinner', 'Line number:', { window_id: 'dialog' }, 'focused')
  test('writes the number into the field that the item opens, and ends there', () => {
    expect(acts(move('go to line 2', [...MENUS, item('Go to Line…')], [opened('File')]))).toEqual([
      ['click_input', 'Go to Line…'],
    ])
    const open = [did('plain')]
    expect(acts(move('go to line 2', [...MENUS, spinner], open, [main, dialog]))).toEqual([
      ['set_edit_text', 'Line number:', '2'],
      ['keyboard_input', 'Line number:'],
    ])
    expect(move('go to line 2', MENUS, [...open, did('fill')])).toEqual({ do: 'done' })
    // A field that stays open would take what is typed next.
    const kept = { ...spinner, states: ['focused' as const] }
    expect(acts(move('go to line 2', [...MENUS, kept], [...open, did('fill')]))).toEqual([
      ['keyboard_input', 'Escape'],
    ])
    expect(move('go to line 2', MENUS, [...open, did('fill'), did('settle')])).toEqual({ do: 'done' })
  })
})

test('a document that tells no lines never takes the number of a line', () => {
  const high = { x: 100, y: 100, width: 800, height: 400 }
  const document = part('edit', '', { bounds: high }, 'focused')
  expect(move('go to line 2', [...MENUS, document], [did('plain')])).toMatchObject({ phase: 'wait' })
})

describe('replacing a text', () => {
  const field = (name: string, y: number) =>
    part('edit', name, { window_id: 'dialog', bounds: { x: 200, y, width: 100, height: 20 } })
  const fields = [field('Replace with:', 90), field('Search for:', 120)]
  const all = part('button', 'Replace All', { window_id: 'dialog' })
  const [trail, windows] = [[did('plain')], [main, dialog]]
  const request = 'replace all "cat" with "dog"'

  test('fills in the fields by their names, presses the button for all, and closes the dialog', () => {
    expect(acts(move(request, [...fields, all], trail, windows))).toEqual([
      ['set_edit_text', 'Search for:', 'cat'],
      ['set_edit_text', 'Replace with:', 'dog'],
    ])
    const filled = [...trail, did('fill')]
    expect(acts(move(request, [...fields, all], filled, windows))).toEqual([['click_input', 'Replace All']])
    const close = part('button', 'Close', { window_id: 'dialog' })
    const pressed = [...filled, did('press')]
    expect(acts(move(request, [...fields, all, close], pressed, windows))).toEqual([['click_input', 'Close']])
    expect(move(request, [], [...pressed, did('settle')])).toEqual({ do: 'done' })
  })

  test('fills in the two fields that belong together, where a bar for searching is open, too', () => {
    const group = part('group', 'Replacement', { id: 'group' })
    const own = { bounds: { x: 200, y: 500, width: 100, height: 20 }, parent: 'group' }
    const shown = [
      part('edit', 'Search...', { bounds: { x: 200, y: 700, width: 100, height: 20 } }),
      group,
      part('edit', 'To be replaced', own),
      part('edit', 'Replace with', { ...own, bounds: { ...own.bounds, y: 530 } }),
    ]
    expect(acts(move(request, shown, trail))).toEqual([
      ['set_edit_text', 'To be replaced', 'cat'],
      ['set_edit_text', 'Replace with', 'dog'],
    ])
  })

  test('opens the second field of a bar for searching', () => {
    const bar = [field('Search', 90), part('button', 'Search & Replace (Ctrl+H)', { window_id: 'dialog' })]
    expect(acts(move(request, bar, trail, windows))).toEqual([['click_input', 'Search & Replace (Ctrl+H)']])
    expect(move(request, bar, [...trail, did('again')], windows)).toMatchObject({ phase: 'wait' })
  })

  test('is not done while the text still stands there', () => {
    const text = part('document', '', { value: 'cat' })
    const trail = [
      did('plain'),
      did('fill'),
      did('press'),
      did('settle'),
      ...Array.from({ length: 4 }, () => did('wait')),
    ]
    expect(move(request, [text], trail)).toMatchObject({
      do: 'fail',
      reason: 'The text “cat” still stands there.',
    })
  })

  test('that does not stand there opens nothing', () => {
    const text = part('document', '', { value: 'only birds' })
    expect(move(request, [...MENUS, text])).toMatchObject({ do: 'fail' })
  })

  test('is looked for where only another window tells a text', () => {
    const tip = part('document', '', { value: 'Did you know?', window_id: 'tip' })
    expect(move(request, [...MENUS, tip])).toMatchObject({ do: 'act' })
  })

  test('is replaced by the button that is called as its dialog, where a box beside it means all', () => {
    const box = part('check box', 'Replace all at once', { window_id: 'dialog' }, 'checked')
    const both = part('button', 'Find and Replace', { window_id: 'dialog' })
    expect(acts(move(request, [...fields, box, both], [...trail, did('fill')], windows))).toEqual([
      ['click_input', 'Find and Replace'],
    ])
    expect(move(request, [...fields, both], [...trail, did('fill')], windows)).toMatchObject({
      phase: 'wait',
    })
  })

  test('never presses the button for one', () => {
    const one = part('button', 'Replace', { window_id: 'dialog' })
    expect(move(request, [...fields, one], [...trail, did('fill')], windows)).toMatchObject({ phase: 'wait' })
  })
})

test('the tab beside the shown one is meant, in the list of tabs that is uppermost', () => {
  const tab = (name: string, y: number, ...states: ControlState[]) =>
    part('tab', name, { parent: `list ${y}`, bounds: { x: 0, y, width: 50, height: 20 } }, ...states)
  const tabs = [tab('A', 10), tab('B', 10, 'selected'), tab('C', 10), tab('X', 90, 'selected'), tab('Y', 90)]
  expect(acts(move('next tab', tabs))).toEqual([['click_input', 'C']])
  expect(acts(move('go to the previous tab', tabs))).toEqual([['click_input', 'A']])
})

test('a slide is gone to by what shows it in the list of slides, which Impress tells as a group', () => {
  const pane = part('document', 'Slides View', {}, 'readonly')
  const slides = [1, 2].map((number) => part('group', `Slide ${number}`, { parent: pane.id }))
  const page = part('group', 'PageShape: Slide 2')
  const seen = [...MENUS, menu('Slide', 2), pane, ...slides, page, part('text', 'Slide 2 of 2')]
  expect(acts(move('go to slide 1', seen))).toEqual([['click_input', 'Slide 1']])
})

test('whole columns and rows of a sheet are selected by the field that goes to a cell', () => {
  const box = part('edit', 'Name Box')
  const goes = (request: string) => acts(move(request, [box]))
  const to = (area: string) => [
    ['set_edit_text', 'Name Box', area],
    ['keyboard_input', 'Name Box'],
  ]
  expect(goes('select column B')).toEqual(to('B:B'))
  expect(goes('select the whole row 12')).toEqual(to('12:12'))
  expect(goes('select columns A to C')).toEqual(to('A:C'))
  expect(goes('select rows 2 to 4')).toEqual(to('2:4'))
  expect(goes('select column Price')).not.toEqual(to('Price:Price'))
  const item = part('list item', 'column B')
  expect(acts(move('select column B', [item]))).toEqual([['select_item', 'column B']])
})

test('a cell out of sight is reached by the field that goes to it', () => {
  expect(acts(move('go to cell b7', [part('cell', 'B7')]))).toEqual([['click_input', 'B7']])
  expect(acts(move('go to cell AB300', [part('edit', 'Name Box')]))).toEqual([
    ['set_edit_text', 'Name Box', 'AB300'],
    ['keyboard_input', 'Name Box'],
  ])
})

test('a cell is selected by going to it, and written into where it is out of sight; elsewhere its name is an item', () => {
  expect(acts(move('select A1', [part('cell', 'A1')]))).toEqual([['click_input', 'A1']])
  const box = part('edit', 'Name Box')
  expect(acts(move('select AB300', [box]))).toMatchObject([['set_edit_text', 'Name Box', 'AB300'], {}])
  expect(acts(move('select A1', [part('list item', 'A1')]))).toEqual([['select_item', 'A1']])
  expect(move('set AB300 to 3', [box])).toMatchObject({
    actions: [{ function: 'set_edit_text' }, { function: 'keyboard_input' }, { function: 'type_text' }],
  })
})

test('a menu for sorting may say whose size it is', () => {
  const found = move('sort by size', [...MENUS, item('By File Size')], [opened('Sorting')])
  expect(acts(found)).toEqual([['click_input', 'By File Size']])
})

test('where cells are no controls, the field that shows where the cursor is goes to one', () => {
  const shows = part('edit', '', { value: 'A1' }, 'editable')
  expect(acts(move('go to cell B7', [shows, part('edit', '', { value: '' }, 'editable')]))).toEqual([
    ['set_edit_text', '', 'B7'],
    ['keyboard_input', ''],
  ])
  // The size of a page looks like that, too, so of two none is meant, and none beside a document.
  const paper = part('edit', '', { value: 'A4' }, 'editable')
  expect(move('go to cell B7', [shows, paper])).toMatchObject({ phase: 'wait' })
  expect(move('go to cell B7', [paper, part('document', '')])).toMatchObject({ phase: 'wait' })
})

test('a drag goes from the middle of the one to the middle of the other', () => {
  const target = part('list item', 'Documents', { bounds: { x: 600, y: 250, width: 100, height: 100 } })
  const made = move('drag "a.txt" to Documents', [part('list item', 'a.txt'), target])
  expect(made).toMatchObject({
    actions: [{ arguments: { start_x: 0.05, start_y: 0.22, end_x: 0.55, end_y: 0.6 } }],
  })
})

test('a quoted text that is no item is selected in the text', () => {
  const text = part('document', '', { value: 'so, hello world' })
  expect(acts(move('select "hello world"', [text]))).toEqual([['select_text', 'hello world']])
  expect(move('select "other"', [text])).toMatchObject({ phase: 'wait' })
})

describe('a control beside another', () => {
  const at = (role: ControlRole, name: string, x: number, y: number) =>
    part(role, name, { id: `${name} ${x} ${y}`, bounds: { x, y, width: 80, height: 20 } })
  const form = [
    at('text', 'Name', 0, 0),
    at('edit', '', 0, 25),
    at('text', 'Street', 0, 50),
    at('edit', '', 0, 75),
    at('button', 'Browse', 100, 75),
    at('button', 'Browse', 100, 25),
  ]
  test.each([
    ['the field below Street', ' 0 75'],
    ['the field above Street', ' 0 25'],
    ['Browse to the right of Street', undefined],
  ])('is the nearest one on that side: %s', (phrase, id) => {
    expect(findWithin(phrase, form, 'any', [main])?.id).toBe(id)
  })

  test('is none where two are equally near', () => {
    const two = [at('button', 'Browse', 0, 0), at('text', 'Street', 100, 0), at('button', 'Browse', 200, 0)]
    expect(findWithin('Browse next to Street', two, 'click', [main])).toBeNull()
  })
})

describe('a setting of a menu that tells only what is on', () => {
  const wrap = item('Wrap Lines', 'checked')
  test('is off beside one that is on, and is pressed', () => {
    const on = move('turn on line numbers', [...MENUS, item('Line Numbers'), wrap], [opened('View')])
    expect(on).toMatchObject({ do: 'act', phase: 'act', actions: [{ function: 'click_input' }] })
    const off = move('turn off line numbers', [...MENUS, item('Line Numbers'), wrap], [opened('View')])
    expect(off).toMatchObject({ do: 'act', actions: [{ arguments: { keys: 'Escape' } }] })
  })

  test('is not pressed where nothing proves it, or where it opens a dialog', () => {
    for (const others of [
      [item('Line Numbers')],
      [item('Line Numbers'), wrap, item('Grid', 'unchecked')],
      [item('Line Numbers…'), wrap],
    ])
      expect(move('turn on line numbers', [...MENUS, ...others], [opened('View')])).toMatchObject({
        phase: 'settle',
      })
  })
})

describe('a page', () => {
  const page = (value: string) => part('spinner', 'Page:', { value })
  test('is gone to by the field for it in sight', () => {
    expect(move('go to page 2', [...MENUS, page('1')])).toMatchObject({
      phase: 'fill',
      actions: [{ function: 'set_edit_text', arguments: { text: '2' } }, { arguments: { keys: 'Enter' } }],
    })
  })

  test('that the field does not show afterwards is not reached', () => {
    const filled = did('fill', { function: 'set_edit_text' })
    expect(move('go to page 2', [...MENUS, page('2')], [filled])).toEqual({ do: 'done' })
    const late = [filled, did('wait'), did('wait'), did('wait'), did('wait')]
    expect(move('go to page 9', [...MENUS, page('3')], late)).toMatchObject({
      do: 'fail',
      reason: 'The spinner “Page:” shows 3, and not 9.',
    })
  })
})

describe('how something is shown', () => {
  test('is zoomed by the field for it', () => {
    const zoom = part('edit', 'Zoom', { value: '100%', states: ['editable'] })
    expect(move('zoom to 150%', [...MENUS, zoom])).toMatchObject({
      actions: [{ arguments: { text: '150%' } }, { arguments: { keys: 'Enter' } }],
    })
  })

  test('is sorted by the heading, or by an item of a menu for sorting, and by no other', () => {
    expect(move('sort by size', [...MENUS, part('header', 'Size')])).toMatchObject({
      actions: [{ arguments: { name: 'Size' } }],
    })
    const size = [...MENUS, item('Size', 'unchecked')]
    expect(move('sort by size', size, [opened('Sort Files')])).toMatchObject({ phase: 'act' })
    expect(move('sort by size', size, [opened('Format')])).toMatchObject({ phase: 'settle' })
  })
})

describe('lines of a text', () => {
  const text = (value: string) => part('document', '', { value })
  test('are selected by what stands in them', () => {
    expect(move('select lines 2 to 3', [text('a b\nc\nd\ne')])).toMatchObject({
      actions: [{ function: 'select_text', arguments: { starting_phrase: 'c', ending_phrase: 'd' } }],
    })
  })

  test('are not guessed where they are missing, empty or indented', () => {
    const late = [did('wait'), did('wait'), did('wait'), did('wait')]
    expect(move('select line 4', [text('a\nb\n')], late)).toMatchObject({ do: 'fail' })
    expect(move('select line 2', [text('a\n\nc')], late)).toMatchObject({ do: 'fail' })
    expect(move('select line 2', [text('a\n  b\nc')], late)).toMatchObject({ do: 'fail' })
    expect(move('select line 2', [text('x'.repeat(1000))], late)).toMatchObject({ do: 'fail' })
  })
})

test('an order is looked for in a submenu that arranges', () => {
  const submenu = part('menu', 'Arrange Items', { window_id: 'popup' })
  expect(acts(move('sort by size', [...MENUS, submenu, item('Reload')], [opened('View')]))).toEqual([
    ['click_input', 'Arrange Items'],
  ])
})

test('items below the menu that was opened are read at once, where no pop-up tells that it has them', () => {
  const [, file] = MENUS
  const inWindow = part('menu item', 'New', { parent: file?.id ?? null })
  const seen = [...MENUS, inWindow]
  expect(move('replace "a" by "b"', seen, [opened('File')], [main])).toMatchObject({
    phase: 'menu',
    actions: [{ arguments: { keys: 'Escape' } }, { arguments: { name: 'View' } }],
  })
  expect(move('replace "a" by "b"', MENUS, [opened('File')], [main])).toMatchObject({ phase: 'wait' })
})

test('a choice of which nothing is in sight is looked for in the page', () => {
  const page = part('web page', 'Setup', { bounds: { x: 100, y: 0, width: 900, height: 480 } })
  const seeking = { phase: 'seek', actions: [{ arguments: { id: page.id, until: 'Pro' } }] }
  expect(move('choose Pro', [page], [did('wait')])).toMatchObject(seeking)
  const shown = [page, part('radio button', 'Pro')]
  expect(move('choose Pro', shown, [did('wait')])).toMatchObject({ actions: [{ function: 'select_item' }] })
})

test('what turns a picture is looked for in the menu View last, where a program turns only what it shows', () => {
  const bar = [...MENUS, menu('Image', 2)]
  const next = (request: string, trail: TrailStep[], ...more: Control[]) => {
    const made = move(request, [...bar, item('Open'), ...more], trail)
    return made.do === 'act' ? made.actions.at(-1)?.arguments['name'] : made
  }
  const trail = [opened('File')]
  expect(next('rotate the image 90 degrees clockwise', trail)).toBe('Image')
  expect(next('flip the picture horizontally', trail)).toBe('Image')
  const inside = part('menu', 'Transform', { window_id: 'popup', parent: 'menu Image' })
  expect(next('rotate the image to the right', [...trail, opened('Image')], inside)).toBe('Transform')
  // A viewer has it there alone.
  expect(next('rotate it to the right', [...trail, opened('Image')])).toBe('View')
  expect(next('zoom in', trail)).toBe('View')
})

test('a submenu that is called so and has one item means that, which is left on where it is', () => {
  const insert = menu('Insert', 2)
  const both = part('menu', 'Header and Footer', { window_id: 'popup', parent: insert.id })
  const header = part('menu', 'Header', { window_id: 'popup', parent: both.id })
  const footer = part('menu', 'Footer', { window_id: 'popup', parent: both.id })
  const style = (...states: ControlState[]) =>
    part('menu item', 'Default Page Style', { window_id: 'popup', parent: header.id }, ...states)
  const other = part('menu item', 'First Page', { window_id: 'popup', parent: header.id })
  const trail = [opened('Insert'), opened('Header and Footer'), opened('Header')]
  const seen = [...MENUS, insert, both, header, footer]
  expect(acts(move('insert a header', [...seen, style('unchecked')], trail))).toEqual([
    ['click_input', 'Default Page Style'],
  ])
  expect(acts(move('insert a header', [...seen, style('checked')], trail))).toEqual([
    ['set_toggle', 'Default Page Style', true],
    ['keyboard_input', 'Escape'],
  ])
  const several = acts(move('insert a header', [...seen, style('unchecked'), other], trail))
  expect(several).not.toContainEqual(['click_input', 'Default Page Style'])
  const foreign = acts(move('insert a footnote', [...seen, style('unchecked')], trail))
  expect(foreign).not.toContainEqual(['click_input', 'Default Page Style'])
})
