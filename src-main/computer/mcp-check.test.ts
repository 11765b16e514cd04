import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MCPServerConfig } from '../../src-preload/contract/config.ts'
import { StoppedError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { processRef } from '../platform/linux/processes.ts'
import { ComputerManager } from './computer-manager.ts'
import { checkServer } from './mcp-check.ts'
import { ODD_STDIO_SERVER, serverConfig, testServers } from './testing/doubles.ts'

const check = (config: MCPServerConfig, withinMs = 20_000, run = new RunControl()) =>
  checkServer(config, { env: { PATH: process.env['PATH'] ?? '' }, logger: silentLogger, withinMs }, run)

/** A server that is this piece of JavaScript. */
const script = (code: string, more: Partial<MCPServerConfig> = {}) =>
  serverConfig({
    namespace: 'Mine',
    type: 'stdio',
    command: process.execPath,
    start_args: ['-e', code],
    ...more,
  })
const odd = (more: Partial<MCPServerConfig> = {}) =>
  serverConfig({
    namespace: 'Odd',
    type: 'stdio',
    command: process.execPath,
    start_args: [ODD_STDIO_SERVER],
    ...more,
  })
describe('a check of an MCP server', () => {
  test('starts it, tells its tools, and ends it, also one that is not enabled', async () => {
    for (const enabled of [true, false]) {
      const result = await check(odd({ enabled }))
      expect(result).toMatchObject({ ok: true, error: null })
      expect(result.tools.map(({ name }) => name)).toContain('add')
    }
  })

  test('tells the tools of those that are built in, without a desktop', async () => {
    const names = async (namespace: string) =>
      (await check(serverConfig({ namespace }))).tools.map(({ name }) => name)
    expect(await names('UICollector')).toContain('get_desktop_app_info')
    expect(await names('CommandLineExecutor')).toContain('run_shell')
    expect((await check(serverConfig({ namespace: 'Nothing' }))).error).toMatch(/No local server is called/)
  })

  test.each<[string, MCPServerConfig, RegExp]>([
    [
      'a program that is not there',
      script('', { command: '/no/such' }),
      /can't be reached: .*ENOENT.*Check command/,
    ],
    ['no command', serverConfig({ namespace: 'Mine', type: 'stdio' }), /it has no command/],
    [
      'a crash, with what it said',
      script('console.error("Set ROOT_FOLDER first"); process.exit(3)'),
      /can't be reached: .*It said: “Set ROOT_FOLDER first”/,
    ],
    ['an end without a word', script('process.exit(0)'), /can't be reached/],
    [
      'too much at once',
      script(
        'const s = "x".repeat(1e6); const w = () => { while (process.stdout.write(s)); process.stdout.once("drain", w) }; w()',
      ),
      /It sent too much at once/,
    ],
  ])('names %s', async (_, config, words) => {
    const result = await check(config)
    expect(result).toMatchObject({ ok: false, tools: [] })
    expect(result.error).toMatch(words)
  })

  test('gives up in time where it hangs, or says things that are no MCP, and quotes them', async () => {
    const hanging = await check(script('setInterval(() => {}, 1000)'), 500)
    expect(hanging.error).toMatch(/Mine did not answer in time\. Check that it is an MCP server/)
    const chatting = await check(script('setInterval(() => console.log("Hello, I am a shell"), 20)'), 5_000)
    expect(chatting.error).toMatch(/It said: “.*Hello, I am a shell/)
  })

  test('leaves nothing behind: not what a package runner has started either', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'check-'))
    const file = join(folder, 'pid')
    const inner = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`
    const runner = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'ignore' }); setInterval(() => {}, 1000)`
    await check(script(runner), 1500)
    const pid = Number(await readFile(file, 'utf8'))
    await expect.poll(() => processRef(pid)).toBeNull()
    await rm(folder, { recursive: true })
  })

  test('ends with its caller', async () => {
    const run = new RunControl()
    const checked = check(script('setInterval(() => {}, 1000)'), 20_000, run)
    setTimeout(() => run.stop(), 200)
    await expect(checked).rejects.toBeInstanceOf(StoppedError)
  })

  test('names an address where nobody, a web page, a flood or nothing at all answers', async () => {
    const answers: Record<string, RequestListener> = {
      page: (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hi</p>'),
      hang: () => {},
      flood: (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const write = () => {
          while (response.write('x'.repeat(1_000_000)));
          response.once('drain', write)
        }
        write()
      },
    }
    const server = createServer((request, response) =>
      answers[(request.url ?? '').slice(1)]?.(request, response),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const at = (path: string, to = port) =>
      check(serverConfig({ namespace: 'Far', type: 'http', host: '127.0.0.1', port: to, path }), 1500)
    for (const path of ['/page', '/hang', '/flood']) {
      expect(await at(path), path).toMatchObject({ ok: false, error: expect.stringContaining('Far') })
    }
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect((await at('/mcp')).error).toMatch(/Start the server that listens at http/)
  })
})

test('a server that is not enabled is never started by a Computer', async () => {
  await using servers = testServers()
  const config = {
    AppAgent: {
      default: {
        data_collection: [serverConfig({ namespace: 'OddTools' })],
        action: [script('process.exit(1)', { enabled: false })],
      },
    },
  }
  const manager = new ComputerManager({ config, mcpServerManager: servers.manager, logger: silentLogger })
  const route = { agent_name: 'AppAgent', process_name: 'x', root_name: '' }
  const computer = await manager.getOrCreate(route, new RunControl())
  expect(computer.unavailable).toEqual([])
  expect(() => servers.manager.createOrGetServer(odd({ enabled: false }))).toThrow('Odd is not enabled')
})
