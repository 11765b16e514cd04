import { expect, test, vi } from 'vitest'
import type { AppState } from '../../src-preload/contract/calls/app.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { runStarted, sampleRun, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import type { Connection } from '../bridge/router.ts'
import { RunObserver } from './observer.ts'

const stateWith = (live: string[]): AppState => ({
  version: '1',
  shell: 'app',
  platform: 'linux',
  locale: 'en',
  home: '/h',
  host_desktop: { there: true, why: null },
  virtual_desktop: { there: true },
  glance: live.length > 0 ? 'running' : 'idle',
  live,
  shortcuts: {},
  serving: false,
  first_start: false,
})

/** A program with these runs; what a test tells goes to the observer as to a window. */
function program(live: string[], events: SessionEvent[]) {
  const calls: unknown[] = []
  let push: (push: Push) => void = () => {}
  const watched = Promise.withResolvers<void>()
  const connection: Pick<Connection, 'call'> = {
    call: async (name, input) => {
      calls.push([name, input])
      if (name === 'app_state') return { ok: true, value: stateWith(live) }
      if (name !== 'watch_run') return { ok: true, value: {} }
      await watched.promise
      return { ok: true, value: { events, alive: true, own: true, queue: [] } }
    },
  }
  const observer = new RunObserver((listener) => {
    push = listener
    return connection as Connection
  })
  return { observer, calls, answer: watched.resolve, tell: (told: Push) => push(told) }
}
const event = (one: SessionEvent): Push => ({ push: 'event', run: 'sample', event: one })

test('a run that was there before is known with all of its events, in order, also those told meanwhile', async () => {
  const events = sampleRun()
  const { observer, answer, tell } = program(['sample'], events.slice(0, 5))
  const seen: number[] = []
  observer.onSeen(({ event: one }) => seen.push(one?.seq ?? -1))
  await vi.waitFor(() => expect(observer.views).toHaveLength(1))
  tell(event(events[5]!))
  expect(seen).toEqual([])
  answer()
  await vi.waitFor(() => expect(seen).toEqual([0, 1, 2, 3, 4, 5]))
  tell(event(events[6]!))
  tell(event(events[6]!))
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('runs come and go as the program says, and busy is what does more than wait', async () => {
  const { observer, answer, tell } = program([], streamOf([runStarted]))
  answer()
  await vi.waitFor(() => expect(observer.glance).toBe('idle'))
  tell({ push: 'app', state: stateWith(['sample']) })
  await vi.waitFor(() => expect(observer.busy.map(({ task }) => task)).toEqual(['sample']))
  expect(observer.glance).toBe('running')
  const waiting = streamOf([
    runStarted,
    {
      type: 'question_asked',
      question: 'q',
      kind: 'new_request',
      text: '',
      choices: [],
      call_id: null,
      details: null,
    },
  ])
  tell(event(waiting[1]!))
  expect(observer.busy).toEqual([])
  expect(observer.views).toHaveLength(1)
  tell({ push: 'app', state: stateWith([]) })
  expect(observer.views).toEqual([])
})

test('the brake is the call that every window makes', () => {
  const { observer, calls } = program([], [])
  observer.control('sample', 'stop')
  expect(calls.at(-1)).toEqual(['control_run', { run: 'sample', wish: 'stop' }])
})
