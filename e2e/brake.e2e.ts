// Pause and stop, as another terminal gives them, seen by an X client outside Deskhand.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  place,
  PROGRAM,
  start,
  startRun,
  story,
  withoutDesktop,
  type Place,
  type Running,
} from './support/deskhand.ts'
import { desktopOf, heldDown, watchInput } from './support/witness.ts'

const KEYS = Array.from({ length: 200 }, (_, index) => `press ${'abcdefghij'[index % 10]}`).join(', ')

const pressing = async (where: Place, running: Running) => {
  const begun = await running.event('run_started')
  const env = await desktopOf(where, begun.run)
  return { run: begun.run, env }
}

test('after a stop from another terminal nothing acts, and no key stays down', async () => {
  await using where = await place()
  const running = startRun(where, `open mousepad, ${KEYS}`, ['--keep-open'])
  const { run, env } = await pressing(where, running)
  using input = watchInput(env)
  await expect
    .poll(() => input.events.filter((event) => event.kind === 'key press').length)
    .toBeGreaterThan(5)
  const stop = await deskhandPlain(where, ['stop', run])
  expect(stop.code, stop.stderr).toBe(0)
  await running.event('stop_requested')
  const held = heldDown(env).catch(() => [])
  const { code, last } = await running.ended
  expect(code, story(running.events)).toBe(3)
  expect(last?.status).toBe('stopped')
  const stopAt = running.events.findIndex((event) => event.type === 'stop_requested')
  const after = running.events.slice(stopAt).map((event) => event.type)
  expect(after).not.toContain('act_started')
  expect(await held).toEqual([])
  const presses = input.events.filter((event) => event.kind === 'key press').length
  const acts = running.events.filter(
    (event) => event.type === 'act_started' && event.tool_name === 'keyboard_input',
  ).length
  expect(presses).toBeLessThanOrEqual(acts)
})

test('a paused run does nothing until it is resumed', async () => {
  await using where = await place()
  const running = startRun(where, `open mousepad, ${KEYS}`)
  const { run, env } = await pressing(where, running)
  using input = watchInput(env)
  const presses = () => input.events.filter((event) => event.kind === 'key press').length
  await expect.poll(presses).toBeGreaterThan(3)
  expect((await deskhandPlain(where, ['pause', run])).code).toBe(0)
  await running.event('paused')
  await new Promise((resolve) => setTimeout(resolve, 500))
  const paused = presses()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(presses()).toBe(paused)
  expect((await deskhandPlain(where, ['resume', run])).code).toBe(0)
  await running.event('resumed')
  await expect.poll(presses).toBeGreaterThan(paused)
  expect((await deskhandPlain(where, ['stop'])).code).toBe(0)
  expect((await running.ended).code).toBe(3)
})

