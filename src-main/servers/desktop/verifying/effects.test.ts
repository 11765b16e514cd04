import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test as alone, vi } from 'vitest'
import { RunControl } from '../../../core/run-control.ts'
import { seen } from '../../../../src-preload/contract/evidence.ts'
import { screenPoint } from '../../../core/geometry.ts'
import { targetDescriptionSchema, type ControlRole, type ControlState } from '../../../core/desktop.ts'
import {
  scriptedElement as element,
  scriptedWindow,
  type ScriptedElement,
} from '../../../platform/testing/scripted.ts'
import { META } from '../../tool-reply.ts'
import {
  clickOn as click,
  notesWindow as windowOf,
  scriptedDesktop,
  type ScriptedDesktop,
} from '../testing/scripted-desktop.ts'

/** Each has a desktop of its own and mostly waits. */
const test = alone.concurrent

const deaf = () => {}

/** A clock beside the rest, which ticks every few milliseconds until the desktop is disposed. */
function ticking(desktop: ScriptedDesktop, clock: ScriptedElement): Disposable {
  let seconds = 0
  const timer = setInterval(
    () => desktop.platform.update(clock.ref, { name: `12:00:${String(++seconds)}` }),
    10,
  )
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

test.each<[ControlRole, string]>([
  ['check box', 'checked'],
  ['switch', 'checked'],
  ['radio button', 'checked'],
])(
  'a click that flips a %s is confirmed; one that the application ignores is contradicted',
  async (role, state) => {
    const works = element(role, 'Works', { states: ['unchecked'] })
    const ignores = element(role, 'Ignores', { states: ['unchecked'], onPress: deaf })
    await using desktop = await scriptedDesktop([windowOf([works, ignores])])
    expect(await click(desktop, 'Works')).toEqual({
      effect: 'confirmed',
      evidence: `The ${role} “Works” is ${state}.`,
    })
    expect(await click(desktop, 'Ignores')).toEqual({
      effect: 'contradicted',
      evidence: `The ${role} “Ignores” is unchecked.`,
    })
  },
)

test('an application that ignores clicks beside a ticking clock is not confirmed', async () => {
  const clock = element('text', '12:00:00')
  const button = element('button', 'Send', { onPress: deaf })
  const box = element('check box', 'Urgent', { states: ['unchecked'], onPress: deaf })
  await using desktop = await scriptedDesktop([windowOf([button, box, clock])])
  using _clock = ticking(desktop, clock)
  const effect = await desktop.act('click_input', { id: await desktop.id('Send'), name: 'Send' }, 0.5)
  expect(effect.effect).toBe('unconfirmed')
  expect((await click(desktop, 'Urgent')).effect).toBe('contradicted')
})

test('of an application that does not answer after a click, nothing is said to be unchanged', async () => {
  const freeze = () => {
    desktop.platform.silent = true
  }
  const button = element('button', 'Compute', { onPress: freeze })
  await using desktop = await scriptedDesktop([windowOf([button])])
  const effect = await desktop.act('click_input', { id: await desktop.id('Compute'), name: 'Compute' }, 0.5)
  expect(effect).toEqual({ effect: 'unconfirmed', evidence: 'The window has not answered in time.' })
})

test('a clock that ticks for ever does not keep a settled window from being judged', async () => {
  const clock = element('text', '12:00:00')
  const field = element('edit', 'Total', { value: '0' })
  const button = element('button', 'Sum', { onPress: (hands) => hands.update(field.ref, { value: '7' }) })
  await using desktop = await scriptedDesktop([windowOf([button, clock, field])])
  using _clock = ticking(desktop, clock)
  // The bound is longer than the test may take.
  const effect = await desktop.act('click_input', { id: await desktop.id('Sum'), name: 'Sum' }, 60)
  expect(effect.effect).toBe('unconfirmed')
  expect(effect.evidence).toContain('The edit “Total” is now “7”, it was “0”.')
})

test('a long text is waited for as long as a busy application may take for its keys', async () => {
  const cell = element('cell', 'A1', { value: '', editableText: false, states: ['focused'] })
  await using desktop = await scriptedDesktop([windowOf([cell])])
  const text = 'a long line that is typed into a cell'
  const { platform } = desktop
  platform.setFocus(cell.ref)
  platform.pressKey = () => Promise.resolve()
  setTimeout(() => platform.update(cell.ref, { value: text }), 600)
  expect(await desktop.act('type_text', { text })).toMatchObject({ effect: 'confirmed' })
})

test.each([
  ['values and formulas that show a result', ['Age', '36', '2'], 'confirmed'],
  ['a formula that has none', ['Age', 'Err:508', '2'], 'unconfirmed'],
  ['a formula that is taken for a text', ['Age', '=2026-B2', '2'], 'unconfirmed'],
  ['a result that was there before', ['Age', 'old', '2'], 'unconfirmed'],
  ['a value that went elsewhere', ['Age', '36', ''], 'unconfirmed'],
])('what is typed into several cells: %s', async (_what, values, effect) => {
  const cells = ['C1', 'C2', 'D2'].map((name) => element('cell', name, { value: name === 'C2' ? 'old' : '' }))
  const [first] = cells
  await using desktop = await scriptedDesktop([windowOf(cells)])
  await desktop.observe({ controls: true })
  const { platform } = desktop
  platform.setFocus(first!.ref)
  platform.pressKey = () => {
    cells.forEach(({ ref }, index) => platform.update(ref, { value: values[index] ?? '' }))
    return Promise.resolve()
  }
  expect(await desktop.act('type_text', { text: 'Age\n=2026-B2\t2\n' })).toMatchObject({
    effect,
    evidence: expect.stringContaining(
      effect === 'confirmed'
        ? 'The cell “C1” has “Age”. The cell “C2” has “36”. The cell “D2” has “2”.'
        : 'The cell “',
    ),
  })
})

test.each([
  ['shows what it is for', true, 'unconfirmed'],
  ['does nothing', false, 'contradicted'],
])('a button of a page that stays closed and %s', async (_what, shows, effect) => {
  const hours = element('text', 'Mon to Fri', { hidden: true })
  const button = element('button', 'Opening hours', {
    states: ['collapsed'],
    onPress: (hands) => {
      if (shows) hands.update(hours.ref, { hidden: false })
    },
  })
  await using desktop = await scriptedDesktop([windowOf([button, hours])])
  expect(await click(desktop, 'Opening hours')).toMatchObject({
    effect,
  })
})

test('what is seen to change without any act is no evidence of a later one', async () => {
  const clock = element('text', '12:00:00')
  const button = element('button', 'Send', { onPress: deaf })
  await using desktop = await scriptedDesktop([windowOf([button, clock])])
  for (const second of ['1', '2', '3']) {
    desktop.platform.update(clock.ref, { name: `12:00:0${second}` })
    await desktop.observe()
  }
  const id = await desktop.id('Send')
  using _clock = ticking(desktop, clock)
  const effect = await desktop.act('click_input', { id, name: 'Send' })
  expect(effect.effect).toBe('unconfirmed')
  expect(effect.evidence).not.toContain('12:00')
})

test('a button that does something else is unconfirmed, and the evidence says what it did', async () => {
  const field = element('edit', 'Total', { value: '0' })
  const button = element('button', 'Save', { onPress: (hands) => hands.update(field.ref, { value: '7' }) })
  await using desktop = await scriptedDesktop([windowOf([button, field])])
  expect(await click(desktop, 'Save')).toEqual({
    effect: 'unconfirmed',
    evidence: 'The edit “Total” is now “7”, it was “0”.',
  })
})

test('what one act has changed is no effect of the next', async () => {
  const field = element('edit', 'Name', { value: '' })
  const flashes = element('toggle button', 'Flash', { states: ['unchecked'] })
  const dead = element('button', 'Dead', { onPress: deaf })
  await using desktop = await scriptedDesktop([windowOf([field, flashes, dead])])
  const { platform } = desktop
  flashes.onPress = () => {
    platform.update(flashes.ref, { states: ['checked'] })
    setTimeout(() => platform.update(flashes.ref, { states: ['unchecked'] }), 60)
  }
  const [id, dull] = [await desktop.id('Name'), await desktop.id('Dead')]
  await desktop.id('Flash')
  const type = (text: string) => desktop.act('set_edit_text', { id, name: 'Name', text })
  expect((await type('a')).effect).toBe('confirmed')
  expect(await desktop.act('click_input', { id: dull, name: 'Dead' })).toEqual({
    effect: 'unconfirmed',
    evidence: 'Nothing has changed.',
  })
  expect((await type('b')).effect).toBe('confirmed')
  expect((await click(desktop, 'Flash')).effect).not.toBe('confirmed')
})

test('a text replaces what is selected in the field that has the keyboard, as the name that a dialog proposes', async () => {
  const field = element('edit', 'Name', { value: 'Sheet1' })
  await using desktop = await scriptedDesktop([windowOf([field, element('edit', 'Other', { value: 'Old' })])])
  const { platform } = desktop
  const put = async (name: string, text: string) =>
    desktop.act('set_edit_text', { id: await desktop.id(name), name, text })
  platform.setFocus(field.ref)
  platform.selected.set(field.ref, 'Sheet1')
  expect(await put('Name', 'Costs')).toEqual({
    effect: 'confirmed',
    evidence: 'The edit “Name” has “Costs”.',
  })
  expect(await put('Name', '2')).toMatchObject({ evidence: 'The edit “Name” has “Costs2”.' })
  // What is selected where the keyboard is not is nothing that typing would replace.
  platform.selected.set(platform.find('Other').ref, 'Old')
  expect(await put('Other', 'er')).toMatchObject({
    effect: 'confirmed',
    evidence: 'The edit “Other” has “Older”.',
  })
})

test('a click after which nothing changes is unconfirmed and says so', async () => {
  await using desktop = await scriptedDesktop([windowOf([element('button', 'Send', { onPress: deaf })])])
  expect(await click(desktop, 'Send')).toEqual({ effect: 'unconfirmed', evidence: 'Nothing has changed.' })
})

test('a button that alone looks different, as what it takes the keyboard from, has changed nothing', async () => {
  const only = 'Only what was pressed looks different, nothing else has changed.'
  const field = element('edit', 'Name', { bounds: { x: 0, y: 100, width: 90, height: 20 } })
  const drawing = element('image', 'Drawing', { bounds: { x: 0, y: 200, width: 90, height: 90 } })
  const undo = element('button', 'Undo', { bounds: { x: 0, y: 0, width: 90, height: 20 } })
  const looks = (...refs: string[]) => ({
    onPress: () => refs.forEach((ref) => desktop.platform.update(ref, { states: [] })),
  })
  await using desktop = await scriptedDesktop([windowOf([field, drawing, undo])])
  desktop.platform.setFocus(field.ref)
  desktop.platform.update(undo.ref, looks(undo.ref, field.ref))
  expect((await click(desktop, 'Undo')).evidence).toBe(only)
  desktop.platform.update(undo.ref, looks(undo.ref, drawing.ref))
  expect((await click(desktop, 'Undo')).evidence).toBe('Only pixels have changed, no control has.')
})

test.each(['button', 'list item', 'tree item'] as const)(
  'a %s that the pointer has left looks different, too, and that is no effect',
  async (role) => {
    const save = element(role, 'Save', { bounds: { x: 0, y: 300, width: 90, height: 20 } })
    const undo = element('button', 'Undo', { bounds: { x: 0, y: 0, width: 90, height: 20 } })
    await using desktop = await scriptedDesktop([windowOf([save, undo])])
    const { platform } = desktop
    const look = () => [undo, save].forEach(({ ref }) => platform.update(ref, { states: [] }))
    platform.update(undo.ref, { onPress: look })
    platform.pointer = screenPoint(45, 310)
    expect((await click(desktop, 'Undo')).evidence).toBe(
      'Only what was pressed looks different, nothing else has changed.',
    )
    platform.pointer = screenPoint(45, 200)
    expect((await click(desktop, 'Undo')).evidence).toBe('Only pixels have changed, no control has.')
  },
)

test('a message beside which nothing looks different is told as that', async () => {
  const message = element('text', 'Ready', { bounds: { x: 0, y: 300, width: 90, height: 20 } })
  const drawing = element('image', 'Drawing', { bounds: { x: 0, y: 100, width: 300, height: 150 } })
  const undo = element('button', 'Undo', { bounds: { x: 0, y: 0, width: 90, height: 20 } })
  await using desktop = await scriptedDesktop([windowOf([message, drawing, undo])])
  const { platform } = desktop
  platform.update(undo.ref, { onPress: () => platform.update(message.ref, { name: 'Undone' }) })
  expect((await click(desktop, 'Undo')).evidence).toBe(
    'The text “Ready” is now “Undone”. Nothing else looks different.',
  )
  platform.update(undo.ref, {
    onPress: () => {
      platform.update(drawing.ref, { states: [] })
      platform.update(message.ref, { name: 'Undone again' })
    },
  })
  expect((await click(desktop, 'Undo')).evidence).toBe('The text “Undone” is now “Undone again”.')
})

test('a toggle button that only flashes is not confirmed', async () => {
  const key = element('toggle button', '7', {
    states: ['unchecked'],
    onPress: (hands, self) => {
      hands.update(self.ref, { states: ['checked'] })
      setTimeout(() => hands.update(self.ref, { states: ['unchecked'] }), 50)
    },
  })
  await using desktop = await scriptedDesktop([windowOf([key])])
  expect((await desktop.act('click_input', { id: await desktop.id('7'), name: '7' }, 1)).effect).toBe(
    'unconfirmed',
  )
})

test('a name that ends with an ellipsis is confirmed by a dialog, and not contradicted without one', async () => {
  const opens = element('button', 'Open…', {
    onPress: (hands) => hands.open(windowOf([], { title: 'Open a file', kind: 'dialog', pid: notes.pid })),
  })
  const lies = element('button', 'Print...', { onPress: (hands) => hands.update(opens.ref, { value: 'x' }) })
  const notes = windowOf([opens, lies])
  await using desktop = await scriptedDesktop([notes])
  expect(await click(desktop, 'Print...')).toEqual({
    effect: 'unconfirmed',
    evidence: 'No dialog has opened. The button “Open…” is now “x”, it was “”.',
  })
  expect(await click(desktop, 'Open…')).toEqual({
    effect: 'confirmed',
    evidence: 'The dialog “Open a file” has opened.',
  })
})

test('a menu that opens is confirmed, one that does not is contradicted', async () => {
  const item = element('menu item', 'New', { hidden: true })
  const file = element('menu', 'File', { onPress: (hands) => hands.update(item.ref, { hidden: false }) })
  const edit = element('menu', 'Edit', { onPress: deaf })
  await using desktop = await scriptedDesktop([windowOf([file, edit, item])])
  expect((await click(desktop, 'Edit')).effect).toBe('contradicted')
  expect((await click(desktop, 'File')).effect).toBe('confirmed')
})

test('a click into a field is confirmed by its focus, and contradicted when another field has it', async () => {
  const thief = element('edit', 'Thief')
  const victim = element('edit', 'Victim', { onPress: (hands) => hands.setFocus(thief.ref) })
  await using desktop = await scriptedDesktop([windowOf([thief, victim])])
  expect(await click(desktop, 'Victim')).toEqual({
    effect: 'contradicted',
    evidence: 'The edit “Thief” has the focus, not the edit “Victim”.',
  })
  expect((await click(desktop, 'Thief')).effect).toBe('confirmed')
})

test('text that is not in the field afterwards is contradicted with what is there', async () => {
  const field = element('edit', 'Phone', { value: '' })
  await using desktop = await scriptedDesktop([windowOf([field])])
  const { platform } = desktop
  platform.setText = (ref) => {
    platform.update(ref, { value: '555' })
    return Promise.resolve(true)
  }
  const id = await desktop.id('Phone')
  const effect = await desktop.act('set_edit_text', {
    id,
    name: 'Phone',
    text: 'not a number',
    clear_current_text: true,
  })
  expect(effect).toEqual({ effect: 'contradicted', evidence: 'The edit “Phone” has “555”.' })
})

test('a password that was put in is not claimed to be there', async () => {
  const field = element('password', 'Password')
  await using desktop = await scriptedDesktop([windowOf([field])])
  const effect = await desktop.act('set_edit_text', {
    id: await desktop.id('Password'),
    name: 'Password',
    text: 'secret',
  })
  expect(effect.effect).toBe('unconfirmed')
  expect(effect.evidence).not.toContain('secret')
})

test.each([
  ['one\ntwo\n', 'three\n'],
  ['one\ntwo\n', 'three'],
  ['one\ntwo', '\nthree\n'],
  ['', 'one\n'],
])('a line that is put behind %j is confirmed: %j', async (value, text) => {
  const field = element('edit', 'Text', { value })
  await using desktop = await scriptedDesktop([windowOf([field])])
  const { effect } = await desktop.act('set_edit_text', { id: await desktop.id('Text'), name: 'Text', text })
  expect({ effect, now: await desktop.platform.text(field.ref, new RunControl()) }).toEqual({
    effect: 'confirmed',
    now: value + text,
  })
})

test('typed text is confirmed by the field that has the focus', async () => {
  const field = element('edit', 'Name', { value: 'x' })
  await using desktop = await scriptedDesktop([windowOf([field])])
  desktop.platform.setFocus(field.ref)
  expect(await desktop.act('type_text', { text: 'yz' })).toEqual({
    effect: 'confirmed',
    evidence: 'The edit “Name” has “xyz”.',
  })
})

test('what was entered is confirmed by the line that comes to show it, and not by another', async () => {
  const field = element('edit', 'Message', { value: '' })
  const window = windowOf([field])
  await using desktop = await scriptedDesktop([window])
  const { platform } = desktop
  platform.setFocus(field.ref)
  await desktop.observe()
  let answer: string | null = null
  const press = platform.pressKey.bind(platform)
  platform.pressKey = (key, run) => {
    if (key !== 'Enter') return press(key, run)
    window.elements.push(element('text', answer ?? field.value ?? ''))
    platform.update(field.ref, { value: '' })
    return Promise.resolve()
  }
  expect((await desktop.act('type_text', { text: 'hello', enter: true })).effect).toBe('confirmed')
  answer = 'Not sent'
  expect((await desktop.act('type_text', { text: 'again', enter: true })).effect).toBe('unconfirmed')
})

test('a field that was emptied is told with what has come for it, and after a message that has changed', async () => {
  const field = element('edit', 'Message', { value: 'hello' })
  const other = element('edit', 'To', { value: 'Bob' })
  const status = element('text', 'Ready')
  const window = windowOf([field, other, status])
  await using desktop = await scriptedDesktop([window])
  const { platform } = desktop
  platform.setFocus(field.ref)
  await desktop.observe()
  platform.pressKey = () => {
    window.elements.push(element('list item', 'hello'))
    platform.update(field.ref, { value: '' })
    return Promise.resolve()
  }
  expect((await desktop.act('keyboard_input', { keys: 'Enter' })).evidence).toBe(
    'The edit “Message” is now “”, it was “hello”. A control has appeared: list item “hello”.',
  )
  platform.update(field.ref, { value: 'again' })
  await desktop.observe()
  platform.pressKey = () => {
    for (const { ref } of [field, other]) platform.update(ref, { value: '' })
    platform.update(status.ref, { name: 'Not sent' })
    return Promise.resolve()
  }
  expect((await desktop.act('keyboard_input', { keys: 'Enter' })).evidence).toContain('is now “Not sent”')
})

test('a name that is typed for an item is confirmed once the item shows it', async () => {
  const item = element('cell', 'Box')
  const window = windowOf([item])
  await using desktop = await scriptedDesktop([window])
  const { platform } = desktop
  platform.setFocus(item.ref)
  // The field in which it is typed is not told.
  platform.text = () => Promise.resolve(null)
  await desktop.observe()
  platform.pressKey = (key) => {
    if (key === 'Enter') window.elements.push(element('cell', 'BaseFrame'))
    return Promise.resolve()
  }
  expect(await desktop.act('type_text', { text: 'BaseFrame', enter: true })).toMatchObject({
    effect: 'confirmed',
    evidence: 'A control has appeared: cell “BaseFrame”.',
  })
})

test('a line that Enter has begun is confirmed, and so is what is typed into it', async () => {
  const field = element('edit', 'Text', { value: 'one' })
  await using desktop = await scriptedDesktop([windowOf([field])])
  const { platform } = desktop
  platform.setFocus(field.ref)
  platform.pressKey = (key) => {
    if (key === 'Enter') platform.update(field.ref, { value: 'one\n' })
    return Promise.resolve()
  }
  const confirmed = (evidence: string) => ({ effect: 'confirmed', evidence })
  expect(await desktop.act('keyboard_input', { keys: 'Enter' })).toEqual(
    confirmed('The edit “Text” has “one ⏎”.'),
  )
  // No key of a line end is told to be in the text that was typed.
  platform.setText = (ref, value) => {
    platform.update(ref, { value })
    return Promise.resolve(true)
  }
  platform.pasteKeys = () => []
  platform.pressKey = (key) => {
    if (key === 'o') platform.update(field.ref, { value: 'one\ntwo' })
    return Promise.resolve()
  }
  expect(await desktop.act('type_text', { text: 'two' })).toEqual(
    confirmed('The edit “Text” has “one ⏎ two”.'),
  )
})

test.each([
  ['second', 'confirmed'],
  ['other', 'contradicted'],
])(
  'lines of which each becomes a paragraph of its own have arrived where the last is: %s',
  async (last, effect) => {
    const [first, next] = ['one', 'two'].map((name) =>
      element('edit', name, {
        value: '',
        editableText: false,
      }),
    ) as [ReturnType<typeof element>, ReturnType<typeof element>]
    await using desktop = await scriptedDesktop([windowOf([first, next])])
    const { platform } = desktop
    platform.setFocus(first.ref)
    platform.shortcuts.set('Control+v', () => {
      platform.update(first.ref, { value: 'first' })
      platform.update(next.ref, { value: last })
      platform.setFocus(next.ref)
    })
    expect((await desktop.act('type_text', { text: 'first\nsecond' })).effect).toBe(effect)
  },
)

test('typing that closes the window, where no text had the keyboard, has not arrived', async () => {
  const close = element('button', 'Close')
  const help = windowOf([close], { title: 'Help' })
  await using desktop = await scriptedDesktop([help])
  const { platform } = desktop
  platform.setFocus(close.ref)
  platform.pressKey = (key) => {
    if (key === 'n') platform.close(help.handle)
    return Promise.resolve()
  }
  platform.pasteKeys = () => []
  expect(await desktop.act('type_text', { text: 'note one' })).toEqual({
    effect: 'contradicted',
    evidence: 'The window “Help” has closed.',
  })
})

test('Enter that begins no line is not confirmed', async () => {
  const field = element('edit', 'Text', { value: 'one' })
  await using desktop = await scriptedDesktop([windowOf([field])])
  desktop.platform.setFocus(field.ref)
  expect((await desktop.act('keyboard_input', { keys: 'Enter' })).effect).toBe('unconfirmed')
})

test('a field that stops telling its text is not judged by what it had before', async () => {
  // As Java's bridge does of a text with an emoji in it.
  const field = element('edit', 'Name', { value: 'old' })
  await using desktop = await scriptedDesktop([windowOf([field])])
  const { platform } = desktop
  platform.setFocus(field.ref)
  platform.pressKey = () => {
    platform.text = () => Promise.resolve(null)
    platform.update(field.ref, { value: null })
    return Promise.resolve()
  }
  const { effect, evidence } = await desktop.act('type_text', { text: 'ok' })
  expect(effect).toBe('unconfirmed')
  expect(evidence).toMatch(/^What was typed can’t be read back\./)
})

test('a display is not said to contradict what its window took: other signs, or only a part of it', async () => {
  const calculator = async (shown: string, states: ('readonly' | 'editable')[]) => {
    const display = element('edit', 'Display', { value: '0', states })
    await using desktop = await scriptedDesktop([windowOf([display])])
    const { platform } = desktop
    platform.setFocus(display.ref)
    platform.pasteKeys = () => []
    platform.pressKey = () => {
      platform.update(display.ref, { value: shown })
      return Promise.resolve()
    }
    return (await desktop.act('type_text', { text: '12*34' })).effect
  }
  expect(await calculator('12×34', ['editable'])).toBe('unconfirmed')
  expect(await calculator('34', ['readonly'])).toBe('unconfirmed')
  // Less of the last number than was typed: keys were lost.
  expect(await calculator('4', ['readonly'])).toBe('contradicted')
  expect(await calculator('1234', ['editable'])).toBe('contradicted')
})

test('closing is confirmed by the window’s end, and contradicted at once by the dialog that asks', async () => {
  const notes = windowOf([])
  await using desktop = await scriptedDesktop([notes])
  const { platform } = desktop
  platform.onClose = (hands) =>
    hands.open(windowOf([], { title: 'Save changes?', kind: 'dialog', pid: notes.pid }))
  const [info] = (await desktop.observe()).windows
  const parameters = { id: info!.id, name: 'Notes' }
  expect(await desktop.act('close_application_window', parameters, 20)).toEqual({
    effect: 'contradicted',
    evidence: 'The window is still there: the dialog “Save changes?” asks first.',
  })
  platform.onClose = (hands, window) => hands.close(window.handle)
  expect((await desktop.act('close_application_window', parameters)).effect).toBe('confirmed')
})

test('a window is told to be maximized, minimized and restored where it is', async () => {
  await using desktop = await scriptedDesktop([windowOf([])])
  const [info] = (await desktop.observe()).windows
  const set = (state: string) => desktop.act('set_window_state', { id: info!.id, name: 'Notes', state })
  const confirmed = (evidence: string) => ({ effect: 'confirmed', evidence })
  expect(await set('maximized')).toEqual(confirmed('The window “Notes” is maximized.'))
  expect(await set('minimized')).toEqual(confirmed('The window “Notes” is minimized.'))
  expect(await set('normal')).toEqual(confirmed('The window “Notes” has its normal size.'))
  desktop.platform.setWindowState = () => Promise.resolve()
  expect(await set('maximized')).toMatchObject({ effect: 'contradicted' })
})

test('a launch is confirmed by a window of that application, not by any window', async () => {
  await using desktop = await scriptedDesktop([windowOf([])])
  desktop.platform.applications.set('calculator', (platform) => {
    platform.open(scriptedWindow({ title: 'Calculator', processName: 'galculator', pid: 77 }))
    return { application: 'Calculator', pid: 77 }
  })
  expect(await desktop.act('launch_application', { name: 'Calculator' })).toEqual({
    effect: 'confirmed',
    evidence: 'The window “Calculator” has opened.',
  })
})

test('an application that was in front is not told as what only a keyword of it means', async () => {
  // Linux gives no process such a number.
  const ENDED = 4_194_305
  const there = windowOf([], { title: 'Clocks', processName: 'clocks', pid: 77 })
  await using desktop = await scriptedDesktop([there])
  desktop.platform.applications.set('stopwatch', () => ({
    application: 'Clocks',
    pid: ENDED,
    byKeyword: true,
  }))
  expect(await desktop.act('launch_application', { name: 'stopwatch' })).toEqual({
    effect: 'unconfirmed',
    evidence:
      'The window “Clocks” was in front before; no other has opened. Whether “stopwatch” means “Clocks” is not known. Nothing has changed.',
  })
})

test('whether an application that takes no files has opened one is told by its title alone', async () => {
  await using desktop = await scriptedDesktop([windowOf([])])
  const launch = async (title: string, file = '/home/ada/box') => {
    desktop.platform.applications.set('commander', (platform) => {
      platform.open(scriptedWindow({ title, processName: 'commander', pid: 77 }))
      return { application: 'Commander', pid: 77, takesNoFiles: true }
    })
    return await desktop.act('launch_application', { name: 'Commander', arguments: [file] })
  }
  expect(await launch('Commander')).toEqual({
    effect: 'unconfirmed',
    evidence:
      'Whether “Commander” has opened “box” is not known: it is not said to open files. The window “Commander” has opened.',
  })
  expect(await launch('box - Commander')).toMatchObject({ effect: 'confirmed' })
  const page = `${mkdtempSync(join(tmpdir(), 'deskhand-page-'))}/form.html`
  writeFileSync(page, '<!doctype html><title>\n  Sign up\n</title><p>Name <input>')
  expect(await launch('Sign up — Commander', page)).toMatchObject({ effect: 'confirmed' })
  expect(await launch('Welcome — Commander', page)).toMatchObject({ effect: 'unconfirmed' })
})

test('Save in a file dialog that writes no file is not confirmed', async () => {
  const name = element('edit', 'Name:', { value: '/nowhere/a.txt' })
  const save = element('button', 'Save', { onPress: (hands) => hands.close(dialog.handle) })
  const dialog = windowOf([name, save], { title: 'Save As', kind: 'dialog' })
  await using desktop = await scriptedDesktop([dialog])
  expect(await click(desktop, 'Save')).toEqual({
    effect: 'unconfirmed',
    evidence: 'There is no new file /nowhere/a.txt. The dialog “Save As” has closed.',
  })
})

test('Save in a file dialog is confirmed by the file on the disk', async () => {
  const path = `${mkdtempSync(join(tmpdir(), 'deskhand-save-'))}/a.txt`
  const name = element('edit', 'Name:', { value: path })
  const save = element('button', 'Save', {
    onPress: (hands) => {
      writeFileSync(path, 'text')
      hands.close(dialog.handle)
    },
  })
  const dialog = windowOf([name, save], { title: 'Save As', kind: 'dialog' })
  await using desktop = await scriptedDesktop([dialog])
  expect(await click(desktop, 'Save')).toEqual({
    effect: 'confirmed',
    evidence: `The file ${path} was written.`,
  })
})

test('an act whose state before is not known is unconfirmed', async () => {
  await using desktop = await scriptedDesktop([windowOf([])])
  expect(await desktop.get('verify_effect', { call_id: 'never' })).toMatchObject({ effect: 'unconfirmed' })
})

const box = (title: string, text: string, pid: number | null) =>
  windowOf([element('text', text), element('button', 'Replace'), element('button', 'Cancel')], {
    title,
    kind: 'dialog',
    pid,
  })

test('what a field has is not denied by what has not changed', async () => {
  const field = element('edit', 'Total', { value: '42' })
  await using desktop = await scriptedDesktop([windowOf([field])])
  const { platform } = desktop
  platform.setFocus(field.ref)
  // The formula is not shown, only what it comes to, as before.
  platform.pressKey = () => Promise.resolve()
  expect(await desktop.act('type_text', { text: '=6*7', enter: true })).toEqual({
    effect: 'unconfirmed',
    evidence: 'The edit “Total” has “42”.',
  })
  expect(await desktop.act('type_text', { text: '42' })).toEqual({
    effect: 'unconfirmed',
    evidence: 'The edit “Total” has “42”. It had that before.',
  })
})

test('a field is not quoted once its window is gone', async () => {
  const field = element('edit', 'Name', { value: '' })
  const dialog = windowOf([field], { title: 'Go to', kind: 'dialog' })
  await using desktop = await scriptedDesktop([dialog, windowOf([])])
  const { platform } = desktop
  platform.setFocus(field.ref)
  // As applications do that answer for what they have just closed.
  platform.focusedElement = () => Promise.resolve({ ...field, window: dialog.handle })
  let asked = 0
  platform.text = () => {
    if (asked++ > 0) return Promise.resolve('data.csv')
    setTimeout(() => platform.close(dialog.handle), 0)
    return Promise.resolve('')
  }
  const { evidence } = await desktop.act('type_text', { text: 'data.cs', enter: true })
  expect(evidence).not.toContain('data.csv')
  expect(evidence).toContain('The dialog “Go to” has closed.')
})

test('a launch that opens a window whose owner is not known is not contradicted', async () => {
  await using desktop = await scriptedDesktop([windowOf([])])
  desktop.platform.applications.set('libreoffice calc', (platform) => {
    const list = element('list', 'Separators')
    platform.open(
      windowOf([list], { title: 'Text Import - [data.csv]', kind: 'dialog', processName: 'oosplash' }),
    )
    // No process has this number: Linux gives none above 4,194,304.
    return { application: 'LibreOffice Calc', pid: 5_000_000 }
  })
  expect(await desktop.act('launch_application', { name: 'LibreOffice Calc' })).toEqual({
    effect: 'unconfirmed',
    evidence:
      'Whether that is “LibreOffice Calc” is not known. The dialog “Text Import - [data.csv]” has opened.',
  })
})

test('a dialog without a title is told with its text, also among the windows', async () => {
  const notes = windowOf([])
  const button = element('button', 'Delete', {
    onPress: (hands) => hands.open(box('', 'Delete all 7 notes?', notes.pid)),
  })
  notes.elements.push(button)
  await using desktop = await scriptedDesktop([notes])
  expect(await click(desktop, 'Delete')).toEqual({
    effect: 'unconfirmed',
    evidence: 'A dialog without a title has opened. It says: “Delete all 7 notes?”.',
  })
  const { windows } = await desktop.observe()
  expect(windows.find(({ kind }) => kind === 'dialog')?.says).toBe('Delete all 7 notes?')
})

test('Save that is asked back says so: the file is not written', async () => {
  const name = element('edit', 'Name:', { value: '/nowhere/a.txt' })
  const save = element('button', 'Save', {
    onPress: (hands) => hands.open(box('Replace?', 'a.txt exists. Replace it?', dialog.pid)),
  })
  const dialog = windowOf([name, save], { title: 'Save As', kind: 'dialog' })
  await using desktop = await scriptedDesktop([dialog])
  expect(await click(desktop, 'Save')).toEqual({
    effect: 'unconfirmed',
    evidence:
      'The file /nowhere/a.txt is not written: a dialog asks first. The dialog “Replace?” has opened. ' +
      'It says: “a.txt exists. Replace it?”.',
  })
})

test('a file that a plug-in’s dialog writes is confirmed by its button', async () => {
  const path = `${mkdtempSync(join(tmpdir(), 'deskhand-save-'))}/a.jpg`
  const write = element('button', 'Export', {
    onPress: (hands) => {
      writeFileSync(path, 'new')
      hands.close(options.handle)
      hands.close(dialog.handle)
    },
  })
  const save = element('button', 'Save', { onPress: (hands) => hands.open(options) })
  const dialog = windowOf([element('edit', 'Name:', { value: path }), save], {
    title: 'Save As',
    kind: 'dialog',
  })
  const options = scriptedWindow({
    title: 'Export as JPEG',
    processName: 'file-jpeg',
    kind: 'dialog',
    owner: dialog.handle,
    elements: [write],
  })
  await using desktop = await scriptedDesktop([dialog])
  expect(await click(desktop, 'Save')).toMatchObject({ effect: 'unconfirmed' })
  expect(await click(desktop, 'Export')).toEqual({
    effect: 'confirmed',
    evidence: `The file ${path} was written.`,
  })
})

alone.each([
  ['Saved to ~/report one.txt.', true],
  ['Saved to ~/report one.txt (12 bytes)', true],
  ['Exported: “~/other.pdf”', false],
  ['~/other.pdf is not saved', true],
  ['Open ~/other.pdf', true],
])('what an application says of a file is held against the disk: %s', async (message, isSo) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-home-'))
  vi.stubEnv('HOME', folder)
  writeFileSync(join(folder, 'report one.txt'), 'x')
  const status = element('text', 'Ready')
  const export_ = element('button', 'Export')
  await using desktop = await scriptedDesktop([windowOf([status, export_])])
  desktop.platform.update(export_.ref, {
    onPress: () => desktop.platform.update(status.ref, { name: message }),
  })
  const { evidence } = await click(desktop, 'Export')
  expect(evidence.includes('there is no such file')).toBe(!isSo)
  expect(evidence).toContain(`is now “${message}”`)
  vi.unstubAllEnvs()
})

