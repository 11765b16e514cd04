// Commands that are names of buttons and menu items, and what stands in for menus where a window has none.
import { describe, expect, test } from 'vitest'
import type { Control } from '../core/desktop.ts'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import { isAppClause, performInApplication } from './acting.ts'
import { search } from './finding.ts'
import { asPart } from './hosting.ts'
import type { Move } from './moves.ts'
import { parseRequest } from './parser.ts'
import type { TrailStep } from './progress.ts'
import { stoppedByDialog } from './stray-dialog.ts'
import { didIn, partsOf, sceneIn } from './testing/scenes.ts'

const window = testWindow({ id: 'main', title: 'Mines', process_name: 'mines', application: 'Mines' })
const part = partsOf(window)

function move(request: string, controls: Control[], trail: TrailStep[] = []): Move {
  const [said] = parseRequest(request).clauses ?? []
  const clause = said && (asPart(said) ?? said)
  if (!clause || !isAppClause(clause)) throw new Error(`No clause of an application: ${request}`)
  return performInApplication(clause, sceneIn(window, { controls, windows: [window], trail }))
}
/** What is done to which control, or with which keys, path or item. */
const done = (made: Move): unknown =>
  made.do === 'act'
    ? made.actions.map(({ function: name, arguments: { id, keys, path } }) => [name, keys ?? id ?? path])
    : made

test('“clear” presses a button of that word alone, and one for all only where all is said', () => {
  const [clear, all] = [part('button', 'Clear'), part('button', 'Clear All')]
  const waited = ['0.3', '0.7', '1.5', '2.5'].map(() => didIn('wait', null, []))
  const pressing = (request: string, button: Control) => done(move(request, [button], waited))
  expect(pressing('clear the results', clear)).toEqual([['click_input', clear.id]])
  expect(pressing('clear the results', all)).toMatchObject({ do: 'fail' })
  expect(pressing('clear all the results', all)).toEqual([['click_input', all.id]])
})

