// Real applications, driven through the desktop process; what came of it is judged by files, libatspi and X11 clients.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoppedError } from '../../core/errors.ts'
import { DrivenDesktop } from './testing/driven-desktop.ts'

const TEXT = 'naïve café 你好 😀 !@#$%^&*()'

/** The tests of a describe work on one desktop, in their order. */
function onOneDesktop(
  name: string,
  begin: (desktop: DrivenDesktop) => Promise<unknown>,
): () => DrivenDesktop {
  let opened: DrivenDesktop | null = null
  beforeAll(async () => {
    opened = await DrivenDesktop.start(name)
    await begin(opened)
  })
  afterAll(() => opened?.[Symbol.asyncDispose]())
  return () => opened!
}

describe('galculator', () => {
  const desktopNow = onOneDesktop('galculator', async (desktop) => {
    expect(await desktop.open('galculator')).toMatchObject({ effect: 'confirmed' })
  })

  test('keys that flash, pressed twice in a row, are all counted', async () => {
    const desktop = desktopNow()
    for (const key of ['7', '7', '*', '6', '=']) {
      const { effect } = await desktop.act('click_input', await desktop.target('toggle button', key))
      expect(effect).not.toBe('contradicted')
    }
    expect(await desktop.atspiTexts('galculator')).toContain('462')
  })

  test('keys of a chord list, the same digit twice within a moment, all arrive', async () => {
    const desktop = desktopNow()
    await desktop.act('keyboard_input', { keys: 'Escape' })
    await desktop.act('keyboard_input', { keys: '1 2 3 4 . 5 + 8 7 6 5 . 5 Enter' })
    expect(await desktop.atspiTexts('galculator')).toContain('10000')
  })

  test('operators and brackets that are typed arrive, too', async () => {
    const desktop = desktopNow()
    await desktop.act('keyboard_input', { keys: 'Escape' })
    await desktop.act('type_text', { text: '9876*5432', enter: true })
    expect(await desktop.atspiTexts('galculator')).toContain('53646432')
    await desktop.act('keyboard_input', { keys: 'Escape' })
    await desktop.act('type_text', { text: '((7+3)*(4+6))', enter: true })
    expect(await desktop.atspiTexts('galculator')).toContain('100')
  })

  test('in xterm a command line is typed and run, and the window is known as a terminal', async () => {
    const desktop = desktopNow()
    await desktop.open('xterm')
    const path = join(desktop.folder, 'x.txt')
    const parameters = { text: `echo 'a!@#$%^&*() é' > ${path}`, enter: true }
    expect(
      await desktop.get('resolve_target', { call_id: 'x', tool_name: 'type_text', parameters }),
    ).toMatchObject({ terminal: true })
    await desktop.act('type_text', parameters)
    await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toBe('a!@#$%^&*() é\n')
  })

  test('a desktop that goes away makes the next call fail as lost', async () => {
    const desktop = desktopNow()
    await desktop.desktop[Symbol.asyncDispose]()
    const result = await desktop.keeper.callTool('observe', { picture: 'desktop' }, {}, 20_000, desktop.run)
    expect(result.isError).toBe(true)
    expect(result._meta).toMatchObject({ 'deskhand/code': 'lost' })
  })
})

describe('mousepad', () => {
  const desktopNow = onOneDesktop('mousepad', (desktop) => desktop.open('mousepad'))

  test('a paste gives the clipboard back as it was', async () => {
    const desktop = desktopNow()
    await desktop.witness('sh', ['-c', 'printf "mine é 😀" | xclip -selection clipboard -i >/dev/null 2>&1'])
    expect(await desktop.act('type_text', { text: TEXT })).toMatchObject({ effect: 'confirmed' })
    expect(await desktop.witness('xclip', ['-selection', 'clipboard', '-o'])).toBe('mine é 😀')
  })

  test('a stop in the middle of a drag or of keys leaves nothing down on the X server', async () => {
    const desktop = desktopNow()
    for (const [name, parameters] of [
      [
        'drag_on_coordinates',
        { start_x: 0.2, start_y: 0.5, end_x: 0.8, end_y: 0.8, duration: 20, key_hold: 'Ctrl+Shift' },
      ],
      ['keyboard_input', { keys: Array.from({ length: 2000 }, () => 'Ctrl+Shift+F9').join(' ') }],
    ] as const) {
      const run = desktop.run.child()
      const going = desktop.get(name, parameters, {}, run)
      await expect.poll(() => desktop.heldDown(), { interval: 5 }).not.toBe('keys [] buttons 0')
      run.stop()
      await expect(going).rejects.toThrow(StoppedError)
      await desktop.observe()
      expect(await desktop.heldDown()).toBe('keys [] buttons 0')
    }
  })

  test('text through the tree and by paste arrives whole, is saved, and unsaved work asks before closing', async () => {
    const desktop = desktopNow()
    const edit = (await desktop.observe()).controls.find((control) => control.states.includes('multiline'))
    const target = { id: edit!.id, name: edit!.name }
    expect(
      await desktop.act('set_edit_text', { ...target, text: TEXT, clear_current_text: true }),
    ).toMatchObject({ effect: 'confirmed' })
    expect(await desktop.act('click_input', target)).toMatchObject({ effect: 'confirmed' })
    await desktop.act('keyboard_input', { keys: 'Ctrl+End' })
    expect(await desktop.act('type_text', { text: ` / ${TEXT}` })).toMatchObject({ effect: 'confirmed' })
    expect(await desktop.act('choose_menu', { path: ['File', 'Save As...'] })).toMatchObject({
      effect: 'confirmed',
    })
    const path = join(desktop.folder, 'a.txt')
    await desktop.act('set_edit_text', {
      ...(await desktop.target('edit', 'Name')),
      text: path,
      clear_current_text: true,
    })
    expect(await desktop.act('click_input', await desktop.target('button', 'Save'))).toMatchObject({
      effect: 'confirmed',
    })
    expect(readFileSync(path, 'utf8').trimEnd()).toBe(`${TEXT} / ${TEXT}`)
    await desktop.act('type_text', { text: 'more' })
    const { window } = await desktop.observe()
    const closing = await desktop.act('close_application_window', { id: window!.id, name: window!.title })
    expect(closing).toMatchObject({ effect: 'contradicted' })
    expect(closing.evidence).toContain('Save Changes')
  })
})

