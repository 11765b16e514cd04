import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { UserError } from '../core/errors.ts'
import { configPath, loadConfig, parseValue, readConfig, setConfigValue, unsetConfigValue } from './config.ts'
import { deskhandHome } from './home.ts'
import { descriptions } from './keys.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const write = (text: string) => writeFile(configPath(home), text)
const read = () => readFile(configPath(home), 'utf8')
const load = (overrides: unknown = {}) => loadConfig({ home, overrides, roles: ['host', 'app', 'linux'] })
const faultsOf = async (text: string, overrides: unknown = {}): Promise<string[]> => {
  await write(text)
  const error: unknown = await load(overrides).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(UserError)
  return (error as UserError).message.replaceAll(configPath(home), 'config.yaml').split('\n')
}

describe('the configuration', () => {
  it('is the defaults where there is no file, and where the file is empty', async () => {
    const defaults = configSchema.parse({})
    expect(await load()).toEqual(defaults)
    for (const text of ['', '# nothing yet\n', '---\n', 'system:\n']) {
      await write(text)
      expect(await load()).toEqual(defaults)
    }
  })

  it('takes keys as the seeds write them: upper case, and all of system at the top', async () => {
    await write(
      'MAX_STEP: 30\nSleep_Time: 2\nsystem:\n  EVA_SESSION: false\nPRICES:\n  openai/x: {input: 1, output: 2}\n',
    )
    const config = await load()
    expect([config.system.max_step, config.system.sleep_time, config.system.eva_session]).toEqual([
      30,
      2,
      false,
    ])
    expect(config.prices).toEqual({ 'openai/x': { input: 1, output: 2 } })
  })

  it('leaves the free names of roles, applications and agents as they are', async () => {
    await write(
      'applications:\n  LibreOffice: soffice\nmcp:\n  AppAgent:\n    default:\n      action: [{namespace: Mine}]\n',
    )
    const config = await load()
    expect(config.applications).toEqual({ LibreOffice: 'soffice' })
    expect(config.mcp.AppAgent?.default?.action.map((server) => server.namespace)).toEqual(['Mine'])
  })

  it('keeps the built-in servers of agents that the file does not name', async () => {
    await write('mcp:\n  AppAgent:\n    default:\n      action: [{namespace: Mine}]\n')
    expect((await load()).mcp.HostAgent).toEqual(configSchema.parse({}).mcp.HostAgent)
  })

  it('names unknown keys with their line, and the key that was meant', async () => {
    expect(await faultsOf('# mine\nsystem:\n  max_stp: 3\n')).toEqual([
      'config.yaml:3: system.max_stp is no key. Did you mean system.max_step?',
    ])
    expect(await faultsOf('sytem: {}\n')).toEqual(['config.yaml:1: sytem is no key. Did you mean system?'])
    expect(await faultsOf('max_rond: 3\n')).toEqual([
      'config.yaml:1: max_rond is no key. Did you mean system.max_round?',
    ])
    expect(await faultsOf('safety:\n  categories:\n    sned: ask\n')).toEqual([
      'config.yaml:3: safety.categories.sned is no key. Did you mean safety.categories.send?',
    ])
    expect((await faultsOf('display:\n  xyzzy: 1\n'))[0]).toBe(
      'config.yaml:2: display.xyzzy is no key. The keys of display are: kind, width, height, home, profile, give_back_after.',
    )
  })

  it('refuses every key that is dead in the originals, by name and with what to use instead', async () => {
    const dead = [
      'SCREENSHOT_TO_MEMORY',
      'CONTROL_FILTER_TYPE',
      'CONTROL_FILTER_TOP_K_PLAN',
      'USE_MCP',
      'MCP_PREFERRED_APPS',
      'MCP_FALLBACK_TO_UI',
      'MCP_TOOL_TIMEOUT',
      'MCP_LOG_EXECUTION',
      'REQUEST_TIMEOUT',
      'RECTANGLE_TIME',
    ]
    for (const key of dead) {
      const [fault] = await faultsOf(`max_step: 3\n${key}: 1\n`)
      expect(fault).toMatch(new RegExp(`^config\\.yaml:2: ${key} is not used by Deskhand: .{10}`))
      expect((await faultsOf(`system:\n  ${key.toLowerCase()}: 1\n`))[0]).toContain('is not used by Deskhand')
    }
  })

  it('wants keys of services nowhere near the configuration', async () => {
    expect((await faultsOf('models:\n  host:\n    api_key: sk-secret\n'))[0]).toBe(
      'config.yaml:3: models.host.api_key is not used by Deskhand: keys are not kept here: use `deskhand config key NAME`, the settings or the environment.',
    )
  })

  it('refuses caps of 0 and less, and values of the wrong kind, saying what to give', async () => {
    expect(
      await faultsOf('system:\n  max_step: 0\n  max_round: -1\n  sleep_time: soon\n  log_level: loud\n'),
    ).toEqual([
      'config.yaml:2: system.max_step: use at least 1; it is 0.',
      'config.yaml:3: system.max_round: use at least 1; it is -1.',
      'config.yaml:4: system.sleep_time: give a number; it is "soon".',
      'config.yaml:5: system.log_level: use one of silent, error, warn, info, debug; it is "loud".',
    ])
  })

  it('refuses a role that no agent has', async () => {
    expect(await faultsOf('models:\n  hots: {provider: openai}\n')).toEqual([
      'config.yaml:2: models.hots is no role. Did you mean models.host?',
    ])
  })

  it('refuses a key that is given twice in two spellings', async () => {
    expect((await faultsOf('MAX_STEP: 3\nsystem:\n  max_step: 4\n'))[0]).toMatch(/max_step is given twice/)
    expect((await faultsOf('system:\n  MAX_STEP: 3\n  max_step: 4\n'))[0]).toMatch(
      /are the same key: keep one/,
    )
  })

  it('says where a file is no YAML, or no mapping', async () => {
    expect((await faultsOf('system:\n  max_step: [1\nb: 2\n'))[0]).toMatch(
      /^config\.yaml:\d: .*Mend this line/,
    )
    expect((await faultsOf('- a\n- b\n'))[0]).toBe(
      'config.yaml: the file must hold keys and values, such as `system:`.',
    )
  })

  it('lets the command line win, and says so when it is wrong', async () => {
    await write('max_step: 30\n')
    expect((await load({ system: { max_step: 5 } })).system.max_step).toBe(5)
    expect(await faultsOf('', { system: { max_step: -1 } })).toEqual([
      'command line: system.max_step: use at least 1; it is -1.',
    ])
  })

  it('reads any text without losing it or throwing anything but a UserError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        await write(text)
        const before = await read()
        const error: unknown = await load().then(
          () => null,
          (thrown: unknown) => thrown,
        )
        expect(error === null || error instanceof UserError).toBe(true)
        expect(await read()).toBe(before)
      }),
      { numRuns: 60 },
    )
  })
})

