import { request } from 'node:http'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../core/logger.ts'
import { serveMcp, type McpHttpServer } from './serve.ts'
import { fakeProgram } from './testing/fake-program.ts'

let server: McpHttpServer | null = null
afterEach(async () => {
  await server?.[Symbol.asyncDispose]()
  server = null
})

type Answers = Parameters<typeof fakeProgram>[0]
async function served(answers: Answers = {}, goneAfterMs?: { listening: number; silent: number }) {
  const program = fakeProgram(answers)
  server = await serveMcp({
    port: 0,
    token: null,
    router: program,
    logger: () => silentLogger,
    session: { display: null, version: '1' },
    ...(goneAfterMs ? { goneAfterMs } : {}),
  })
  return { program, server }
}

async function connect({ address, token }: McpHttpServer, given = token) {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { Authorization: `Bearer ${given}` } },
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, transport }
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
})

/** The status of one request, with exactly these fields. */
const status = (
  { address, token }: McpHttpServer,
  { method = 'POST', path = '/mcp', body = INITIALIZE, ...fields }: Record<string, string> = {},
) =>
  new Promise<number>((resolve, reject) => {
    const { port, host } = new URL(address)
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: {
        Host: host,
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...fields,
      },
    })
    sent.once('response', (response) => {
      response.destroy()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject)
    sent.end(method === 'POST' ? body : undefined)
  })

test('a client with the token is served, on loopback alone', async () => {
  const { server } = await served()
  expect(new URL(server.address).hostname).toBe('127.0.0.1')
  expect(Buffer.from(server.token, 'base64url')).toHaveLength(32)
  const { client } = await connect(server)
  expect((await client.listTools()).tools).toHaveLength(8)
})

test.each([
  ['no token', { Authorization: '' }, 401],
  ['another token', { Authorization: 'Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 401],
  ['a part of the way in', { Authorization: 'Bearer' }, 401],
  ['a name that was pointed at this machine', { Host: 'attacker.example' }, 421],
  ['another port in Host', { Host: '127.0.0.1:1' }, 421],
  ['the origin of a page', { Origin: 'https://attacker.example' }, 403],
  ['an origin of this machine', { Origin: 'http://127.0.0.1' }, 403],
  ['the origin null', { Origin: 'null' }, 403],
  ['a request of a page', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['another path', { path: '/' }, 404],
  ['a session that there is not', { 'mcp-session-id': 'guessed' }, 404],
  ['no JSON', { body: '{' }, 400],
  ['no beginning', { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }, 400],
  ['GET without a session', { method: 'GET' }, 400],
  ['a message of ten megabytes', { body: 'x'.repeat(10 * 1024 * 1024) }, 413],
])('%s is refused, and reaches nothing', async (_what, fields, wanted) => {
  const { program, server } = await served()
  expect(await status(server, fields as Record<string, string>)).toBe(wanted)
  expect(program.connections).toEqual([])
})

test('an address with another beginning of the token takes as long and as little', async () => {
  const { server } = await served()
  expect(await status(server, { path: `/mcp?token=${server.token}`, Authorization: '' })).toBe(401)
})

test('two clients at once have desktops of their own, and see nothing of each other', async () => {
  const { program, server } = await served()
  const [one, two] = await Promise.all([connect(server), connect(server)])
  await Promise.all(
    [one, two].map(({ client }) =>
      client.callTool({ name: 'run_request', arguments: { request: 'open Mousepad' } }),
    ),
  )
  expect(program.connections).toHaveLength(2)
  for (const connection of program.connections) expect(connection.of('open_desktop')).toHaveLength(1)
  await one.transport.terminateSession()
  expect(program.connections.map(({ isGone }) => isGone)).toEqual([true, false])
  expect(program.connections.map((each) => each.of('close_desktop').length)).toEqual([1, 0])
  await two.client.callTool({ name: 'observe', arguments: {} })
})

test('the session of one client is closed to whoever has no token, also with its name', async () => {
  const { server } = await served()
  const { transport } = await connect(server)
  const id = transport.sessionId ?? ''
  expect(
    await status(server, { 'mcp-session-id': id, Authorization: 'Bearer guessed-guessed-guessed' }),
  ).toBe(401)
  expect(await status(server, { 'mcp-session-id': id, method: 'DELETE', Authorization: '' })).toBe(401)
})

test('a client that dies in the middle of a request leaves no run and no desktop behind', async () => {
  const begun = Promise.withResolvers<void>()
  const { program, server } = await served(
    {
      start_run: () => {
        begun.resolve()
        return { run: 'r1' }
      },
      control_run: (_input, connection) => {
        connection.end('r1', 'stopped')
        return { run: 'r1' }
      },
    },
    { listening: 50, silent: 50 },
  )
  const { client } = await connect(server)
  const asked = client.callTool({ name: 'run_request', arguments: { request: 'wait' } }).catch(() => {})
  await begun.promise
  // Its sockets end, and it says nothing.
  await client.transport?.close()
  await asked
  const [connection] = program.connections
  await expect.poll(() => connection?.isGone).toBe(true)
  expect(connection?.of('control_run')).toContainEqual({ run: 'r1', wish: 'stop' })
  expect(connection?.of('close_desktop')).toEqual([{ desktop: 'd1' }])
})

test('no more clients are taken than there is room for', async () => {
  const { server } = await served()
  await Promise.all(Array.from({ length: 16 }, () => connect(server)))
  expect(await status(server)).toBe(503)
})

test('a token of a person is taken, unless it can be guessed', async () => {
  const options = {
    port: 0,
    router: fakeProgram(),
    logger: () => silentLogger,
    session: { display: null, version: '1' },
  }
  await expect(serveMcp({ ...options, token: 'short' })).rejects.toThrow('16 characters')
  server = await serveMcp({ ...options, token: 'a-token-of-their-own' })
  expect(server.token).toBe('a-token-of-their-own')
})
