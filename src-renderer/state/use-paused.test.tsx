// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePaused } from './use-paused.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a text counts once the person has paused, and an empty one at once', () => {
  const { result, rerender } = renderHook(({ text }) => usePaused(text), { initialProps: { text: '' } })
  const seen = ['l', 'le', 'let'].map((text) => {
    rerender({ text })
    act(() => void vi.advanceTimersByTime(150))
    return result.current
  })
  act(() => void vi.advanceTimersByTime(50))
  seen.push(result.current)
  rerender({ text: '' })
  seen.push(result.current)
  expect(seen).toEqual(['', '', '', 'let', ''])
})
