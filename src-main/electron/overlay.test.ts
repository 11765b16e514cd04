import { describe, expect, test, vi } from 'vitest'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import {
  runStarted,
  sampleRun,
  stepEvents,
  streamOf,
  target,
} from '../../src-preload/contract/testing/sample-run.ts'
import { borderShape, pillShape } from './overlay-shape.ts'
import { hostRun, markOf, placeOf } from './overlay-scene.ts'

vi.mock('electron', () => ({}))

const covers = (shape: Rect[], x: number, y: number): boolean =>
  shape.some((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height)
const size = { width: 1000, height: 600 }

describe('the shape of the border', () => {
  test('is a frame of four pixels, and nothing in it', () => {
    const shape = borderShape(size, null)
    for (const [x, y] of [
      [0, 0],
      [999, 599],
      [3, 300],
      [996, 300],
      [500, 3],
      [500, 596],
    ] as const)
      expect(covers(shape, x, y)).toBe(true)
    for (const [x, y] of [
      [4, 4],
      [500, 300],
      [995, 595],
    ] as const)
      expect(covers(shape, x, y)).toBe(false)
  })

  test('has a ring, a dot and a label around a point, and is open between them', () => {
    const shape = borderShape(size, { x: 400, y: 300 })
    const at = (dx: number, dy: number) => covers(shape, 400 + dx, 300 + dy)
    expect([at(0, 0), at(5, 0), at(-20, 0), at(0, 20), at(20, 0)]).toEqual([true, true, true, true, true])
    expect([at(12, 0), at(0, -12), at(-26, 0), at(16, 16)]).toEqual([false, false, false, false])
    expect([at(33, 0), at(270, 13), at(273, 0), at(40, 15)]).toEqual([true, true, false, false])
  })

  test('has the label on the other side where there is no room', () => {
    const shape = borderShape(size, { x: 900, y: 300 })
    expect(covers(shape, 900 - 40, 300)).toBe(true)
    expect(covers(shape, 900 + 40, 300)).toBe(false)
  })

  test('has whole pixels only', () => {
    const all = borderShape(size, { x: 400.4, y: 299.6 }).flatMap(({ x, y, width, height }) => [
      x,
      y,
      width,
      height,
    ])
    expect(all.filter((value) => !Number.isInteger(value))).toEqual([])
  })
})

test('the pill has round ends', () => {
  const shape = pillShape({ width: 460, height: 44 })
  expect(covers(shape, 0, 0)).toBe(false)
  expect(covers(shape, 459, 43)).toBe(false)
  expect(covers(shape, 0, 22)).toBe(true)
  expect(covers(shape, 230, 0)).toBe(true)
  expect(covers(shape, 459, 21)).toBe(true)
})

describe('what the overlay shows', () => {
  const on = (kind: 'host' | 'virtual') =>
    ({ ...runStarted, display: { kind, name: ':0' } }) as typeof runStarted
  const act = (call: string, given: Parameters<typeof target>[0]) =>
    stepEvents({ acts: [{ call, tool: 'click', words: 'Click', target: target(given) }] })
  const viewOf = (...more: Parameters<typeof streamOf>[0]) =>
    runViewOf(streamOf([on('host'), { type: 'round_started', request: 'r' }, ...more]))

  test('is the run on the person’s own desktop, while it does something', () => {
    const host = viewOf()
    const virtual = runViewOf(streamOf([on('virtual')]))
    expect(hostRun([virtual, host])).toBe(host)
    expect(hostRun([virtual])).toBeNull()
    const waiting = viewOf({
      type: 'question_asked',
      question: 'q',
      kind: 'new_request',
      text: '',
      choices: [],
      call_id: null,
      details: null,
    })
    expect(hostRun([waiting])).toBeNull()
    expect(hostRun([runViewOf(sampleRun())])).toBeNull()
  })

  test('marks the last act at its point, else in the middle of its target', () => {
    expect(markOf(viewOf(...act('a', { point: { x: 5, y: 6 } })))).toEqual({
      call: 'a',
      point: { x: 5, y: 6 },
    })
    const bounds = { x: 10, y: 20, width: 30, height: 40 }
    expect(markOf(viewOf(...act('b', { bounds, point: null })))).toEqual({
      call: 'b',
      point: { x: 25, y: 40 },
    })
    expect(markOf(viewOf())).toBeNull()
  })

  test('lies on the screen of the last aim, also when a later step has none yet', () => {
    const events = [
      ...act('a', { point: { x: 2000, y: 6 } }),
      { type: 'step_started', agent: 'AppAgent', application: null, subtask: null } as const,
    ]
    expect(placeOf(viewOf(...events))).toEqual({ x: 2000, y: 6 })
    expect(placeOf(viewOf())).toBeNull()
  })
})
