import { expect, it } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { runStarted, sampleRun, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { renderTrace } from './trace.ts'

interface Shown {
  ph: string
  name: string
  tid: number
  ts: number
  dur: number
  args: Record<string, unknown>
}
const traced = (events: ReturnType<typeof sampleRun>) =>
  (renderTrace(events) as { traceEvents: Shown[] }).traceEvents
const spansIn = (events: ReturnType<typeof sampleRun>) => traced(events).filter(({ ph }) => ph === 'X')

it('puts every part of a step within its step, and every step within the run', () => {
  const spans = spansIn(sampleRun())
  const [run] = spans
  const steps = spans.filter(({ tid }) => tid === 2)
  const parts = spans.filter(({ tid }) => tid === 3)
  expect(run).toMatchObject({ tid: 0, ts: 0 })
  expect(steps.length).toBeGreaterThan(1)
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['observe', 'aim and gate', 'verify']))
  for (const { ts, dur } of spans) {
    expect(dur).toBeGreaterThanOrEqual(0)
    expect(ts + dur).toBeLessThanOrEqual(run!.dur)
  }
})

it('gives times in microseconds from the start of the run', () => {
  const events = streamOf([runStarted, { type: 'round_started', request: 'open Maps' }])
  const at = events.map((event, index) => ({ ...event, ts: 5_000 + index * 40 }))
  expect(spansIn(at)).toMatchObject([
    { tid: 0, ts: 0, dur: 40_000 },
    { tid: 1, name: 'open Maps', ts: 40_000, dur: 0 },
  ])
})

it('lets what was cut off last until the last event, and says so', () => {
  const begun: EventBody[] = [
    runStarted,
    { type: 'round_started', request: 'open Maps' },
    { type: 'step_started', agent: 'HostAgent', application: null, subtask: null },
  ]
  const [run, round, step] = spansIn(streamOf(begun))
  expect([run, round, step].map((span) => span?.args['ended'])).toEqual([false, false, false])
})

it('counts the time of the gate from the act before it, also in a step of several acts', () => {
  const [first, second] = spansIn(sampleRun()).filter(({ name }) => name === 'aim and gate')
  const acts = spansIn(sampleRun()).filter(({ tid, args }) => tid === 3 && 'status' in args)
  expect(first!.ts + first!.dur).toBeLessThanOrEqual(acts[0]!.ts)
  expect(second!.ts).toBeGreaterThanOrEqual(acts[0]!.ts + acts[0]!.dur)
})
