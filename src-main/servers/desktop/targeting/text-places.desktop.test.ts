// Where texts stand in real applications, and selecting them; what is selected is judged by what Control+C copies, read with
// xclip, and by what X clients outside Deskhand see.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { textPlacesSchema, type TextPlace } from '../../../core/text-place.ts'
import { DrivenDesktop } from '../testing/driven-desktop.ts'

const LINES = 'Dear Sir and Madam,\nthe quick brown fox 你好 😀 jumps\nover the lazy dog.\nKind regards\n'
const PAGE = `<!doctype html><meta charset="utf-8"><title>Fox</title><h1>A heading</h1>
<p>The quick brown <b>fox</b> jumps over the lazy dog.</p><p>A second paragraph, with <a href="#x">a link</a>.</p>
<textarea rows="3" cols="40">Dear Sir and Madam, kind regards</textarea>
<label>Secret <input type="password" value="quick secret"></label>`

let opened: DrivenDesktop | null = null
async function start(name: string, file: string, text: string): Promise<DrivenDesktop> {
  opened = await DrivenDesktop.start(name)
  const path = join(opened.folder, file)
  writeFileSync(path, text)
  await opened.open(name, [path])
  return opened
}
afterEach(async () => {
  await opened?.[Symbol.asyncDispose]()
  opened = null
})

async function placesOf(desktop: DrivenDesktop, text: string): Promise<TextPlace[]> {
  const found = await desktop.run.until(async () => {
    const { places } = textPlacesSchema.parse(await desktop.get('find_text', { text }))
    return places.length > 0 ? places : null
  }, 60_000)
  return found ?? []
}

/** What Control+C copies of what is selected. */
async function copied(desktop: DrivenDesktop): Promise<string> {
  await desktop.act('keyboard_input', { keys: 'Ctrl+C' }, 0.2)
  const out = await desktop.run.until(
    async () => (await desktop.witness('xclip', ['-o', '-selection', 'clipboard']).catch(() => '')) || null,
    3000,
  )
  return out ?? ''
}

/** libatspi's own answer for the character extents of a phrase's first character. */
const PLACE = `
import sys, gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi
def walk(node, depth):
    if node is None or depth > 20: return
    text = node.get_text_iface()
    if text:
        at = Atspi.Text.get_text(text, 0, min(500, Atspi.Text.get_character_count(text))).find(sys.argv[2])
        if at >= 0:
            r = Atspi.Text.get_character_extents(text, at, Atspi.CoordType.SCREEN)
            print(r.x, r.y, r.width, r.height); sys.exit()
    for i in range(min(node.get_child_count(), 100)): walk(node.get_child_at_index(i), depth + 1)
desktop = Atspi.get_desktop(0)
for i in range(desktop.get_child_count()):
    app = desktop.get_child_at_index(i)
    if app and app.get_name() == sys.argv[1]: walk(app, 0)
`

test.each([
  ['mousepad', 'mousepad', 'GTK 3'],
  ['featherpad', 'FeatherPad', 'Qt 5'],
])('%s: a phrase is where another accessibility client says, and selected from word to word over lines', async (name, application) => {
  const desktop = await start(name, 'a.txt', LINES)
  const [place] = await placesOf(desktop, 'fox 你好 😀 jumps')
  const told = await desktop.witness('/usr/bin/python3', ['-c', PLACE, application, 'fox'])
  expect(place?.first && Object.values(place.first).join(' ')).toBe(told)
  expect(place?.last!.x).toBeGreaterThan(place!.first!.x + 60)

  expect(await desktop.act('select_text', { starting_phrase: 'quick', ending_phrase: 'lazy dog' })).toMatchObject({ effect: 'confirmed' })
  expect(await copied(desktop)).toBe('quick brown fox 你好 😀 jumps\nover the lazy dog')
  // One that stands there twice is said, one that comes before the other is not found.
  await expect(desktop.get('select_text', { starting_phrase: 'the' })).rejects.toThrow(/stands there \d times/)
  await expect(desktop.get('select_text', { starting_phrase: 'Kind', ending_phrase: 'Dear' })).rejects.toThrow(/not found behind/)
}) // prettier-ignore

