import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { SAFETY_CATEGORIES, type SafetyCategory } from '../../src-preload/contract/safety.ts'
import { CONTROL_ROLES, CONTROL_STATES, type TargetDescription } from '../core/desktop.ts'
import type { Act } from './gate.ts'
import { createSurroundings } from './surroundings.ts'
import { findingsOf, judge, type Policy } from './policy.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const safety = configSchema.parse({}).safety
const policyOf = (more: Partial<Policy> = {}): Policy => ({
  categories: safety.categories,
  refused_applications: [],
  yesTo: new Set(),
  around: aroundOf(),
  covered: () => false,
  ...more,
})

const pad = windowOf('mousepad', 'notes.txt - Mousepad')
const saveAs = windowOf('mousepad', 'Save As', { kind: 'dialog', modal: true })
const calculator = windowOf('galculator')
const calc = windowOf('soffice.bin', 'Untitled 1 - LibreOffice Calc')
const browser = windowOf('chromium', 'Form - Chromium')
const terminal = windowOf('xterm', 'xterm')
const mail = windowOf('thunderbird', 'Inbox')
const chat = windowOf('slack', 'General')
const settings = windowOf('gnome-control-center', 'Power')

const on = (
  window: typeof pad,
  role: (typeof CONTROL_ROLES)[number],
  name: string,
  more: Partial<TargetDescription> = {},
) => targetOf(window, controlOf(role, name), more)
const click = (target: TargetDescription, more = {}) =>
  actOf('click_input', { id: '7', name: '', ...more }, target)
const keys = (target: TargetDescription, text: string) =>
  actOf('keyboard_input', { keys: text }, { ...target, kind: target.control ? 'focus' : 'window' })
const type = (target: TargetDescription, text: string, enter = false) =>
  actOf('type_text', { text, enter }, { ...target, kind: target.control ? 'focus' : 'window' })
const set = (target: TargetDescription, text: string) =>
  actOf('set_edit_text', { id: '7', name: '', text }, target)
const launch = (name: string, list: string[] = []) =>
  actOf(
    'launch_application',
    { name, arguments: list },
    targetOf(null, null, { kind: 'application', text: name }),
  )
const drag = (target: TargetDescription) =>
  actOf('drag_on_coordinates', { start_x: 0, start_y: 0, end_x: 1, end_y: 1 }, target)
const qtSave = windowOf('featherpad', 'Save as...', { kind: 'dialog', modal: true })
const addressBar = (value = '') =>
  targetOf(
    browser,
    controlOf('edit', 'Address and search bar', [], {
      value,
      bounds: { x: 100, y: 60, width: 500, height: 30 },
    }),
  )
const command = (line: string) =>
  actOf('execute_command', { command: line }, targetOf(null, null, { kind: 'command', text: line }))
const close = (window: typeof pad, unsaved: boolean | null) =>
  actOf('close_application_window', { id: '1', name: '' }, targetOf(window, null, { unsaved }))

/** In a page, whatever the place on the screen. */
/** A button of a question that the browser itself asks. */
const asking = (name: string) => ({
  within: [
    { role: 'dialog' as const, name },
    { role: 'window' as const, name: 'Form - Chromium' },
  ],
})
const PAGE = {
  within: [
    { role: 'web page' as const, name: 'Form' },
    { role: 'window' as const, name: 'Form - Chromium' },
  ],
  page: 'https://example.org/form',
}
const LINK = { ...PAGE, address: 'https://example.org/weather' }
const point = (target: TargetDescription) =>
  actOf('click_on_coordinates', { x: 0.5, y: 0.5 }, { ...target, kind: 'point', point: { x: 1, y: 1 } })

/** Over its page, where no page can draw. */
const OVER_PAGE = {
  within: [
    { role: 'dialog' as const, name: 'Reload site?' },
    { role: 'window' as const, name: 'Form' },
  ],
}
const macroSecurity = windowOf('soffice.bin', 'Macro Security', { kind: 'dialog' })
const options = windowOf('soffice.bin', 'Options - LibreOffice - Security', { kind: 'dialog' })

