import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isReachable, WindowState } from './window-state.ts'

const path = () => join(mkdtempSync(join(tmpdir(), 'deskhand-windows-')), 'windows.json')
const chat = { bounds: { x: 10, y: 20, width: 900, height: 700 }, maximized: true }

test('places are there again at the next start', async () => {
  const file = path()
  const state = new WindowState(file)
  expect(state.places).toEqual({ chat: null, pill: null })
  state.keep({ chat })
  state.keep({ pill: { x: 5, y: 6 } })
  await state.save()
  expect(new WindowState(file).places).toEqual({ chat, pill: { x: 5, y: 6 } })
})

test('a broken file is nothing kept; a broken part costs that part alone', () => {
  const file = path()
  writeFileSync(file, '{"chat":')
  expect(new WindowState(file).places).toEqual({ chat: null, pill: null })
  writeFileSync(file, JSON.stringify({ chat, pill: { x: 'left' } }))
  expect(new WindowState(file).places).toEqual({ chat, pill: null })
})

test('a window is used where it was only while enough of it is on a screen', () => {
  const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }]
  const at = (x: number, y: number, width = 900, height = 700) =>
    isReachable({ x, y, width, height }, screens)
  expect([at(0, 0), at(1800, 900), at(-800, 0)]).toEqual([true, true, true])
  expect([at(1900, 0), at(0, 1079), at(2000, 100), at(-890, 0)]).toEqual([false, false, false, false])
  // A small one has to be seen whole in its height.
  expect([at(0, 1040, 460, 44), at(0, 1030, 460, 44)]).toEqual([false, true])
})
