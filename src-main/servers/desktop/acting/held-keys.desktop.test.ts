// Keys held meanwhile, several clicks, and the wheel sideways, as applications and the X server see them: a page that writes
// each event into its title (read with xdotool), the X selection, and the keys that the server says are down.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { StoppedError } from '../../../core/errors.ts'
import { DrivenDesktop } from '../testing/driven-desktop.ts'

/** Tells in its title what comes: each key once that goes down or up, clicks with their number, the wheel's way. */
const PAGE = `<!doctype html><title>…</title><body style="margin:0;width:6000px;height:600px">
<button>Press me</button><select multiple size="4"><option>one<option>two<option>three<option>four</select>
<script>
  const told = []
  const tell = (text) => { told.push(text); document.title = told.join(' ') }
  addEventListener('keydown', (event) => { if (!event.repeat) tell('+' + event.key) })
  addEventListener('keyup', (event) => tell('-' + event.key))
  addEventListener('click', (event) => {
    const held = [event.ctrlKey && 'ctrl', event.shiftKey && 'shift', event.altKey && 'alt'].filter(Boolean)
    tell(['click' + event.detail, ...held].join('/'))
  })
  const list = document.querySelector('select')
  list.onchange = () => tell('chosen:' + [...list.selectedOptions].map(({ text }) => text))
  addEventListener('wheel', (event) => tell(event.deltaX === 0 ? 'down' : event.deltaX > 0 ? 'right' : 'left'))
</script>`

let opened: DrivenDesktop | null = null
afterEach(async () => {
  await opened?.[Symbol.asyncDispose]()
  opened = null
})

async function page(): Promise<DrivenDesktop> {
  opened = await DrivenDesktop.start('held')
  const path = join(opened.folder, 'page.html')
  writeFileSync(path, PAGE)
  await opened.open('chromium', [path])
  await opened.control('button', 'Press me')
  return opened
}
const title = (desktop: DrivenDesktop) =>
  desktop
    .witness('xdotool', ['getactivewindow', 'getwindowname'])
    .then((name) => name.replace(/ - Chromium$/, ''))
const primary = (desktop: DrivenDesktop) => desktop.witness('xclip', ['-o', '-selection', 'primary'])
const NOTHING_DOWN = 'keys [] buttons 0'

test('a page sees the keys that are held during clicks, three clicks, keys under a held key, and the wheel to both sides', async () => {
  const desktop = await page()
  const button = await desktop.target('button', 'Press me')
  await desktop.act('click_input', { ...button, key_hold: 'Ctrl+Shift' }, 0.2)
  await expect.poll(() => title(desktop)).toBe('+Control +Shift click1/ctrl/shift -Shift -Control')
  await desktop.act('click_input', { ...button, num_clicks: 3 }, 0.2)
  await expect.poll(() => title(desktop)).toMatch(/ click1 click2 click3$/)
  await desktop.act('keyboard_input', { keys: 'Right Left', key_hold: 'Shift' }, 0.2)
  await expect
    .poll(() => title(desktop))
    .toMatch(/ \+Shift \+ArrowRight -ArrowRight \+ArrowLeft -ArrowLeft -Shift$/)
  await desktop.act('wheel_mouse_input', { x: 0.5, y: 0.6, wheel_dist: -1, horizontal: true }, 0.2)
  await expect.poll(() => title(desktop)).toMatch(/ right$/)
  await desktop.act('wheel_mouse_input', { x: 0.5, y: 0.6, wheel_dist: 1, horizontal: true }, 0.2)
  await expect.poll(() => title(desktop)).toMatch(/ left$/)
  expect(await desktop.heldDown()).toBe(NOTHING_DOWN)
})

test('Control takes one item more into a selection, and that is confirmed', async () => {
  const desktop = await page()
  await desktop.act('click_input', await desktop.target('list item', 'one'))
  const third = await desktop.target('list item', 'three')
  expect(await desktop.act('click_input', { ...third, key_hold: 'Ctrl' })).toMatchObject({ effect: 'confirmed' })
  await expect.poll(() => title(desktop)).toMatch(/ chosen:one,three /)
}) // prettier-ignore

test('mousepad: three clicks mark a line, Shift and a click extend from the caret, held Shift and arrows mark letters', async () => {
  opened = await DrivenDesktop.start('marked')
  const desktop = opened
  const path = join(desktop.folder, 'a.txt')
  writeFileSync(path, 'first line here\nsecond line\n')
  await desktop.open('mousepad', [path])
  const edit = (await desktop.observe()).controls.find(({ states }) => states.includes('multiline'))!
  const { window } = await desktop.observe()
  const point = (x: number, y: number) => ({
    x: (edit.bounds.x + x - window!.bounds.x) / window!.bounds.width,
    y: (edit.bounds.y + y - window!.bounds.y) / window!.bounds.height,
  })
  await desktop.act('click_on_coordinates', { ...point(60, 12), num_clicks: 3 }, 0.2)
  expect((await primary(desktop)).trim()).toBe('first line here')
  await desktop.act('click_on_coordinates', point(400, 12), 0.2)
  await desktop.act('click_on_coordinates', { ...point(400, 32), key_hold: 'Shift' }, 0.2)
  expect((await primary(desktop)).trim()).toBe('second line')
  await desktop.act('keyboard_input', { keys: 'Ctrl+Home' }, 0.2)
  await desktop.act('keyboard_input', { keys: 'Right Right Right Right Right', key_hold: 'Shift' }, 0.2)
  await expect.poll(() => primary(desktop)).toBe('first')
})

test.each([
  ['a stop', 'stop'],
  ['the death of the desktop process', 'kill'],
])('after %s while a key is held nothing is down on the X server', async (_, end) => {
  opened = await DrivenDesktop.start('ended')
  const desktop = opened
  await desktop.open('mousepad')
  const keys = Array.from({ length: 3000 }, () => 'F9').join(' ')
  const run = desktop.run.child()
  const going = desktop.get('keyboard_input', { keys, key_hold: 'Ctrl+Shift' }, {}, run)
  const failed = expect(going).rejects.toThrow(end === 'stop' ? StoppedError : /desktop process/)
  await expect.poll(() => desktop.heldDown(), { interval: 5 }).toMatch(/\[\d+, \d+/)
  if (end === 'stop') run.stop()
  else process.kill(desktop.keeper.pid ?? 0, 'SIGKILL')
  await failed
  await desktop.observe()
  expect(await desktop.heldDown()).toBe(NOTHING_DOWN)
})
