import { expect, test } from 'vitest'
import { SEEN_TEXT } from '../core/desktop.ts'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import { chooseSeen, isOnlySeen } from './seen-menus.ts'
import { didIn, sceneIn } from './testing/scenes.ts'

const window = testWindow({ id: 'main' })
const seen = (id: string, name: string, window_id = 'main') =>
  testControl(id, name, { role: 'other', description: SEEN_TEXT, window_id })
const BAR = [seen('1', 'File'), seen('2', 'Mark'), seen('3', 'Ready')]
const move = (controls: ReturnType<typeof seen>[], ...opened: string[]) =>
  chooseSeen(
    ['File', 'Mark'],
    sceneIn(window, {
      controls,
      windows: [window],
      trail: opened.map((name) => didIn('menu', null, [{ arguments: { name } }])),
    }),
  )

test('each part of a menu’s path is clicked where its text is seen, in what has opened first', () => {
  expect(move(BAR)).toMatchObject({ phase: 'menu', actions: [{ arguments: { id: '1' } }] })
  const open = [...BAR, seen('4', 'Mark', 'popup')]
  expect(move(open, 'File')).toMatchObject({ phase: 'menu', actions: [{ arguments: { id: '4' } }] })
  expect(move(open, 'File', 'Mark')).toEqual({ do: 'done' })
})

test('only a window of which nothing but texts is known is worked so', () => {
  expect(isOnlySeen({ controls: BAR })).toBe(true)
  expect(isOnlySeen({ controls: [...BAR, testControl('5', 'OK', {})] })).toBe(false)
  expect(isOnlySeen({ controls: [] })).toBe(false)
})
