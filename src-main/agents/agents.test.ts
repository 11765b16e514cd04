import { seen } from '../../src-preload/contract/evidence.ts'
import { verifiedEffects } from '../../src-preload/contract/verified-effects.ts'
import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src-preload/contract/memory.ts'
import { ModelError, StoppedError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import type { AppInput, HostInput, ModelInput } from '../models/input.ts'
import { NO_ANSWER } from './basic-agent.ts'
import { HostAgent } from './host-agent.ts'
import { LinuxAgent } from './linux-agent.ts'
import {
  aControl,
  appReply,
  aWindow,
  hostReply,
  round,
  ScriptedModel,
  turn,
  world,
} from './testing/scripted.ts'
import type { Script } from './testing/scripted.ts'

const run = () => new RunControl()

/** A LinuxAgent in front of a calculator. */
function single(scripts: Script[], options: Parameters<typeof world>[1] = {}) {
  const around = world(new ScriptedModel(...scripts), options)
  around.desktop.windows = [aWindow('1', 'Calculator')]
  around.desktop.chosen = around.desktop.windows[0]!
  around.desktop.controls = [aControl('7', '7'), aControl('8', 'display', { role: 'edit', value: '0' })]
  return { ...around, agent: new LinuxAgent(around.deps) }
}

/** A HostAgent in front of two applications, of which none is chosen. */
function hosted(scripts: Script[], options: Parameters<typeof world>[1] = {}) {
  const around = world(new ScriptedModel(...scripts), options)
  around.desktop.windows = [aWindow('1', 'Calculator'), aWindow('2', 'Mousepad', false)]
  around.desktop.controls = [aControl('7', '7')]
  return { ...around, agent: new HostAgent(around.deps) }
}

const appInput = (model: ScriptedModel, index: number) => model.asked[index]!.input as AppInput
const hostInput = (model: ScriptedModel, index: number) => model.asked[index]!.input as HostInput

const historyOf = (input: ModelInput | undefined) => (input as AppInput | HostInput).history
const selectOne = { function: 'select_application_window', arguments: { id: '1', name: 'Calculator' } }

describe('a step', () => {
  it('observes, decides, acts, verifies and records, in this order', async () => {
    const { agent, context, journal, lines, files } = single([
      appReply('FINISH', [['click_input', { id: '7', name: '7' }]], { result: '7' }),
    ])
    const done = await round(agent, context, run())
    expect(done.states).toEqual(['LinuxAgent.FINISH'])
    expect(journal.events.map((event) => event.type)).toEqual([
      'step_started',
      'observed',
      'model_replied',
      'decided',
      'gate_decided',
      'effect_verified',
      'step_finished',
    ])
    expect(context.get('ROUND_RESULT')).toBe('7')
    expect([context.get('SESSION_STEP'), context.currentRoundStep]).toEqual([1, 1])
    expect(context.get('SESSION_COST')).toBe(0.01)
    expect([...files.keys()]).toEqual(['action_step0.png', 'ui_trees/ui_tree_step0.json'])
    expect(lines.request).toEqual([
      expect.objectContaining({
        tool_name: 'linux',
        provider: 'offline',
        model_name: '',
        prompt_path: expect.stringMatching(/resources\/prompts\/\w+\.md$/) as string,
      }),
    ])
    expect(lines.response).toEqual([
      expect.objectContaining({
        step: 0,
        round_num: 0,
        subtask_index: 0,
        agent_type: 'LinuxAgent',
        status: 'FINISH',
        action_success: ['click_input(id="7", name="7")'],
        last_error: null,
      }),
    ])
    expect(context.get('STRUCTURAL_LOGS')).toMatchObject({ 0: { 0: [{ status: 'FINISH' }] } })
    expect(agent.blackboard.view().acts).toMatchObject([{ function: 'click_input', status: 'success' }])
  })

  it('tells the next prompt what was done and what came of it', async () => {
    const { agent, context, model } = single([
      appReply('CONTINUE', [['click_input', { id: '7', name: '7' }]]),
      appReply('FINISH'),
    ])
    await round(agent, context, run())
    expect(historyOf(model.asked[1]?.input)).toEqual([
      expect.objectContaining({
        step: 0,
        agent: 'LinuxAgent',
        status: 'CONTINUE',
        actions: [
          {
            function: 'click_input',
            arguments: { id: '7', name: '7' },
            status: 'success',
            target: 'button “7”',
            result: null,
            error: null,
            effect: 'confirmed',
            evidence: 'It is so.',
            user_confirm: null,
            code: null,
          },
        ],
      }),
    ])
  })

  it('counts a command as an act: it says by its exit code how it ended', async () => {
    const { agent, context, desktop, journal } = single([
      appReply('CONTINUE', [['execute_command', { command: 'make' }]]),
      appReply('CONTINUE', [['execute_command', { command: 'make test' }]]),
      appReply('FINISH', [['execute_command', { command: 'form &' }]]),
    ])
    const ends = [{ exit_code: 0 }, { exit_code: 2 }, { exit_code: 0, background: 'It was ended, too.' }]
    desktop.acts = { ...desktop.acts, execute_command: () => ({ result: ends.shift() }) }
    await round(agent, context, run())
    const told = journal.of('effect_verified').map(({ effect, evidence }) => [effect, evidence])
    expect(told).toEqual([
      ['confirmed', 'Its exit code is 0.'],
      ['unconfirmed', 'Its exit code is 2.'],
      ['unconfirmed', 'Its exit code is 0. What it left running was ended with it.'],
    ])
    expect(verifiedEffects(agent.steps)).toMatchObject({ acts: 3, confirmed: 1, unconfirmed: 2 })
  })

  it('counts itself and says why when the model fails', async () => {
    const { agent, context, journal, lines } = single([new ModelError('No connection. Check the address.')])
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.ERROR'])
    expect(agent.error).toBe('No connection. Check the address.')
    expect(context.get('SESSION_STEP')).toBe(1)
    expect(journal.of('step_finished')[0]).toMatchObject({ status: 'ERROR', error: agent.error })
    expect(context.get('PREVIOUS_SUBTASKS')).toEqual([
      { subtask: 'do it', status: 'ERROR', result: agent.error },
    ])
    expect(lines.request).toEqual([expect.objectContaining({ error: agent.error })])
  })

  it('counts what a failed model call has cost, and tells its tokens as those of every call', async () => {
    const usage = { input_tokens: 1, output_tokens: 1, cached_tokens: null, cost: 0.5 }
    const { agent, context, journal } = single([new ModelError('Not usable.', { usage })])
    await round(agent, context, run())
    expect(context.get('SESSION_COST')).toBe(0.5)
    expect(journal.of('model_replied')).toMatchObject([{ role: 'linux', usage }])
  })

  it('counts what its question to the memory has cost, for the step, the round and the session', async () => {
    const { agent, context, deps, journal } = single([appReply('FINISH')])
    deps.memories = {
      retrieve: ({ paid }) => {
        paid?.(0.25)
        return Promise.resolve([])
      },
      followed: () => {},
    }
    await round(agent, context, run())
    const [step] = journal.of('step_finished')
    expect(step?.cost).toBeCloseTo(0.26)
    expect([context.currentRoundCost, context.get('SESSION_COST')]).toEqual([step?.cost, step?.cost])
  })

  it('keeps an unknown cost unknown', async () => {
    const { agent, context, model } = single([appReply('CONTINUE'), appReply('FINISH')])
    model.cost = null
    await round(agent, context, run())
    expect(context.get('SESSION_COST')).toBeNull()
  })

  it('is an error with a reason when nothing can be seen', async () => {
    const { agent, context, desktop, model } = single([appReply('FINISH')])
    desktop.observing = () => ({
      status: 'failure',
      code: 'lost',
      error: 'The X server is gone.',
      result: null,
    })
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.ERROR'])
    expect(agent.error).toContain('The X server is gone.')
    expect(model.asked).toEqual([])
  })

  it('looks once more after the desktop process has crashed', async () => {
    const { agent, context, desktop } = single([appReply('FINISH')])
    let first = true
    desktop.observing = () => {
      if (!first) return {}
      first = false
      return { status: 'failure', code: 'crash', error: 'It ended.', result: null }
    }
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.FINISH'])
  })

  it('is an error when an observation has the wrong shape', async () => {
    const { agent, context, desktop } = single([appReply('FINISH')])
    desktop.observing = () => ({ result: { windows: 'none' } })
    await round(agent, context, run())
    expect(agent.status).toBe('ERROR')
    expect(agent.error).toContain('wrong shape')
  })

  it('goes on with a warning when a file can’t be saved', async () => {
    const { agent, context, deps, journal } = single([appReply('FINISH')])
    deps.saveFile = () => Promise.reject(new Error('disk full'))
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.FINISH'])
    expect(journal.of('warning')[0]?.message).toContain('disk full')
  })

  it('saves the desktop and XML where the configuration says so', async () => {
    const { agent, context, files } = single([appReply('FINISH')], {
      system: { save_full_screen: true, log_xml: true, save_ui_tree: false },
    })
    await round(agent, context, run())
    expect([...files.keys()].toSorted()).toEqual([
      'action_step0.png',
      'desktop_step0.png',
      'xml/action_step0.xml',
    ])
  })
})

describe('a stop', () => {
  it('goes through, and the step is recorded', async () => {
    const control = run()
    const { agent, context, journal, desktop } = single([
      appReply('CONTINUE', [
        ['click_input', { id: '7', name: '7' }],
        ['click_input', { id: '7', name: '7' }],
      ]),
    ])
    desktop.acts['click_input'] = () => {
      control.stop()
      return {}
    }
    await expect(round(agent, context, control)).rejects.toBeInstanceOf(StoppedError)
    expect(desktop.acted).toHaveLength(1)
    expect(journal.of('step_finished')[0]).toMatchObject({ status: 'STOPPED' })
    expect(context.get('SESSION_STEP')).toBe(1)
  })
})

describe('several actions of one reply', () => {
  const three = appReply('FINISH', [
    ['click_input', { id: '7', name: '7' }],
    ['set_edit_text', { id: '8', name: 'display', text: 'x' }],
    ['keyboard_input', { keys: 'Enter' }],
  ])

  it('run in order, each verified by itself', async () => {
    const { agent, context, desktop, journal } = single([three])
    await round(agent, context, run())
    expect(desktop.commands.map((command) => command.tool_name)).toEqual([
      'observe',
      'click_input',
      'verify_effect',
      'set_edit_text',
      'verify_effect',
      'keyboard_input',
      'verify_effect',
    ])
    expect(new Set(journal.of('effect_verified').map((event) => event.call_id)).size).toBe(3)
  })

  it('after the first failure the rest are skipped, the next prompt says which, and nothing is finished', async () => {
    const { agent, context, desktop, model } = single([three, appReply('FINISH')])
    desktop.acts['set_edit_text'] = () => ({ status: 'failure', code: 'tool', error: 'It is read-only.' })
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.CONTINUE', 'LinuxAgent.FINISH'])
    expect(desktop.acted.map((command) => command.tool_name)).toEqual(['click_input', 'set_edit_text'])
    const [step] = historyOf(model.asked[1]?.input)
    expect(step?.status).toBe('CONTINUE')
    expect(step?.actions.map(({ status, error }) => [status, error])).toEqual([
      ['success', null],
      ['failure', 'It is read-only.'],
      ['skipped', 'Not done: set_edit_text failed.'],
    ])
  })

  it('that do not come off have no result, whatever the reply that finished with them has said', async () => {
    const { agent, context, desktop, model } = single([
      appReply('FINISH', [['click_input', { id: '7', name: '7' }]], { result: 'It is done.' }),
      appReply('FAIL', [], { comment: 'It can’t be done.' }),
    ])
    desktop.acts['click_input'] = () => ({ status: 'failure', error: 'It is gone.' })
    await round(agent, context, run())
    expect(historyOf(model.asked[1]?.input)[0]?.result).toBeNull()
  })

  it('finish a reply that says FINISH itself, where all of them have succeeded', async () => {
    const says = (more: Record<string, unknown> = {}) => ({
      ...appReply('FINISH', [['click_input', { id: '7', name: '7' }, 'CONTINUE']]),
      ...more,
    })
    const fine = single([says({ result: 'done' })])
    expect((await round(fine.agent, fine.context, run())).states).toEqual(['LinuxAgent.FINISH'])
    const failing = single([says(), appReply('FINISH')])
    failing.desktop.acts['click_input'] = () => ({ status: 'failure', code: 'tool', error: 'It is gone.' })
    const { states } = await round(failing.agent, failing.context, run())
    expect(states).toEqual(['LinuxAgent.CONTINUE', 'LinuxAgent.FINISH'])
  })

  it('after a contradicted effect the rest are skipped', async () => {
    const { agent, context, desktop, model } = single([three, appReply('FINISH')])
    desktop.effects['click_input'] = { effect: 'contradicted', evidence: 'The text is still 0.' }
    await round(agent, context, run())
    const [step] = historyOf(model.asked[1]?.input)
    expect(step?.actions.map(({ status, effect }) => [status, effect])).toEqual([
      ['success', 'contradicted'],
      ['skipped', null],
      ['skipped', null],
    ])
  })

  it('an unconfirmed effect stops nothing', async () => {
    const { agent, context, desktop } = single([three])
    desktop.effects['click_input'] = { effect: 'unconfirmed', evidence: 'Something changed.' }
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.FINISH'])
  })

  it('a refusal skips the rest, is recorded, and goes back to the planner', async () => {
    const { agent, context, desktop, model } = single([
      three,
      appReply('FAIL', [], { comment: 'You said no.' }),
    ])
    desktop.acts['click_input'] = () => ({
      status: 'failure',
      code: 'refused',
      error: 'The person refused.',
      gate: { decision: 'ask' },
    })
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.CONTINUE', 'LinuxAgent.FAIL'])
    const [step] = historyOf(model.asked[1]?.input)
    expect(step?.actions[0]).toMatchObject({
      status: 'failure',
      user_confirm: 'no',
      error: 'The person refused.',
    })
    expect(step?.actions[1]?.error).toContain('was refused')
    expect(agent.error).toBe('You said no.')
  })

  it('a refusal by a rule is nobody’s answer', async () => {
    const { agent, context, desktop, model } = single([three, appReply('FINISH')])
    desktop.acts['click_input'] = () => ({ status: 'failure', code: 'refused', gate: { decision: 'refuse' } })
    await round(agent, context, run())
    expect(historyOf(model.asked[1]?.input)[0]?.actions[0]?.user_confirm).toBeNull()
  })

  it('one timeout can be worked around, a second in a row can’t', async () => {
    const press = appReply('CONTINUE', [['keyboard_input', { keys: 'Enter' }]])
    const { agent, context, desktop } = single([press, press, press])
    desktop.acts['keyboard_input'] = () => ({ status: 'failure', code: 'timeout', error: 'No answer.' })
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.CONTINUE', 'LinuxAgent.ERROR'])
    expect(agent.error).toContain('timed out')
  })

  it('a desktop that is lost during an act ends in ERROR with the reason', async () => {
    const { agent, context, desktop } = single([three])
    desktop.acts['click_input'] = () => ({ status: 'failure', code: 'lost', error: 'Xvfb ended.' })
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.ERROR'])
    expect(agent.error).toContain('Xvfb ended.')
  })

  it('an unknown tool is a failure that the model is told of', async () => {
    const { agent, context, desktop, model } = single([appReply('CONTINUE', [['fly']]), appReply('FINISH')])
    desktop.acts['fly'] = () => ({ status: 'failure', code: 'unknown_tool', error: 'There is no tool fly.' })
    await round(agent, context, run())
    expect(historyOf(model.asked[1]?.input)[0]?.actions[0]?.error).toBe('There is no tool fly.')
  })

  it.each([
    ['that is told as not written goes on', [], 'LinuxAgent.CONTINUE'],
    [
      'that a later act has written ends',
      [seen('file_written', { path: '/home/ada/a.odg' })],
      'LinuxAgent.FINISH',
    ],
  ])('a reply that finishes with a file %s', async (_what, told, state) => {
    const { agent, context, desktop } = single([
      appReply('FINISH', [
        ['keyboard_input', { keys: 'Ctrl+S' }],
        ['click_input', { id: '7' }],
      ]),
      appReply('FINISH'),
    ])
    const kept = seen('file_kept', { path: '/home/ada/a.odg' })
    desktop.effects['keyboard_input'] = { effect: 'unconfirmed', evidence: '', told: [kept] }
    desktop.effects['click_input'] = { effect: 'confirmed', evidence: '', told }
    const { states } = await round(agent, context, run())
    expect(states[0]).toBe(state)
  })

  it('several texts that are read one after the other are all the result', async () => {
    const { agent, context, desktop } = single([
      appReply('FINISH', [
        ['texts', { id: '8', name: 'display' }],
        ['texts', { id: '7', name: '7' }],
      ]),
    ])
    desktop.acts['texts'] = ({ id }) => ({ result: id === '8' ? 'Document' : '13' })
    await round(agent, context, run())
    expect(context.get('ROUND_RESULT')).toBe('Document\n13')
  })

  it('reading is not verified, and is the result of a reply that finishes with it', async () => {
    const { agent, context, journal, desktop } = single([
      appReply('FINISH', [['texts', { id: '8', name: 'display' }]]),
    ])
    desktop.acts['texts'] = () => ({ result: '42' })
    await round(agent, context, run())
    expect(context.get('ROUND_RESULT')).toBe('42')
    expect(journal.of('effect_verified')).toEqual([])
  })
})

describe('CONFIRM', () => {
  it('asks the gate to ask before that very act, and goes on', async () => {
    const { agent, context, desktop, model } = single([
      appReply('CONFIRM', [
        ['click_input', { id: '7' }, 'CONTINUE'],
        ['keyboard_input', { keys: 'Delete' }],
      ]),
      appReply('FINISH'),
    ])
    desktop.acts['keyboard_input'] = () => ({ gate: { decision: 'ask' } })
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.CONFIRM', 'LinuxAgent.CONTINUE', 'LinuxAgent.FINISH'])
    expect(desktop.acted.map((command) => command.confirm)).toEqual([undefined, true])
    expect(historyOf(model.asked[1]?.input)[0]?.actions.map((action) => action.user_confirm)).toEqual([
      null,
      'yes',
    ])
  })

  const answered = (...scripts: object[]) => {
    const around = single(scripts)
    around.desktop.acts['click_input'] = () => ({ gate: { decision: 'ask' } })
    return around
  }
  const send = { function: 'click_input', arguments: { id: '7' } }
  const base = { observation: 'o', thought: 't' }

  it('of an act lets the reply finish', async () => {
    const { agent, context } = answered({
      ...base,
      status: 'FINISH',
      action: [{ ...send, status: 'CONFIRM' }],
      result: 'Sent.',
    })
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.FINISH'])
    expect(context.get('ROUND_RESULT')).toBe('Sent.')
  })

  it('of the reply is of its acts', async () => {
    const { agent, context, desktop } = answered(
      { ...base, status: 'CONFIRM', action: [send] },
      appReply('FINISH'),
    )
    await round(agent, context, run())
    expect(desktop.acted.map(({ confirm }) => confirm)).toEqual([true])
  })
})

describe('PENDING', () => {
  const asks = appReply('PENDING', [['click_input', { id: '7' }]], { questions: ['Which one?', 'Why?'] })

  it('asks each question, keeps the answers that are not blank, and acts only afterwards', async () => {
    const { agent, context, desktop, interactor, model } = single([asks, appReply('FINISH')], {
      answers: ['the first', '  '],
    })
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.PENDING', 'LinuxAgent.CONTINUE', 'LinuxAgent.FINISH'])
    expect(interactor.questions).toEqual(['Which one?', 'Why?'])
    const input = model.asked[1]?.input as AppInput
    expect(input.blackboard.questions).toEqual([{ question: 'Which one?', answer: 'the first' }])
    expect(input.history[0]?.actions[0]).toMatchObject({ status: 'skipped' })
    expect(desktop.acted).toEqual([])
  })

  it('ends the run when nobody is there', async () => {
    const { agent, context } = single([asks])
    await expect(round(agent, context, run())).rejects.toMatchObject({ reason: 'unanswered' })
  })

  it('tells the model to use its own knowledge where questions are turned off', async () => {
    const { agent, context, interactor } = single([asks, appReply('FINISH')], {
      system: { ask_question: false },
    })
    await round(agent, context, run())
    expect(interactor.questions).toEqual([])
    expect(agent.blackboard.view().questions[0]).toEqual({ question: 'Which one?', answer: NO_ANSWER })
  })

  it.each([{ ask_question: false }, { ask_question: true }])(
    'takes the answer that the person gave before, and says so, where nobody is to be asked: %j',
    async (system) => {
      const { agent, context, deps, journal } = single([asks, appReply('FINISH')], { system })
      const earlier = {
        id: 7,
        kind: 'question_answer',
        title: 'Which one?',
        text: 'the left',
        helped: 1,
        failed: 0,
      }
      deps.answers = {
        earlier: () => Promise.resolve(earlier as Memory),
        given: () => expect.unreachable('nobody has answered'),
      }
      deps.interactor.questionAsker = () => Promise.resolve({ answer: '', by: 'nobody' })
      await round(agent, context, run())
      expect(agent.blackboard.view().questions[0]).toEqual({ question: 'Which one?', answer: 'the left' })
      expect(journal.of('remembered')[0]).toMatchObject({
        memories: [{ id: 7, kind: 'question_answer' }],
      })
    },
  )

  it('keeps what a person has answered, with what was done then, and not what they left empty', async () => {
    for (const [answer, kept] of [
      [
        'the left',
        ['Which one?', 'Why?'].map((question) => ({ question, answer: 'the left', request: 'press 7' })),
      ],
      [' ', []],
    ] as const) {
      const { agent, context, deps } = single([asks, appReply('FINISH')])
      const given: unknown[] = []
      deps.answers = { earlier: () => Promise.resolve(null), given: (one) => void given.push(one) }
      deps.interactor.questionAsker = () => Promise.resolve({ answer, by: 'person' })
      context.set('REQUEST', 'press 7')
      await round(agent, context, run())
      expect(given).toEqual(kept)
    }
  })

  it('is an error with a reason when asking itself fails', async () => {
    const { agent, context, deps } = single([asks])
    deps.interactor.questionAsker = () => Promise.reject(new Error('The terminal is gone.'))
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.PENDING', 'LinuxAgent.ERROR'])
    expect(agent.error).toBe('The terminal is gone.')
  })
})

describe('FAIL', () => {
  it('does nothing of what the reply would do', async () => {
    const { agent, context, desktop } = single([appReply('FAIL', [['click_input', { id: '7' }]])])
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['LinuxAgent.FAIL'])
    expect(desktop.acted).toEqual([])
    expect(agent.error).toBe('t')
  })
})

