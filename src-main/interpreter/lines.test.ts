// A deleted line comes back with its break, and nothing more is undone.
import { expect, test } from 'vitest'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import { restoreLine } from './lines.ts'
import { didIn, sceneIn } from './testing/scenes.ts'

const window = testWindow({ id: 'main' })
function restored(text: string, undone: number) {
  const value = testControl('text', '', { role: 'document', window_id: 'main', value: text })
  const trail = Array.from({ length: undone }, () => didIn('again', null, [{ function: 'keyboard_input' }]))
  const move = restoreLine(
    { kind: 'restore line', line: 2, words: 'undo' },
    sceneIn(window, { controls: [value], windows: [window], trail }),
  )
  return move.do === 'act' ? move.actions.map(({ arguments: { keys } }) => keys) : move.do
}

test('a second deletion is undone only where the line has come back empty', () => {
  expect(restored('one\nthree', 0)).toEqual(['Ctrl+Z'])
  expect(restored('one\n\nthree', 1)).toEqual(['Ctrl+Z'])
  expect(restored('one\ntwo\nthree', 1)).toBe('done')
})
