import { describe, expect, test } from 'vitest'
import { MemoryJournal } from '../../agents/testing/scripted.ts'
import { plainTarget, summaryOf } from '../../computer/targets.ts'
import { VirtualClock } from '../../core/clock.ts'
import { StoppedError, ToolError } from '../../core/errors.ts'
import { silentLogger } from '../../core/logger.ts'
import { RunControl } from '../../core/run-control.ts'
import { framesOf } from '../protocol/transfer.ts'
import { clientMessage, type ClientMessage, type TransferFrame } from '../protocol/messages.ts'
import type { DeviceLink, LinkState } from './task.ts'
import { command, ROUTE } from '../testing/test-device.ts'
import { WebSocketCommandDispatcher } from './web-socket-command-dispatcher.ts'

type Sent = Parameters<DeviceLink['send']>[0]

/** A line whose other end is the test. */
class TestLink implements DeviceLink {
  readonly device
  readonly session = 's'
  readonly taskName = 't'
  state: LinkState = 'connected'
  readonly sent: Sent[] = []
  frame: (frame: TransferFrame | Uint8Array) => void = () => {}
  #hear: (message: ClientMessage) => void = () => {}
  #turn: (state: LinkState) => void = () => {}

  constructor(deskhand = true) {
    const peer = deskhand ? { instance: 'of-the-test-0123456789' } : null
    this.device = { id: 'pc', platform: 'linux', info: null, deskhand: peer }
  }

  send(message: Sent): void {
    if (this.state !== 'connected') throw new ToolError('There is no connection.')
    this.sent.push(message)
  }

  sendFrame(): void {
    throw new ToolError('Nothing is transferred here.')
  }

  onMessage(listener: (message: ClientMessage) => void): () => void {
    this.#hear = listener
    return () => {}
  }

  onFrame(listener: (frame: TransferFrame | Uint8Array) => void): () => void {
    this.frame = listener
    return () => {}
  }

  onState(listener: (state: LinkState) => void): () => void {
    this.#turn = listener
    return () => {}
  }

  hear(draft: Parameters<typeof clientMessage>[0]): void {
    this.#hear(clientMessage(draft))
  }

  become(state: LinkState): void {
    this.state = state
    this.#turn(state)
  }

  get commands(): Sent[] {
    return this.sent.filter(({ type }) => type === 'command')
  }

  get wishes(): unknown[] {
    return this.sent.filter(({ type }) => type === 'heartbeat').map(({ deskhand }) => deskhand)
  }
}

function world(link = new TestLink()) {
  const clock = new VirtualClock()
  const journal = new MemoryJournal()
  const run = new RunControl({ clock })
  const dispatcher = new WebSocketCommandDispatcher({ link, sink: journal, logger: silentLogger })
  return { clock, journal, run, link, dispatcher }
}
const turn = () => new Promise((next) => setImmediate(next))
const hour = 3_600_000

