import { describe, expect, it } from 'vitest'
import { UserError } from '../core/errors.ts'
import { redact } from '../core/redaction.ts'
import { RunControl } from '../core/run-control.ts'
import { connectToQueue, hasPassword, queueAddress } from './address.ts'

describe('the address of a queue', () => {
  it('says where, and never the password', () => {
    const { options, shown } = queueAddress('rediss://bob:s3cret%21word@queue.example:7000/2', 'kept')
    expect(shown).toBe('rediss://queue.example:7000/2')
    expect(options).toEqual({
      host: 'queue.example',
      port: 7000,
      db: 2,
      username: 'bob',
      password: 's3cret!word',
      tls: {},
    })
    expect(redact('it was s3cret!word')).not.toContain('s3cret!word')
    expect(hasPassword('redis://:x@h')).toBe(true)
  })

  it('takes the kept password where it has none itself', () => {
    expect(queueAddress('redis://[::1]', 'kept').options).toEqual({
      host: '::1',
      port: 6379,
      db: 0,
      password: 'kept',
    })
    expect(queueAddress('redis://h', null).options).not.toHaveProperty('password')
    expect(hasPassword('redis://h')).toBe(false)
  })

  it.each(['http://h', 'redis:', 'h:6379', '', 'redis://h/seven'])('“%s” is refused', (text) => {
    expect(() => queueAddress(text, null)).toThrow(UserError)
  })

  it('where nobody answers is told in words', async () => {
    using run = new RunControl()
    // Nothing may listen on the discard port of a machine of tests.
    const connecting = connectToQueue(queueAddress('redis://127.0.0.1:9', null), run)
    await expect(connecting).rejects.toThrow(/No Redis answers at redis:\/\/127\.0\.0\.1:9 .*Start one there/)
  })
})
