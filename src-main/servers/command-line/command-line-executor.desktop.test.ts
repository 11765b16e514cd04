// Launches real applications through the whole way: dispatcher, worker thread, desktop entry. The oracle is xdotool.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mcpServerConfigSchema } from '../../../src-preload/contract/config.ts'
import { CommandRouter } from '../../computer/command-router.ts'
import { ComputerManager } from '../../computer/computer-manager.ts'
import { MCPServerManager } from '../../computer/mcp-server-manager.ts'
import { ThreadPool } from '../../computer/thread-pool.ts'
import { silentLogger } from '../../core/logger.ts'
import { RunControl } from '../../core/run-control.ts'
import type { VirtualDesktop } from '../../platform/virtual-desktop.ts'
import { startVirtualDesktop } from '../../platform/virtual/start.ts'
import { builtInServers } from '../registry.ts'
import { META } from '../tool-reply.ts'

const run = new RunControl()
const route = { agent_name: 'LinuxAgent', process_name: '', root_name: '' }
let home: string
let desktop: VirtualDesktop
let pool: ThreadPool
let router: CommandRouter

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deskhand-run-shell-'))
  desktop = await startVirtualDesktop(
    { home, runId: 'run-shell', width: 1024, height: 768, homeMode: 'private', log: () => {} },
    run,
  )
  pool = new ThreadPool({ logger: silentLogger })
  const mcpServerManager = new MCPServerManager({
    desktop: null,
    pool,
    registry: builtInServers(),
    options: { env: desktop.env, applications: {}, desktop: 'virtual' },
    logger: silentLogger,
  })
  const action = ['CommandLineExecutor', 'BashExecutor'].map((namespace) =>
    mcpServerConfigSchema.parse({ namespace }),
  )
  router = new CommandRouter(
    new ComputerManager({
      config: { LinuxAgent: { default: { data_collection: [], action } } },
      mcpServerManager,
      logger: silentLogger,
    }),
  )
})

afterAll(async () => {
  await pool[Symbol.asyncDispose]()
  await desktop[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

const act = async (tool_name: string, parameters: Record<string, unknown>, meta = {}) => {
  const [result] = await router.execute(
    route,
    [{ tool_name, parameters, tool_type: 'action' }],
    { meta },
    run,
  )
  return result
}

/** Titles of the windows on the virtual desktop, as another X client sees them. */
async function titles(): Promise<string[]> {
  const xdotool = (...words: string[]) =>
    promisify(execFile)('xdotool', words, { env: { ...process.env, ...desktop.env } }).then(({ stdout }) =>
      stdout.trim(),
    )
  const ids = (await xdotool('search', '--onlyvisible', '--name', '.').catch(() => ''))
    .split('\n')
    .filter(Boolean)
  return Promise.all(ids.map((id) => xdotool('getwindowname', id).catch(() => '')))
}

test('run_shell opens a file in an application, on the virtual desktop', async () => {
  await writeFile(join(home, 'two words.txt'), 'hello')
  const result = await act('run_shell', { bash_command: `mousepad "${join(home, 'two words.txt')}"` })
  expect(result).toMatchObject({
    status: 'success',
    result: { application: 'Mousepad', pid: expect.any(Number) },
  })
  await expect.poll(titles).toContainEqual(expect.stringContaining('two words.txt'))
})

test('run_shell refuses what is no application and names the nearest', async () => {
  const result = await act('run_shell', { bash_command: 'galculatr' })
  expect(result?.error ?? '').toMatch(/galculator/i)
  expect(await act('run_shell', { bash_command: 'mkfifo /tmp/x' })).toMatchObject({ status: 'failure' })
})

test('execute_command runs programs that see the virtual desktop', async () => {
  const command = 'xdotool getdisplaygeometry'
  expect(await act('execute_command', { command })).toMatchObject({ status: 'failure', code: 'refused' })
  expect(await act('execute_command', { command }, { [META.admitted]: true })).toMatchObject({
    result: { success: true, stdout: '1024 768\n' },
  })
})