describe('a loop', () => {
  const again = appReply('CONTINUE', [['click_input', { id: '7', name: '7' }]])

  it('is told to the model from the third time on, and fails the fifth with a reason', async () => {
    const { agent, context, desktop, model } = single([again, again, again, again, again, again])
    const { states } = await round(agent, context, run())
    expect(states.at(-1)).toBe('LinuxAgent.FAIL')
    expect(states).toHaveLength(5)
    expect(desktop.acted).toHaveLength(4)
    expect(agent.error).toContain('5 times')
    expect(historyOf(model.asked[3]?.input).map((step) => step.comment)).toEqual([
      null,
      null,
      expect.stringContaining('Warning'),
    ])
  })

  it('is none while the screen changes', async () => {
    const { agent, context, desktop } = single([again, again, again, again, again, again, appReply('FINISH')])
    let count = 0
    desktop.acts['click_input'] = () => {
      desktop.controls = [aControl('7', '7'), aControl('8', 'display', { value: String(++count) })]
      return {}
    }
    const { states } = await round(agent, context, run())
    expect(states.at(-1)).toBe('LinuxAgent.FINISH')
  })

  it('is none while the plan gets shorter: a request may ask for the same click many times', async () => {
    const clicks = [6, 5, 4, 3, 2, 1, 0].map((left) =>
      appReply('CONTINUE', [['click_input', { id: '7', name: '7' }]], { plan: Array(left).fill('click 7') }),
    )
    const { agent, context, desktop } = single([...clicks, appReply('FINISH')])
    const { states } = await round(agent, context, run())
    expect(states.at(-1)).toBe('LinuxAgent.FINISH')
    expect(desktop.acted).toHaveLength(7)
  })

  it('is none while it waits', async () => {
    const wait = appReply('CONTINUE', [['wait', { seconds: 1 }]])
    const { agent, context } = single([wait, wait, wait, wait, wait, wait, appReply('FINISH')])
    const { states } = await round(agent, context, run())
    expect(states.at(-1)).toBe('LinuxAgent.FINISH')
  })
})

