import { describe, expect, it } from 'vitest'
import type { ActionRecord } from '../models/input.ts'
import { screenRect } from '../core/geometry.ts'
import { RunControl } from '../core/run-control.ts'
import { Blackboard } from './blackboard.ts'
import { PlanParts } from './decision.ts'
import { compare, DifferenceTracker } from './difference.ts'
import { createAgent } from './factory.ts'
import { LinuxAgent } from './linux-agent.ts'
import { actionRepresentation, actionString } from './records.ts'
import { aControl, appReply, aWindow, PIXEL, round, ScriptedModel, turn, world } from './testing/scripted.ts'

describe('the blackboard', () => {
  it('tells a prompt what the person has asked for and answered', () => {
    const board = new Blackboard()
    expect(board.view()).toEqual({ questions: [], requests: [], outcomes: [], acts: [] })
    board.addQuestions({ question: 'Which?', answer: 'This.' })
    board.addRequests({ request_0: 'first', request_1: 'second' })
    expect(board.view()).toMatchObject({
      questions: [{ question: 'Which?', answer: 'This.' }],
      requests: ['first', 'second'],
    })
    board.clearRequests()
    expect(board.view().requests).toEqual([])
  })

  it('tells a prompt the newest acts of other rounds, and what came of each request', () => {
    const board = new Blackboard()
    const act = (name: string) => ({ function: name }) as ActionRecord
    board.addTrajectories({ round: 0, actions: Array.from({ length: 31 }, (_, index) => act(`a${index}`)) })
    board.addTrajectories({ round: 1, actions: [act('b')] })
    const outcome = { request: 'first', status: 'FINISH', result: 7, subtasks: [] }
    board.addOutcome(outcome)
    expect(board.view(1).acts.map((each) => each.function)).toEqual(
      Array.from({ length: 30 }, (_, index) => `a${index + 1}`),
    )
    expect(board.view(1).outcomes).toEqual([outcome])
  })

  it('tells a prompt no more in a long session than in a short one, and the newest', () => {
    const board = new Blackboard()
    for (let round = 0; round < 100; round++) {
      board.addTrajectories({ round, actions: [{ function: `a${round}` } as ActionRecord] })
      board.addOutcome({ request: `r${round}`, status: 'FINISH', result: null, subtasks: [] })
    }
    const { acts, outcomes } = board.view()
    expect(acts.map((each) => each.function)).toEqual(Array.from({ length: 30 }, (_, at) => `a${at + 70}`))
    expect(outcomes.map(({ request }) => request)).toEqual(
      Array.from({ length: 12 }, (_, at) => `r${at + 88}`),
    )
  })
})

describe('parts of a plan', () => {
  const ends = (...plans: string[][]) => {
    const parts = new PlanParts()
    return plans.map((plan) => parts.next(plan)?.ended)
  }

  it('end when the next one comes first', () => {
    expect(ends(['## A', 'x', '## B', 'y'], ['## B', 'y'], ['y'], [])).toEqual([
      undefined,
      'A',
      undefined,
      undefined,
    ])
  })

  it('end when the boundary is passed between two replies', () => {
    expect(ends(['x', '## B', 'y'], ['y'])).toEqual([undefined, null])
  })

  it('do not end because the plan was made anew', () => {
    expect(ends(['x', '## B', 'y'], ['x', '## C', 'z'], ['## A'])).toEqual([undefined, undefined, undefined])
  })
})

describe('a difference', () => {
  const observed = (window: string, ...names: string[]) => ({
    window: aWindow(window, 'w'),
    controls: names.map((name, index) => aControl(String(index), name)),
  })

  it('names what came, what changed and what is gone', () => {
    const before = [aControl('1', 'a'), aControl('2', 'b'), aControl('3', 'c')]
    const after = [aControl('1', 'a'), aControl('2', 'B'), aControl('4', 'd')]
    const { added, changed, removed } = compare(before, after)
    expect([added.map((one) => one.id), changed.map((one) => one.id), removed]).toEqual([['4'], ['2'], ['3']])
  })

  it('tells what has moved together in one line, as a scrolled list does', () => {
    const row = (index: number, y: number, name = `row ${index}`) =>
      aControl(String(index), name, { bounds: screenRect({ x: 4, y, width: 90, height: 10 }) })
    const before = Array.from({ length: 8 }, (_, index) => row(index, index * 10))
    const after = [
      ...Array.from({ length: 6 }, (_, index) => row(index + 1, index * 10)),
      row(7, 60, 'renamed'),
      row(8, 70),
    ]
    const { added, changed, moved, removed } = compare(before, after)
    expect(moved).toEqual([{ by: '(0,-10)', ids: ['1', '2', '3', '4', '5', '6'] }])
    expect([...added, ...changed].map(({ id }) => id)).toEqual(['8', '7'])
    expect(removed).toEqual(['0'])
  })

  it('tells few that have moved with their new places', () => {
    const at = (x: number) => aControl('1', 'a', { bounds: screenRect({ x, y: 0, width: 5, height: 5 }) })
    expect(compare([at(0)], [at(9)])).toMatchObject({ changed: [at(9)], moved: [] })
  })

  it('is the whole again where the window has moved', () => {
    const tracker = new DifferenceTracker()
    const { window, controls } = observed('1', 'a', 'b')
    tracker.next(0, { window, controls })
    const bounds = screenRect({ ...window.bounds, x: window.bounds.x + 9 })
    expect(tracker.next(1, { window: { ...window, bounds }, controls })).toBeNull()
  })

  it('is the whole again in another window', () => {
    const tracker = new DifferenceTracker()
    expect(tracker.next(0, observed('1', 'a', 'b'))).toBeNull()
    expect(tracker.next(1, observed('1', 'a', 'b'))).toMatchObject({ base_step: 0, changed: [] })
    expect(tracker.next(2, observed('2', 'a', 'b'))).toBeNull()
  })

  it('is the whole where most has changed', () => {
    const tracker = new DifferenceTracker()
    tracker.next(0, observed('1', 'a', 'b', 'c'))
    expect(tracker.next(1, observed('1', 'x', 'y', 'c'))).toBeNull()
  })
})