describe('a file that an application says it has written', () => {
  const old = (path: string) => {
    writeFileSync(path, 'old')
    utimesSync(path, 1, 1)
  }

  alone.each<[string, 'text' | 'dialog', (path: string) => void, string | null]>([
    ['is as it was before', 'text', deaf, 'is not written: it is as it was before'],
    ['is as it was, as a dialog says', 'dialog', deaf, 'is not written: it is as it was before'],
    ['is emptied', 'text', (path) => writeFileSync(path, ''), 'and there is nothing in it'],
    ['is written', 'text', (path) => writeFileSync(path, 'new'), null],
    ['has half of the text', 'text', (path) => writeFileSync(path, 'Hello'), 'has only a part of the text'],
  ])('%s', async (_how, by, writes, evidence) => {
    const folder = mkdtempSync(join(tmpdir(), 'deskhand-home-'))
    vi.stubEnv('HOME', folder)
    const path = join(folder, 'note.txt')
    old(path)
    const message = 'Saved to ~/note.txt'
    const elements = [element('text', message), element('button', 'OK')]
    const dialog = scriptedWindow({ title: 'Saved', processName: 'notes', kind: 'dialog', elements })
    const status = element('text', 'Ready')
    const keep = element('button', 'Keep')
    const note = element('edit', 'Note', { value: 'Hello World' })
    await using desktop = await scriptedDesktop([windowOf([note, status, keep])])
    desktop.platform.update(keep.ref, {
      onPress: (hands) => {
        writes(path)
        if (by === 'dialog') hands.open(dialog)
        else desktop.platform.update(status.ref, { name: message })
      },
    })
    const told = await click(desktop, 'Keep')
    if (evidence === null) expect(told.evidence).not.toContain('The file')
    else expect(told.evidence).toContain(evidence)
    expect(told.evidence).toContain(message)
    vi.unstubAllEnvs()
  })
})

