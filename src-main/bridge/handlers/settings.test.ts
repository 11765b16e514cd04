import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallName } from '../../../src-preload/contract/call-names.ts'
import { CALLS, type CallInput, type CallOutput } from '../../../src-preload/contract/calls.ts'
import { configSchema } from '../../../src-preload/contract/config.ts'
import { configPath, loadConfig, setConfigValue } from '../../config/config.ts'
import { keysPath } from '../../config/key-file.ts'
import { ConfigWatch } from '../../config/watch.ts'
import { UserError } from '../../core/errors.ts'
import { createEngine, type Engine } from '../../engine.ts'
import { OpenAIServer } from '../../models/testing/openai-server.ts'
import type { Caller } from '../handler.ts'
import { testCaller } from '../testing/caller.ts'
import { checkHandlers } from './checks.ts'
import { settingsHandlers } from './settings.ts'

let home: string
let engine: Engine
let told = 0
let watch: ConfigWatch
const caller = testCaller()

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'settings-'))
  const env = { PATH: process.env['PATH'], HOME: home, DESKHAND_KEYS: 'file', MISTRAL_API_KEY: 'env-mistral' }
  engine = await createEngine({ home, env, lenient: true, printLog: () => {} })
  told = 0
  watch = new ConfigWatch(home, async () => {
    told++
    await engine.reload()
  })
})
afterEach(async () => {
  watch[Symbol.dispose]()
  await engine[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

/** A call as a window makes it: what goes in and comes out fits the contract. */
async function call<N extends Exclude<CallName, never>>(
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  const handlers = {
    ...settingsHandlers({ data: engine, config: () => engine.config, changed: () => watch.look() }),
    ...checkHandlers({ engine, version: '1.2.3' }),
  }
  const handler = handlers[name as keyof typeof handlers] as (input: unknown, caller: Caller) => unknown
  const value = await handler(CALLS[name].input.parse(input), caller)
  return CALLS[name].output.parse(value) as CallOutput<N>
}
const write = (text: string) => writeFile(configPath(home), text)
const read = () => readFile(configPath(home), 'utf8')
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(UserError)
      return { key: (error as UserError).key, message: (error as Error).message }
    },
  )

describe('the configuration', () => {
  test('is read with its defaults, what is the person’s own, and what every key is for', async () => {
    await write('# mine\nsystem:\n  max_step: 7\n')
    const config = await call('read_config', {})
    expect(config.values).toMatchObject({ system: { max_step: 7, max_round: 10 } })
    expect(config.own).toEqual({ system: { max_step: 7 } })
    expect(config.defaults).toEqual(configSchema.parse({}))
    expect(config.descriptions['system.max_step']).toBe('Steps that a session may take.')
    expect([config.path, config.faults]).toEqual([configPath(home), []])
  })

  test('is set and unset with its comments kept, and counts at once', async () => {
    await write('# mine\nsystem:\n  max_step: 7 # few\n')
    // The change that the test has made itself is told before: on a busy machine it could come in between.
    await watch.look()
    const before = told
    await call('set_config', { key: ['system', 'max_step'], value: 9 })
    expect([await read(), engine.config.system.max_step, told - before]).toEqual([
      '# mine\nsystem:\n  max_step: 9 # few\n',
      9,
      1,
    ])
    await call('unset_config', { key: ['system', 'max_step'] })
    expect([engine.config.system.max_step, told - before]).toEqual([50, 2])
  })

  test('refuses a bad value with its key, and changes nothing', async () => {
    expect([
      await refused(call('set_config', { key: ['system', 'max_step'], value: 0 })),
      await refused(call('set_config', { key: ['models', 'default', 'provider'], value: 'opanai' })),
      await refused(
        call('set_config', { key: ['models', 'app'], value: { provider: 'openai', timeout: 0 } }),
      ),
      await refused(call('set_config', { key: ['app', 'shortcuts', 'pause'], value: 'P' })),
      await refused(call('set_config', { key: ['__proto__', 'x'], value: 1 })),
      await refused(call('set_config', { key: ['system', 'max_step'], value: undefined })),
    ]).toMatchObject([
      { key: 'system.max_step', message: 'Use at least 1; it is 0.' },
      { key: 'models.default.provider', message: expect.stringMatching(/^There is no “opanai”. Use one of/) },
      { key: 'models.app.timeout' },
      { key: 'app.shortcuts.pause' },
      { key: '__proto__.x' },
      { key: 'system.max_step', message: 'Give a value.' },
    ])
    expect([await read().catch(() => null), told]).toEqual([null, 0])
  })

  test('loses nothing when windows and the terminal change it at once', async () => {
    await Promise.all([
      ...['max_step', 'max_round', 'history_steps'].map((key) =>
        call('set_config', { key: ['system', key], value: 7 }),
      ),
      ...['max_controls', 'slow_tool'].map((key) => setConfigValue(home, ['system', key], 7)),
    ])
    const { system } = await loadConfig({ home })
    expect([
      system.max_step,
      system.max_round,
      system.history_steps,
      system.max_controls,
      system.slow_tool,
    ]).toEqual([7, 7, 7, 7, 7])
  })

  test('is told when an editor has changed it', async () => {
    await write('system:\n  max_step: 4\n')
    await expect.poll(() => engine.config.system.max_step).toBe(4)
    expect(told).toBe(1)
  })

  test('broken by hand is shown with its faults, leaves the engine usable, and is mended by its keys', async () => {
    await write('system:\n  max_step: 0\n  max_round: 3\nmodels:\n  default: {provider: openai}\n')
    await watch.look()
    expect([engine.config.system.max_step, engine.config.system.max_round, engine.config.models]).toEqual([
      50,
      3,
      {},
    ])
    const { values, faults } = await call('read_config', {})
    expect(values).toMatchObject({ models: { default: { provider: 'openai' } } })
    expect(faults).toEqual([
      { key: 'system.max_step', message: 'Use at least 1; it is 0. (line 2)' },
      { key: 'models.default.model_name', message: expect.stringContaining('model_name is missing') },
    ])
    await call('set_config', { key: ['models', 'default', 'model_name'], value: 'gpt-4.1' })
    await call('unset_config', { key: ['system', 'max_step'] })
    expect((await call('read_config', {})).faults).toEqual([])
    expect(engine.config.models['default']?.model_name).toBe('gpt-4.1')
  })

  test('that is no YAML says where, and is not written', async () => {
    await write('system:\n  max_round: 3\n  max_step: [\n')
    const { values, faults } = await call('read_config', {})
    expect(values).toMatchObject({ system: { max_round: 3 } })
    expect(faults[0]).toEqual({ key: null, message: expect.stringMatching(/config\.yaml:\d+: /) })
    const fault = await refused(call('set_config', { key: ['system', 'max_step'], value: 3 }))
    expect(fault?.message).toMatch(/config\.yaml:\d+: .*Mend this line/)
  })
})

describe('keys', () => {
  test('are listed by name, set, and deleted; none is ever told', async () => {
    await call('set_key', { name: 'OPENAI_API_KEY', value: ' given-openai \n' })
    const listed = await call('read_keys', {})
    expect(listed.keys).toEqual([
      { name: 'MISTRAL_API_KEY', from: 'environment' },
      { name: 'OPENAI_API_KEY', from: 'file' },
    ])
    expect(listed.store).toEqual({ kind: 'file', why: expect.stringContaining(keysPath(home)) })
    expect(JSON.stringify(listed)).not.toMatch(/given-openai|env-mistral/)
    expect((await stat(keysPath(home))).mode & 0o777).toBe(0o600)
    expect(await engine.keys.get('OPENAI_API_KEY')).toBe('given-openai')
    await call('delete_key', { name: 'OPENAI_API_KEY' })
    expect((await call('read_keys', {})).keys).toHaveLength(1)
    expect((await refused(call('delete_key', { name: 'MISTRAL_API_KEY' })))?.message).toMatch(
      /take it out there/,
    )
    expect(await refused(call('set_key', { name: 'X', value: 'two\nlines' }))).toMatchObject({ key: 'value' })
  })

  test('of a file that others may read are refused with what to do', async () => {
    await writeFile(keysPath(home), 'A: b\n')
    await chmod(keysPath(home), 0o644)
    expect((await refused(call('read_keys', {})))?.message).toMatch(/chmod 600/)
  })
})

describe('models', () => {
  test('are offered with their keys, addresses and names', async () => {
    const { presets, roles } = await call('list_presets', {})
    expect(presets.find(({ provider }) => provider === 'openai')).toMatchObject({
      label: 'OpenAI',
      base_url: 'https://api.openai.com/v1',
      api_key_name: 'OPENAI_API_KEY',
      local: false,
    })
    expect(presets.filter(({ local }) => local).map(({ label }) => label)).toEqual([
      'Ollama',
      'vLLM',
      'llama.cpp',
      'LM Studio',
    ])
    expect(roles.slice(0, 3)).toEqual(['default', 'host', 'app'])
  })

  test('are tested with a kept key, and by one that is not kept', async () => {
    await using server = await OpenAIServer.start({
      reply: ({ key }) => (key === 'kept-one' ? 'ready' : { status: 401, message: 'no' }),
    })
    await call('set_key', { name: 'MINE', value: 'kept-one' })
    const model = {
      provider: 'custom',
      model_name: 'scripted',
      base_url: server.baseUrl,
      api_key_name: 'MINE',
    }
    expect(await call('test_model', model)).toMatchObject({ reachable: true, text: true, picture: false })
    const wrong = await call('test_model', { ...model, api_key: 'another-one' })
    expect(wrong).toMatchObject({
      reachable: true,
      text: null,
      error: expect.stringContaining('Check the key'),
    })
    expect(await readFile(keysPath(home), 'utf8')).not.toContain('another-one')
  })

  test('are not waited for once the window is gone', async () => {
    await using server = await OpenAIServer.start({ reply: () => ({ hang: true }) })
    caller.works.clear()
    const asked = call('test_model', { provider: 'custom', model_name: 'x', base_url: server.baseUrl })
    await expect.poll(() => server.requests.length).toBe(1)
    for (const work of caller.works) work()
    await expect(asked).rejects.toThrow('Stopped')
  })
})

describe('MCP servers', () => {
  test('are listed whole, with the command as it would be started', async () => {
    const start_args = ['-y', 'a server', '/home/x']
    await call('set_config', {
      key: ['mcp', 'AppAgent', 'default', 'action', 2],
      value: { namespace: 'Files', type: 'stdio', command: 'npx', start_args, enabled: false },
    })
    const { servers } = await call('list_mcp_servers', {})
    expect(
      servers
        .filter(({ agent }) => agent === 'AppAgent')
        .map(({ list, index, server, command }) => [list, index, server.namespace, command]),
    ).toEqual([
      ['data_collection', 0, 'UICollector', null],
      ['action', 0, 'AppUIExecutor', null],
      ['action', 1, 'CommandLineExecutor', null],
      ['action', 2, 'Files', "npx -y 'a server' /home/x"],
      ['action', 3, 'DocumentExecutor', null],
      ['action', 4, 'CodeExecutor', null],
    ])
    expect(servers.some(({ agent }) => agent === 'HostAgent')).toBe(true)
  })

  test('are checked by starting them once', async () => {
    const server = {
      namespace: 'Mine',
      type: 'stdio' as const,
      command: process.execPath,
      start_args: ['-e', 'process.exit(2)'],
    }
    const bad = await call('check_mcp_server', { server })
    expect(bad).toMatchObject({
      ok: false,
      tools: [],
      error: expect.stringContaining("Mine can't be reached"),
    })
    const good = await call('check_mcp_server', { server: { namespace: 'BashExecutor' } })
    expect(good).toMatchObject({ ok: true, error: null })
    expect(good.tools.length).toBeGreaterThan(0)
  })
})

test('what works on this machine is told with how to mend the rest', async () => {
  const handlers = checkHandlers({
    version: '1.2.3',
    engine: {
      home,
      env: engine.env,
      keys: engine.keys,
      config: engine.config,
      logger: engine.logger,
      runs: engine.runs,
      testTools: () => Promise.resolve([]),
      doctor: () => Promise.resolve([{ name: 'Xvfb', ok: false, detail: 'not found', mend: 'install it' }]),
    },
  })
  expect(await handlers.examine({ display: null }, caller)).toEqual({
    findings: [{ name: 'Xvfb', ok: false, detail: 'not found', fix: 'install it' }],
  })
  const { name, content } = await handlers.report_problem({ run: null, display: null }, caller)
  expect(name).toBe('deskhand-problem.md')
  expect(content).toMatch(/Deskhand 1\.2\.3[^]*Xvfb \(not found\)\. install it/)
})
