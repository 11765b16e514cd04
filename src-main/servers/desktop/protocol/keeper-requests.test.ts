import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { PersonInput } from '../../../../src-preload/contract/person-input.ts'
import { askCall, serveCalls, tell, type CallInput } from '../../../core/call-table.ts'
import { RunControl } from '../../../core/run-control.ts'
import { scriptedElement as element, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { DESKTOP_CALLS, KEEPER_CALLS, KEEPER_NOTICES, type KeeperCall } from './messages.ts'
import { scriptedDesktop, type ScriptedDesktop } from '../testing/scripted-desktop.ts'

const editor = (elements = [element('edit', 'Text'), element('button', 'Send')]) =>
  scriptedWindow({ title: 'Editor', processName: 'editor', active: true, elements })

const run = new RunControl()
const ask = <C extends KeeperCall>(
  desktop: ScriptedDesktop,
  call: C,
  input: CallInput<typeof KEEPER_CALLS, C>,
) => askCall(desktop.client, KEEPER_CALLS, call, input, run)
const frame = (desktop: ScriptedDesktop, widths: number[], seen: number | null, within_ms = 0) =>
  ask(desktop, 'frame', { widths, seen, within_ms })
const person = (desktop: ScriptedDesktop, ...inputs: PersonInput[]) =>
  ask(desktop, 'person_input', { inputs })

test('a frame is a JPEG in each width that is asked for, never larger than the desktop', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const { pictures, bounds } = await frame(desktop, [320, 9999], null)
  expect(bounds).toEqual(desktop.platform.screen)
  expect(pictures.map(({ width, height }) => [width, height])).toEqual([
    [320, 200],
    [1280, 800],
  ])
  const read = await sharp(Buffer.from(pictures[0]!.data, 'base64')).metadata()
  expect(read).toMatchObject({ format: 'jpeg', width: 320, height: 200 })
})

test('a frame waits for a change; where nothing is different after the wait there is no picture', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const { seen } = await frame(desktop, [320], null)
  expect((await frame(desktop, [320], seen, 50)).pictures).toEqual([])
  const waiting = frame(desktop, [320], seen, 10_000)
  desktop.platform.update(desktop.platform.find('Text').ref, { value: 'new' })
  expect((await waiting).pictures).toHaveLength(1)
})

test('a change that nobody tells of is seen after the wait', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const { seen } = await frame(desktop, [320], null)
  desktop.platform.colours = [[1, 2, 3]]
  expect((await frame(desktop, [320], seen, 30)).pictures).toHaveLength(1)
})

test('nothing of the desktop is watched any more when nobody looks', async () => {
  await using desktop = await scriptedDesktop([editor()])
  await frame(desktop, [320], null)
  expect(desktop.platform.watches).toBe(1)
  tell(desktop.client, KEEPER_NOTICES, 'unwatch', {})
  await expect.poll(() => desktop.platform.watches).toBe(0)
})

test('the person’s hand does what it does, in order; where it passed by is left out unless it drags', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const at = (x: number) => ({ x, y: 5 })
  await person(
    desktop,
    { type: 'move', point: at(1) },
    { type: 'move', point: at(2) },
    { type: 'button', point: at(3), button: 'left', down: true },
    { type: 'move', point: at(4) },
    { type: 'move', point: at(5) },
    { type: 'button', point: at(5), button: 'left', down: false },
    { type: 'scroll', point: at(6), notches: -2, horizontal: false },
  )
  const words = desktop.platform.events.map((event) =>
    event.type === 'move' ? `move ${String(event.x)}` : event.type,
  )
  expect(words).toEqual([
    'move 2',
    'move 3',
    'button',
    'move 4',
    'move 5',
    'move 5',
    'button',
    'move 6',
    'scroll',
  ])
})

test('keys are those of a browser; a repeated one is held, and one that Shift renamed goes up', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const key = (name: string, down: boolean): PersonInput => ({ type: 'key', key: name, down })
  await person(
    desktop,
    key('Shift', true),
    key('A', true),
    key('A', true),
    key('Shift', false),
    key('a', false),
  )
  await person(
    desktop,
    key('ArrowLeft', true),
    key('ArrowLeft', false),
    key('Meta', true),
    key('Meta', false),
  )
  const words = desktop.platform.events.map((event) =>
    event.type === 'key' ? `${event.down ? '+' : '-'}${event.key}` : event.type,
  )
  expect(words).toEqual(['+Shift', '+A', '-Shift', '-A', '+Left', '-Left', '+Super', '-Super'])
  expect(desktop.platform.heldKeys.size).toBe(0)
  const { unknown } = await person(desktop, key('Unidentified', true), key('b', true), key('b', false))
  expect(unknown).toEqual(['Unidentified'])
  expect(desktop.platform.events).toHaveLength(10)
})