test.each([
  ['says that it has saved, and writes nothing', 'Saved', 0, true],
  ['says so, and writes', 'Saved', 4096, false],
  ['says nothing of it', '5 characters', 0, false],
  ['says that it has not', 'Not saved', 0, false],
])('a program that %s', async (_how, message, bytes, isTold) => {
  const status = element('text', 'Ready')
  const save = element('button', 'Save note')
  await using desktop = await scriptedDesktop([windowOf([status, save])])
  let written = 100
  Object.assign(desktop.platform, { bytesWritten: () => written })
  desktop.platform.update(save.ref, {
    onPress: () => {
      written += bytes
      desktop.platform.update(status.ref, { name: message })
    },
  })
  const { evidence } = await click(desktop, 'Save note')
  expect(evidence.includes('has written nothing to any file')).toBe(isTold)
})

alone.each([
  ['all of its text', 'Ada Lovelace', false, false],
  ['half of it', 'Ada Lo', true, false],
  ['only to what it keeps for itself', null, false, true],
])('a program that says “Saved” and has written %s', async (_how, written, isCut, isNothing) => {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-home-'))
  vi.stubEnv('HOME', folder)
  const status = element('text', 'Ready')
  const save = element('button', 'Save')
  const name = element('edit', 'Name', { value: 'Ada Lovelace' })
  await using desktop = await scriptedDesktop([windowOf([name, status, save])])
  let bytes = 100
  Object.assign(desktop.platform, { bytesWritten: () => bytes })
  desktop.platform.update(save.ref, {
    onPress: () => {
      bytes += 4096
      if (written !== null) writeFileSync(join(folder, 'name.txt'), written)
      desktop.platform.update(status.ref, { name: 'Saved' })
    },
  })
  const { evidence } = await click(desktop, 'Save')
  expect(evidence.includes('has only a part of the text')).toBe(isCut)
  expect(evidence.includes('has written nothing to any file')).toBe(isNothing)
  vi.unstubAllEnvs()
})

