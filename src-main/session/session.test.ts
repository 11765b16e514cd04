import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configSchema, type SystemConfig } from '../../src-preload/contract/config.ts'
import { appReply, aWindow, hostReply, MemoryJournal, type Script } from '../agents/testing/scripted.ts'
import { VirtualClock } from '../core/clock.ts'
import { ModelError, StoppedError } from '../core/errors.ts'
import type { Interactor } from '../core/interactor.ts'
import { RunControl } from '../core/run-control.ts'
import type { EvaluationReply } from '../models/replies.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { RecordedInteractor } from './recorded-interactor.ts'
import { resumptionOf } from './resumption.ts'
import { chosenStrategy, parseStrategy, SessionFactory } from './session-factory.ts'
import { Session } from './session.ts'
import { person, verdict, worldIn, type World } from './testing/world.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'session-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const world = (wishes: World) => worldIn(home, wishes)

const select = { function: 'select_application_window', arguments: { id: '1', name: 'Calculator' } }
const FINISH = hostReply('FINISH', { result: '42' })
/** The host chooses, assigns, and the application's agent clicks and finishes. */
const oneRequest: Script[] = [
  hostReply('CONTINUE', select),
  hostReply('ASSIGN', { current_subtask: 'press 7' }),
  appReply('FINISH', [['click_input', { id: '7', name: '7' }]]),
  FINISH,
]

