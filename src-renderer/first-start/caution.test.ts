import { describe, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { ALWAYS_ASKED } from '../../src-preload/contract/safety.ts'
import { cautionOf, CAUTIONS, changesTo, decisionsOf } from './caution.ts'

const defaults = configSchema.parse({}).safety.categories

describe('how careful Deskhand shall be', () => {
  test('nothing is written for what is so already', () => {
    expect(cautionOf(defaults)).toBe('careful')
    expect(changesTo('careful', defaults)).toEqual([])
  })

  test('no degree allows paying, passwords, deleting, sending or what is unknown', () => {
    const never = [...ALWAYS_ASKED, 'send', 'unknown'] as const
    for (const caution of CAUTIONS) {
      for (const category of never) expect(decisionsOf(caution)[category]).not.toBe('allow')
    }
  })

  test('a change leads from any degree to any other, and back', () => {
    for (const from of CAUTIONS) {
      for (const to of CAUTIONS) {
        const after = { ...decisionsOf(from), ...Object.fromEntries(changesTo(to, decisionsOf(from))) }
        expect(cautionOf(after)).toBe(to)
      }
    }
  })

  test('decisions of a person’s own are none of the degrees', () => {
    expect(cautionOf({ ...defaults, send: 'allow' })).toBeNull()
  })
})