test('an application that has ended is told, one that has another window is not', async () => {
  for (const others of [[], [windowOf([], { title: 'Inbox', active: false })]]) {
    const send = element('button', 'Send')
    const letter = windowOf([send])
    await using desktop = await scriptedDesktop([letter, ...others])
    desktop.platform.update(send.ref, { onPress: () => desktop.platform.close(letter.handle) })
    const { evidence } = await click(desktop, 'Send')
    expect(evidence).toContain('The window “Notes” has closed.')
    expect(evidence.includes('has no window any more')).toBe(others.length === 0)
  }
})

test('Save of the document that is shown is confirmed by the file on the disk, and only by it', async () => {
  const path = `${mkdtempSync(join(tmpdir(), 'deskhand-save-'))}/notes.txt`
  writeFileSync(path, 'old')
  utimesSync(path, 1, 1)
  const lies = element('button', 'Save', { onPress: deaf })
  const notes = windowOf([lies], { title: `*${path} - Notes` })
  await using desktop = await scriptedDesktop([notes])
  expect(await click(desktop, 'Save')).toEqual({
    effect: 'unconfirmed',
    evidence: `The file ${path} is not written: it is as it was before. Nothing has changed.`,
  })
  desktop.platform.update(lies.ref, { onPress: () => writeFileSync(path, 'new') })
  expect(await click(desktop, 'Save')).toEqual({
    effect: 'confirmed',
    evidence: `The file ${path} was written.`,
  })
})