test('text with any character arrives; a long one by way of the clipboard, which is given back', async () => {
  const text = element('edit', 'Text')
  await using desktop = await scriptedDesktop([editor([text])])
  desktop.platform.setFocus(text.ref)
  const mine = { formats: [{ type: 'text/plain', data: Buffer.from('mine').toString('base64') }] }
  desktop.platform.clipboard = mine
  await person(desktop, { type: 'text', text: 'ñ你😀' })
  expect(text.value).toBe('ñ你😀')
  const long = 'long\n'.repeat(100)
  await person(desktop, { type: 'text', text: long })
  expect(text.value).toBe(`ñ你😀${long}`)
  expect(desktop.platform.clipboard).toEqual(mine)
  expect(desktop.ledgers.at(-1)).toMatchObject({ keys: [], buttons: [], clipboard: null })
})

test('what the person holds is in the ledger before it is down, and let go of when they hand back', async () => {
  await using desktop = await scriptedDesktop([editor()])
  let told = true
  desktop.platform.beforeEvent = (event) => {
    if (event.type === 'button' && event.down)
      told = desktop.ledgers.at(-1)?.buttons.includes('left') === true
  }
  await person(
    desktop,
    { type: 'key', key: 'Control', down: true },
    { type: 'button', point: { x: 700, y: 700 }, button: 'left', down: true },
  )
  expect(told).toBe(true)
  expect(desktop.ledgers.at(-1)).toMatchObject({ keys: ['Control'], buttons: ['left'] })
  await ask(desktop, 'let_go', {})
  expect([...desktop.platform.heldKeys, ...desktop.platform.heldButtons]).toEqual([])
  expect(desktop.ledgers.at(-1)).toMatchObject({ keys: [], buttons: [] })
})

test('an act of the agent begins with nothing that the person still holds, and leaves nothing', async () => {
  await using desktop = await scriptedDesktop([editor()])
  await person(desktop, { type: 'key', key: 'Shift', down: true })
  await desktop.get('keyboard_input', { keys: 'a' })
  expect(
    desktop.platform.events.map((event) => (event.type === 'key' ? [event.key, event.down] : [])),
  ).toEqual([
    ['Shift', true],
    ['Shift', false],
    ['a', true],
    ['a', false],
  ])
})

test('while the agent acts the person’s hand waits for it', async () => {
  await using desktop = await scriptedDesktop([editor()])
  const acting = desktop.get('keyboard_input', { keys: 'Tab '.repeat(50) })
  const hand = person(desktop, { type: 'key', key: 'b', down: true }, { type: 'key', key: 'b', down: false })
  await Promise.all([acting, hand])
  const pressed = desktop.platform.events.map((event) => (event.type === 'key' ? event.key : ''))
  expect(pressed.join('')).toBe(`${'TabTab'.repeat(50)}bb`)
})

/** A desktop on which an own window covers the editor's button; `wishes` is what the app was asked. */
async function covered(answers: boolean) {
  const send = element('button', 'Send', { bounds: { x: 100, y: 100, width: 80, height: 20 } })
  const desktop = await scriptedDesktop([editor([send, element('edit', 'Text')])])
  const pill = scriptedWindow({
    title: 'Deskhand',
    processName: 'deskhand',
    bounds: { x: 90, y: 90, width: 200, height: 40 },
    elements: [element('button', 'Terminate', { bounds: { x: 100, y: 100, width: 80, height: 20 } })],
  })
  desktop.platform.shown.unshift(pill)
  const wishes: string[] = []
  serveCalls(desktop.client, DESKTOP_CALLS, {
    shield: ({ wish }) => {
      wishes.push(wish)
      if (!answers) return new Promise<boolean>(() => {})
      pill.minimized = wish !== 'show'
      return true
    },
  })
  await ask(desktop, 'own_windows', { handles: [pill.handle], shielded: true })
  return { desktop, pill, send, wishes }
}

test('an own window is in no list, tree or hit test: what is below it is the target', async () => {
  const { desktop, send } = await covered(true)
  await using _desktop = desktop
  const observation = await desktop.observe()
  expect(observation.windows.map(({ title }) => title)).toEqual(['Editor'])
  expect(observation.controls.map(({ name }) => name)).not.toContain('Terminate')
  const target = await desktop.target('click_on_coordinates', { x: 110 / 640, y: 110 / 480 })
  expect(target).toMatchObject({ window: { title: 'Editor' }, control: { name: send.name } })
})

