// Runs every example, so that none of them can grow old: the plans on a desktop of data, the server over its own pipe.
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { configSchema } from '../src-preload/contract/config.ts'
import { aControl, aWindow } from '../src-main/agents/testing/scripted.ts'
import { CommandRouter } from '../src-main/computer/command-router.ts'
import { ComputerManager } from '../src-main/computer/computer-manager.ts'
import { command, testServers } from '../src-main/computer/testing/doubles.ts'
import { silentLogger } from '../src-main/core/logger.ts'
import { RunControl } from '../src-main/core/run-control.ts'
import { createOfflineModel } from '../src-main/interpreter/offline-model.ts'
import { openingsOf } from '../src-main/session/openings.ts'
import { PlanReader } from '../src-main/session/plan-reader.ts'
import { SessionFactory } from '../src-main/session/session-factory.ts'
import { worldIn } from '../src-main/session/testing/world.ts'

const folder = import.meta.dirname
let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'examples-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** Carries out each session that a plan or a folder of plans makes, with plain commands, in an application of these controls. */
async function carryOut(
  mode: string,
  plan: string,
  application: string,
  controls: [id: string, name: string][],
) {
  const openings = await openingsOf({ task: 'example', mode, plan })
  const carried = []
  for (const opening of openings) {
    const { dependencies, desktop } = await worldIn(home, { scripts: [] })
    const window = aWindow('1', application)
    desktop.windows = [window]
    desktop.controls = controls.map(([id, name]) => aControl(id, name))
    desktop.acts['launch_application'] = () => ({ result: { application, pid: 1, window } })
    desktop.acts['close_application_window'] = () => {
      desktop.windows = []
      return {}
    }
    const agents = { ...dependencies.agents, model: createOfflineModel() }
    const reader = await PlanReader.open(opening.plan ?? '')
    const session = new SessionFactory({ ...dependencies, agents }).createSession({
      ...opening,
      plan: reader,
    })
    const end = await session.run(new RunControl())
    const acts = desktop.acted.map(({ tool_name, parameters }) => ({ tool_name, parameters }))
    carried.push({ task: opening.task, end, acts })
  }
  return carried
}

describe('the examples', () => {
  test('a plan: each of its steps is done in the application that it names', async () => {
    const keys: [string, string][] = [['7', '7'], ['8', '*'], ['6', '6'], ['9', '=']] // prettier-ignore
    const path = join(folder, 'plan/multiply.json')
    const [run] = await carryOut('follower', path, 'galculator', [...keys, ['10', 'display']])
    expect(run?.end).toMatchObject({ status: 'completed', error: null })
    expect(run?.acts.map(({ tool_name, parameters }) => parameters['name'] ?? tool_name)).toEqual([
      'galculator', 'galculator', '7', '*', '6', '=', 'display', 'galculator',
    ]) // prettier-ignore
  })

  test('a batch: each task is done on its own file', async () => {
    const batch = join(home, 'letters')
    await cp(join(folder, 'batch'), batch, { recursive: true })
    const runs = await carryOut('batch_normal', batch, 'Mousepad', [['1', 'Text']])
    expect(runs.map(({ task, end }) => [task, end.status, end.error])).toEqual([
      ['example/anna', 'completed', null],
      ['example/ben', 'completed', null],
    ])
    for (const [index, name] of ['anna', 'ben'].entries()) {
      const told = JSON.stringify(runs[index]?.acts)
      expect(told).toContain(join(batch, 'files', `${name}.txt`))
      expect(told).toContain(' Checked.')
    }
  })

  test('an MCP server: it is started as its configuration says, and its tool answers', async () => {
    const { mcp } = configSchema.parse(parse(await readFile(join(folder, 'mcp-server/config.yaml'), 'utf8')))
    const servers = mcp['AppAgent']?.['default']?.data_collection.filter(({ type }) => type === 'stdio') ?? []
    const config = servers.map((server) => ({
      ...server,
      command: process.execPath,
      cwd: join(folder, '..'),
    }))
    await using house = testServers()
    const computers = new ComputerManager({
      config: { AppAgent: { default: { data_collection: config, action: [] } } },
      mcpServerManager: house.manager,
      logger: silentLogger,
    })
    const route = { agent_name: 'AppAgent', process_name: '', root_name: '' }
    const ask = (parameters: Record<string, unknown>) => ({
      ...command('count_days', parameters),
      tool_type: 'data_collection' as const,
    })
    const results = await new CommandRouter(computers).execute(
      route,
      [ask({ from: '2026-01-31', to: '2026-02-28' }), ask({ from: 'today', to: '2026-02-28' })],
      {},
      new RunControl(),
    )
    expect(results).toMatchObject([{ status: 'success' }, { status: 'failure' }])
    expect(JSON.stringify(results[0]?.result)).toContain('28 days')
  })
})
