import { expect, test as alone } from 'vitest'
import type { ControlRole, ControlState } from '../../../core/desktop.ts'
import { scriptedElement as element } from '../../../platform/testing/scripted.ts'
import { clickOn as click, notesWindow as windowOf, scriptedDesktop } from '../testing/scripted-desktop.ts'

/** Each has a desktop of its own and mostly waits. */
const test = alone.concurrent

test.each<[string, string, string, string]>([
  ['0', '7', '7', 'confirmed'],
  ['12', '7', '127', 'confirmed'],
  ['12', '+', '12+', 'confirmed'],
  ['0', '7', '8', 'unconfirmed'],
  ['72', '7', '27', 'unconfirmed'],
  ['Total', 'Save', 'Save', 'unconfirmed'],
])('where a display goes from %s by the button %s to %s, the click is %s', async (was, key, is, effect) => {
  const display = element('edit', 'Display', { value: was })
  const button = element('button', key, { onPress: (hands) => hands.update(display.ref, { value: is }) })
  await using desktop = await scriptedDesktop([windowOf([button, display])])
  expect(await click(desktop, key)).toEqual({
    effect,
    evidence: `The edit “Display” is now “${is}”, it was “${was}”.`,
  })
})

test('a key that a toolkit calls a toggle button, and that springs back, is confirmed by the display', async () => {
  const display = element('edit', 'Display', { value: '0' })
  const key = element('toggle button', '7', {
    states: ['unchecked'],
    onPress: (hands) => hands.update(display.ref, { value: '7' }),
  })
  await using desktop = await scriptedDesktop([windowOf([key, display])])
  expect((await click(desktop, '7')).effect).toBe('confirmed')
})

test.each<[ControlRole, string, string]>([
  ['link', 'Pricing - Shop', 'confirmed'],
  ['list item', 'Shop: Pricing', 'confirmed'],
  ['link', 'Shop - Repricing', 'unconfirmed'],
  ['button', 'Pricing failed', 'unconfirmed'],
])('a click on a %s after which the title is %s is %s', async (role, title, effect) => {
  const link = element(role, 'Pricing', { onPress: () => (shop.title = title) })
  const shop = windowOf([link], { title: 'Shop' })
  await using desktop = await scriptedDesktop([shop])
  expect(await click(desktop, 'Pricing')).toEqual({
    effect,
    evidence: `The title “Shop” is now “${title}”.`,
  })
})

test('a double click is confirmed by the window that tells the name of what it opened', async () => {
  const row = element('row', 'notes.txt', {
    onPress: (hands) =>
      hands.open(windowOf([], { title: 'notes.txt - Editor', pid: 7, processName: 'editor' })),
  })
  await using desktop = await scriptedDesktop([windowOf([row])])
  expect(await click(desktop, 'notes.txt', { double: true })).toEqual({
    effect: 'confirmed',
    evidence: 'The window “notes.txt - Editor” has opened.',
  })
})

test.each<[string, string[], boolean, string]>([
  ['Select', ['default'], false, 'confirmed'],
  ['Select', [], false, 'unconfirmed'],
  ['Save', ['default'], true, 'unconfirmed'],
  ['Cancel', [], false, 'confirmed'],
])(
  'a dialog that closes by %s %j, and an error: %s, makes the click %s',
  async (name, states, errs, effect) => {
    const button = element('button', name, {
      states: states as ControlState[],
      onPress: (hands) => {
        hands.close(dialog.handle)
        if (errs) hands.open(windowOf([], { title: 'Error', kind: 'dialog', pid: main.pid }))
      },
    })
    const main = windowOf([element('edit', 'Text')], { active: false })
    const dialog = windowOf([button], { title: 'Pick a Font', kind: 'dialog', pid: main.pid })
    await using desktop = await scriptedDesktop([dialog, main])
    expect((await click(desktop, name)).effect).toBe(effect)
  },
)