const HARMLESS: [string, Act][] = [
  ['going back to a page from the question whether to leave it', click(on(browser, 'button', 'Cancel', OVER_PAGE))],
  ['Enter in a cell of a sheet', keys(on(calc, 'cell', 'B3'), 'Enter')],
  ['typing into an editor', set(on(pad, 'document', ''), 'hello\nworld')],
  ['typing into a field', set(on(pad, 'edit', 'Name'), 'hello')],
  ['typing into the focused document, with Enter', type(on(pad, 'document', ''), 'hello', true)],
  ['typing into a cell, with Enter', type(on(calc, 'cell', 'A1'), '42', true)],
  ['a digit of a calculator', click(on(calculator, 'toggle button', '7'))],
  ['an operator of a calculator', click(on(calculator, 'toggle button', '*'))],
  ['clearing a calculator', click(targetOf(calculator, controlOf('button', 'AC', [], { description: 'Reset calculator (clear all)' })))],
  ['a point on a key of a calculator', actOf('click_on_coordinates', { x: 0.5, y: 0.5 }, targetOf(calculator, controlOf('text', '7'), { kind: 'point', point: { x: 1, y: 1 } }))],
  ['keys to a calculator', keys(targetOf(calculator, null), '7 * 6 Enter')],
  ['opening a menu', click(on(pad, 'menu', 'File'))],
  ['a menu item that opens a dialog', click(on(pad, 'menu item', 'Print...      '))],
  ['choosing Save As…', actOf('choose_menu', { path: ['File', 'Save As…'] }, on(pad, 'menu', 'File'))],
  ['a menu item by its path, while its menu is closed', actOf('choose_menu', { path: ['Edit', 'Select All'] }, targetOf(pad, null, { kind: 'control', text: 'Edit > Select All' }))],
  ['saving from the menu', actOf('choose_menu', { path: ['File', 'Save'] }, on(pad, 'menu item', 'Save      '))],
  ['selecting an item', actOf('select_item', { id: '7', name: 'Red' }, on(pad, 'list item', 'Red'))],
  ['selecting an item that is called Delete', actOf('select_item', { id: '7', name: '' }, on(pad, 'list item', 'Delete me.txt'))],
  ['a tab', click(on(pad, 'tab', 'Send'))],
  ['a check box', actOf('set_toggle', { id: '7', name: '', checked: true }, on(pad, 'check box', 'Wrap lines'))],
  ['moving the pointer over nothing known', actOf('move_on_coordinates', { x: 0.5, y: 0.5, on: 'desktop' }, targetOf(null, null))],
  ['a picture of a folder that is called Delete', click(on(windowOf('thunar'), 'image', 'Delete'))],
  ['scrolling', actOf('wheel_mouse_input', { id: '7', name: '', wheel_dist: -3 }, on(browser, 'document', 'page'))],
  ['a context menu', click(on(pad, 'document', ''), { button: 'right' })],
  ['Ctrl+A and Ctrl+C in a document', keys(on(pad, 'document', ''), 'Ctrl+A Ctrl+C')],
  ['Ctrl+A and typing over', keys(on(pad, 'document', ''), 'Ctrl+A x')],
  ['undo in a document', keys(on(pad, 'document', ''), 'Ctrl+Z')],
  ['Save As by keys', keys(targetOf(pad, null), 'Ctrl+Shift+S')],
  ['Tab, Escape, arrows', keys(on(mail, 'list', 'Messages'), 'Tab Escape Down')],
  ['saving a new file', click(on(saveAs, 'button', 'Save', { overwrites: null }))],
  ['Enter on Save for a new file', keys(on(saveAs, 'edit', 'Name:', { default_button: 'Save' }), 'Enter')],
  ['Cancel', click(on(saveAs, 'button', 'Cancel'))],
  ['OK in a dialog that says what it is', click(on(windowOf('soffice.bin', 'Export Text File', { kind: 'dialog' }), 'button', 'OK'))],
  ['replacing words in a document', click(on(windowOf('soffice.bin', 'Find and Replace', { kind: 'dialog' }), 'button', 'Replace All'))],
  ['whole columns of a sheet', keys(targetOf(windowOf('soffice.bin', 'p.csv'), controlOf('edit', '', [], { value: 'B:B' })), 'Enter')],
  ['whole rows of a sheet', keys(targetOf(windowOf('gnumeric', 'p.csv'), controlOf('edit', '', [], { value: '2:4' })), 'Enter')],
  ['Enter in the page number of a viewer', keys(targetOf(windowOf('atril', 'report.pdf'), controlOf('edit', 'page-label-entry', [], { value: '3' })), 'Enter')],
  ['declining what a page offers', click(on(browser, 'button', 'No thanks', PAGE))],
  ['adding a folder to the bookmarks', actOf('choose_menu', { path: ['Bookmarks', 'Add to Bookmarks'] }, targetOf(pad, null, { kind: 'control', text: 'Bookmarks > Add to Bookmarks' }))],
  ['a menu item that asks what to replace', actOf('choose_menu', { path: ['Edit', 'Replace...'] }, targetOf(pad, null, { kind: 'control', text: 'Edit > Replace...' }))],
  ['the same without an ellipsis', actOf('choose_menu', { path: ['Search', 'Replace'] }, targetOf(pad, controlOf('menu', 'Search')))],
  ['the same in German', actOf('choose_menu', { path: ['Bearbeiten', 'Suchen und Ersetzen'] }, targetOf(pad, controlOf('menu', 'Bearbeiten')))],
  ['Delete in a document', keys(on(pad, 'document', ''), 'Delete')],
  ['keeping a format in German', click(on(windowOf('soffice.bin', 'Dateiformat bestätigen', { kind: 'dialog' }), 'button', 'Word 2007–365-Format verwenden!'))],
  ['keeping a format', click(on(windowOf('soffice.bin', 'Confirm File Format', { kind: 'dialog' }), 'button', 'Use Text CSV Format!'))],
  ['a link', click(on(browser, 'link', 'Weather in Rome', LINK))],
  ['a field of a page', set(on(browser, 'edit', 'First name'), 'Ada')],
  ['a slider without a name set to a number', set(targetOf(pad, controlOf('slider', '')), '90')],
  ['several lines put into a box of a page', set(targetOf(browser, controlOf('edit', 'Notes', ['multiline'])), 'a\nb')],
  ['a click into a field of a page', click(on(browser, 'edit', 'E-mail', PAGE))],
  ['an address in place of an empty page', type(addressBar('about:blank'), 'https://example.org', true)],
  ['a notice about cookies', click(on(browser, 'button', 'Accept all', { within: [{ role: 'dialog', name: 'We use cookies' }, ...PAGE.within] }))],
  ['cookies that the button names', click(on(browser, 'button', 'Reject all cookies', PAGE))],
  ['the mark that closes a banner', click(on(browser, 'button', '×', PAGE))],
  ['a button with its key for a new folder', click(on(windowOf('gnome-commander'), 'button', 'F7 Mkdir'))],
  ['a button of the browser itself', click(on(browser, 'button', 'Reload', { within: [{ role: 'tool bar', name: '' }, { role: 'window', name: 'Form - Chromium' }] }))],
  ['an address', type(targetOf(browser, controlOf('edit', 'Address and search bar', [], { bounds: { x: 100, y: 60, width: 500, height: 30 } })), 'https://example.org', true)],
  ['going to a window', actOf('select_application_window', { id: '1', name: '' }, targetOf(mail, null, { kind: 'window' }))],
  ['opening an application', launch('galculator')],
  ['opening a document', launch('/home/ada/notes.txt')],
  ['opening with the launcher', actOf('run_shell', { bash_command: 'mousepad "/home/ada/a b.txt"' }, targetOf(null, null, { kind: 'application', text: 'mousepad' }))],
  ['a command that reads', command('ls -la')],
  ['closing what is saved', close(pad, false)],
  ['closing a calculator', close(calculator, null)],
  ['reading a text', actOf('texts', { id: '7', name: '' }, on(pad, 'document', ''))],
  ['waiting', actOf('wait', { seconds: 1 }, targetOf(null, null, { kind: 'none' }))],
  ['selecting text with the pointer', actOf('drag_on_coordinates', { start_x: 0, start_y: 0, end_x: 1, end_y: 1 }, on(pad, 'document', '', { kind: 'point', drop: { on: 'same control', terminal: false } }))],
  ['dragging over cells of a sheet', drag(on(calc, 'cell', 'A1', { kind: 'point', drop: { on: 'same window', terminal: false } }))],
  ['an item that changes what is shown, of a menu that does not show it yet', actOf('choose_menu', { path: ['View', 'Frobs'] }, targetOf(pad, null, { text: 'View > Frobs' }))],
  ['a dialog of a terminal', actOf('choose_menu', { path: ['Terminal', 'Set Title…'] }, targetOf(terminal, null, { terminal: true }))],
  ['what a terminal shows', actOf('choose_menu', { path: ['View', 'Show Menubar'] }, targetOf(terminal, null, { terminal: true }))],
  ['a menu of a terminal', actOf('choose_menu', { path: ['View'] }, targetOf(terminal, controlOf('menu', 'View'), { terminal: true }))],
  ['the size of a terminal', click(on(terminal, 'menu item', 'Zoom In', { terminal: true }))],
  ['OK to a message that only tells', click(on(windowOf('featherpad', 'Encoding', { kind: 'dialog' }), 'button', 'OK', { question: 'The file is shown as UTF-8.' }))],
  ['No to a question about replacing', click(on(qtSave, 'button', 'No', { question: 'old.txt already exists. Do you want to replace it?' }))],
  ['a document that is called like settings', type(targetOf(windowOf('mousepad', 'settings.txt - Mousepad'), controlOf('edit', '', ['multiline'])), 'a')],
  ['Enter on a link of a page', keys(on(browser, 'link', 'Weather in Rome', LINK), 'Enter')],
  ['an address with a port', type(addressBar(), 'localhost:8080/javascript:', true)],
  ['reloading where nothing is unsaved', click(on(pad, 'button', 'Reload', { unsaved: false }))],
  ['selecting an item of a list', actOf('select_item', { id: '7', name: 'Delete me.txt' }, on(pad, 'list', 'Files'))],
  ['opening a document with an application', launch('mousepad', ['/home/ada/a.txt'])],
  ['opening a folder by a double click', click(on(windowOf('pcmanfm', 'home'), 'list item', 'Documents'), { double: true })],
] // prettier-ignore