describe('a command that says the name of a button or an item', () => {
  test.each([
    ['insert a page break', 'button', 'Insert Page Break'],
    ['create a new archive', 'button', 'Create Archive'],
    ['start a new game', 'button', 'New Game'],
    ['pause the music', 'toggle button', 'Pause'],
    ['next song', 'button', 'Next'],
    ['export it as a PDF', 'menu item', 'Export as PDF…'],
    ['dismiss the message', 'button', 'OK'],
    ['open the preferences', 'menu item', 'Configure Mines…'],
    ['open the settings', 'menu item', 'Options…'],
    ['open the settings dialog', 'menu item', 'Mines einrichten …'],
    ['open the handbook', 'menu item', 'Mines Handbook'],
    ['open the score list', 'button', 'Show Score List'],
    ['make it upper case', 'menu item', 'Make Upper Case'],
    ['configure mines', 'menu item', 'Configure Mines…'],
  ] as const)('“%s” presses the %s “%s”', (request, role, name) => {
    expect(done(move(request, [part('button', 'Close'), part(role, name)]))).toEqual([
      ['click_input', `${role} ${name}`],
    ])
  })

  test('leaves a view on that is on already, and takes no name that says more', () => {
    const on = part('radio button', 'List View', ['checked'])
    expect(done(move('switch to list view', [on]))).toEqual([['set_toggle', on.id]])
    const deletes = part('button', 'Insert Table and Delete Old One')
    expect(move('insert a table', [deletes])).not.toMatchObject({ actions: [{ function: 'click_input' }] })
  })

  test('is not done while the dialog that it has opened still asks', () => {
    const { step } = didIn('act', null, [{ arguments: { name: 'Insert Table…' } }])
    const dialog = testWindow({ ...window, id: 'asks', title: 'Insert Table', kind: 'dialog', modal: true })
    const seen = { window, windows: [dialog, window], controls: [] }
    expect(stoppedByDialog([step], null, seen, true)).toBe(
      'It stops here: the dialog “Insert Table” is open.',
    )
    expect(stoppedByDialog([step], null, seen)).toBeNull()
    expect(stoppedByDialog([step], null, { ...seen, windows: [window] }, true)).toBeNull()
    const beside = { ...dialog, modal: false, active: true }
    expect(stoppedByDialog([step], null, { ...seen, windows: [beside, window] }, true)).not.toBeNull()
    expect(
      stoppedByDialog([step], null, { ...seen, window: beside, windows: [beside, window] }, true),
    ).toBeNull()
  })

  test('is done where a dialog with one answer only reports that', () => {
    const { step } = didIn('act', null, [{ arguments: { name: 'Save' } }])
    const stopsAt = (says: string, ...answers: string[]) => {
      const dialog = testWindow({
        ...window,
        id: 'tells',
        title: 'Notes',
        kind: 'dialog',
        modal: true,
        active: true,
        says,
      })
      const controls = answers.map((name) => part('button', name, [], { window_id: 'tells' }))
      return stoppedByDialog([step], null, { window, windows: [dialog, window], controls })
    }
    expect(stopsAt('Your note was saved.', 'OK')).toBeNull()
    for (const stop of [
      stopsAt('Your note was saved.', 'OK', 'Send'),
      stopsAt('Your note was saved.'),
      stopsAt('Your note is too long.', 'OK'),
    ])
      expect(stop).toContain('It stops here: the dialog “Notes”')
  })

  test.each([
    ['start a new game', 'Game', 'New'],
    ['create a new folder', 'Create New', 'Folder'],
  ])('“%s” is in the menu “%s” the item “%s”', (request, name, item) => {
    const menu = part('menu', name)
    const found = part('menu item', item, [], { parent: menu.id })
    expect(done(move(request, [menu, found, part('menu item', 'Close')]))).toEqual([
      ['click_input', found.id],
    ])
  })

  test('reads the menus where a list was scrolled in vain', () => {
    const scrolled = didIn('seek', null, [{ status: 'failure', error: 'It is not among the 10.' }])
    const menu = part('toggle button', 'Menu', ['unchecked'])
    const waited = ['0.3', '0.7', '1.5', '2.5'].map(() => didIn('wait', null, []))
    expect(done(move('show the sidebar', [menu], [scrolled, ...waited]))).toEqual([['click_input', menu.id]])
  })

  test('looks into the submenu that shares a short word, and opens each of several menus of one name', () => {
    const bar = part('menu bar', '')
    const file = part('menu', 'File', [], { parent: bar.id })
    const submenu = part('menu', 'New', [], { parent: file.id })
    const opened = (name: string) => didIn('menu', null, [{ arguments: { name } }])
    const waited = [didIn('wait', null, []), didIn('wait', null, [])]
    expect(
      done(
        move(
          'create a new contact',
          [bar, file, submenu, part('menu item', 'Quit', [], { parent: file.id })],
          [opened('File'), ...waited],
        ),
      ),
    ).toEqual([['click_input', submenu.id]])
    const menus = ['left', 'right'].map((id) =>
      testControl(id, 'Menu', { role: 'toggle button', window_id: 'main' }),
    )
    expect(done(move('start a new game', menus))).toEqual([['click_input', 'left']])
    expect(done(move('start a new game', menus, [opened('Menu'), ...waited]))).toEqual([
      ['keyboard_input', 'Escape'],
      ['click_input', 'right'],
    ])
  })

  test('presses a button that has only the verb, where it is the one of its window and no menu has more', () => {
    const waited = ['0.3', '0.7', '1.5', '2.5'].map(() => didIn('wait', null, []))
    const add = part('button', 'Add')
    expect(done(move('add a new task', [add], waited))).toEqual([['click_input', add.id]])
    expect(move('add a new task', [add]).do === 'act' && done(move('add a new task', [add]))).not.toEqual([
      ['click_input', add.id],
    ])
    const other = {
      ...part('button', 'Add', [], { bounds: { x: 300, y: 9, width: 50, height: 20 } }),
      id: 'other',
    }
    expect(move('add a new task', [add, other], waited).do).toBe('fail')
  })

  test('asks which of several rows is to be opened', () => {
    const rows = [10, 40].map((y) => ({
      ...part('cell', 'Podcasts', [], { bounds: { x: 5, y, width: 90, height: 20 } }),
      id: `cell ${y}`,
    }))
    expect(move('open the podcasts', rows)).toMatchObject({ do: 'ask' })
  })

  test('has nothing to do where the dialog that it opens is in front already, unless that asks something', () => {
    const dialog = testWindow({ ...window, id: 'asks', title: 'Preferences', kind: 'dialog', active: true })
    const moveBefore = (request: string, more: Partial<typeof dialog>) => {
      const [said] = parseRequest(request).clauses ?? []
      const clause = said && (asPart(said) ?? said)
      if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
      const windows = [
        { ...dialog, ...more },
        { ...window, active: false },
      ]
      return performInApplication(clause, sceneIn(window, { controls: [], windows, trail: [] })).do
    }
    expect(moveBefore('open the preferences', {})).toBe('done')
    expect(moveBefore('open the site manager', { title: 'Site Manager - Mines' })).toBe('done')
    expect(moveBefore('open the site manager', {})).toBe('act')
    expect(moveBefore('open the preferences', { says: 'Reset the preferences?' })).toBe('act')
    expect(moveBefore('insert a table', { title: 'Insert Table' })).toBe('act')
  })

  test('tells the dialog that stands there, and not that no menu can be read', () => {
    const dialog = testWindow({ ...window, title: 'Startup Wizard', kind: 'dialog' })
    const [clause] = parseRequest('start a new game').clauses ?? []
    if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
    const trail = ['0.3', '0.7', '1.5', '2.5'].map(() => didIn('wait', null, []))
    expect(
      performInApplication(clause, sceneIn(dialog, { controls: [], windows: [dialog], trail })),
    ).toMatchObject({ do: 'fail', reason: 'It stops here: the dialog “Startup Wizard” is open.' })
  })

  test('a new tab is a new document where a window with tabs has no other button for it', () => {
    const waited = ['0.3', '0.7', '1.5', '2.5'].map(() => didIn('wait', null, []))
    const created = part('button', 'New')
    const tabs = part('tab list', '')
    expect(done(move('open a new tab', [created, tabs], waited))).toEqual([['click_input', created.id]])
    expect(move('open a new tab', [created], waited).do).toBe('fail')
  })

  test('opens other buttons that open something last', () => {
    const menu = part('toggle button', 'Menu', ['unchecked'])
    const modes = part('button', 'Basic', ['collapsed'])
    expect(done(move('switch to Programming mode', [modes, menu]))).toEqual([['click_input', menu.id]])
    const opened = didIn('menu', null, [{ arguments: { name: 'Menu' } }])
    const waited = [didIn('wait', null, []), didIn('wait', null, [])]
    expect(done(move('switch to Programming mode', [modes, menu], [opened, ...waited]))).toEqual([
      ['keyboard_input', 'Escape'],
      ['click_input', modes.id],
    ])
  })
})