describe('an action in words', () => {
  it('is written as the reference writes it', () => {
    const record = {
      function: 'click_input',
      arguments: { id: '7', name: 'a "b"' },
      status: 'success' as const,
      target: 'button “7”',
      result: 0,
      error: null,
      effect: 'confirmed' as const,
      evidence: 'It is pressed.',
      user_confirm: null,
    }
    expect(actionString(record)).toBe('click_input(id="7", name="a \\"b\\"")')
    expect(actionRepresentation(record).split('\n').slice(1)).toEqual([
      '[Target] button “7”',
      '[Status] success',
      '[Result] 0',
      '[Effect] confirmed: It is pressed.',
    ])
  })
})

describe('pictures for a model', () => {
  const seen = (...scripts: object[]) => {
    const around = world(new ScriptedModel(...scripts))
    around.model.pictures = true
    around.desktop.windows = [aWindow('1', 'Calculator')]
    around.desktop.chosen = around.desktop.windows[0]!
    around.desktop.picture = { ...PIXEL, bounds: { x: 0, y: 0, width: 400, height: 300 } }
    around.desktop.controls = [aControl('7', '7'), aControl('9', '9')]
    return { ...around, agent: new LinuxAgent(around.deps) }
  }

  it('are one: with the numbers of the controls, and both are kept', async () => {
    const { agent, context, model, files, lines } = seen(appReply('FINISH'))
    await round(agent, context, new RunControl())
    expect(model.asked[0]?.input.pictures.map((one) => one.label)).toEqual(['annotated'])
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['action_step0.png', 'action_step0_annotated.png']),
    )
    expect(lines.response[0]).toMatchObject({ annotated_screenshot_path: 'action_step0_annotated.png' })
  })

  it('are one without numbers where no control has one', async () => {
    const { agent, context, desktop, model } = seen(appReply('FINISH'))
    desktop.controls = []
    await round(agent, context, new RunControl())
    expect(model.asked[0]?.input.pictures.map((one) => one.label)).toEqual(['clean'])
  })

  it('number only the controls that SCREENSHOT asks for, at the next step', async () => {
    const { deps, context, desktop } = seen()
    const wish = appReply('SCREENSHOT', [['annotation', { control_labels: ['9'] }]])
    const model = new ScriptedModel(wish, appReply('CONTINUE'))
    model.pictures = true
    const agent = createAgent('app', { ...deps, model }, { host: createAgent('host', deps) })
    await turn(agent, context, new RunControl())
    expect([agent.state.name, context.get('CONTROL_REANNOTATION')]).toEqual(['SCREENSHOT', ['9']])
    await turn(agent, context, new RunControl())
    expect([agent.state.name, context.get('CONTROL_REANNOTATION')]).toEqual(['CONTINUE', []])
    expect(desktop.acted).toEqual([])
  })

  it('are named in the record of the step where the reply wants them kept', async () => {
    const saved = { save_screenshot: { save: true, reason: 'the total' } }
    const { deps, context, desktop } = seen()
    const model = new ScriptedModel(appReply('FINISH', [], saved))
    const host = createAgent('host', { ...deps, model })
    const agent = createAgent('app', { ...deps, model }, { host, root: 'calculator', process: 'calculator' })
    await agent.handle(context, new RunControl())
    expect(desktop.acted).toEqual([])
    expect(Object.values(context.get('STRUCTURAL_LOGS')['0'] ?? {})).toMatchObject([
      [{ save_screenshot: 'the total', clean_screenshot_path: 'action_step0.png' }],
    ])
  })
})

describe('the factory', () => {
  it('knows agents by the seeds’ names and by their class', () => {
    const { deps } = world(new ScriptedModel())
    for (const [name, agentClass] of [
      ['host', 'HostAgent'],
      ['LinuxAgent', 'LinuxAgent'],
      ['evaluation', 'EvaluationAgent'],
    ] as const) {
      expect(createAgent(name, deps).agentClass).toBe(agentClass)
    }
  })

  it('names what there is when asked for another', () => {
    const { deps } = world(new ScriptedModel())
    expect(() => createAgent('robot', deps)).toThrow(/no agent “robot”.*hostagent/)
    expect(() => createAgent('app', deps)).toThrow('HostAgent')
  })
})
