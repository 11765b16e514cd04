// What a session does at the ceiling of its cost.
import { describe, expect, it } from 'vitest'
import { hostReply } from '../agents/testing/scripted.ts'
import { ModelError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { SessionFactory } from './session-factory.ts'
import { person, FINISH, select, useWorld } from './testing/world.ts'

const world = useWorld()

describe('a session with a cost ceiling', () => {
  it('ends before the next request when the cost ceiling is reached', async () => {
    const { factory } = await world({
      scripts: [FINISH, FINISH],
      interactor: person('one', 'two'),
      system: { cost_ceiling: 0.005 },
    })
    const end = await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    expect(end).toMatchObject({ rounds: 1, reason: 'limit' })
  })

  it('has failed, and not come to its end, where the cost ceiling was reached before it began', async () => {
    const { dependencies } = await world({ scripts: [FINISH] })
    // What an interrupted run has spent is taken off for the one that goes on with it.
    const { config } = dependencies
    const spent = { ...config, system: { ...config.system, cost_ceiling: 0 } }
    const factory = new SessionFactory({ ...dependencies, config: spent })
    const end = await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', reason: 'limit', rounds: 0 })
    expect(end.error).toContain('cost_ceiling')
  })

  it('ends in the middle of a request when the cost ceiling is reached', async () => {
    const { factory } = await world({
      scripts: [hostReply('CONTINUE', select), hostReply('CONTINUE', select), FINISH],
      system: { cost_ceiling: 0.015 },
    })
    const end = await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', reason: 'limit', steps: 2 })
    expect(end.error).toContain('cost_ceiling')
  })

  it('does not pay for a judge once the cost ceiling is reached', async () => {
    let judged = 0
    const { factory, journal } = await world({
      scripts: [hostReply('CONTINUE', select), FINISH],
      system: { cost_ceiling: 0.005 },
      evaluate: () => {
        judged++
        return Promise.reject(new ModelError('asked'))
      },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect([judged, journal.of('warning').map(({ message }) => message)]).toEqual([
      0,
      [expect.stringContaining('cost_ceiling')],
    ])
  })
})