const HARMFUL: [SafetyCategory, string, Act][] = [
  ['send', 'a Send button', click(on(mail, 'button', 'Send'))],
  ['delete', 'a picture that acts as a button', click(on(windowOf('app'), 'image', 'Delete'))],
  ['delete', 'an entry of a popup that acts as a menu', click(on(windowOf('app', 'app', { kind: 'popup' }), 'list item', 'Löschen'))],
  ['send', 'a Chinese Send button', click(on(chat, 'button', '发送'))],
  ['send', 'a Send item of a menu', actOf('choose_menu', { path: ['Message', 'Send Now'] }, on(mail, 'menu', 'Message'))],
  ['send', 'Enter on a focused Send button', keys(on(mail, 'button', 'Send'), 'Enter')],
  ['send', 'Space on a focused Send button', keys(on(mail, 'button', 'Send'), 'Space')],
  ['send', 'Enter on a check box of a dialog whose default button sends', keys(on(windowOf('thunderbird', 'Compose', { kind: 'dialog' }), 'check box', 'Copy to me', { default_button: 'Send' }), 'Enter')],
  ['send', 'Ctrl+Enter in mail', keys(on(mail, 'document', 'Body'), 'Ctrl+Enter')],
  ['send', 'Enter in a chat', type(on(chat, 'edit', 'Message'), 'hello', true)],
  ['unknown', 'a text typed behind it in a field of a sheet', type(targetOf(windowOf('soffice.bin', 'p.csv'), controlOf('edit', '', [], { value: 'B:B' })), ';run', true)],
  ['unknown', 'a text typed behind the page number of a viewer', type(targetOf(windowOf('atril', 'r.pdf'), controlOf('edit', 'page-label-entry', [], { value: '3' })), '/bin/sh', true)],
  ['unknown', 'another text in a field of a sheet', keys(targetOf(windowOf('soffice.bin', 'p.csv'), controlOf('edit', '', [], { value: 'B:B;run' })), 'Enter')],
  ['unknown', 'Enter in another field of a viewer', keys(targetOf(windowOf('nautilus'), controlOf('edit', 'Location', [], { value: '/bin/sh' })), 'Enter')],
  ['send', 'a button of a page', click(on(browser, 'button', 'Weiter'))],
  ['send', 'a button of a page that is called like one of the browser', click(on(browser, 'button', 'Reload'))],
  ['send', 'Enter in a field of a page', keys(on(browser, 'edit', 'First name'), 'Enter')],
  ['send', 'Enter in a field of a page that is called like the address bar', keys(on(browser, 'edit', 'Address and search bar'), 'Enter')],
  ['send', 'a point on a label of a Send button', actOf('click_on_coordinates', { x: 0.5, y: 0.5 }, on(mail, 'text', 'Send', { kind: 'point' }))],
  ['send', 'a line break in a field of a page', set(on(browser, 'edit', 'First name'), 'Ada\n')],
  ['send', 'a line break in a box of a page that takes several', type(targetOf(browser, controlOf('edit', 'Message', ['multiline'])), 'hello\n')],
  ['send', 'a word in letters of double width', click(on(mail, 'link', 'Ｓｅｎｄ'))],
  ['send', 'a word with a mark that is not seen', click(on(mail, 'link', 'Se\u200bnd'))],
  ['send', 'an item of a menu in a page', click(on(browser, 'menu item', 'Save'))],
  ['delete', 'a button whose description tells', click(targetOf(mail, controlOf('toggle button', '✕', [], { description: 'Delete this message' })))],
  ['unknown', 'a point in a page where nothing is', point(on(browser, 'web page', 'Form', PAGE))],
  ['unknown', 'a point in a document of a page', point(on(browser, 'document', '', PAGE))],
  ['send', 'a click with the right button on a thing of a page', click(on(browser, 'text', 'Gold plan', PAGE), { button: 'right' })],
  ['delete', 'a button of its own name in a message about deleting', click(on(windowOf('app', 'Library', { kind: 'dialog' }), 'button', 'Go ahead with it', { question: 'All photos will be deleted.' }))],
  ['unknown', 'a point in a page without a tree', point(targetOf(browser, null))],
  ...(['check box', 'radio button', 'tree item', 'list item', 'combo box', 'slider', 'scroll bar', 'progress bar', 'tab', 'group', 'text', 'heading', 'cell'] as const).map(
    (role): [SafetyCategory, string, Act] => ['send', `a ${role} of a page`, point(on(browser, role, 'Gold plan', PAGE))],
  ),
  ['delete', 'a row of settings, which may act at one click', click(on(windowOf('app', 'Account settings'), 'list item', 'Delete account'))],
  ['delete', 'a field of a page that is called as what a click does', click(on(browser, 'edit', 'Delete account', PAGE))],
  ['delete', 'a button in a part of a page that says so', click(on(browser, 'button', 'Continue', { within: [{ role: 'group', name: 'Delete account' }, ...PAGE.within] }))],
  ['send', 'an item of a list of a page that is selected', actOf('select_item', { id: '7', name: '1000' }, on(browser, 'combo box', 'Amount', PAGE))],
  ['send', 'an item of a list of a page by a key', keys(on(browser, 'combo box', 'Amount', PAGE), 'Down')],
  ['send', 'Space on what a page calls a group', keys(on(browser, 'group', 'Next', PAGE), 'space')],
  ['pay', 'Enter on what a page calls a tab', keys(on(browser, 'tab', 'Buy now', PAGE), 'Enter')],
  ['send', 'a link that a script hears', click(on(browser, 'link', 'Next', { ...PAGE, address: 'https://example.org/form#' }))],
  ['send', 'a link that is a script', click(on(browser, 'link', 'Next', { ...PAGE, address: 'javascript:f()' }))],
  ['send', 'a link that tells no address', click(on(browser, 'link', 'Next', PAGE))],
  ['send', 'a button of a page at the height of the bars', click(targetOf(browser, controlOf('button', 'Reload', [], { bounds: { x: 100, y: 60, width: 30, height: 30 } }), PAGE))],
  ['send', 'consent to something else than cookies', click(on(browser, 'button', 'Accept all', PAGE))],
  ['delete', 'a Delete button', click(on(mail, 'button', 'Delete'))],
  ['unknown', 'Alt+Enter, by which nothing is sent', keys(on(windowOf('atril', 'page.pdf'), 'document', ''), 'Alt+Enter')],
  ['delete', 'the Delete key in a field of one line', keys(on(mail, 'edit', 'Search'), 'Delete')],
  ['delete', 'the Delete key', keys(on(mail, 'list', 'Messages'), 'Delete')],
  ['delete', 'Shift+Delete', keys(on(windowOf('pcmanfm'), 'list item', 'a.txt'), 'Shift+Del')],
  ['delete', 'OK to a question about deleting', click(on(windowOf('pcmanfm', 'Delete files?', { kind: 'dialog' }), 'button', 'OK'))],
  ['delete', 'the default button of such a question', keys(targetOf(windowOf('pcmanfm', 'Confirm', { kind: 'dialog' }), null, { default_button: 'Delete' }), 'Enter')],
  ['delete', 'Move to Trash', click(on(windowOf('pcmanfm'), 'menu item', 'Move to Trash'))],
  ['overwrite', 'saving over a file', click(on(saveAs, 'button', 'Save', { overwrites: '/home/ada/a.txt' }))],
  ['overwrite', 'Enter over a file', keys(on(saveAs, 'edit', 'Name:', { overwrites: '/home/ada/a.txt', default_button: 'Save' }), 'Enter')],
  ['overwrite', 'Replace in another menu', actOf('choose_menu', { path: ['File', 'Replace'] }, targetOf(pad, controlOf('menu', 'File')))],
  ['overwrite', 'Replace in the menu of files', actOf('choose_menu', { path: ['Edit', 'Replace'] }, targetOf(windowOf('pcmanfm'), controlOf('menu', 'Edit')))],
  ['overwrite', 'Replace', click(on(windowOf('mousepad', 'Question', { kind: 'dialog' }), 'button', 'Replace'))],
  ['pay', 'Buy now', click(on(browser, 'button', 'Buy now'))],
  ['delete', 'Empty Trash', click(on(browser, 'button', 'Empty Trash'))],
  ['send', 'a place told to a site', click(on(browser, 'button', 'Allow this time', asking('http://127.0.0.1:33609 wants to: Know your location')))],
  ['send', 'an answer to a site', click(on(browser, 'button', 'OK', asking('shop.example says')))],
  ['run_command', 'a program that a page starts', click(on(browser, 'button', 'Open Mail', asking('Open Mail?')))],
  ['pay', 'Subscribe', click(on(browser, 'button', 'Subscribe'))],
  ['send', 'Subscribe me, which is a list of mails', click(on(browser, 'button', 'Subscribe me'))],
  ['pay', '立即支付', click(on(browser, 'link', '立即支付'))],
  ['install', 'Install', click(on(windowOf('gnome-software', 'GIMP'), 'button', 'Install'))],
  ['install', 'a package', launch('/home/ada/tool.deb')],
  ['run_command', 'a script', launch('/home/ada/run.sh')],
  ['run_command', 'an application with options', launch('xterm', ['-e', 'rm -rf /'])],
  ['run_command', 'a shell', launch('bash')],
  ['run_command', 'a program by its path', launch('/usr/bin/rm')],
  ['run_command', 'an address of another kind', launch('ms-settings:privacy')],
  ['run_command', 'the launcher with options', actOf('run_shell', { bash_command: 'xterm -e ls' }, targetOf(null, null, { kind: 'application' }))],
  ['run_command', 'a script in a file manager', click(on(windowOf('pcmanfm'), 'list item', 'setup.sh'), { double: true })],
  ['run_command', 'Enter in a terminal', keys(targetOf(terminal, null, { terminal: true }), 'Enter')],
  ['run_command', 'text with a line break in a terminal', type(targetOf(terminal, null, { terminal: true }), 'ls\n')],
  ['run_command', 'text and Enter in a terminal', type(targetOf(terminal, null), 'ls', true)],
  ['run_command', 'a command that writes', command('rm -rf /home/ada/old')],
  ['delete', 'a command that deletes', command('cd /home/ada && rm -rf work')],
  ['delete', 'a deletion typed into a terminal', type(targetOf(terminal, null), 'rm -rf work', true)],
  ['install', 'a command that installs', command('sudo apt-get install -y vim')],
  ['send', 'a command that sends', command('scp notes.txt ada@example.org:')],
  ['run_command', 'a javascript: address', type(targetOf(browser, controlOf('edit', 'Address and search bar', [], { bounds: { x: 100, y: 60, width: 500, height: 30 } })), 'javascript:alert(1)', true)],
  ['close_unsaved', 'closing unsaved work', close(pad, true)],
  ['close_unsaved', 'closing where it can’t be seen', close(pad, null)],
  ['close_unsaved', 'Alt+F4 on unsaved work', keys(targetOf(pad, null, { unsaved: true }), 'Alt+F4')],
  ['close_unsaved', 'Quit on unsaved work', actOf('choose_menu', { path: ['File', 'Quit'] }, on(pad, 'menu item', 'Quit', { unsaved: true }))],
  ['close_unsaved', 'Quit in a question that tells of a loss', click(on(windowOf('pen', 'Quit', { kind: 'dialog' }), 'button', 'Quit', { question: 'If you quit now, unsaved changes will be lost.' }))],
  ['close_unsaved', 'Don’t Save', click(on(windowOf('mousepad', 'Save changes?', { kind: 'dialog' }), 'button', "Don't Save"))],
  ['change_setting', 'a switch of the system settings', actOf('set_toggle', { id: '7', name: '', checked: true }, on(settings, 'switch', 'Airplane mode'))],
  ['change_setting', 'OK in preferences', click(on(windowOf('mousepad', 'Preferences', { kind: 'dialog' }), 'button', 'OK'))],
  ['change_setting', 'a choice in the system settings', actOf('select_item', { id: '7', name: 'Never' }, on(settings, 'combo box', 'Screen blank'))],
  ['change_setting', 'OK in the settings of a KDE program', click(on(windowOf('okular', 'Configure — Okular', { kind: 'dialog' }), 'button', 'OK'))],
  ['change_setting', 'a choice in them, in German', actOf('select_item', { id: '7', name: 'x' }, on(windowOf('okular', 'Einrichten — Okular', { kind: 'dialog' }), 'combo box', 'Editor:'))],
  ['change_setting', 'a check box of preferences', click(on(windowOf('mousepad', 'Mousepad Preferences'), 'check box', 'Show line numbers'))],
  ['upload', 'a file for a page', click(on(windowOf('chromium', 'Open File', { kind: 'dialog' }), 'button', 'Open'))],
  ['password', 'a password', set(on(browser, 'password', 'Password'), 'secret')],
  ['password', 'a password by keys', type(on(browser, 'password', ''), 'secret')],
  ['password', 'a field that is named so', set(on(browser, 'edit', 'Password'), 'secret')],
  ['other_application', 'a dialog of another application', { ...click(on(windowOf('evil', 'Export', { kind: 'dialog' }), 'slider', 'Quality', { dialog_of: ['mail'] })), route: { agent_name: 'AppAgent', process_name: 'gimp-2.10', root_name: '' } }],
  ['other_application', 'another window', { ...click(on(mail, 'document', '')), route: { agent_name: 'AppAgent', process_name: 'mousepad', root_name: '' } }],
  ['overwrite', 'Yes to a question about replacing', click(on(qtSave, 'button', 'Yes', { question: 'old.txt already exists. Do you want to replace it?' }))],
  ['overwrite', 'Enter on the Yes of such a question', keys(on(qtSave, 'button', 'Yes', { question: 'old.txt already exists. Do you want to replace it?', default_button: 'Yes' }), 'Enter')],
  ['delete', 'OK to what can’t be undone', click(on(windowOf('app', 'Reset the album', { kind: 'dialog' }), 'button', 'OK', { question: 'This cannot be undone.' }))],
  ['pay', 'Continue in a message about paying', click(on(windowOf('app', 'Your plan', { kind: 'dialog' }), 'button', 'Continue', { question: 'You will now buy 3 tickets.' }))],
  ['send', 'Enter in a box of a page with suggestions', keys(on(browser, 'combo box', 'Search'), 'Enter')],
  ['send', 'Enter on a check box of a page', keys(on(browser, 'check box', 'News'), 'Enter')],
  ['send', 'Enter on a radio button of a page', keys(on(browser, 'radio button', 'One'), 'Enter')],
  ['send', 'Enter in a number field of a page', keys(on(browser, 'spinner', 'Count'), 'Enter')],
  ['send', 'a line break in a box of a page with suggestions', set(on(browser, 'combo box', 'Search'), 'a\n')],
  ['send', 'a toggle button of a page', actOf('set_toggle', { id: '7', name: '', checked: true }, on(browser, 'toggle button', 'Public'))],
  ['delete', 'an item of a page that says so', click(on(browser, 'list item', 'Delete account'))],
  ['delete', 'a button that is picked as an item', actOf('select_item', { id: '7', name: 'Delete' }, on(pad, 'button', 'Delete'))],
  ['delete', 'a label that is picked as an item', actOf('select_item', { id: '7', name: 'Delete' }, on(pad, 'text', 'Delete'))],
  ['unknown', 'something within a group that is picked by its name', actOf('select_item', { id: '7', name: 'Whatever' }, on(pad, 'group', 'Danger'))],
  ['unknown', 'an item of a closed menu that is picked by its name', actOf('select_item', { id: '7', name: 'Whatever' }, on(pad, 'menu', 'File'))],
  ['send', 'a button of a page that lies in a link', click(on(browser, 'button', 'Prices', LINK))],
  ['unknown', 'dragging a text to another window', drag(on(pad, 'document', '', { kind: 'point', drop: { on: 'elsewhere', terminal: false } }))],
  ['unknown', 'dragging a text over a page', drag(on(browser, 'document', '', { kind: 'point', drop: { on: 'same window', terminal: false } }))],
  ['run_command', 'dragging a text into a terminal', drag(on(pad, 'document', '', { kind: 'point', drop: { on: 'elsewhere', terminal: true } }))],
  ['run_command', 'pasting into a terminal by its menu', actOf('choose_menu', { path: ['Edit', 'Paste'] }, on(windowOf('xfce4-terminal'), 'menu item', 'Paste'))],
  ['run_command', 'a command of a conversation', type(targetOf(windowOf('hexchat'), controlOf('edit', '', ['editable'])), '/exec touch x', true)],
  ['run_command', 'the key that runs in an editor of code', keys(on(windowOf('python3', 'x.py - /home/ada/x.py (3.11.2)'), 'document', ''), 'F5')],
  ['unknown', 'a key of a player that runs in editors of code', keys(on(windowOf('rhythmbox', 'Music'), 'table', ''), 'Ctrl+R')],
  ['unknown', 'a key that turns a picture, and runs in editors of code', keys(on(windowOf('gthumb', 'p.jpg'), 'group', '', { document: '/home/ada/p.jpg' }), 'Ctrl+R')],
  ['unknown', 'what stands in a terminal, opened by its menu', click(on(terminal, 'menu item', 'Open Link', { terminal: true }))],
  ['unknown', 'OK to a dialog of a terminal', click(on(windowOf('xterm', 'Set Title', { kind: 'dialog' }), 'menu item', 'Copy', { terminal: true }))],
  ['delete', 'deleting by the menu of what is shown', actOf('choose_menu', { path: ['View', 'Delete'] }, targetOf(pad, null))],
  ['run_command', 'a command by a menu of a terminal', actOf('choose_menu', { path: ['Terminal', 'Run Command…'] }, targetOf(terminal, null, { terminal: true }))],
  ['unknown', 'dragging a cell of a file list', drag(on(windowOf('nautilus'), 'cell', 'a.txt', { kind: 'point' }))],
  ['unknown', 'a character that is no letter', keys(on(pad, 'document', ''), '\u007f')],
  ['run_command', 'a javascript: address with a number', set(addressBar(), 'javascript:0||alert(1)')],
  ['run_command', 'a javascript: address with white space in it', set(addressBar(), ' java\tscript:alert(1)')],
  ['run_command', 'the rest of a javascript: address', set(addressBar('java'), 'script:alert(1)')],
  ['run_command', 'Enter on a javascript: address', keys(addressBar('javascript:alert(1)'), 'Enter')],
  ['run_command', 'a terminal with a program', launch('xterm', ['/home/ada/run'])],
  ['run_command', 'a terminal by its kind with a program', launch('Terminal emulator', ['/home/ada/run'])],
  ['run_command', 'what turns out to be a terminal', actOf('launch_application', { name: 'cli', arguments: ['/home/ada/run'] }, targetOf(null, null, { kind: 'application', text: 'cli', terminal: true, program: 'xterm' }))],
  ['run_command', 'what turns out to be an interpreter', actOf('launch_application', { name: 'Snake', arguments: ['/home/ada/run'] }, targetOf(null, null, { kind: 'application', text: 'Snake', program: 'python3.11' }))],
  ['run_command', 'an address of the browser itself', launch('chromium', ['about:config'])],
  ['run_command', 'an address that begins as that of an empty page', launch('chromium', ['about:blank;x'])],
  ['run_command', 'a script by its address', launch('file:///home/ada/run%2Esh')],
  ['close_unsaved', 'Reload where the browser asks whether to', click(on(browser, 'button', 'Reload', OVER_PAGE))],
  ['close_unsaved', 'Space on it', keys(on(browser, 'button', 'Reload', OVER_PAGE), 'space')],
  ['change_setting', 'a weaker setting for macros', click(on(macroSecurity, 'radio button', 'Low'))],
  ['change_setting', 'Enter in a list of settings, which presses OK', keys(on(options, 'cell', 'Security'), 'Enter')],
  ['run_command', 'agreeing to open a program', click(on(windowOf('firefox-esr', 'Opening setup.run', { kind: 'dialog' }), 'button', 'OK'))],
  ['run_command', 'agreeing to open one in a question', click(on(windowOf('viewer', 'Question', { kind: 'dialog' }), 'button', 'Yes', { question: 'Do you trust “tool.jar”, and want to start it?' }))],
  ['run_command', 'letting a file run as a program', actOf('set_toggle', { id: '1', checked: true }, on(windowOf('nemo', 'a Properties', { kind: 'dialog' }), 'check box', 'Allow executing file as program'))],
  ['run_command', 'the button that opens what is not trusted', click(on(windowOf('thunar', 'Untrusted application launcher', { kind: 'dialog' }), 'button', 'Launch Anyway'))],
  ['upload', 'a file dropped on a page', drag(on(windowOf('thunar', 'Documents'), 'list item', 'a.txt', { kind: 'point', drop: { on: 'elsewhere', terminal: false, process: 'firefox-esr' } }))],
  ['upload', 'a file for a conversation', click(on(windowOf('slack', 'Open File', { kind: 'dialog' }), 'button', 'Open'))],
  ['upload', 'a file that another program hands to a page', click(on(windowOf('xdg-desktop-portal-gtk', 'Open File', { kind: 'dialog' }), 'button', 'Open'))],
  ['upload', 'Enter in a dialog for a file that tells no control', keys(targetOf(windowOf('chromium', 'Open File', { kind: 'dialog' }), null), 'Enter')],
  ['overwrite', 'Extract', click(on(windowOf('engrampa', 'Extract', { kind: 'dialog' }), 'button', 'Extract'))],
  ['close_unsaved', 'reloading over unsaved work', click(on(pad, 'button', 'Reload', { unsaved: true }))],
  ['change_setting', 'arrow keys on a slider of the system settings', keys(on(settings, 'slider', 'Brightness'), 'Right')],
  ['change_setting', 'a choice in preferences', actOf('select_item', { id: '7', name: 'Dark' }, on(windowOf('mousepad', 'Mousepad Preferences'), 'combo box', 'Theme'))],
  ['change_setting', 'a toggle button of preferences', click(on(windowOf('app', 'Settings'), 'toggle button', 'Sync'))],
  ['unknown', 'a line break in a field of one line', set(on(pad, 'edit', 'Name'), 'Ada\n')],
  ['unknown', 'a button nobody knows', click(on(pad, 'button', 'Frobnicate'))],
  ['unknown', 'a menu item nobody knows, while its menu is closed', actOf('choose_menu', { path: ['Message', 'Frobnicate'] }, on(mail, 'menu', 'Message'))],
  ['unknown', 'a button without a name', click(on(pad, 'button', ''))],
  ['unknown', 'a button in another language', click(on(pad, 'button', 'Hylätä'))],
  ['unknown', 'a link in a script that can’t be judged', click(on(browser, 'link', 'Διαγραφή', LINK))],
  ['unknown', 'OK to a question that is not told', click(on(windowOf('mousepad', '', { kind: 'dialog' }), 'button', 'OK'))],
  ['unknown', 'Yes to a question that is not told', click(on(windowOf('mousepad', 'Question', { kind: 'dialog' }), 'button', 'Yes'))],
  ['unknown', 'a point on nothing known', actOf('click_on_coordinates', { x: 0.1, y: 0.1 }, targetOf(pad, null, { kind: 'point', point: { x: 5, y: 5 } }))],
  ['unknown', 'keys with an unknown focus', keys(targetOf(null, null), 'a')],
  ['unknown', 'letters to a window whose focus is not known', type(targetOf(pad, null), 'abc')],
  ['unknown', 'Tab and then Enter', keys(on(pad, 'edit', 'Name'), 'Tab Enter')],
  ['unknown', 'a shortcut nobody knows', keys(on(pad, 'document', ''), 'Ctrl+Alt+K')],
  ['unknown', 'a middle click', click(on(pad, 'document', ''), { button: 'middle' })],
  ['unknown', 'dragging a file', actOf('drag_on_coordinates', { start_x: 0, start_y: 0, end_x: 1, end_y: 1 }, on(windowOf('pcmanfm'), 'list item', 'a.txt'))],
  ['unknown', 'a tool of a foreign server that calls itself summary', { ...actOf('summary', {}, targetOf(pad, null)), tool: { ...actOf('summary', {}, targetOf(pad, null)).tool, namespace: 'Other' } }],
] // prettier-ignore

