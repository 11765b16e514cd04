// Saving in an interface of which only its own catalogues know the words.
import { expect, test } from 'vitest'
import type { Control, ControlRole, ControlState } from '../core/desktop.ts'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import { save, saveAs } from './saving.ts'
import { didIn, sceneIn } from './testing/scenes.ts'

const window = testWindow({ id: 'main', title: 'Sin título', process_name: 'pen', application: 'Pen' })
const dialog = testWindow({
  id: 'dialog',
  title: 'Guardar',
  process_name: 'pen',
  kind: 'dialog',
  modal: true,
  owner: 'main',
})
const question = { ...dialog, id: 'question', title: 'Pregunta', says: '¿Reemplazar el archivo?' }
const part = (window_id: string, role: ControlRole, name: string, states: ControlState[] = []): Control =>
  testControl(`${role} ${name}`, name, { role, states, window_id })

const SPANISH: Record<string, string[]> = {
  _Guardar: ['save'],
  Guardar: ['save'],
  'N_ombre:': ['name'],
  _Reemplazar: ['replace'],
  _Retirar: ['remove'],
}
const english = (label: string) => SPANISH[label] ?? []

const search = part('dialog', 'edit', 'Buscar')
const name = part('dialog', 'edit', 'N_ombre:')
const saves = part('dialog', 'button', '_Guardar')
const asking = {
  controls: [search, name, saves],
  windows: [dialog, window],
  trail: [didIn('keys', null, [])],
}

test('the dialog for saving is known by the words of its catalogue', () => {
  expect(saveAs('~/a.txt', { ...sceneIn(window, asking), english })).toMatchObject({
    do: 'act',
    phase: 'fill',
    actions: [
      { function: 'set_edit_text', arguments: { id: name.id, text: '/home/ada/a.txt' } },
      { function: 'click_input', arguments: { id: saves.id } },
    ],
  })
  expect(saveAs('~/a.txt', { ...sceneIn(window, asking), english: () => [] })).not.toMatchObject({
    phase: 'fill',
  })
})

test('the question about a file that is there is answered by the button that means it', () => {
  const replacing = part('question', 'button', '_Reemplazar')
  const answering = (button: Control) =>
    saveAs('~/a.txt', {
      ...sceneIn(window, {
        controls: [search, name, saves, part('question', 'button', 'Cancelar'), button],
        windows: [question, dialog, window],
        trail: [didIn('fill', null, [])],
      }),
      english,
    })
  expect(answering(replacing)).toMatchObject({
    phase: 'settle',
    actions: [{ function: 'click_input', arguments: { id: replacing.id } }],
  })
  expect(answering(part('question', 'button', '_Retirar'))).not.toMatchObject({ phase: 'settle' })
})

test('a document that is saved keeps the format of its file where it is asked', () => {
  const asks = { ...question, title: 'Confirm File Format' }
  const keeps = part('question', 'button', 'Use Text CSV Format!')
  const asked = (phase: 'keys' | 'settle', ...buttons: Control[]) =>
    save(sceneIn(window, { controls: buttons, windows: [asks, window], trail: [didIn(phase, null, [])] }))
  const odf = part('question', 'button', 'Use ODF Format!')
  expect(asked('keys', odf, keeps)).toMatchObject({
    phase: 'settle',
    actions: [{ function: 'click_input', arguments: { id: keeps.id } }],
  })
  // “Keep” may be of a file that has changed, and “No” to saving.
  expect(asked('keys', part('question', 'button', 'Keep'))).not.toMatchObject({ do: 'act' })
  // The question that comes again, and any other one, is the person's.
  expect(asked('settle', odf, keeps)).not.toMatchObject({ do: 'act' })
  expect(asked('keys', part('question', 'button', 'Replace'))).not.toMatchObject({ do: 'act' })
})

test('a document is saved beside a dialog for searching that stays open, and not by keys typed into that', () => {
  const find = testWindow({ id: 'find', title: 'Find', process_name: 'pen', kind: 'dialog', owner: 'main' })
  const text = part('main', 'edit', 'text', ['multiline'])
  const saved = (...windows: (typeof find)[]) =>
    save(sceneIn(window, { controls: [text, part('find', 'edit', 'Search')], windows, trail: [] }))
  expect(saved(find, { ...window, active: false })).toMatchObject({
    actions: [{ function: 'keyboard_input', arguments: { keys: 'Ctrl+S', id: text.id } }],
  })
  // Of two texts side by side, it is not known which is meant, and the person is told so.
  const beside = part('main', 'edit', 'other', ['multiline'])
  const two = { controls: [beside, text], windows: [find, { ...window, active: false }], trail: [] }
  expect(save(sceneIn(window, two))).toMatchObject({ do: 'fail' })
  expect(saved({ ...find, active: false }, window)).toMatchObject({
    actions: [{ function: 'keyboard_input', arguments: { keys: 'Ctrl+S' } }],
  })
})

test('the options of an export are left as they are, and take no path, whatever their title is called', () => {
  const options = { ...dialog, id: 'options', title: 'テキストの書き出し' }
  const ok = part('options', 'button', 'OK')
  const separator = part('options', 'edit', '区切り')
  const words: Record<string, string[]> = { テキストの書き出し: ['export text file'] }
  const move = saveAs('~/a.csv', {
    ...sceneIn(window, {
      controls: [separator, ok, part('options', 'button', 'キャンセル')],
      windows: [options, window],
      trail: [didIn('fill', null, [])],
    }),
    english: (label) => words[label] ?? [],
  })
  expect(move).toMatchObject({
    phase: 'settle',
    actions: [{ function: 'click_input', arguments: { id: ok.id } }],
  })
})