test('mousepad: clicks at both ends of a phrase, the second with Shift held, select it as an X client sees', async () => {
  const desktop = await start('mousepad', 'a.txt', LINES)
  const [place] = await placesOf(desktop, 'brown fox')
  const { window } = await desktop.observe()
  const at = (x: number, y: number) => ({
    x: (x - window!.bounds.x) / window!.bounds.width,
    y: (y - window!.bounds.y) / window!.bounds.height,
  })
  const { first, last } = place!
  await desktop.act('click_on_coordinates', at(first!.x + 1, first!.y + 8))
  await desktop.act('click_on_coordinates', {
    ...at(last!.x + last!.width - 1, last!.y + 8),
    key_hold: 'Shift',
  })
  expect(await desktop.witness('xclip', ['-o', '-selection', 'primary'])).toBe('brown fox')
})

test('chromium: a text over several pieces of a paragraph, and one in a field; a password is not found', async () => {
  const desktop = await start('chromium', 'page.html', PAGE)
  const [place] = await placesOf(desktop, 'brown fox jumps')
  expect(place?.first).not.toBeNull()
  expect(await desktop.act('select_text', { starting_phrase: 'brown', ending_phrase: 'lazy' })).toMatchObject(
    {
      effect: 'confirmed',
    },
  )
  expect(await copied(desktop)).toBe('brown fox jumps over the lazy')
  expect(await desktop.act('select_text', { starting_phrase: 'Sir', ending_phrase: 'kind' })).toMatchObject({
    effect: 'confirmed',
  })
  expect(await copied(desktop)).toBe('Sir and Madam, kind')
  // Over two paragraphs, which are no one text: by a drag from the one place to the other, which the gate judges as such.
  const over = { starting_phrase: 'lazy dog', ending_phrase: 'A second' }
  await expect(desktop.get('select_text', over)).rejects.toThrow(/drag over it, from \d+,\d+ to \d+,\d+/)
  const { window } = await desktop.observe()
  const inWindow = (x: number, y: number) => [
    (x - window!.bounds.x) / window!.bounds.width,
    (y - window!.bounds.y) / window!.bounds.height,
  ]
  const { first } = (await placesOf(desktop, 'lazy dog'))[0]!
  const { last } = (await placesOf(desktop, 'A second'))[0]!
  const [start_x, start_y] = inWindow(first!.x + 1, first!.y + 8)
  const [end_x, end_y] = inWindow(last!.x + last!.width, last!.y + 8)
  await desktop.act('drag_on_coordinates', { start_x, start_y, end_x, end_y }, 0.2)
  expect(await copied(desktop)).toMatch(/^lazy dog\.\s+A second$/)
  const { places } = textPlacesSchema.parse(await desktop.get('find_text', { text: 'secret' }))
  expect(places.every(({ control }) => control.role !== 'password')).toBe(true)
})

test('gnome-calculator: what is in the entry of a GTK 4 application is found and selected', async () => {
  opened = await DrivenDesktop.start('gnome-calculator')
  const desktop = opened
  await desktop.open('gnome-calculator')
  await desktop.act('type_text', { text: '123456' })
  const [place] = await placesOf(desktop, '123456')
  const { controls } = await desktop.observe()
  const entry = controls.find(({ id }) => id === place?.control.id)
  expect(place!.last!.x - place!.first!.x).toBe(5 * place!.first!.width)
  expect(place!.first!.x - entry!.bounds.x).toBeLessThan(30)
  expect(await desktop.act('select_text', { starting_phrase: '345' })).toMatchObject({ effect: 'confirmed' })
  expect(await copied(desktop)).toBe('345')
})

test('LibreOffice Calc: a text in a cell is found in its cell', async () => {
  opened = await DrivenDesktop.start('calc')
  const desktop = opened
  await desktop.open('LibreOffice Calc')
  await desktop.control('table', '')
  await desktop.act('type_text', { text: 'alpha beta', enter: true })
  const [place] = await placesOf(desktop, 'beta')
  expect(place?.control).toMatchObject({ role: 'cell' })
  const { controls } = await desktop.observe()
  const cell = controls.find(({ id }) => id === place?.control.id)
  const { first } = place!
  expect(first!.x).toBeGreaterThan(cell!.bounds.x + 20)
  expect(first!.y).toBeGreaterThanOrEqual(cell!.bounds.y - 2)
  expect(first!.y + first!.height).toBeLessThanOrEqual(cell!.bounds.y + cell!.bounds.height + 2)
})
