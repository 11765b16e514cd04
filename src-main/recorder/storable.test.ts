import { expect, test } from 'vitest'
import { toStoredJson } from './storable.ts'

/** `[[[…]]]` */
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

test('what lies too deep is left out, and what stands beside it is kept', () => {
  for (const depth of [3_000, 100_000]) {
    const line = toStoredJson({ type: 'act_finished', result: nested(depth), ms: 1 })
    expect(line).toContain('"type":"act_finished"')
    expect(line).toContain('too deep')
    expect(JSON.parse(line)).toMatchObject({ type: 'act_finished', ms: 1 })
  }
  expect(toStoredJson({ a: nested(20) })).not.toContain('too deep')
})

test('a field that can’t be written costs itself alone', () => {
  const bad = {
    toJSON: () => {
      throw new Error('no')
    },
  }
  expect(JSON.parse(toStoredJson({ type: 'act_finished', result: bad }))).toEqual({
    type: 'act_finished',
    result: '[could not be written as JSON]',
  })
})

test('an object that holds itself is written once', () => {
  const round: Record<string, unknown> = { a: 1 }
  round['self'] = round
  expect(JSON.parse(toStoredJson(round))).toMatchObject({ a: 1 })
})