test.each([
  ['*', { unsaved: 'true' }],
  ['', {}],
])(
  'a file that a save has left is told with whether the title “%s…” told of unsaved work',
  async (mark, more) => {
    const path = `${mkdtempSync(join(tmpdir(), 'deskhand-save-'))}/notes.txt`
    writeFileSync(path, 'old')
    const save = element('button', 'Save', { onPress: deaf })
    await using desktop = await scriptedDesktop([windowOf([save], { title: `${mark}${path} - Notes` })])
    const parameters = { id: await desktop.id('Save'), name: 'Save' }
    const target = { call_id: 'save', tool_name: 'click_input', parameters }
    const { fingerprint } = targetDescriptionSchema.parse(await desktop.get('resolve_target', target))
    await desktop.call('click_input', parameters, {
      [META.callId]: 'save',
      [META.expectedTarget]: fingerprint,
    })
    const judged = await desktop.get('verify_effect', { call_id: 'save', within: 0.1 })
    expect(judged).toMatchObject({ told: [seen('file_kept', { path, ...more }), seen('nothing')] })
  },
)

test.each([
  ['that shows a text', 'what was written', 'unconfirmed', 'was written, and there is nothing in it.'],
  ['that is empty', '', 'confirmed', 'was written.'],
  ['whose text can’t be read', null, 'unconfirmed', 'was written, and there is nothing in it.'],
])('an empty file of a document %s', async (_title, value, effect, evidence) => {
  const path = `${mkdtempSync(join(tmpdir(), 'deskhand-save-'))}/notes.txt`
  writeFileSync(path, 'old')
  utimesSync(path, 1, 1)
  const save = element('button', 'Save', { onPress: () => writeFileSync(path, '') })
  const text = value === null ? [] : [element('document', 'Text', { value })]
  await using desktop = await scriptedDesktop([windowOf([save, ...text], { title: `*${path} - Notes` })])
  const judged = await click(desktop, 'Save')
  expect(judged.effect).toBe(effect)
  expect(judged.evidence).toContain(evidence)
})

