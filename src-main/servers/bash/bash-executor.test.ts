import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Fifo } from '../../computer/testing/fifo.ts'
import type { ThreadHost } from '../server-module.ts'
import { compactJson } from '../../models/render/data.ts'
import { connectTo } from '../testing/in-memory.ts'
import { META } from '../tool-reply.ts'
import { build } from './bash-executor.ts'
import { takeOutputs } from './kept-output.ts'

let folder: string
const outputs = () => join(folder, 'outputs')
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
  const { call } = await connectTo(build({ ...options, outputFolder: outputs() }, host))
  return call('execute_command', { command, cwd: folder, ...more }, callOptions)
}
const page = async (parameters: Record<string, unknown>) => {
  const { call } = await connectTo(build({ ...options, outputFolder: outputs() }, host))
  return call('read_output', parameters)
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
  // Of the command, not of the tool: two of those in a row would end the run.
  expect(reply).toMatchObject({ isError: true, _meta: { [META.code]: 'tool' } })
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

test('what is left in the background does not outlive its command, and that is said', async () => {
  const result = await resultOf(execute('sleep 1000 & echo $! > pid', {}, ADMITTED))
  expect(result).toMatchObject({
    success: true,
    background: expect.stringMatching(/^What it left running was ended/),
  })
  expect(await resultOf(execute('true | cat', {}, ADMITTED))).not.toHaveProperty('background')
  await expect.poll(() => isRunning(folder)).toBe(false)
})

test('a command that has ended is not waited for because of what has left it and holds its output', async () => {
  const leaver = `setsid sh -c 'echo $$ > pid; exec sleep 30'`
  const command = `${leaver} & until [ -s pid ]; do :; done; echo done`
  const result = await resultOf(execute(command, { timeout: 25 }, ADMITTED))
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
  expect(await processIsGone(pid)).toBe(false)
  process.kill(pid, 'SIGKILL')
  expect(result).toMatchObject({ success: true, stdout: 'done\n' })
})

describe('an output that is longer than a result', () => {
  test('keeps its beginning and its end, and the whole in the run folder', async () => {
    const result = (await resultOf(execute('seq 1 100000'))) as Record<string, unknown>
    expect(String(result['stdout']).length).toBeLessThan(4100)
    expect(result['stdout']).toMatch(/^1\n2\n[^]*characters left out …\n[\d\n]*\n100000\n$/)
    expect(result['output']).toEqual({
      id: 'command_1',
      stdout: '100000 lines, 588895 bytes',
      rest: 'read_output(output="command_1", from_line=…)',
    })
    expect(await readFile(join(outputs(), 'command_1.stdout.txt'), 'utf8')).toBe(
      execFileSync('seq', ['1', '100000'], { encoding: 'utf8' }),
    )
  })

  test('is read on by lines, until there are no more', async () => {
    await execute('seq 1 100000')
    const middle = (await page({ output: 'command_1', from_line: 50_000, lines: 3 })).structuredContent
    expect(middle?.['result']).toEqual({
      from_line: 50_000,
      to_line: 50_002,
      text: '50000\n50001\n50002\n',
      more: true,
    })
    const last = (await page({ output: 'command_1', from_line: 99_999 })).structuredContent
    expect(last?.['result']).toMatchObject({ to_line: 100_000, text: '99999\n100000\n', more: false })
  })

  test('has pages of a bounded size, whatever is asked for and however long its lines are', async () => {
    await writeFile(join(folder, 'wide.txt'), `${'x'.repeat(100_000)}\n`.repeat(20))
    await execute('cat wide.txt')
    const { structuredContent = {} } = await page({ output: 'command_1', lines: 500 })
    const { text, more, to_line } = structuredContent['result'] as Record<string, unknown>
    expect(String(text).length).toBeLessThan(6100)
    expect({ more, to_line }).toEqual({ more: true, to_line: 1 })
    expect(text).toContain('96000 characters of this line left out')
  })

  test('is read on inside of a line that is longer than a page', async () => {
    const words = Array.from({ length: 2000 }, (_, index) => `w${index}😀`).join('\u3164')
    await writeFile(join(folder, 'one-line.json'), words)
    await execute('cat one-line.json')
    let read = ''
    for (let from_character = 0; ;) {
      const { structuredContent = {} } = await page({ output: 'command_1', from_character })
      const { text, more } = structuredContent['result'] as { text: string; more: boolean }
      const [, part = '', next = ''] = /^([^]*?)(?: … .*from_character=(\d+)|\n)$/.exec(text) ?? []
      expect(part.isWellFormed()).toBe(true)
      expect(compactJson(text, 1_000_000).length).toBeLessThan(4200)
      read += part
      if (!more) break
      from_character = Number(next)
    }
    expect(read).toBe(words)
  })

  test('takes no more room in a prompt than plain text does, and its name comes before it', async () => {
    await writeFile(join(folder, 'page.html'), '<a href="\\">\n'.repeat(2000))
    const result = await resultOf(execute('cat page.html'))
    const told = compactJson(result, 1_000_000)
    expect(told.length).toBeLessThan(6000)
    expect(told.indexOf('command_1')).toBeLessThan(200)
    const { structuredContent } = await page({ output: 'command_1', lines: 500 })
    expect(compactJson(structuredContent?.['result'], 1_000_000).length).toBeLessThan(4200)
  })

  test('of one stream keeps the other, too, and says which to read', async () => {
    const result = await resultOf(execute('echo short; seq 1 5000 >&2', {}, ADMITTED))
    expect(result).toMatchObject({
      output: { id: 'command_1', rest: 'read_output(output="command_1", stream="stderr", from_line=…)' },
    })
    const short = await page({ output: 'command_1' })
    expect(short.structuredContent?.['result']).toMatchObject({ text: 'short\n', more: false })
  })

  test('of both streams is kept apart, and two commands never share a name', async () => {
    const both = 'seq 1 5000; seq 5001 10000 >&2'
    const results = await Promise.all([
      resultOf(execute(both, {}, ADMITTED)),
      resultOf(execute(both, {}, ADMITTED)),
    ])
    const ids = results.map((result) => (result as { output: { id: string } }).output.id)
    expect(ids.toSorted()).toEqual(['command_1', 'command_2'])
    const errors = await page({ output: 'command_2', stream: 'stderr', lines: 1 })
    expect(errors.structuredContent?.['result']).toMatchObject({ text: '5001\n' })
  })

  test.each(['command_9', '../secret', 'command_1/../../secret', '/etc/passwd'])(
    'is the only thing that can be read on: not %s',
    async (output) => {
      await writeFile(join(folder, 'secret.stdout.txt'), 'secret')
      await execute('seq 1 100000')
      const reply = await page({ output })
      expect(reply).toMatchObject({ isError: true })
      expect(JSON.stringify(reply)).not.toContain('root:')
    },
  )

  test('that is short leaves no file behind', async () => {
    expect(await resultOf(execute('seq 1 10'))).not.toHaveProperty('output')
    await expect(readdir(outputs())).rejects.toThrow('ENOENT')
  })

  test('is read on by a run that goes on, whose own have other names', async () => {
    await execute('seq 1 100000')
    const next = join(folder, 'next')
    await takeOutputs(folder, next)
    const { call } = await connectTo(build({ ...options, outputFolder: join(next, 'outputs') }, host))
    const result = await call('execute_command', { command: 'seq 7 100000' })
    expect(result.structuredContent?.['result']).toMatchObject({ output: { id: 'command_2' } })
    const { structuredContent } = await call('read_output', { output: 'command_1', lines: 1 })
    expect(structuredContent?.['result']).toMatchObject({ text: '1\n' })
    // One that has kept nothing leaves nothing.
    await takeOutputs(join(folder, 'none'), join(folder, 'none-either'))
  })

  test('is only cut where there is no run folder', async () => {
    const { call } = await connectTo(build(options, host))
    const reply = await call('execute_command', { command: 'seq 1 100000' })
    expect(reply.structuredContent?.['result']).not.toHaveProperty('output')
    expect(await call('read_output', { output: 'command_1' })).toMatchObject({ isError: true })
  })
})

test('binary output is told by its size, and kept as it is', async () => {
  const bytes = Buffer.from([0x89, 0x50, 0, 1, 2, 255, 0, 10])
  await writeFile(join(folder, 'a.bin'), bytes)
  expect(await resultOf(execute('cat a.bin'))).toMatchObject({
    stdout: '(binary, 8 bytes)',
    output: { id: 'command_1', stdout: '1 lines, 8 bytes' },
  })
  expect(await readFile(join(outputs(), 'command_1.stdout.txt'))).toEqual(bytes)
  expect(await page({ output: 'command_1' })).toMatchObject({ isError: true })
})

test('a command that never stops talking is ended, with what it said until then', async () => {
  const reply = await execute('yes', { timeout: 60 }, ADMITTED)
  expect(reply).toMatchObject({ isError: true, _meta: { [META.code]: 'tool' } })
  expect(reply.content[0]).toMatchObject({
    text: expect.stringMatching(
      /^The command said more than 32 MB and was ended\. Its output is kept: read_output\(output="command_1"\)\. y\ny/,
    ),
  })
  const { size } = await stat(join(outputs(), 'command_1.stdout.txt'))
  expect(size).toBeGreaterThan(30 * 1024 * 1024)
  expect(size).toBeLessThanOrEqual(32 * 1024 * 1024)
})

test('a command that waits for input gets none', async () => {
  expect(await resultOf(execute('cat', { timeout: 20 }))).toEqual({
    success: true,
    exit_code: 0,
    stdout: '',
    stderr: '',
  })
  expect(await resultOf(execute('read line || echo none', { timeout: 20 }, ADMITTED))).toMatchObject({
    stdout: 'none\n',
  })
})

test('a command that was ended by a signal says by which', async () => {
  expect(await resultOf(execute('kill -TERM $$', {}, ADMITTED))).toMatchObject({
    success: false,
    exit_code: null,
    signal: 'SIGTERM',
  })
})

test('a stop ends the whole group, also what has been sent to the background', async () => {
  const stop = new AbortController()
  const running = execute(
    'sleep 1000 & echo $! > pid; sleep 1000 | cat',
    {},
    { ...ADMITTED, signal: stop.signal },
  )
  await expect.poll(() => readFile(join(folder, 'pid'), 'utf8').catch(() => '')).toMatch(/\d/)
  expect(await isRunning(folder)).toBe(true)
  stop.abort()
  await expect(running).rejects.toThrow()
  await expect.poll(() => isRunning(folder)).toBe(false)
  await expect.poll(() => owned.size).toBe(0)
})

test('a program that is not there is a failure that names it', async () => {
  const reply = await execute('no-such-program', {}, ADMITTED)
  expect(reply.content[0]).toMatchObject({
    text: expect.stringContaining(`no-such-program can't be started`),
  })
})

test('a folder that is not there is named, not the program', async () => {
  const reply = await execute('pwd', { cwd: join(folder, 'gone') }, ADMITTED)
  expect(reply.content[0]).toMatchObject({ text: expect.stringMatching(/There is no folder .*gone to run it in/) as string })
  // Of what would it be a part? Of no folder that the model knows.
  expect(await execute('pwd', { cwd: '.' }, ADMITTED)).toMatchObject({ isError: true })
}) // prettier-ignore

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
