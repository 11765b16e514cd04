import { expect, test } from 'vitest'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

/** A field of a page that only looks for items: its list shows two of three, and what is chosen is written beside it. */
async function pageField() {
  const combo = element('combo box', 'Country', {
    value: '',
    states: ['editable', 'collapsed'],
    bounds: { x: 10, y: 10, width: 200, height: 30 },
  })
  const list = element('list', 'Countries', { bounds: { x: 10, y: 50, width: 200, height: 40 } })
  const items = ['Chile', 'India', 'Japan'].map((name, row) =>
    element('list item', name, {
      parent: list.ref,
      bounds: { x: 10, y: 50 + 20 * row, width: 200, height: 20 },
    }),
  )
  const window = scriptedWindow({
    title: 'Trip',
    processName: 'chromium',
    active: true,
    elements: [combo],
    bounds: { x: 0, y: 0, width: 400, height: 300 },
  })
  const desktop = await scriptedDesktop([window])
  const { platform } = desktop
  const pressed: string[] = []
  combo.onPress = () => {
    combo.states = ['editable', 'expanded']
    window.elements = [combo, list, ...items.slice(0, 2)]
  }
  for (const item of items)
    item.onPress = () => {
      pressed.push(item.name)
      combo.states = ['editable', 'collapsed']
      window.elements = [
        combo,
        element('text', item.name, { bounds: { x: 14, y: 14, width: 60, height: 20 } }),
      ]
    }
  platform.outOfSight = (ref) => Promise.resolve(ref === list.ref ? items.slice(2) : [])
  platform.scrollIntoView = (ref) => {
    const shown = items.filter((each) => each.ref === ref)
    for (const each of shown) each.bounds = { ...each.bounds, y: 70 }
    if (shown.length > 0) window.elements = [combo, list, ...shown]
    return Promise.resolve(shown.length > 0)
  }
  return { desktop, pressed, combo }
}

test.each(['India', 'Japan'])(
  '%s of a page’s list is clicked, and nothing is typed over it',
  async (name) => {
    const { desktop, pressed, combo } = await pageField()
    await using _ = desktop
    const { effect } = await desktop.act('select_item', { id: await desktop.id('Country'), name })
    expect(pressed).toEqual([name])
    expect(combo.value).toBe('')
    expect(effect).toBe('confirmed')
  },
)
