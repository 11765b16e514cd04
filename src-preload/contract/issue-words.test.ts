import { expect, test } from 'vitest'
import { z } from 'zod'
import { faultWordsOf } from './issue-words.ts'
import { inChinese } from './sentences.ts'

const schema = z.strictObject({
  steps: z.array(z.string()),
  inputs: z.record(z.string(), z.string()).optional(),
  mode: z.enum(['single', 'planner']).optional(),
  times: z.number().min(1).lt(9).optional(),
  name: z.string().min(3).optional(),
  day: z.string().regex(/day$/, 'write a day').optional(),
  page: z.url().optional(),
})
const wordsFor = (value: unknown): string => {
  const { error } = schema.safeParse(value)
  if (!error) throw new Error('It is no fault.')
  return faultWordsOf(error)
}

test.each<[unknown, string]>([
  [null, 'give a group of fields'],
  [{}, 'steps: it is missing, give a list'],
  [{ steps: 'open' }, 'steps: give a list'],
  [{ steps: [{ do: 'open' }] }, 'steps.0: give a text'],
  [{ steps: [], inputs: [] }, 'inputs: give a group of fields'],
  [{ steps: [], mode: 'fast' }, 'mode: use one of single, planner'],
  [{ steps: [], stesp: [] }, 'there is no field “stesp”'],
  [{ steps: [], times: 0 }, 'times: use at least 1'],
  [{ steps: [], times: 9 }, 'times: use less than 9'],
  [{ steps: [], name: 'a' }, 'name: use at least 3 characters'],
  [{ steps: [], day: 'noon' }, 'day: write a day'],
  [{ steps: [], page: 'noon' }, 'page: it does not fit'],
  [{ steps: 1, mode: 2 }, 'steps: give a list; mode: use one of single, planner'],
])('%j: %s', (value, words) => {
  expect(wordsFor(value)).toBe(words)
})

test.each<[unknown, string]>([
  [{}, 'steps：没有值，请给出列表'],
  [{ stesp: [] }, 'steps：没有值，请给出列表；没有字段“stesp”'],
  [{ steps: 1, mode: 2 }, 'steps：请给出列表；mode：请使用以下之一：single, planner'],
  [{ steps: [], times: 0 }, 'times：请使用至少 1 的值'],
  [{ steps: [], name: 'a' }, 'name：请使用至少 3 个字符'],
  [{ steps: [], stesp: [] }, '没有字段“stesp”'],
  [{ steps: [], page: 'noon' }, 'page：此值不合适'],
])('%j in Chinese: %s', (value, words) => {
  expect(inChinese(wordsFor(value))).toBe(words)
  expect(inChinese(`The plan /p.json can’t be used: ${wordsFor(value)}.`)).toContain(words)
})

test('a setting says in Chinese what it wants and what it is', () => {
  expect(inChinese('system.max_step: use at least 1; it is 0.')).toBe(
    'system.max_step：请使用至少 1 的值；现在是 0。',
  )
  expect(inChinese('Use one of en, zh; it is "a; b". (line 3)')).toBe(
    '请使用以下之一：en, zh；现在是 "a; b"。（第 3 行）',
  )
  expect(inChinese('Frobnicate it. (line 3)')).toBeNull()
})
