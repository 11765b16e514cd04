import { describe, expect, it } from 'vitest'
import { StoppedError } from '../core/errors.ts'
import { screenPoint, screenRect } from '../core/geometry.ts'
import type { Permission, SensitiveStep } from '../core/interactor.ts'
import { RunControl } from '../core/run-control.ts'
import type { OperatorInput } from '../models/input.ts'
import type { OperatorAction } from '../models/operator/reply.ts'
import { HostAgent, newOperatorAgent } from './host-agent.ts'
import { actsOf } from './operator-acts.ts'
import { OperatorAgent } from './operator-agent.ts'
import { aWindow, hostReply, PIXEL, round, ScriptedModel, world } from './testing/scripted.ts'
import { SharedMemory } from './dependencies.ts'

const DESKTOP = screenRect({ x: 0, y: 0, width: 1000, height: 500 })
const SCREEN = { ...PIXEL, bounds: DESKTOP }
const at = screenPoint(250, 250)

describe('what a computer-use model wants becomes acts on the desktop', () => {
  it.each<[OperatorAction, [string, Record<string, unknown>][]]>([
    [{ type: 'click', point: at, button: 'left', times: 2, keys: [] }, [['click_on_coordinates', { x: 0.25, y: 0.5, button: 'left', num_clicks: 2 }]]],
    [{ type: 'click', point: at, button: 'middle', times: 1, keys: ['CTRL', 'SHIFT'] }, [['click_on_coordinates', { x: 0.25, y: 0.5, button: 'middle', num_clicks: 1, key_hold: 'CTRL+SHIFT' }]]],
    [{ type: 'move', point: at, keys: [] }, [['move_on_coordinates', { x: 0.25, y: 0.5 }]]],
    [{ type: 'scroll', point: at, up: -3, left: 0, keys: [] }, [['wheel_mouse_input', { x: 0.25, y: 0.5, wheel_dist: -3, horizontal: false }]]],
    [{ type: 'scroll', point: at, up: 0, left: 2, keys: [] }, [['wheel_mouse_input', { x: 0.25, y: 0.5, wheel_dist: 2, horizontal: true }]]],
    [{ type: 'scroll', point: at, up: 1, left: 0, keys: ['CTRL'] }, [['wheel_mouse_input', { x: 0.25, y: 0.5, wheel_dist: 1, horizontal: false, key_hold: 'CTRL' }]]],
    [{ type: 'scroll', point: at, up: 0, left: 0, keys: [] }, []],
    [{ type: 'drag', path: [at, screenPoint(500, 250), screenPoint(750, 250)], keys: [] }, [['drag_on_coordinates', { start_x: 0.25, start_y: 0.5, end_x: 0.75, end_y: 0.5, via: [[0.5, 0.5]] }]]],
    [{ type: 'type', text: 'a\nb\n' }, [['type_text', { text: 'a\nb', enter: true }]]],
    [{ type: 'type', text: 'a' }, [['type_text', { text: 'a', enter: false }]]],
    [{ type: 'keypress', keys: ['CTRL', 'S'] }, [['keyboard_input', { keys: 'CTRL+S' }]]],
    [{ type: 'keypress', keys: ['DOWN', 'DOWN'] }, [['keyboard_input', { keys: 'DOWN DOWN' }]]],
    [{ type: 'keypress', keys: ['SHIFT', 'DOWN', 'DOWN'] }, [['keyboard_input', { keys: 'SHIFT+DOWN SHIFT+DOWN' }]]],
    [{ type: 'keypress', keys: ['ctrl', '+'] }, [['keyboard_input', { keys: 'ctrl+plus' }]]],
    [{ type: 'keypress', keys: ['ctrl+shift+t'] }, [['keyboard_input', { keys: 'ctrl+shift+t' }]]],
    [{ type: 'keypress', keys: [' '] }, [['keyboard_input', { keys: 'Space' }]]],
    [{ type: 'keypress', keys: ['ctrl+a', 'Delete'] }, [['keyboard_input', { keys: 'ctrl+a Delete' }]]],
    [{ type: 'keypress', keys: ['CTRL', 'K', 'CTRL', 'C'] }, [['keyboard_input', { keys: 'CTRL+K CTRL+C' }]]],
    [{ type: 'keypress', keys: ['ctrl+k', 'ctrl+c'] }, [['keyboard_input', { keys: 'ctrl+k ctrl+c' }]]],
    [{ type: 'keypress', keys: ['ctrl+shift', 't'] }, [['keyboard_input', { keys: 'ctrl+shift+t' }]]],
    [{ type: 'keypress', keys: ['ctrl++'] }, [['keyboard_input', { keys: 'ctrl+plus' }]]],
    [{ type: 'keypress', keys: ['windows', 'r'] }, [['keyboard_input', { keys: 'windows+r' }]]],
    [{ type: 'keypress', keys: ['WIN'] }, [['keyboard_input', { keys: 'WIN' }]]],
  ])('%j', (action, acts) => {
    const made = actsOf(action, DESKTOP).map((act) => [act.function, act.arguments])
    expect(made).toEqual(acts.map(([name, args]) => [name, { ...args, on: 'desktop' }]))
  })

  it('waits and other tools are what they are, a look at the screen is no act', () => {
    expect(actsOf({ type: 'wait', seconds: 600 }, DESKTOP)[0]?.arguments).toEqual({ seconds: 60 })
    expect(actsOf({ type: 'screenshot' }, DESKTOP)).toEqual([])
    const call = { type: 'call', name: 'launch_application', arguments: { name: 'x' } } as const
    expect(actsOf(call, DESKTOP)).toMatchObject([{ function: 'launch_application', arguments: { name: 'x' } }])
  })
}) // prettier-ignore