describe('setting a value', () => {
  it('keeps comments, order and everything else', async () => {
    await write('# mine\nsystem:\n  max_step: 30 # few\n  # about sleeping\n  sleep_time: 2\n')
    await setConfigValue(home, ['system', 'max_step'], 12)
    expect(await read()).toBe('# mine\nsystem:\n  max_step: 12 # few\n  # about sleeping\n  sleep_time: 2\n')
  })

  it('keeps the comments of a section without keys', async () => {
    await write('system:\n  # max_step: 30\ndisplay:\n  kind: virtual\n')
    await setConfigValue(home, ['system', 'max_round'], 2)
    expect(await read()).toContain('# max_step: 30')
    expect((await load()).system.max_round).toBe(2)
  })

  it('makes the file and its sections', async () => {
    const fresh = join(home, 'new')
    await mkdir(fresh)
    await setConfigValue(fresh, ['models', 'app', 'model_name'], 'x')
    expect(await readFile(configPath(fresh), 'utf8')).toBe('models:\n  app:\n    model_name: x\n')
  })

  it('changes a value that the file has in the spelling of the seeds', async () => {
    await write('MAX_STEP: 30\n')
    await setConfigValue(home, ['system', 'max_step'], 12)
    expect((await load()).system.max_step).toBe(12)
  })

  it('changes nothing when the value or the key would not load, or the file does not', async () => {
    await write('system:\n  max_step: 30\n')
    await expect(setConfigValue(home, ['system', 'max_step'], 0)).rejects.toThrow(/use at least 1/)
    await expect(setConfigValue(home, ['system', 'max_stp'], 3)).rejects.toThrow(
      /Did you mean system.max_step/,
    )
    expect(await read()).toBe('system:\n  max_step: 30\n')
    await write('system: [\n')
    await expect(setConfigValue(home, ['system', 'max_step'], 3)).rejects.toThrow(UserError)
    expect(await read()).toBe('system: [\n')
  })

  it('mends a value that would not load, and says what else is wrong', async () => {
    await write('system:\n  max_step: 0\n')
    await setConfigValue(home, ['system', 'max_step'], 3)
    expect((await load()).system.max_step).toBe(3)
    await write('system:\n  max_step: 3\n  max_rond: 1\n')
    const others = await setConfigValue(home, ['system', 'max_step'], 4)
    expect(others).toEqual([
      `${configPath(home)}:3: system.max_rond is no key. Did you mean system.max_round?`,
    ])
    expect(await read()).toBe('system:\n  max_step: 4\n  max_rond: 1\n')
    await expect(setConfigValue(home, ['system', 'max_step'], 0)).rejects.toThrow(/use at least 1/)
  })

  it('says what to do where nothing can be written', async () => {
    await write('')
    await expect(setConfigValue(configPath(home), ['system', 'max_step'], 4)).rejects.toThrow(
      /Set DESKHAND_HOME/,
    )
  })

  it('takes a value out, with the sections that are empty then, and keeps the rest', async () => {
    await write(
      '# mine\nsystem:\n  max_step: 30 # few\n  # about sleeping\n  sleep_time: 2\nmodels:\n  app:\n    model_name: x\n',
    )
    expect(await unsetConfigValue(home, ['system', 'max_step'])).toBe(true)
    expect(await unsetConfigValue(home, ['models', 'app', 'model_name'])).toBe(true)
    expect(await read()).toBe('# mine\nsystem:\n  # about sleeping\n  sleep_time: 2\n')
    expect((await load()).system.max_step).toBe(50)
    expect(await unsetConfigValue(home, ['system', 'sleep_time'])).toBe(true)
    expect(await read()).toMatch(/^# mine\n/)
    expect((await load()).system.sleep_time).toBe(1)
  })

  it('takes out nothing that the file does not have, but a key that is none', async () => {
    await write('system:\n  max_stp: 30\n  max_round: 2\n')
    expect(await unsetConfigValue(home, ['system', 'max_stp'])).toBe(true)
    expect(await unsetConfigValue(home, ['system', 'max_step'])).toBe(false)
    await expect(unsetConfigValue(home, ['system', 'max_stp'])).rejects.toThrow(
      /Did you mean system.max_step/,
    )
    expect(await read()).toBe('system:\n  max_round: 2\n')
  })

  it('survives many at once', async () => {
    const keys = ['max_step', 'max_round', 'history_steps', 'max_controls']
    await Promise.all(keys.map((key) => setConfigValue(home, ['system', key], 7)))
    const { system } = await load()
    expect([system.max_step, system.max_round, system.history_steps, system.max_controls]).toEqual([
      7, 7, 7, 7,
    ])
  })

  it('reads values as a person types them', () => {
    expect(['true', '12', 'null', 'plain text', '[a, b]', '{', 'a: b: c'].map(parseValue)).toEqual([
      true,
      12,
      null,
      'plain text',
      ['a', 'b'],
      '{',
      'a: b: c',
    ])
  })
})

describe('the home of Deskhand', () => {
  it('is where the platform keeps a user’s data, unless DESKHAND_HOME says otherwise', () => {
    expect([
      deskhandHome({ HOME: '/home/ana' }, 'linux'),
      deskhandHome({ HOME: '/home/ana', XDG_DATA_HOME: '/data' }, 'linux'),
      deskhandHome({ HOME: '/home/ana', XDG_DATA_HOME: 'relative' }, 'linux'),
      deskhandHome({ HOME: '/home/ana', DESKHAND_HOME: '~/desk' }, 'linux'),
      deskhandHome({ HOME: '/home/ana', DESKHAND_HOME: '/srv/desk' }, 'linux'),
      deskhandHome({ HOME: '/Users/ana' }, 'darwin'),
    ]).toEqual([
      '/home/ana/.local/share/deskhand',
      '/data/deskhand',
      '/home/ana/.local/share/deskhand',
      '/home/ana/desk',
      '/srv/desk',
      '/Users/ana/Library/Application Support/Deskhand',
    ])
  })
})

describe('what keys are for', () => {
  it('is said of every key that holds a value, under its dotted name', () => {
    const told = descriptions()
    const values = leafKeys(configSchema.parse({}))
    expect(values.filter((key) => !key.startsWith('mcp.') && !(key in told))).toEqual([])
    for (const key of [
      'models.NAME.temperature',
      'prices.NAME.input',
      'applications',
      'safety.refused_applications',
      'mcp.NAME.NAME.action.start_args',
    ])
      expect(told[key], key).toMatch(/.{8}\.$/)
  })
})

const leafKeys = (value: unknown, path: string[] = []): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, inner]) => leafKeys(inner, [...path, key]))
    : [path.join('.')]

