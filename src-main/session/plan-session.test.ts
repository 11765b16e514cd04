import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  appReply,
  aWindow,
  hostReply,
  type Script,
  type ScriptedDesktop,
} from '../agents/testing/scripted.ts'
import { Checklist } from '../core/checklist.ts'
import { StoppedError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { createOfflineModel } from '../interpreter/offline-model.ts'
import { SessionFactory } from './session-factory.ts'
import { PlanReader } from './plan-reader.ts'
import { followerSteps } from './plan-session.ts'
import { person, worldIn, type World } from './testing/world.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'plan-session-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const CLICK: Script = appReply('FINISH', [['click_input', { id: '7', name: '7' }]], { result: 'clicked' })

interface Wishes extends Partial<World> {
  offline?: boolean
  onClose?: (desktop: ScriptedDesktop) => void
  showFirst?: boolean
  answers?: (text: string, checklist: Checklist) => string
}

/** A session of a plan; its desktop opens one application, whose window is the calculator’s. */
async function planned(
  mode: string,
  plan: object,
  { offline = false, onClose, showFirst = false, answers, ...wishes }: Wishes = {},
) {
  const world = await worldIn(home, { scripts: [], ...wishes })
  const path = join(home, 'plan.json')
  await writeFile(path, JSON.stringify(plan))
  await mkdir(join(home, 'files'), { recursive: true })
  world.desktop.acts['launch_application'] = () => ({
    result: { application: 'Calculator', pid: 1, window: aWindow('1', 'Calculator') },
  })
  if (onClose) {
    world.desktop.acts['close_application_window'] = () => {
      onClose(world.desktop)
      return {}
    }
  }
  const { dependencies } = world
  const checklist: Checklist = new Checklist({
    sink: world.journal,
    interactor: {
      ...person(),
      questionAsker: (text) => Promise.resolve({ answer: answers?.(text, checklist) ?? '', by: 'person' }),
    },
    showFirst,
  })
  const model = offline ? createOfflineModel() : dependencies.agents.model
  const agents = { ...dependencies.agents, model, checklist }
  const factory = new SessionFactory({ ...dependencies, agents })
  const reader = await PlanReader.open(path)
  const session = factory.createSession({ id: 's', task: 't', mode, plan: reader })
  const acts = () => world.desktop.acted.map(({ tool_name }) => tool_name)
  return { ...world, session, acts, end: await session.run(new RunControl()) }
}

describe('a FollowerSession', () => {
  it('opens the application in round 0 without a model, and does each step in a round of its own', async () => {
    const plan = { task: 'two clicks', steps: ['press 7', 'press 7 again'], object: 'Calculator' }
    const { end, journal, model, session, acts } = await planned('follower', plan, {
      scripts: [CLICK, CLICK],
    })
    expect(end).toMatchObject({ status: 'completed', rounds: 3, result: 'clicked', error: null })
    expect(session.sessionType).toBe('FollowerSession')
    expect(acts()).toEqual(['launch_application', 'select_application_window', 'click_input', 'click_input'])
    expect(journal.of('round_started').map(({ request }) => request)).toEqual([
      'open "Calculator"',
      'press 7',
      'press 7 again',
    ])
    expect(journal.of('round_finished').map(({ status }) => status)).toEqual(['FINISH', 'FINISH', 'FINISH'])
    // Only the application’s agent was asked, and it remembers nothing of the step before.
    expect(model.asked.map(({ role, input }) => [role, input.kind === 'app' && input.subtask])).toEqual([
      ['app', 'press 7'],
      ['app', 'press 7 again'],
    ])
    expect(model.asked[1]?.input).toMatchObject({
      history: [{ agent: 'HostAgent' }],
      blackboard: { requests: [] },
    })
  })

  it('has steps + 1 rounds, whatever max_round says', async () => {
    const plan = {
      task: 'twelve',
      steps: Array.from({ length: 12 }, (_, n) => `step ${n}`),
      object: 'Calculator',
    }
    const { end } = await planned('follower', plan, {
      scripts: plan.steps.map(() => CLICK),
      system: { max_round: 1 },
    })
    expect(end).toMatchObject({ status: 'completed', rounds: 13 })
  })

  it('has failed where max_step ends it between two of its steps, and says what was not begun', async () => {
    const plan = { task: 't', steps: ['press 7', 'press 8', 'press 9'], object: 'Calculator' }
    const whole = await planned('follower', plan, { scripts: [CLICK, CLICK, CLICK] })
    expect(whole.end.status).toBe('completed')
    for (let max_step = 1; max_step < whole.end.steps; max_step++) {
      const { end, settled, journal } = await planned('follower', plan, {
        scripts: [CLICK, CLICK, CLICK],
        system: { max_step, eva_session: false, save_experience: 'always' },
      })
      const told = { status: 'failed', reason: 'limit', error: expect.stringContaining('max_step') as string }
      expect(end, `max_step ${max_step}`).toMatchObject(told)
      expect(settled).toEqual(['no'])
      expect(journal.of('experience_saved')).toHaveLength(1)
    }
  })

  it('has room for all steps of its plan, whatever max_step says', async () => {
    const plan = { task: 't', steps: Array.from({ length: 40 }, () => 'press 7'), object: 'Calculator' }
    await writeFile(join(home, 'plan.json'), JSON.stringify(plan))
    const max_step = followerSteps(50, await PlanReader.open(join(home, 'plan.json')))
    const { end } = await planned('follower', plan, { scripts: plan.steps.map(() => CLICK), system: { max_step } })
    expect(end).toMatchObject({ status: 'completed', rounds: 41 })
    expect(end.steps).toBeGreaterThan(50)
  }) // prettier-ignore

  it('is judged by the task of its plan', async () => {
    const plan = { task: 'what it is for', steps: ['press 7'], object: 'Calculator' }
    const { evaluations } = await planned('follower', plan, { scripts: [CLICK] })
    expect(evaluations).toEqual(['what it is for'])
  })

  it('shows its steps before anything is done, and does them as its person has changed them', async () => {
    const plan = { task: 't', steps: ['press 7', 'press 8', 'press 9'], object: 'Calculator' }
    const asked: string[] = []
    const { journal, end } = await planned('follower', plan, {
      scripts: [CLICK, CLICK],
      showFirst: true,
      answers: (text, checklist) => {
        asked.push(text)
        const [first, second, third] = checklist.items.map(({ id }) => id)
        if (asked.length > 1) return 'Leave it out'
        checklist.edit([
          { item: first ?? '', ask: true },
          { item: third ?? '', words: 'press 0', before: second ?? '' },
        ])
        return 'Begin'
      },
    })
    expect(asked).toEqual(['Begin with 3 steps?', 'Do this step now: press 7?'])
    expect(journal.of('round_started').map(({ request }) => request)).toEqual([
      'open "Calculator"',
      'press 0',
      'press 8',
    ])
    expect(end.status).toBe('completed')
    expect(
      journal
        .of('checklist')
        .at(-1)
        ?.items.map(({ words, state }) => [words, state]),
    ).toEqual([
      ['press 7', 'left_out'],
      ['press 0', 'done'],
      ['press 8', 'done'],
    ])
  })

  it('opens nothing where its person does not let it begin', async () => {
    const plan = { task: 't', steps: ['press 7'], object: 'Calculator' }
    const { acts, end } = await planned('follower', plan, { showFirst: true, answers: () => 'Stop' })
    expect([end.status, acts()]).toEqual(['stopped', []])
  })

  it('ends at a step that fails, with its reason', async () => {
    const plan = { task: 't', steps: ['press 7', 'press 8', 'press 9'], object: 'Calculator' }
    const failing = appReply('FAIL', [], { comment: 'There is no 8.', result: 'There is no 8.' })
    const { end, journal } = await planned('follower', plan, { scripts: [CLICK, failing] })
    expect(end).toMatchObject({ status: 'failed', rounds: 3, error: 'There is no 8.' })
    expect(journal.of('round_started')).toHaveLength(3)
  })

  it('ends in round 0 where the application can’t be opened', async () => {
    const plan = { task: 't', steps: ['press 7'], object: 'Nothing' }
    const world = await worldIn(home, { scripts: [] })
    world.desktop.acts['launch_application'] = () => ({ status: 'failure', error: 'no such application' })
    await writeFile(join(home, 'plan.json'), JSON.stringify(plan))
    const reader = await PlanReader.open(join(home, 'plan.json'))
    const session = world.factory.createSession({ id: 's', task: 't', mode: 'follower', plan: reader })
    const end = await session.run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', rounds: 1 })
    expect(end.error).toMatch(/“Nothing” could not be opened: .*no such application/)
  })

  it('works with plain commands, those that choose an application among them', async () => {
    const plan = { task: 't', steps: ['click 7', 'switch to Calculator', 'click 7'], object: 'Calculator' }
    const { end, acts, journal } = await planned('follower', plan, { offline: true })
    expect(end, JSON.stringify(journal.of('decided'))).toMatchObject({ status: 'completed', rounds: 4 })
    expect(acts().filter((name) => name === 'click_input')).toHaveLength(2)
  })

  it('lets the HostAgent choose where its plan names no object', async () => {
    const opening = hostReply('CONTINUE', { function: 'launch_application', arguments: { name: 'Calculator' } })
    const choosing = hostReply('ASSIGN', { current_subtask: 'press 7' })
    const { end, model, desktop } = await planned('follower', { task: 't', steps: ['open what can count and press 7', 'press 7'] }, {
      scripts: [opening, choosing, CLICK, hostReply('FINISH'), CLICK],
    })
    expect(end, JSON.stringify(desktop.acted)).toMatchObject({ status: 'completed', rounds: 2 })
    expect(model.asked.map(({ role }) => role)).toEqual(['host', 'host', 'app', 'host', 'app'])
  }) // prettier-ignore

  it('a plan without steps is refused', async () => {
    await expect(planned('follower', { task: 't', object: 'Calculator' })).rejects.toThrow('it has no steps')
  })
})

describe('a FromFileSession', () => {
  it('opens what the plan is about by itself, then the HostAgent does the task in one round', async () => {
    const plan = { task: 'press 7', object: 'Calculator' }
    const { end, model, acts, evaluations } = await planned('batch_normal', plan, {
      scripts: [hostReply('ASSIGN', { current_subtask: 'press 7' }), CLICK, hostReply('FINISH')],
    })
    expect(end).toMatchObject({ status: 'completed', rounds: 1, result: 'clicked' })
    expect(acts()).toEqual(['launch_application', 'select_application_window', 'click_input'])
    expect(model.asked[0]?.input).toMatchObject({
      kind: 'host',
      request: 'press 7',
      history: [{ actions: [{ function: 'launch_application' }] }, {}],
    })
    expect(evaluations).toEqual(['press 7'])
  })

  it('works with plain commands', async () => {
    const { end, acts } = await planned(
      'batch_normal',
      { task: 'click 7', object: 'Calculator' },
      { offline: true },
    )
    expect(end).toMatchObject({ status: 'completed', rounds: 1 })
    expect(acts().at(-1)).toBe('click_input')
  })

  it('shows each of its commands on the checklist, and ticks it', async () => {
    const task = { task: 'click 7, wait 1 second, click 7', object: 'Calculator' }
    const { end, journal } = await planned('batch_normal', task, { offline: true })
    expect(end.status).toBe('completed')
    const [first, ...later] = journal.of('checklist').map(({ items }) => items)
    expect(first?.map(({ words, state }) => [words, state])).toEqual([
      ['click 7', 'open'],
      ['wait 1 second', 'open'],
      ['click 7', 'open'],
    ])
    expect(later.at(-1)?.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  it('closes the application where the plan says so, and leaves it open else', async () => {
    const task = { task: 'click 7', object: 'Calculator' }
    const left = await planned('batch_normal', task, { offline: true })
    expect(left.acts()).not.toContain('close_application_window')
    const closed = await planned('batch_normal', { ...task, close: true }, { offline: true })
    expect(closed.desktop.acted.at(-1)).toMatchObject({
      tool_name: 'close_application_window',
      parameters: { id: '1', name: 'Calculator' },
    })
    // The desktop of this test keeps its window, and nothing is asked: that is told, and is no failure of the task.
    expect(closed.end.status).toBe('completed')
    expect(closed.journal.of('warning').map(({ message }) => message)).toEqual([
      expect.stringContaining('is still open') as string,
    ])
  })

  it('has not come off where closing asks what to do with unsaved work, and nobody is there', async () => {
    const task = { task: 'click 7', object: 'Calculator', close: true }
    const asking = { ...aWindow('2', 'Save changes?'), kind: 'dialog' as const, owner: '1' }
    const { end } = await planned('batch_normal', task, {
      offline: true,
      onClose: (desktop) => desktop.windows.push(asking),
    })
    expect(end).toMatchObject({ status: 'failed', reason: 'unanswered' })
    expect(end.error).toMatch(/“Calculator” asks something .*“Save changes\?”.* save it in a step/)
  })

  it('tells of the step that has failed before, not of the unsaved work which that has left', async () => {
    const task = { task: 'click 9', object: 'Calculator', close: true }
    const { end, journal } = await planned('batch_normal', task, {
      offline: true,
      onClose: () => {
        throw new StoppedError('unanswered', 'Nobody is there to allow it: unsaved work.')
      },
    })
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('9') as string })
    expect(end.reason).not.toBe('unanswered')
    expect(journal.of('warning').map(({ message }) => message)).toEqual([
      expect.stringContaining('unsaved') as string,
    ])
  })

  it('has not come off where the gate asks about unsaved work, and nobody is there', async () => {
    const task = { task: 'click 7', object: 'Calculator', close: true }
    const { end } = await planned('batch_normal', task, {
      offline: true,
      onClose: () => {
        throw new StoppedError('unanswered', 'Nobody is there to allow it: unsaved work.')
      },
    })
    expect(end).toMatchObject({ status: 'failed', reason: 'unanswered', error: expect.stringContaining('unsaved') as string })
  }) // prettier-ignore
})
