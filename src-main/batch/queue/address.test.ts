import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { UserError } from '../../core/errors.ts'
import { redact } from '../../core/redaction.ts'
import { RunControl } from '../../core/run-control.ts'
import { connectToQueue, hasPassword, queueAddress } from './address.ts'

const commandsIn = (data: Buffer): number => String(data).match(/^\*/gm)?.length ?? 0

/** As a Redis answers. */
const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`

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

  it.each([
    'http://h',
    'redis:',
    'h:6379',
    '',
    'redis://h/seven',
    'redis://h/0x10',
    'redis://h?db=2',
    'redis://:50%off@h',
    'redis://50%off@h',
  ])('“%s” is refused', (text) => {
    expect(() => queueAddress(text, null)).toThrow(UserError)
  })

  it('where nobody answers is told in words', async () => {
    using run = new RunControl()
    // Nothing may listen on the discard port of a machine of tests.
    const connecting = connectToQueue(queueAddress('redis://127.0.0.1:9', null), run)
    await expect(connecting).rejects.toThrow(/No Redis answers at redis:\/\/127\.0\.0\.1:9 .*Start one there/)
  })

  it.each([
    ['which says nothing is told, not waited for', '', /No Redis answers.*says nothing; rediss:\/\//],
    [
      'which is no Redis is told',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      /No Redis answers at redis:\/\/127\.0\.0\.1/,
    ],
    ['which is too old is told', bulk('redis_version:5.0.14\r\n'), / is 5\.0; the queue needs 6\.2 or later/],
  ])('one %s', async (_, answer, words) => {
    using run = new RunControl()
    const server = createServer((socket) => {
      // It ends what it hangs on by resetting it.
      socket.on('error', () => {})
      // One answer for each command.
      socket.on('data', (data) => socket.write(answer.repeat(commandsIn(data))))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await expect(
      connectToQueue(queueAddress(`redis://127.0.0.1:${port}`, null), run, { withinMs: 1000 }),
    ).rejects.toThrow(words)
    server.close()
  })

  it('one that has fallen silent, and has not hung up, is called again', async () => {
    using run = new RunControl()
    let calls = 0
    const server = createServer((socket) => {
      const call = ++calls
      socket.on('error', () => {})
      socket.on('data', (data) => {
        // The first call only tries; the second one falls silent when it is asked.
        if (!/ping/i.test(String(data)))
          socket.write(bulk('redis_version:7.0.0\r\n').repeat(commandsIn(data)))
        else if (call > 2) socket.write('+PONG\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const address = queueAddress(`redis://127.0.0.1:${port}`, null)
    const client = await connectToQueue(address, run, { silentMs: 300 })
    await once(client, 'ready')
    expect([await client.ping(), calls]).toEqual(['PONG', 3])
    client.disconnect()
    server.close()
  })
})
