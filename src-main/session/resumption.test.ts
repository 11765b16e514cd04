import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import {
  runStarted,
  sampleRun,
  stepEvents,
  streamOf,
  target,
} from '../../src-preload/contract/testing/sample-run.ts'
import { StoppedError } from '../core/errors.ts'
import type { Interactor } from '../core/interactor.ts'
import { RunControl } from '../core/run-control.ts'
import { resumptionOf, settleUnknown, UNKNOWN_ACT } from './resumption.ts'

const round: EventBody = { type: 'round_started', request: 'open galculator, click 7, read display' }
const indexed = (bodies: EventBody[], subtask_index: number): EventBody[] =>
  bodies.map((body) => (body.type === 'step_started' ? { ...body, subtask_index } : body))
const assigned = indexed(
  stepEvents({ agent: 'HostAgent' }).map((body) =>
    body.type === 'decided' || body.type === 'step_finished' ? { ...body, status: 'ASSIGN' } : body,
  ),
  -1,
)
const click = indexed(
  stepEvents({
    comment: 'clause 1 of 2: click 7',
    acts: [
      {
        call: 'c1',
        tool: 'click_input',
        words: 'Click button “7”',
        effect: 'confirmed',
        evidence: 'It shows 7.',
      },
    ],
  }),
  1,
)
/** Up to and with this kind of event. */
const until = (bodies: EventBody[], type: EventBody['type']) =>
  bodies.slice(0, bodies.findIndex((body) => body.type === type) + 1)
const left = (...bodies: EventBody[]) => resumptionOf(runViewOf(streamOf([runStarted, round, ...bodies])))

const person = (...answers: string[]) => {
  const asked: string[] = []
  const interactor: Pick<Interactor, 'questionAsker'> = {
    questionAsker: (question) => {
      asked.push(question)
      const answer = answers.shift()
      return Promise.resolve(answer === undefined ? { answer: '', by: 'nobody' } : { answer, by: 'person' })
    },
  }
  return { interactor: interactor as Interactor, asked }
}

describe('what is taken over from an interrupted run', () => {
  it('is nothing where a server has driven it', () => {
    const started = { ...runStarted, mode: 'device' } as EventBody
    expect(() => resumptionOf(runViewOf(streamOf([started, round, ...click])))).toThrow(/driven this run/)
  })

  it('is its request, its plan and every step that was done', () => {
    const found = left(...click, ...click.map((body) => body))
    expect(found).toMatchObject({ request: 'open galculator, click 7, read display', firstStep: 2 })
    expect(found.steps.map(({ step, comment }) => [step, comment])).toEqual([
      [0, 'clause 1 of 2: click 7'],
      [1, 'clause 1 of 2: click 7'],
    ])
    expect(found.steps[0]?.actions).toMatchObject([
      { function: 'click_input', status: 'success', effect: 'confirmed', target: 'button “7”' },
    ])
  })

  it('is nothing of a step that had only been seen or decided', () => {
    expect(left(...until(click, 'observed')).steps).toEqual([])
    const decided = left(...until(click, 'gate_decided'))
    expect([decided.steps, decided.unknown]).toEqual([[], null])
  })

  it('is the last act as one that may or may not have happened', () => {
    const found = left(...until(click, 'act_started'))
    expect(found.unknown).toBe('Click button “7”')
    expect(found.steps[0]?.actions).toMatchObject([{ status: 'none', error: UNKNOWN_ACT }])
  })

  it('is an act that has ended, also where its effect was not verified any more', () => {
    const found = left(...until(click, 'act_finished'))
    expect(found.unknown).toBeNull()
    expect(found.steps[0]?.actions).toMatchObject([{ status: 'success', effect: null }])
  })

  it('hands on anew what was handed on and did not come back, under the same number', () => {
    const pending = left(...assigned, ...click)
    expect([pending.steps.map(({ agent }) => agent), pending.subtask]).toEqual([['AppAgent'], 0])
    const ended = left(...assigned, ...click, {
      type: 'subtask_finished',
      index: 1,
      subtask: 'click 7',
      status: 'FINISH',
      result: '7',
    })
    expect([ended.steps.map(({ agent }) => agent), ended.subtask]).toEqual([['HostAgent', 'AppAgent'], 2])
    expect(ended.subtasks).toEqual([{ subtask: 'click 7', status: 'FINISH', result: '7' }])
  })

  it.each([
    ['alone', [], 1],
    ['for a host', assigned, 0],
  ])('is the number of the subtask of a computer-use model %s', (_, before, subtask) => {
    const operator = click.map((body) =>
      'agent' in body ? { ...body, agent: 'OperatorAgent' } : body,
    ) as EventBody[]
    expect(left(...before, ...operator).subtask).toBe(subtask)
  })

  it('is no request where the run waited for its next one', () => {
    const found = left(...click, {
      type: 'round_finished',
      status: 'FINISH',
      result: null,
      error: null,
      steps: 1,
      cost: 0,
    })
    expect(found).toMatchObject({
      request: null,
      requests: ['open galculator, click 7, read display'],
      steps: [],
      firstStep: 1,
    })
  })

  it('can be told after any part of any run, and never has an approval or an open question', () => {
    const events = sampleRun()
    fc.assert(
      fc.property(fc.nat(events.length), (length) => {
        const found = resumptionOf(runViewOf(events.slice(0, length)))
        expect(found.answers.every(({ answer }) => answer !== '')).toBe(true)
        expect(found.steps.every(({ step }) => step < found.firstStep)).toBe(true)
      }),
    )
  })
})

