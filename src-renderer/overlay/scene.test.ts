import { describe, expect, test } from 'vitest'
import type { EventBody, SessionEvent } from '../../src-preload/contract/events.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import {
  runStarted,
  sampleRun,
  stepEvents,
  streamOf,
  target,
} from '../../src-preload/contract/testing/sample-run.ts'
import { markOf, pillOf } from './scene.ts'

const events = sampleRun()
/** The sample up to and with the first event of this type, and of this call if one is named. */
const upTo = (type: SessionEvent['type'], call?: string) => {
  const end = events.findIndex(
    (event) => event.type === type && (call === undefined || ('call_id' in event && event.call_id === call)),
  )
  expect(end).toBeGreaterThan(-1)
  return runViewOf(events.slice(0, end + 1))
}

describe('the pill', () => {
  test('says what goes on: begins, looks, thinks, acts in the words of the act', () => {
    const said = (['run_started', 'step_started', 'observed'] as const).map(
      (type) => pillOf(upTo(type)).words,
    )
    expect(said).toEqual([{ said: 'beginning' }, { said: 'looking' }, { said: 'thinking' }])
    expect(pillOf(upTo('act_started', 'c2'))).toMatchObject({
      step: 2,
      words: { said: 'acting', action: { call_id: 'c2' } },
      brake: 'pause',
      alive: true,
    })
  })

  test('does not say that it judges between two steps, but after the round', () => {
    const said = (['step_finished', 'round_finished'] as const).map((type) => pillOf(upTo(type)).words)
    expect(said).toEqual([{ said: 'looking' }, { said: 'evaluating' }])
  })

  test('turns to the person while a question is open', () => {
    expect(pillOf(upTo('question_asked'))).toMatchObject({ words: { said: 'asking' } })
  })

  test('says that a session is ready when it only waits for a next request', () => {
    const asked: EventBody = {
      type: 'question_asked',
      kind: 'new_request',
      question: 'q',
      text: 'Next?',
      choices: [],
      call_id: null,
      details: null,
    }
    const next = runViewOf(streamOf([runStarted, asked]))
    expect(pillOf(next).words).toEqual({ said: 'ready' })
  })

  test('offers to resume what is paused, by what the events say', () => {
    const paused = runViewOf(streamOf([runStarted, { type: 'paused', by: 'mouse' }]))
    expect(pillOf(paused)).toMatchObject({
      words: { said: 'paused' },
      brake: 'resume',
      alive: true,
    })
  })

  test('has no brake for a run that stops or has ended', () => {
    const stopping = runViewOf(streamOf([runStarted, { type: 'stop_requested', by: 'pill' }]))
    expect(pillOf(stopping)).toMatchObject({ words: { said: 'stopping' }, alive: false })
    expect(pillOf(runViewOf(events))).toMatchObject({ words: { said: 'ended' }, alive: false })
  })
})

describe('the mark', () => {
  test('is in the middle of the target, and stays on it when the act is over', () => {
    const mark = {
      call: 'c2',
      point: { x: 150, y: 238 },
      action: { words: 'Click button “7” in “galculator”' },
    }
    expect(markOf(upTo('act_started', 'c2'))).toMatchObject(mark)
    expect(markOf(upTo('effect_verified', 'c2'))).toMatchObject(mark)
  })

  test('is at the very point where one is named', () => {
    const acts = [{ call: 'p', tool: 'click', words: 'Click', target: target({ point: { x: 5, y: 6 } }) }]
    const view = runViewOf(
      streamOf([runStarted, { type: 'round_started', request: 'r' }, ...stepEvents({ acts })]),
    )
    expect(markOf(view)?.point).toEqual({ x: 5, y: 6 })
  })

  test('is nowhere for an act without a place, one that only waits, and after the end', () => {
    expect(markOf(upTo('act_started', 'c1'))).toBeNull()
    expect(markOf(upTo('question_asked'))).toBeNull()
    expect(markOf(runViewOf(events))).toBeNull()
  })
})
