import { expect, test } from 'vitest'
import { seen } from './evidence.ts'
import { outcomeWords } from './outcome-said.ts'
import type { ActionView } from './run-view.ts'

const say = (key: string, parameters: Readonly<Record<string, string>> = {}) =>
  `${key} ${parameters['value'] ?? '–'} ${parameters['file'] ?? ''}`.trim()
const words = (value: string) => {
  const told = [seen('now', { role: 'document', value, was: '' })]
  const action = { tool_name: 'type_text', status: 'success', evidence: 'The document has changed.', told }
  return outcomeWords(action as unknown as ActionView, say, null)
}

test.each([
  ['gamma beta ⏎', 'gamma beta'],
  ['milk ⏎ eggs ⏎  ⏎ ', 'milk ⏎ eggs'],
  ['milk ⏎ eggs', 'milk ⏎ eggs'],
  ['milk', 'milk'],
  [' ⏎ ', ''],
])('a person reads “%s” without the line breaks at its end', (value, shown) => {
  expect(words(value)).toBe(`evidence.now ${shown}`.trim())
})