describe('what plain commands can’t know', () => {
  it('is whether the last act has happened: what has, is done; what has not, is done again', async () => {
    using run = new RunControl()
    const unknown = left(...until(click, 'act_started'))
    const yes = person('It has happened')
    const done = await settleUnknown(unknown, false, yes.interactor, run)
    expect(done.steps[0]?.actions[0]).toMatchObject({ status: 'success', error: null })
    expect(yes.asked[0]).toContain('Click button “7”')
    expect((await settleUnknown(unknown, false, person('It has not').interactor, run)).steps).toEqual([])
  })

  it('is no question of an act that may be done twice', async () => {
    using run = new RunControl()
    const wait = stepEvents({ acts: [{ call: 'c1', tool: 'wait', words: 'Wait 3 s' }] })
    const nobody = person()
    const found = await settleUnknown(left(...until(wait, 'act_started')), false, nobody.interactor, run)
    expect([found.steps, found.unknown, nobody.asked]).toEqual([[], null, []])
  })

  it('is what is still to be done on a new desktop: all of it, if a person says so', async () => {
    using run = new RunControl()
    const found = left(...click)
    expect((await settleUnknown(found, true, person('Begin again').interactor, run)).steps).toEqual([])
    await expect(settleUnknown(found, true, person('Leave it').interactor, run)).rejects.toMatchObject({
      reason: 'stopped',
    })
  })

  it('ends the run where nobody is there to say it, and is not asked for without need', async () => {
    using run = new RunControl()
    const nobody = person()
    const unknown = left(...until(click, 'act_started'))
    await expect(settleUnknown(unknown, false, nobody.interactor, run)).rejects.toBeInstanceOf(StoppedError)
    await expect(settleUnknown(unknown, true, nobody.interactor, run)).rejects.toMatchObject({
      reason: 'unanswered',
    })
    const silent = person()
    await settleUnknown(left(...click), false, silent.interactor, run)
    await settleUnknown(left(), true, silent.interactor, run)
    expect(silent.asked).toEqual([])
  })

  it('keeps the target of what was done for the record', () => {
    expect(left(...click).steps[0]?.actions[0]?.target).toBe(`button “${target().name}”`)
  })
})