const THREAD = { kind: 'responses', response_id: 'r', calls: [] } as const
const says = (more: Record<string, unknown>) => ({
  thought: 'so',
  actions: [],
  status: 'CONTINUE',
  questions: [],
  result: null,
  safety_checks: [],
  thread: THREAD,
  ...more,
})
const clicks = says({ actions: [{ type: 'click', point: at, button: 'left', times: 1, keys: [] }] })
const finishes = says({ status: 'FINISH', result: '42' })

function alone(...scripts: ConstructorParameters<typeof ScriptedModel>) {
  const made = world(new ScriptedModel(...scripts), { answers: ['the second'] })
  made.desktop.picture = SCREEN
  const agent = new OperatorAgent(made.deps)
  const inputs = () => made.model.asked.map(({ input }) => input as OperatorInput)
  return { ...made, agent, inputs, run: () => round(agent, made.context, new RunControl()) }
}

describe('alone', () => {
  it('acts and ends in ALLFINISH with its answer, which is the round’s', async () => {
    const { run, desktop, context, agent } = alone(clicks, finishes)
    expect((await run()).states).toEqual([
      'OperatorAgent.CONTINUE',
      'OperatorAgent.FINISH',
      'OperatorAgent.ALLFINISH',
    ])
    expect(desktop.acted.map(({ tool_name }) => tool_name)).toEqual(['click_on_coordinates'])
    expect(context.get('ROUND_RESULT')).toBe('42')
    expect(agent.name).toBe('OpenAIOperator/Desktop/Desktop')
    expect(desktop.routes.every(({ agent_name }) => agent_name === 'OperatorAgent')).toBe(true)
  })

  it('is shown the whole desktop each time, goes on with its conversation, and hears what was refused', async () => {
    const { run, desktop, inputs } = alone(clicks, finishes)
    desktop.acts['click_on_coordinates'] = () => ({ status: 'failure', code: 'refused', error: 'No.' })
    await run()
    const [first, second] = inputs()
    expect(first).toMatchObject({ thread: null, done: [], pictures: [{ picture: SCREEN }] })
    expect(second).toMatchObject({
      thread: THREAD,
      done: [{ function: 'click_on_coordinates', error: 'No.' }],
    })
  })

  it('is offered the opening of applications and tools of a person’s own, not what it has hands for', async () => {
    const { run, desktop, inputs } = alone(finishes)
    const tool = (tool_name: string, namespace: string) => ({
      tool_key: `action::${tool_name}`, tool_name, title: null, namespace, tool_type: 'action' as const, description: '',
      input_schema: {}, output_schema: null, meta: null, annotations: null,
    }) // prettier-ignore
    desktop.tools = [
      tool('click_input', 'AppUIExecutor'),
      tool('select_application_window', 'HostUIExecutor'),
      tool('launch_application', 'HostUIExecutor'),
      tool('play_music', 'Mine'),
    ]
    await run()
    expect(inputs()[0]?.tools.map(({ tool_name }) => tool_name)).toEqual(['launch_application', 'play_music'])
  })

  it('asks the person its question, and is told the answer', async () => {
    const { run, interactor, inputs } = alone(
      says({ status: 'PENDING', questions: ['Which one?'] }),
      finishes,
    )
    expect((await run()).states.slice(0, 2)).toEqual(['OperatorAgent.PENDING', 'OperatorAgent.CONTINUE'])
    expect(interactor.questions).toEqual(['Which one?'])
    expect(inputs()[1]?.blackboard.questions).toEqual([{ question: 'Which one?', answer: 'the second' }])
  })

  it('that gives up ends in ALLFAIL with its reason', async () => {
    const { run, context, agent } = alone(says({ status: 'FAIL', result: 'No such file.' }))
    expect((await run()).states).toEqual(['OperatorAgent.FAIL', 'OperatorAgent.ALLFAIL'])
    expect([agent.error, context.get('ROUND_RESULT')]).toEqual(['No such file.', 'No such file.'])
  })

  it('without a picture of the desktop ends in ERROR and asks no model', async () => {
    const { run, desktop, model } = alone(finishes)
    desktop.picture = null
    expect((await run()).states).toEqual(['OperatorAgent.ERROR'])
    expect(model.asked).toEqual([])
  })

  it('doing the same on the same screen again and again is told, then ends', async () => {
    const { run, inputs } = alone(...Array.from({ length: 8 }, () => clicks))
    const { states } = await run()
    expect(states.slice(-2)).toEqual(['OperatorAgent.FAIL', 'OperatorAgent.ALLFAIL'])
    expect(inputs()).toHaveLength(5)
    expect(inputs()[3]?.notes.join()).toContain('time 3 of the same action')
  })
})

