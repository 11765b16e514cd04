import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLogger } from '../core/logger.ts'
import { serve, type WebServer } from './serve.ts'
import { filesProofOf, pageSecretOf } from './testing/page-client.ts'
import { raw } from './testing/raw.ts'

const PAGE = '<!doctype html><html><head></head><p>the app</html>'
let root = ''
let server: WebServer
/** What a page that was let in writes behind the address of a file. */
let proof = ''
let host = ''

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deskhand-web-'))
  const pages = join(root, 'renderer')
  await mkdir(join(pages, 'assets'), { recursive: true })
  await writeFile(join(pages, 'index.html'), PAGE)
  await writeFile(join(pages, 'pill.html'), '<!doctype html>')
  await writeFile(join(pages, 'assets/index-1.js'), 'export {}')
  await mkdir(join(root, 'logs/first'), { recursive: true })
  await writeFile(join(root, 'logs/first/action_step1.png'), 'picture')
  await writeFile(join(root, 'logs/first/empty.png'), '')
  await writeFile(join(root, 'logs/first/report.html'), '<script>alert(1)</script>')
  await writeFile(join(root, 'keys.json'), 'secret')
  server = await serve({
    port: 0,
    home: root,
    pages,
    router: { connect: () => expect.fail('No socket is opened here.') },
    logger: () => silentLogger,
  })
  host = `127.0.0.1:${server.port}`
  proof = `?proof=${filesProofOf(await pageSecretOf(server.address))}`
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

const get = (path: string, ...fields: string[]) =>
  raw(server.port, [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...fields])

describe('the token', () => {
  test('is 256 bits, stands in the address, and brings the page with another secret in it, without a cookie', async () => {
    const address = new URL(server.address)
    expect(address.hostname).toBe('127.0.0.1')
    const token = address.searchParams.get('token') ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { status, headers, body } = await get(`/?token=${token}`)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers).not.toHaveProperty('set-cookie')
    const [, secret = ''] = /<head><meta name="deskhand-secret" content="([\w-]{43})">/.exec(body) ?? []
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(body).not.toContain(token)
  })

  test('lets a browser in that followed a link of another page', async () => {
    const fields = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']
    expect((await get(`/${server.address.split('/').at(-1)}`, ...fields)).body).toContain('deskhand-secret')
  })

  test('of an address for a browser that is started with it is good once', async () => {
    const path = `/${server.addressForOnce().split('/').at(-1)}`
    expect((await raw(server.port, [`GET ${path} HTTP/1.1`, `Host: ${host}`])).status).toBe(200)
    expect((await raw(server.port, [`GET ${path} HTTP/1.1`, `Host: ${host}`])).status).toBe(401)
  })

  test.each(['/?token=', '/?token=wrong', `/?token=${'A'.repeat(43)}`, '/?token=%00'])(
    'that is wrong lets nobody in: %s',
    async (path) => {
      const answer = await raw(server.port, [`GET ${path} HTTP/1.1`, `Host: ${host}`])
      expect(answer.status).toBe(401)
      expect(answer.body).not.toContain('deskhand-secret')
      expect(answer.body).toContain('Open the address that the terminal printed')
    },
  )
})

describe('without the secret', () => {
  test('the page is there for everybody, and can do nothing: nothing of this program is in it', async () => {
    expect(await get('/')).toMatchObject({ status: 200, body: PAGE })
  })

  test('files of runs are not shown, whatever else is sent', async () => {
    const token = new URL(server.address).searchParams.get('token') ?? ''
    const secret = await pageSecretOf(server.address)
    for (const wrong of ['', '?proof=', `?proof=${token}`, `?proof=${secret}`, `?proof=${'0'.repeat(64)}`, `?token=${token}`])
      expect(await get(`/files/first/action_step1.png${wrong}`, `Cookie: deskhand-${server.port}=${secret}`)).toMatchObject({
        status: 401,
        body: expect.stringContaining('Open the address that the terminal printed') as string,
      }) // prettier-ignore
    // Nor does anybody learn which there are.
    expect((await get('/files/first/none.png')).status).toBe(401)
  })
})

describe('a request that is not meant for us', () => {
  test.each([
    ['a foreign name (DNS rebinding)', () => ['Host: evil.example']],
    ['a foreign name on our port', () => [`Host: evil.example:${server.port}`]],
    ['our name without the port', () => ['Host: 127.0.0.1']],
    ['our name on another port', () => ['Host: 127.0.0.1:1']],
    ['another address of this machine', () => [`Host: 0.0.0.0:${server.port}`]],
    ['IPv6', () => [`Host: [::1]:${server.port}`]],
    ['a longer name', () => [`Host: localhost:${server.port}.evil.example`]],
    ['a name with a user', () => [`Host: evil@${host}`]],
    ['two names', () => [`Host: ${host}`, 'Host: evil.example']],
    ['two names, ours last', () => ['Host: evil.example', `Host: ${host}`]],
  ])('%s is refused', async (_name, fields) => {
    const { status } = await raw(server.port, ['GET / HTTP/1.1', ...fields()])
    expect([400, 421]).toContain(status)
  })

  test('an address of a proxy is refused', async () => {
    expect((await get('http://evil.example/')).status).toBe(421)
    expect((await get('*')).status).toBe(421)
  })

  test('localhost is one of our names', async () => {
    const field = `Host: localhost:${server.port}`
    expect((await raw(server.port, ['GET / HTTP/1.1', field])).status).toBe(200)
  })
})

