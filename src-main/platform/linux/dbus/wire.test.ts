import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeMessage,
  encodeCall,
  knownStrings,
  messageSize,
  Reader,
  splitSignature,
  variant,
  Writer,
} from './wire.ts'

const call = {
  destination: ':1.7',
  path: '/a/b',
  interface: 'org.x.Y',
  member: 'Do',
  signature: '',
  body: [],
}

function roundTrip(signature: string, values: unknown[]): unknown[] {
  const writer = new Writer()
  writer.values(signature, values)
  return new Reader(writer.bytes(), 0).values(signature)
}

describe('the D-Bus wire format', () => {
  it('splits a signature into its complete types', () => {
    expect(splitSignature('a((so)(so)(so)iiassusau)ua{sv}(ii)')).toEqual([
      'a((so)(so)(so)iiassusau)',
      'u',
      'a{sv}',
      '(ii)',
    ])
    expect(() => splitSignature('(ii')).toThrow('is not closed')
  })

  it('reads back what it writes, whatever the texts and numbers', () => {
    const values = fc.tuple(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.integer())),
      fc.double({ noNaN: true }),
      fc.nat(0xffffffff),
      fc.boolean(),
    )
    fc.assert(
      fc.property(values, (given) => {
        expect(roundTrip('sa(si)dub', given)).toEqual(given)
      }),
    )
  })

  it('reads the value inside a variant', () => {
    expect(roundTrip('sv', ['x', variant('d', 1.5)])).toEqual(['x', 1.5])
  })

  it('lays a call out as the specification says', () => {
    const bytes = encodeCall(9, { ...call, signature: 's', body: ['hi'] })
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from([0x6c, 1, 0, 1]))
    expect(bytes.readUInt32LE(4)).toBe(7)
    expect(bytes.readUInt32LE(8)).toBe(9)
    expect(messageSize(bytes, 0)).toBe(bytes.length)
    expect(decodeMessage(bytes, 0).body.string()).toBe('hi')
  })

  it('reads a message that does not begin at the start of a buffer', () => {
    const one = encodeCall(1, { ...call, signature: 'ss', body: ['a', 'longer text'] })
    const two = encodeCall(2, { ...call, signature: 'ad', body: [[1, 2]] })
    const both = Buffer.concat([one, two])
    expect(decodeMessage(both, one.length).body.values('ad')).toEqual([[1, 2]])
  })

  it('asks for more while a header is not whole', () => {
    expect(messageSize(encodeCall(1, call).subarray(0, 15), 0)).toBeNull()
  })

  it('refuses a message of the other byte order', () => {
    expect(() => messageSize(Buffer.alloc(16, 'B'), 0)).toThrow('big endian')
  })

  it('knows a string of a small set, and passes over others', () => {
    const table = knownStrings(['org.a.Action', 'org.a.Text'])
    const writer = new Writer()
    for (const text of ['org.a.Text', 'something else', '', 'org.a.Action']) writer.string(text)
    const reader = new Reader(writer.bytes(), 0)
    expect([1, 2, 3, 4].map(() => reader.known(table))).toEqual(['org.a.Text', null, null, 'org.a.Action'])
  })

  it('refuses a set whose names it could not tell apart', () => {
    expect(() => knownStrings(['abcde', 'xyzde'])).toThrow('look alike')
  })
})
