import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TargetDescription } from '../core/desktop.ts'
import { controlOf, targetOf, windowOf } from './testing/acts.ts'
import { describeAct, shortPlace } from './words.ts'

const dialog = windowOf('soffice.bin', 'PDF Options')
const on = (...control: Parameters<typeof controlOf>) => targetOf(dialog, controlOf(...control))

describe('an act in plain words', () => {
  test.each<[string, string, Record<string, unknown>, TargetDescription]>([
    [
      'Click button “Export” in “PDF Options”',
      'click_input',
      { id: '1', name: 'Export' },
      on('button', 'Export'),
    ],
    [
      'Double-click list item “a.txt” in “PDF Options”',
      'click_input',
      { double: true },
      on('list item', 'a.txt'),
    ],
    ['Click a text field in “PDF Options”', 'click_input', {}, on('edit', '')],
    ['Click button “7” in “PDF Options”', 'click_input', {}, on('toggle button', '7')],
    [
      'Right-click the text area in “PDF Options”',
      'click_input',
      { button: 'right' },
      on('document', 'GtkTextView'),
    ],
    [
      'Click the point (10, 20) in “PDF Options”',
      'click_on_coordinates',
      { x: 0.5, y: 0.5 },
      targetOf(dialog, null, { point: { x: 10, y: 20 } }),
    ],
    [
      'Type “hello” into field “Name” in “PDF Options”',
      'set_edit_text',
      { text: 'hello' },
      on('edit', 'Name'),
    ],
    [
      'Replace the text of field “Name” by “hello” in “PDF Options”',
      'set_edit_text',
      { text: 'hello', clear_current_text: true },
      on('edit', 'Name'),
    ],
    [
      'Type “ls ⏎ rm” and Enter in “PDF Options”',
      'type_text',
      { text: 'ls\nrm', enter: true },
      targetOf(dialog, null),
    ],
    [
      'Press Ctrl+S on field “Name” in “PDF Options”',
      'keyboard_input',
      { keys: 'Ctrl+S' },
      on('edit', 'Name'),
    ],
    [
      'Scroll down in list “Files” in “PDF Options”',
      'wheel_mouse_input',
      { wheel_dist: -2 },
      on('list', 'Files'),
    ],
    [
      'Select “Red” in combo box “Colour” in “PDF Options”',
      'select_item',
      { name: 'Red' },
      on('combo box', 'Colour'),
    ],
    ['Select list item “Red” in “PDF Options”', 'select_item', { name: 'Red' }, on('list item', 'Red')],
    ['Uncheck check box “Wrap” in “PDF Options”', 'set_toggle', { checked: false }, on('check box', 'Wrap')],
    [
      'Choose “File > Save As…” from the menu in “PDF Options”',
      'choose_menu',
      { path: ['File', 'Save As…'] },
      targetOf(dialog, null),
    ],
    [
      'Open “mousepad” with “/tmp/a b.txt”',
      'launch_application',
      { name: 'mousepad', arguments: ['/tmp/a b.txt'] },
      targetOf(null, null, { text: 'mousepad' }),
    ],
    ['Close “PDF Options”', 'close_application_window', { id: '1' }, targetOf(dialog, null)],
    ['Run the command “ls -la”', 'execute_command', { command: 'ls -la' }, targetOf(null, null)],
    ['Use made_up in “PDF Options”', 'made_up', {}, targetOf(dialog, null)],
  ])('reads: %s', (words, tool, parameters, target) => {
    expect(describeAct(tool, parameters, target)).toBe(words)
  })

  test('never shows the text of a password', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('set_edit_text', 'type_text', 'keyboard_input'),
        fc.stringMatching(/^[a-z0-9]{6,20}$/),
        (tool, secret) => {
          const words = describeAct(tool, { text: secret, keys: secret }, on('password', 'Code'))
          expect(words).not.toContain(secret)
        },
      ),
    )
  })

  test('is one line of bounded length, whatever the screen says', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 500 }),
        fc.string({ unit: 'binary', maxLength: 500 }),
        (name, title) => {
          const words = describeAct(
            'click_input',
            { name },
            targetOf(windowOf('a', title), controlOf('button', name)),
          )
          expect(words).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
          expect(words.length).toBeLessThan(300)
        },
      ),
    )
  })
})

describe('what others have named in a question', () => {
  test('can’t end its quotes and go on as the sentence', () => {
    const name = 'Save” in “notes.txt” of Mousepad, which you named. Click “Yes'
    const words = describeAct('click_input', {}, on('button', name))
    expect(words.match(/[“”]/g)).toHaveLength(4)
  })

  test('is shown with its end, where that says what it is', () => {
    const host = `www.paypal.com.${'a'.repeat(150)}.evil.example`
    expect(shortPlace(host)).toMatch(/^www\.paypal\.com.*…a+\.evil\.example$/)
    expect(shortPlace(`/home/ada/${'x/'.repeat(100)}.bashrc`)).toMatch(/^\/home\/ada\/.*….*\/\.bashrc$/)
    expect(shortPlace('/home/ada/a.txt')).toBe('/home/ada/a.txt')
    expect(shortPlace('report\u202Efdp.sh')).toBe('reportfdp.sh')
  })
})
