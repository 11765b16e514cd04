// Combo boxes that tell only of their arrow, and controls whose application is busy, in real applications.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { DrivenDesktop } from '../testing/driven-desktop.ts'

let opened: DrivenDesktop | null = null
afterEach(async () => {
  await opened?.[Symbol.asyncDispose]()
  opened = null
})

test('LibreOffice Calc: an item of a combo box is selected by the arrow that is all it tells of', async () => {
  opened = await DrivenDesktop.start('combos')
  const desktop = opened
  const path = join(desktop.folder, 'stock.csv')
  writeFileSync(path, 'Item,Amount\nBolt,7\nNut,90\nRod,20\n')
  await desktop.open('LibreOffice Calc', [path, '--infilter=CSV:44,34,76,1'])
  await desktop.control('table', '')
  await desktop.act('keyboard_input', { keys: 'Ctrl+A' })
  await desktop.act('choose_menu', { path: ['Data', 'Sort...'] })
  const { controls } = await desktop.observe()
  const group = await desktop.control('group', 'Sort Key 1')
  const list = controls.find(({ role, parent }) => role === 'combo box' && parent === group.id)
  expect(await desktop.act('select_item', { id: list?.id, name: 'A' })).toMatchObject({ effect: 'confirmed' })
  expect(await desktop.act('select_item', { id: group.id, name: 'B' })).toMatchObject({ effect: 'confirmed' })
  const down = controls.find(({ role, name }) => role === 'radio button' && name === 'Descending')
  await desktop.act('set_toggle', { id: down?.id, name: 'Descending', checked: true })
  await desktop.act('click_input', await desktop.target('button', 'OK'))
  const sorted = await desktop.run.until(async () => {
    const cells = (await desktop.observe()).controls.filter(({ role }) => role === 'cell')
    const column = ['A2', 'A3', 'A4'].map((name) => cells.find((cell) => cell.name === name)?.value)
    return column[0] === 'Nut' ? column : null
  }, 60_000)
  expect(sorted).toEqual(['Nut', 'Rod', 'Bolt'])
})

test('LibreOffice Writer: a list without a field in a dialog has its label, and what was chosen is read from it', async () => {
  opened = await DrivenDesktop.start('lists')
  const desktop = opened
  await desktop.open('LibreOffice Writer')
  await desktop.control('document', '')
  await desktop.act('choose_menu', { path: ['Format', 'Page Style...'] })
  await desktop.act('click_input', await desktop.target('tab', 'Page'))
  const format = await desktop.control('combo box', 'Format')
  expect(await desktop.act('select_item', { id: format.id, name: 'A5' })).toMatchObject({
    effect: 'confirmed',
    evidence: expect.stringContaining('“A5”'),
  })
  const width = await desktop.control('spinner', 'Width')
  expect(width.value).toMatch(/^(14\.8|5\.83)/)
})
