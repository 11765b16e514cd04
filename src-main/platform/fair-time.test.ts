import { expect, test } from 'vitest'
import { FairTime } from './fair-time.ts'

function machine() {
  const state = { now: 0, wanting: 1 }
  const time = new FairTime(
    () => state.now,
    () => state.wanting,
    2,
  )
  /** Passes real milliseconds in steps of 20, as a wait that looks again and again, and gives the fair ones. */
  const pass = (ms: number): number => {
    const before = time.read()
    for (let step = 0; step < ms; step += 20) {
      state.now += 20
      time.read()
    }
    return time.read() - before
  }
  return { state, pass, time }
}

test('on a quiet machine it is real time', () => {
  const { state, pass } = machine()
  expect(pass(1000)).toBeCloseTo(1000)
  // The application, the display and this process may run at once on two processors.
  state.wanting = 3
  expect(pass(1000)).toBeCloseTo(1000)
})

test('where three programs share a processor, an application has a third of the time', () => {
  const { state, pass } = machine()
  state.wanting = 7
  pass(1000)
  expect(pass(3000)).toBeCloseTo(1000, -1)
})

test('a machine on which programs get less than they want is busy', () => {
  const { state, pass, time } = machine()
  pass(200)
  expect(time.isShort).toBe(false)
  state.wanting = 7
  pass(500)
  expect(time.isShort).toBe(true)
})

test('a moment in which many want to run counts little, and a machine that gives nothing does not stop it', () => {
  const { state, pass } = machine()
  pass(1000)
  state.wanting = 9
  const first = pass(60)
  expect(first).toBeGreaterThan(35)
  state.wanting = 1000
  pass(2000)
  expect(pass(4000)).toBeCloseTo(1000, -1)
})