test('chromium: a form is filled with text, password, list, box and choice, and what is sent is what was put in', async () => {
  await using desktop = await DrivenDesktop.start('chromium')
  let sent = ''
  const server = createServer((request, response) => {
    if (request.method === 'POST') request.setEncoding('utf8').on('data', (part: string) => (sent += part))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(request.method === 'POST' ? '<title>Thanks</title>' : FORM)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await desktop.open('chromium', [`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`])
    await desktop.get('wait_for_control', { name: 'Send form', role: 'button' })
    const confirmed = { effect: 'confirmed' }
    expect(
      await desktop.act('set_edit_text', { ...(await desktop.target('edit', 'Name')), text: TEXT }),
    ).toMatchObject(confirmed)
    await desktop.act('set_edit_text', { ...(await desktop.target('password', 'Password')), text: 'geheim' })
    expect(
      await desktop.act('select_item', {
        id: (await desktop.target('combo box', 'Colour')).id,
        name: 'green',
      }),
    ).toMatchObject(confirmed)
    expect(
      await desktop.act('set_toggle', { ...(await desktop.target('check box', 'I agree')), checked: true }),
    ).toMatchObject(confirmed)
    expect(await desktop.act('click_input', await desktop.target('radio button', 'Two'))).toMatchObject(
      confirmed,
    )
    for (const [part, text] of [
      ['Month', '12'],
      ['Day', '5'],
      ['Year', '1990'],
    ] as const) {
      const target = await desktop.target('spinner', `${part} Birthday`)
      expect(await desktop.act('set_edit_text', { ...target, text })).toMatchObject(confirmed)
    }
    await desktop.act('click_input', await desktop.target('button', 'Send form'))
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(sent)))
      .toEqual({
        name: TEXT,
        password: 'geheim',
        colour: 'green',
        agree: 'on',
        which: '2',
        born: '1990-12-05',
      })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

const FORM = `<!doctype html><meta charset=utf-8><title>Form</title><form method=post>
<p><label>Name <input name=name></label><p><label>Password <input type=password name=password></label>
<p><label>Colour <select name=colour><option>red<option>green<option>blue</select></label>
<p><label><input type=checkbox name=agree> I agree</label>
<p><label><input type=radio name=which value=1> One</label><label><input type=radio name=which value=2> Two</label>
<p id=clock></p><p><label>Birthday <input type=date name=born></label><button>Send form</button></form>
<script>setInterval(() => (clock.textContent = new Date().toISOString()), 100)</script>`

test('LibreOffice Calc: cells are typed and set, formulas count, and the sheet is saved as csv', async () => {
  await using desktop = await DrivenDesktop.start('calc')
  await desktop.open('libreoffice calc')
  await desktop.control('cell', 'A1')
  await desktop.act('keyboard_input', { keys: 'Ctrl+Home' })
  // A busy LibreOffice tells its cell later than the look; the file below shows that the text has arrived.
  const typed = await desktop.act('type_text', { text: 'Ärger 你好 😀', enter: true })
  expect(typed.effect).not.toBe('contradicted')
  await desktop.act('type_text', { text: '=6*7', enter: true })
  expect(
    await desktop.act('set_edit_text', { ...(await desktop.target('cell', 'B3')), text: '12.5' }),
  ).toMatchObject({ effect: 'confirmed' })
  await desktop.act('keyboard_input', { keys: 'Ctrl+Shift+S' }, 5)
  const path = join(desktop.folder, 't.csv')
  await desktop.act('set_edit_text', {
    ...(await desktop.target('edit', 'Name')),
    text: path,
    clear_current_text: true,
  })
  await desktop.act('click_input', await desktop.target('button', 'Save'))
  await desktop.act('click_input', await desktop.target('button', 'Use Text CSV'))
  await desktop.act('click_input', await desktop.target('button', 'OK'), 5)
  await expect.poll(() => existsSync(path) && readFileSync(path, 'utf8')).toBe('Ärger 你好 😀,\n42,\n,12.5\n')
})
