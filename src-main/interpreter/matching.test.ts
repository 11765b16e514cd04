import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CONTROL_ROLES,
  type Control,
  type ControlRole,
  type ControlState,
  type WindowInfo,
} from '../core/desktop.ts'
import { testWindow } from '../core/testing/desktop.ts'
import { findByPhrase, shortName, type Purpose } from './matching.ts'
import { findWindow } from './windows.ts'

type Row = [
  role: ControlRole,
  name: string,
  x: number,
  y: number,
  width: number,
  height: number,
  more?: Partial<Control>,
]

const controlsOf = (...rows: Row[]): Control[] =>
  rows.map(([role, name, x, y, width, height, more], index) => ({
    id: String(index + 1),
    role,
    name,
    value: null,
    description: null,
    states: [],
    bounds: { x, y, width, height },
    window_id: 'w',
    parent: null,
    depth: 1,
    actions: [],
    ...more,
  }))
const states = (...each: ControlState[]): Partial<Control> => ({ states: each })

test('the label of a group is not that of the field behind it, and a group of spinners is a field for a time', () => {
  const parts = (role: ControlRole) =>
    controlsOf(
      ['text', 'Pickup', 900, 598, 50, 23],
      ['group', 'Pickup', 954, 600, 90, 23],
      [role, 'Hours', 958, 602, 22, 19, { parent: '2' }],
      [role, 'Minutes', 988, 602, 22, 19, { parent: '2' }],
      ['spinner', 'Quantity', 20, 648, 1240, 23],
    )
  const found = (controls: Control[]) => findByPhrase('Pickup', controls, 'write').found.map(({ id }) => id)
  expect(found(parts('spinner'))).toEqual(['2'])
  expect(found(parts('radio button'))).toEqual([])
})

