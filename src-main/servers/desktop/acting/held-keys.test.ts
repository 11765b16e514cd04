// Clicks, keys and the wheel with other keys held meanwhile, and clicks more than one.
import { expect, test } from 'vitest'
import {
  scriptedElement as element,
  scriptedWindow,
  type InputEvent,
} from '../../../platform/testing/scripted.ts'
import { EMPTY_LEDGER } from '../protocol/messages.ts'
import { scriptedDesktop } from '../testing/scripted-desktop.ts'

const AT = { x: 10, y: 40, width: 200, height: 20 }
const shop = (elements = [element('list item', 'Milk', { bounds: AT }), element('edit', 'Note')]) =>
  scriptedWindow({ title: 'Shop', processName: 'shop', active: true, elements })

/** `+Control click -Control` */
const said = (events: InputEvent[]): string =>
  events
    .filter(({ type }) => type !== 'move')
    .map((event) => {
      if (event.type === 'key') return `${event.down ? '+' : '-'}${event.key}`
      return event.type === 'button' ? (event.down ? 'press' : 'release') : JSON.stringify(event)
    })
    .join(' ')

test('keys go down before a click and up after it, the last one first', async () => {
  await using desktop = await scriptedDesktop([shop()])
  await desktop.get('click_input', { id: await desktop.id('Milk'), key_hold: 'Ctrl+Shift' })
  expect(said(desktop.platform.events)).toBe('+Control +Shift press release -Shift -Control')
  expect(desktop.ledgers.some(({ keys, buttons }) => keys.length === 2 && buttons.length === 1)).toBe(true)
  expect(desktop.ledgers.at(-1)).toEqual(EMPTY_LEDGER)
})

test.each([
  [{ num_clicks: 3 }, 3],
  [{ double: true }, 2],
  [{ double: true, num_clicks: 3 }, 3],
  [{}, 1],
])('%o is so many clicks', async (how, times) => {
  await using desktop = await scriptedDesktop([shop()])
  await desktop.get('click_on_coordinates', { x: 0.1, y: 0.1, ...how })
  expect(said(desktop.platform.events)).toBe(Array(times).fill('press release').join(' '))
})

test('a button is clicked with the pointer when keys are held, not by its action', async () => {
  await using desktop = await scriptedDesktop([shop([element('check box', 'Fresh', { bounds: AT })])])
  await desktop.get('click_input', { id: await desktop.id('Fresh'), key_hold: 'Shift' })
  expect(desktop.platform.actions).toEqual([])
  expect(said(desktop.platform.events)).toBe('+Shift press release -Shift')
})

test('held keys stay down while others are pressed, each of those once', async () => {
  await using desktop = await scriptedDesktop([shop()])
  await desktop.get('keyboard_input', { keys: 'Down Ctrl+Down', key_hold: 'Shift' })
  expect(said(desktop.platform.events)).toBe('+Shift +Down -Down +Control +Down -Down -Control -Shift')
  expect(desktop.ledgers.at(-1)).toEqual(EMPTY_LEDGER)
})

test('a key that is held already is not pressed once more', async () => {
  await using desktop = await scriptedDesktop([shop()])
  await desktop.get('keyboard_input', { keys: 'Ctrl+C', key_hold: 'Ctrl' })
  expect(said(desktop.platform.events)).toBe('+Control +c -c -Control')
  expect(await desktop.fail('keyboard_input', { keys: 'Ctrl', key_hold: 'Ctrl' })).toContain('while Ctrl')
  expect(await desktop.fail('keyboard_input', { keys: 'Down', key_hold: 'Hyper' })).toContain('“Hyper”')
})

test('after a stop between press and release nothing is held any more', async () => {
  await using desktop = await scriptedDesktop([shop()])
  const stop = new AbortController()
  desktop.platform.beforeEvent = (event) => {
    if (event.type === 'button' && event.down) stop.abort()
  }
  const id = await desktop.id('Milk')
  const clicking = desktop.call('click_input', { id, key_hold: 'Ctrl', num_clicks: 3 }, {}, stop.signal)
  await expect(clicking).rejects.toThrow()
  await expect.poll(() => desktop.platform.heldKeys.size + desktop.platform.heldButtons.size).toBe(0)
  await expect.poll(() => desktop.ledgers.at(-1)).toEqual(EMPTY_LEDGER)
  expect(said(desktop.platform.events)).toMatch(/^\+Control press( release| -Control){2}$/)
})

