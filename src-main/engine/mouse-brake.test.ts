import { expect, test } from 'vitest'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { VirtualClock } from '../core/clock.ts'
import { screenPoint, type ScreenPoint } from '../core/geometry.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { MouseBrake } from './mouse-brake.ts'

function setUp() {
  const clock = new VirtualClock()
  const run = new RunControl({ clock })
  const written: string[] = []
  let hand: ((point: ScreenPoint) => void) | null = null
  const brake = new MouseBrake({
    run,
    logger: silentLogger,
    state: {
      setRunningState: (state) => {
        written.push(state)
        return Promise.resolve()
      },
    },
    desktop: {
      watchPerson: (onMoved) => {
        hand = onMoved
        return Promise.resolve()
      },
    },
  })
  const hear = (...types: SessionEvent['type'][]) => {
    for (const type of types) brake.hear({ type })
  }
  const pass = async (ms: number) => {
    clock.advance(ms)
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }
  return {
    brake,
    run,
    written,
    hear,
    pass,
    isWatched: () => hand !== null,
    move: () => hand?.(screenPoint(1, 1)),
  }
}

test('a hand on the mouse between two acts pauses the run, and the pause is the mouse’s', async () => {
  const { brake, hear, pass, move, written } = setUp()
  await pass(5000)
  hear('act_started', 'act_finished')
  await pass(10)
  move()
  expect(written).toEqual(['stopped'])
  expect(brake.takesBlame()).toBe(true)
  expect(brake.takesBlame()).toBe(false)
})

test('the mouse is the person’s before the first act, while they are asked, in a pause and after the round', async () => {
  const { hear, pass, isWatched } = setUp()
  await pass(5000)
  expect(isWatched()).toBe(false)
  for (const type of ['question_asked', 'paused', 'round_finished'] as const) {
    hear('act_started')
    await pass(2000)
    expect(isWatched(), `before ${type}`).toBe(true)
    hear(type)
    await pass(10)
    expect(isWatched(), `after ${type}`).toBe(false)
    hear('resumed')
  }
})

test('the hand that has just answered or resumed may stay on the mouse for a moment', async () => {
  const { hear, pass, isWatched } = setUp()
  for (const type of ['question_answered', 'resumed'] as const) {
    await pass(5000)
    hear(type, 'act_started')
    await pass(1400)
    expect(isWatched(), type).toBe(false)
    await pass(200)
    expect(isWatched(), type).toBe(true)
  }
})

test('a run that is paused or stopped already is left as it is', async () => {
  const { brake, run, hear, pass, move, written } = setUp()
  await pass(5000)
  hear('act_started')
  await pass(10)
  run.pause()
  move()
  run.resume()
  run.stop()
  move()
  expect(written).toEqual([])
  expect(brake.takesBlame()).toBe(false)
})

test('ending it ends the watch, also one that is just beginning', async () => {
  const { brake, hear, pass, isWatched } = setUp()
  await pass(5000)
  hear('act_started')
  await pass(0)
  await brake[Symbol.asyncDispose]()
  expect(isWatched()).toBe(false)
})
