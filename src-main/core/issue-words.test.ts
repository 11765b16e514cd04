import { expect, test } from 'vitest'
import { z } from 'zod'
import { faultWordsOf } from './issue-words.ts'

const schema = z.strictObject({
  steps: z.array(z.string()),
  inputs: z.record(z.string(), z.string()).optional(),
  mode: z.enum(['single', 'planner']).optional(),
})
const wordsFor = (value: unknown): string => {
  const { error } = schema.safeParse(value)
  if (!error) throw new Error('It is no fault.')
  return faultWordsOf(error)
}

test.each<[unknown, string]>([
  [null, 'it has to be a group of fields'],
  [{}, 'steps: it is missing'],
  [{ steps: 'open' }, 'steps: it has to be a list'],
  [{ steps: [{ do: 'open' }] }, 'steps.0: it has to be a text'],
  [{ steps: [], inputs: [] }, 'inputs: it has to be a group of fields'],
  [{ steps: [], mode: 'fast' }, 'mode: it has to be single or planner'],
  [{ steps: [], stesp: [] }, 'there is no field “stesp”'],
  [{ steps: 1, mode: 2 }, 'steps: it has to be a list; mode: it has to be single or planner'],
])('%j: %s', (value, words) => {
  expect(wordsFor(value)).toBe(words)
})