test('a click on what an own window covers makes the app move it away first', async () => {
  const { desktop, send, wishes } = await covered(true)
  await using _desktop = desktop
  let pressed = 0
  send.onPress = () => {
    pressed += 1
  }
  await desktop.get('click_on_coordinates', { x: 110 / 640, y: 110 / 480 })
  expect(wishes).toEqual(['clear'])
  expect(pressed).toBe(1)
  // A second one soon after finds it away still; then it comes back.
  await desktop.get('click_on_coordinates', { x: 110 / 640, y: 110 / 480 })
  expect(wishes).toEqual(['clear'])
  await expect.poll(() => wishes).toEqual(['clear', 'show'])
})

test('a click on an own window that stays is refused, and nothing is pressed', async () => {
  const { desktop } = await covered(false)
  await using _desktop = desktop
  const message = await desktop.fail('click_on_coordinates', { x: 110 / 640, y: 110 / 480 })
  expect(message).toContain('A window of Deskhand itself is in that place')
  expect(desktop.platform.events).toEqual([])
})

test('keys are refused while an own window has the keyboard', async () => {
  const { desktop, pill } = await covered(true)
  await using _desktop = desktop
  desktop.platform.shown.forEach((window) => (window.active = window === pill))
  desktop.platform.focusWindow = () => Promise.resolve()
  const message = await desktop.fail('keyboard_input', { keys: 'Enter' })
  expect(message).toContain('has the keyboard')
  expect(desktop.platform.events).toEqual([])
})

test('a picture in which the driver sees below own windows asks nobody', async () => {
  const { desktop, wishes } = await covered(true)
  await using _desktop = desktop
  expect((await desktop.observe({ picture: 'desktop' })).limited).toBeNull()
  expect(wishes).toEqual([])
})

test('where the driver can’t, the app takes its windows away for the picture and puts them back', async () => {
  const { desktop, pill, wishes } = await covered(true)
  await using _desktop = desktop
  desktop.platform.seesBelow = false
  expect((await desktop.observe({ picture: 'desktop' })).limited).toBeNull()
  expect(wishes).toEqual(['hide', 'show'])
  expect(pill.minimized).toBe(false)
})

test('an app that does not answer holds no picture up; the observation says what is in it', async () => {
  const { desktop, wishes } = await covered(false)
  await using _desktop = desktop
  desktop.platform.seesBelow = false
  const { limited, picture } = await desktop.observe({ picture: 'desktop' })
  expect(picture).not.toBeNull()
  expect(limited).toContain('Windows of Deskhand itself are in the picture')
  expect(wishes).toEqual(['hide', 'show'])
})

test('the person’s hand is told while it is watched, and not afterwards', async () => {
  await using desktop = await scriptedDesktop([editor()])
  await ask(desktop, 'watch_person', { on: true })
  await ask(desktop, 'watch_person', { on: true })
  expect(desktop.platform.hands.size).toBe(1)
  await ask(desktop, 'watch_person', { on: false })
  expect(desktop.platform.hands.size).toBe(0)
})

const shownBy = (
  processName: string,
  title: string,
  kind: 'normal' | 'dialog' = 'normal',
  part = element('button', 'OK'),
) => scriptedWindow({ title, processName, kind, elements: [part] })

test.each([
  [
    'a calculator',
    shownBy('galculator', 'galculator', 'normal', element('edit', 'Display', { value: '42' })),
    [],
  ],
  ['a list of files', shownBy('thunar', 'Documents', 'normal', element('menu', 'File')), []],
  ['a saved text', shownBy('mousepad', 'a.txt - Mousepad', 'normal', element('document', 'Text')), []],
  ['a window with buttons alone', shownBy('about', 'About'), []],
  [
    'an unsaved text',
    shownBy('mousepad', '*a.txt - Mousepad', 'normal', element('document', 'Text')),
    [true],
  ],
  ['a viewer that marks a change', shownBy('evince', '*form.pdf'), [true]],
  [
    'a document that shows no mark',
    shownBy('soffice.bin', 'a.odt', 'normal', element('document', 'Text')),
    [null],
  ],
  ['a terminal', shownBy('xterm', 'sh'), [null]],
  ['files that are being copied', shownBy('thunar', 'Copying 3 files', 'dialog'), [null]],
  ['a page', shownBy('firefox', 'A form', 'normal', element('web page', 'A form')), [null]],
])('%s is told as work that may be lost, or is not', async (_, window, told) => {
  await using desktop = await scriptedDesktop([window])
  const found = await ask(desktop, 'unsaved_work', {})
  expect(found.map(({ unsaved }) => unsaved)).toEqual(told)
  expect(found.every(({ title }) => title === window.title)).toBe(true)
})

