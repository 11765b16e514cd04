import { expect, test } from 'vitest'
import { Has, type AccessibleCalls } from './calls.ts'
import { selectWithCaret } from './texts.ts'
import { AtspiState } from './roles.ts'

const object = { bus: ':1.7', path: '/text' }

/** A text whose caret a selection takes along, or leaves (Kate), or that can't be moved at all. */
function text(
  moves: { select: boolean; set: boolean },
  { interfaces = Has.text, state = AtspiState.editable }: { interfaces?: number; state?: number | null } = {},
) {
  const now = { caret: 0, selected: null as [number, number] | null }
  const calls = {
    states: () => Promise.resolve([state === null ? 0 : 1 << state, 0]),
    interfaces: () => Promise.resolve(interfaces),
    select: (_: unknown, start: number, end: number) => {
      now.selected = [start, end]
      if (moves.select) now.caret = end
      return Promise.resolve(true)
    },
    caret: () => Promise.resolve(now.caret),
    setCaret: (_: unknown, offset: number) => {
      if (!moves.set) return Promise.resolve(false)
      now.caret = offset
      now.selected = null
      return Promise.resolve(true)
    },
  }
  return { now, calls: calls as unknown as AccessibleCalls }
}

test.each([true, false])('a selected range has the caret at its end (taken along: %s)', async (select) => {
  const { now, calls } = text({ select, set: true })
  expect(await selectWithCaret(calls, object, { start: 11, end: 16 })).toBe(true)
  expect(now).toEqual({ caret: 16, selected: [11, 16] })
})

test('a selection whose caret stays elsewhere is none, because typing would go there', async () => {
  const { calls } = text({ select: false, set: false })
  expect(await selectWithCaret(calls, object, { start: 11, end: 16 })).toBe(false)
})

test('a text that is only read needs no caret', async () => {
  const { calls } = text({ select: false, set: false }, { state: null })
  expect(await selectWithCaret(calls, object, { start: 11, end: 16 })).toBe(true)
})
