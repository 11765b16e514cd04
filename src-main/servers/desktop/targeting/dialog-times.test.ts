import { expect, test } from 'vitest'
import { DialogTimes } from './dialog-times.ts'

test('the time of a dialog is that of the first look at it, for all that is in it', () => {
  const dialog = { ref: 'd', role: 'dialog' as const, parent: 'w' }
  const group = { ref: 'g', role: 'group' as const, parent: 'd' }
  const button = { ref: 'b', role: 'button' as const, parent: 'g' }
  const beside = { ref: 'x', role: 'button' as const, parent: 'w' }
  const all = [dialog, group, button, beside]
  const times = new DialogTimes()
  expect(times.around(button, all)).toBeNull()
  times.note(all, 100)
  times.note(all, 900)
  expect(times.around(button, all)).toBe(100)
  expect(times.around(beside, all)).toBeNull()
  times.note([{ ...dialog, parent: null }, button], 1000)
  expect(times.around(button, all)).toBeNull()
  times.note(all, 1100)
  expect(times.around(button, all)).toBe(1100)
})