describe('a session with the strategy host-app', () => {
  it('runs in the order of the seeds: rounds, last snapshot, evaluation, markdown, end', async () => {
    const { dependencies, factory, journal, folder, evaluations } = await world({
      scripts: oneRequest,
      system: { save_ui_tree: true },
    })
    const session = factory.createSession({ id: 's', task: 'test', request: 'press 7' })
    const end = await session.run(new RunControl())
    expect(end).toMatchObject({
      status: 'completed',
      reason: 'finished',
      result: '42',
      rounds: 1,
      error: null,
    })
    const types = journal.events.map((event) => event.type)
    const order = [
      'round_started',
      'subtask_finished',
      'round_finished',
      'evaluated',
      'session_finished',
    ] as const
    expect(types.filter((type) => order.includes(type as never))).toEqual([...order])
    expect(evaluations).toEqual(['press 7'])
    expect(session.sessionType).toBe('Session')
    expect(session.results.map((result) => result.type)).toEqual(['round_result', 'evaluation_result'])
    expect(await readFile(join(folder.path, 'output.md'), 'utf8')).toContain('done')
    expect(await dependencies.state.getTu()).toBe('press 7')
  })

  it('names the snapshots of subtasks, rounds and the session as the seeds do', async () => {
    const { factory, folder } = await world({
      scripts: oneRequest,
      system: { save_ui_tree: true, save_full_screen: true, log_xml: true },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    const names = (await readdir(folder.path, { recursive: true }))
      .filter((name) => /final/.test(name))
      .toSorted()
    expect(names).toEqual(
      expect.arrayContaining([
        'action_round_0_final.png',
        'action_round_0_sub_round_0_final.png',
        'action_round_0_sub_round_1_final.png',
        'action_step_final.png',
        'desktop_final.png',
        'desktop_round_0_final.png',
        'desktop_round_0_sub_round_0_final.png',
        'ui_trees/ui_tree_final.json',
        'ui_trees/ui_tree_round_0_final.json',
        'ui_trees/ui_tree_round_0_sub_round_1_final.json',
        'xml/action_step_final.xml',
      ]),
    )
    expect(await readFile(join(folder.path, 'xml/action_step_final.xml'), 'utf8')).toContain(
      'name="Calc &amp; “more”"',
    )
  })

  it('asks for the first request and for the next ones until there are no more', async () => {
    const { factory, journal } = await world({
      scripts: [FINISH, FINISH, FINISH],
      interactor: person('one', 'two', 'three'),
    })
    const session = factory.createSession({ id: 's', task: 'test' })
    const end = await session.run(new RunControl())
    expect(journal.of('round_started').map((event) => event.request)).toEqual(['one', 'two', 'three'])
    expect(end).toMatchObject({ status: 'completed', rounds: 3 })
    expect(session.requestToEvaluate()).toBe('["one","two","three"]')
  })

  it('ends without a round when there is no request', async () => {
    const { factory, journal, evaluations } = await world({ scripts: [] })
    const end = await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', rounds: 0, steps: 0 })
    expect(journal.of('round_started')).toEqual([])
    expect(evaluations).toEqual([])
  })

  it('carries out at most max_round requests', async () => {
    const { factory } = await world({
      scripts: [FINISH, FINISH],
      interactor: person('one', 'two', 'three'),
      system: { max_round: 2 },
    })
    const end = await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    expect(end.rounds).toBe(2)
  })

  it('ends at max_step with a reason', async () => {
    const { factory } = await world({
      scripts: [hostReply('CONTINUE', select), hostReply('CONTINUE', select), FINISH],
      system: { max_step: 2 },
    })
    const end = await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', reason: 'limit', steps: 2 })
    expect(end.error).toContain('max_step')
  })

  it('ends in error with the reason when a model fails, and is not evaluated', async () => {
    const { factory, evaluations } = await world({ scripts: [new ModelError('The service is down.')] })
    const session = factory.createSession({ id: 's', task: 'test', request: 'x' })
    const end = await session.run(new RunControl())
    expect(end).toMatchObject({
      status: 'failed',
      reason: 'error',
      error: expect.stringContaining('The service is down.'),
    })
    expect(session.currentRound?.state.name).toBe('ERROR')
    expect(session.isError()).toBe(true)
    expect(evaluations).toEqual([])
  })

  it('plans again when an application agent fails, and fails when the plan does', async () => {
    const { factory, journal } = await world({
      scripts: [
        hostReply('CONTINUE', select),
        hostReply('ASSIGN', { current_subtask: 'press 9' }),
        appReply('FAIL'),
        hostReply('FAIL', { comment: 'There is no 9.' }),
      ],
    })
    const end = await factory
      .createSession({ id: 's', task: 'test', request: 'press 9' })
      .run(new RunControl())
    expect(end.status).toBe('failed')
    expect(end.error).not.toBeNull()
    expect(journal.of('subtask_finished').map((event) => event.status)).toEqual(['FAIL'])
    expect(
      journal
        .of('agent_switched')
        .map((event) => event.to)
        .at(-1),
    ).toContain('HostAgent')
  })

  it('stops between two steps, acts no more and says so', async () => {
    const run = new RunControl()
    const stopping = () => {
      run.stop()
      return hostReply('CONTINUE', select)
    }
    const { factory, desktop } = await world({ scripts: [stopping, FINISH] })
    const end = await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(run)
    expect(end).toMatchObject({ status: 'stopped', reason: 'stopped' })
    expect(desktop.acted).toEqual([])
  })

  it('says that nobody was there to answer', async () => {
    const { factory, journal } = await world({
      scripts: [hostReply('PENDING', { questions: ['Which one?'] })],
    })
    const end = await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', reason: 'unanswered' })
    expect(journal.of('question_asked').map((event) => event.text)).toEqual(['Which one?'])
  })

  it('does not give a later round the result of an earlier one', async () => {
    const { factory, journal } = await world({
      scripts: [FINISH, hostReply('FINISH')],
      interactor: person('one', 'two'),
    })
    await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    expect(journal.of('round_finished').map((event) => event.result ?? null)).toEqual(['42', null])
  })

  it('evaluates every round where eva_round is set, and survives an evaluation that fails', async () => {
    const { factory, journal } = await world({
      scripts: [FINISH],
      system: { eva_round: true },
      evaluate: () => Promise.reject(new ModelError('no judge')),
    })
    const end = await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect(end.status).toBe('completed')
    expect(journal.of('warning').filter((event) => event.message.includes('no judge'))).toHaveLength(2)
  })

  it('ends before the next request when the cost ceiling is reached', async () => {
    const { factory } = await world({
      scripts: [FINISH, FINISH],
      interactor: person('one', 'two'),
      system: { cost_ceiling: 0.005 },
    })
    const end = await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    expect(end).toMatchObject({ rounds: 1, reason: 'limit' })
  })

  it('has failed, and not come to its end, where the cost ceiling was reached before it began', async () => {
    const { dependencies } = await world({ scripts: [FINISH] })
    // What an interrupted run has spent is taken off for the one that goes on with it.
    const { config } = dependencies
    const spent = { ...config, system: { ...config.system, cost_ceiling: 0 } }
    const factory = new SessionFactory({ ...dependencies, config: spent })
    const end = await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', reason: 'limit', rounds: 0 })
    expect(end.error).toContain('cost_ceiling')
  })

  it('ends in the middle of a request when the cost ceiling is reached', async () => {
    const { factory } = await world({
      scripts: [hostReply('CONTINUE', select), hostReply('CONTINUE', select), FINISH],
      system: { cost_ceiling: 0.015 },
    })
    const end = await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', reason: 'limit', steps: 2 })
    expect(end.error).toContain('cost_ceiling')
  })

  it('does not pay for a judge once the cost ceiling is reached', async () => {
    let judged = 0
    const { factory, journal } = await world({
      scripts: [hostReply('CONTINUE', select), FINISH],
      system: { cost_ceiling: 0.005 },
      evaluate: () => {
        judged++
        return Promise.reject(new ModelError('asked'))
      },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    expect([judged, journal.of('warning').map(({ message }) => message)]).toEqual([
      0,
      [expect.stringContaining('cost_ceiling')],
    ])
  })

  it('has the members that the seeds name', async () => {
    const { factory } = await world({ scripts: [FINISH] })
    const session = factory.createSession({ id: 'abc', task: 'test', request: 'x' })
    session.cost = 2
    session.applicationWindow = aWindow('9', 'Mail')
    const round = session.createFollowingRound('a later request')
    round.subtaskAmount = 4
    expect(session).toMatchObject({
      id: 'abc',
      cost: 2,
      step: 0,
      totalRounds: 1,
      task: 'test',
    })
    expect(session.applicationWindow?.title).toBe('Mail')
    expect(session.rounds.get(0)).toBe(round)
    expect(round).toMatchObject({ id: 0, request: 'a later request', step: 0, cost: 0, subtaskAmount: 4 })
    expect(session.printCost()).toBe('Cost of the session: $2.00')
    session.cost = null
    expect(session.printCost()).toContain('unknown')
    expect(round.printCost()).toContain('$0.00')
    session.addRound(1, round)
    expect(session.totalRounds).toBe(2)
    expect(session.evaluationLogger).not.toBeNull()
    expect(session.requestToEvaluate()).toBe('x')
  })

  it('says at its end what each request and all of it has cost', async () => {
    const lines: string[] = []
    const { dependencies, journal } = await world({ scripts: oneRequest })
    const logger = {
      ...dependencies.logger,
      info: (...said: unknown[]) => void lines.push(String(said.at(-1))),
    }
    const priced = new SessionFactory({
      ...dependencies,
      logger: logger as unknown as typeof dependencies.logger,
    })
    const session = priced.createSession({ id: 's', task: 'test', request: 'press 7' })
    await session.run(new RunControl())
    const { cost } = journal.of('session_finished')[0] ?? {}
    expect(cost).toBeGreaterThan(0)
    expect(lines).toEqual([
      `Cost of this request: $${cost?.toFixed(2)}`,
      `Cost of the session: $${cost?.toFixed(2)}`,
    ])
  })

  it('remembers what worked when the person wants it', async () => {
    const { factory, journal, remembered } = await world({
      scripts: oneRequest,
      system: { save_experience: 'ask' },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(journal.of('experience_saved')).toHaveLength(1)
    expect(remembered).toMatchObject([
      {
        kind: 'experience',
        outcome: 'worked',
        title: 'press 7',
        applications: ['calculator'],
        text: '1. click_input on button “7”',
      },
    ])
  })

  it('remembers of a run that failed what did not work, where everything is remembered', async () => {
    const failing: Script[] = [
      hostReply('CONTINUE', select),
      hostReply('ASSIGN', { current_subtask: 'press 9' }),
      appReply('FAIL', [['click_input', { id: '7', name: '7' }]], { comment: 'There is no 9.' }),
      hostReply('FAIL', { comment: 'It has no 9.' }),
    ]
    const { factory, remembered } = await world({ scripts: failing, system: { save_experience: 'always' } })
    await factory.createSession({ id: 's', task: 'test', request: 'press 9' }).run(new RunControl())
    expect(remembered).toMatchObject([{ outcome: 'did_not_work', title: 'press 9' }])
    expect(remembered[0]?.text).toContain('There is no 9.')
  })
})

describe('a session with the strategy single', () => {
  it('works with one agent that never switches', async () => {
    const { factory, journal, desktop } = await world({
      scripts: [appReply('FINISH', [['click_input', { id: '7', name: '7' }]], { result: 'done' })],
    })
    desktop.chosen = desktop.windows[0] ?? null
    const session = factory.createSession({ id: 's', task: 'test', request: 'press 7', strategy: 'single' })
    const end = await session.run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', result: 'done' })
    expect(session.sessionType).toBe('LinuxSession')
    expect(journal.of('agent_switched')).toEqual([])
    expect(journal.of('subtask_finished')).toHaveLength(1)
  })
})

describe('a session with the strategy planner', () => {
  const text =
    (said: string): Script =>
    () =>
      said
  const graph = '<json>{"dag": {"nodes": [{"id": "1", "name": "Press it"}], "edges": []}}</json>'
  const scripts = [
    text('How to press?'),
    text('1. Press it.'),
    text(graph),
    text('```\nagent.click("the 7 button")\n```'),
    text('It gets on.'),
    text('```\nagent.done(7)\n```'),
    text('Decision: done\nReason: seen'),
    text('Decision: done\nReason: seen'),
  ]

  it('plans, does and judges a whole request, with what all sessions leave behind', async () => {
    const { factory, journal, desktop } = await world({ scripts })
    desktop.chosen = desktop.windows[0] ?? null
    const session = factory.createSession({ id: 's', task: 'test', request: 'press 7', strategy: 'planner' })
    const end = await session.run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', result: 7 })
    expect([session.sessionType, session.currentRound?.agent.agentClass]).toEqual([
      'PlannerSession',
      'PlannerAgent',
    ])
    expect(journal.of('subtask_finished')).toMatchObject([
      { index: 0, subtask: 'Press it', status: 'FINISH' },
    ])
    expect(journal.of('step_finished')).toHaveLength(2)
    expect(desktop.acted.map(({ tool_name }) => tool_name)).toContain('click_input')
  })

  it('tells the end of a subtask once, also when planning anew fails afterwards', async () => {
    const again = [...scripts.slice(0, -1), text('Decision: replan\nReason: not seen')]
    const { factory, journal, desktop } = await world({ scripts: again })
    desktop.chosen = desktop.windows[0] ?? null
    const session = factory.createSession({ id: 's', task: 'test', request: 'press 7', strategy: 'planner' })
    expect(await session.run(new RunControl())).toMatchObject({ status: 'failed' })
    expect(journal.of('subtask_finished')).toMatchObject([{ subtask: 'Press it', status: 'FINISH' }])
  })

  it('is refused by name where no model is set up for what it needs', async () => {
    const { factory, model } = await world({ scripts: [] })
    model.nameOf = (role) => (role === 'subtask_planner' ? 'offline' : 'scripted')
    const session = factory.createSession({ id: 's', task: 't', request: 'press 7', strategy: 'planner' })
    expect(await session.run(new RunControl())).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('needs a model for subtask_planner:') as string,
    })
  })
})

describe('the factory', () => {
  it('keeps the meaning of platform_override', async () => {
    const { factory } = await world({ scripts: [] })
    const typeOf = (platformOverride: string) =>
      factory.createSession({ id: 's', task: 't', platformOverride }).sessionType
    expect([typeOf('windows'), typeOf('Linux')]).toEqual(['Session', 'LinuxSession'])
  })

  it('refuses what does not exist and what is still to come, by name', async () => {
    const { factory } = await world({ scripts: [] })
    expect(() => factory.createSession({ id: 's', task: 't', mode: 'fast' })).toThrow(
      'There is no mode “fast”',
    )
    expect(() => factory.createSession({ id: 's', task: 't', platformOverride: 'amiga' })).toThrow(
      'There is no platform “amiga”',
    )
    expect(() => parseStrategy('fast')).toThrow('There is no strategy “fast”')
    expect(parseStrategy('single')).toBe('single')
  })

  it('refuses a mode and a strategy that do not go together, and lists what does', async () => {
    const { factory } = await world({ scripts: [] })
    const refused = { id: 's', task: 't', mode: 'follower', platformOverride: 'linux' }
    expect(() => factory.createSession(refused)).toThrow(
      /“follower” does not work with the strategy “single”.*normal \(host-app, single, planner, operator\).*follower \(host-app\)/,
    )
    expect(chosenStrategy({ mode: 'batch_normal' })).toBe('host-app')
    expect(chosenStrategy({ mode: 'normal' })).toBeNull()
  })

  it.each(['follower', 'batch_normal'])('the mode %s needs a plan', async (mode) => {
    const { factory } = await world({ scripts: [] })
    expect(() => factory.createSession({ id: 's', task: 't', mode })).toThrow('none was given')
  })
})

describe('the keys of the seeds', () => {
  it('have the defaults of the seeds', () => {
    expect(configSchema.parse({}).system).toMatchObject({
      max_step: 50,
      max_round: 10,
      eva_session: true,
      eva_round: false,
      eva_all_screenshots: true,
      save_experience: 'ask',
      log_to_markdown: true,
      save_ui_tree: true,
      save_full_screen: false,
      log_xml: false,
      print_log: false,
      tool_timeout: 6000,
      slow_tool: 300,
    })
  })

  it('turn off evaluation, markdown, trees and the picture of the desktop', async () => {
    const { factory, folder, evaluations } = await world({
      scripts: oneRequest,
      system: { eva_session: false, log_to_markdown: false, save_ui_tree: false, save_full_screen: false },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(evaluations).toEqual([])
    const files = await readdir(folder.path, { recursive: true })
    expect(files.filter((name) => /^(output|ui_trees|desktop|xml)/.test(name))).toEqual([])
    expect(files).toContain('action_step_final.png')
  })

  it.each<[SystemConfig['save_experience'], EvaluationReply['complete'], boolean, number]>([
    ['always', 'no', false, 1],
    ['auto', 'yes', false, 1],
    ['auto', 'no', false, 1],
    ['auto', 'unsure', true, 0],
    ['ask', 'no', true, 1],
    ['ask', 'yes', false, 0],
    ['always_not', 'yes', true, 0],
  ])(
    'save_experience: %s, judged %s, with the answer %s, saves %d times',
    async (save_experience, complete, answer, times) => {
      const { factory, journal } = await world({
        scripts: oneRequest,
        system: { save_experience },
        interactor: { ...person(), experienceAsker: () => Promise.resolve({ answer, by: 'person' }) },
        evaluate: () => Promise.resolve({ ...verdict, complete }),
      })
      await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
      expect(journal.of('experience_saved')).toHaveLength(times)
      const asked = journal.of('question_asked').filter((event) => event.kind === 'experience')
      expect(asked).toHaveLength(save_experience === 'ask' ? 1 : 0)
      const told = complete === 'no' ? 'Remember what did not work?' : 'Remember how this was done?'
      for (const { text } of asked) expect(text).toBe(told)
    },
  )

  it('fails where the evaluation says no, whatever the agents say; what they brought is kept', async () => {
    const { factory, journal } = await world({
      scripts: oneRequest,
      evaluate: () => Promise.resolve({ ...verdict, complete: 'no', reason: 'No 7 is shown.' }),
    })
    const end = await factory
      .createSession({ id: 's', task: 'test', request: 'press 7' })
      .run(new RunControl())
    expect(end).toMatchObject({ status: 'failed', reason: 'finished' })
    expect(end.error).toBe('The evaluation says no: No 7 is shown.')
    expect(end.result).toBe(journal.of('round_finished')[0]?.result)
    expect(end.result).not.toBeNull()
  })

  it('goes by no evaluation of an earlier request where the last one could not be judged', async () => {
    let judged = 0
    const { factory, journal } = await world({
      scripts: [FINISH, FINISH],
      interactor: person('one', 'two'),
      system: { eva_round: true, eva_session: false },
      evaluate: () =>
        judged++ === 0
          ? Promise.resolve({ ...verdict, complete: 'no' })
          : Promise.reject(new ModelError('no judge')),
    })
    const end = await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', rounds: 2, error: null })
    expect(journal.of('evaluated')).toHaveLength(1)
  })

  it('completes where the evaluation is unsure', async () => {
    const { factory } = await world({
      scripts: oneRequest,
      evaluate: () => Promise.resolve({ ...verdict, complete: 'unsure' }),
    })
    const end = await factory
      .createSession({ id: 's', task: 'test', request: 'press 7' })
      .run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', error: null })
  })

  it.each<[SystemConfig['save_experience'], number]>([
    ['always', 1],
    ['auto', 1],
    ['ask', 1],
    ['always_not', 0],
  ])('save_experience: %s keeps of a run that failed what did not work', async (save_experience, times) => {
    const { factory, journal, remembered } = await world({
      scripts: oneRequest,
      system: { save_experience, max_step: 1 },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(journal.of('experience_saved')).toHaveLength(times)
    expect(remembered.map(({ outcome }) => outcome)).not.toContain('worked')
  })

  it.each<[string, Partial<World>, string | null]>([
    ['judged, as it was judged', { evaluate: () => Promise.resolve({ ...verdict, complete: 'no' }) }, 'no'],
    ['cut short by a limit, that it failed', { system: { max_step: 1 } }, 'no'],
    ['broken off by an error, nothing', { scripts: [new ModelError('No service.')] }, null],
    ['not judged, nothing', { system: { eva_session: false } }, null],
  ])('tells the memories of a run that was %s', async (_what, more, told) => {
    const { factory, settled } = await world({ scripts: oneRequest, ...more })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(settled).toEqual([told])
  })

  it('asks nobody to remember where nothing was done', async () => {
    const { dependencies, factory, journal } = await world({
      scripts: oneRequest,
      system: { save_experience: 'ask' },
    })
    dependencies.hasExperience = () => false
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(journal.of('question_asked').filter(({ kind }) => kind === 'experience')).toEqual([])
  })
})

describe('the members of a session', () => {
  it('share one context, whose dispatcher and logs are there before the first round', async () => {
    const { dependencies, factory } = await world({ scripts: [FINISH] })
    const session = factory.createSession({ id: 'abc', task: 'test', request: 'x' })
    const { context } = session
    expect(context.toDict()).toMatchObject({
      ID: 'abc',
      MODE: 'normal',
      LOG_PATH: dependencies.folder.path,
      SESSION_STEP: 0,
      SESSION_COST: 0,
    })
    expect(context.commandDispatcher).toBe(dependencies.dispatcher)
    const logs = {
      LOGGER: 'response.log',
      REQUEST_LOGGER: 'request.log',
      EVALUATION_LOGGER: 'evaluation.log',
    } as const
    for (const name of ['LOGGER', 'REQUEST_LOGGER', 'EVALUATION_LOGGER'] as const) {
      context.get(name)?.write({ name })
    }
    session[Symbol.dispose]()
    context.get('LOGGER')?.write({ name: 'too late' })
    for (const [name, file] of Object.entries(logs)) {
      expect(await readFile(dependencies.folder.resolve(file), 'utf8')).toBe(`{"name":"${name}"}\n`)
    }
  })

  it('make no round of a request that comes when the session is finished', async () => {
    const { factory } = await world({ scripts: [], system: { max_round: 1 } })
    const session = factory.createSession({ id: 's', task: 'test', request: 'one' })
    expect(await session.createNewRound(new RunControl())).toMatchObject({ id: 0, request: 'one' })
    expect(session.isFinished()).toBe(true)
    expect(await session.createNewRound(new RunControl())).toBeNull()
    expect(session.totalRounds).toBe(1)
  })

  it('save the control tree of a round where they are told to, and say when there is none', async () => {
    const { factory, desktop, folder } = await world({ scripts: [] })
    const round = factory.createSession({ id: 's', task: 'test' }).createFollowingRound('x')
    const run = new RunControl()
    const tree = await round.saveUiTree('ui_trees/mine.json', run)
    expect(tree).toMatchObject({ root: { control_type: 'window' } })
    expect(JSON.parse(await readFile(folder.resolve('ui_trees/mine.json'), 'utf8'))).toEqual(tree)
    desktop.acts['get_ui_tree'] = () => ({ status: 'failure', error: 'no window', code: 'tool' })
    await expect(round.saveUiTree('ui_trees/other.json', run)).rejects.toThrow('no window')
  })

  it('warn of a snapshot that fails, and go on', async () => {
    const { factory, desktop, journal } = await world({ scripts: oneRequest })
    desktop.acts['capture_window_screenshot'] = () => ({ status: 'failure', error: 'black', code: 'tool' })
    const end = await factory
      .createSession({ id: 's', task: 'test', request: 'press 7' })
      .run(new RunControl())
    expect(end.status).toBe('completed')
    expect(journal.of('warning').map((event) => event.message)).toContain(
      'The last picture could not be taken: black',
    )
  })

  it('write the verdict on the session into evaluation.log', async () => {
    const { factory, folder } = await world({ scripts: [FINISH] })
    await factory.createSession({ id: 's', task: 'test', request: 'x' }).run(new RunControl())
    const lines = (await readFile(join(folder.path, 'evaluation.log'), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: 'evaluation_result', level: 'session', request: 'x', complete: 'yes', reason: 'done' },
    ])
  })

  it('write beside the verdict what was verified, which no model has a say in', async () => {
    const { factory, desktop, folder, journal } = await world({
      scripts: [
        ...oneRequest.slice(0, 2),
        appReply('CONTINUE', [['click_input', { id: '7', name: '7' }]]),
        appReply('FINISH', []),
        FINISH,
      ],
    })
    desktop.effects = { click_input: { effect: 'contradicted', evidence: 'The display is empty.' } }
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    const line = JSON.parse(await readFile(join(folder.path, 'evaluation.log'), 'utf8')) as unknown
    const effects = { contradicted: 1, undone: 0 }
    expect(line).toMatchObject({ complete: 'yes', quality: { evaluation: 'yes' }, efficiency: null, effects })
    expect(journal.of('evaluated')).toMatchObject([{ complete: 'yes', effects }])
  })

  it('make a log in a folder that is not there, and add to one that is', async () => {
    for (const line of ['first', 'second']) {
      using log = Session.initializeLogger(join(home, 'new', 'folder'), 'my.log')
      log.write({ line })
    }
    expect(await readFile(join(home, 'new', 'folder', 'my.log'), 'utf8')).toBe(
      '{"line":"first"}\n{"line":"second"}\n',
    )
  })
})

describe('a question', () => {
  it('is recorded before it is asked, holds deadlines and ends with the run', async () => {
    const journal = new MemoryJournal()
    const clock = new VirtualClock()
    const run = new RunControl({ clock, timeoutMs: 100 })
    let asked = false
    const never: Interactor = {
      ...person(),
      sensitiveStepAsker: () => {
        asked = true
        return new Promise(() => {})
      },
    }
    const asking = new RecordedInteractor(never, journal).sensitiveStepAsker(
      {
        call_id: 'c',
        action: 'Delete it',
        control_text: '',
        categories: [],
        reason: '',
        rule: '',
        target: {} as never,
        scopes: ['once'],
        coverage: null,
      },
      run,
    )
    await expect.poll(() => asked).toBe(true)
    clock.advance(10_000)
    expect(run.stopped).toBe(false)
    expect(journal.of('question_asked')).toMatchObject([
      { text: 'Delete it', call_id: 'c', choices: ['no', 'yes'] },
    ])
    run.stop()
    await expect(asking).rejects.toThrow(StoppedError)
    expect(journal.of('question_answered')).toMatchObject([{ by: 'nobody', answer: '' }])
  })
})

describe('a session that goes on with an interrupted run', () => {
  /** Cut after so many ends of steps, or of subtasks. */
  const cutAfter = async (count: number, end: 'step_finished' | 'subtask_finished' = 'step_finished') => {
    const { factory, journal } = await world({ scripts: oneRequest })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    const finished = journal.events.flatMap((event, index) => (event.type === end ? [index] : []))
    return resumptionOf(runViewOf(journal.events.slice(0, (finished[count - 1] ?? 0) + 1)))
  }

  it('has its steps as history, is told of the interruption, and counts on', async () => {
    const left = await cutAfter(1, 'subtask_finished')
    expect(left.steps.map(({ agent }) => agent)).toEqual(['HostAgent', 'HostAgent', 'AppAgent'])
    const { factory, model } = await world({ scripts: [FINISH] })
    const resumption = { ...left, newDesktop: true, blind: false }
    const session = factory.createSession({ id: 's', task: 'test', request: left.request, resumption })
    const end = await session.run(new RunControl())
    expect(end).toMatchObject({ status: 'completed', steps: 1 })
    expect(model.asked[0]?.input).toMatchObject({
      interruption: { newDesktop: true, unknown: null },
      history: [{ step: 0, round: 0 }, { step: 1 }, { step: 2, agent: 'AppAgent' }],
    })
    expect([left.firstStep, session.step]).toEqual([3, 4])
  })

  it('hands on again what did not come back, and the steps of before are those of the same subtask', async () => {
    const left = await cutAfter(2)
    expect(left.steps.map(({ status }) => status)).toEqual(['CONTINUE'])
    const { factory, model } = await world({ scripts: oneRequest.slice(1) })
    const resumption = { ...left, newDesktop: false, blind: false }
    const session = factory.createSession({ id: 's', task: 'test', request: left.request, resumption })
    expect(await session.run(new RunControl())).toMatchObject({ status: 'completed', result: '42' })
    expect(model.asked[1]?.input).toMatchObject({ kind: 'app', subtask: 'press 7' })
  })

  it('takes a subtask that had done all of its steps as one that has not come back', async () => {
    const left = await cutAfter(3)
    expect(left.steps.map(({ agent, status }) => [agent, status])).toEqual([
      ['HostAgent', 'CONTINUE'],
      ['AppAgent', 'FINISH'],
    ])
    expect(left.subtasks).toEqual([])
  })

  it('asks first where it has no judgement to look with, and ends where nobody answers', async () => {
    const left = await cutAfter(3)
    const { factory, journal } = await world({ scripts: [] })
    const resumption = { ...left, newDesktop: true, blind: true }
    const session = factory.createSession({ id: 's', task: 'test', request: left.request, resumption })
    expect(await session.run(new RunControl())).toMatchObject({ reason: 'unanswered' })
    expect(journal.of('question_asked')).toMatchObject([
      { choices: ['Begin again', 'Leave it'], round: null },
    ])
    expect(journal.of('round_started')).toEqual([])
  })

  it('is an ordinary session in its second round', async () => {
    const left = await cutAfter(3)
    const { factory, model } = await world({ scripts: [FINISH, FINISH], interactor: person('next') })
    const resumption = { ...left, newDesktop: false, blind: false }
    const session = factory.createSession({ id: 's', task: 'test', request: left.request, resumption })
    await session.run(new RunControl())
    expect(model.asked[1]?.input).toMatchObject({ request: 'next', interruption: null, history: [] })
  })
})