test('a window that can’t be read whole, or not at all, may hold work', async () => {
  await using desktop = await scriptedDesktop([shownBy('about', 'About')])
  desktop.platform.limited = 'More than 2000 controls.'
  expect(await ask(desktop, 'unsaved_work', {})).toMatchObject([{ title: 'About', unsaved: null }])
  desktop.platform.limited = null
  for (const window of desktop.platform.shown) window.elements.length = 0
  expect(await ask(desktop, 'unsaved_work', {})).toMatchObject([{ title: 'About', unsaved: null }])
})

describe('what the person does is told by control', () => {
  /** Watches the hand over a window with these controls. */
  async function watched(...elements: ReturnType<typeof element>[]) {
    const desktop = await scriptedDesktop([editor(elements)])
    const told = async (...inputs: PersonInput[]) =>
      (await ask(desktop, 'person_input', { inputs, tells: true })).seen
    const opened = await told()
    return { desktop, told, opened, ends: () => person(desktop).then(({ seen }) => seen) }
  }
  const at = ({ bounds }: ReturnType<typeof element>) => ({ x: bounds.x + 1, y: bounds.y + 1 })
  const button = (point: { x: number; y: number }, down: boolean): PersonInput => ({
    type: 'button',
    point,
    button: 'left',
    down,
  })
  const keys = (...names: string[]): PersonInput[] =>
    names.flatMap((key) => [
      { type: 'key', key, down: true },
      { type: 'key', key, down: false },
    ])

  test('from the windows that are open to the last text, and not afterwards', async () => {
    const text = element('edit', 'Text')
    const { desktop, told, opened, ends } = await watched(text)
    await using _desktop = desktop
    expect(opened).toMatchObject([{ did: 'begin', windows: [{ application: 'editor', active: true }] }])
    const acts = await told(
      button(at(text), true),
      button(at(text), false),
      ...keys('a', 'x', 'Backspace', 'b'),
    )
    const control = { role: 'edit', name: 'Text' }
    expect(acts).toMatchObject([{ did: 'click', button: 'left', held: false, control }])
    expect(await ends()).toMatchObject([{ did: 'text', text: 'ab', into: control, how: 'appended' }])
    expect((await person(desktop, ...keys('c'))).seen).toEqual([])
  })

  test('a chord is a press and ends the text; a button that goes up elsewhere has dragged', async () => {
    const text = element('edit', 'Text', { value: 'old' })
    const { desktop, told } = await watched(text)
    await using _desktop = desktop
    desktop.platform.setFocus(text.ref)
    const acts = await told(
      ...keys('a'),
      { type: 'key', key: 'Control', down: true },
      ...keys('s'),
      { type: 'key', key: 'Control', down: false },
      button(at(text), true),
      button({ x: at(text).x + 40, y: at(text).y }, false),
    )
    expect(acts).toMatchObject([
      { did: 'text', text: 'a' },
      { did: 'press', keys: ['Control', 's'] },
      { did: 'drag' },
    ])
  })

  test.each([
    ['a password field', element('password', 'Pin')],
    ['a field that is called like one and shows it', element('edit', 'Password')],
    [
      'a field beside a label that says so',
      element('edit', '', { bounds: { x: 100, y: 100, width: 80, height: 20 } }),
    ],
    ['a control that shows nothing of it, as a terminal', element('button', 'Screen')],
  ])('what is typed into %s does not leave the process', async (_, field) => {
    const label = element('text', 'PIN', { bounds: { x: 20, y: 100, width: 60, height: 20 } })
    const { desktop, told, ends } = await watched(field, label)
    await using _desktop = desktop
    desktop.platform.setFocus(field.ref)
    const acts = [...(await told(...keys('q', 'w'), { type: 'text', text: 'hunter2' })), ...(await ends())]
    expect(acts).toMatchObject([{ did: 'text', text: null }])
    expect(JSON.stringify(acts)).not.toContain('hunter2')
  })

  test('what was typed before the focus had moved on is not taken for the text of the field before', async () => {
    const [name, pin] = [element('edit', 'Name'), element('password', 'Pin')]
    const { desktop, told, ends } = await watched(name, pin)
    await using _desktop = desktop
    desktop.platform.setFocus(name.ref)
    await told(...keys('a'))
    // The application has moved on, and its tree says so later.
    desktop.platform.setFocus(pin.ref)
    desktop.platform.focusedElement = () => Promise.resolve(name)
    const acts = await told(...keys('Tab', 'h'))
    Reflect.deleteProperty(desktop.platform, 'focusedElement')
    acts.push(...(await told(...keys('u'))), ...(await ends()))
    expect(acts).toMatchObject([
      { did: 'text', text: 'a' },
      { did: 'press', keys: ['Tab'] },
      { did: 'text', text: null, into: { role: 'password' } },
    ])
  })
})