const PLUG_IN = windowOf('file-jpeg', 'Export Image as JPEG', { kind: 'dialog' })

describe('the rules of the gate', () => {
  test('take the dialog of a plug-in for its application’s', () => {
    const over = on(PLUG_IN, 'slider', 'Quality', { dialog_of: ['gimp-2.10', 'gimp-2.10'] })
    const route = { agent_name: 'AppAgent', process_name: 'gimp-2.10', root_name: '' }
    expect(judge({ ...click(over), route }, policyOf())).toMatchObject({ decision: 'allow', categories: [] })
  })

  test.each(HARMLESS)('let through %s', (_, act) => {
    expect(judge(act, policyOf({ around: aroundOf(['open example.org and localhost:8080']) }))).toMatchObject(
      { decision: 'allow', categories: [] },
    )
  })

  test('a button that says what it does where a list is empty deletes nothing', () => {
    const play = on(
      windowOf('vlc', 'VLC media player'),
      'button',
      'Play If the playlist is empty, open a medium',
    )
    expect(judge(click(play), policyOf()).categories).toEqual(['unknown'])
  })

  test.each(HARMFUL)('find %s in %s', (category, _, act) => {
    const judgement = judge(act, policyOf())
    expect(judgement).toMatchObject({ decision: 'ask', categories: expect.arrayContaining([category]) })
    expect(judgement.reason).not.toBe('')
  })
})