test('a command finds what the interface calls so in its own language, and a setting that it hides', () => {
  const translate = (name: string) =>
    ({
      'New Folder': ['neuer ordner'],
      'Show sidebar': ['seitenleiste anzeigen'],
      'Hide sidebar': ['seitenleiste verbergen'],
    })[name] ?? []
  const moveIn = (request: string, control: Control) => {
    const [clause] = parseRequest(request).clauses ?? []
    if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
    const trail = [didIn('page', null, []), didIn('menu', null, [{ arguments: { name: 'Ansicht' } }])]
    const scene = sceneIn(window, {
      controls: [control],
      windows: [window],
      trail: /show|hide/.test(request) ? trail : [],
    })
    return done(performInApplication(clause, { ...scene, translate }))
  }
  const folder = part('menu item', '_Neuer Ordner …')
  expect(moveIn('create a new folder', folder)).toEqual([['click_input', folder.id]])
  const shows = part('menu item', 'Seitenleiste anzeigen', ['checked'])
  expect(moveIn('hide the sidebar', shows)).toEqual([['set_toggle', shows.id]])
  const hides = part('menu item', 'Seitenleiste verbergen')
  expect(moveIn('hide the sidebar', hides)).toEqual([['click_input', hides.id]])
})

describe('choosing', () => {
  test('a tool is the button of its name, without the word for its sort', () => {
    const eraser = part('check box', 'Eraser', ['unchecked'])
    expect(done(move('choose the eraser tool', [eraser]))).toEqual([['set_toggle', eraser.id]])
    const button = part('button', 'Pencil')
    expect(done(move('choose the pencil tool', [button]))).toEqual([['click_input', button.id]])
    const mode = part('toggle button', 'Paint Mode: Eraser', ['unchecked'])
    expect(done(move('choose the eraser', [mode, button]))).toEqual([['set_toggle', mode.id]])
    const item = part('menu item', 'Eraser')
    expect(done(move('choose the eraser tool', [item]))).toEqual([['choose_menu', ['eraser tool']]])
  })

  test('calls the first menu as the window does', () => {
    const bar = part('menu bar', '')
    const menus = ['File', 'Tools', 'Help'].map((name) => part('menu', name, [], { parent: bar.id }))
    expect(done(move('choose Tool > Eraser', [bar, ...menus]))).toEqual([
      ['choose_menu', ['Tools', 'Eraser']],
    ])
    expect(done(move('choose Tulip > Eraser', [bar, ...menus]))).toEqual([
      ['choose_menu', ['Tulip', 'Eraser']],
    ])
  })

  test('takes the list that has the item, where several are called so', () => {
    const lists = ['left', 'right'].map((id) =>
      testControl(id, '', {
        role: 'list',
        window_id: 'main',
        bounds: { x: id === 'left' ? 0 : 300, y: 0, width: 200, height: 300 },
      }),
    )
    const sans = part('list item', 'Sans', [], { parent: 'right' })
    const other = part('list item', 'All', [], { parent: 'left' })
    expect(done(move('select Sans in the list', [...lists, other, sans]))).toEqual([['select_item', sans.id]])
    const tab = part('tab', 'Theme')
    const theme = part('cell', 'Adwaita', [], { parent: tab.id })
    expect(done(move('select Adwaita in Theme', [tab, theme]))).toEqual([['select_item', theme.id]])
    expect(move('select Serif in the list', [...lists, other, sans]).do).toBe('ask')
  })
})

