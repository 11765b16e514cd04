import { expect, test } from 'vitest'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import { sceneIn } from './testing/scenes.ts'
import { sortBy, zoomTo } from './viewing.ts'

const window = testWindow({ id: 'main' })
const heading = (id: string, name: string) => testControl(id, name, { role: 'header', window_id: 'main' })
const sorted = (...names: string[]) => {
  const controls = names.map((name) => heading(name, name))
  const scene = { ...sceneIn(window, { controls, windows: [window], trail: [] }), impatient: true }
  return sortBy({ kind: 'sort', by: 'size', words: 'sort by size' }, scene)
}

test('the only heading with the word is what is sorted by', () => {
  expect(sorted('Name', 'Original Size')).toMatchObject({ actions: [{ arguments: { id: 'Original Size' } }] })
  expect(sorted('Original Size', 'Compressed Size')).toMatchObject({ do: 'ask' })
  expect(sorted('Name', 'Modified')).toMatchObject({ do: 'fail' })
})

test('the button in a heading of a page’s table sorts, not the heading around it', () => {
  const button = testControl('sorter', 'Size', { role: 'button', window_id: 'main', parent: 'Size' })
  const controls = [heading('Name', 'Name'), heading('Size', 'Size'), button]
  const scene = { ...sceneIn(window, { controls, windows: [window], trail: [] }), impatient: true }
  expect(sortBy({ kind: 'sort', by: 'size', words: 'sort by size' }, scene)).toMatchObject({
    actions: [{ arguments: { id: 'sorter' } }],
  })
})

test('a button in a heading that does another thing does not sort', () => {
  const hide = testControl('hide', 'Hide column', { role: 'button', window_id: 'main', parent: 'Size' })
  const controls = [heading('Name', 'Name'), heading('Size', 'Size'), hide]
  const scene = { ...sceneIn(window, { controls, windows: [window], trail: [] }), impatient: true }
  expect(sortBy({ kind: 'sort', by: 'size', words: 'sort by size' }, scene)).toMatchObject({
    actions: [{ arguments: { id: 'Size' } }],
  })
})

test('the zoom is set in the one field without a name that shows a percentage', () => {
  const field = (id: string, value: string, name = '') =>
    testControl(id, name, { role: 'edit', window_id: 'main', value, states: ['editable'] })
  const zoomed = (...controls: ReturnType<typeof field>[]) =>
    zoomTo(
      { kind: 'zoom', percent: 150, words: 'zoom to 150%' },
      { ...sceneIn(window, { controls, windows: [window], trail: [] }), impatient: true },
    )
  expect(zoomed(field('page', '3'), field('zoom', '40.4%'))).toMatchObject({
    actions: [{ arguments: { id: 'zoom', text: '150%' } }, { arguments: { keys: 'Enter' } }],
  })
  expect(zoomed(field('zoom', '40%'), field('opacity', '100%'))).toMatchObject({ do: 'fail' })
  expect(zoomed(field('opacity', '100%', 'Opacity'))).toMatchObject({ do: 'fail' })
})
