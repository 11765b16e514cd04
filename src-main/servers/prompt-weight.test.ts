import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quote } from '../models/render/data.ts'
import { fitting, fittingFromEnd, weightOf } from './prompt-weight.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('a', '<', '"', '\n', '\0', '\u3164', '\u{E0041}', '😀', '你'),
    maxLength: 40,
  }),
)
/** As a prompt has it, without the quotes around it. */
const inPrompt = (part: string): number => quote(part, 1000).length - 2

test('a text weighs what it takes in a prompt', () => {
  fc.assert(
    fc.property(text, (whole) => {
      expect(weightOf(whole)).toBe(inPrompt(whole))
    }),
  )
})

test('what fits is as much as there is room for, and ends in no half of a character', () => {
  fc.assert(
    fc.property(text, fc.nat(100), (whole, most) => {
      const [first, last] = [fitting(whole, most), fittingFromEnd(whole, most)]
      for (const part of [whole.slice(0, first), whole.slice(whole.length - last)]) {
        expect(weightOf(part)).toBeLessThanOrEqual(most)
        expect(part.isWellFormed()).toBe(true)
      }
      const [next = ''] = whole.slice(first)
      if (next !== '') expect(weightOf(whole.slice(0, first) + next)).toBeGreaterThan(most)
    }),
  )
})
