import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALL, edits, nearest } from './nearest.ts'

describe('edits between two words', () => {
  test('count a swap of neighbours as one', () => {
    expect([
      edits('', 'abc'),
      edits('sned', 'send'),
      edits('kitten', 'sitting'),
      edits('wrap', 'warp'),
    ]).toEqual([3, 1, 3, 1])
  })

  test('are none for the same word, the same both ways, and at most the longer length', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(edits(a, a)).toBe(0)
        expect(edits(a, b)).toBe(edits(b, a))
        expect(edits(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length))
      }),
    )
  })

  test('of words of a hundred thousand letters are there at once', () => {
    expect(edits('ab'.repeat(100_000), 'ba'.repeat(100_000))).toBeGreaterThan(0)
  })
})

describe('the nearest word', () => {
  const KEYS = ['max_step', 'max_round', 'model']
  test.each<[string, Parameters<typeof nearest>[2], string[]]>([
    ['max_stp', {}, ['max_step']],
    ['MAX_STEP', {}, ['max_step']],
    ['zzz', {}, []],
    ['step', { parts: true }, ['max_step']],
    ['step', {}, []],
    ['max_stp', { most: 2, within: () => 9 }, ['max_step', 'max_round']],
    ['zzz', ALL, ['model', 'max_step', 'max_round']],
  ])('of %j within %o', (word, policy, names) => {
    expect(nearest(word, KEYS, policy)).toEqual(names)
  })
})
