import { randomUUID } from 'node:crypto'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, test } from 'vitest'
import { StoppedError, ToolError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { environmentOf, headersOf } from './server-keys.ts'
import { httpServer, localServer, stdioServer, type LinkedServer } from './linked-server.ts'
import { ODD_STDIO_SERVER, serverConfig } from './testing/doubles.ts'
import { Fifo } from './testing/fifo.ts'
import { build } from './testing/odd-tools.ts'

const host = { own: () => {}, disown: () => {} }
const options = { env: {}, applications: {}, desktop: 'virtual' as const }

const call = async (
  server: LinkedServer,
  name: string,
  parameters: Record<string, unknown> = {},
  run = new RunControl(),
) => {
  const reply = await server.callTool(name, parameters, {}, 1000, run)
  return reply.structuredContent?.['result']
}

const stdio = (more: Partial<Parameters<typeof serverConfig>[0]> = {}) =>
  stdioServer(
    serverConfig({
      namespace: 'Odd',
      type: 'stdio',
      command: process.execPath,
      start_args: [ODD_STDIO_SERVER],
      ...more,
    }),
    { DISPLAY: ':140' },
    silentLogger,
  )

describe('a server over stdio', () => {
  test('keeps its process between calls, and a reset gives a fresh one', async () => {
    await using server = stdio()
    const tools = await server.listTools(new RunControl())
    expect(tools.map(({ name }) => name)).toContain('add')
    expect([await call(server, 'count'), await call(server, 'count')]).toEqual([1, 2])
    await server.reset()
    expect(await call(server, 'count')).toBe(1)
  })

  test('gets the desktop and its own environment, and no keys', async () => {
    process.env['TEST_API_KEY'] = 'sk-abcdefgh'
    await using server = stdio({ env: { OWN: 'yes' } })
    const env = await call(server, 'environment')
    delete process.env['TEST_API_KEY']
    expect(env).toMatchObject({ DISPLAY: ':140', OWN: 'yes' })
    expect(env).not.toHaveProperty('TEST_API_KEY')
  })

  test('a crash fails the call alone: the server comes back by itself', async () => {
    await using server = stdio()
    await expect(call(server, 'crash')).rejects.toThrow('Odd broke off')
    expect(await call(server, 'add', { a: 1 })).toBe(1)
  })

  test('blocked in a native call it is killed by a stop, and comes back', async () => {
    await using server = stdio()
    await using fifo = new Fifo()
    const run = new RunControl()
    const reading = call(server, 'read_file', { path: fifo.path }, run)
    await fifo.isRead()
    run.stop()
    await expect(reading).rejects.toThrow(StoppedError)
    expect(await call(server, 'add', { a: 2 })).toBe(2)
  })

  test('a deadline ends it at once when nobody else uses it', async () => {
    await using server = stdio()
    await call(server, 'count')
    using run = new RunControl().child({ timeoutMs: 100, name: 'hang' })
    await expect(call(server, 'hang', {}, run)).rejects.toMatchObject({ reason: 'deadline' })
    expect(await call(server, 'count')).toBe(1)
  })

  test('a call of others under way survives the end of one that hangs', async () => {
    await using server = stdio()
    await call(server, 'count')
    using run = new RunControl().child({ timeoutMs: 100, name: 'hang' })
    const stop = new RunControl()
    const other = call(server, 'hang', {}, stop)
    await expect(call(server, 'hang', {}, run)).rejects.toMatchObject({ reason: 'deadline' })
    expect(await call(server, 'count')).toBe(2)
    stop.stop()
    await expect(other).rejects.toThrow(StoppedError)
  })

  test('a command that is not there is a failure that says what to check', async () => {
    await using server = stdio({ command: '/no/such/program' })
    await expect(call(server, 'add')).rejects.toThrow(/Odd can't be reached: .*Check command/)
  })
})

describe('a server over HTTP', () => {
  test('is called on loopback, also after it was started again', async () => {
    await using listening = await listen(0)
    await using server = httpServer(
      serverConfig({ namespace: 'Odd', type: 'http', host: '127.0.0.1', port: listening.port }),
    )
    expect([await call(server, 'count'), await call(server, 'count')]).toEqual([1, 2])
    await listening[Symbol.asyncDispose]()
    await expect(call(server, 'count')).rejects.toThrow(ToolError)
    await expect(call(server, 'count')).rejects.toThrow(`Start the server that listens at http://127.0.0.1`)
    await using _again = await listen(listening.port)
    expect(await call(server, 'count')).toBe(1)
  })

  test('a restart between two calls is not noticed by the second', async () => {
    const listening = await listen(0)
    await using server = httpServer(
      serverConfig({ namespace: 'Odd', type: 'http', host: '127.0.0.1', port: listening.port }),
    )
    await call(server, 'count')
    await listening[Symbol.asyncDispose]()
    await using _again = await listen(listening.port)
    await new Promise((resolve) => setTimeout(resolve, 100)) // the client's socket learns that it was closed
    expect(await call(server, 'count')).toBe(1)
  })

  test('a stop ends the wait for a tool that hangs', async () => {
    await using listening = await listen(0)
    await using server = httpServer(
      serverConfig({ namespace: 'Odd', type: 'http', host: '127.0.0.1', port: listening.port }),
    )
    const run = new RunControl()
    const hanging = call(server, 'hang', {}, run)
    setTimeout(() => run.stop(), 100)
    await expect(hanging).rejects.toThrow(StoppedError)
    expect(await call(server, 'add', { a: 3 })).toBe(3)
  })
})

describe('the headers of a server over HTTP', () => {
  const http = (more: Partial<Parameters<typeof serverConfig>[0]>) =>
    serverConfig({ namespace: 'Odd', type: 'http', host: '127.0.0.1', ...more })
  const secrets = { get: (name: string) => Promise.resolve(name === 'ODD_KEY' ? 'sk-abcdefgh' : null) }
  const headers = { Authorization: 'Bearer ${ODD_KEY}', 'X-Team': 'tests' }

  test('are sent with each call, the keys that they name filled in', async () => {
    const seen: unknown[] = []
    await using listening = await listen(0)
    const fetchSeen: typeof fetch = (url, init) => {
      const sent = new Headers(init?.headers)
      seen.push([sent.get('authorization'), sent.get('x-team')])
      return fetch(url, init)
    }
    await using server = httpServer(http({ port: listening.port, headers }), { fetch: fetchSeen, secrets })
    expect(await call(server, 'add', { a: 3, b: 4 })).toBe(7)
    expect(seen.length).toBeGreaterThan(1)
    expect(new Set(seen.map(String))).toEqual(new Set(['Bearer sk-abcdefgh,tests']))
  })

  test('that name a key that there is not are told with what to do', async () => {
    await using server = httpServer(http({ headers: { Authorization: '${GONE}' } }), { secrets })
    await expect(server.listTools(new RunControl())).rejects.toThrow('deskhand config key GONE')
  })

  test('are filled in as the environment of a program is, which is no network', async () => {
    const server = serverConfig({
      namespace: 'Odd',
      type: 'stdio',
      env: { TOKEN: '${ODD_KEY}', TEAM: 'a$b' },
    })
    expect(await environmentOf(server, secrets)).toEqual({ TOKEN: 'sk-abcdefgh', TEAM: 'a$b' })
    await expect(environmentOf({ ...server, env: { TOKEN: '${GONE}' } }, secrets)).rejects.toThrow(
      'for its variable TOKEN: set it with `deskhand config key GONE`',
    )
  })

  test('carry no key over a network without encryption', async () => {
    await expect(headersOf(http({ host: 'example.com', headers }), secrets)).rejects.toThrow('use https')
    expect(await headersOf(http({ host: 'example.com', scheme: 'https', headers }), secrets)).toEqual({
      Authorization: 'Bearer sk-abcdefgh',
      'X-Team': 'tests',
    })
  })

  test('go with an address of https', async () => {
    const asked: string[] = []
    const refusing: typeof fetch = (url) => {
      asked.push(url instanceof Request ? url.url : url.toString())
      return Promise.reject(new Error('asked'))
    }
    await using server = httpServer(http({ scheme: 'https', host: 'example.com', port: 443 }), {
      fetch: refusing,
    })
    await expect(server.listTools(new RunControl())).rejects.toThrow(ToolError)
    expect(asked[0]).toBe('https://example.com/mcp')
  })
})

test('an object of this process is called over a linked pair', async () => {
  await using server = localServer('Odd', () => build(options, host))
  expect(await call(server, 'add', { a: 3, b: 4 })).toBe(7)
  await server.reset()
  expect(await call(server, 'count')).toBe(1)
})

/** A streamable HTTP server of the odd tools; port 0 takes a free one. */
async function listen(port: number): Promise<{ port: number } & AsyncDisposable> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const server: HttpServer = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const message: unknown = body === '' ? undefined : JSON.parse(body)
      const id = request.headers['mcp-session-id']
      let transport = typeof id === 'string' ? sessions.get(id) : undefined
      if (!transport && isInitializeRequest(message)) {
        const fresh = new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          onsessioninitialized: (session) => void sessions.set(session, fresh),
        })
        transport = fresh
        await build(options, host).connect(fresh)
      }
      if (transport) await transport.handleRequest(request, response, message)
      else
        response
          .writeHead(404)
          .end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}')
    })()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
