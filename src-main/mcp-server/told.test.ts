import { expect, test } from 'vitest'
import { emptyRunView, type RunView } from '../../src-preload/contract/run-view.ts'
import { runContent } from './told.ts'

const told = (values: Partial<RunView>): string => {
  const [said] = runContent({ ...emptyRunView(), run: 'r', ...values }).content
  return said?.type === 'text' ? said.text : ''
}

test('why a run failed is told once, though its result says the same', () => {
  const failed = told({ status: 'failed', result: 'It was refused.', error: 'It was refused.' })
  expect(failed).toContain('Status: failed\n')
  expect(failed).toContain('Error: "It was refused."')
  expect(failed).not.toContain('Result')
  expect(told({ status: 'completed', result: '42' })).toContain('Result: "42"')
})
