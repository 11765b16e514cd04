import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import type { LaunchPlan } from '../../platform/operating-system.ts'
import { connectTo } from '../testing/in-memory.ts'
import { META } from '../tool-reply.ts'
import { build } from './command-line-executor.ts'

let folder: string
let resolved: { name: string; args: string[] }[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-launch-'))
  resolved = []
})
afterEach(() => rm(folder, { recursive: true }))

/** `notes` is an application that writes its arguments and its display into a file; nothing else is installed. */
const run = async (bash_command: string, command = 'python3') => {
  const options = {
    env: { DISPLAY: ':141', HOME: '/home/anna' },
    applications: {},
    desktop: 'virtual' as const,
  }
  const script = 'import os, sys; open("out", "w").write("|".join([os.environ["DISPLAY"], *sys.argv[1:]]))'
  const resolve = (name: string, args: string[]): Promise<LaunchPlan> => {
    resolved.push({ name, args })
    if (name !== 'notes') return Promise.reject(new ToolError(`There is no application “${name}” here.`))
    const plan = {
      application: 'Notes',
      command,
      args: ['-c', script, ...args],
      env: options.env,
      cwd: folder,
      from: command,
      configured: false,
    }
    return Promise.resolve(plan)
  }
  const { call } = await connectTo(build(options, null, resolve))
  return call('run_shell', { bash_command })
}

test('launches an application on the desktop, without a shell, and says which', async () => {
  const reply = await run(`notes "a b.txt" 'c;d'`)
  expect(reply.structuredContent?.['result']).toEqual({ application: 'Notes', pid: expect.any(Number) })
  await expect.poll(() => readFile(join(folder, 'out'), 'utf8').catch(() => '')).toBe(':141|a b.txt|c;d')
})

test('a terminal under another name gets nothing to run', async () => {
  const reply = await run('notes program', '/usr/bin/xterm')
  expect(reply).toMatchObject({ isError: true, _meta: { [META.code]: 'refused' } })
})

test('what is no application is refused with what the desktop says of it', async () => {
  const reply = await run('rm -rf')
  expect(reply).toMatchObject({ isError: true })
  expect((await run('rm files')).content[0]).toMatchObject({ text: 'There is no application “rm” here.' })
})

test.each([
  'notes; rm a',
  'notes $(rm a)',
  'notes a > b',
  'notes *',
  'notes `rm a`',
  'notes & rm a',
  'A=1 notes',
])('shell syntax is refused before anything is looked up: %s', async (command) => {
  expect(await run(command)).toMatchObject({ isError: true, _meta: { [META.code]: 'bad_arguments' } })
  expect(resolved).toEqual([])
})

test.each([
  'notes --load=x.so',
  'notes -e rm',
  'xterm -e rm',
  'xterm /tmp/program',
  'gnome-terminal a',
  'sudo notes',
  'bash a.sh',
  'python3 a.py',
  'notes javascript:alert',
  'notes macro:///Standard.Module1.Main',
])('what would run something else is refused: %s', async (command) => {
  expect(await run(command)).toMatchObject({ isError: true, _meta: { [META.code]: 'refused' } })
  expect(resolved).toEqual([])
})

test('the home folder can be written as a person writes it: the launcher knows it', async () => {
  await run('notes ~/a.txt', 'missing-program')
  expect(resolved).toEqual([{ name: 'notes', args: ['~/a.txt'] }])
})
