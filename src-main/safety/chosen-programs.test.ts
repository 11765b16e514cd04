// Which program opens a file, and which one an application will start later: what decides that is asked about.
import { expect, test } from 'vitest'
import { findingsOf } from './policy.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const dialog = (process: string, title: string) => windowOf(process, title, { kind: 'dialog' })
const categories = (
  tool: string,
  parameters: Record<string, unknown>,
  target: ReturnType<typeof targetOf>,
  request = 'read my notes',
) =>
  findingsOf(actOf(tool, parameters, target), aroundOf([request], true)).findings.map(
    ({ category }) => category,
  )
const click = (
  ...[window, role, name]: [ReturnType<typeof windowOf>, Parameters<typeof controlOf>[0], string]
) => categories('click_input', { id: '7', name }, targetOf(window, controlOf(role, name)))

test.each([
  ['pcmanfm', 'Choose Application', 'OK'],
  ['thunar', 'Open With', 'Open'],
  ['nemo', 'Open with', 'OK'],
  ['dolphin', 'Choose Application', 'OK'],
  ['nautilus', 'Open File', null],
  ['caja', 'Open With…', 'Select'],
  ['pcmanfm', '打开方式', '确定'],
] as const)(
  '%s, “%s”: %s opens the file with what is chosen there, which may carry it out',
  (process, title, button) => {
    expect(click(dialog(process, title), 'button', button ?? 'Open')).toEqual(
      button === null ? [] : ['run_command'],
    )
    expect(click(dialog(process, title), 'button', 'Cancel')).toEqual([])
  },
)

test('a row of such a dialog opens the file, too; the one that the person has named may', () => {
  const row = targetOf(dialog('thunar', 'Open With'), controlOf('cell', 'Python (v3.11)'))
  const twice = { id: '7', name: 'Python (v3.11)', double: true }
  expect(categories('click_input', twice, row)).toEqual(['run_command'])
  expect(categories('keyboard_input', { keys: 'Enter' }, row)).toEqual(['run_command'])
  expect(categories('click_input', { id: '7', name: 'Python (v3.11)' }, row)).toEqual([])
  expect(categories('click_input', twice, row, 'open report.dat with “Python (v3.11)”')).toEqual([])
})

test.each([
  ['Open With AbiWord', []],
  ['Open With "LibreOffice Writer"', []],
  ['Open With “Geany”', []],
  ['Open With Python (v3.11)', ['unknown']],
  ['Open With “Xfce Terminal”', ['unknown']],
  ['Open With OpenJDK Java 17 Runtime', ['unknown']],
])('“%s” of a file manager: %j', (name, asked) => {
  const menu = windowOf('caja', 'docs', { kind: 'popup' })
  const open = (items: string[]) =>
    categories('click_input', { id: '7', name }, targetOf(menu, controlOf('menu item', name), { items }))
  expect(open(['/home/ada/docs/report.dat'])).toEqual(asked)
  // Nobody knows what would be opened.
  expect(open([])).toEqual(['unknown'])
  expect(open(['/home/ada/docs/report.sh'])).toContain('run_command')
})

const enter = (window: ReturnType<typeof windowOf>, name: string, value: string, text: string) =>
  categories(
    'set_edit_text',
    { id: '7', text, clear_current_text: true },
    targetOf(window, controlOf('edit', name, ['editable'], { value })),
  )

test.each([
  ['Liferea Preferences', 'Manual: (%s for URL)', 'cat %s', 'x'],
  ['Preferences', 'Grep:', 'grep', 'x'],
  ['Preferences', 'Terminal:', '/bin/sh -c "cat %f"', ''],
  ['Preferences', 'Viewer', '', 'sh /tmp/x.sh %s'],
  ['Preferences', 'Viewer', '', "env 'a' {}"],
  // A command without a place for a file, whatever dialog or window asks for it.
  ['Edit Custom Tool', '', '', 'touch /tmp/a'],
  ['Edit item', 'Value', '', 'sh -c true'],
  ['Osmo', 'Alarm', '', 'sh start.sh'],
])('what is entered in “%s”, “%s”, is started later', (title, name, value, text) => {
  expect(enter(dialog('geany', title), name, value, text)).toEqual(['run_command'])
})

test.each([
  ['Preferences', 'Your name', '', 'Ada'],
  ['Preferences', 'Date format', '%d %m %Y', '%Y-%m-%d'],
  ['Preferences', 'Greeting', '', 'Hello %s'],
  ['New task', 'Title', '', 'find the keys'],
  ['Rename', 'Name', '', 'sort of a letter.txt'],
  ['Rename', 'Name', '', 'cat - 2026.jpg'],
  ['Preferences', 'Folder', '', '/home/ada/Music'],
  ['Find', 'Search for', 'grep', 'sort'],
  ['Save As', 'Name', 'sort', 'cat %s of mine.txt'.replace('cat', 'picture')],
])('what is entered in “%s”, “%s”, is no command', (title, name, value, text) => {
  expect(enter(dialog('mousepad', title), name, value, text)).toEqual([])
})

test('a list of programs in settings is a list of commands, a text of notes is none', () => {
  const write = (title: string, text: string) =>
    categories(
      'set_edit_text',
      { id: '7', text },
      targetOf(dialog('filezilla', title), controlOf('edit', '', ['editable', 'multiline'])),
    )
  expect(write('Settings', 'md mousepad\ntxt /bin/sh')).toEqual(['run_command'])
  expect(write('Settings', 'touch /tmp/a')).toEqual(['run_command'])
  expect(write('Settings', 'a signature')).toEqual([])
  expect(write('Comment', 'txt /bin/sh')).toEqual([])
})

test('what counts at once in a dialog of plug-ins, of settings or of a file’s properties asks', () => {
  const row = (window: ReturnType<typeof windowOf>) =>
    categories(
      'click_input',
      { id: '7', name: 'Python Console' },
      targetOf(window, controlOf('cell', 'Python Console', ['unchecked'])),
    )
  expect(row(dialog('gedit', 'Preferences'))).toEqual(['change_setting'])
  expect(row(dialog('rhythmbox', 'Configure Plugins'))).toEqual(['change_setting'])
  expect(row(dialog('todo', 'Tasks'))).toEqual([])
  expect(click(dialog('rhythmbox', 'Configure Plugins'), 'check box', 'Python Console')).toEqual([
    'change_setting',
  ])
  expect(click(dialog('caja', 'report.dat Properties'), 'radio button', 'Python (v3.11)')).toEqual([
    'change_setting',
  ])
  expect(click(dialog('caja', 'report.dat Properties'), 'tab', 'Open With')).toEqual([])
  expect(click(dialog('gimp-2.10', 'Image Properties'), 'radio button', 'Pixels')).toEqual([])
})

test('a dialog prints without a question where the person has asked for it', () => {
  const print = (title: string, request: string, more: Parameters<typeof targetOf>[2] = {}) =>
    categories(
      'click_input',
      { id: '7', name: 'Print' },
      targetOf(dialog('mousepad', title), controlOf('button', 'Print'), more),
      request,
    )
  expect(print('Print', 'print the letter')).toEqual([])
  expect(print('Print — Okular', 'please print the letter')).toEqual([])
  expect(print('Print', 'read the letter')).toEqual(['unknown'])
  expect(print('Print', 'read “print the letter”')).toEqual(['unknown'])
  expect(print('Fingerprints', 'print the letter')).toEqual(['unknown'])
  expect(print('Print', 'print the letter', { question: 'Replace a.pdf?' })).not.toEqual([])
})
