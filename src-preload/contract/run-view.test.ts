import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionEventSchema, type EventBody, type SessionEvent } from './events.ts'
import { summaryOf } from './run-summary.ts'
import {
  currentStep,
  effectCounts,
  emptyRunView,
  lastEvaluation,
  lastOutcome,
  openQuestion,
  outcomeOf,
  reduceRunView,
  rememberedOf,
  runViewOf,
  stepsOf,
  workedMs,
} from './run-view.ts'
import {
  evaluatorDecided,
  runStarted,
  sampleRun,
  stepEvents,
  streamOf,
  target,
} from './testing/sample-run.ts'

const round: EventBody = { type: 'round_started', request: 'do it' }
const question = (id: string, call_id: string | null = null): EventBody => ({
  type: 'question_asked',
  question: id,
  kind: call_id === null ? 'question' : 'sensitive_step',
  text: 'Which one?',
  choices: [],
  call_id,
  details: null,
})
const unscoped = { scope: null, why: null }
const gate: EventBody = {
  type: 'gate_decided',
  call_id: 'c1',
  tool_name: 'click_input',
  decision: 'ask',
  categories: ['delete'],
  rule: 'delete',
  reason: 'It deletes.',
  target: target(),
}
const stepStarted: EventBody = { type: 'step_started', agent: 'AppAgent', application: null, subtask: null }

describe('the checklist of a run', () => {
  const checklist = (of: 'commands' | 'steps'): EventBody => ({
    type: 'checklist',
    items: [{ id: '1', words: 'click 7', state: 'current', ask: false }],
    of,
    by: 'run',
    afresh: false,
  })
  const shown = (...bodies: EventBody[]) => runViewOf(streamOf([runStarted, ...bodies])).checklist

  it('is that of the plan as long as its steps, each a round, are carried out', () =>
    expect(shown(checklist('steps'), round)?.items).toHaveLength(1))

  it('of a request is over when the next request begins', () =>
    expect(shown(round, checklist('commands'), round)).toBeNull())
})

