// What goes wrong on real desktops: the run ends, or goes on, with a clear message, and Deskhand itself stays small.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { place, runIn, startRun, story } from './support/deskhand.ts'
import { watchMemory } from './support/memory.ts'
import { desktopOf } from './support/witness.ts'

const MOST = 500 * 1024 * 1024

const pidOf = async (name: string, display: string): Promise<number> => {
  for (const pid of await readdir('/proc')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!command.split('\0')[0]?.endsWith(name)) continue
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (environment.split('\0').includes(`DISPLAY=${display}`)) return Number(pid)
  }
  throw new Error(`${name} does not run on ${display}.`)
}

test('a run whose folder is deleted ends with a message that says so', async () => {
  await using where = await place()
  const running = startRun(where, 'open galculator, click 7, wait 2 seconds, click 8, read display')
  const { log_path } = await running.event('run_started')
  await running.event('act_started', (event) => event.tool_name === 'wait')
  // The run still writes into it.
  await rm(log_path, { recursive: true, maxRetries: 10 })
  const { code, last } = await running.ended
  expect(code, story(running.events)).toBe(1)
  expect(last?.error).toContain('it was deleted')
})

test('a run goes on when the window manager has ended', async () => {
  await using where = await place()
  const running = startRun(where, 'open galculator, click 7, wait 2 seconds, press 5, read display')
  const begun = await running.event('run_started')
  const env = await desktopOf(where, begun.run)
  await running.event('act_started', (event) => event.tool_name === 'wait')
  process.kill(await pidOf('openbox', env['DISPLAY'] ?? ''), 'SIGKILL')
  const { code, last } = await running.ended
  expect(code, story(running.events)).toBe(0)
  expect(last?.result).toBe('75')
})

/** An application of the configuration: late with its window, which a dialog covers; its buttons write files. */
const LATE = `
import time, os
time.sleep(6)
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk
def wrote(name):
    open(os.path.join(os.environ["HOME"], name), "w").close()
window = Gtk.Window(title="Late window", default_width=300, default_height=200)
button = Gtk.Button(label="Behind")
button.connect("clicked", lambda *_: wrote("behind"))
window.add(button)
window.show_all()
dialog = Gtk.MessageDialog(transient_for=window, modal=True, text="Welcome", buttons=Gtk.ButtonsType.OK)
dialog.connect("response", lambda *_: (wrote("welcomed"), dialog.destroy()))
dialog.show_all()
window.connect("destroy", Gtk.main_quit)
Gtk.main()
`

test('an application named in the configuration is waited for, its dialog answered, then its window used', async () => {
  await using where = await place()
  const program = join(where.home, 'late.py')
  await writeFile(program, LATE)
  await where.config(`applications:\n  Latecomer: /usr/bin/python3 ${program}\n`)
  const { code, events } = await runIn(where, 'open Latecomer, click OK, wait 1 seconds, click Behind', [
    '--yes-to',
    'unknown',
    '--yes-to',
    'run_command',
  ])
  expect(code, story(events)).toBe(0)
  await expect.poll(() => readdir(where.home)).toEqual(expect.arrayContaining(['behind', 'welcomed']))
})

test('a page of 20,000 nodes is seen in part, says so, and can be acted on', async () => {
  await using where = await place()
  const rows = Array.from({ length: 10_000 }, (_, index) => `<p>row ${index} <b>x</b></p>`).join('')
  await writeFile(
    join(where.home, 'big.html'),
    `<!doctype html><title>Big page</title><button onclick="this.textContent='Pressed'">Press me</button>${rows}`,
  )
  const running = startRun(
    where,
    'open "~/big.html", wait for "Press me" button, click "Press me" button, wait for "Pressed"',
    ['--yes-to', 'unknown', '--yes-to', 'send'],
  )
  using memory = watchMemory(running.child.pid ?? 0)
  const { code } = await running.ended
  expect(code, `${running.stderr()}\n${story(running.events)}`).toBe(0)
  expect(memory.seen.most).toBeGreaterThan(0)
  expect(memory.seen.most).toBeLessThan(MOST)
})

test('a request that is not understood ends before the first act and says what is known', async () => {
  await using where = await place()
  const { code, last, events } = await runIn(where, 'open galculator, make me happy')
  expect(code).toBe(1)
  expect(last?.error).toContain('make me happy')
  expect(last?.error).toMatch(/click/)
  expect(events.filter((event) => event.type === 'act_started')).toEqual([])
})
