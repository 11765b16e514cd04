// Lists that tell a wrong place of their items, as those of GTK 4 do once they have scrolled.
import { expect, test } from 'vitest'
import {
  scriptedElement as element,
  scriptedWindow,
  type ScriptedElement,
  type ScriptedWindow,
} from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const NAMES = ['red', 'green', 'blue', 'white', 'black', 'grey']

const formWith = (combo: ScriptedElement) =>
  scriptedWindow({
    title: 'Form',
    processName: 'form',
    active: true,
    elements: [combo],
    bounds: { x: 0, y: 0, width: 400, height: 300 },
  })

const popupOf = (form: ScriptedWindow, items: ScriptedElement[]) =>
  scriptedWindow({
    title: '',
    processName: 'form',
    kind: 'popup',
    pid: form.pid,
    elements: items,
    bounds: { x: 190, y: 190, width: 100, height: 60 },
  })

/** A combo box whose list has all items at one place, and is used by keys. `takes`: what Enter makes of the item that has the keyboard. */
async function comboOf({ tellsFocus = true, takes = (name: string) => name } = {}) {
  const combo = element('combo box', 'Colour', { value: 'blue' })
  const form = formWith(combo)
  const desktop = await scriptedDesktop([form])
  const { platform } = desktop
  const bounds = { x: 200, y: 200, width: 60, height: 20 }
  const items = NAMES.map((name) => element('list item', name, { bounds }))
  const popup = popupOf(form, items)
  let at = 2
  const mark = () => {
    for (const [index, item] of items.entries())
      platform.update(item.ref, { states: tellsFocus && index === at ? ['focused'] : [] })
  }
  combo.onPress = (hands) => {
    hands.open(popup)
    mark()
  }
  const press = platform.pressKey.bind(platform)
  platform.pressKey = (key, run) => {
    if (platform.shown.includes(popup)) {
      if (key === 'Down') at = Math.min(at + 1, NAMES.length - 1)
      if (key === 'Up') at = Math.max(at - 1, 0)
      mark()
      if (key === 'Enter') platform.update(combo.ref, { value: takes(NAMES[at] ?? '') })
      if (key === 'Enter' || key === 'Escape') platform.close(popup.handle)
    }
    return press(key, run)
  }
  return { desktop, combo }
}

test('what was chosen before is told, so that a later request can have it back', async () => {
  const { desktop } = await comboOf()
  await using _ = desktop
  const { evidence } = await desktop.act('select_item', { id: await desktop.id('Colour'), name: 'grey' })
  expect(evidence).toBe('The combo box “Colour” is “grey”, it was “blue”.')
})

test.each(['grey', 'red'])(
  'an item whose place is not known is gone to by the arrow keys: %s',
  async (name) => {
    const { desktop, combo } = await comboOf()
    await using _ = desktop
    await desktop.get('select_item', { id: await desktop.id('Colour'), name })
    expect(combo.value).toBe(name)
  },
)

test('another item that is taken is told', async () => {
  const { desktop } = await comboOf({ takes: () => 'white' })
  await using _ = desktop
  expect(await desktop.fail('select_item', { id: await desktop.id('Colour'), name: 'grey' })).toBe(
    'The combo box has “white” now, and not “grey”.',
  )
})

test('nothing is taken where the list does not tell which item has the keyboard', async () => {
  const { desktop, combo } = await comboOf({ tellsFocus: false })
  await using _ = desktop
  expect(await desktop.fail('select_item', { id: await desktop.id('Colour'), name: 'grey' })).toMatch(
    /can’t be told for sure/,
  )
  expect(combo.value).toBe('blue')
})

test('a field with proposals that stays empty when one is chosen gets the text of it', async () => {
  const combo = element('combo box', 'City', { value: '', states: ['editable'] })
  const form = formWith(combo)
  await using desktop = await scriptedDesktop([form])
  const { platform } = desktop
  const items = ['Bern', 'Vienna'].map((name, row) =>
    element('list item', name, { bounds: { x: 200, y: 200 + 20 * row, width: 60, height: 20 } }),
  )
  const popup = popupOf(form, items)
  combo.onPress = (hands) => hands.open(popup)
  const press = platform.pressKey.bind(platform)
  platform.pressKey = (key, run) => {
    if (key === 'Escape' && platform.shown.includes(popup)) platform.close(popup.handle)
    return press(key, run)
  }
  const { evidence } = await desktop.act('select_item', { id: await desktop.id('City'), name: 'Vienna' })
  expect(combo.value).toBe('Vienna')
  expect(evidence).toMatch(/“Vienna”/)
})
