import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostReply } from '../agents/testing/scripted.ts'
import { RunControl } from '../core/run-control.ts'
import { person, worldIn, type World } from './testing/world.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'service-session-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const world = (wishes: World) => worldIn(home, wishes)
const FINISH = hostReply('FINISH', { result: '42' })

describe('a session that a server controls', () => {
  it.each([
    ['host-app', 'ServiceSession'],
    ['single', 'LinuxServiceSession'],
    ['planner', 'PlannerServiceSession'],
  ])('is, with the strategy %s, a %s', async (strategy, type) => {
    const { factory } = await world({ scripts: [FINISH] })
    using session = factory.createServiceSession({ id: 'served', task: 'test', request: 'look', strategy })
    expect([session.sessionType, session.id]).toEqual([type, 'served'])
  })

  it('keeps the meaning of platform_override', async () => {
    const { factory } = await world({ scripts: [FINISH] })
    const typeOn = (platformOverride: string) => {
      using session = factory.createServiceSession({
        id: 's',
        task: 'test',
        request: 'look',
        platformOverride,
      })
      return session.sessionType
    }
    expect([typeOn('windows'), typeOn('linux')]).toEqual(['ServiceSession', 'LinuxServiceSession'])
  })

  it('carries out its one request, asks nobody, and remembers nothing where a person would be asked', async () => {
    const { factory, journal } = await world({
      scripts: [FINISH],
      system: { save_experience: 'ask' },
      interactor: person('a request that is never taken'),
    })
    using session = factory.createServiceSession({
      id: 's',
      task: 'test',
      request: ' look ',
      shouldEvaluate: false,
    })
    const end = await session.run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', result: '42', rounds: 1 })
    const types = journal.events.map((event) => event.type)
    expect(types).not.toContain('question_asked')
    expect(types).not.toContain('experience_saved')
    expect(types).not.toContain('evaluated')
    expect(session.context.get('MODE')).toBe('service')
  })

  it('has its device begin anew before its request, once', async () => {
    const { factory, desktop } = await world({ scripts: [FINISH] })
    using session = factory.createServiceSession({ id: 's', task: 'test', request: 'look' })
    await session.run(new RunControl())
    expect(desktop.resets).toBe(1)
  })

  it('does not begin without a request', async () => {
    const { factory } = await world({ scripts: [FINISH] })
    using session = factory.createServiceSession({ id: 's', task: 'test', request: null })
    expect(await session.run(new RunControl())).toMatchObject({
      status: 'failed',
      error: 'A task for a device needs a request.',
    })
  })
})
