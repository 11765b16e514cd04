import { describe, expect, it } from 'vitest'
import { PIXEL, world, type Script } from '../../agents/testing/scripted.ts'
import { ModelError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import { KnowledgeBase } from '../../memory/knowledge-base.ts'
import { GroundFault } from '../grounding/fault.ts'
import { SetUp, workerSays } from '../testing/set-up.ts'
import { PlannerTools, thinkWith } from '../tools.ts'
import { MAX_PICTURES } from './chat.ts'
import { Worker, type WorkerInput } from './worker.ts'

const run = new RunControl()
const window = testWindow()
const input = (more: Partial<WorkerInput> = {}): WorkerInput => ({
  Tu: 'Write a letter and save it',
  Search_query: 'How to write a letter?',
  subtask: 'Save the letter',
  subtask_info: 'as letter.txt',
  future_tasks: [{ name: 'Print it', info: '' }],
  done_task: [{ name: 'Write it', info: '' }],
  obs: {
    screenshot: { label: 'now', picture: PIXEL },
    observation: { windows: [window], window, controls: [testControl('1', 'Save')], picture: PIXEL, limited: null },
  },
  outcome: null,
  notes: [],
  os: 'Linux 6',
  doubtful: true,
  advice: null,
  ...more,
}) // prettier-ignore
const said =
  (text: string): Script =>
  () =>
    text

function worker(setUp: string[], scripts: Script[], options: { fast?: boolean } = {}) {
  const model = new SetUp(setUp, ...scripts)
  model.pictures = true
  const { deps, journal } = world(model)
  const tools = new PlannerTools(deps, () => {})
  const told = (index: number) => {
    const request = model.asked.at(index)
    if (request?.input.kind !== 'tool') throw new Error('no tool was asked')
    return { role: request.role, text: request.input.str_input, pictures: request.input.pictures.length }
  }
  return {
    worker: new Worker(tools, new KnowledgeBase({ think: thinkWith(tools), sink: journal }), options),
    model,
    journal,
    told,
  }
}
const take = () => Promise.resolve(null)

describe('the Worker', () => {
  it('is told its subtask, what was and what comes, and what is seen', async () => {
    const made = worker(['action_generator'], [said(workerSays('agent.click("Save")'))])
    const { plan, worker_plan } = await made.worker.next(input(), take, run)
    expect(plan).toMatchObject({ grounded_action: 'agent.click("Save")', intent: { type: 'Click' } })
    expect(worker_plan).toContain('(Grounded Action)')
    const { text } = made.told(0)
    for (const words of [
      'Write a letter and save it',
      'Save the letter',
      'as letter.txt',
      'Print it',
      'Write it',
      'How to write a letter?',
      '[1] button "Save"',
    ])
      expect(text).toContain(words)
  })

  it('hears what was wrong with a call, and with what could not be found', async () => {
    const made = worker(
      ['action_generator'],
      ['agent.press("x")', 'agent.click("Sav")', 'agent.click("Save")'].map((call) => said(workerSays(call))),
    )
    const accept = ({ grounded_action }: { grounded_action: string }) =>
      grounded_action.includes('"Save"')
        ? Promise.resolve('found')
        : Promise.reject(new GroundFault('“Sav” was not found.'))
    expect((await made.worker.next(input(), accept, run)).accepted).toBe('found')
    expect(made.told(1).text).toContain('There is no agent.press.')
    // It has names from the screen in it: data.
    expect(made.told(2).text).toContain('<screen_data>\n"“Sav” was not found."\n</screen_data>\nReply again')
  })

  it('gives up after three faulty replies', async () => {
    const made = worker(['action_generator'], [said('no call'), said('no call'), said('no call'), said('x')])
    await expect(made.worker.next(input(), take, run)).rejects.toThrow('There is no call')
    expect(made.model.asked).toHaveLength(3)
  })

  it('reflects on what is in doubt, and has its own replies in the chat', async () => {
    const made = worker(
      ['action_generator', 'traj_reflector'],
      [
        said(workerSays('agent.hotkey(["ctrl", "s"])')),
        said('It gets on.'),
        said(workerSays('agent.done()')),
      ],
    )
    await made.worker.next(input(), take, run)
    const { reflection } = await made.worker.next(
      input({ outcome: '[Status] success', notes: ['n1'], advice: 'Look closer.' }),
      take,
      run,
    )
    expect(reflection).toBe('It gets on.')
    expect(made.told(1).role).toBe('traj_reflector')
    expect(made.told(1).text.match(/\[1\] button "Save"/g)).toHaveLength(1)
    const { text } = made.told(2)
    for (const words of [
      'agent.hotkey(["ctrl", "s"])',
      'It gets on.',
      '[Status] success',
      'n1',
      'Look closer.',
    ])
      expect(text).toContain(words)
    expect(text.match(/\[1\] button "Save"/g)).toHaveLength(1)
  })

  it('asks for no reflection on an act that was seen to have its effect', async () => {
    const call = said(workerSays('agent.wait(1)'))
    const made = worker(['action_generator', 'traj_reflector'], [call, call])
    for (let step = 0; step < 2; step++)
      await made.worker.next(input({ outcome: 'ok', doubtful: false }), take, run)
    expect(made.model.asked.map(({ role }) => role)).toEqual(['action_generator', 'action_generator'])
  })

  it('goes on without a reflection that can’t be had, says so, and does not ask for it again', async () => {
    const call = said(workerSays('agent.wait(1)'))
    const made = worker(['action_generator', 'traj_reflector'], [call, new ModelError('busy'), call, call])
    for (let step = 0; step < 3; step++) await made.worker.next(input({ outcome: 'ok' }), take, run)
    expect(made.model.asked.map(({ role }) => role)).toEqual([
      'action_generator',
      'traj_reflector',
      'action_generator',
      'action_generator',
    ])
    expect(made.journal.of('warning')).toMatchObject([{ message: 'traj_reflector could not be asked: busy' }])
  })

  it('repeats only the beginning of a reply that found no end', async () => {
    const made = worker(['action_generator'], [said('~'.repeat(100_000)), said(workerSays('agent.done()'))])
    await made.worker.next(input(), take, run)
    expect(made.told(1).text.length).toBeLessThan(20_000)
  })

  it('keeps the newest two pictures; of older ones it tells', async () => {
    const made = worker(
      ['action_generator'],
      Array.from({ length: 11 }, () => said(workerSays('agent.wait(1)'))),
    )
    for (let step = 0; step < 11; step++) {
      const obs = { ...input().obs, screenshot: { label: 'now', picture: { ...PIXEL, data: `${step}` } } }
      await made.worker.next(input({ outcome: 'ok', obs }), take, run)
    }
    const { text, pictures } = made.told(-1)
    expect(pictures).toBe(MAX_PICTURES)
    expect(text.match(/Its picture is not shown any more/g)).toHaveLength(9)
    expect(text).toContain('(Picture 2 is of this screen.)')
  })

  it('shows what looks as it did before once', async () => {
    const made = worker(
      ['action_generator'],
      [said(workerSays('agent.wait(1)')), said(workerSays('agent.wait(1)'))],
    )
    await made.worker.next(input(), take, run)
    await made.worker.next(input({ outcome: 'ok' }), take, run)
    const { text, pictures } = made.told(-1)
    expect(pictures).toBe(1)
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((line) => line.startsWith('(Picture 1')),
    ).toHaveLength(1)
  })

  it('knows nothing of a subtask before', async () => {
    const made = worker(
      ['action_generator'],
      [said(workerSays('agent.wait(1)')), said(workerSays('agent.wait(2)'))],
    )
    await made.worker.next(input({ subtask: 'first of all' }), take, run)
    made.worker.beginSubtask()
    await made.worker.next(input(), take, run)
    expect(made.told(1).text).not.toContain('first of all')
  })

  it('asks one tool alone on the fast path', async () => {
    const made = worker(
      ['fast_action_generator', 'traj_reflector'],
      [said('(Grounded Action)\n```\nagent.wait(1)\n```'), said('agent.done()')],
      { fast: true },
    )
    await made.worker.next(input(), take, run)
    await made.worker.next(input({ outcome: 'ok' }), take, run)
    expect(made.model.asked.map(({ role }) => role)).toEqual([
      'fast_action_generator',
      'fast_action_generator',
    ])
  })
})