test('a folder is gone to in a file manager by the keys for a location, and nowhere else', () => {
  const [clause] = parseRequest('go to "~/box"').clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
  const going = (process_name: string) => {
    const shown = testWindow({ id: 'main', process_name })
    return done(performInApplication(clause, sceneIn(shown, { controls: [], windows: [shown], trail: [] })))
  }
  expect(going('thunar')).toEqual([
    ['keyboard_input', 'Ctrl+L'],
    ['type_text', undefined],
  ])
  expect(going('mousepad')).toEqual([['wait', undefined]])
})

test('a switch between parts of a window is a tab to people', () => {
  const resources = part('radio button', 'Resources', ['unchecked'])
  expect(done(move('switch to the Resources tab', [resources]))).toEqual([['click_input', resources.id]])
})

describe('searching', () => {
  const field = part('edit', '', ['focused', 'editable'], {
    value: '',
    bounds: { x: 10, y: 10, width: 200, height: 30 },
  })
  const waited = Array.from({ length: 4 }, () => didIn('wait', null, []))

  test('goes into the only field of a window that has no text beside it', () => {
    expect(done(move('search for apple', [field]))).toEqual([
      ['set_edit_text', field.id],
      ['keyboard_input', 'Enter'],
    ])
    const text = part('document', 'Text', ['editable'])
    expect(move('search for apple', [field, text])).not.toMatchObject({
      actions: [{ function: 'set_edit_text' }, {}],
    })
  })

  test('in a browser goes by the keys for it, and into the field of its own that opens', () => {
    const browser = testWindow({ id: 'main', title: 'Form - Chromium', process_name: 'chromium' })
    const page = part('web page', 'Form')
    const bar = { ...field, id: 'bar', name: 'Address and search bar', states: [] }
    const name = { ...field, id: 'name', name: 'Name', parent: page.id }
    const find = { ...field, id: 'find', name: 'Find' }
    const pressed = didIn('plain', null, [{ arguments: { keys: 'Ctrl+F' } }])
    const found = (controls: Control[], trail: TrailStep[]) =>
      search(
        { kind: 'search', text: 'apple', inText: true, words: 'find apple' },
        sceneIn(browser, { controls, windows: [browser], trail }),
      )
    expect(found([page, bar, name], [])).toMatchObject({ actions: [{ arguments: { keys: 'Ctrl+F' } }] })
    expect(found([page, bar, name, find], [pressed])).toMatchObject({
      actions: [{ arguments: { id: 'find' } }, {}],
    })
    expect(found([page, bar, name], [pressed])).toMatchObject({ phase: 'wait' })
  })

  test('presses the usual keys where nothing is called so, and no field could take the text by mistake', () => {
    const list = part('list', 'Fonts')
    expect(done(move('search for apple', [list], waited))).toEqual([['keyboard_input', 'Ctrl+F']])
    const pressed = didIn('plain', null, [{ arguments: { keys: 'Ctrl+F' } }])
    expect(done(move('search for apple', [list, field], [pressed]))).toEqual([
      ['set_edit_text', field.id],
      ['keyboard_input', 'Enter'],
    ])
    // Before a button of any name is tried as a menu; where no field has opened, the menus come after it.
    const button = part('toggle button', '', ['collapsed'])
    expect(done(move('search for apple', [list, button]))).toEqual([['keyboard_input', 'Ctrl+F']])
    expect(done(move('search for apple', [list, button], [pressed, ...waited]))).toEqual([
      ['click_input', button.id],
    ])
    // From this one is only chosen.
    const folder = part('combo box', 'root', [], {
      bounds: { x: 10, y: 90, width: 200, height: 30 },
      value: 'root',
    })
    expect(done(move('search for apple', [list, folder], waited))).toEqual([['keyboard_input', 'Ctrl+F']])
    expect(done(move('search for apple', [list, folder], [pressed]))).toEqual([['wait', undefined]])
    const name = part('edit', 'Name', ['editable'], { bounds: { x: 10, y: 10, width: 200, height: 30 } })
    const other = part('edit', 'Place', ['editable'], { bounds: { x: 10, y: 50, width: 200, height: 30 } })
    expect(move('search for apple', [name, other], waited)).toMatchObject({ do: 'fail' })
  })
})
