import { expect, it } from 'vitest'
import { dag, workerSays } from './testing/set-up.ts'
import { TOOL_CHECKS } from './tool-checks.ts'

it.each([
  ['action_generator', workerSays('agent.click("7")'), 'Sure, I press 7.', 'There is no call'],
  ['fast_action_generator', 'agent.hotkey(["7"])', 'agent.press("7")', 'There is no agent.press'],
  [
    'dag_translator',
    dag(
      [
        ['1', 'Open it'],
        ['2', 'Add'],
      ],
      [['1', '2']],
    ),
    'First open it, then add.',
    'There is no graph',
  ],
  [
    'dag_translator',
    dag([['1', 'Open it']]),
    dag(
      [
        ['1', 'A'],
        ['2', 'B'],
      ],
      [
        ['1', '2'],
        ['2', '1'],
      ],
    ),
    'wait for each other',
  ],
  ['evaluator', 'Decision: done\nReason: It shows 5.', 'Yes, it is done.', 'no one line'],
  ['text_span', 'It is the second word.\n1', 'It is the first one: 0', 'The word is 1, not 0.'],
  ['text_span', '1', 'none', 'names no word'],
] as const)('a reply of %s is read as the planner reads it', (name, good, bad, fault) => {
  const check = TOOL_CHECKS[name]?.check
  expect(() => check?.(good)).not.toThrow()
  expect(() => check?.(bad)).toThrow(fault)
})

it('what a tool is shown has in it what its check wants', () => {
  expect(TOOL_CHECKS.text_span?.input).toMatch(
    /Phrase: hello world\nText Table:\nWord id\tText\n0\tgood\n1\thello\n/,
  )
  expect(TOOL_CHECKS.evaluator?.input).toContain('Decision: done | continue | fail | replan')
})
