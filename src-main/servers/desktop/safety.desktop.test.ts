// What would be lost, sent or claimed without a person's yes, on real applications. The oracles are the file on the disk, the
// server of the page and a program that is known to lie.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { configSchema } from '../../../src-preload/contract/config.ts'
import { targetDescriptionSchema } from '../../core/desktop.ts'
import { judge } from '../../safety/policy.ts'
import { actOf, aroundOf } from '../../safety/testing/acts.ts'
import { DrivenDesktop } from './testing/driven-desktop.ts'

type Parameters = Record<string, unknown>
let running: DrivenDesktop | null = null
afterEach(async () => {
  await running?.[Symbol.asyncDispose]()
  running = null
})
const start = async (name: string): Promise<DrivenDesktop> => (running = await DrivenDesktop.start(name))

/** What the gate says of an act on the target as the desktop describes it. */
async function judged(desktop: DrivenDesktop, tool: string, parameters: Parameters) {
  const target = await desktop.get('resolve_target', { call_id: 'judged', tool_name: tool, parameters })
  return judge(actOf(tool, parameters, targetDescriptionSchema.parse(target)), {
    categories: configSchema.parse({}).safety.categories,
    refused_applications: [],
    yesTo: new Set(),
    around: aroundOf(),
    covered: () => false,
  })
}
const asks = (category: string) => ({ decision: 'ask', categories: expect.arrayContaining([category]) })

test('featherpad: a name without a folder that would replace a file asks, and so does Yes to its question', async () => {
  const desktop = await start('replace')
  const path = join(desktop.folder, 'old.txt')
  writeFileSync(path, 'precious\n')
  await desktop.open('featherpad', [path])
  await desktop.act('choose_menu', { path: ['File', 'Save As...'] })
  await desktop.act('set_edit_text', {
    ...(await desktop.target('edit', 'File name')),
    text: 'old.txt',
    clear_current_text: true,
  })
  expect(await judged(desktop, 'keyboard_input', { keys: 'Enter' })).toMatchObject(asks('overwrite'))
  await desktop.get('keyboard_input', { keys: 'Enter' })
  expect(await judged(desktop, 'click_input', await desktop.target('button', 'Yes'))).toMatchObject(
    asks('overwrite'),
  )
  expect(await judged(desktop, 'click_input', await desktop.target('button', 'No'))).toMatchObject({
    decision: 'allow',
  })
  expect(readFileSync(path, 'utf8')).toBe('precious\n')
})