const anyAct = fc
  .record({
    tool: fc.constantFrom('click_input', 'click_on_coordinates', 'type_text', 'keyboard_input', 'set_edit_text', 'choose_menu', 'set_toggle', 'select_item', 'close_application_window', 'launch_application', 'execute_command', 'drag_on_coordinates', 'made_up'),
    parameters: fc.dictionary(fc.constantFrom('keys', 'text', 'name', 'path', 'enter', 'button', 'double', 'arguments', 'command', 'key_hold'), fc.oneof(fc.string(), fc.boolean(), fc.array(fc.string()), fc.constantFrom('Enter', 'Delete', 'Ctrl+S', 'left', 'right'))),
    role: fc.constantFrom(...CONTROL_ROLES, null),
    name: fc.oneof(fc.string(), fc.constantFrom('Send', 'OK', 'Delete', '7', 'Save', 'Cancel', '支付')),
    states: fc.subarray([...CONTROL_STATES]),
    process: fc.constantFrom('mousepad', 'galculator', 'chromium', 'xterm', 'slack', 'gnome-control-center', null),
    kind: fc.constantFrom('normal', 'dialog', 'popup'),
    targetKind: fc.constantFrom('control', 'point', 'focus', 'window', 'application', 'command', 'none', 'unknown'),
    unsaved: fc.constantFrom(true, false, null),
    overwrites: fc.constantFrom('/a', null),
    default_button: fc.constantFrom('Send', 'OK', 'Save', null),
    confirm: fc.boolean(),
    route: fc.constantFrom('', 'mousepad'),
  })
  .map((a): Act => {
    const window = a.process === null ? null : windowOf(a.process, a.name, { kind: a.kind as 'normal' })
    const control = a.role === null ? null : controlOf(a.role, a.name, a.states)
    const target = targetOf(window, control, { kind: a.targetKind as 'point', unsaved: a.unsaved, overwrites: a.overwrites, default_button: a.default_button })
    return { ...actOf(a.tool, a.parameters, target), confirm: a.confirm, route: { agent_name: 'AppAgent', process_name: a.route, root_name: '' } }
  }) // prettier-ignore

