import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Fifo } from '../../computer/testing/fifo.ts'
import type { ThreadHost } from '../server-module.ts'
import { connectTo } from '../testing/in-memory.ts'
import { META } from '../tool-reply.ts'
import { build } from './bash-executor.ts'

let folder: string
const owned = new Set<number>()
const host: ThreadHost = { own: (pid) => owned.add(pid), disown: (pid) => owned.delete(pid) }
const options = {
  env: { DISPLAY: ':140', OPENAI_API_KEY: 'sk-1234' },
  applications: {},
  desktop: 'virtual' as const,
}
const ADMITTED = { meta: { [META.admitted]: true } }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-bash-'))
})
afterEach(async () => {
  expect(owned).toEqual(new Set())
  await rm(folder, { recursive: true })
})

const execute = async (command: string, more: Record<string, unknown> = {}, callOptions = {}) => {
  const { call } = await connectTo(build(options, host))
  return call('execute_command', { command, cwd: folder, ...more }, callOptions)
}
const resultOf = async (reply: ReturnType<typeof execute>) => (await reply).structuredContent?.['result']

test('a reading command runs at once, without a shell', async () => {
  await writeFile(join(folder, 'a b.txt'), 'naïve 你好\n')
  expect(await resultOf(execute(`cat 'a b.txt'`))).toEqual({
    success: true,
    exit_code: 0,
    stdout: 'naïve 你好\n',
    stderr: '',
  })
})

test('a failed command is an answer with its exit code and what it said', async () => {
  expect(await resultOf(execute('cat missing.txt'))).toMatchObject({
    success: false,
    exit_code: 1,
    stderr: expect.stringContaining('missing.txt'),
  })
})

test.each(['touch new.txt', 'echo a > new.txt', 'cat $(touch new.txt)', 'find . -fprint new.txt'])(
  'nothing that writes runs unless the gate let it through: %s',
  async (command) => {
    const reply = await execute(command)
    expect(reply).toMatchObject({ isError: true, _meta: { [META.code]: 'refused' } })
    await expect(readFile(join(folder, 'new.txt'))).rejects.toThrow('ENOENT')
  },
)

test('what the gate let through may write, and use a shell', async () => {
  expect(await resultOf(execute('echo one two | tr o 0 > new.txt', {}, ADMITTED))).toMatchObject({
    success: true,
  })
  expect(await readFile(join(folder, 'new.txt'), 'utf8')).toBe('0ne tw0\n')
})

test('a command that waits for ever is ended at its timeout, with all that it has started', async () => {
  const reply = await execute(
    'sleep 1000 & echo $! > pid; echo started; sleep 1000',
    { timeout: 1 },
    ADMITTED,
  )
  expect(reply).toMatchObject({ isError: true, _meta: { [META.code]: 'timeout' } })
  expect(reply.content[0]).toMatchObject({ text: 'The command took longer than 1 s and was ended. started' })
  await expect.poll(() => isRunning(folder)).toBe(false)
})

test('a child that is blocked in a native call is ended by a stop', async () => {
  await using fifo = new Fifo()
  const stop = new AbortController()
  const reading = execute(`cat ${fifo.path}`, {}, { signal: stop.signal })
  await fifo.isRead()
  const [pid] = owned
  stop.abort()
  await expect(reading).rejects.toThrow()
  await expect.poll(() => processIsGone(pid ?? 0)).toBe(true)
  await expect.poll(() => owned.size).toBe(0)
})

test('what is left in the background does not outlive its command', async () => {
  const result = await resultOf(execute('sleep 1000 & echo $! > pid', {}, ADMITTED))
  expect(result).toMatchObject({ success: true })
  await expect.poll(() => isRunning(folder)).toBe(false)
})

test('long output keeps its beginning and its end', async () => {
  const result = (await resultOf(execute('seq 1 100000'))) as { stdout: string }
  expect(result.stdout.length).toBeLessThan(21_000)
  expect(result.stdout).toMatch(/^1\n2\n/)
  expect(result.stdout).toMatch(/characters left out …\n[\d\n]*\n100000\n$/)
})

test('a program that is not there is a failure that names it', async () => {
  const reply = await execute('no-such-program', {}, ADMITTED)
  expect(reply.content[0]).toMatchObject({
    text: expect.stringContaining(`no-such-program can't be started`),
  })
})

test('its programs are on the desktop and know no keys', async () => {
  const result = (await resultOf(execute('env', {}, ADMITTED))) as { stdout: string }
  expect(result.stdout).toContain('DISPLAY=:140\n')
  expect(result.stdout).not.toContain('sk-1234')
})

test('get_system_info tells of this machine', async () => {
  const { call } = await connectTo(build(options, host))
  const info = (await call('get_system_info')).structuredContent?.['result']
  const kernel = execFileSync('uname', ['-r'], { encoding: 'utf8' }).trim()
  expect(info).toMatchObject({ kernel, memory: { total: expect.any(Number) } })
})

async function isRunning(where: string): Promise<boolean> {
  const pid = Number(await readFile(join(where, 'pid'), 'utf8'))
  return !(await processIsGone(pid))
}

async function processIsGone(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat === null || /\) [ZX] /.test(stat)
}
