import { describe, expect, it, test } from 'vitest'
import { codePlaceOf, type CodeControl } from './code-places.ts'
import { controlOf, judgedAct, targetOf, windowOf } from './testing/acts.ts'

const field = (more: Partial<CodeControl> = {}): CodeControl => ({
  role: 'edit',
  name: '',
  editableText: true,
  ...more,
})
const place = (process: string, title: string, kind = 'normal', control: CodeControl | null = field()) =>
  codePlaceOf({ processName: process, title, kind, modal: false }, control)?.what ?? null

test.each([
  ['geany', 'Set Build Commands', 'dialog', 'a dialog of commands'],
  ['geany', 'Set Custom Commands', 'dialog', 'a dialog of commands'],
  ['gedit', 'Manage External Tools', 'dialog', 'a dialog of commands'],
  ['script-fu', 'Script-Fu Console', 'dialog', 'a console'],
  ['python2', 'Python Console', 'normal', 'a console'],
  ['audacity', 'Nyquist Prompt', 'dialog', 'a console'],
  ['groovy-2.4.21', 'GroovyConsole', 'normal', 'a console'],
  ['freeplane', 'Groovy Script Editor', 'dialog', 'an editor of macros'],
  ['python3', 'IDLE Shell 3.11.2', 'normal', 'a console'],
  ['soffice', 'My Macros & Dialogs.Standard - LibreOffice Basic', 'normal', 'an editor of macros'],
  ['soffice', 'Macro Selector', 'dialog', 'a dialog of macros'],
  ['soffice', 'BASIC Macros', 'dialog', 'a dialog of macros'],
  ['jedit', 'Evaluate BeanShell Expression', 'dialog', 'a dialog that carries out code'],
  ['jedit', 'Evaluate For Selected Lines', 'dialog', 'a dialog that carries out code'],
  ['soffice', 'Evaluate Formula', 'dialog', null],
  ['qalculate', 'Expression', 'dialog', null],
  ['emacs-gtk', 'notes.txt - GNU Emacs', 'normal', 'a program that carries out what is typed'],
  // `:exec` and `:spawn` start programs.
  ['zathura', 'report.pdf', 'normal', 'a program that carries out what is typed'],
  ['chromium', 'DevTools - shop.example/', 'normal', 'the tools for developers of a browser'],
  ['firefox-esr', 'Developer Tools — Shop', 'normal', 'the tools for developers of a browser'],
  ['firefox-esr', 'Browser Console', 'normal', 'a console'],
  ['thonny', 'Thonny - x.py', 'normal', 'a program that carries out what is typed'],
  ['mousepad', 'Console.txt - Mousepad', 'normal', null],
  ['mousepad', 'DevTools notes.txt - Mousepad', 'normal', null],
  ['mousepad', 'Macro editor notes - Mousepad', 'normal', null],
  ['mousepad', 'custom commands.md - Mousepad', 'normal', null],
  ['soffice', 'Macros.odt - LibreOffice Writer', 'normal', null],
  ['soffice', 'Macro Security', 'dialog', null],
  ['mousepad', 'Prompt, an essay.txt - Mousepad', 'normal', null],
] as const)('what is typed in %s, “%s” (%s): %s', (process, title, kind, what) => {
  expect(place(process, title, kind)).toBe(what)
})

test.each([
  ['code', field({ name: 'Terminal 1, bash' }), 'a terminal'],
  ['chromium', field({ name: 'Console prompt' }), 'a console'],
  ['krita', field({ name: 'Python console' }), 'a console'],
  ['code', field({ name: 'Debug Console, Evaluate expressions' }), 'a console'],
  ['code', field({ name: 'Evaluate expression' }), 'a console'],
  ['player', field({ name: 'julia>' }), 'a console'],
  ['player', field({ name: '>>>' }), 'a console'],
  ['player', field({ name: '$' }), 'a console'],
  ['player', field({ name: 'Price ($)' }), null],
  ['player', field({ name: 'Next >' }), null],
  ['player', field({ name: 'Name:' }), null],
  ['chromium', field({ name: 'Terminal 2' }), null],
  ['chromium', field({ name: 'Console' }), null],
  ['chromium', field({ name: 'Evaluate' }), null],
  ['code', field({ name: 'Terminal 1', role: 'tab', editableText: false }), null],
  ['mousepad', field({ name: 'Console games of 1990' }), null],
  ['sqlitebrowser', field({ role: 'document' }), 'a window for SQL'],
  ['sqlitebrowser', field({ states: ['multiline'] }), 'a window for SQL'],
  ['sqlitebrowser', field({ name: 'Filter' }), null],
  ['sqlitebrowser', null, 'a window for SQL'],
  ['sqlitebrowser', field({ role: 'tab', editableText: false }), 'a window for SQL'],
] as const)('what is typed in %s, field %j: %s', (process, control, what) => {
  expect(place(process, 'x', 'normal', control)).toBe(what)
})

