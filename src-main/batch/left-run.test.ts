import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { Journal } from '../recorder/journal.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { readRun } from '../recorder/runs.ts'
import { keepResumption, readResumption } from '../session/kept-resumption.ts'
import { readLeftRun } from './left-run.ts'
import { interruptedRecord, recordOf } from './verdict.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'takeup-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const STARTED: EventBody[] = [
  {
    type: 'run_started', session: 's', session_type: 'FromFileSession', task: 't', mode: 'batch_normal', strategy: 'host-app',
    platform: 'linux', display: { kind: 'virtual', name: ':1' }, models: {}, log_path: '/logs/t', continues: null,
  },
  { type: 'round_started', request: 'r' },
  { type: 'step_started', agent: 'HostAgent', application: null, subtask: null, subtask_index: -1 },
] // prettier-ignore

/** An act as the dispatcher tells it; without an end where it was cut short. */
function act(id: string, tool_name: string, parameters: Record<string, unknown> = {}, ended = true): EventBody[] {
  const target = { kind: 'none' as const, application: null, window: null, role: null, name: null, bounds: null, point: null }
  const begun: EventBody = { type: 'act_started', call_id: id, tool_name, tool_type: 'action', namespace: 'AppUIExecutor', parameters, target, words: tool_name }
  const end: EventBody = { type: 'act_finished', call_id: id, tool_name, status: 'success', result: null, error: null, ms: 1 }
  return ended ? [begun, end] : [begun]
} // prettier-ignore

const ROUND_ENDED: EventBody = {
  type: 'round_finished',
  status: 'FINISH',
  result: 'x',
  error: null,
  steps: 1,
  cost: 0,
}

/** What `deskhand close` writes at the end of a run that a crash has cut short. */
const CLOSED = {
  type: 'session_finished', status: 'stopped', reason: 'lost', result: null, error: 'It was interrupted, and closed.',
  steps: 1, rounds: 1, cost: 0, log_path: '/logs/t',
} satisfies EventBody // prettier-ignore

/** A run whose program is gone. */
async function left(...bodies: EventBody[]) {
  return looked(await leftBy(STARTED, bodies))
}

/** Where no virtual desktop is left. */
const looked = (folder: RunFolder) => readLeftRun({ home, hasDesktop: () => Promise.resolve(false) }, folder)

async function leftBy(started: EventBody[], bodies: EventBody[]): Promise<RunFolder> {
  const folder = await RunFolder.create(home, 't')
  await folder.saveFile('owner.json', JSON.stringify({ pid: 2 ** 22 + 1, started: '1', resumable: true }))
  using journal = await Journal.open(folder.eventsPath, { run: folder.name })
  journal.where = () => ({ round: 0, step: 0 })
  for (const body of [...started, ...bodies]) journal.emit(body)
  await journal.sync()
  return folder
}

const onHost = STARTED.map((body) =>
  body.type === 'run_started' ? { ...body, display: { kind: 'host' as const, name: ':0' } } : body,
)
const SAVED = [...act('1', 'launch_application'), ...act('2', 'keyboard_input', { keys: 'Ctrl+S' })]

