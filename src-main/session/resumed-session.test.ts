// A session that goes on with a run that was interrupted.
import { describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { resumptionOf } from './resumption.ts'
import { person, FINISH, oneRequest, useWorld } from './testing/world.ts'

const world = useWorld()

describe('a session that goes on with an interrupted run', () => {
  /** Cut after so many ends of steps, or of subtasks. */
  const cutAfter = async (count: number, end: 'step_finished' | 'subtask_finished' = 'step_finished') => {
    const { factory, journal } = await world({ scripts: oneRequest })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    const finished = journal.events.flatMap((event, index) => (event.type === end ? [index] : []))
    return resumptionOf(runViewOf(journal.events.slice(0, (finished[count - 1] ?? 0) + 1)))
  }

  it('has its steps as history, is told of the interruption, and counts on', async () => {
    const left = await cutAfter(1, 'subtask_finished')
    expect(left.steps.map(({ agent }) => agent)).toEqual(['HostAgent', 'HostAgent', 'AppAgent'])
    const { factory, model } = await world({ scripts: [FINISH] })
    const resumption = { ...left, newDesktop: true, blind: false }
    const session = factory.createSession({ id: 's', task: 'test', request: left.request, resumption })
    const end = await session.run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', steps: 1 })
    expect(model.asked[0]?.input).toMatchObject({
      interruption: { newDesktop: true, unknown: null },
      history: [{ step: 0, round: 0 }, { step: 1 }, { step: 2, agent: 'AppAgent' }],
    })
    expect([left.firstStep, session.step]).toEqual([3, 4])
  })

  it('hands on again what did not come back, and the steps of before are those of the same subtask', async () => {
    const left = await cutAfter(2)
    expect(left.steps.map(({ status }) => status)).toEqual(['CONTINUE'])
    const { factory, model } = await world({ scripts: oneRequest.slice(1) })
    const resumption = { ...left, newDesktop: false, blind: false }
    const session = factory.createSession({ id: 's', task: 'test', request: left.request, resumption })
    expect(await session.run(new RunControl())).toMatchObject({ status: 'completed', result: '42' })
    expect(model.asked[1]?.input).toMatchObject({ kind: 'app', subtask: 'press 7' })
  })

  it('takes a subtask that had done all of its steps as one that has not come back', async () => {
    const left = await cutAfter(3)
    expect(left.steps.map(({ agent, status }) => [agent, status])).toEqual([
      ['HostAgent', 'CONTINUE'],
      ['AppAgent', 'FINISH'],
    ])
    expect(left.subtasks).toEqual([])
  })

  it('asks first where it has no judgement to look with, and ends where nobody answers', async () => {
    const left = await cutAfter(3)
    const { factory, journal } = await world({ scripts: [] })
    const resumption = { ...left, newDesktop: true, blind: true }
    const session = factory.createSession({ id: 's', task: 'test', request: left.request, resumption })
    expect(await session.run(new RunControl())).toMatchObject({ reason: 'unanswered' })
    expect(journal.of('question_asked')).toMatchObject([
      { choices: ['Begin again', 'Leave it'], round: null },
    ])
    expect(journal.of('round_started')).toEqual([])
  })

  it('is an ordinary session in its second round', async () => {
    const left = await cutAfter(3)
    const { factory, model } = await world({ scripts: [FINISH, FINISH], interactor: person('next') })
    const resumption = { ...left, newDesktop: false, blind: false }
    const session = factory.createSession({ id: 's', task: 'test', request: left.request, resumption })
    await session.run(new RunControl())
    expect(model.asked[1]?.input).toMatchObject({ request: 'next', interruption: null, history: [] })
  })
})