describe('the text of a control', () => {
  const at = (text: string, title = 'Untitled') =>
    codePlaceOf({ processName: 'gedit', title, kind: 'normal', modal: false }, field(), text)?.what ?? null

  it.each([
    "You can access the main window through 'window':\n>>> ",
    '>>> open("x", "w")',
    '>>> def f():\n...     return 1\n... ',
    'In [3]: ',
    'sqlite> ',
    '(gdb) ',
    'ada@host:~/docs$ ',
    'bash-5.2$ ls',
    'julia> 1 + 1\n2\njulia> ',
    'mysql> select 1',
    'MariaDB [(none)]> ',
    'shop=# ',
    'shop=> drop table t',
    'user=> (+ 1 2)',
    '(Pdb) p x',
    '(lldb) ',
    'irb(main):001:0> ',
    'iex(1)> ',
    'octave:3> x = 1',
    '(%i1) ',
    'PS C:\\Users\\Ada> ',
  ])('that ends with a prompt is a console’s: %j', (text) => expect(at(text)).toBe('a console'))

  it.each([
    'Dear Ada,\nall the best\n',
    'Type >>> to quote.',
    '>>> 1 + 1\n2\nThat was the example.',
    '... and so on',
    '',
    '<html>\n<body>\n</body>',
    '> you wrote\n> that it works\n> ',
    'Dear Ada,\nPrice: 5 $',
    'From: Ada\nSubject: ',
    'a ->\nb -> c',
    'x => y',
    'if (a > b) {',
    'use std::io;\nfn main() -> u8 {',
    '# Title\n- item\n# ',
    'map<string, int> x',
    '10% off\n5% ',
  ])('of a letter is none: %j', (text) => expect([at(text), at(text, 'Letter')]).toEqual([null, null]))

  it.each([
    'julia> ',
    'ghci> :!ls',
    'Prelude Data.List> ',
    '*Main> ',
    'gnuplot> plot sin(x)',
    'scala> val x = 1',
    'SageMath version 9.5\nsage: factor(6)',
    'Lua 5.4.4  Copyright (C) 1994-2022 Lua.org\n> print(1)',
    "R version 4.2\nType 'q()' to quit R.\n> ",
    'Erlang/OTP 25\n1> 2+2.\n4\n2> ',
    'Welcome to SWI-Prolog\n?- ',
  ])('that ends with the prompt of a name or sign is one’s where no document is named: %j', (text) =>
    expect(at(text, 'Session')).toBe('a console'),
  )

  it.each([
    ['Talk.txt - Mousepad', 'Ada> '],
    ['*notes - Mousepad', 'see julia> '],
    ['Untitled 1 - Mousepad', 'key> value'],
    ['plan.txt - Mousepad', 'sage: an herb\nsage: '],
  ])('in %s is a document’s: %j', (title, text) => {
    const editor = { processName: 'mousepad', title, kind: 'normal', modal: false }
    expect(codePlaceOf(editor, field(), text)).toBeNull()
  })

  it('of a terminal within another window is told by its toolkit', () => {
    expect(place('geany', 'untitled - Geany', 'normal', field({ className: 'terminal' }))).toBe('a terminal')
  })
})