describe('a part of the plan', () => {
  it('that is reached ends a subtask and is filed', async () => {
    const click = (plan: string[]) => appReply('CONTINUE', [['click_input', { id: '7' }]], { plan })
    const { agent, context } = single([
      click(['type it', '## Save', 'press save']),
      click(['## Save', 'press save']),
      click(['press save']),
      appReply('FINISH'),
    ])
    const { ends } = await round(agent, context, run())
    expect(ends).toEqual(['plan', 'state'])
    expect(context.get('PREVIOUS_SUBTASKS')).toHaveLength(2)
  })
})

describe('what a model is told of controls', () => {
  it('is the whole once, then the difference with its base, however many steps there are', async () => {
    const steps = Array.from({ length: 10 }, (_, index) =>
      appReply('CONTINUE', [['wait', { seconds: index }]]),
    )
    const { agent, context, model, journal, desktop } = single([...steps, appReply('FINISH')])
    desktop.controls = Array.from({ length: 10 }, (_, index) => aControl(String(index), `c${index}`))
    desktop.acts['wait'] = ({ seconds }) => {
      const [first, ...rest] = desktop.controls
      desktop.controls = [{ ...first!, value: String(seconds) }, ...rest]
      return {}
    }
    await round(agent, context, run())
    const [first, ...others] = journal.of('observed').map((event) => event.difference)
    expect([first, others]).toEqual([false, Array<boolean>(10).fill(true)])
    expect(appInput(model, 1).difference).toMatchObject({
      base_step: 0,
      added: [],
      changed: [{ id: '0', value: '0' }],
      removed: [],
    })
    expect(appInput(model, 1).difference?.base).toHaveLength(10)
  })
})

