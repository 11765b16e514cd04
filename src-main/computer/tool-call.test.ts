import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { failed, reply } from '../servers/tool-reply.ts'
import { argumentCheck } from './argument-check.ts'
import { resultOf } from './tool-call.ts'

const command = { call_id: 'one' }
const result = (given: CallToolResult) => resultOf(given, command, 'Odd')

describe('resultOf', () => {
  test('takes the value of a built-in server as it is', () => {
    expect(result(reply({ a: [0] }))).toEqual({
      status: 'success',
      error: null,
      result: { a: [0] },
      namespace: 'Odd',
      call_id: 'one',
      code: null,
    })
  })

  test('takes structured content of a foreign server whole', () => {
    expect(result({ content: [], structuredContent: { temperature: 22 } }).result).toEqual({
      temperature: 22,
    })
  })

  test('takes text where there is nothing else, and other content as it is', () => {
    const text = (value: string) => ({ type: 'text' as const, text: value })
    const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }
    expect(result({ content: [text('a'), text('b')] }).result).toBe('a\nb')
    expect(result({ content: [text('a'), image] }).result).toEqual([text('a'), image])
    expect(result({ content: [] }).result).toBeNull()
  })

  test('a failure keeps its code, and an unknown code is a failure of the tool', () => {
    expect(result(failed('It moved.', 'target_changed'))).toMatchObject({
      status: 'failure',
      error: 'It moved.',
      result: null,
      code: 'target_changed',
    })
    const odd = { isError: true, content: [], _meta: { 'deskhand/code': 'sunspots' } }
    expect(result(odd)).toMatchObject({ code: 'tool', error: 'The tool failed without saying why.' })
  })
})

describe('argumentCheck', () => {
  const schema = z.strictObject({
    id: z.string(),
    button: z.enum(['left', 'right']).default('left'),
    at: z.tuple([z.int(), z.int()]).optional(),
  })
  const check = argumentCheck(z.toJSONSchema(schema, { io: 'input' }))

  test('names every fault with its field', () => {
    expect(check({ id: 7, button: 'up', colour: 'red' })).toBe(
      `"id" must be string; "button" must be equal to one of the allowed values; "colour" is not one of its arguments (id, button, at).`,
    )
    expect(check({ id: '7', at: [1, 'x'] })).toContain('"at/1" must be integer')
  })

  test('agrees with the schema of the tool on whatever it is given', () => {
    const value = fc.oneof(
      fc.constantFrom('left', 'right', '7', 1, null),
      fc.tuple(fc.integer(), fc.integer()),
      fc.jsonValue(),
    )
    const given = fc.record({ id: value, button: value, at: value, other: value }, { requiredKeys: [] })
    fc.assert(
      fc.property(
        given,
        (parameters) => (check(parameters) === null) === schema.safeParse(parameters).success,
      ),
      { numRuns: 500 },
    )
  })

  test('leaves a schema that can not be compiled to the server', () => {
    const odd = argumentCheck({ type: 'object', properties: { a: { $ref: '#/nowhere' } } })
    expect(odd({ a: 1 })).toBeNull()
  })

  test('two tools may use one schema id', () => {
    const one = argumentCheck({ $id: 'x', type: 'object', required: ['a'] })
    const two = argumentCheck({ $id: 'x', type: 'object', required: ['b'] })
    expect([one({ a: 1 }), two({ b: 1 })]).toEqual([null, null])
  })
})