test('chromium: a form is not sent by Enter in any of its fields, nor by a button that lies over a field', async () => {
  const desktop = await start('form')
  const visited: string[] = []
  const server = createServer((request, response) => {
    visited.push(request.url ?? '')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(FORM)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await desktop.open('chromium', [`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`])
    for (const [role, name] of [
      ['combo box', 'Search'],
      ['check box', 'News'],
      ['spinner', 'Count'],
    ] as const) {
      const control = await desktop.target(role, name)
      expect(await judged(desktop, 'keyboard_input', { ...control, keys: 'Enter' })).toMatchObject(
        asks('send'),
      )
    }
    const group = await desktop.target('group', 'Danger')
    expect(await judged(desktop, 'select_item', { ...group, name: 'Transfer' })).toMatchObject(asks('pay'))
    await expect(desktop.act('click_input', await desktop.target('edit', 'Bait'))).rejects.toThrow(
      'would press the button “Trap”',
    )
    expect(visited.filter((url) => url.startsWith('/sent'))).toEqual([])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('chromium: where a page has work that would be lost, the keyboard is in the question about it', async () => {
  const desktop = await start('leave')
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(HOLDING)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await desktop.open('chromium', [`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`])
    const note = await desktop.target('edit', 'Note')
    await desktop.act('click_input', note)
    await desktop.act('type_text', { text: 'long work' })
    await desktop.get('keyboard_input', { keys: 'F5' })
    const cancel = await desktop.target('button', 'Cancel')
    for (const keys of ['Enter', 'space'])
      expect(await judged(desktop, 'keyboard_input', { keys })).toMatchObject(asks('close_unsaved'))
    expect(await judged(desktop, 'click_input', cancel)).toMatchObject({ decision: 'allow' })
    await desktop.act('click_input', cancel)
    expect((await desktop.control('edit', 'Note')).value).toBe('long work')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

const HOLDING = `<!doctype html><meta charset=utf-8><title>Note</title><textarea aria-label=Note></textarea>
<script>addEventListener('beforeunload', (event) => event.preventDefault())</script>`

test('what is typed behind the prompt of a console is a command, and what is typed into a text is none', async () => {
  const desktop = await start('console')
  const program = spawn('/usr/bin/python3', ['-c', CONSOLE], {
    env: { ...process.env, ...desktop.desktop.env },
  })
  try {
    const window = await desktop.run.until(
      async () => (await desktop.observe()).windows.find(({ title }) => title === 'Editor'),
      20_000,
      100,
    )
    await desktop.act('select_application_window', { id: window?.id ?? '', name: 'Editor' })
    const line = { text: 'import os', enter: true }
    for (const [name, judgement] of [
      ['Letter', { decision: 'allow' }],
      ['Bottom', asks('run_command')],
    ] as const) {
      await desktop.act('click_input', await desktop.target('edit', name))
      expect(await judged(desktop, 'type_text', line)).toMatchObject(judgement)
      expect(await judged(desktop, 'keyboard_input', { keys: 'Enter' })).toMatchObject(judgement)
    }
  } finally {
    program.kill('SIGKILL')
  }
})

const CONSOLE = `
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
window = Gtk.Window(title="Editor", default_width=500, default_height=400)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, homogeneous=True)
for name, text in [("Letter", "Dear Ada,\\nall the best\\n"), ("Bottom", "A console.\\n" * 90 + ">>> ")]:
    view = Gtk.TextView()
    view.get_accessible().set_name(name)
    view.get_buffer().set_text(text)
    pane = Gtk.ScrolledWindow()
    pane.add(view)
    box.pack_start(pane, True, True, 0)
window.add(box)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
`

const FORM = `<!doctype html><meta charset=utf-8><title>Form</title><form action=/sent>
<input role=combobox aria-label=Search name=q> <label><input type=checkbox name=c> News</label>
<input type=number aria-label=Count name=n> <div role=group aria-label=Danger><button>Transfer</button></div>
<div style="position:relative"><input aria-label=Bait style="width:200px">
<button style="position:absolute;left:0;top:0;width:200px;opacity:0">Trap</button></div></form>`

test('a program whose controls take an act and undo it a moment later is caught', async () => {
  const desktop = await start('liar')
  const liar = spawn('/usr/bin/python3', ['-c', LIAR], { env: { ...process.env, ...desktop.desktop.env } })
  try {
    const window = await desktop.run.until(
      async () => (await desktop.observe()).windows.find(({ title }) => title === 'Liar'),
      20_000,
      100,
    )
    await desktop.act('select_application_window', { id: window?.id ?? '', name: 'Liar' })
    const effectOf = async (tool: string, parameters: Parameters) =>
      (await desktop.act(tool, parameters)).effect
    const box = { ...(await desktop.target('check box', 'Jumping')), checked: true }
    expect(await effectOf('set_toggle', box)).toBe('contradicted')
    const honest = { ...(await desktop.target('check box', 'Honest')), checked: true }
    expect(await effectOf('set_toggle', honest)).toBe('confirmed')
    for (const [name, text, effect] of [
      ['Gone', 'abc', /^contradicted$/],
      ['Phone', '0049', /^contradicted$/],
      // Other capitals are told as the application's change, or as no proof where they come late.
      ['Upper', 'abc', /^(contradicted|unconfirmed)$/],
      ['Fine', 'abc', /^confirmed$/],
    ] as const) {
      const field = await desktop.target('edit', name)
      expect(await effectOf('set_edit_text', { ...field, text, clear_current_text: true }), name).toMatch(
        effect,
      )
    }
    expect(await effectOf('click_input', await desktop.target('button', 'Nothing'))).toBe('unconfirmed')
  } finally {
    liar.kill()
  }
})

const LIAR = `
import gi, time
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk, GLib
window = Gtk.Window(title='Liar')
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(box)
def later(ms, do): GLib.timeout_add(ms, lambda: (do(), False)[1])
undoing = []
def undo(check):
    undoing.append(1); check.set_active(False); undoing.pop()
jumping = Gtk.CheckButton(label='Jumping')
jumping.connect('toggled', lambda check: undoing or later(100, lambda: undo(check)))
box.add(jumping)
box.add(Gtk.CheckButton(label='Honest'))
def entry(name, wrong, right):
    field = Gtk.Entry()
    field.get_accessible().set_name(name)
    field.connect('changed', lambda e: wrong(e.get_text()) and later(right[0], lambda: e.set_text(right[1](e.get_text()))))
    box.add(field)
entry('Gone', lambda t: t != '', (100, lambda t: ''))
entry('Phone', lambda t: t.startswith('00'), (1, lambda t: t.lstrip('0')))
entry('Upper', lambda t: t != t.upper(), (1, lambda t: t.upper()))
entry('Fine', lambda t: False, (1, None))
box.add(Gtk.Button(label='Nothing'))
clock = Gtk.Label()
box.add(clock)
GLib.timeout_add(100, lambda: clock.set_text(str(time.time())) or True)
window.connect('destroy', Gtk.main_quit)
window.show_all()
Gtk.main()
`
