// Who reaches the server: pages of a browser, other machines, peers without TLS.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { aipConfigSchema } from '../../../src-preload/contract/config.ts'
import { UserError } from '../../core/errors.ts'
import { silentLogger } from '../../core/logger.ts'
import { serveAip } from '../server/serve.ts'
import { PlainClient } from '../testing/plain-client.ts'
import { KEY, oneCommand } from '../testing/test-server.ts'
import { raw, useServers } from '../testing/attacks.ts'

const start = useServers()

describe('pages of a browser', () => {
  test.each([
    ['a foreign name', { Host: 'evil.example' }],
    ['a foreign name with the port', { Host: 'evil.example:{port}' }],
    ['a name that begins like ours', { Host: 'localhost.evil.example' }],
    ['a user before the name', { Host: 'localhost@evil.example' }],
    ['two hosts', { Host: ['127.0.0.1', 'evil.example'] }],
  ])('%s in Host is refused, as DNS rebinding has it', async (_name, headers) => {
    const server = await start(oneCommand)
    const host = [headers.Host].flat().map((text) => text.replace('{port}', String(server.server.port)))
    expect(await status(server.server.port, host)).toBe(421)
  })

  test('an address, localhost and names that were given are answered', async () => {
    const server = await start(oneCommand, { hosts: ['desk.example'] })
    for (const host of [
      '127.0.0.1',
      `localhost:${server.server.port}`,
      '[::1]:5000',
      'desk.example',
      '10.0.0.7:5000',
    ])
      expect(await status(server.server.port, [host]), host).toBe(200)
  })

  test.each([
    ['Origin', { Origin: 'http://evil.example' }],
    ['Origin null', { Origin: 'null' }],
    ['Origin of ours', { Origin: 'http://127.0.0.1' }],
    ['Sec-Fetch-Site', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('with %s they are refused, whatever they know', async (_name, headers) => {
    const server = await start(oneCommand)
    expect((await raw(server.server.port, '/api/health', { ...headers, 'X-API-Key': KEY })).status).toBe(403)
    expect(await PlainClient.refusal(server.url, { ...headers, 'X-API-Key': KEY })).toBe(403)
  })

  async function status(port: number, hosts: string[]): Promise<number> {
    const socket = connect(port, '127.0.0.1')
    const lines = [
      'GET /api/health HTTP/1.1',
      ...hosts.map((host) => `Host: ${host}`),
      `X-API-Key: ${KEY}`,
      'Connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n`)
    let text = ''
    for await (const part of socket) text += String(part)
    return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
  }
})

describe('where it listens', () => {
  test('nobody outside of this machine reaches it', async () => {
    const server = await start(oneCommand)
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal)
    for (const found of outside)
      await expect(fetch(`http://${found?.address}:${server.server.port}/api/health`)).rejects.toThrow()
    // The port is free on every other loopback address: it was taken on this one alone.
    const probe = createServer()
    probe.listen({ host: '127.0.0.2', port: server.server.port })
    await once(probe, 'listening')
    probe.close()
  })

  test('a port that is taken is named, and an address that this machine does not have', async () => {
    const server = await start(oneCommand)
    const options = {
      host: '127.0.0.1',
      key: KEY,
      config: aipConfigSchema.parse({}),
      runTask: oneCommand,
      logger: () => silentLogger,
    }
    await expect(serveAip({ ...options, port: server.server.port })).rejects.toThrow(/can't be had.*--port/)
    const elsewhere = { ...options, port: 0, host: '192.0.2.1' }
    await expect(serveAip(elsewhere)).rejects.toThrow(/can't be had.*--host/)
  })
})

describe('TLS', () => {
  let folder: string
  let pem: { cert: string; key: string }
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskhand-tls-'))
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        ...files,
        '-days',
        '1',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ],
      { stdio: 'ignore' },
    )
    pem = {
      cert: readFileSync(join(folder, 'cert.pem'), 'utf8'),
      key: readFileSync(join(folder, 'key.pem'), 'utf8'),
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('with a certificate everything is encrypted, and nothing is answered in the clear', async () => {
    const server = await start(oneCommand, { tls: pem })
    expect(server.url).toMatch(/^wss:/)
    const socket = new WebSocket(server.url, { ca: pem.cert, headers: { 'X-API-Key': KEY } })
    await once(socket, 'open')
    socket.close()
    const untrusting = new WebSocket(server.url, { headers: { 'X-API-Key': KEY } })
    const [error] = (await once(untrusting, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    await expect(fetch(`http://127.0.0.1:${server.server.port}/api/health`)).rejects.toThrow()
  })

  test('a certificate that is none is named', async () => {
    await expect(start(oneCommand, { tls: { cert: 'nonsense', key: 'nonsense' } })).rejects.toThrow(UserError)
  })
})