// As the applications give them: names, descriptions and places are those that were read on a Debian 12 desktop.
const galculator = controlsOf(
  ['menu', 'File', 474, 236, 39, 25],
  ['edit', '', 481, 268, 317, 52, { value: '42', ...states('multiline', 'readonly') }],
  ['text', ' ', 480, 333, 149, 34, { value: ' ' }],
  ['toggle button', '<-', 749, 333, 50, 34, { description: 'Backspace    BackSpace' }],
  ['toggle button', 'C', 635, 333, 50, 34, { description: 'Clear display    Alt+C' }],
  ['toggle button', '=', 740, 499, 59, 74, { description: 'Enter' }],
  ['toggle button', '-', 675, 499, 59, 34, { description: 'Subtract    KP -' }],
  ['toggle button', '*', 675, 459, 59, 34, { description: 'Multiply    KP *' }],
  ['toggle button', '/', 675, 419, 59, 34, { description: 'Divide    KP /' }],
  ['toggle button', '7', 480, 419, 59, 34, { description: 'Seven    7' }],
)
const speedcrunch = controlsOf(
  ['menu bar', '', 321, 180, 640, 20],
  ['edit', '', 321, 640, 640, 20, { value: '', ...states('focused', 'editable', 'multiline') }],
)
const gnome = controlsOf(
  ['button', 'GtkMenuButton', 201, 6, 34, 34, { description: 'Primary menu' }],
  ['edit', 'GtkSourceView', 0, 166, 343, 32, { value: '7×6', ...states('focused', 'editable', 'multiline') }],
  ['edit', 'GtkTextView', 0, 206, 355, 16, states('multiline')],
  ['button', '7 7', 16, 288, 55, 40],
  ['text', '7', 16, 288, 55, 40, { parent: '4' }],
  ['button', '× ×', 217, 336, 55, 40, { description: 'Multiply [*]' }],
  ['button', '− −', 217, 384, 55, 40, { description: 'Subtract [-]' }],
  ['button', '÷ ÷', 217, 288, 55, 40, { description: 'Divide [/]' }],
  ['button', 'GtkButton', 284, 336, 55, 40, { description: 'Square [Ctrl+2]' }],
  ['button', 'GtkImage', 16, 240, 55, 40, { description: 'Clear Display [Escape]' }],
)
const replacing = controlsOf(
  ['text', 'Replace with:', 10, 30, 80, 20],
  ['combo box', 'Replace with:', 100, 30, 200, 20],
  ['button', 'Replace All', 10, 100, 80, 20],
  ['button', 'Find', 100, 100, 80, 20],
)
const kcalc = controlsOf(
  ['menu', 'File', 0, 0, 40, 20],
  ['group', '579', 10, 30, 300, 60],
  ['button', '7', 10, 100, 40, 40],
  ['text', '12', 10, 150, 20, 10, { parent: '3' }],
)
const qalculate = controlsOf(
  ['edit', '', 250, 176, 754, 69, { value: '9876×5432', ...states('multiline', 'editable', 'focused') }],
  ['text', 'RAD', 996, 250, 22, 13],
  ['image', 'Calculation result', 256, 270, 768, 83],
  ['button', 'ANS', 966, 518, 53, 44],
)
const described = qalculate.map((control) =>
  control.role === 'image' ? { ...control, description: '= 53333584' } : control,
)
// LibreOffice's word count, and a hash: what is read beside a label is its value, never the label itself or the next one.
const counted = controlsOf(
  ['text', '12', 841, 375, 8, 17],
  ['text', '7', 754, 375, 8, 17],
  ['text', 'Characters', 433, 398, 247, 17],
  ['text', '40', 754, 398, 8, 17],
  ['text', 'Words', 433, 375, 247, 17],
  ['text', 'MD5:', 433, 450, 40, 17],
  ['edit', '', 480, 445, 300, 30, { value: 'd41d8', ...states('readonly') }],
  ['text', 'Name', 433, 500, 40, 17],
  ['text', 'Size', 433, 520, 40, 17],
  ['text', '3 kB', 433, 540, 40, 17],
  ['heading', 'Thanks', 900, 600, 40, 17],
  ['button', 'CRC32:', 433, 463, 55, 34],
  ['edit', '', 494, 463, 300, 34, { value: '6e30506e', ...states('readonly') }],
)
/** A page with a link whose own name ends in the word for a kind. */
const leading = controlsOf(
  ['link', 'Next page', 10, 10, 60, 20],
  ['button', 'Next page', 10, 40, 60, 20],
  ['tab', 'Page', 10, 70, 60, 20],
)
/** Rows of settings, as GNOME Tweaks has them. */
const settings = controlsOf(
  ['list item', 'Interface Text', 371, 123, 739, 39],
  ['text', 'Interface Text', 373, 126, 536, 34, { parent: '1' }],
  ['button', 'Sans Regular', 913, 126, 195, 34, { parent: '1' }],
  ['list item', 'Monospace Text', 371, 162, 739, 39],
  ['text', 'Monospace Text', 373, 165, 536, 34, { parent: '4' }],
  ['image', '', 913, 165, 195, 34, { parent: '4' }],
  ['list item', 'Scaling', 371, 201, 739, 39],
  ['text', 'Scaling', 373, 204, 536, 34, { parent: '7' }],
  ['spinner', '', 913, 204, 195, 34, { value: '1.00', parent: '7' }],
)
/** CherryTree’s dialog for a node, and a file’s properties in PCManFM. */
const framed = controlsOf(
  ['group', 'Node Name', 306, 157, 374, 145],
  ['edit', '', 306, 174, 374, 34, { parent: '1', ...states('editable') }],
  ['check box', 'Bold', 306, 212, 374, 22, { parent: '1' }],
  ['group', 'Tags', 306, 429, 374, 151],
  ['edit', '', 306, 446, 336, 34, { parent: '4', ...states('editable') }],
  ['edit', '', 306, 496, 336, 34, { parent: '4', ...states('editable') }],
  ['text', '4.0 KiB (4096 bytes)', 668, 660, 161, 17],
  ['text', 'Size on disk:', 464, 660, 192, 17],
)
/** A field for a date in Chromium: nobody writes into the whole, and its parts are called after it. */
const dated = controlsOf(
  ['edit', 'Arrival', 79, 106, 126, 22, states('readonly')],
  ['spinner', 'Month Arrival', 82, 108, 19, 18, { parent: '1', ...states('editable') }],
  ['spinner', 'Day Arrival', 108, 108, 19, 18, { parent: '1', ...states('editable') }],
)
const remarked = controlsOf(
  ['text', 'Tab width (number of spaces)', 283, 347, 171, 35],
  ['spinner', '', 460, 351, 36, 26, { value: '4' }],
)
const mousepad = controlsOf(
  ['menu', 'Document', 100, 0, 60, 20],
  ['edit', '', 0, 40, 600, 400, { value: 'one', ...states('multiline', 'editable') }],
  ['edit', 'Search', 0, 450, 600, 30, states('editable')],
)
const form = controlsOf(
  ['text', 'First name', 10, 10, 80, 20],
  ['edit', '', 100, 10, 200, 20],
  ['text', 'Name:', 10, 40, 80, 20],
  ['edit', '', 100, 40, 200, 20],
  ['check box', 'Gift wrap', 10, 70, 100, 20],
  ['radio button', 'Small', 10, 100, 60, 20],
  ['radio button', 'Large', 90, 100, 60, 20],
  ['combo box', 'Colour', 10, 130, 100, 20],
  ['button', 'OK', 10, 200, 60, 20],
  ['button', 'OK', 100, 200, 60, 20],
  ['button', 'Save As...      ', 200, 200, 60, 20],
  ['link', 'Save the whales', 10, 230, 100, 20],
  ['button', 'Delete', 300, 200, 60, 20, states('disabled')],
  ['button', 'Delete', 400, 200, 60, 20],
)