describe('HostAgent', () => {
  it('chooses, assigns, takes back, and finishes with the result of the subtask', async () => {
    const { agent, context, ...around } = hosted([
      hostReply('CONTINUE', selectOne),
      hostReply('ASSIGN', { current_subtask: 'press 7', message: ['carefully'] }),
      appReply('CONTINUE', [['click_input', { id: '7', name: '7' }]]),
      appReply('FINISH', [], { result: '7' }),
      hostReply('FINISH'),
    ])
    const { states, ends } = await round(agent, context, run())
    expect(states).toEqual([
      'HostAgent.CONTINUE',
      'HostAgent.ASSIGN',
      'AppAgent.CONTINUE',
      'AppAgent.CONTINUE',
      'AppAgent.FINISH',
      'HostAgent.CONTINUE',
      'HostAgent.FINISH',
    ])
    expect(ends).toEqual(['switch', 'state'])
    expect(context.get('PREVIOUS_SUBTASKS')).toEqual([{ subtask: 'press 7', status: 'FINISH', result: '7' }])
    expect(context.get('ROUND_RESULT')).toBe('7')
    expect(agent.appAgents.map((one) => one.name)).toEqual(['AppAgent/calculator/calculator'])
    expect(around.model.asked[2]?.input).toMatchObject({
      kind: 'app',
      subtask: 'press 7',
      host_message: ['carefully'],
      subtask_index: 1,
    })
    expect(around.desktop.routes.at(-2)).toMatchObject({ agent_name: 'AppAgent', process_name: 'calculator' })
    expect(around.journal.of('step_started').map((event) => event.agent)).toEqual([
      'HostAgent',
      'HostAgent',
      'AppAgent',
      'AppAgent',
      'HostAgent',
    ])
  })

  it('goes on in another window of its application, by the tool of its host, never in one of another', async () => {
    const effects = { ...aWindow('4', 'Effects', false), process_name: 'calculator' }
    const reply = appReply('CONTINUE', [
      ['click_input', { id: 4, name: 'Effects' }],
      ['click_input', { name: 'Wave' }],
    ])
    const { agent, context, desktop } = hosted([
      hostReply('CONTINUE', selectOne),
      hostReply('ASSIGN', { current_subtask: 'make a wave' }),
      reply,
      appReply('CONTINUE', [['click_input', { id: '2', name: 'Mousepad' }]]),
      appReply('CONTINUE', [['select_application_window', { id: '2', name: 'Mousepad' }]]),
      appReply('CONTINUE', [['click_input', { id: '4', name: 'Save' }]]),
      appReply('FINISH'),
      hostReply('FINISH'),
    ])
    desktop.windows.push(effects)
    desktop.observing = () => {
      desktop.controls = desktop.chosen === effects ? [aControl('40', 'Wave')] : []
      return {}
    }
    await round(agent, context, run())
    const from = desktop.commands.findIndex(({ parameters }) => parameters['id'] === '4')
    expect(desktop.commands[from]).toMatchObject({
      tool_name: 'select_application_window',
      parameters: { id: '4', name: 'Effects' },
    })
    expect(desktop.routes[from]).toMatchObject({ agent_name: 'HostAgent' })
    const later = desktop.commands.slice(from + 1).filter(({ tool_type }) => tool_type === 'action')
    expect(
      later.map((command) => [
        desktop.routes[desktop.commands.indexOf(command)]?.agent_name,
        command.tool_name,
        command.parameters['id'],
      ]),
    ).toEqual([
      ['AppAgent', 'click_input', '40'],
      ['AppAgent', 'click_input', '2'],
      ['AppAgent', 'select_application_window', '2'],
      ['AppAgent', 'click_input', '4'],
    ])
  })

  it('goes on in a window that its act has opened, whichever process shows it', async () => {
    const { agent, context, desktop } = hosted([
      hostReply('CONTINUE', selectOne),
      hostReply('ASSIGN', { current_subtask: 'run a script' }),
      appReply('CONTINUE', [['keyboard_input', { keys: 'F9' }]]),
      appReply('FINISH', [['click_input', { id: '9', name: 'Console' }]]),
      hostReply('FINISH'),
    ])
    desktop.acts['keyboard_input'] = () => {
      desktop.windows.push({ ...aWindow('9', 'Console', false), process_name: 'script-fu' })
      return {}
    }
    await round(agent, context, run())
    expect(desktop.acted.at(-1)).toMatchObject({
      tool_name: 'select_application_window',
      parameters: { id: '9' },
    })
  })

  it('goes on in the window that is left of its application where the chosen one has closed', async () => {
    const { agent, context, desktop } = hosted([
      hostReply('CONTINUE', selectOne),
      hostReply('ASSIGN', { current_subtask: 'cancel the wizard and save' }),
      appReply('CONTINUE', [['keyboard_input', { keys: 'Escape' }]]),
      appReply('FINISH', [['keyboard_input', { keys: 'Ctrl+S' }]]),
      hostReply('FINISH'),
    ])
    const left = { ...aWindow('7', 'Score', false), process_name: 'calculator' }
    desktop.acts['keyboard_input'] = () => {
      if (desktop.windows.includes(left)) return {}
      desktop.chosen = null
      desktop.windows = [aWindow('2', 'Mousepad'), left]
      return {}
    }
    await round(agent, context, run())
    const acts = desktop.acted.map(({ tool_name, parameters }) => [tool_name, parameters['id']])
    expect(acts.slice(1)).toEqual([
      ['keyboard_input', undefined],
      ['select_application_window', '7'],
      ['keyboard_input', undefined],
    ])
  })

  it('makes several calls in one reply, one after the other, until one fails', async () => {
    const call = (to: string) => ({
      function: 'move_files',
      arguments: { files: ['a'], to },
      status: 'CONTINUE',
    })
    const { agent, context, desktop } = hosted([
      hostReply('FINISH', { action: [call('one'), call('two'), call('three')], result: 'Moved.' }),
      hostReply('FAIL', { comment: 'There is no two.' }),
    ])
    desktop.acts['move_files'] = ({ to }) =>
      to === 'two' ? { status: 'failure', error: 'There is no two.' } : {}
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['HostAgent.CONTINUE', 'HostAgent.FAIL'])
    expect(desktop.acted.map(({ parameters }) => parameters['to'])).toEqual(['one', 'two'])
  })

  it('is not asked again after the subtask that it called the last, whose result is the answer', async () => {
    const { agent, context, model } = hosted([
      hostReply('ASSIGN', { window: '1', current_subtask: 'press 7', last: true }),
      appReply('FINISH', [['click_input', { id: '7', name: '7' }]], { result: 'It shows 7.' }),
    ])
    const { states } = await round(agent, context, run())
    expect(states.at(-1)).toBe('HostAgent.FINISH')
    expect(model.asked).toHaveLength(2)
    expect(context.get('ROUND_RESULT')).toBe('It shows 7.')
  })

  it('is asked again where the last subtask has failed, or was never assigned', async () => {
    const { agent, context, model } = hosted([
      hostReply('ASSIGN', { window: '1', current_subtask: 'press 7' }),
      appReply('FINISH', [], { result: 'It shows 7.' }),
      hostReply('ASSIGN', { window: '9', current_subtask: 'press 8', last: true }),
      hostReply('ASSIGN', { window: '1', current_subtask: 'press 8', last: true }),
      appReply('FAIL', [], { comment: 'There is no 8.' }),
      hostReply('FAIL', { comment: 'There is no 8.' }),
    ])
    const { states } = await round(agent, context, run())
    expect(states.at(-1)).toBe('HostAgent.FAIL')
    expect(model.asked).toHaveLength(6)
  })

  it('plans again when an application has failed, knowing why', async () => {
    const { agent, context, model } = hosted([
      hostReply('ASSIGN', { ...selectOne, current_subtask: 'press 9' }),
      appReply('FAIL', [], { comment: 'There is no 9.' }),
      hostReply('ASSIGN', { current_subtask: 'press 7' }),
      appReply('FINISH'),
      hostReply('FINISH', { result: 'done' }),
    ])
    const { states } = await round(agent, context, run())
    expect(states.at(-1)).toBe('HostAgent.FINISH')
    expect(hostInput(model, 2).previous_subtasks).toEqual([
      { subtask: 'press 9', status: 'FAIL', result: 'There is no 9.' },
    ])
    expect(context.get('ROUND_RESULT')).toBe('done')
  })

  it('ends the round when an application’s agent is in error', async () => {
    const { agent, context } = hosted([
      hostReply('ASSIGN', { ...selectOne, current_subtask: 'press 7' }),
      new ModelError('Too weak.'),
    ])
    const done = await round(agent, context, run())
    expect(done.states.at(-1)).toBe('AppAgent.ERROR')
    expect(done.agent.error).toBe('Too weak.')
    expect(context.get('PREVIOUS_SUBTASKS')).toEqual([
      { subtask: 'press 7', status: 'ERROR', result: 'Too weak.' },
    ])
  })

  it('assigns to the active window where none is chosen', async () => {
    const { agent, context, desktop } = hosted([
      hostReply('ASSIGN', { current_subtask: 'press 7' }),
      appReply('FINISH'),
      hostReply('FINISH'),
    ])
    await round(agent, context, run())
    expect(desktop.acted).toEqual([
      expect.objectContaining({
        tool_name: 'select_application_window',
        parameters: { id: '1', name: 'Calculator' },
      }),
    ])
  })

  it('assigns to the window that was opened since, not to the one chosen before', async () => {
    const { agent, context, desktop } = hosted([
      hostReply('CONTINUE', selectOne),
      hostReply('CONTINUE', { function: 'launch_application', arguments: { name: 'mousepad' } }),
      hostReply('ASSIGN', { current_subtask: 'type' }),
      appReply('FINISH'),
      hostReply('FINISH'),
    ])
    desktop.acts['launch_application'] = () => {
      desktop.windows = [aWindow('3', 'Mousepad'), aWindow('1', 'Calculator', false)]
      return { result: { application: 'Mousepad', pid: 2 } }
    }
    await round(agent, context, run())
    expect(desktop.chosen?.id).toBe('3')
    expect(agent.appAgents.map((one) => one.name)).toEqual(['AppAgent/mousepad/mousepad'])
  })

  it('assigns to the window that a launch has told, also before it is active', async () => {
    const { agent, context, desktop } = hosted([
      hostReply('CONTINUE', { function: 'launch_application', arguments: { name: 'mousepad' } }),
      hostReply('ASSIGN', { current_subtask: 'type' }),
      appReply('FINISH'),
      hostReply('FINISH'),
    ])
    desktop.acts['launch_application'] = () => {
      const window = aWindow('3', 'Mousepad', false)
      desktop.windows = [aWindow('1', 'Calculator'), window]
      return { result: { application: 'Mousepad', pid: 2, window } }
    }
    await round(agent, context, run())
    expect(desktop.chosen?.id).toBe('3')
  })

  it('is told to choose first where no window is there', async () => {
    const { agent, context, desktop, model } = hosted([
      hostReply('ASSIGN', { current_subtask: 'press 7' }),
      hostReply('FAIL', { comment: 'Nothing is open.' }),
    ])
    desktop.windows = []
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['HostAgent.CONTINUE', 'HostAgent.FAIL'])
    expect(historyOf(model.asked[1]?.input)[0]?.comment).toContain('no window is chosen')
    expect(agent.error).toBe('Nothing is open.')
  })

  it('assigns to the window that the reply names, in one call', async () => {
    const { agent, context, desktop } = hosted([
      hostReply('ASSIGN', { window: 1, current_subtask: 'press 7' }),
      appReply('FINISH'),
      hostReply('FINISH'),
    ])
    const { states } = await round(agent, context, run())
    expect(states[0]).toBe('HostAgent.ASSIGN')
    const chosen = { tool_name: 'select_application_window', parameters: { id: '1', name: 'Calculator' } }
    expect(desktop.acted).toEqual([expect.objectContaining(chosen)])
  })

  it('assigns nothing to a window that there is not', async () => {
    const { agent, context } = hosted([
      hostReply('ASSIGN', { window: '9', current_subtask: 'press 7' }),
      hostReply('FINISH'),
    ])
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['HostAgent.CONTINUE', 'HostAgent.FINISH'])
  })

  it('does not assign when choosing the window has failed', async () => {
    const { agent, context } = hosted([
      hostReply('ASSIGN', { function: 'select_application_window', arguments: { id: '9', name: 'x' } }),
      hostReply('FINISH'),
    ])
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['HostAgent.CONTINUE', 'HostAgent.FINISH'])
  })

  it('keeps one agent per application, and both share a blackboard', async () => {
    const { agent, context } = hosted([
      hostReply('ASSIGN', { ...selectOne, current_subtask: 'a' }),
      appReply('FINISH'),
      hostReply('ASSIGN', { current_subtask: 'a' }),
      appReply('FINISH'),
      hostReply('FINISH'),
    ])
    await round(agent, context, run())
    expect(agent.appAgents).toHaveLength(1)
    expect(agent.appAgents[0]?.blackboard).toBe(agent.blackboard)
    expect(context.get('PREVIOUS_SUBTASKS')).toHaveLength(2)
  })

  it('forgets the chosen window when it has closed it', async () => {
    const { agent, context, desktop } = hosted([
      hostReply('CONTINUE', selectOne),
      hostReply('FINISH', {
        function: 'close_application_window',
        arguments: { id: '1', name: 'Calculator' },
      }),
    ])
    await round(agent, context, run())
    expect(desktop.acted).toHaveLength(2)
    expect([context.get('APPLICATION_WINDOW'), context.get('APPLICATION_PROCESS_NAME')]).toEqual([null, ''])
  })
})

