import { expect, test } from 'vitest'
import { VirtualClock } from './clock.ts'
import { StoppedError } from './errors.ts'
import { RunControl } from './run-control.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a stop reaches every child and keeps its first reason', () => {
  const run = new RunControl()
  const child = run.child().child()
  run.stop(new StoppedError('unanswered', 'nobody there'))
  run.stop()
  expect(child.stopped).toBe(true)
  expect((child.signal.reason as StoppedError).reason).toBe('unanswered')
  expect(() => child.throwIfStopped()).toThrow('nobody there')
})

test('a child that is stopped leaves its parent running', () => {
  const run = new RunControl()
  run.child().stop()
  expect(run.stopped).toBe(false)
})

test('a checkpoint waits while the run is paused and goes on when it is resumed', async () => {
  const run = new RunControl()
  const child = run.child()
  run.pause()
  let passed = false
  const waiting = child.checkpoint().then(() => (passed = true))
  await settled()
  expect(passed).toBe(false)
  run.resume()
  await waiting
  expect(passed).toBe(true)
})

test('a checkpoint of a paused run ends when the run is stopped', async () => {
  const run = new RunControl()
  const child = run.child()
  run.pause()
  const waiting = child.checkpoint()
  run.stop()
  await expect(waiting).rejects.toThrow(StoppedError)
})

test('a deadline stands still while the run is paused or held', async () => {
  const clock = new VirtualClock()
  const run = new RunControl({ clock })
  const child = run.child({ timeoutMs: 100, name: 'click' })
  clock.advance(60)
  run.pause()
  clock.advance(1000)
  expect(child.stopped).toBe(false)
  run.resume()
  clock.advance(30)
  {
    using _question = run.hold()
    clock.advance(1000)
    expect(child.stopped).toBe(false)
  }
  clock.advance(9)
  expect(child.stopped).toBe(false)
  clock.advance(1)
  expect(() => child.throwIfStopped()).toThrow('click took longer than it may.')
  expect(run.stopped).toBe(false)
})

test('a race ends with the run, not with the promise', async () => {
  const run = new RunControl()
  const race = run.race(new Promise(() => {}))
  run.stop()
  await expect(race).rejects.toThrow(StoppedError)
})

test('what a stopped run does not wait for any more may fail unheard', async () => {
  const run = new RunControl()
  run.stop()
  const unheard: unknown[] = []
  const hear = (reason: unknown) => unheard.push(reason)
  process.on('unhandledRejection', hear)
  await expect(run.race(Promise.reject(new Error('stopped, too')))).rejects.toThrow(StoppedError)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', hear)
  expect(unheard).toEqual([])
})

test('waiting for a condition gives its value, or null at the bound', async () => {
  const clock = new VirtualClock()
  const run = new RunControl({ clock })
  let asked = 0
  const found = run.until(() => (++asked === 3 ? 'there' : null), 1000, 10)
  for (let turn = 0; turn < 5; turn++) {
    await settled()
    clock.advance(10)
  }
  expect(await found).toBe('there')
  const missed = run.until(() => null, 20, 10)
  for (let turn = 0; turn < 5; turn++) {
    await settled()
    clock.advance(10)
  }
  expect(await missed).toBeNull()
})