describe('a request of another page', () => {
  test.each([
    ['a foreign origin', ['Origin: http://evil.example']],
    ['no origin that can be told', ['Origin: null']],
    ['a page of another port', ['Origin: http://127.0.0.1:1']],
    ['a foreign picture or script', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors']],
    ['another port of this machine', ['Sec-Fetch-Site: same-site', 'Sec-Fetch-Mode: no-cors']],
    ['a frame', ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe']],
  ])('%s is refused', async (_name, fields) => {
    for (const path of ['/', '/assets/index-1.js', `/files/first/action_step1.png${proof}`])
      expect((await get(path, ...fields)).status).toBe(403)
  })

  test('our own page, and a person who goes to the address, are answered', async () => {
    const fields = [`Origin: http://${host}`, 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: cors']
    expect((await get('/assets/index-1.js', ...fields)).status).toBe(200)
    expect((await get('/', 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate')).status).toBe(200)
  })
})

describe('what is answered', () => {
  test('is the page, with a policy that allows no eval, no inline script and no other source', async () => {
    const { status, headers, body } = await get('/')
    expect(status).toBe(200)
    expect(body).toBe(PAGE)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain(`connect-src 'self' ws://${host};`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
    expect(policy.split(';').find((part) => part.includes('script-src'))).not.toContain('unsafe-inline')
  })

  test('are the files of the build, with their types', async () => {
    const { status, headers, body } = await get('/assets/index-1.js')
    expect([status, headers['content-type'], body]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'export {}',
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('are pictures of runs; documents are saved, not shown', async () => {
    const picture = await get(`/files/first/action_step1.png${proof}`)
    expect([picture.status, picture.headers['content-type'], picture.body]).toEqual([
      200,
      'image/png',
      'picture',
    ])
    expect(await get(`/files/first/empty.png${proof}`)).toMatchObject({ status: 200, body: '' })
    const report = await get(`/files/first/report.html${proof}`)
    expect(report.headers['content-disposition']).toMatch(/^attachment/)
    expect(report.headers['content-security-policy']).toContain('sandbox')
  })

  test('is nothing else, however it is spelled', async () => {
    for (const path of [
      '/pill.html', '/index.html', '/assets/', '/assets', '/assets/none.js', '/keys.json', '/../keys.json',
      '/assets/../../keys.json', '/assets/..%2f..%2fkeys.json', '/assets/%2e%2e/%2e%2e/keys.json',
      '/assets/..\\..\\keys.json', '//keys.json', '/files/first/../../keys.json', '/files/first/%2e%2e/%2e%2e/keys.json',
      '/files/first/..%2f..%2fkeys.json', '/files/%2e%2e/keys.json', '/files/..%5ckeys.json', '/files/first/%ff.png',
    ]) expect(await get(path + proof), path).toMatchObject({ status: 404 }) // prettier-ignore
  })

  test('has no body for HEAD', async () => {
    const lines = [`HEAD /files/first/action_step1.png${proof} HTTP/1.1`, `Host: ${host}`]
    expect(await raw(server.port, lines)).toMatchObject({ status: 200, body: '' })
  })
})

describe('a request that is too much', () => {
  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('%s is refused', async (method) => {
    const { status } = await raw(server.port, [`${method} / HTTP/1.1`, `Host: ${host}`])
    expect(status).toBe(405)
  })

  test('a body is refused before it is read', async () => {
    expect((await get('/', 'Content-Length: 1000000000')).status).toBe(413)
    expect((await get('/', 'Transfer-Encoding: chunked')).status).toBe(413)
  })

  test('headers have a largest size', async () => {
    expect((await get('/', `X-Long: ${'x'.repeat(20_000)}`)).status).toBe(431)
  })
})

test('a socket is refused as a page is: by its host, its origin and its path', async () => {
  const own = [`Host: ${host}`, `Origin: http://${host}`]
  const without = (name: string) => own.filter((field) => !field.startsWith(name))
  const open = async (path: string, fields: string[]) => {
    const lines = [
      `GET ${path} HTTP/1.1`, ...fields, 'Upgrade: websocket', 'Connection: Upgrade',
      'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ] // prettier-ignore
    return (await raw(server.port, lines)).status
  }
  expect(await open('/bridge', [...without('Host'), 'Host: evil.example'])).toBe(421)
  expect(await open('/bridge', [...without('Origin'), 'Origin: http://evil.example'])).toBe(403)
  expect(await open('/bridge', [...without('Origin'), `Origin: https://${host}`])).toBe(403)
  expect(await open('/bridge', [...without('Origin'), `Origin: http://localhost:${server.port}`])).toBe(403)
  expect(await open('/bridge', without('Origin'))).toBe(403)
  expect(await open('/', own)).toBe(404)
  expect(await open('/bridge/', own)).toBe(404)
})

test('nobody outside of this machine reaches the server', async () => {
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address !== undefined && address.family === 'IPv4' && !address.internal)
  const probe = createServer()
  for (const { address } of outside.map((found) => ({ address: found?.address ?? '' }))) {
    await expect(fetch(`http://${address}:${server.port}/`)).rejects.toThrow()
  }
  // The port is free on every other loopback address: it was taken on this one alone.
  probe.listen({ host: '127.0.0.2', port: server.port })
  await once(probe, 'listening')
  probe.close()
})

test('a port that is taken is named', async () => {
  const options = { port: server.port, home: root, pages: root, logger: () => silentLogger }
  const router = { connect: () => expect.fail('No socket is opened here.') }
  await expect(serve({ ...options, router })).rejects.toThrow(`127.0.0.1:${server.port} can't be had`)
})