describe('the gate', () => {
  const python = { what: 'a console', isShell: false, isWhole: false }

  it('asks for what is typed into a console, and does not read it as words of a shell', () => {
    const console = targetOf(windowOf('gedit'), controlOf('edit', '', ['editable', 'multiline']), {
      kind: 'focus',
      terminal: true,
      code: python,
    })
    for (const [tool, parameters] of [
      ['type_text', { text: 'ls', enter: true }],
      ['set_edit_text', { text: 'ls\n' }],
      ['keyboard_input', { keys: 'Enter' }],
    ] as const)
      expect(judgedAct(tool, parameters, console)).toMatchObject({
        decision: 'ask',
        categories: expect.arrayContaining(['run_command', 'delete', 'send']),
      })
  })

  it('takes a dot of code for no hidden file, and what stands in its quotes for a path', () => {
    const console = targetOf(windowOf('python3', 'IDLE Shell 3.11.2'), null, {
      kind: 'focus',
      terminal: true,
      code: python,
    })
    const said = (text: string) =>
      judgedAct('type_text', { text, enter: true }, console).categories.toSorted()
    expect(said('open("notes.txt", "w").write("a")')).toEqual(['delete', 'run_command', 'send'])
    expect(said('open(".bashrc", "a")')).toContain('start_programs')
    expect(said("open('/home/ada/.ssh/id_rsa')")).toContain('secret')
  })

  it.each([
    [['Build', 'Compile'], 'geany'],
    [['Extensions', 'Render', 'Barcode'], 'inkscape'],
    [['Filters', 'Script-Fu', 'Refresh Scripts'], 'gimp'],
    [['Scripts', 'Tidy'], 'thunar'],
    [['Run', 'Start Debugging'], 'code'],
  ])('knows that %j of %s runs something', (path, process) => {
    const menu = targetOf(windowOf(process), controlOf('menu item', path.at(-1) ?? ''))
    expect(judgedAct('choose_menu', { path }, menu)).toMatchObject({
      decision: 'ask',
      categories: expect.arrayContaining(['run_command']),
    })
  })

  it.each([
    [['Build', 'Set Build Commands...'], 'geany'],
    [['View', 'Zoom In'], 'geany'],
    [['File', 'Save'], 'mousepad'],
  ])('lets %j of %s pass', (path, process) => {
    const menu = targetOf(windowOf(process), controlOf('menu item', path.at(-1) ?? ''))
    expect(judgedAct('choose_menu', { path }, menu).decision).toBe('allow')
  })

  it.each(['F9', 'Ctrl+F9', 'Ctrl+Enter', 'F5', 'Ctrl+Shift+B', 'Alt+F8'])(
    'knows that %s may run what is written in an editor',
    (keys) => {
      const editor = targetOf(windowOf('someeditor', 'x.py'), controlOf('document', ''), { kind: 'focus' })
      expect(judgedAct('keyboard_input', { keys }, editor).categories).toContain('run_command')
    },
  )

  it('asks where a macro is chosen from a list, and lets go to it and leave', () => {
    const dialog = windowOf('soffice', 'Macro Selector', { kind: 'dialog' })
    const code = { what: 'a dialog of macros', isShell: false, isWhole: true }
    const at = (role: 'cell' | 'button', name: string) => targetOf(dialog, controlOf(role, name), { code })
    const asks = { decision: 'ask', categories: expect.arrayContaining(['run_command']) }
    expect(judgedAct('click_input', { button: 'left', double: true }, at('cell', 'Main'))).toMatchObject(asks)
    expect(judgedAct('keyboard_input', { keys: 'Enter' }, at('cell', 'Open'))).toMatchObject(asks)
    expect(judgedAct('click_input', {}, at('button', 'OK'))).toMatchObject(asks)
    expect(judgedAct('click_input', {}, at('cell', 'Main')).decision).toBe('allow')
    expect(judgedAct('click_input', {}, at('button', 'Cancel')).decision).toBe('allow')
  })
})

test.each([
  ['Command', null],
  ['Command to run when a song begins', 'a field for a command'],
  ['Print command:', 'a field for a command'],
  ['Comment', null],
  ['Commander', null],
])('a field “%s” of a window that is no dialog', (name, what) => {
  expect(place('audacious', 'Song Change', 'normal', field({ name }))).toBe(what)
})

test.each([
  ['Preferences', 'Web browser:', 'a field for a program'],
  ['Settings', 'Use custom editor:', 'a field for a program'],
  ['Preferences', 'Terminal emulator:', 'a field for a program'],
  ['Preferences', 'Editor font:', null],
  ['Impressum', 'Editor', null],
])('in “%s” a field “%s”', (title, name, what) => {
  expect(place('osmo', title, 'dialog', field({ name }))).toBe(what)
})

test.each([
  ['edit', [], '|touch ~/x', 'ask'],
  ['edit', ['multiline'], '| a | b |', 'allow'],
  ['edit', [], 'Weekly | news', 'allow'],
] as const)('a name in a field (%s, %j) that is a command: %s', (role, states, text, decision) => {
  const target = targetOf(windowOf('liferea', 'New Subscription'), controlOf(role, 'Source', [...states]))
  expect(judgedAct('set_edit_text', { id: '7', text }, target)).toMatchObject({ decision })
})