const strength = { allow: 0, ask: 1, refuse: 2 }

describe('whatever the act', () => {
  test('the wish of a model adds a question and never removes one', () => {
    fc.assert(
      fc.property(anyAct, (act) => {
        const without = judge({ ...act, confirm: false }, policyOf())
        const wished = judge({ ...act, confirm: true }, policyOf())
        expect(strength[wished.decision]).toBe(Math.max(strength[without.decision], strength.ask))
        expect(wished.categories).toEqual(without.categories)
      }),
    )
  })

  test('an agreement to all but one category never lets that one through', () => {
    fc.assert(
      fc.property(anyAct, (act) => {
        const { findings } = findingsOf(act, aroundOf())
        for (const { category } of findings) {
          const yesTo = new Set(SAFETY_CATEGORIES.filter((each) => each !== category))
          expect(judge({ ...act, confirm: false }, policyOf({ yesTo })).decision).toBe('ask')
        }
      }),
    )
  })

  test('an agreement never lets a refused category through', () => {
    const refuse = Object.fromEntries(
      SAFETY_CATEGORIES.map((each) => [each, 'refuse']),
    ) as Policy['categories']
    fc.assert(
      fc.property(anyAct, (act) => {
        const decision = judge(
          act,
          policyOf({ categories: refuse, yesTo: new Set(SAFETY_CATEGORIES), covered: () => true }),
        ).decision
        expect(decision === 'refuse').toBe(findingsOf(act, aroundOf()).findings.length > 0)
      }),
    )
  })

  test('a password, a terminal and an unknown window are never harmless to write into', () => {
    fc.assert(
      fc.property(
        anyAct,
        fc.constantFrom('type_text', 'set_edit_text'),
        fc.string({ minLength: 1 }),
        (act, tool, text) => {
          const typing = {
            ...act,
            tool: { ...act.tool, tool_name: tool, namespace: 'AppUIExecutor' },
            parameters: { text },
          }
          const { target } = act
          if (
            target.control?.role === 'password' ||
            target.terminal ||
            target.window?.process_name === 'xterm' ||
            target.window === null
          ) {
            expect(findingsOf(typing, aroundOf()).findings).not.toEqual([])
          }
        },
      ),
    )
  })
})