const ids = (written: string, controls: Control[], purpose: Purpose, windows?: WindowInfo[]) =>
  findByPhrase(written, controls, purpose, windows).found.map(({ id }) => Number(id))

describe('the control that is meant', () => {
  test.each<[string, Control[], Purpose, number[]]>([
    ['7', galculator, 'click', [10]],
    ['"*"', galculator, 'click', [8]],
    ['×', galculator, 'click', [8]],
    ['"="', galculator, 'click', [6]],
    ['-', galculator, 'click', [7]],
    ['÷', galculator, 'click', [9]],
    ['divide', galculator, 'click', [9]],
    ['the 7 key', galculator, 'click', [10]],
    ['File menu', galculator, 'click', [1]],
    ['display', galculator, 'read', [2]],
    ['the result', galculator, 'read', [2]],
    ['7', gnome, 'click', [4]],
    ['*', gnome, 'click', [6]],
    ['-', gnome, 'click', [7]],
    ['/', gnome, 'click', [8]],
    ['multiply', gnome, 'click', [6]],
    ['square', gnome, 'click', [9]],
    ['Primary menu', gnome, 'click', [1]],
    ['display', gnome, 'read', [2]],
    ['display', kcalc, 'read', [2]],
    // The result is a picture: what was entered is no answer.
    ['display', qalculate, 'read', []],
    ['result', qalculate, 'read', []],
    ['result', described, 'read', [3]],
    ['display', speedcrunch, 'read', []],
    ['Words', counted, 'read', [2]],
    ['"Characters"', counted, 'read', [4]],
    ['MD5', counted, 'read', [7]],
    ['Size', counted, 'read', [10]],
    ['Thanks', counted, 'read', [11]],
    ['CRC32', counted, 'read', [13]],
    ['Interface Text', settings, 'read', [3]],
    // The picture tells nothing, and the label of the next row is no answer.
    ['Monospace Text', settings, 'read', [4]],
    ['Scaling', settings, 'read', [9]],
    ['the link Next page', leading, 'click', [1]],
    ['the button Next page', leading, 'click', [2]],
    ['the page tab', leading, 'click', [3]],
    ['Scaling', settings, 'write', [9]],
    ['"Tab width"', remarked, 'read', [2]],
    ['"Node Name"', framed, 'write', [2]],
    ['Arrival', dated, 'write', [1]],
    // Of two fields in a frame its title says nothing, and a label that waits for a value is no answer.
    ['Tags', framed, 'write', []],
    ['Size', framed, 'read', [7]],
    ['"Replace"', replacing, 'click', []],
    ['"Replace with"', replacing, 'click', [2]],
    ['document', mousepad, 'read', [2]],
    ['the document', mousepad, 'read', [2]],
    ['document', mousepad, 'click', [1]],
    ['"Document" menu', mousepad, 'read', [1]],
    ['clear display', gnome, 'click', [10]],
    ['First name', form, 'write', [2]],
    ['Name', form, 'write', [4]],
    ['the Name field', form, 'write', [4]],
    ['the second field', form, 'write', [4]],
    ['the last text field', form, 'write', [4]],
    ['gift wrap', form, 'toggle', [5]],
    ['the Large radio button', form, 'toggle', [7]],
    ['color', form, 'hold', [8]],
    ['OK', form, 'click', [9, 10]],
    ['the second OK', form, 'click', [10]],
    ['the last "OK" button', form, 'click', [10]],
    ['2nd OK button', form, 'click', [10]],
    ['third OK', form, 'click', []],
    ['Save As…', form, 'click', [11]],
    ['save as', form, 'click', [11]],
    ['Save the whales link', form, 'click', [12]],
    ['Savee the whalse', form, 'click', [12]],
    ['Delete', form, 'click', [14]],
    ['Frobnicate', form, 'click', []],
  ])('by %j', (written, controls, purpose, expected) => {
    expect(ids(written, controls, purpose)).toEqual(expected)
  })

  const traps = controlsOf(
    ['button', 'Save All', 0, 0, 60, 20],
    ['button', "Don't Save", 100, 0, 60, 20],
    ['button', 'Save and Send', 200, 0, 60, 20],
    ['button', '不保存更改', 300, 0, 60, 20],
    ['button', 'Install', 0, 40, 60, 20],
    ['button', 'Increase', 100, 40, 60, 20],
    ['button', 'Send', 200, 40, 60, 20],
    ['button', 'Row 11', 300, 40, 60, 20],
    ['menu item', 'Close and Discard', 0, 80, 60, 20],
    ['link', 'Delete my account', 100, 80, 60, 20],
    ['check box', 'Do not send me news', 200, 80, 60, 20],
    ['button', 'Next (F3)', 300, 80, 60, 20],
    ['tab', 'Form - Memory usage', 400, 80, 60, 20],
    ['tab', 'Page', 500, 80, 60, 20],
    ['tab', 'List', 600, 80, 60, 20],
  )
  test.each<[string, Purpose]>([
    ['Save', 'click'],
    ['"Save"', 'click'],
    ['Save button', 'click'],
    ['保存更改', 'click'],
    ['保存', 'click'],
    ['Uninstall', 'click'],
    ['Decrease', 'click'],
    ['Sent', 'click'],
    ['Row 10', 'click'],
    ['Row 1', 'click'],
    ['Close', 'item'],
    ['Delete', 'click'],
    ['send me news', 'toggle'],
    ['0th button', 'click'],
    ['99th button', 'click'],
    ['the tenth "Send"', 'click'],
  ])('is never another one that only looks like %j (to %s)', (written, purpose) => {
    const { found, nearest } = findByPhrase(written, traps, purpose)
    expect(found).toEqual([])
    expect(nearest).not.toEqual([])
  })

  test.each<[string, number]>([
    ['Next', 12],
    ['Save all', 1],
    ["don't save", 2],
    ['Instal', 5],
    ['the Form tab', 13],
    // The last noun is the kind, although the first is one, too.
    ['the Page tab', 14],
    ['List tab', 15],
  ])('is still found by %j', (written, expected) => {
    expect(ids(written, traps, 'click')).toEqual([expected])
  })

  test('of a status is the bar for it, where nothing is called so', () => {
    const bar: Parameters<typeof controlsOf>[0] = ['status bar', '', 0, 500, 600, 20]
    const field: Parameters<typeof controlsOf>[0] = ['edit', 'Status', 0, 0, 60, 20, states('editable')]
    expect(ids('the status', controlsOf(bar), 'read')).toEqual([1])
    expect(ids('the status message', controlsOf(field, bar), 'read')).toEqual([2])
    expect(ids('the status', controlsOf(field, bar), 'read')).toEqual([1])
  })

  test('of a search is the field that says so, among whatever else takes a text', () => {
    const controls = controlsOf(
      ['combo box', 'European Scripts', 200, 0, 60, 20, states('editable')],
      ['edit', 'Size', 300, 0, 60, 20, states('editable')],
      ['edit', 'Enter a search term or character here', 0, 0, 60, 20, states('editable')],
    )
    expect(ids('the search field', controls, 'write')).toEqual([3])
    expect(ids('the search field', controls.slice(0, 2), 'write')).toEqual([2])
    const browser = controlsOf(
      ['edit', 'Address and search bar', 0, 0, 600, 20, states('editable')],
      ['edit', 'Search', 0, 90, 60, 20, states('editable')],
    )
    expect(ids('the search field', browser, 'write')).toEqual([2])
    expect(ids('the search field', browser.slice(0, 1), 'write')).toEqual([1])
  })

  test('is the one of the dialog in front, where the window behind has one of the same name', () => {
    const controls = controlsOf(
      ['button', 'OK', 0, 0, 10, 10, { window_id: 'main' }],
      ['button', 'OK', 50, 50, 10, 10, { window_id: 'dialog' }],
    )
    const window = {
      id: 'main',
      title: 'a',
      process_name: 'a',
      application: 'a',
      pid: 1,
      bounds: { x: 0, y: 0, width: 1, height: 1 },
      active: false,
      minimized: false,
      kind: 'normal',
      modal: false,
      owner: null,
      says: null,
      unsaved: false,
    } satisfies WindowInfo
    const dialog = {
      ...window,
      id: 'dialog',
      active: true,
      kind: 'dialog',
      modal: true,
      owner: 'main',
    } satisfies WindowInfo
    expect(ids('OK', controls, 'click', [dialog, window])).toEqual([2])
  })

  test('is an outer one rather than what it contains', () => {
    const controls = controlsOf(
      ['row', 'a.txt', 0, 0, 300, 20],
      ['cell', 'a.txt', 20, 0, 100, 20, { parent: '1' }],
    )
    expect(ids('a.txt', controls, 'click')).toEqual([1])
  })

  test('is told with what is nearest when there is none', () => {
    const { nearest } = findByPhrase('gift rap paper', form, 'click')
    expect(nearest[0]).toBe('check box “Gift wrap”')
  })

  test('never depends on anything but the phrase and the controls, and is always one of them', () => {
    const control = fc
      .record({
        role: fc.constantFrom(...CONTROL_ROLES),
        name: fc.oneof(fc.string(), fc.constantFrom('OK', 'Save', 'display')),
        x: fc.nat(500),
        y: fc.nat(500),
        value: fc.option(fc.string()),
      })
      .map(({ role, name, x, y, value }): Row => [role, name, x, y, 50, 20, { value }])
    const purpose = fc.constantFrom<Purpose>('click', 'write', 'toggle', 'hold', 'item', 'read', 'any')
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('the last OK', 'display', '"OK" button')),
        fc.array(control),
        purpose,
        (written, rows, purpose) => {
          const controls = controlsOf(...rows)
          const first = findByPhrase(written, controls, purpose)
          expect(findByPhrase(written, structuredClone(controls), purpose)).toEqual(first)
          expect(first.found.every((found) => controls.includes(found))).toBe(true)
        },
      ),
    )
  })
})