describe('a model that only waits', () => {
  const waits = says({ actions: [{ type: 'wait', seconds: 2 }] })
  const times = (count: number) => Array.from({ length: count }, () => waits)

  it('on a screen where nothing changes is told, then ends with the reason', async () => {
    const { run, agent, inputs } = alone(...times(40))
    expect((await run()).states.slice(-2)).toEqual(['OperatorAgent.FAIL', 'OperatorAgent.ALLFAIL'])
    expect(inputs()).toHaveLength(25)
    expect(inputs()[9]?.notes).toEqual([])
    expect(inputs()[10]?.notes.join()).toContain('wait 10 in a row')
    expect(agent.error).toContain('waited 25 times in a row')
  })

  it('while something changes may wait on', async () => {
    const { run, desktop, inputs } = alone(...times(40), finishes)
    let looks = 0
    Object.defineProperty(desktop, 'picture', { get: () => ({ ...SCREEN, data: btoa(String(looks++)) }) })
    expect((await run()).states.at(-1)).toBe('OperatorAgent.ALLFINISH')
    expect(inputs()).toHaveLength(41)
  })
})

describe('what its service warns of', () => {
  const warned: Record<string, unknown> & {
    safety_checks: { id: string; code?: string; message: string }[]
  } = { ...clicks, safety_checks: [{ id: 'sc', code: 'sensitive_domain', message: 'A bank.' }] }

  function asked(answer: Permission | null, checks = warned.safety_checks, thought = 'so') {
    const made = alone({ ...warned, safety_checks: checks, thought }, finishes)
    const steps: SensitiveStep[] = []
    made.interactor.sensitiveStepAsker = (step) => {
      steps.push(step)
      return Promise.resolve(
        answer
          ? { answer, by: 'person' }
          : { answer: { allow: false, scope: 'once', why: null }, by: 'nobody' },
      )
    }
    return { ...made, steps }
  }

  it('is held until a person has said yes, then done without asking the model again', async () => {
    const { run, steps, desktop, model } = asked({ allow: true, scope: 'once', why: null })
    expect((await run()).states.slice(0, 3)).toEqual([
      'OperatorAgent.CONFIRM',
      'OperatorAgent.CONTINUE',
      'OperatorAgent.CONTINUE',
    ])
    expect(steps[0]).toMatchObject({ categories: ['other_application'], scopes: ['once'], coverage: null })
    expect(steps[0]?.reason).toContain('A bank.')
    expect(desktop.acted).toHaveLength(1)
    expect(model.asked).toHaveLength(2)
  })

  it('is shown in as many words as leave room for the choices', async () => {
    const long = 'x'.repeat(10_000)
    const { run, steps } = asked(
      { allow: false, scope: 'once', why: null },
      [{ id: 'sc', message: long }],
      long,
    )
    await run()
    expect([steps[0]?.reason.length, steps[0]?.action.length].every((length) => length && length < 700)).toBe(
      true,
    )
  })

  it('is not done with a no, which ends it', async () => {
    const { run, desktop, agent, model } = asked({ allow: false, scope: 'once', why: 'not there' })
    expect((await run()).states.slice(-2)).toEqual(['OperatorAgent.FAIL', 'OperatorAgent.ALLFAIL'])
    expect(agent.error).toBe('The person said no: not there: A bank.')
    expect([desktop.acted.length, model.asked.length]).toEqual([0, 1])
  })

  it('stops the run where nobody is there', async () => {
    const { run, desktop } = asked(null)
    await expect(run()).rejects.toThrow(StoppedError)
    expect(desktop.acted).toEqual([])
  })
})

describe('for a host', () => {
  it.each([
    ['FINISH', '42'],
    ['FAIL', 'No such file.'],
  ])('%s goes back to it, which goes on', async (status, result) => {
    const model = new ScriptedModel(
      hostReply('CONTINUE', {
        function: 'select_application_window',
        arguments: { id: '1', name: 'Notes' },
      }),
      hostReply('ASSIGN', { current_subtask: 'write it' }),
      says({ status, result }),
      hostReply('FINISH', { result: 'all done' }),
    )
    const { deps, desktop, context } = world(model)
    desktop.windows = [aWindow('1', 'Notes')]
    desktop.picture = SCREEN
    const host = new HostAgent(deps, new SharedMemory(), newOperatorAgent)
    const { states } = await round(host, context, new RunControl())
    expect(states).toEqual([
      'HostAgent.CONTINUE', 'HostAgent.ASSIGN', 'OperatorAgent.CONTINUE', `OperatorAgent.${status}`,
      'HostAgent.CONTINUE', 'HostAgent.FINISH',
    ]) // prettier-ignore
    expect(context.get('PREVIOUS_SUBTASKS')).toEqual([{ subtask: 'write it', status, result }])
    expect(model.asked[2]?.input).toMatchObject({ kind: 'operator', subtask: 'write it' })
  })
})
