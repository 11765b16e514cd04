// A session whose desktop is given back while it waits: what is asked of it, and what its agents are told.
import { expect, test } from 'vitest'
import { UserError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { appReply, hostReply } from '../agents/testing/scripted.ts'
import type { IdleDesktop } from './dependencies.ts'
import { SessionFactory } from './session-factory.ts'
import { FINISH, person, select, useWorld } from './testing/world.ts'

const world = useWorld()

/** Chooses the window, works in it, and is done. */
const inWindow = [
  hostReply('CONTINUE', select),
  hostReply('ASSIGN', { current_subtask: 'press 7' }),
  appReply('FINISH', [['click_input', { id: '7', name: '7' }]]),
  FINISH,
]

/** A session with two requests, on a desktop that is renewed as `renewed` says at each request. */
async function idleSession(renewed: boolean[], takeUp = () => Promise.resolve(renewed.shift() ?? false)) {
  const made = await world({ scripts: [...inWindow, FINISH], interactor: person('two') })
  const heard: string[] = []
  const idleDesktop: IdleDesktop = {
    whileIdle: async (work) => {
      heard.push('idle')
      try {
        return await work()
      } finally {
        heard.push('asked')
      }
    },
    takeUp: () => {
      heard.push('take up')
      return takeUp()
    },
  }
  made.journal.subscribe(({ type }) => {
    if (type === 'round_started' || type === 'question_asked') heard.push(type)
  })
  const session = new SessionFactory({ ...made.dependencies, idleDesktop }).createSession({
    id: 's',
    task: 'test',
    request: 'one',
  })
  /** Title of the chosen window at the beginning of each round. */
  const chosen: (string | null)[] = []
  made.journal.subscribe(({ type }) => {
    if (type === 'round_started') chosen.push(session.applicationWindow?.title ?? null)
  })
  return { ...made, heard, chosen, end: () => session.run(new RunControl()) }
}

test('it may be given back only while the session asks, is there again before the next round, and not after the last', async () => {
  const { heard, end } = await idleSession([false, true])
  expect(await end()).toMatchObject({ status: 'completed', rounds: 2 })
  expect(heard.join(' · ')).toBe(
    'idle · asked · take up · round_started · ' +
      'idle · question_asked · asked · take up · round_started · idle · question_asked · asked',
  )
})

test('on another desktop no window is chosen any more, and the agents are told', async () => {
  const { chosen, model, end } = await idleSession([false, true])
  await end()
  const inputs = model.asked.map(({ input }) => input)
  expect(inputs[0]).toMatchObject({ request: 'one', interruption: null })
  expect(inputs.at(-1)).toMatchObject({
    request: 'two',
    interruption: { idle: true, newDesktop: true, unknown: null },
  })
  expect(chosen).toEqual([null, null])
})

test('on the same desktop the window stays chosen, and nothing is told', async () => {
  const { chosen, model, end } = await idleSession([false, false])
  await end()
  expect(model.asked.at(-1)?.input).toMatchObject({ request: 'two', interruption: null })
  expect(chosen).toEqual([null, 'Calculator'])
})

test('a desktop that can’t be had again fails the session, with the reason', async () => {
  let times = 0
  const { end } = await idleSession([], () =>
    times++ === 0 ? Promise.resolve(false) : Promise.reject(new UserError('Xvfb is not installed')),
  )
  expect(await end()).toMatchObject({ status: 'failed', reason: 'error', error: 'Xvfb is not installed' })
})
