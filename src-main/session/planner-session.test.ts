// A session with the strategy planner on scripted replies.
import { describe, expect, it } from 'vitest'
import { type Script } from '../agents/testing/scripted.ts'
import { RunControl } from '../core/run-control.ts'
import { useWorld } from './testing/world.ts'

const world = useWorld()

describe('a session with the strategy planner', () => {
  const text =
    (said: string): Script =>
    () =>
      said
  const graph = '<json>{"dag": {"nodes": [{"id": "1", "name": "Press it"}], "edges": []}}</json>'
  const scripts = [
    text('How to press?'),
    text('1. Press it.'),
    text(graph),
    text('```\nagent.click("the 7 button")\n```'),
    text('It gets on.'),
    text('```\nagent.done(7)\n```'),
    text('Decision: done\nReason: seen'),
    text('Decision: done\nReason: seen'),
  ]

  it('plans, does and judges a whole request, with what all sessions leave behind', async () => {
    const { factory, journal, desktop } = await world({ scripts })
    desktop.chosen = desktop.windows[0] ?? null
    const session = factory.createSession({ id: 's', task: 'test', request: 'press 7', strategy: 'planner' })
    const end = await session.run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', result: 7 })
    expect([session.sessionType, session.currentRound?.agent.agentClass]).toEqual([
      'PlannerSession',
      'PlannerAgent',
    ])
    expect(journal.of('subtask_finished')).toMatchObject([
      { index: 0, subtask: 'Press it', status: 'FINISH' },
    ])
    expect(journal.of('step_finished')).toHaveLength(2)
    expect(desktop.acted.map(({ tool_name }) => tool_name)).toContain('click_input')
  })

  it('tells the end of a subtask once, also when planning anew fails afterwards', async () => {
    const again = [...scripts.slice(0, -2), text('Decision: replan\nReason: not seen')]
    const { factory, journal, desktop } = await world({ scripts: again })
    desktop.chosen = desktop.windows[0] ?? null
    // What the desktop has confirmed is not judged by the model.
    desktop.effects['click_input'] = { effect: 'unconfirmed', evidence: 'Nothing has changed.' }
    const session = factory.createSession({ id: 's', task: 'test', request: 'press 7', strategy: 'planner' })
    expect(await session.run(new RunControl())).toMatchObject({ status: 'failed' })
    expect(journal.of('subtask_finished')).toMatchObject([{ subtask: 'Press it', status: 'FINISH' }])
  })

  it('is refused by name where no model is set up for what it needs', async () => {
    const { factory, model } = await world({ scripts: [] })
    model.nameOf = (role) => (role === 'subtask_planner' ? 'offline' : 'scripted')
    const session = factory.createSession({ id: 's', task: 't', request: 'press 7', strategy: 'planner' })
    expect(await session.run(new RunControl())).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('needs a model for subtask_planner:') as string,
    })
  })
})