describe('the window that is meant', () => {
  const window = (
    id: string,
    process_name: string,
    application: string,
    title: string,
    more: Partial<WindowInfo> = {},
  ): WindowInfo => ({
    id,
    title,
    process_name,
    application,
    pid: 1,
    bounds: { x: 0, y: 0, width: 1, height: 1 },
    active: false,
    minimized: false,
    kind: 'normal',
    modal: false,
    owner: null,
    says: null,
    unsaved: false,
    ...more,
  })
  const windows = [
    window('1', 'gnome-calculator', 'Calculator', 'Calculator'),
    window('2', 'mousepad', 'Mousepad', '*notes.txt - Mousepad'),
    window('3', 'soffice.bin', 'LibreOffice Calc', 'Untitled 1 - LibreOffice Calc'),
    window('4', 'mousepad', 'Mousepad', 'Save As', { kind: 'dialog', modal: true }),
    window('5', 'galculator', 'Galculator', 'galculator'),
  ]
  test.each([
    ['Mousepad', ['2']],
    ['mousepad window', ['2']],
    ['libreoffice calc', ['3']],
    ['LibreOffice', ['3']],
    ['notes.txt', ['2']],
    ['/home/ada/notes.txt', ['2']],
    ['the editor', ['2']],
    ['editor', ['2']],
    ['Calculator', ['1']],
    ['galculator', ['5']],
    ['Firefox', []],
    ['Untitled 2', []],
  ])('by %j', (written, expected) => {
    expect(findWindow(written, windows).found.map(({ id }) => id)).toEqual(expected)
  })
  test.each(['it', 'window', 'this window', 'the current window'])('%j is the one in front', (written) => {
    const there = windows.map((one) => ({ ...one, active: one.id === '3' }))
    expect(findWindow(written, there).found.map(({ id }) => id)).toEqual(['3'])
    expect(findWindow(written, []).found).toEqual([])
  })

  test('“the dialog” is a window that belongs to another one, and never that one', () => {
    const owned = windows.map((one) => ({
      ...one,
      owner: one.id === '2' ? '3' : null,
      active: one.id === '2',
    }))
    expect(findWindow('the dialog', owned).found.map(({ id }) => id)).toEqual(['2'])
    const alone = windows.filter(({ kind }) => kind !== 'dialog')
    expect(findWindow('dialog', alone).found).toEqual([])
  })

  test('is told with what is open when there is none', () => {
    expect(findWindow('Firefox', windows).nearest).toContain('“Calculator” (gnome-calculator)')
  })
})

