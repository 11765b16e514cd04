// How a session carries out its requests, and how it ends.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { appReply, aWindow, hostReply } from '../agents/testing/scripted.ts'
import { ModelError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { Session } from './session.ts'
import { SessionFactory } from './session-factory.ts'
import { person, FINISH, oneRequest, select, useWorld, verdict } from './testing/world.ts'

const world = useWorld()

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

  it('asks for the first request and for the next ones until there are no more', async () => {
    const { factory, journal } = await world({
      scripts: [FINISH, FINISH, FINISH],
      interactor: person('one', 'two', 'three'),
    })
    const session = factory.createSession({ id: 's', task: 'test' })
    const end = await session.run(new RunControl())
    expect(journal.of('round_started').map((event) => event.request)).toEqual(['one', 'two', 'three'])
    expect(end).toMatchObject({ status: 'completed', rounds: 3 })
    expect(session.requestToEvaluate()).toBe('three')
  })

  it('is judged before it asks what is next, each request by itself', async () => {
    const { factory, journal, evaluations } = await world({
      scripts: [FINISH, FINISH],
      interactor: person('one', 'two'),
    })
    await factory.createSession({ id: 's', task: 'test' }).run(new RunControl())
    const types = journal.events.flatMap((event) =>
      event.type === 'evaluated' || (event.type === 'question_asked' && event.kind === 'new_request')
        ? event.type
        : [],
    )
    expect(types).toEqual(['evaluated', 'question_asked', 'evaluated', 'question_asked'])
    expect(evaluations).toEqual(['one', 'two'])
  })

  it.each([
    ['yes', 'completed'],
    ['no', 'failed'],
  ] as const)(
    'that is left after a request judged “%s” has %s, and is remembered',
    async (complete, status) => {
      const run = new RunControl()
      const { factory, journal, remembered, settled } = await world({
        scripts: oneRequest,
        system: { save_experience: 'auto' },
        interactor: {
          ...person(),
          newRequest: () => {
            run.stop()
            return new Promise(() => {})
          },
        },
        evaluate: () => Promise.resolve({ ...verdict, complete }),
      })
      const end = await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(run)
      expect(end).toMatchObject({ status, reason: 'finished', result: '42' })
      expect(journal.of('experience_saved')).toHaveLength(1)
      expect([remembered.length > 0, settled]).toEqual([true, [complete]])
    },
  )

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

describe('the members of a session', () => {
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
    expect(session.requestToEvaluate()).toBe('a later request')
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
      logger: logger as typeof dependencies.logger,
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

  it('share one context, whose dispatcher and logs are there before the first round', async () => {
    const { dependencies, factory } = await world({ scripts: [FINISH] })
    const session = factory.createSession({ id: 'abc', task: 'test', request: 'x' })
    const { context } = session
    const names = ['ID', 'MODE', 'LOG_PATH', 'SESSION_STEP', 'SESSION_COST'] as const
    expect(names.map((name) => context.get(name))).toEqual(['abc', 'normal', dependencies.folder.path, 0, 0])
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

  it('make a log in a folder that is not there, and add to one that is', async () => {
    const { folder } = await world({ scripts: [] })
    for (const line of ['first', 'second']) {
      using log = Session.initializeLogger(folder.resolve('new/folder'), 'my.log')
      log.write({ line })
    }
    expect(await readFile(folder.resolve('new/folder/my.log'), 'utf8')).toBe(
      '{"line":"first"}\n{"line":"second"}\n',
    )
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
})
