// How much of a prompt is as in the step before, from its beginning: what services cache.
import { expect, test } from 'vitest'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import { renderPrompt } from '../models/render/render.ts'
import { promptPath, readPrompt } from '../models/render/prompts.ts'
import { testAppInput, testStep } from '../models/testing/inputs.ts'
import { DifferenceTracker } from './difference.ts'

const STEPS = 70
const CONTROLS = Array.from({ length: 100 }, (_, index) => testControl(String(index), `Control ${index}`))

const commonLength = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

test('at least 80 % of a prompt, and 90 % on average, is as in the step before, however long the run is', async () => {
  const prompt = await readPrompt(promptPath('app'))
  const tracker = new DifferenceTracker()
  const window = testWindow({ title: 'Form' })
  const shares: number[] = []
  let before = ''
  for (let step = 0; step < STEPS; step++) {
    const controls = CONTROLS.map((control, index) =>
      index === step ? { ...control, value: 'filled in' } : control,
    )
    const difference = tracker.next(step, { window, controls })
    const history = Array.from({ length: step }, (_, each) =>
      testStep(each, { thought: 'The next field is to be filled in.', comment: 'I fill in the form.' }),
    )
    const input = testAppInput({ window, controls, difference, history })
    const { system, user } = renderPrompt(input, { prompt, historySteps: 20, pictures: false })
    const whole = system + user
    // The first look lists all controls at the end, the second one has them as its base.
    if (step > 1) shares.push(commonLength(before, whole) / whole.length)
    before = whole
  }
  expect(Math.min(...shares)).toBeGreaterThan(0.8)
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.9)
})