test('of several kinds that are called so, the one that is named is meant before others', () => {
  const controls = controlsOf(
    ['radio button', 'Save', 0, 0, 60, 20],
    ['button', 'Save', 100, 0, 60, 20],
    ['cell', 'Open', 0, 40, 60, 20],
    ['button', 'Open', 0, 40, 30, 20, { parent: '3' }],
    ['button', 'Log in', 0, 80, 60, 20],
    ['button', '保存(S)', 0, 120, 60, 20],
    ['button', 'Don’t Save', 100, 120, 60, 20],
  )
  expect(ids('the Save button', controls, 'click')).toEqual([2])
  expect(ids('Open', controls, 'click')).toEqual([4])
  expect(ids('Log', controls, 'click')).toEqual([])
  expect(ids('the Log in button', controls, 'click')).toEqual([5])
  expect(ids('保存', controls, 'click')).toEqual([6])
  expect(ids("don't save", controls, 'click')).toEqual([7])
})

test('a phrase of a hundred thousand characters is looked for at once', () => {
  for (const part of [' ', "'", 'a ', '(', '_', '“']) {
    const long = part.repeat(100_000 / part.length)
    const controls = controlsOf(['button', long, 0, 0, 60, 20], ['edit', `${long}x`, 0, 40, 60, 20])
    expect(findByPhrase(`the ${long}y button`, controls, 'click').found).toEqual([])
    expect(findWindow(`a${long}y`, []).found).toEqual([])
  }
})

