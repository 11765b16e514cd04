import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Command } from '../core/command.ts'
import { StoppedError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { reply } from '../servers/tool-reply.ts'
import { serveTools, tool } from '../servers/tool-table.ts'
import { Computer } from './computer.ts'
import { ComputerManager } from './computer-manager.ts'
import { CommandRouter } from './command-router.ts'
import { command, ODD_STDIO_SERVER, serverConfig, testServers } from './testing/doubles.ts'

const route = { agent_name: 'AppAgent', process_name: '', root_name: '' }

function house(
  extra: (servers: ReturnType<typeof testServers>) => void = () => {},
  namespaces = ['OddTools'],
  configs = namespaces.map((namespace) => serverConfig({ namespace })),
) {
  const servers = testServers()
  extra(servers)
  const computers = new ComputerManager({
    config: {
      AppAgent: {
        default: { data_collection: [], action: configs },
        calc: { data_collection: configs, action: [] },
      },
    },
    mcpServerManager: servers.manager,
    logger: silentLogger,
  })
  const router = new CommandRouter(computers)
  const run = new RunControl()
  const execute = (commands: Command[], options = {}) => router.execute(route, commands, options, run)
  return {
    servers,
    computers,
    router,
    run,
    execute,
    [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
  }
}

const named = (namespace: string, toolName: string) => () =>
  serveTools(namespace, 'action', [tool(toolName, '', z.strictObject({}), () => reply(namespace))])

test('a command is carried out and answered with its call id and namespace', async () => {
  await using it = house()
  expect(await it.execute([command('add', { a: 2, b: 3 }, { call_id: 'one' })])).toEqual([
    { status: 'success', error: null, result: 5, namespace: 'OddTools', call_id: 'one', code: null },
  ])
})

test.each([[0], [''], [false], [null], [[]]])('the falsy or empty result %j is kept', async (value) => {
  await using it = house()
  const [result] = await it.execute([command('say', { value })])
  expect(result).toMatchObject({ status: 'success', result: value })
})

test('a bare name that two servers have is a failure that lists both, and a namespace tells them apart', async () => {
  await using it = house(
    ({ registry }) =>
      registry.registerInstance('A', named('A', 'save')).registerInstance('B', named('B', 'save')),
    ['A', 'B'],
  )
  const results = await it.execute([command('save', {}, { namespace: 'B' }), command('save')])
  expect(results[0]).toMatchObject({ status: 'success', result: 'B' })
  expect(results[1]).toMatchObject({ status: 'failure', code: 'ambiguous_tool' })
  expect(results[1]?.error).toContain('A and B')
})

test('tools are listed in the order of the configuration, whichever server answers first', async () => {
  const configs = ['A', 'B'].map((namespace) => serverConfig({ namespace }))
  await using it = house(({ registry }) =>
    registry.registerInstance('A', named('A', 'of_a')).registerInstance('B', named('B', 'of_b')),
  )
  const computer = new Computer({
    name: 'one',
    processName: '',
    mcpServerManager: it.servers.manager,
    dataCollectionServersConfig: [],
    actionServersConfig: configs,
    logger: silentLogger,
  })
  for (const config of configs.toReversed()) await computer.addServer(config, 'action', it.run)
  expect(computer.listTools('action').map(({ tool_name }) => tool_name)).toEqual(['of_a', 'of_b'])
})

test('no thread starts for the tools that a server of ours has, and one for the first call', async () => {
  const load = () => import('../servers/files/file-executor.ts')
  await using it = house(
    ({ registry }) => registry.registerFactory('FileExecutor', { place: 'thread', load }),
    ['FileExecutor'],
  )
  const computer = await it.computers.getOrCreate(route, it.run)
  expect(computer.listTools('action').map(({ tool_name }) => tool_name)).toContain('trash_files')
  expect(it.servers.pool.names).toEqual([])
  const [result] = await it.execute([command('list_folder', { path: '/' })])
  expect(result).toMatchObject({ status: 'success' })
  expect(it.servers.pool.names).toHaveLength(1)
})

test('an unknown tool fails with the nearest names', async () => {
  await using it = house()
  const [result] = await it.execute([command('cuont')])
  expect(result).toMatchObject({ status: 'failure', code: 'unknown_tool' })
  expect(result?.error).toBe('There is no tool cuont. Nearest: count.')
})

test('bad arguments are named before the tool is called', async () => {
  await using it = house()
  const results = await it.execute([command('add', { b: 'x', c: 1 })], { earlyExit: false })
  expect(results[0]).toMatchObject({ status: 'failure', code: 'bad_arguments' })
  expect(results[0]?.error).toBe(
    `add: must have required property 'a'; "b" must be number; "c" is not one of its arguments (a, b).`,
  )
})

test('what a tool throws, a crash and a timeout are each a failure of that command alone', async () => {
  await using it = house()
  const results = [
    ...(await it.execute([command('fail'), command('crash')], { earlyExit: false })),
    ...(await it.execute([command('spin')], { timeoutMs: 500 })),
    ...(await it.execute([command('add', { a: 1 })])),
  ]
  expect(results.map(({ status, code }) => ({ status, code }))).toEqual([
    { status: 'failure', code: 'tool' },
    { status: 'failure', code: 'crash' },
    { status: 'failure', code: 'timeout' },
    { status: 'success', code: null },
  ])
  expect(results[0]?.error).toBe('It failed as planned.')
  expect(results[2]?.error).toBe('spin took longer than 0.5 s and was ended.')
})

test('after the first failure the rest are skipped and say why', async () => {
  await using it = house()
  const results = await it.execute([command('add', { a: 1 }), command('fail'), command('add', { a: 2 })])
  expect(results.map(({ status }) => status)).toEqual(['success', 'failure', 'skipped'])
  expect(results[2]?.error).toBe('Skipped, because action 2 (fail) failed: It failed as planned.')
})

test('an empty tool name is no action', async () => {
  await using it = house()
  expect(await it.execute([command('')])).toMatchObject([{ status: 'success', result: 'No action taken.' }])
})

test('a stop ends the call under way and those that wait, by throwing', async () => {
  await using it = house()
  const calls = [it.execute([command('spin')]), it.execute([command('hang')])]
  setTimeout(() => it.run.stop(), 200)
  const ends = await Promise.allSettled(calls)
  expect(ends.map((end) => end.status === 'rejected' && end.reason instanceof StoppedError)).toEqual([
    true,
    true,
  ])
})

test('a slow tool is reported once, while it runs', async () => {
  await using it = house()
  const warnings: string[] = []
  await it.execute([command('spin', { ms: 200 })], {
    slowMs: 100,
    onSlow: (message: string) => warnings.push(message),
  })
  expect(warnings).toEqual(['spin of OddTools takes longer than 0.1 s.'])
})

test('list_tools tells of every tool with its schema, without itself unless asked', async () => {
  await using it = house()
  const [plain, whole] = await it.execute([
    command('list_tools', { tool_type: 'action' }),
    command('list_tools', { remove_meta: false }),
  ])
  const keys = (result: unknown) => (result as { tool_key: string }[]).map(({ tool_key }) => tool_key)
  expect(keys(plain?.result)).toContain('action::OddTools::add')
  expect(keys(plain?.result)).not.toContain('action::Computer::list_tools')
  expect(keys(whole?.result)).toContain('action::Computer::list_tools')
})

test('list_tools tells the title and the schema of the result, as the server gives them', async () => {
  const build = () => {
    const server = new McpServer({ name: 'Measures', version: '1' })
    const outputSchema = { metres: z.number() }
    const inputSchema = { feet: z.number() }
    server.registerTool('convert', { title: 'Convert a length', inputSchema, outputSchema }, ({ feet }) => ({
      structuredContent: { metres: feet * 0.3048 },
      content: [],
    }))
    server.registerTool('hint', { annotations: { title: 'Only a hint' } }, () => ({ content: [] }))
    return server.server
  }
  await using it = house(({ registry }) => registry.registerInstance('Measures', build), ['Measures'])
  const [listed, converted] = await it.execute([command('list_tools'), command('convert', { feet: 10 })])
  expect(listed?.result).toMatchObject([
    {
      tool_name: 'convert',
      title: 'Convert a length',
      output_schema: {
        type: 'object',
        properties: { metres: { type: 'number' } },
        required: ['metres'],
      },
    },
    { tool_name: 'hint', title: 'Only a hint', output_schema: null },
  ])
  expect(converted).toMatchObject({ status: 'success', result: { metres: 3.048 } })
})

test('tools are found by their type: a root name has its own servers', async () => {
  await using it = house()
  const calc = { ...route, root_name: 'calc' }
  const asked = [command('add', { a: 1 }, { tool_type: 'data_collection' }), command('add', { a: 1 })]
  const results = await it.router.execute(calc, asked, {}, it.run)
  expect(results.map(({ code }) => code)).toEqual([null, 'unknown_tool'])
})

test('an agent without a configuration is a failure that names those that have one', async () => {
  await using it = house()
  const [result] = await it.router.execute({ ...route, agent_name: 'Nobody' }, [command('add')], {}, it.run)
  expect(result).toMatchObject({ status: 'failure' })
  expect(result?.error).toContain('AppAgent')
})

test('one computer per agent, process and root', async () => {
  await using it = house()
  const get = (process_name: string, root_name: string) =>
    it.computers.getOrCreate({ ...route, process_name, root_name }, it.run)
  const [first, same, other, calc] = await Promise.all([
    get('a', ''),
    get('a', ''),
    get('b', ''),
    get('a', 'calc'),
  ])
  expect(first).toBe(same)
  expect(new Set([first, other, calc]).size).toBe(3)
  expect(first?.name).toBe('AppAgent::a::default')
})

test('a reset gives every computer fresh servers and lists their tools anew', async () => {
  let greeting = 'hello'
  await using it = house(
    ({ registry }) => registry.registerInstance('New', () => named('New', greeting)()),
    ['OddTools', 'New'],
  )
  await it.execute([command('count'), command('count')])
  greeting = 'good_day'
  await it.computers.reset(it.run)
  const results = await it.execute([command('count'), command('good_day'), command('hello')])
  expect(results.map(({ result }) => result)).toEqual([1, 'New', null])
})

describe.each(['local', 'stdio'] as const)('a %s server', (type) => {
  const config = (reset: boolean) =>
    serverConfig({
      namespace: 'OddTools',
      type,
      reset,
      ...(type === 'stdio' ? { command: process.execPath, start_args: [ODD_STDIO_SERVER] } : {}),
    })
  const twoComputers = async (reset: boolean) => {
    const it = house(() => {}, [], [config(reset)])
    const [one, two] = await Promise.all(
      ['one', 'two'].map((process_name) => it.computers.getOrCreate({ ...route, process_name }, it.run)),
    )
    const count = async (process_name: string) => {
      const [result] = await it.router.execute({ ...route, process_name }, [command('count')], {}, it.run)
      return result?.result
    }
    return { it, one: one!, two: two!, count }
  }

  test('with reset belongs to one computer alone, and its reset leaves that of another as it is', async () => {
    const { it, one, count } = await twoComputers(true)
    await using _house = it
    expect([await count('one'), await count('one'), await count('two')]).toEqual([1, 2, 1])
    await one.reset(it.run)
    expect([await count('one'), await count('two')]).toEqual([1, 2])
  })

  test('without reset serves all computers, and a reset of one is a reset for all', async () => {
    const { it, two, count } = await twoComputers(false)
    await using _house = it
    expect([await count('one'), await count('two')]).toEqual([1, 2])
    await two.reset(it.run)
    expect([await count('two'), await count('one')]).toEqual([1, 2])
  })
})

test('a reset of a computer forgets the servers that were added to it', async () => {
  await using it = house(({ registry }) => registry.registerInstance('Late', named('Late', 'late')))
  const computer = await it.computers.getOrCreate(route, it.run)
  await computer.addServer(serverConfig({ namespace: 'Late' }), 'action', it.run)
  await computer.reset(it.run)
  expect(computer.listTools(null, 'Late')).toEqual([])
  expect(await it.execute([command('count')])).toMatchObject([{ result: 1 }])
})

test('a server can be added', async () => {
  await using it = house(({ registry }) => registry.registerInstance('Late', named('Late', 'late')))
  const computer = await it.computers.getOrCreate(route, it.run)
  await computer.addServer(serverConfig({ namespace: 'Late' }), 'action', it.run)
  expect(await it.execute([command('late')])).toMatchObject([{ result: 'Late' }])
})

test('a server that can not be had is named when one of its tools is missed', async () => {
  await using it = house(() => {}, ['OddTools', 'UICollector'])
  const results = await it.execute([command('observe'), command('add', { a: 1 })], { earlyExit: false })
  expect(results[0]?.error).toContain('UICollector is missing: No local server is called UICollector.')
  expect(results[1]).toMatchObject({ status: 'success' })
})

test('two calls of one tool at the same time keep their arguments apart', async () => {
  await using it = house()
  const results = await Promise.all([1, 2, 3, 4].map((a) => it.execute([command('add', { a, b: 10 })])))
  expect(results.map(([result]) => result?.result)).toEqual([11, 12, 13, 14])
})
