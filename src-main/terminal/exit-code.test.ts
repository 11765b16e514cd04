import { expect, test } from 'vitest'
import { exitCodeOf } from './exit-code.ts'

test('is 0 only where the last request is done', () => {
  const end = { status: 'completed', reason: 'finished' } as const
  expect(exitCodeOf({ ...end, last: 'done' })).toBe(0)
  expect(exitCodeOf({ ...end, last: 'unsure' })).toBe(5)
  expect(exitCodeOf({ ...end, last: 'failed', status: 'failed' })).toBe(1)
  expect(exitCodeOf({ ...end, last: null, status: 'stopped', reason: 'stopped' })).toBe(3)
})