describe('a second round', () => {
  it('begins with nothing of the first but the blackboard', async () => {
    const { agent, context, model } = hosted([
      hostReply('ASSIGN', { ...selectOne, current_subtask: 'a', plan: ['x'] }),
      appReply('FAIL'),
      hostReply('FAIL', { result: 'sorry' }),
      hostReply('FINISH'),
    ])
    await round(agent, context, run())
    agent.blackboard.addRequests({ request_0: 'do it' })
    context.set('CURRENT_ROUND_ID', 1)
    context.set('REQUEST', 'do more')
    const { states } = await round(agent, context, run())
    expect(states).toEqual(['HostAgent.FINISH'])
    const input = model.asked[3]?.input as HostInput
    expect([input.history, input.plan, input.previous_subtasks]).toEqual([[], [], []])
    expect(input.blackboard.requests).toEqual(['do it'])
    expect(input.blackboard.acts.map((act) => act.function)).toEqual(['select_application_window'])
    expect([context.get('ROUND_RESULT'), agent.error]).toEqual([null, null])
  })
})

describe('a turn', () => {
  it('of START leads on by the status of the step', async () => {
    const { agent, context } = single([appReply('CONTINUE')])
    agent.startRound(context)
    expect(agent.state.name).toBe('START')
    const next = await turn(agent, context, run())
    expect(next.agent.state.name).toBe('CONTINUE')
  })
})
