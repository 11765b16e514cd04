import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { observationSchema, type Control } from '../core/desktop.ts'
import { StoppedError, UserError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { META } from '../servers/tool-reply.ts'
import { DesktopProcess, tellDesktop, waitForDesktop } from './desktop-process.ts'

const program = fileURLToPath(new URL('../servers/desktop/testing/scripted-program.ts', import.meta.url))

function start(extraEnv: Record<string, string> = {}) {
  const witness = join(mkdtempSync(join(tmpdir(), 'deskhand-keeper-')), 'witness')
  writeFileSync(witness, '')
  const run = new RunControl()
  const options = {
    desktop: { kind: 'virtual' as const, name: ':130', env: {} },
    extraEnv: { WITNESS: witness, ...extraEnv },
    program,
  }
  return {
    run,
    events: () => readFileSync(witness, 'utf8').trim().split('\n').filter(Boolean),
    options,
    witness,
  }
}

const call = (
  keeper: DesktopProcess,
  run: RunControl,
  name: string,
  args: Record<string, unknown>,
  timeoutMs = 60_000,
) => keeper.callTool(name, args, {}, timeoutMs, run)

const valueOf = (result: CallToolResult): unknown => (result.structuredContent as { result: unknown }).result
const codeOf = (result: CallToolResult): unknown => result._meta?.[META.code]

async function controls(keeper: DesktopProcess, run: RunControl): Promise<Control[]> {
  const before = observationSchema.parse(valueOf(await call(keeper, run, 'observe', {})))
  await call(keeper, run, 'select_application_window', { id: before.windows[0]!.id, name: 'Editor' })
  return observationSchema.parse(valueOf(await call(keeper, run, 'observe', {}))).controls
}
const named = (all: Control[], name: string): Control => all.find((control) => control.name === name)!
const isAlive = (pid: number | null): boolean => pid !== null && existsSync(`/proc/${pid}`)

test('serves the tools of its three namespaces and acts on the control of an id', async () => {
  const { run, options } = start()
  await using keeper = await DesktopProcess.start(options, run)
  const tools = await keeper.listTools(run)
  expect(new Set(tools.map((tool) => tool._meta?.[META.namespace]))).toEqual(new Set(keeper.namespaces))
  const fine = named(await controls(keeper, run), 'Fine')
  const result = await call(keeper, run, 'click_input', { id: fine.id, name: 'Fine' })
  expect(valueOf(result)).toBe('Clicked the button “Fine”.')
})

test('a crash fails that call alone, and ids are not given twice by the process that follows', async () => {
  const { run, options } = start()
  await using keeper = await DesktopProcess.start(options, run)
  const before = await controls(keeper, run)
  const crashed = await call(keeper, run, 'click_input', { id: named(before, 'Crash').id, name: 'Crash' })
  expect(crashed.isError).toBe(true)
  expect(codeOf(crashed)).toBe('crash')
  const after = await controls(keeper, run)
  expect(after).toHaveLength(before.length)
  const old = new Set(before.map((control) => control.id))
  expect(after.filter((control) => old.has(control.id))).toEqual([])
  expect(keeper.restarts).toBe(1)
})

test('a desktop that is gone makes the call fail as lost, and a start impossible', async () => {
  const flag = join(mkdtempSync(join(tmpdir(), 'deskhand-keeper-')), 'desktop')
  writeFileSync(flag, 'there')
  const { run, options } = start({ NO_DESKTOP: flag })
  await using keeper = await DesktopProcess.start(options, run)
  const crash = named(await controls(keeper, run), 'Crash')
  writeFileSync(flag, 'gone')
  const lost = await call(keeper, run, 'click_input', { id: crash.id, name: 'Crash' })
  expect(codeOf(lost)).toBe('lost')
  expect(lost.content[0]).toMatchObject({ text: expect.stringContaining('no X server on :130') as string })
  await expect(DesktopProcess.start(options, run)).rejects.toThrow(UserError)
})

test('a call that blocks in native code ends at its deadline, and the next one is served', async () => {
  const { run, options } = start()
  await using keeper = await DesktopProcess.start(options, run)
  const all = await controls(keeper, run)
  const pid = keeper.pid
  const blocked = await call(keeper, run, 'click_input', { id: named(all, 'Block').id, name: 'Block' }, 300)
  expect(codeOf(blocked)).toBe('timeout')
  expect(isAlive(pid)).toBe(false)
  expect((await controls(keeper, run)).length).toBe(all.length)
})

test('a stop in the middle of a hotkey: the call ends and no key stays down', async () => {
  const { run, events, options, witness } = start()
  await using keeper = await DesktopProcess.start(options, run)
  await controls(keeper, run)
  const part = run.child()
  // So many that it can't be over before the stop, however slow this process gets its turn.
  const keys = Array.from({ length: 20_000 }, () => 'Ctrl+Shift+a').join(' ')
  const going = call(keeper, part, 'keyboard_input', { keys })
  await run.until(() => (readFileSync(witness, 'utf8').includes('down a') ? true : null), 5000, 1)
  part.stop()
  await expect(going).rejects.toThrow(StoppedError)
  await controls(keeper, run)
  const down = new Set<string>()
  for (const event of events()) {
    const [what = '', key = ''] = event.split(' ')
    if (what === 'down') down.add(key)
    else down.delete(key)
  }
  expect([...down]).toEqual([])
  // Far from the six events of each of the 20,000.
  expect(events().length).toBeLessThan(120_000)
})

test('a stop of a process that hangs with Control down: it is killed, and a fresh one releases Control', async () => {
  const { run, events, options } = start({ HANG_AT: 'down c' })
  await using keeper = await DesktopProcess.start(options, run)
  await controls(keeper, run)
  const pid = keeper.pid
  const part = run.child()
  const going = call(keeper, part, 'keyboard_input', { keys: 'Ctrl+c' })
  await run.until(() => (events().includes('down c') ? true : null), 5000, 1)
  part.stop()
  await expect(going).rejects.toThrow(StoppedError)
  expect(isAlive(pid)).toBe(false)
  await controls(keeper, run)
  expect(events()).toEqual(['down Control', 'down c', 'up c', 'up Control'])
})

/** Too long to be typed key by key. */
const PASTED = 'theirs '.repeat(100)

test('a process that is killed in the middle of a paste: a fresh one gives the clipboard back', async () => {
  const { run, events, options } = start({ HANG_AT: 'down v' })
  await using keeper = await DesktopProcess.start(options, run)
  const field = named(await controls(keeper, run), 'Text')
  const going = call(keeper, run, 'set_edit_text', { id: field.id, name: 'Text', text: PASTED })
  await run.until(() => (events().includes('down v') ? true : null), 5000, 1)
  process.kill(keeper.pid!, 'SIGKILL')
  expect(codeOf(await going)).toBe('crash')
  expect(events().slice(-4)).toEqual(['down v', 'up v', 'up Control', 'clipboard mine'])
})

test('a process that is killed long after a paste: the clipboard that it served is put back, by whoever follows it', async () => {
  const { run, events, options } = start()
  await using keeper = await DesktopProcess.start(options, run)
  const field = named(await controls(keeper, run), 'Text')
  await call(keeper, run, 'set_edit_text', { id: field.id, name: 'Text', text: PASTED })
  for (let time = 1; time <= 2; time++) {
    const given = events().length
    const pid = keeper.pid
    process.kill(pid!, 'SIGKILL')
    await run.until(() => (events().length > given ? true : null), 25_000, 5)
    expect(events().slice(given)).toEqual(['clipboard mine'])
    await run.until(() => (keeper.pid !== null && keeper.pid !== pid ? true : null), 25_000, 5)
  }
})

test('a process that ends in order hands over what it serves: no other is started for that', async () => {
  const { run, events, options } = start()
  const keeper = await DesktopProcess.start(options, run)
  const field = named(await controls(keeper, run), 'Text')
  await call(keeper, run, 'set_edit_text', { id: field.id, name: 'Text', text: PASTED })
  const before = events()
  await keeper[Symbol.asyncDispose]()
  expect(keeper.restarts).toBe(0)
  expect(events()).toEqual(before)
})

test('disposing leaves no process behind', async () => {
  const { run, options } = start()
  const keeper = await DesktopProcess.start(options, run)
  const pid = keeper.pid
  expect(isAlive(pid)).toBe(true)
  await keeper[Symbol.asyncDispose]()
  expect(isAlive(pid)).toBe(false)
})

test('a process that was started before its desktop waits to be told of it, and is the one that serves', async () => {
  const { run, options, witness } = start()
  const { extraEnv: _told, ...known } = options
  const waiting = waitForDesktop(known, {})
  const early = await Promise.race([
    waiting.gone,
    new Promise((resolve) => setTimeout(() => resolve('waits'), 500)),
  ])
  expect(early).toBe('waits')
  const { pid } = waiting
  tellDesktop(waiting, { WITNESS: witness })
  await using keeper = await DesktopProcess.start(
    { ...known, desktop: { ...options.desktop, env: { WITNESS: witness } }, waiting },
    run,
  )
  expect(keeper.pid).toBe(pid)
  const fine = named(await controls(keeper, run), 'Fine')
  await call(keeper, run, 'keyboard_input', { id: fine.id, name: 'Fine', keys: 'a', control_focus: false })
  expect(readFileSync(witness, 'utf8')).toContain('down a')
  process.kill(pid ?? 0, 'SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
  await call(keeper, run, 'observe', {})
  expect(isAlive(keeper.pid)).toBe(true)
})

test('a process that waits for its desktop ends with the program that has started it', async () => {
  const { options } = start()
  const waiting = waitForDesktop(options, {})
  waiting.close()
  expect((await waiting.gone).inOrder).toBe(false)
})