test('a control without a name is called by its role', () => {
  expect(shortName(gnome[1]!)).toBe('edit without a name')
})

test('a sign that is drawn on a key is called by its name, where no control has the sign', () => {
  const keys = controlsOf(
    ['button', 'result', 0, 0, 30, 30],
    ['button', 'add', 40, 0, 30, 30],
    ['edit', '', 0, 40, 300, 30],
  )
  const found = (phrase: string) => findByPhrase(phrase, keys, 'click').found.map(({ name }) => name)
  expect(found('=')).toEqual(['result'])
  expect(found('"+"')).toEqual(['add'])
  expect(found('×')).toEqual([])
  expect(found('plus')).toEqual(['add'])
  expect(found('equals')).toEqual(['result'])
  expect(findByPhrase('times', galculator, 'click').found.map(({ name }) => name)).toEqual(['*'])
  expect(findByPhrase('divided by', galculator, 'click').found.map(({ name }) => name)).toEqual(['/'])
  const signed = [...keys, ...controlsOf(['button', '=', 80, 0, 30, 30])]
  expect(findByPhrase('=', signed, 'click').found.map(({ name }) => name)).toEqual(['='])
})

test('what a dialog in front does not have is not taken from behind it, but may be read there', () => {
  const front = testWindow({ id: 'tone', kind: 'dialog', modal: true })
  const welcome = testWindow({ id: 'w', kind: 'dialog', active: false })
  const behind = controlsOf(['button', 'OK', 0, 0, 60, 20], ['edit', 'Total', 0, 40, 60, 20])
  const found = (phrase: string, purpose: Purpose) =>
    findByPhrase(phrase, behind, purpose, [front, welcome]).found
  expect(found('OK', 'click')).toEqual([])
  expect(found('Total', 'write')).toEqual([])
  expect(found('Total', 'read')).toHaveLength(1)
})
