// Attacks on the key of the server, each on a real connection.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PlainClient } from '../testing/plain-client.ts'
import { KEY, oneCommand } from '../testing/test-server.ts'
import { encoded, raw, useServers } from '../testing/attacks.ts'
import { until } from '../testing/until.ts'

const start = useServers()

describe('the key', () => {
  test.each([
    ['none', {}],
    ['an empty one', { 'X-API-Key': '' }],
    ['a wrong one', { 'X-API-Key': KEY.replace('0', '1') }],
    ['its beginning', { 'X-API-Key': KEY.slice(0, -1) }],
    ['more than it', { 'X-API-Key': `${KEY}0` }],
    ['one that is as long in bytes', { 'X-API-Key': 'ä'.repeat(KEY.length / 2) }],
  ])('%s opens nothing', async (_name, headers: Record<string, string>) => {
    const server = await start(oneCommand)
    for (const path of ['/api/clients', '/api/health', '/api/task_result/x', '/anything', '/'])
      expect((await raw(server.server.port, path, encoded(headers))).status).toBe(401)
    expect((await server.http('/api/dispatch', { body: {}, headers: encoded(headers) })).status).toBe(401)
    expect(await PlainClient.refusal(server.url, encoded(headers))).toBe(401)
  })

  test('is taken from the header; for a WebSocket also from the address, which the header goes before', async () => {
    const server = await start(oneCommand)
    expect((await server.http('/api/health')).status).toBe(200)
    // The HTTP API has no such peers: there it would only leak.
    expect((await server.http(`/api/health?token=${KEY}`, { headers: {} })).status).toBe(401)
    const peer = await PlainClient.open(`${server.url}?token=${KEY}`)
    await peer.register('pc')
    expect(await PlainClient.refusal(`${server.url}?token=${KEY}`, { 'X-API-Key': 'wrong' })).toBe(401)
    expect(await PlainClient.refusal(`${server.url}?token=wrong`)).toBe(401)
  })

  test('is compared in the same time wherever it differs: as digests, by the constant-time comparison', async () => {
    const source = readFileSync(join(import.meta.dirname, '../../core/same-secret.ts'), 'utf8')
    expect(source).toContain('timingSafeEqual(a, b)')
    const { isSameSecret } = await import('../../core/same-secret.ts')
    expect([isSameSecret(KEY, KEY), isSameSecret('', KEY), isSameSecret(KEY.slice(1), KEY)]).toEqual([
      true,
      false,
      false,
    ])
    // No other comparison of a key or an instance is in the room.
    for (const file of ['server/access.ts', 'server/clients.ts'])
      expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).not.toMatch(
        /(key|instance)\)? [!=]== (?!undefined|null)/i,
      )
  })

  test('can be guessed at twenty times a minute, then who guesses waits', async () => {
    const server = await start(oneCommand)
    const wrong = { 'X-API-Key': 'wrong' }
    for (let times = 0; times < 20; times++)
      expect((await server.http('/api/health', { headers: wrong })).status).toBe(401)
    const { status, headers } = await server.http('/api/health', { headers: wrong })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await PlainClient.refusal(server.url, wrong)).toBe(429)
    expect((await raw(server.server.port, '/api/health', {})).status).toBe(429)
  })

  test('is not kept waiting by those who guess at the same address', async () => {
    const server = await start(oneCommand, { aip: { requests_per_minute: 30 } })
    for (let times = 0; times < 100; times++)
      await server.http('/api/health', { headers: { 'X-API-Key': `guess ${times}` } })
    expect((await server.http('/api/health')).status).toBe(200)
    await server.device('desk')
  })

  test('is never in the log, nor what a device proves itself with', async () => {
    const server = await start(oneCommand)
    await PlainClient.refusal(`${server.url}?token=wrong-${KEY}`)
    const peer = await PlainClient.open(`${server.url}?token=${KEY}`)
    await peer.register('pc')
    peer.send(`{"type":"${KEY}"}`)
    await peer.next({ type: 'error' })
    const device = await server.deskhand('desk', 'the-secret-of-this-program')
    device.cut()
    await server.http(`/api/task_result/${KEY}`)
    await server.http('/api/dispatch', { body: `{"key": "${KEY}"` })
    await until(() => server.log.join('').includes('ended'))
    const log = server.log.join('\n')
    expect(log).toContain('"client":"pc"')
    expect(log).not.toContain(KEY)
    expect(log).not.toContain('the-secret-of-this-program')
    expect(JSON.stringify((await server.http('/api/clients')).body)).not.toContain('the-secret')
  })
})