test('the wheel turns sideways', async () => {
  await using desktop = await scriptedDesktop([shop()])
  await desktop.get('wheel_mouse_input', { id: await desktop.id('Note'), wheel_dist: -2, horizontal: true })
  const turned = desktop.platform.events.filter(({ type }) => type === 'scroll')
  const notch = { type: 'scroll', notches: -1, horizontal: true }
  expect(turned).toEqual([notch, notch])
})

test.each([
  ['Shift takes an item into the selection', 'Shift', [], ['selected'], 'confirmed'],
  ['Control takes a selected one out', 'Ctrl', ['selected'], [], 'confirmed'],
  ['a list that does not do that proves nothing', 'Ctrl', [], [], 'unconfirmed'],
] as const)('%s', async (_, keys, before, after, effect) => {
  const milk = element('list item', 'Milk', {
    bounds: AT,
    states: [...before],
    onPress: (platform, { ref }) => platform.update(ref, { states: [...after] }),
  })
  await using desktop = await scriptedDesktop([shop([milk])])
  const act = await desktop.act('click_input', { id: await desktop.id('Milk'), key_hold: keys }, 0.5)
  expect(act.effect).toBe(effect)
})

test('a held key counts as pressed: Enter held down presses the default button of a dialog', async () => {
  const dialog = scriptedWindow({
    title: 'Sure?',
    processName: 'shop',
    kind: 'dialog',
    modal: true,
    active: true,
    elements: [element('button', 'Erase', { states: ['default'] })],
  })
  await using desktop = await scriptedDesktop([dialog])
  const plain = await desktop.target('keyboard_input', { keys: 'Tab' })
  const held = await desktop.target('keyboard_input', { keys: 'Tab', key_hold: 'Enter' })
  expect([plain.default_button, held.default_button]).toEqual([null, 'Erase'])
})

/** The keys as a Mac gets them, in the window of one application. */
async function onMacOS(
  processName: string,
  tool: string,
  parameters: Record<string, unknown>,
): Promise<string> {
  const window = scriptedWindow({
    title: 'One',
    processName,
    active: true,
    elements: [element('edit', 'Note')],
  })
  await using desktop = await scriptedDesktop([window])
  desktop.platform.name = 'macos'
  await desktop.get(tool, parameters)
  return said(desktop.platform.events)
}

test.each([
  ['textedit', 'Ctrl+S', '+Super +s -s -Super'],
  ['textedit', 'Ctrl+Left', '+Alt +Left -Left -Alt'],
  ['textedit', 'Control+A', '+Control +a -a -Control'],
  ['textedit', 'Cmd+S', '+Super +s -s -Super'],
  ['Terminal', 'Ctrl+C', '+Control +c -c -Control'],
])('in %s on macOS, %s is pressed as it is meant', async (program, keys, pressed) => {
  expect(await onMacOS(program, 'keyboard_input', { keys })).toBe(pressed)
})

test('on macOS a click with Ctrl is one with Cmd, because Control opens the context menu, and a drag with it copies', async () => {
  const point = { x: 0.1, y: 0.1, key_hold: 'Ctrl' }
  expect(await onMacOS('finder', 'click_on_coordinates', point)).toBe('+Super press release -Super')
  const way = { start_x: 0.1, start_y: 0.1, end_x: 0.2, end_y: 0.2, key_hold: 'Ctrl', duration: 0 }
  expect(await onMacOS('finder', 'drag_on_coordinates', way)).toBe('+Alt press release -Alt')
})

test('Cmd copies in a terminal of another system, where Ctrl+C would interrupt', async () => {
  await using desktop = await scriptedDesktop([
    scriptedWindow({ title: 'One', processName: 'xterm', active: true }),
  ])
  await desktop.get('keyboard_input', { keys: 'Cmd+C' })
  expect(said(desktop.platform.events)).toBe('+Control +Shift +C -C -Shift -Control')
})