describe('a file that is broken by hand', () => {
  const roles = ['host', 'app', 'default']
  const readNow = () => readConfig({ home, roles })
  const faultsNow = async () =>
    (await readNow()).faults.map(({ key, where, text }) => [key, where.replace(configPath(home), 'c'), text])

  it('is read as far as it can be, with defaults for what is wrong, and every fault has its key', async () => {
    await write(
      'system:\n  max_step: 0\n  max_round: 4\n  max_rond: 1\nmodels:\n  hots: {provider: openai}\n  app: {provider: ollama, temperature: 9}\n',
    )
    const { values, own } = await readNow()
    expect([values.system.max_step, values.system.max_round, Object.keys(values.models)]).toEqual([
      50,
      4,
      ['app'],
    ])
    expect(values.models['app']).toMatchObject({ provider: 'ollama', temperature: 0 })
    expect(own).toMatchObject({ system: { max_step: 0 } })
    expect(await faultsNow()).toEqual([
      ['system.max_step', 'c:2', 'system.max_step: use at least 1; it is 0.'],
      ['system.max_rond', 'c:4', 'system.max_rond is no key. Did you mean system.max_round?'],
      ['models.hots', 'c:6', 'models.hots is no role. Did you mean models.host?'],
      ['models.app.temperature', 'c:7', 'models.app.temperature: use at most 2; it is 9.'],
    ])
  })

  it('is mended key by key', async () => {
    await write('system:\n  max_step: 0\n  max_round: 0\n  max_rond: 1\n')
    await setConfigValue(home, ['system', 'max_round'], 3, roles)
    await unsetConfigValue(home, ['system', 'max_step'])
    await unsetConfigValue(home, ['system', 'max_rond'])
    expect(await read()).toBe('system:\n  max_round: 3\n')
    expect((await readNow()).faults).toEqual([])
  })

  it('is told as a whole where it is no YAML, read as far as it goes and never written', async () => {
    for (const text of ['system:\n  max_round: 4\n  max_step: [1\n', 'a: *b\n', '- a\n']) {
      await write(text)
      const { faults } = await readNow()
      expect(faults.map(({ key }) => key)).toContain(null)
      await expect(setConfigValue(home, ['system', 'max_step'], 3)).rejects.toThrow(UserError)
      await expect(unsetConfigValue(home, ['system', 'max_step'])).rejects.toThrow(UserError)
      expect(await read()).toBe(text)
    }
    await write('system:\n  max_round: 4\n  log_level: [\n')
    expect((await readNow()).values.system.max_round).toBe(4)
  })

  it('of any text can be read, and what comes out can be used', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.json(), async (text, json) => {
        for (const content of [text, json, `system: ${json}\nmcp: ${json}\nmodels: ${json}\n`]) {
          await write(content)
          const { values } = await readNow()
          expect(configSchema.safeParse(values).success).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('with a key that every object inherits is a file with an unknown key', async () => {
    await write('toString: null\nconstructor: 1\n')
    const { values, faults } = await readNow()
    expect(configSchema.safeParse(values).success).toBe(true)
    expect(faults.map(({ key }) => key)).toEqual(['toString', 'constructor'])
  })

  it('names the key of a value that is refused, the deepest one', async () => {
    await write('')
    const refused = (path: string[], value: unknown) =>
      setConfigValue(home, path, value, roles).then(
        () => null,
        (error: unknown) => (error as UserError).key,
      )
    expect([
      await refused(['system', 'max_step'], 0),
      await refused(['models', 'default'], { provider: 'openai', temperature: 9 }),
      await refused(['models', 'hots'], { provider: 'openai' }),
      await refused(['system', 'max_stp'], 1),
      await refused(['mcp', 'AppAgent'], { default: { action: [{ namespace: '' }] } }),
    ]).toEqual([
      'system.max_step',
      'models.default.temperature',
      'models.hots',
      'system.max_stp',
      'mcp.AppAgent.default.action.0.namespace',
    ])
    expect(await read()).toBe('')
  })
})

describe('an unreadable file', () => {
  it('in which an alias stands within its own anchor is named with what to do', async () => {
    await writeFile(configPath(home), 'system: &a\n  log: *a\n')
    await expect(load()).rejects.toThrow(/config\.yaml: an alias stands within its own anchor\. Mend it/)
  })

  it('in which an alias within its own anchor is a key is told, and read to its end', async () => {
    await writeFile(configPath(home), '&a \nsystem:\n*a')
    expect((await readConfig({ home })).faults).not.toEqual([])
    await writeFile(configPath(home), '&a\nsystem:\n? *a\n: 1\n')
    await expect(load()).rejects.toThrow('an alias stands within its own anchor')
  })

  it.each(['system:\t&a \n*a', 'system: &a\nmodels: *a\n', 'timeout: &a 5\nmodels:\n  x: *a\nsystem: {}\n'])(
    'in which sections are moved away from their anchors is read: %j',
    async (text) => {
      await writeFile(configPath(home), text)
      const { faults } = await readConfig({ home })
      for (const { text: said } of faults) expect(said).not.toContain('alias')
    },
  )

  it('that is a folder is named with what to do', async () => {
    await mkdir(configPath(home))
    await expect(load()).rejects.toThrow(
      /config\.yaml can't be read: .*Mend its permissions, or move it away/,
    )
  })
})
