import { expect, test } from 'vitest'
import type { Control, WindowInfo } from '../core/desktop.ts'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import { giveName } from './naming.ts'
import { didIn, sceneIn } from './testing/scenes.ts'
import type { TrailStep } from './progress.ts'

const main = testWindow({ id: 'main', title: 'Notes' })
const dialog = testWindow({ id: 'dialog', title: 'New note', kind: 'dialog', modal: true, owner: 'main' })
const control = (more: Partial<Control>): Control =>
  testControl(more.id ?? 'any', more.name ?? '', {
    bounds: { x: 10, y: 10, width: 200, height: 30 },
    ...more,
  })

const named = (controls: Control[], windows: WindowInfo[], trail: TrailStep[] = []) =>
  giveName(
    { kind: 'name', text: 'Ideas', words: 'name it Ideas' },
    sceneIn(main, { controls, windows, trail }),
  )
const FORM = [
  control({ id: 'place', role: 'edit', name: 'Place', window_id: 'dialog', states: ['focused'] }),
  control({ id: 'name', role: 'edit', name: 'Name', window_id: 'dialog' }),
]
const filled = didIn('fill', null, [{ function: 'set_edit_text' }])

test('a dialog’s field for a name takes it, and not the one that has the keyboard', () => {
  expect(named(FORM, [dialog, main])).toMatchObject({
    do: 'act',
    actions: [{ arguments: { id: 'name', text: 'Ideas' } }, { arguments: { keys: 'Enter' } }],
  })
})

test('a field with the keyboard takes it where no dialog has opened', () => {
  const field = control({ id: 'row', role: 'edit', name: '', window_id: 'main', states: ['focused'] })
  expect(named([field], [main])).toMatchObject({ do: 'act', actions: [{ arguments: { id: 'row' } }, {}] })
})

test('a new item that is called after its kind is renamed by keys, where nothing else has the keyboard', () => {
  const before = { kind: 'named item', names: ['New playlist'], words: 'create a new playlist' } as const
  const called = (controls: Control[]) =>
    giveName(
      { kind: 'name', text: 'Ideas', words: 'name it Ideas' },
      sceneIn(main, { controls, windows: [main], trail: [] }),
      before,
    )
  const item = control({
    id: 'new',
    role: 'cell',
    name: 'New Playlist',
    window_id: 'main',
    states: ['selected'],
  })
  expect(called([item])).toMatchObject({
    actions: [{ function: 'type_text', arguments: { text: 'Ideas', enter: true } }],
  })
  const elsewhere = control({ role: 'button', name: 'Play', window_id: 'main', states: ['focused'] })
  expect(called([item, elsewhere])).toMatchObject({ phase: 'wait' })
  expect(called([{ ...item, name: 'Music' }])).toMatchObject({ phase: 'wait' })
})

test('a text that is written is given no name', () => {
  const text = control({ role: 'document', name: '', window_id: 'main', states: ['focused', 'multiline'] })
  const field = control({ role: 'edit', name: 'Search', window_id: 'main' })
  expect(named([text, field], [main])).toMatchObject({ do: 'act', phase: 'wait' })
})

test('a dialog that Enter has not closed is confirmed by its button, once', () => {
  const has = control({ role: 'edit', name: 'Name', value: 'Ideas', window_id: 'dialog' })
  const ok = control({ id: 'create', role: 'button', name: 'Create', window_id: 'dialog' })
  const cancel = control({ role: 'button', name: 'Cancel', window_id: 'dialog' })
  expect(named([has, cancel, ok], [dialog, main], [filled])).toMatchObject({ phase: 'wait' })
  const waited = didIn('wait', null, [{ function: 'wait' }])
  expect(named([has, cancel, ok], [dialog, main], [filled, waited, waited])).toMatchObject({
    phase: 'press',
    actions: [{ arguments: { id: 'create' } }],
  })
  const pressed = didIn('press', null, [{ function: 'click_input' }])
  expect(named([has, cancel, ok], [dialog, main], [filled, pressed])).toMatchObject({
    do: 'act',
    phase: 'wait',
  })
  expect(named([cancel, ok], [dialog, main], [filled, pressed])).toEqual({ do: 'done' })
  expect(named([], [main], [filled])).toEqual({ do: 'done' })
})

test('a dialog that Enter has closed meanwhile needs no button', () => {
  const missed = didIn('press', null, [{ function: 'click_input', status: 'failure', error: 'It is gone.' }])
  expect(named([], [main], [filled, missed])).toEqual({ do: 'done' })
  const has = control({ role: 'edit', name: 'Name', value: 'Ideas', window_id: 'dialog' })
  expect(named([has], [dialog, main], [filled, missed])).toMatchObject({ do: 'fail' })
})