describe('refused applications', () => {
  test.each([
    ['an act in one', click(on(mail, 'document', ''))],
    ['a launch of one', launch('Thunderbird')],
    ['a launch by its path', launch('/usr/bin/thunderbird')],
    [
      'a launch of a file that one opens',
      actOf(
        'launch_application',
        { name: 'secrets.kdbx' },
        targetOf(null, null, { kind: 'application', text: 'secrets.kdbx', program: 'thunderbird' }),
      ),
    ],
    ['going to one', actOf('select_application_window', {}, targetOf(mail, null))],
  ])('refuse %s', (_, act) => {
    const policy = policyOf({ refused_applications: ['thunderbird'], yesTo: new Set(SAFETY_CATEGORIES) })
    expect(judge(act, policy)).toMatchObject({ decision: 'refuse', rule: 'refused application' })
  })
  test.each([
    'keepassxc',
    'KeePassXC',
    'KeePass.exe',
    'Bitwarden',
    '1Password',
    'seahorse',
    'kwalletmanager5',
    'Keychain Access',
  ])('are password managers and key rings without being told: %s', (process_name) => {
    const policy = policyOf({
      refused_applications: safety.refused_applications,
      yesTo: new Set(SAFETY_CATEGORIES),
    })
    const inside = click(on({ ...mail, process_name }, 'button', 'Copy'))
    expect(judge(inside, policy)).toMatchObject({ decision: 'refuse', rule: 'refused application' })
    expect(judge(launch(process_name), policy).decision).toBe('refuse')
  })
})

describe('what the person has named in a plain command', () => {
  const named = (request: string, act: Act) =>
    judge(act, policyOf({ around: aroundOf([request], true, true) })).decision
  const odd = click(on(pad, 'button', 'Frobnicate'))
  const next = click(on(browser, 'button', 'Weiter', PAGE))

  test('needs no question for not being known, and a button of a page none for sending', () => {
    expect(judge(odd, policyOf()).categories).toEqual(['unknown'])
    expect(named('click Frobnicate', odd)).toBe('allow')
    expect(named('click "Weiter", read total', next)).toBe('allow')
    expect(named('press Enter in First name', keys(on(browser, 'edit', 'First name', PAGE), 'Enter'))).toBe(
      'allow',
    )
  })

  test('is what it is called, word for word, and nothing that is known to be harmful', () => {
    expect(named('click Frob', odd)).toBe('ask')
    expect(named('click Log', click(on(browser, 'button', 'Log in', PAGE)))).toBe('ask')
    expect(named('click Delete', click(on(mail, 'button', 'Delete')))).toBe('ask')
    expect(named('click Pay', click(on(browser, 'button', 'Pay', PAGE)))).toBe('ask')
  })

  test('is the description of a control that is named by a sign only', () => {
    const sign = (description: string) =>
      click(targetOf(browser, controlOf('button', '✓', [], { description }), PAGE))
    expect(named('click "Mark as done"', sign('Mark as done'))).toBe('allow')
    expect(named('click "Mark"', sign('Mark as done'))).toBe('ask')
    expect(named('click "Delete account"', sign('Delete account'))).toBe('ask')
    const called = click(
      targetOf(browser, controlOf('button', 'Go', [], { description: 'Mark as done' }), PAGE),
    )
    expect(named('click "Mark as done"', called)).toBe('ask')
  })

  test('is an item of a menu that does not show it yet, and keys and text where nothing says what has the keyboard', () => {
    const unseen = targetOf(pad, null)
    const menu = actOf('choose_menu', { path: ['Gadget', 'Frobs'] }, { ...unseen, text: 'Gadget > Frobs' })
    const paste = keys(unseen, 'Ctrl+V')
    const typing = actOf('type_text', { text: 'Fruit' }, { ...unseen, kind: 'focus' })
    for (const act of [menu, paste, typing]) expect(judge(act, policyOf()).categories).toEqual(['unknown'])
    expect(named('choose Gadget > Frobs', menu)).toBe('allow')
    expect(named('choose Gadget > Frob', menu)).toBe('ask')
    expect(named('press Ctrl+V', paste)).toBe('allow')
    expect(named('press Ctrl+C', paste)).toBe('ask')
    expect(named('type "Fruit"', typing)).toBe('allow')
    expect(named('press Delete', keys(unseen, 'Delete'))).toBe('ask')
    const dialog = { ...unseen, window: { ...pad, kind: 'dialog' as const } }
    expect(named('press Enter', keys(dialog, 'Enter'))).toBe('ask')
  })

  test('counts only where no model decides', () => {
    const around = aroundOf(['click Frobnicate and Weiter'], true)
    expect(judge(odd, policyOf({ around })).decision).toBe('ask')
    expect(judge(next, policyOf({ around })).decision).toBe('ask')
  })
})

test('a choice of a page that the person has written of needs no question, another one does', () => {
  const request =
    'Fill in the form: country Portugal, newsletter yes, plan Pro, send me news, and delete my account never'
  const decided = (act: Act) => judge(act, policyOf({ around: aroundOf([request], true) })).decision
  const choose = (item: string) =>
    decided(actOf('select_item', { id: '7', name: item }, on(browser, 'combo box', 'Country', PAGE)))
  const set = (role: 'check box' | 'radio button', name: string) =>
    decided(actOf('set_toggle', { id: '7', name: '', checked: true }, on(browser, role, name, PAGE)))
  expect([choose('Portugal'), set('check box', 'Newsletter'), set('radio button', 'Pro')]).toEqual([
    'allow',
    'allow',
    'allow',
  ])
  expect([choose('Porto'), set('check box', 'Share my data'), set('radio button', 'o')]).toEqual([
    'ask',
    'ask',
    'ask',
  ])
  // A box notes what may be sent later; another word of harm asks whoever has written it.
  expect(set('check box', 'Send me news')).toBe('allow')
  expect(decided(click(on(browser, 'button', 'Send me news', PAGE)))).toBe('ask')
  // A click may do more than choose.
  expect(set('check box', 'Delete my account')).toBe('ask')
  expect(decided(click(on(browser, 'button', 'Pro', PAGE)))).toBe('ask')
})

test('OK of a message with no other button is harmless, unless something would be lost by it', () => {
  const decided = (question: string, more = {}, name = 'OK') =>
    judge(
      click(
        on(windowOf('texstudio', 'TeXstudio', { kind: 'dialog' }), 'button', name, {
          question,
          only_answer: true,
          ...more,
        }),
      ),
      policyOf(),
    ).decision
  expect(decided('No LaTeX was found. Install MikTeX or TeX Live.')).toBe('allow')
  expect(decided('No LaTeX was found. Install it?', { only_answer: false })).toBe('ask')
  expect(decided('Your photos will be deleted.')).toBe('ask')
  expect(decided('The update will be installed now.')).toBe('ask')
  expect(decided('Send the report?')).toBe('ask')
  expect(decided('There is a new version.', {}, 'Install')).toBe('ask')
})