describe('a task whose run was cut short', () => {
  it.each([
    ['before its first act', []],
    ['while its file was opening', act('1', 'launch_application', {}, false)],
    [
      'after it had gone somewhere and typed, which is gone with its desktop',
      [
        ...act('1', 'launch_application'),
        ...act('2', 'keyboard_input', { keys: 'Ctrl+End' }),
        ...act('3', 'type_text', { text: 'hello' }, false),
      ],
    ],
  ])('%s begins again', async (_when, acts) => {
    expect(await left(...acts)).toEqual({ event: 'lost' })
  })

  it.each([
    ['an Enter', act('1', 'type_text', { text: 'rm x', enter: true }, false)],
    ['a new line', act('1', 'type_text', { text: 'rm x\n' }, false)],
    ['a click', act('1', 'click_input', { id: '1' }, false)],
    ['a command', act('1', 'run_shell', { bash_command: 'true' }, false)],
    ['a tool that is not known', act('1', 'send_mail', {}, false)],
  ])('in the middle of %s waits for a person', async (_what, acts) => {
    expect(await left(...acts)).toMatchObject({
      event: 'lost_after_act',
      why: expect.stringContaining('in the middle of') as string,
    })
  })

  it('after an act that lasts, on a desktop that is gone, waits for a person', async () => {
    expect(await left(...act('1', 'keyboard_input', { keys: 'Ctrl+S' }))).toMatchObject({
      event: 'lost_after_act',
      why: expect.stringContaining('desktop is gone') as string,
    })
  })

  it('after an act that lasts goes on where its virtual desktop lives', async () => {
    const folder = await leftBy(STARTED, act('1', 'keyboard_input', { keys: 'Ctrl+S' }))
    const hasDesktop = (run: string) => Promise.resolve(run === folder.name)
    expect(await readLeftRun({ home, hasDesktop }, folder)).toEqual({ event: 'lost_desktop_lives' })
  })

  it('that waits for a person says how far it had come, and what that has cost', async () => {
    const usage = { input_tokens: 1, output_tokens: 1, cached_tokens: null, cost: 0.25 }
    const asked: EventBody = { type: 'model_replied', role: 'host', provider: 'custom', model: 'm', usage, attempts: 1, ms: 1 }
    const running = { state: 'running' as const, run: 't', complete: null, result: null, error: null, steps: 0, cost: 0, started_at: 1, finished_at: null }
    const taken = await left(asked, ...act('1', 'keyboard_input', { keys: 'Ctrl+S' }))
    if (taken.event !== 'lost_after_act') throw new Error(taken.event)
    const told = { state: 'interrupted', run: 't', error: taken.why, steps: 1, cost: 0.25, started_at: 1 }
    expect(interruptedRecord(running, taken.why, taken.view)).toMatchObject(told)
  }) // prettier-ignore

  it.each([
    ['begins again where nothing lasting was begun', [], { event: 'lost' }],
    [
      'waits for a person after an act that lasts',
      act('1', 'keyboard_input', { keys: 'Ctrl+S' }),
      { event: 'lost_after_act', why: CLOSED.error },
    ],
    [
      'is taken as ended where its round had ended',
      [...act('1', 'keyboard_input', { keys: 'Ctrl+S' }), ROUND_ENDED],
      { event: 'ended', view: { status: 'completed' } },
    ],
  ])('and that a batch has closed, which was killed then itself, %s', async (_what, acts, taken) => {
    expect(await left(...acts, CLOSED)).toMatchObject(taken)
  })

  it('after typing on the person’s own desktop, where that stays, goes on', async () => {
    const acts = [...act('1', 'launch_application'), ...act('2', 'type_text', { text: 'hello' })]
    expect(await looked(await leftBy(onHost, acts))).toEqual({ event: 'lost_desktop_lives' })
  })

  it.each([
    ['before its first event', []],
    ['before its first act', onHost.map((body) => ({ ...body, continues: 't' }))],
  ])(
    'that has gone on with another one, cut short %s, does not begin what that has done again',
    async (_when, events) => {
      const first = await leftBy(onHost, SAVED)
      const second = await leftBy(events, [])
      await keepResumption(second, await readResumption(first, await readRun(first)))
      expect(await looked(second)).toEqual({ event: 'lost_desktop_lives' })
    },
  )

  it('that has gone on with another one is stopped before its first act: that waits for a person', async () => {
    const view = await readRun(await leftBy(onHost, [{ ...CLOSED, reason: 'stopped' }]))
    expect(recordOf('t', view)).toMatchObject({ state: 'stopped' })
    expect(recordOf('t', { ...view, continues: 'before' })).toMatchObject({ state: 'interrupted' })
  })

  it('after its round had ended is taken as ended, and never begun again', async () => {
    const taken = await left(...act('1', 'keyboard_input', { keys: 'Ctrl+S' }), ROUND_ENDED)
    expect(taken).toMatchObject({ event: 'ended', view: { status: 'completed', result: 'x' } })
  })

  it('after its evaluation has said no is no success, whatever was verified', async () => {
    const verified: EventBody = { type: 'effect_verified', call_id: '1', effect: 'confirmed', evidence: 'saved', ms: 1 }
    const judged: EventBody = { type: 'evaluated', level: 'session', complete: 'no', reason: 'It is empty.', sub_scores: [], quality: null, efficiency: null, cost: 0, effects: null }
    const taken = await left(...act('1', 'keyboard_input', { keys: 'Ctrl+S' }), verified, ROUND_ENDED, judged)
    if (taken.event !== 'ended') throw new Error(taken.event)
    expect(recordOf('t', taken.view)).toMatchObject({ state: 'failed', error: 'The evaluation says no: It is empty.' })
  }) // prettier-ignore
})
