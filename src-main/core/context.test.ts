import { expect, expectTypeOf, test } from 'vitest'
import { Context, type ContextName } from './context.ts'

test('every name of the seeds is there, and no other', () => {
  const names = [
    'ID', 'MODE', 'LOG_PATH', 'REQUEST', 'SUBTASK', 'PREVIOUS_SUBTASKS', 'HOST_MESSAGE', 'REQUEST_LOGGER', 'LOGGER',
    'EVALUATION_LOGGER', 'ROUND_STEP', 'SESSION_STEP', 'CURRENT_ROUND_ID', 'APPLICATION_WINDOW', 'APPLICATION_PROCESS_NAME',
    'ROUND_RESULT', 'APPLICATION_ROOT_NAME', 'CONTROL_REANNOTATION', 'SESSION_COST', 'ROUND_COST', 'ROUND_SUBTASK_AMOUNT',
    'CURRENT_ROUND_STEP', 'CURRENT_ROUND_COST', 'CURRENT_ROUND_SUBTASK_AMOUNT', 'STRUCTURAL_LOGS', 'APPLICATION_WINDOW_INFO',
    'TOOL_INFO', 'DEVICE_INFO', 'CONSTELLATION', 'WEAVING_MODE',
  ] as const // prettier-ignore
  expectTypeOf<ContextName>().toEqualTypeOf<(typeof names)[number]>()
  const context = new Context()
  expect(names.map((name) => context.get(name)).filter((value) => value === undefined)).toEqual([])
})

test('a value of the wrong type does not compile', () => {
  const context = new Context()
  expectTypeOf(context.get('REQUEST')).toEqualTypeOf<string>()
  // @ts-expect-error a request is text
  context.set('REQUEST', 7)
  // @ts-expect-error no such name
  expect(() => context.set('REQUESTS', 'x')).toThrow('No such context name')
})

test('the current-round values follow the current round', () => {
  const context = new Context()
  context.currentRoundStep = 3
  context.set('CURRENT_ROUND_ID', 1)
  expect(context.currentRoundStep).toBe(0)
  context.currentRoundStep = 5
  context.currentRoundSubtaskAmount = 2
  context.addCost(0.5)
  context.addCost(0.25)
  expect(context.get('ROUND_STEP')).toEqual({ 0: 3, 1: 5 })
  expect(context.get('ROUND_SUBTASK_AMOUNT')).toEqual({ 1: 2 })
  expect(context.get('CURRENT_ROUND_COST')).toBe(0.75)
  context.set('CURRENT_ROUND_ID', 0)
  expect(context.get('CURRENT_ROUND_STEP')).toBe(3)
  expect(context.get('SESSION_COST')).toBe(0.75)
})

test('a cost that is unknown makes the sum unknown, never 0', () => {
  const context = new Context()
  context.addCost(0.5)
  context.addCost(null)
  context.addCost(0.5)
  expect(context.currentRoundCost).toBeNull()
  expect(context.get('SESSION_COST')).toBeNull()
})

test('a record is merged, not replaced', () => {
  const context = new Context()
  context.updateDict('ROUND_COST', { 1: 0.05 })
  context.updateDict('ROUND_COST', { 2: 0.03 })
  expect(context.get('ROUND_COST')).toEqual({ 1: 0.05, 2: 0.03 })
  // @ts-expect-error text can't be merged into
  expect(() => context.updateDict('REQUEST', {})).not.toThrow()
})

test('structural logs are filed by round and subtask', () => {
  const context = new Context()
  const steps = ['a', 'b'].map((thought) => ({ round_num: 0, subtask_index: 1, thought }))
  for (const step of steps) context.addToStructuralLogs(step)
  expect(context.get('STRUCTURAL_LOGS')).toEqual({ 0: { 1: steps } })
})

test('without a dispatcher it says so', () => {
  expect(() => new Context().commandDispatcher).toThrow('No command dispatcher')
})