describe('the view of a run', () => {
  it('is named after what its plan is for, not after the opening of an application', () => {
    const opening: EventBody = { type: 'round_started', request: 'open "Mousepad"' }
    const named = (started: EventBody) => summaryOf(runViewOf(streamOf([started, opening])), true).request
    expect(named(runStarted)).toBe('open "Mousepad"')
    const plan = { plan: '/plans/Note.json', about: 'Write milk into a note' }
    expect(named({ ...runStarted, ...plan } as EventBody)).toBe('Write milk into a note')
  })

  it('tells a whole run: rounds, steps, acts with their effects, evaluation, totals and result', () => {
    const events = sampleRun('action_step1.png')
    for (const event of events) sessionEventSchema.parse(event)
    const view = runViewOf(events)
    expect({
      status: view.status,
      result: view.result,
      steps: stepsOf(view).map((step) => [
        step.step,
        step.agent,
        step.phase,
        step.actions.map((act) => act.effect),
      ]),
      effects: effectCounts(view),
      tokens: view.tokens,
      cost: view.cost,
      evaluation: view.evaluation?.complete,
      warnings: view.warnings,
    }).toEqual({
      status: 'completed',
      result: '42',
      steps: [
        [0, 'HostAgent', 'finished', ['confirmed']],
        [1, 'AppAgent', 'finished', ['confirmed', 'unconfirmed']],
        [2, 'AppAgent', 'finished', ['confirmed']],
        [3, 'AppAgent', 'finished', ['contradicted']],
      ],
      effects: { steps: 4, acts: 5, confirmed: 3, unconfirmed: 1, contradicted: 1, undone: 0 },
      tokens: { input: 4 * 2130, output: 4 * 88, cached: 4 * 1725 },
      cost: 0.0054,
      evaluation: 'yes',
      warnings: ['The picture of step 3 took 2 s.'],
    })
  })

  it('can be drawn after any part of a stream, and each part has one view only', () => {
    const events = sampleRun()
    fc.assert(
      fc.property(fc.nat(events.length), (length) => {
        const part = events.slice(0, length)
        const view = runViewOf(part)
        expect(runViewOf(structuredClone(part))).toEqual(view)
        expect(summaryOf(view, true).steps).toBe(part.filter((event) => event.type === 'step_started').length)
      }),
    )
  })

  it('takes events in any order without throwing, so that a damaged file can still be shown', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(sampleRun()), (events) => {
        const renumbered = events.map((event, seq) => ({ ...event, seq }))
        expect(runViewOf(renumbered).seq).toBe(events.length - 1)
      }),
    )
  })

  it('changes nothing when an event comes twice', () => {
    const events = sampleRun()
    const view = runViewOf(events)
    for (const event of events) expect(reduceRunView(view, event)).toBe(view)
  })

  it('leaves the views that it was given as they were', () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) freeze(part)
      return Object.freeze(value)
    }
    let view = freeze(emptyRunView())
    for (const event of freeze(sampleRun())) view = freeze(reduceRunView(view, event))
    expect(view.status).toBe('completed')
  })

  it('asks while a question is open and goes on after the answer', () => {
    const events = streamOf([
      runStarted,
      round,
      stepStarted,
      question('q1'),
      {
        type: 'question_answered',
        question: 'q1',
        kind: 'question',
        answer: 'the first',
        by: 'person',
        ...unscoped,
      },
    ])
    const asking = runViewOf(events.slice(0, -1))
    expect([asking.status, openQuestion(asking)?.question]).toEqual(['asking', 'q1'])
    const after = runViewOf(events)
    expect([after.status, openQuestion(after), after.questions[0]?.waited_ms]).toEqual(['running', null, 300])
  })

  it('does not count the time that a person took to answer', () => {
    const [started, ...rest] = stepEvents({})
    const answer: EventBody = {
      type: 'question_answered',
      question: 'q1',
      kind: 'question',
      answer: 'x',
      by: 'person',
      ...unscoped,
    }
    const events = streamOf([runStarted, round, started!, question('q1'), answer, ...rest])
    const late = events.map((event, seq) => (seq < 4 ? event : { ...event, ts: event.ts + 60_000 }))
    const view = runViewOf(late)
    expect([stepsOf(view)[0]?.ms, workedMs(view)]).toEqual([5 * 300, 7 * 300])
    expect(workedMs(runViewOf(late.slice(0, 4)), late[3]!.ts + 9999)).toBe(3 * 300)
  })

  it('does not count a pause, nor twice what was asked in it', () => {
    const acts = [{ call: 'c1', tool: 'wait', words: 'Wait 2 s', effect: 'confirmed' as const }]
    const [started, ...rest] = stepEvents({ acts })
    const answer = { type: 'question_answered', question: 'q1', kind: 'question', answer: 'x', by: 'person' }
    const held = [
      { type: 'paused', by: 'person' },
      question('q1'),
      { ...answer, ...unscoped },
      { type: 'resumed', by: 'person' },
    ] as EventBody[]
    const ended = { type: 'round_finished', status: 'FINISH', result: null, error: null, steps: 1, cost: 0 }
    const begun = rest.findIndex(({ type }) => type === 'act_started') + 1
    const bodies = [runStarted, round, started!, ...rest.slice(0, begun), ...held, ...rest.slice(begun)]
    const resumed = bodies.findIndex(({ type }) => type === 'resumed')
    const late = streamOf([...bodies, ended as EventBody]).map((event, seq) => {
      const ts = event.ts + (seq < resumed ? 0 : 60_000)
      // The act was held from the pause on, and took two seconds.
      return event.type === 'act_finished' ? { ...event, ts, ms: 60_000 + 3 * 300 + 2_000 } : { ...event, ts }
    })
    const view = runViewOf(late)
    const { steps, ms } = view.rounds[0]!
    const own = (late.length - 1 - 3) * 300
    expect([workedMs(view), ms, steps[0]?.ms]).toEqual([own, own - 300, (rest.length + 1) * 300])
    expect(steps[0]?.actions[0]?.ms).toBe(2_000 + 25)
  })

  it('shows an act that a person refused as failed, with who refused it', () => {
    const answer = (by: 'person' | 'nobody', why: string | null): EventBody => ({
      type: 'question_answered',
      question: 'q1',
      kind: 'sensitive_step',
      answer: by === 'person' ? 'no' : '',
      by,
      scope: null,
      why,
    })
    // The dispatcher tells the judgement after the answer; older runs told it before.
    const actOf = (by: 'person' | 'nobody', why: string | null = null) => {
      const asked = [question('q1', 'c1'), answer(by, why)]
      const acts = [
        [...asked, gate],
        [gate, ...asked],
      ].map((order) => {
        const view = runViewOf(streamOf([runStarted, round, stepStarted, ...order]))
        const act = stepsOf(view)[0]?.actions[0]
        return [act?.words, act?.status, act?.error]
      })
      expect(acts[0]).toEqual(acts[1])
      return acts[0]
    }
    expect(actOf('person')).toEqual(['Which one?', 'failure', 'Refused by the person.'])
    expect(actOf('person', 'Not that one')).toEqual([
      'Which one?',
      'failure',
      'Refused by the person: Not that one',
    ])
    expect(actOf('nobody')).toEqual(['Which one?', 'failure', 'Nobody was there to allow it.'])
  })

  it('reads runs that were recorded before questions had details', () => {
    const old = sampleRun().map((event) => {
      const { details: _d, scope: _s, why: _w, continues: _c, ...rest } = event as Record<string, unknown>
      return sessionEventSchema.parse(rest)
    })
    const view = runViewOf(old)
    expect([view.status, view.continues, view.questions[0]]).toMatchObject([
      'completed',
      null,
      { details: null, answer: 'yes', scope: null, why: null },
    ])
  })

  it('has all that a dialog shows of a sensitive act: why, where, what may be answered, and the picture', () => {
    const events = sampleRun('action_step1.png')
    const asked = events.findIndex(({ type }) => type === 'question_asked')
    expect(openQuestion(runViewOf(events.slice(0, asked + 1)))?.details).toMatchObject({
      reason: 'A file of that name is there.',
      categories: ['overwrite'],
      scopes: ['once', 'run', 'always'],
      coverage: { application: 'galculator' },
      picture: { path: 'action_step1.png' },
    })
  })

  it('shows an act that a rule refused as failed, for the reason of the rule', () => {
    const view = runViewOf(streamOf([runStarted, round, stepStarted, { ...gate, decision: 'refuse' }]))
    expect(stepsOf(view)[0]?.actions[0]).toMatchObject({ status: 'failure', error: 'It deletes.' })
  })

  it('tells a try that did nothing and the one that followed it as one act', () => {
    const tried = { tool_name: 'click_input', tool_type: 'action', namespace: null, parameters: {} }
    const begun = (call_id: string): EventBody => ({
      type: 'act_started',
      ...tried,
      call_id,
      target: target(),
      words: 'Click',
    })
    const ended = (call_id: string, status: 'success' | 'failure'): EventBody => ({
      type: 'act_finished',
      call_id,
      tool_name: 'click_input',
      status,
      result: null,
      error: status === 'failure' ? 'Nothing was done.' : null,
      ms: 1,
    })
    const view = runViewOf(
      streamOf([
        runStarted,
        round,
        stepStarted,
        begun('c1'),
        ended('c1', 'failure'),
        { type: 'act_repeated', call_id: 'c2', instead_of: 'c1' },
        begun('c2'),
        ended('c2', 'success'),
      ]),
    )
    expect(stepsOf(view).flatMap(({ actions }) => actions)).toMatchObject([
      { call_id: 'c2', status: 'success', error: null },
    ])
  })

  it('does not know the cost or the tokens once one call did not say them', () => {
    const known = stepEvents({ cost: 0.5 })
    const unknown = stepEvents({ cost: null }).map((body) =>
      body.type === 'model_replied' ? { ...body, usage: { ...body.usage, input_tokens: null } } : body,
    )
    const view = runViewOf(streamOf([runStarted, round, ...known, ...unknown, ...known]))
    expect([view.cost, view.tokens.input, view.tokens.output]).toEqual([null, null, 3 * 88])
  })

  it('counts the calls of models, among which plain commands are none', () => {
    const called = stepEvents({ cost: 0 })
    const plain = called.map((body) =>
      body.type === 'model_replied' ? { ...body, provider: 'offline', model: 'offline' } : body,
    )
    expect(runViewOf(streamOf([runStarted, round, ...plain, ...called])).model_calls).toBe(1)
  })

  it('tells pausing, stopping and the step that goes on', () => {
    const at = (...bodies: EventBody[]) => runViewOf(streamOf([runStarted, round, stepStarted, ...bodies]))
    expect(currentStep(at())?.phase).toBe('observing')
    expect(at({ type: 'paused', by: 'person' }).status).toBe('paused')
    expect(at({ type: 'paused', by: 'person' }, { type: 'resumed', by: 'person' }).status).toBe('running')
    expect(at({ type: 'stop_requested', by: 'person' }).status).toBe('stopping')
  })

  it('has what the evaluator decided at the step that it followed', () => {
    const view = runViewOf(streamOf([runStarted, round, stepStarted, evaluatorDecided, stepStarted]))
    const { type: _, ...decided } = evaluatorDecided
    expect(stepsOf(view).map(({ judged }) => judged)).toEqual([[decided], []])
  })

  it('has what was remembered for a plan before the first step, and at each step, once', () => {
    const memory = { id: 1, kind: 'narrative', title: 'A', helped: 0, failed: 0 } as const
    const remembered: EventBody = { type: 'remembered', memories: [memory] }
    const other: EventBody = { type: 'remembered', memories: [{ ...memory, id: 2 }] }
    const view = runViewOf(streamOf([runStarted, round, remembered, stepStarted, remembered, other]))
    expect(view.rounds[0]?.memories.map(({ id }) => id)).toEqual([1])
    expect(stepsOf(view)[0]?.memories.map(({ id }) => id)).toEqual([1, 2])
    expect(rememberedOf(view).map(({ id }) => id)).toEqual([1, 2])
  })

  it('keeps the name that it began with, however much is asked for later', () => {
    const later = { ...round, request: 'and now something else' }
    expect(summaryOf(runViewOf(streamOf([runStarted, round, later])), true)).toMatchObject({
      request: round.request,
      rounds: 2,
    })
  })

  it('is interrupted when it has no end and its program is gone', () => {
    const view = runViewOf(sampleRun().slice(0, 8))
    expect([summaryOf(view, true).status, summaryOf(view, false).status]).toEqual(['running', 'interrupted'])
  })

  it('has no open question and no current step after its end', () => {
    const events: SessionEvent[] = streamOf([
      runStarted,
      round,
      stepStarted,
      question('q1'),
      {
        type: 'session_finished',
        status: 'failed',
        result: null,
        error: 'Nobody could answer.',
        reason: 'unanswered',
        steps: 1,
        rounds: 1,
        cost: 0,
        log_path: '/logs/x',
      },
    ])
    const view = runViewOf(events)
    expect([view.status, openQuestion(view), currentStep(view)]).toEqual(['failed', null, null])
  })
})