describe('WebSocketCommandDispatcher', () => {
  test('sends what the protocol wants of a command, with what a Deskhand needs beside it', async () => {
    const { dispatcher, link, run } = world()
    const one = command('click_input', { parameters: { id: '7' }, namespace: 'AppUIExecutor', confirm: true })
    const pending = dispatcher.executeCommands([one], { route: ROUTE }, run)
    await turn()
    expect(link.commands).toEqual([
      {
        type: 'command', status: 'continue', ...ROUTE, response_id: expect.any(String), actions: [one],
        deskhand: { early_exit: true, timeout_ms: 6_000_000, reset: false },
      },
    ])
    const { response_id = null } = link.commands[0] ?? {}
    const result = { status: 'success' as const, error: null, result: 0, namespace: 'AppUIExecutor', call_id: one.call_id ?? '', code: null }
    // Of another command, and from before.
    link.hear({ type: 'command_results', status: 'continue', prev_response_id: 'another', action_results: [{ ...result, result: 1 }] })
    link.hear({ type: 'command_results', status: 'continue', prev_response_id: response_id, action_results: [result] })
    expect(await pending).toEqual([result])
  }) // prettier-ignore

  test('gives each command 6000 s, then an error for each, and tells the device that nobody waits', async () => {
    const { dispatcher, link, run, clock } = world()
    const pending = dispatcher.executeCommands([command('a'), command('b')], { route: ROUTE }, run)
    await turn()
    clock.advance(3 * hour)
    await turn()
    expect(link.wishes).toEqual([])
    clock.advance(hour)
    expect((await pending).map(({ status, code }) => [status, code])).toEqual([
      ['failure', 'timeout'],
      ['failure', 'timeout'],
    ])
    expect(link.wishes).toEqual([{ wish: 'cancel', response_id: link.commands[0]?.response_id }])
  })

  test('ends at once when the run is stopped, and so does the device', async () => {
    const { dispatcher, link, run } = world()
    const pending = dispatcher.executeCommands([command('a')], { route: ROUTE }, run)
    await turn()
    run.stop(new StoppedError('stopped', 'Stopped by the user.'))
    await expect(pending).rejects.toThrow('Stopped by the user.')
    expect(link.wishes).toEqual([{ wish: 'cancel', response_id: link.commands[0]?.response_id }])
    await expect(dispatcher.executeCommands([command('b')], { route: ROUTE }, run)).rejects.toThrow(
      StoppedError,
    )
    expect(link.commands).toHaveLength(1)
  })

  test('sends a command when the device comes back, as the same one, and its pause with it', async () => {
    const { dispatcher, link, run } = world()
    link.become('lost')
    const pending = dispatcher.executeCommands([command('a')], { route: ROUTE }, run)
    await turn()
    dispatcher.pause()
    expect(link.sent).toEqual([])
    link.become('connected')
    link.become('lost')
    link.become('connected')
    expect(new Set(link.commands.map(({ response_id }) => response_id)).size).toBe(1)
    expect(link.wishes).toEqual([{ wish: 'pause' }, { wish: 'pause' }])
    link.become('gone')
    expect((await pending)[0]).toMatchObject({ code: 'lost', error: 'The device is not connected any more.' })
    const [after] = await dispatcher.executeCommands([command('b')], { route: ROUTE }, run)
    expect(after?.code).toBe('lost')
  })

  test('takes an error of a call as that call’s, and one of none as the end of all', async () => {
    const { dispatcher, link, run } = world()
    const pending = dispatcher.executeCommands([command('a'), command('b')], { route: ROUTE }, run)
    await turn()
    const id = link.commands[0]?.response_id ?? null
    link.hear({ type: 'error', status: 'error', prev_response_id: id, error: 'No such agent.' })
    expect((await pending).map(({ code, error }) => [code, error])).toEqual([
      ['tool', 'No such agent.'],
      ['tool', 'No such agent.'],
    ])
    link.hear({ type: 'error', status: 'error', error: 'The desktop is gone.' })
    const [after] = await dispatcher.executeCommands([command('c')], { route: ROUTE }, run)
    expect(after).toMatchObject({ code: 'lost', error: 'The desktop is gone.' })
  })

  test('records what was asked for, not what the device says that it was', async () => {
    const { dispatcher, link, run, journal } = world()
    const one = command('set_edit_text', {
      parameters: { id: '3', text: 'what was asked for' },
      call_id: 'c1',
    })
    const pending = dispatcher.executeCommands([one], { route: ROUTE }, run)
    await turn()
    const response_id = link.commands[0]?.response_id ?? ''
    const target = summaryOf(plainTarget('control', 'Name'))
    const act = {
      type: 'act_started',
      call_id: 'c1',
      tool_name: 'another',
      tool_type: 'action',
      namespace: null,
      parameters: { text: 'forged' },
      target,
      words: 'Type into “Name”',
    } as const
    link.hear({
      type: 'heartbeat',
      status: 'ok',
      deskhand: { response_id, events: [act, { type: 'session_finished' }, 7] },
    })
    link.hear({ type: 'heartbeat', status: 'ok', deskhand: { response_id: 'another', events: [act] } })
    expect(journal.events).toHaveLength(1)
    expect(journal.of('act_started')[0]).toMatchObject({
      tool_name: 'set_edit_text',
      parameters: one.parameters,
      words: act.words,
    })
    link.become('gone')
    await pending
  })

  test('records no question and no word of a device that could be taken for one of this machine', async () => {
    const { dispatcher, link, run, journal } = world()
    const [look, act] = [
      command('observe', { tool_type: 'data_collection', call_id: 'c1' }),
      command('click_input', { call_id: 'c2' }),
    ]
    const pending = dispatcher.executeCommands([look, act], { route: ROUTE }, run)
    await turn()
    const response_id = link.commands[0]?.response_id ?? ''
    const asked = {
      type: 'question_asked',
      question: 'q',
      kind: 'sensitive_step',
      text: 'Click?',
      choices: [],
      call_id: 'c2',
      details: null,
    }
    const finished = {
      type: 'act_finished',
      call_id: 'c2',
      tool_name: 'click_input',
      status: 'success',
      result: null,
      error: null,
      ms: 1,
    }
    const events = [
      { ...asked, kind: 'question', text: 'What is your password?' },
      { ...asked, call_id: 'c1' },
      // It has not begun.
      finished,
      { ...asked, secret: true },
      { ...asked, text: 'Again?' },
      { type: 'warning', message: 'Your licence has run out.' + '!'.repeat(9000) },
      { type: 'stop_requested', by: 'person' },
    ]
    link.hear({ type: 'heartbeat', status: 'ok', deskhand: { response_id, events } })
    expect(journal.events.map(({ type }) => type)).toEqual(['question_asked', 'warning'])
    expect(journal.of('question_asked')[0]).toMatchObject({ text: 'Click?' })
    expect(journal.of('question_asked')[0]).not.toHaveProperty('secret')
    const { message = '' } = journal.of('warning')[0] ?? {}
    expect(message).toMatch(/^The device says: Your licence/)
    expect(message.length).toBeLessThan(3000)
    link.become('gone')
    await pending
  })

  test('records an act that came back done, also when the device has told nothing of it', async () => {
    const { dispatcher, link, run, journal } = world()
    const named = [command('click_input', { call_id: 'c1' }), command('type_text', { call_id: 'c2' }), command('press', { call_id: 'c3' })]
    const pending = dispatcher.executeCommands(named, { route: ROUTE, earlyExit: false }, run)
    await turn()
    const prev_response_id = link.commands[0]?.response_id ?? ''
    const began = {
      type: 'act_started', call_id: 'c2', tool_name: 'type_text', tool_type: 'action', namespace: null, parameters: {},
      target: summaryOf(plainTarget('control', 'Name')), words: 'Type into “Name”',
    }
    // Its line was cut before it could say that this one has ended.
    link.hear({ type: 'heartbeat', status: 'ok', deskhand: { response_id: prev_response_id, events: [began] } })
    const result = { error: null, result: null, namespace: null, code: null }
    link.hear({
      type: 'command_results', status: 'continue', prev_response_id,
      action_results: [
        { ...result, status: 'success', call_id: 'c1' },
        { ...result, status: 'failure', error: 'It is gone.', call_id: 'c2' },
        { ...result, status: 'failure', error: 'Refused.', code: 'refused', call_id: 'c3' },
      ],
    })
    await pending
    const told = journal.events.map((event) => ('call_id' in event ? `${event.type} ${event.call_id}` : event.type))
    expect(told).toEqual(['act_started c2', 'act_started c1', 'act_finished c1', 'act_finished c2'])
    expect(journal.of('act_finished').map(({ error }) => error)).toEqual([null, 'It is gone.'])
  }) // prettier-ignore

  test('keeps no picture that came too late: they would leave no room for the next ones', async () => {
    const { dispatcher, link, run } = world()
    const answer = (prev_response_id: string, filename: string, call_id = 'c1') => {
      for (const frame of framesOf({ filename, mime_type: null, bytes: new Uint8Array([1, 2, 3]) }, 's'))
        link.frame(frame)
      link.hear({
        type: 'command_results', status: 'continue', prev_response_id,
        action_results: [{ status: 'success', error: null, result: { data: { deskhand_binary: filename } }, namespace: null, call_id, code: null }],
        deskhand: { response_id: prev_response_id, events: [], pictures: [filename] },
      })
    }
    for (let count = 0; count < 150; count++) answer('of a command that was given up', `late-${count}`)
    const pending = dispatcher.executeCommands([command('observe', { call_id: 'c1' })], { route: ROUTE }, run)
    await turn()
    answer(link.commands[0]?.response_id ?? '', 'in time')
    expect((await pending)[0]).toMatchObject({ status: 'success', result: { data: 'AQID' } })
  }) // prettier-ignore

  test('takes an answer that no program can read as a failure of that call', async () => {
    const { dispatcher, link, run } = world()
    const pending = dispatcher.executeCommands([command('a')], { route: ROUTE }, run)
    await turn()
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as unknown[]
    link.hear({
      type: 'command_results',
      status: 'continue',
      prev_response_id: link.commands[0]?.response_id ?? '',
      action_results: [
        { status: 'success', error: null, result: deep, namespace: null, call_id: '', code: null },
      ],
    })
    const [result] = await pending
    expect(result).toMatchObject({ status: 'failure', error: expect.stringContaining("can't be read") })
  })
})
