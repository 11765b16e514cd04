import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { EventOf, SessionEventType } from '../../src-preload/contract/events.ts'
import type { Command } from '../core/command.ts'
import { StoppedError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { systemClock } from '../core/clock.ts'
import { RunControl } from '../core/run-control.ts'
import { failed, META, reply } from '../servers/tool-reply.ts'
import { CommandRouter } from './command-router.ts'
import { ComputerManager } from './computer-manager.ts'
import { LocalCommandDispatcher } from './local-dispatcher.ts'
import type { DesktopServers } from './mcp-server.ts'
import { plainTarget } from './targets.ts'
import { ALLOWED, command, MemorySink, serverConfig, TestGate, testServers } from './testing/doubles.ts'

const route = { agent_name: 'AppAgent', process_name: 'galculator', root_name: 'galculator' }

interface DesktopCall {
  name: string
  parameters: Record<string, unknown>
  meta: Record<string, unknown>
}

/** A desktop with one button, which answers calls from a table. */
class OneButtonDesktop implements DesktopServers {
  readonly namespaces = ['UICollector', 'AppUIExecutor', 'BashExecutor']
  readonly calls: DesktopCall[] = []
  answers: Record<string, () => CallToolResult | Promise<CallToolResult>> = {
    resolve_target: () => reply({ ...plainTarget('control', 'Seven'), fingerprint: 'button 7' }),
    click_input: () => reply('clicked'),
    execute_command: () => reply('done'),
    observe: () => reply({ windows: [] }),
  }

  listTools() {
    const listed = (name: string, namespace: string) => ({
      name,
      inputSchema: { type: 'object' as const },
      _meta: { [META.namespace]: namespace },
    })
    return Promise.resolve([
      listed('resolve_target', 'UICollector'),
      listed('observe', 'UICollector'),
      listed('click_input', 'AppUIExecutor'),
      listed('execute_command', 'BashExecutor'),
    ])
  }

  async callTool(name: string, parameters: Record<string, unknown>, meta: Record<string, unknown>) {
    this.calls.push({ name, parameters, meta })
    return (await this.answers[name]?.()) ?? failed(`no ${name}`)
  }
}

function house(gate = new TestGate()) {
  const desktop = new OneButtonDesktop()
  const servers = testServers(desktop)
  const computers = new ComputerManager({
    config: {
      AppAgent: {
        default: {
          data_collection: [serverConfig({ namespace: 'UICollector' })],
          action: ['AppUIExecutor', 'BashExecutor', 'OddTools'].map((namespace) =>
            serverConfig({ namespace }),
          ),
        },
      },
      Blind: { default: { data_collection: [], action: [serverConfig({ namespace: 'AppUIExecutor' })] } },
    },
    mcpServerManager: servers.manager,
    logger: silentLogger,
  })
  const sink = new MemorySink()
  const dispatcher = new LocalCommandDispatcher({
    router: new CommandRouter(computers),
    gate,
    sink,
    config: { tool_timeout: 5, slow_tool: 300 },
    logger: silentLogger,
    words: (toolName, _parameters, target) => `${toolName} ${target.text ?? ''}`.trim(),
  })
  const run = new RunControl()
  const execute = (commands: Command[], options = {}) =>
    dispatcher.executeCommands(commands, { route, ...options }, run)
  const eventOf = <T extends SessionEventType>(type: T) =>
    sink.events.find((event): event is EventOf<T> => event.type === type)
  return {
    desktop,
    gate,
    sink,
    run,
    dispatcher,
    execute,
    eventOf,
    [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose](),
  }
}

test('tells how long an act took in real time, also where deadlines count more slowly', async () => {
  await using it = house()
  let real = 0
  const clock = { ...systemClock, monotonic: () => 0, elapsed: () => (real += 1000) }
  using run = new RunControl({ clock })
  await it.dispatcher.executeCommands([command('click_input', { id: '7', name: '7' })], { route }, run)
  expect(it.eventOf('act_finished')).toMatchObject({ ms: 1000 })
})

test('an act is resolved, judged, written down, synced, carried out and written down, in this order', async () => {
  await using it = house()
  const [result] = await it.execute([command('click_input', { id: '7', name: '7' }, { call_id: 'one' })])
  expect(result).toEqual({
    status: 'success',
    error: null,
    result: 'clicked',
    namespace: 'AppUIExecutor',
    call_id: 'one',
    code: null,
  })
  expect(it.sink.log).toEqual(['gate_decided', 'act_started', 'sync', 'act_finished'])
  expect(it.eventOf('act_started')).toMatchObject({
    call_id: 'one',
    words: 'click_input Seven',
    parameters: { id: '7' },
  })
  expect(it.eventOf('act_finished')).toMatchObject({ call_id: 'one', status: 'success', result: 'clicked' })
  expect(it.desktop.calls.map(({ name }) => name)).toEqual(['resolve_target', 'click_input'])
  expect(it.desktop.calls[0]?.parameters).toEqual({
    call_id: 'one',
    tool_name: 'click_input',
    parameters: { id: '7', name: '7' },
  })
  expect(it.desktop.calls[1]?.meta).toEqual({
    [META.callId]: 'one',
    [META.expectedTarget]: 'button 7',
    [META.admitted]: true,
    [META.namespace]: 'AppUIExecutor',
  })
  expect(it.gate.acts[0]).toMatchObject({ call_id: 'one', route, confirm: false, words: 'click_input Seven' })
})

test('observing passes no gate and leaves no act in the record', async () => {
  await using it = house()
  const [result] = await it.execute([command('observe', {}, { tool_type: 'data_collection' })])
  expect(result).toMatchObject({ status: 'success', result: { windows: [] } })
  expect(it.sink.log).toEqual([])
  expect(it.gate.acts).toEqual([])
})

test('what the gate refuses is not done, and the result says who refused', async () => {
  const refused = { ...ALLOWED, decision: 'ask' as const, admitted: false, reason: 'It can not be undone.' }
  await using it = house(new TestGate(() => ({ ...refused, user_confirm: 'no' })))
  const results = await it.execute([command('click_input'), command('click_input')])
  expect(results[0]).toMatchObject({ status: 'failure', code: 'refused' })
  expect(results[0]?.error).toBe('The person refused this act (click_input Seven): It can not be undone.')
  expect(results[1]).toMatchObject({ status: 'skipped' })
  expect(it.sink.log).toEqual(['gate_decided'])
  expect(it.desktop.calls.map(({ name }) => name)).toEqual(['resolve_target'])
})

test('what a person says of a refusal reaches the model with it', async () => {
  const refused = { ...ALLOWED, decision: 'ask' as const, admitted: false, user_confirm: 'no' as const }
  await using it = house(new TestGate(() => ({ ...refused, why: 'The other seven' })))
  const [result] = await it.execute([command('click_input')])
  expect(result?.error).toBe('The person refused this act and says: “The other seven” (click_input Seven)')
})

test('a question that nobody can answer ends the run, and the record says which act it was', async () => {
  const nobody = new TestGate(() => {
    throw new StoppedError('unanswered', 'Nobody is there.')
  })
  await using it = house(nobody)
  await expect(it.execute([command('click_input')])).rejects.toMatchObject({ reason: 'unanswered' })
  expect(it.sink.log).toEqual(['gate_decided'])
})

test("the model's wish to ask reaches the gate", async () => {
  await using it = house()
  await it.execute([command('click_input', {}, { confirm: true })])
  expect(it.gate.acts[0]?.confirm).toBe(true)
})

test('every command gets a call id of its own', async () => {
  await using it = house()
  const results = await it.execute([command('click_input'), command('click_input')])
  expect(new Set(results.map(({ call_id }) => call_id)).size).toBe(2)
  expect(results[0]?.call_id).toMatch(/^[0-9a-f-]{36}$/)
})

test('a target that can not be found out is unknown to the gate', async () => {
  await using it = house()
  it.desktop.answers['resolve_target'] = () => failed('no such control')
  await it.execute([command('click_input')])
  expect(it.gate.acts[0]?.target).toMatchObject({ kind: 'unknown', text: 'no such control' })
})

test('without a collector on the route the target is unknown', async () => {
  await using it = house()
  await it.execute([command('click_input')], { route: { ...route, agent_name: 'Blind' } })
  expect(it.gate.acts[0]?.target.kind).toBe('unknown')
  expect(it.desktop.calls.map(({ name }) => name)).toEqual(['click_input'])
})

test('a lost desktop fails the command before anyone is asked', async () => {
  await using it = house()
  it.desktop.answers['resolve_target'] = () => failed('The display is gone.', 'lost')
  expect(await it.execute([command('click_input')])).toMatchObject([
    { code: 'lost', error: 'The display is gone.' },
  ])
  expect(it.gate.acts).toEqual([])
})

test('arguments that the desktop finds to mean nothing fail before anyone is asked', async () => {
  await using it = house()
  it.desktop.answers['resolve_target'] = () => failed('“NOPE” is no key.', 'bad_arguments')
  expect(await it.execute([command('click_input')])).toMatchObject([
    { status: 'failure', code: 'bad_arguments', error: '“NOPE” is no key.' },
  ])
  expect(it.gate.acts).toEqual([])
  expect(it.desktop.calls.map(({ name }) => name)).toEqual(['resolve_target'])
})

test('an act that can not be done fails before anyone is asked, and nobody is said to have refused it', async () => {
  await using it = house()
  const gone = 'There is no control 7 (any more). Look at the window again.'
  it.desktop.answers['resolve_target'] = () => reply(plainTarget('unknown', gone))
  expect(await it.execute([command('click_input')])).toMatchObject([
    { status: 'failure', code: 'target_changed', error: gone },
  ])
  expect(it.gate.acts).toEqual([])
})

test('a command is judged by what is in its files, and not run when they have changed since', async () => {
  const script = join(mkdtempSync(join(tmpdir(), 'scripts-')), 'x.sh')
  writeFileSync(script, 'echo good')
  const swap = () => {
    writeFileSync(script, 'rm -rf ~')
    return ALLOWED
  }
  const runs = command('execute_command', { command: `sh ${script}` })
  await using honest = house()
  expect(await honest.execute([runs])).toMatchObject([{ status: 'success' }])
  expect(honest.gate.acts[0]?.target.scripts).toMatch(/^[0-9a-f]{16}$/)
  await using swapped = house(new TestGate(swap))
  writeFileSync(script, 'echo good')
  expect(await swapped.execute([runs])).toMatchObject([{ status: 'failure', code: 'target_changed' }])
  expect(swapped.sink.log).toEqual(['gate_decided'])
})

test('a changed target is a failure that keeps its code', async () => {
  await using it = house()
  it.desktop.answers['click_input'] = () => failed('It is another button now.', 'target_changed')
  expect(await it.execute([command('click_input')])).toMatchObject([
    { status: 'failure', code: 'target_changed' },
  ])
  expect(it.eventOf('act_finished')).toMatchObject({ status: 'failure', error: 'It is another button now.' })
})

test('unknown tools and bad arguments never reach the gate', async () => {
  await using it = house()
  const results = await it.execute([command('fly'), command('add', { a: 'x' })], { earlyExit: false })
  expect(results.map(({ code }) => code)).toEqual(['unknown_tool', 'bad_arguments'])
  expect(it.gate.acts).toEqual([])
})

test('a stop before the act leaves the desktop alone', async () => {
  const gate: TestGate = new TestGate(() => {
    it.run.stop()
    return ALLOWED
  })
  await using it = house(gate)
  await expect(it.execute([command('click_input')])).rejects.toMatchObject({ reason: 'stopped' })
  expect(it.sink.log).toEqual(['gate_decided'])
  expect(it.desktop.calls.map(({ name }) => name)).toEqual(['resolve_target'])
})

test('a pause holds before the act', async () => {
  await using it = house()
  it.run.pause()
  const acting = it.execute([command('click_input')])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(it.desktop.calls).toEqual([])
  it.run.resume()
  expect(await acting).toMatchObject([{ status: 'success' }])
})

test('a stop in the middle of an act is written down as an act whose end is not known', async () => {
  await using it = house()
  it.desktop.answers['click_input'] = () => {
    it.run.stop()
    throw new StoppedError('stopped', 'Stopped by the user.')
  }
  await expect(it.execute([command('click_input')])).rejects.toThrow(StoppedError)
  expect(it.eventOf('act_finished')).toMatchObject({ status: 'failure' })
  expect(it.eventOf('act_finished')?.error).toContain('Ended before its result was known')
})

test('the tools of a route are listed by type', async () => {
  await using it = house()
  const tools = await it.dispatcher.listTools(route, 'data_collection', it.run)
  expect(tools.map(({ tool_key }) => tool_key)).toEqual([
    'data_collection::UICollector::resolve_target',
    'data_collection::UICollector::observe',
  ])
})