it('knows whether its desktop was given back, and which one it has now', () => {
  const renewed: EventBody = { type: 'desktop_renewed', display: { kind: 'virtual', name: ':207' } }
  const given = [runStarted, { type: 'desktop_given_back' } as const]
  expect(runViewOf(streamOf([runStarted])).given_back).toBe(false)
  expect(runViewOf(streamOf(given)).given_back).toBe(true)
  expect(runViewOf(streamOf([...given, renewed]))).toMatchObject({
    given_back: false,
    display: { kind: 'virtual', name: ':207' },
  })
})

describe('a conversation', () => {
  const judged = (complete: 'yes' | 'no' | 'unsure'): EventBody[] => [
    round,
    { type: 'round_finished', status: 'FINISH', result: null, error: null, steps: 1, cost: 0 },
    {
      type: 'evaluated',
      level: 'session',
      complete,
      reason: complete,
      sub_scores: [],
      quality: null,
      efficiency: null,
      effects: null,
      cost: 0,
    },
  ]
  const ended: EventBody = {
    type: 'session_finished',
    status: 'completed',
    reason: 'finished',
    result: null,
    error: null,
    steps: 2,
    rounds: 2,
    cost: 0,
    log_path: '/logs/x',
  }

  it('keeps the judgement on each request, and ends with the gravest', () => {
    const events = [...judged('unsure'), ...judged('yes')]
    const open = runViewOf(streamOf([runStarted, ...events]))
    expect(open.rounds.map((each) => outcomeOf(each, open))).toEqual(['unsure', 'done'])
    expect([lastOutcome(open), lastEvaluation(open)?.complete]).toEqual(['done', 'yes'])
    const view = runViewOf(streamOf([runStarted, ...events, ended]))
    expect(view.rounds.map((each) => outcomeOf(each, view))).toEqual(['unsure', 'done'])
    expect([lastOutcome(view), lastEvaluation(view)?.complete]).toEqual(['unsure', 'unsure'])
    expect(summaryOf(view, false)).toMatchObject({ last: 'unsure', judged: 'unsure' })
  })

  it('has failed where one of its requests was judged as not done', () => {
    const view = runViewOf(
      streamOf([runStarted, ...judged('no'), ...judged('unsure'), ...judged('yes'), ended]),
    )
    expect(view.rounds.map((each) => outcomeOf(each, view))).toEqual(['failed', 'unsure', 'done'])
    expect([lastOutcome(view), lastEvaluation(view)?.complete]).toEqual(['failed', 'no'])
  })
})