test('a file that is written under a name of another type than its dialog has chosen is told, and not confirmed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-save-'))
  const saved = async (name: string, type: string) => {
    const path = join(folder, name)
    const save = element('button', 'Save', {
      onPress: (hands) => {
        writeFileSync(path, 'new')
        hands.close(dialog.handle)
      },
    })
    const dialog = windowOf([element('edit', 'Name:', { value: path }), element('combo box', type), save], {
      title: 'Save As',
      kind: 'dialog',
    })
    await using desktop = await scriptedDesktop([dialog])
    return await click(desktop, 'Save')
  }
  expect(await saved('a.ply', 'Entities (*.bin)')).toEqual({
    effect: 'unconfirmed',
    evidence: expect.stringContaining(
      'a.ply was written. The type that its dialog has chosen is “Entities (*.bin)”.',
    ),
  })
  for (const type of ['Mesh (*.stl *.PLY)', 'All files (*)', 'All (*.*)', 'By ending'])
    expect(await saved(`b${type.length}.ply`, type)).toMatchObject({ effect: 'confirmed' })
})

test('a save where no title names the file is confirmed by the one file that the application was started with', async () => {
  const path = `${mkdtempSync(join(tmpdir(), 'deskhand-save-'))}/parts.FCStd`
  writeFileSync(path, 'old')
  utimesSync(path, 1, 1)
  const save = element('button', 'Save', { onPress: deaf })
  const cad = windowOf([save], { title: 'CAD 1.0', pid: 77 })
  await using desktop = await scriptedDesktop([cad])
  Object.assign(desktop.platform, { filesOpenedBy: () => Promise.resolve([path]) })
  expect(await click(desktop, 'Save')).toEqual({ effect: 'unconfirmed', evidence: 'Nothing has changed.' })
  desktop.platform.update(save.ref, { onPress: () => writeFileSync(path, 'new') })
  expect(await click(desktop, 'Save')).toEqual({
    effect: 'confirmed',
    evidence: `The file ${path} was written.`,
  })
})

