import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeCompoundText } from './compound-text.ts'

it('Latin text, UTF-8 inserts and Chinese sets are read', () => {
  const title = Buffer.concat([
    Buffer.from('Behind '),
    Buffer.from('\x1b%G–\x1b%@ na', 'utf8'),
    Buffer.from('\xefve ', 'latin1'),
    Buffer.from('\x1b$(A\x44\x63\x1b(B!', 'latin1'),
  ])
  expect(decodeCompoundText(title)).toBe('Behind – naïve 你!')
})

it('no bytes make it fail', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => typeof decodeCompoundText(Buffer.from(bytes)) === 'string'),
  )
})