test('Deskhand killed with no chance to clean up has lost no event, and leaves nothing behind after the next start', async () => {
  await using where = await place()
  const running = startRun(where, 'open mousepad, wait 60 seconds')
  const { run, env } = await pressing(where, running)
  await running.event('act_started', (event) => event.tool_name === 'wait')
  const onDesktop = async () => {
    const found: string[] = []
    for (const name of await readdir('/proc')) {
      const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
      const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
      const here = environment.split('\0').includes(`DISPLAY=${env['DISPLAY']}`)
      if (command && (here || command.startsWith(`Xvfb\0${env['DISPLAY']}\0`)))
        found.push(command.replaceAll('\0', ' '))
    }
    return found
  }
  expect((await onDesktop()).some((command) => command.includes('mousepad'))).toBe(true)
  running.child.kill('SIGKILL')
  await running.ended
  const kept = await readFile(join(where.data, 'logs', run, 'events.jsonl'), 'utf8')
  expect(
    kept
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(running.events)
  const runs = start(where, ['runs', '--json'])
  await runs.ended
  expect(runs.events).toEqual([expect.objectContaining({ run, status: 'interrupted', steps: 3 })])
  const next = await deskhandPlain(where, ['windows', '--display', 'virtual'])
  expect(next.code, next.stderr).toBe(0)
  await expect.poll(onDesktop).toEqual([])
})

test('one Ctrl+C that arrives twice is one stop, which leaves nothing behind', async () => {
  await using where = await place()
  const running = startRun(where, 'open mousepad, wait 60 seconds')
  await running.event('act_started', (event) => event.tool_name === 'wait')
  running.child.kill('SIGINT')
  running.child.kill('SIGHUP')
  running.child.kill('SIGTERM')
  const { code, last } = await running.ended
  expect(code, running.stderr()).toBe(3)
  expect(last?.status).toBe('stopped')
  expect(await startedFor(where)).toEqual([])
})

test('a run whose output nobody reads any more stops, and leaves nothing behind', async () => {
  await using where = await place()
  const running = startRun(where, 'open mousepad, wait 60 seconds')
  const { log_path } = await running.event('run_started')
  await running.event('act_started', (event) => event.tool_name === 'wait')
  running.child.stdout?.destroy()
  // The next line that it writes tells it.
  const run = log_path.split('/').at(-1) ?? ''
  expect((await deskhandPlain(where, ['pause', run])).code).toBe(0)
  await once(running.child, 'exit')
  expect(running.child.exitCode, running.stderr()).toBe(3)
  const events = (await readFile(join(log_path, 'events.jsonl'), 'utf8')).trimEnd().split('\n')
  expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({ type: 'session_finished', status: 'stopped' })
  expect(await startedFor(where)).toEqual([])
})

test('a terminal that is closed while a run waits for the next request leaves nothing behind', async () => {
  await using where = await place()
  const command = [process.execPath, PROGRAM, 'run', "'open mousepad'", '--display', 'virtual'].join(' ')
  // It holds the other end of a terminal, which closes with it.
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...withoutDesktop(process.env), HOME: where.home, DESKHAND_HOME: where.data, TERM: 'xterm' },
  })
  let shown = ''
  terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  await expect.poll(() => shown).toContain('What next?')
  terminal.kill('SIGKILL')
  await expect.poll(() => startedFor(where)).toEqual([])
  const [run = ''] = await readdir(join(where.data, 'logs'))
  const events = (await readFile(join(where.data, 'logs', run, 'events.jsonl'), 'utf8')).trimEnd().split('\n')
  expect(JSON.parse(events.at(-1) ?? '')).toMatchObject({ type: 'session_finished', status: 'completed' })
})

test.each(['SIGTERM', 'deskhand stop'])(
  '%s while the desktop is being set up begins nothing and leaves nothing behind',
  async (how) => {
    await using where = await place()
    const running = startRun(where, 'open mousepad, wait 60 seconds')
    await expect.poll(() => startedFor(where).then((all) => all.length), { interval: 5 }).toBeGreaterThan(1)
    if (how === 'SIGTERM') running.child.kill('SIGTERM')
    else expect((await deskhandPlain(where, ['stop'])).code).toBe(0)
    const { code, last } = await running.ended
    expect(code, running.stderr()).toBe(3)
    expect(last?.status).toBe('stopped')
    expect(running.events.filter((event) => event.type === 'act_started')).toEqual([])
    expect(await startedFor(where)).toEqual([])
  },
)

test.each(['windows', 'doctor'])(
  'Ctrl+C while `deskhand %s` looks at a desktop of its own leaves nothing behind',
  async (command) => {
    await using where = await place()
    const looking = start(where, [command, ...(command === 'windows' ? ['--display', 'virtual'] : [])])
    await expect.poll(() => startedFor(where).then((all) => all.length), { interval: 5 }).toBeGreaterThan(1)
    looking.child.kill('SIGINT')
    expect((await looking.ended).code, looking.stderr()).toBe(3)
    expect(await startedFor(where)).toEqual([])
    // The folder may not have been made yet.
    expect(await readdir(join(where.data, 'desktops')).catch(() => [])).toEqual([])
  },
)

/** Command lines of the processes that were started in this place, by the kernel's word. */
async function startedFor(where: Place): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir('/proc')) {
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (command && environment.includes(where.data)) found.push(command.replaceAll('\0', ' '))
  }
  return found
}

/** A command whose output is not a stream of events. */
async function deskhandPlain(where: Place, args: string[]) {
  const running = start(where, args)
  running.child.stdout?.removeAllListeners('data')
  const { code } = await running.ended
  return { code, stderr: running.stderr() }
}