test('a window that never told of any control is judged by its pixels, and not said to be silent', async () => {
  const drawn = element('other', 'drawn', { hidden: true })
  await using desktop = await scriptedDesktop([windowOf([drawn])])
  const { platform } = desktop
  platform.limited = 'It does not report its controls.'
  await desktop.observe()
  platform.pressKey = (key) => {
    if (key === '7') platform.update(drawn.ref, {})
    return Promise.resolve()
  }
  const typed = async (text: string) => (await desktop.act('type_text', { text }, 0.1)).evidence
  expect(await typed('7')).toContain('Only pixels have changed')
  expect(await typed('8')).not.toContain('not answered')
})

test('a document that a busy application writes later than an act takes is not said to be unwritten', async () => {
  const path = `${mkdtempSync(join(tmpdir(), 'deskhand-save-'))}/notes.txt`
  writeFileSync(path, 'old')
  utimesSync(path, 1, 1)
  const save = element('button', 'Save')
  await using desktop = await scriptedDesktop([windowOf([save], { title: `*${path} - Notes` })])
  desktop.platform.update(save.ref, {
    onPress: () => {
      desktop.platform.update(save.ref, { states: [] })
      setTimeout(() => writeFileSync(path, 'new'), 400)
    },
  })
  expect(await desktop.act('click_input', { id: await desktop.id('Save'), name: 'Save' }, 0.1)).toEqual({
    effect: 'confirmed',
    evidence: `The file ${path} was written.`,
  })
})

test('Save of a document whose folder is not known denies nothing', async () => {
  const save = element('button', 'Save', { onPress: deaf })
  const notes = windowOf([save], { title: '*/nowhere/notes.txt - Notes' })
  await using desktop = await scriptedDesktop([notes])
  expect(await click(desktop, 'Save')).toEqual({ effect: 'unconfirmed', evidence: 'Nothing has changed.' })
})

test('what arrives slowly is not contradicted, and what arrives twice is not confirmed', async () => {
  const name = element('edit', 'Name', { value: '', editableText: false })
  await using desktop = await scriptedDesktop([windowOf([name])])
  const { platform } = desktop
  platform.setFocus(name.ref)
  let late = 0
  platform.pressKey = (key) => {
    setTimeout(() => platform.update(name.ref, { value: (name.value ?? '') + key }), 120 * ++late)
    return Promise.resolve()
  }
  expect(await desktop.act('type_text', { text: 'slowly' }, 0.1)).toMatchObject({ effect: 'confirmed' })
  platform.pressKey = (key) => {
    platform.update(name.ref, { value: `${name.value ?? ''}${key}${key}` })
    return Promise.resolve()
  }
  expect((await desktop.act('type_text', { text: 'x' }, 0.1)).effect).not.toBe('confirmed')
  platform.pressKey = () => {
    platform.update(name.ref, { value: 'Slowly' })
    return Promise.resolve()
  }
  expect(await desktop.act('type_text', { text: 'y' }, 0.1)).toEqual({
    effect: 'contradicted',
    evidence: 'The edit “Name” has “Slowly”. The application has changed what was typed.',
  })
})

test('a text that a busy page takes up a second later, put in or typed, is not contradicted', async () => {
  const name = element('edit', 'Name', { value: 'old', editableText: true })
  await using desktop = await scriptedDesktop([windowOf([name])])
  const { platform } = desktop
  const later = (value: string) => {
    setTimeout(() => platform.update(name.ref, { value }), 1000)
    return Promise.resolve()
  }
  platform.setValue = () => Promise.resolve(false)
  platform.setText = (_ref, text) => later(text).then(() => true)
  const put = { id: await desktop.id('Name'), text: 'new', clear_current_text: true }
  expect(await desktop.act('set_edit_text', put, 0.1)).toMatchObject({ effect: 'confirmed' })
  platform.setFocus(name.ref)
  platform.pressKey = (key) => later(`new${key}`)
  expect(await desktop.act('type_text', { text: '!' }, 0.1)).toMatchObject({ effect: 'confirmed' })
})

test('keys that are still coming in place of what was selected are waited for, and Enter with them', async () => {
  const field = element('edit', 'Address', { value: 'file:///home', editableText: false })
  await using desktop = await scriptedDesktop([windowOf([field])])
  const { platform } = desktop
  platform.setFocus(field.ref)
  let late = 0
  let typed = ''
  platform.pressKey = (key) => {
    if (key === 'Enter') return Promise.resolve()
    setTimeout(() => platform.update(field.ref, { value: (typed += key) }), 150 * ++late)
    return Promise.resolve()
  }
  expect(await desktop.act('type_text', { text: 'about', enter: true }, 0.1)).toEqual({
    effect: 'confirmed',
    evidence: 'The edit “Address” has “about”.',
  })
})