test('Enter that the person has written answers the field of a dialog, but no question and nothing of a harmful name', () => {
  const enter = (more: Partial<TargetDescription>, request = 'press F7, type "new", press Enter') =>
    judge(
      keys(on(windowOf('doublecmd', 'Create directory', { kind: 'dialog' }), 'edit', '', more), 'Enter'),
      policyOf({ around: aroundOf([request], false, true) }),
    ).decision
  expect(enter({})).toBe('allow')
  expect(enter({ default_button: 'Create' })).toBe('allow')
  expect(enter({ default_button: 'Delete' })).toBe('ask')
  expect(enter({ question: 'Go on with it?' })).toBe('ask')
  expect(enter({}, 'make a folder')).toBe('ask')
})

test('what a menu shows is called after what it is about', () => {
  const item = (...path: string[]) =>
    judge(actOf('choose_menu', { path }, targetOf(windowOf('filezilla'), null)), policyOf()).categories
  expect(item('View', 'Transfer queue')).toEqual([])
  expect(item('Money', 'Transfer queue')).toEqual(['pay'])
})

test('a button that replaces asks in any other dialog than that of words in a document', () => {
  const decided = (title: string, more = {}) =>
    judge(
      click(on(windowOf('soffice.bin', title, { kind: 'dialog' }), 'button', 'Replace', more)),
      policyOf(),
    )
  expect(decided('Find and Replace').decision).toBe('allow')
  expect(decided('Replace file?').categories).toContain('overwrite')
  expect(decided('Find and Replace', { question: 'a.txt already exists.' }).categories).toContain('overwrite')
})

test('Enter in a search field needs no question on a page that the person has named, for what they have written', () => {
  const search = (value: string) =>
    keys(targetOf(browser, controlOf('edit', 'Search', [], { value }), PAGE), 'Enter')
  const decided = (value: string, requests: string[]) =>
    judge(search(value), policyOf({ around: aroundOf(requests, true) })).decision
  expect(decided('weather', ['look for weather on example.org'])).toBe('allow')
  expect(decided('my secret', ['look for weather on example.org'])).toBe('ask')
  expect(decided('weather', ['look for weather'])).toBe('ask')
})

test('Replace All of a dialog that searches a text is no overwriting; of one that asks about a file it is', () => {
  const dialog = { ...pad, title: 'Replace', kind: 'dialog' as const }
  const all = targetOf(dialog, controlOf('button', 'Replace All'))
  expect(judge(click(all), policyOf()).decision).toBe('allow')
  const box = targetOf(dialog, controlOf('check box', 'Replace all in:', ['unchecked']))
  expect(judge(actOf('set_toggle', { id: '7', checked: true }, box), policyOf()).decision).toBe('allow')
  const atOnce = targetOf(dialog, controlOf('check box', 'Replace all at once', ['unchecked']))
  expect(judge(actOf('set_toggle', { id: '7', checked: true }, atOnce), policyOf()).decision).toBe('allow')
  const asking = { ...all, question: 'A file “a.txt” is there already.' }
  expect(judge(click(asking), policyOf()).categories).toContain('overwrite')
  const other = targetOf({ ...dialog, title: 'Confirm to replace files' }, controlOf('button', 'Replace All'))
  expect(judge(click(other), policyOf()).categories).toContain('overwrite')
})

test('a bar of the window replaces text without a question where a plain command has named it, and no file', () => {
  const bar = click(targetOf(pad, controlOf('button', 'Replace')))
  const found = (act: Act, commands: readonly string[]) =>
    findingsOf(act, createSurroundings({ commands: () => commands })).findings.map(({ category }) => category)
  expect(found(bar, [])).toContain('overwrite')
  expect(found(bar, ['press "Replace"'])).not.toContain('overwrite')
  const asking = targetOf(pad, controlOf('button', 'Replace'), { question: '“a.txt” is there already.' })
  expect(found(click(asking), ['press "Replace"'])).toContain('overwrite')
})

const categories = (act: Act) => findingsOf(act, aroundOf()).findings.map(({ category }) => category)

test('keys that go to another pane compile in an editor of code', () => {
  const tex = windowOf('texstudio', 'x.tex - TeXstudio')
  const press = (window: typeof tex, text: string) => categories(keys(on(window, 'edit', '', {}), text))
  for (const key of ['F6', 'F7', 'Shift+F6']) {
    expect(press(tex, key)).toContain('run_command')
    expect(press(calc, key)).toEqual([])
    for (const manager of ['thunar', 'gnome-commander']) expect(press(windowOf(manager), key)).toEqual([])
  }
})

test('a sheet that tells of no control is typed into, and its dialog is not', () => {
  const gnumeric = windowOf('gnumeric', 'Book1.gnumeric - Gnumeric')
  const sheet = targetOf(gnumeric, null, { kind: 'focus' })
  expect(categories(type(sheet, '42', true))).toEqual([])
  expect(categories(type(sheet, '=WEBSERVICE("http://a.example")', true))).toContain('send')
  const dialog = { ...gnumeric, kind: 'dialog' as const }
  expect(categories(type({ ...sheet, window: dialog }, '42', true))).toEqual(['unknown'])
  expect(categories(type({ ...sheet, window: pad }, '42', true))).toEqual(['unknown'])
})

test('Alt and a letter presses what a page or a question has given that key', () => {
  const page = on(browser, 'web page', 'Form', { page: 'https://news.example', within: [] })
  expect(categories(keys(page, 'Alt+S'))).toEqual(['send'])
  const question = windowOf('thunar', 'Attention', { kind: 'dialog', modal: true })
  const asked = on(question, 'button', 'Cancel', { question: 'Permanently delete “a.txt”?' })
  expect(categories(keys(asked, 'Alt+D'))).toEqual(['delete'])
  expect(categories(keys(on(pad, 'edit', ''), 'Alt+D'))).toEqual(['unknown'])
})

test('a path that is typed into a dialog without controls is where it saves or reads', () => {
  const typed = (title: string, text: string) => {
    const dialog = windowOf('chromium', title, { kind: 'dialog', modal: true })
    return categories(type(targetOf(dialog, null, { kind: 'focus' }), text, true))
  }
  expect(typed('Save File', '/home/ada/.config/autostart/e.desktop')).toContain('start_programs')
  expect(typed('Open File', '/home/ada/.ssh/id_rsa')).toContain('secret')
  expect(typed('Save File', '/home/ada/letter.html')).toEqual(['unknown'])
})

test('a tool that its server describes in other words is asked about anew, and told so', () => {
  const foreign = { ...actOf('calc', {}, targetOf(null, null)), tool_changed: true as const }
  const told = { decision: 'ask', rule: 'tool that has changed' }
  expect(judge(foreign, policyOf({ yesTo: new Set(['unknown']) }))).toMatchObject(told)
  expect(judge(foreign, policyOf({ covered: () => true }))).toMatchObject(told)
  expect(judge(foreign, policyOf()).reason).toContain('something else')
  expect(judge({ ...foreign, confirm: true }, policyOf())).toMatchObject(told)
})
