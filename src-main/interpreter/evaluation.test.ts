import { expect, test } from 'vitest'
import type { EvaluationInput } from '../models/input.ts'
import { testAction, testStep } from '../models/testing/inputs.ts'
import { judgeRun } from './evaluation.ts'

test('what it counts are acts: neither what it read, nor what was left out behind an act without its effect', () => {
  const leftOut = testAction('click_input', { status: 'skipped', effect: null })
  const actions = [testAction('click_input', { effect: 'contradicted' }), leftOut, leftOut]
  const trajectory = [
    testStep(0, { actions }),
    testStep(1, {
      actions: [testAction('click_input'), testAction('texts', { effect: null })],
      status: 'FINISH',
    }),
  ]
  const input: EvaluationInput = {
    kind: 'evaluation',
    request: 'compute',
    result: 42,
    trajectory,
    pictures: [],
    tools: [],
  }
  const { reason, efficiency } = judgeRun(input)
  expect(reason).toContain('1 of 2 acts are confirmed, 1 contradicted.')
  expect(efficiency).toEqual({ evaluation: 'no', reason: '2 acts in 2 steps, 1 of them for nothing.' })
})