test('another case is a field’s own way, and in a document it is what AutoCorrect has changed', async () => {
  const typed = async (states: ControlState[], text = 'dear', shown = 'Dear') => {
    const field = element('edit', 'Text', { value: '', editableText: false, states })
    await using desktop = await scriptedDesktop([windowOf([field])])
    desktop.platform.setFocus(field.ref)
    desktop.platform.pressKey = () => {
      desktop.platform.update(field.ref, { value: shown })
      return Promise.resolve()
    }
    return (await desktop.act('type_text', { text }, 0.1)).effect
  }
  expect(await typed(['editable'])).toBe('unconfirmed')
  expect(await typed(['editable', 'multiline'])).toBe('contradicted')
  expect(await typed(['editable', 'multiline'], '6*7', '6 × 7')).toBe('unconfirmed')
})

test('what an act has replaced is told, so that a later request can have it back', async () => {
  const size = element('edit', 'Size', { value: '10' })
  const note = element('edit', 'Note', { value: '' })
  const own = element('check box', 'Own font', { states: ['unchecked'] })
  await using desktop = await scriptedDesktop([windowOf([size, note, own])])
  const evidence = async (tool: string, name: string, more: Record<string, unknown>) =>
    (await desktop.act(tool, { id: await desktop.id(name), name, ...more })).evidence
  const clear = { clear_current_text: true }
  expect(await evidence('set_edit_text', 'Size', { text: '16', ...clear })).toBe(
    'The edit “Size” has “16”, it was “10”.',
  )
  expect(await evidence('set_edit_text', 'Note', { text: 'new', ...clear })).toBe(
    'The edit “Note” has “new”.',
  )
  expect(await evidence('set_toggle', 'Own font', { checked: true })).toBe(
    'The check box “Own font” is checked, it was unchecked.',
  )
})

test('the lines of a text are told apart', async () => {
  const list = element('edit', 'List', { value: 'milk', states: ['editable', 'multiline'] })
  await using desktop = await scriptedDesktop([windowOf([list])])
  const parameters = { id: await desktop.id('List'), name: 'List', clear_current_text: true }
  const { evidence } = await desktop.act('set_edit_text', { ...parameters, text: 'eggs\n\napples' })
  expect(evidence).toBe('The edit “List” has “eggs ⏎ ⏎ apples”, it was “milk”.')
  desktop.platform.setFocus(list.ref)
  const typed = await desktop.act('type_text', { text: 'figs\n' })
  expect(typed.evidence).toContain('⏎')
})

test('a tab is not contradicted where no tab is told to be shown', async () => {
  const tabs = ['First', 'Second'].map((name) => element('tab', name))
  await using desktop = await scriptedDesktop([windowOf(tabs)])
  const update = desktop.platform.update.bind(desktop.platform)
  let shown: string | null = null
  desktop.platform.update = (ref, patch) =>
    update(ref, { ...patch, states: ref === shown ? ['selected'] : [] })
  const select = { id: await desktop.id('Second'), name: 'Second' }
  expect((await desktop.act('select_item', select)).effect).toBe('unconfirmed')
  shown = tabs[0]!.ref
  expect((await desktop.act('select_item', select)).effect).toBe('contradicted')
})

test('a display that makes its own of keys is not contradicted', async () => {
  const display = element('edit', 'Display', { value: '0', states: ['readonly'], editableText: false })
  await using desktop = await scriptedDesktop([windowOf([display])])
  desktop.platform.setFocus(display.ref)
  desktop.platform.pressKey = (key) => {
    desktop.platform.update(display.ref, { value: key })
    return Promise.resolve()
  }
  expect(await desktop.act('type_text', { text: '7+3' })).toMatchObject({ effect: 'unconfirmed' })
})

test.each<[string, ControlRole, string, string, ControlState[], string]>([
  ['a text that has come to show it', 'text', '0', '1234', [], 'confirmed'],
  ['a text that shows it behind the old one', 'text', '12+', '12+1234', [], 'confirmed'],
  ['a display that can’t be written', 'edit', '0', '1234', ['readonly'], 'confirmed'],
  ['a text that shows only its end', 'text', '0', '34', [], 'unconfirmed'],
  ['a text that shows something else too', 'text', '0', '1234 items', [], 'unconfirmed'],
  ['a text that showed it before', 'text', '1234', '1234', [], 'unconfirmed'],
  ['a field that was not meant', 'edit', '', '1234', ['editable'], 'unconfirmed'],
])('typing where a key has the keyboard is judged by %s', async (_what, role, was, shown, states, effect) => {
  const key = element('button', '7')
  const display =
    role === 'text'
      ? element(role, was)
      : element(role, 'Display', { value: was, states, editableText: false })
  await using desktop = await scriptedDesktop([windowOf([display, key])])
  const { platform } = desktop
  platform.setFocus(key.ref)
  platform.pasteKeys = () => []
  platform.pressKey = () => {
    platform.update(display.ref, role === 'text' ? { name: shown } : { value: shown })
    return Promise.resolve()
  }
  await desktop.observe({ controls: true })
  expect(await desktop.act('type_text', { text: '1234' })).toMatchObject({ effect })
})

test.each([
  [
    'is to be seen nowhere',
    'Beans',
    'The keyboard was on the list item “Beans”, and what was typed is to be seen nowhere.',
  ],
  ['shows it', 'milk', 'What was typed can’t be read back.'],
])('what is typed on an item that has no text, in a window that %s', async (_what, shown, evidence) => {
  const [item, label] = [element('list item', 'Beans', { states: ['focused'] }), element('text', 'Notes')]
  await using desktop = await scriptedDesktop([windowOf([item, label])])
  await desktop.observe({ controls: true })
  const { platform } = desktop
  platform.setFocus(item.ref)
  platform.pressKey = () => {
    platform.update(label.ref, { name: `Seek: ${shown}` })
    return Promise.resolve()
  }
  const effect = await desktop.act('type_text', { text: 'milk' })
  expect(effect).toMatchObject({
    effect: 'unconfirmed',
    evidence: expect.stringContaining(evidence) as string,
  })
})

test('a radio button that is selected is confirmed by its check', async () => {
  const large = element('radio button', 'Large', { states: ['unchecked'] })
  await using desktop = await scriptedDesktop([windowOf([large])])
  const { platform } = desktop
  platform.select = (ref) => {
    platform.update(ref, { states: ['checked'] })
    return Promise.resolve(true)
  }
  expect(await desktop.act('select_item', { id: await desktop.id('Large'), name: 'Large' })).toEqual({
    effect: 'confirmed',
    evidence: 'The radio button “Large” is selected.',
  })
})

test('keys that copy are confirmed by the clipboard, which nothing on the screen shows', async () => {
  const field = element('edit', 'Name', { value: 'Ada', states: ['focused'] })
  await using desktop = await scriptedDesktop([windowOf([field])])
  await desktop.observe({ controls: true })
  desktop.platform.setFocus(field.ref)
  const copied = await desktop.act('keyboard_input', { keys: 'Ctrl+C' }, 0.1)
  expect(copied).toEqual({
    effect: 'unconfirmed',
    evidence: 'Nothing was put into the clipboard. Nothing has changed.',
  })
  desktop.platform.shortcuts.set('Control+c', (platform) => {
    platform.taken += 1
  })
  expect(await desktop.act('keyboard_input', { keys: 'Ctrl+A Ctrl+C' }, 0.1)).toEqual({
    effect: 'confirmed',
    evidence: 'The application has put something into the clipboard.',
  })
})
