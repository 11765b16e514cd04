import { afterEach, describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import { testStep } from '../models/testing/inputs.ts'
import { stateOf } from '../agents/states.ts'
import type { StepRecord, SubtaskRecord } from '../models/input.ts'
import { calls, decides, names, planned, plans, removeFolders, toldTo } from './testing/planned.ts'

afterEach(removeFolders)

/** The rounds of an agent that goes on with an interrupted run. */
async function resumed(
  one: Awaited<ReturnType<typeof planned>>,
  subtasks: SubtaskRecord[],
  subtask: number,
  before: StepRecord[] = [],
) {
  const { agent, context } = one
  agent.startRound(context)
  context.set('PREVIOUS_SUBTASKS', subtasks)
  context.currentRoundSubtaskAmount = subtask
  const steps = [
    ...before,
    testStep(0, { agent: 'PlannerAgent', subtask_index: 0, subtask: 'Press 7' }),
    testStep(1, { agent: 'PlannerAgent', subtask_index: 1, subtask: 'Save it', thought: 'Press Ctrl+S' }),
  ]
  agent.resume(steps, { newDesktop: false, plan: ['Close it'], unknown: 'Press Ctrl+S in “Mousepad”' })
  const run = new RunControl()
  while (!agent.state.isRoundEnd()) {
    await agent.handle(context, run)
    const ended = agent.state.isSubtaskEnd()
    agent.setState(agent.state.nextState(agent))
    if (agent.state.name === 'ERROR') break
    if (ended) context.currentRoundSubtaskAmount++
  }
}

describe('a planner that goes on with an interrupted run', () => {
  const done: SubtaskRecord[] = [
    { subtask: 'Press 7', status: 'FINISH', result: null },
    { subtask: 'Save by the button', status: 'FAIL', result: 'not there' },
  ]

  it('plans with what was done and what may have happened, and does nothing of it again', async () => {
    const one = await planned([
      ...plans('Press 7', 'Save it'),
      calls('agent.click("Save")'),
      calls('agent.done()'),
      decides('done'),
    ])
    await resumed(one, done, 2)
    expect([one.agent.state, one.agent.error]).toEqual([stateOf('PlannerAgent', 'FINISH'), null])
    const [plan = ''] = toldTo(one.model, 'subtask_planner')
    expect(plan).toContain('# This goes on with an interrupted run')
    for (const words of ['Press Ctrl+S in “Mousepad”', 'planned then: "Close it"', 'Look first'])
      expect(plan).toContain(words)
    expect(plan).toMatch(/# Done already: never plan these again\n- "Press 7"/)
    expect(one.acted()).toEqual(['click_input Save'])
    expect(names(await one.state.getCompletedSubtasks())).toEqual(['Press 7', 'Save it'])
    expect(names(await one.state.getFailedSubtasks())).toEqual(['Save by the button'])
  })

  it('tells the worker of its first subtask, and no later one', async () => {
    const one = await planned([
      ...plans('Save it', 'Close it'),
      calls('agent.done()'),
      decides('done'),
      calls('agent.done()'),
      decides('done'),
    ])
    await resumed(one, done, 2)
    const told = toldTo(one.model, 'action_generator').map((text) => text.includes('interrupted run'))
    expect(told).toEqual([true, false])
  })

  it('knows what the interrupted run had noted', async () => {
    const one = await planned([...plans('Save it'), calls('agent.done()'), decides('done')])
    const noted = testStep(0, { agent: 'PlannerAgent', result: { noted: ['The product is 408'] } })
    await resumed(one, done, 2, [noted])
    expect(toldTo(one.model, 'subtask_planner')[0]).toContain('# Notes\n- "The product is 408"')
    expect(toldTo(one.model, 'action_generator')[0]).toContain('Your notes: ["The product is 408"]')
  })

  it('tells nothing of the kind in a run that was not interrupted', async () => {
    const one = await planned([...plans('Save it'), calls('agent.done()'), decides('done')])
    await one.go()
    expect(
      one.model.asked.some(({ input }) => input.kind === 'tool' && input.str_input.includes('interrupted')),
    ).toBe(false)
  })
})
