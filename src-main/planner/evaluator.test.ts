import { describe, expect, it } from 'vitest'
import { seen } from '../../src-preload/contract/evidence.ts'
import type { EvaluatorTrigger } from '../../src-preload/contract/events.ts'
import { world, type Script } from '../agents/testing/scripted.ts'
import { ModelError } from '../core/errors.ts'
import type { TerminationFlag } from '../core/global-state.ts'
import { RunControl } from '../core/run-control.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'
import { testAction, testStep } from '../models/testing/inputs.ts'
import { Evaluator, isPuzzling, readDecision, type EvaluatorInput } from './evaluator.ts'
import { SetUp } from './testing/set-up.ts'
import { PlannerTools } from './tools.ts'

const run = new RunControl()
const input: EvaluatorInput = {
  Tu: 'Save the letter',
  subtask: { name: 'Open the dialog', info: '' },
  completed: [{ name: 'Write it', info: '' }],
  steps: [],
  subtask_index: 1,
  screenshot: null,
  screen: 'a dialog',
}
function evaluator(scripts: Script[], flag: TerminationFlag = 'not_terminated', tools = ['evaluator']) {
  const model = new SetUp(tools, ...scripts)
  const { deps, journal } = world(model)
  const state = { getTerminationFlag: () => Promise.resolve(flag) }
  return { model, journal, evaluator: new Evaluator(new PlannerTools(deps, () => {}), state, journal) }
}
const said =
  (text: string): Script =>
  () =>
    text
const act = (fields: Partial<ActionRecord>, name = 'click_input'): StepRecord =>
  testStep(1, { subtask_index: 1, actions: [testAction(name, { effect: 'confirmed', ...fields })] })
const failedStep = testStep(1, {
  subtask_index: 1,
  actions: [{ function: 'click_input', arguments: {}, status: 'success', target: null, result: null, error: null, effect: 'contradicted', evidence: 'nothing', user_confirm: null }],
}) // prettier-ignore

describe('the Evaluator', () => {
  it('decides with a reason, and is told what is seen', async () => {
    const made = evaluator([said('Decision: **replan**\nReason: The dialog is another.\n')])
    expect(await made.evaluator.judge('subtask_end', input, run)).toEqual({
      trigger: 'subtask_end',
      decision: 'replan',
      reason: 'The dialog is another.',
      by: 'evaluator',
    })
    expect(made.journal.of('evaluator_decided')).toMatchObject([
      {
        trigger: 'subtask_end',
        decision: 'replan',
        reason: 'The dialog is another.',
        by: 'evaluator',
        subtask: 'Open the dialog',
      },
    ])
    const [asked] = made.model.asked
    expect(asked?.input.kind === 'tool' && asked.input.str_input).toMatch(
      /Open the dialog[\s\S]*Write it[\s\S]*a dialog/,
    )
  })

  it.each<[string, EvaluatorTrigger]>([
    ['Decision: continue', 'final'],
    ['Decision: done', 'contradicted'],
    ['All is well.', 'periodic'],
    ['Decision: done\nDecision: fail', 'periodic'],
    ['Decision: done | fail | continue | replan\nReason: …', 'periodic'],
    ['Decision: **done** or **fail**', 'periodic'],
  ])('“%s” at %s is asked for again', async (reply, trigger) => {
    const made = evaluator([said(reply), said('Decision: fail\nReason: no')])
    const whole = trigger === 'final' ? { ...input, subtask: null } : input
    expect((await made.evaluator.judge(trigger, whole, run)).decision).toBe('fail')
    expect(made.model.asked).toHaveLength(2)
  })

  it('falls back to a rule that is said when it never decides', async () => {
    const made = evaluator([said('hm'), said('hm')])
    expect(await made.evaluator.judge('repeated', input, run)).toMatchObject({
      decision: 'replan',
      by: 'rule',
    })
    expect(made.journal.of('warning')[0]?.message).toContain('gave no decision')
  })

  it('asks no model where the desktop has confirmed all that was asked for', async () => {
    const made = evaluator([])
    const saved = act({ arguments: { keys: 'Ctrl+S' }, evidence: 'The letter was saved.' }, 'keyboard_input')
    for (const trigger of ['subtask_end', 'final'] as const) {
      const judged = await made.evaluator.judge(trigger, { ...input, steps: [saved] }, run)
      expect(judged).toMatchObject({ trigger, decision: 'done', by: 'rule' })
    }
    expect(made.model.asked).toEqual([])
  })

  it.each<[string, Partial<ActionRecord>, string]>([
    [
      'opened a dialog that was then worked in',
      { effect: 'unconfirmed', told: [seen('opened', { kind: 'dialog', name: 'Save As' })] },
      'click_input',
    ],
    [
      'failed, and was then done on the same thing',
      { status: 'failure', effect: null, target: 'letter.txt' },
      'keyboard_input',
    ],
    [
      'was left out, and was then done',
      { status: 'skipped', effect: null, target: 'letter.txt' },
      'keyboard_input',
    ],
  ])('asks no model about an act that %s', async (_what, fields, name) => {
    const made = evaluator([])
    const saved = act(
      { arguments: { keys: 'Ctrl+S' }, target: 'letter.txt', evidence: 'The letter was saved.' },
      'keyboard_input',
    )
    for (const trigger of ['subtask_end', 'final'] as const) {
      const judged = await made.evaluator.judge(trigger, { ...input, steps: [act(fields, name), saved] }, run)
      expect(judged).toMatchObject({ decision: 'done', by: 'rule' })
    }
    expect(made.model.asked).toEqual([])
  })

  it.each<[string, EvaluatorTrigger, StepRecord[]]>([
    [
      'an act was refused',
      'subtask_end',
      [act({ status: 'failure', effect: null, user_confirm: 'no' }), act({})],
    ],
    [
      'what failed was on another thing',
      'subtask_end',
      [act({ status: 'failure', effect: null, target: 'a' }), act({ target: 'b' })],
    ],
    [
      'what was seen is no opened window',
      'subtask_end',
      [act({ effect: 'unconfirmed', told: [seen('pixels')] }), act({})],
    ],
    [
      'a dialog is open at the end',
      'subtask_end',
      [act({}), act({ effect: 'unconfirmed', told: [seen('opened')] })],
    ],
    ['nothing was done', 'subtask_end', []],
    ['one act is unconfirmed', 'subtask_end', [act({}), act({ effect: 'unconfirmed' })]],
    ['an act failed', 'subtask_end', [act({}), act({ status: 'failure', effect: null })]],
    ['only another subtask was confirmed', 'subtask_end', [{ ...act({}), subtask_index: 0 }]],
    ['a part of the task has no act', 'final', [act({ target: 'button “Bold”' })]],
    ['it does not get on', 'repeated', [act({})]],
  ])('asks where %s', async (_why, trigger, steps) => {
    const made = evaluator([said('Decision: fail\nReason: no')])
    expect((await made.evaluator.judge(trigger, { ...input, steps }, run)).by).toBe('evaluator')
  })

  it.each<[string, boolean, Partial<ActionRecord>]>([
    ['of which nothing is seen', true, { told: [seen('nothing')] }],
    ['that shows in pixels alone', true, { told: [seen('pixels')] }],
    ['that was contradicted', true, { effect: 'contradicted', told: [seen('opened')] }],
    ['that was not done, and says why', false, { status: 'failure', effect: null }],
    ['that has opened a dialog', false, { told: [seen('opened', { kind: 'dialog', name: 'Save As' })] }],
    ['that was confirmed', false, { effect: 'confirmed' }],
  ])('an act %s needs reflection: %s', (_what, needs, fields) => {
    expect(isPuzzling(testAction('click_input', { effect: 'unconfirmed', ...fields }))).toBe(needs)
  })

  it('without a model goes by the verified effects', async () => {
    const made = evaluator([], 'not_terminated', [])
    expect((await made.evaluator.judge('subtask_end', input, run)).decision).toBe('done')
    expect((await made.evaluator.judge('subtask_end', { ...input, steps: [failedStep] }, run)).decision).toBe(
      'replan',
    )
    expect((await made.evaluator.judge('final', { ...input, steps: [failedStep] }, run)).decision).toBe(
      'fail',
    )
    // What failed in another subtask says nothing of this one.
    const next = { ...input, steps: [failedStep], subtask_index: 2 }
    expect((await made.evaluator.judge('subtask_end', next, run)).decision).toBe('done')
  })

  it('goes by the verified effects where its model can’t be asked, and says so', async () => {
    const made = evaluator([new ModelError('busy'), said('hm'), new ModelError('busy')])
    const failed = { ...input, steps: [failedStep] }
    for (const each of [failed, failed]) {
      expect(await made.evaluator.judge('subtask_end', each, run)).toEqual({
        trigger: 'subtask_end',
        decision: 'replan',
        reason: 'The last act did not come off. The evaluator could not be asked.',
        by: 'rule',
      })
    }
    expect(made.journal.of('warning').map(({ message }) => message)).toEqual([
      'evaluator could not be asked: busy',
      'evaluator could not be asked: busy',
    ])
  })

  it('offers no other plan where nobody would make one', async () => {
    const model = new SetUp(
      ['evaluator'],
      said('Decision: replan'),
      said('Decision: continue\nReason: Try it.'),
    )
    const { deps, journal } = world(model)
    const state = { getTerminationFlag: () => Promise.resolve('not_terminated' as const) }
    const fast = new Evaluator(new PlannerTools(deps, () => {}), state, journal, { canReplan: false })
    expect(await fast.judge('contradicted', input, run)).toMatchObject({
      decision: 'continue',
      by: 'evaluator',
    })
    const [asked] = model.asked
    expect(asked?.input.kind === 'tool' && asked.input.str_input).toMatch(/\nDecision: continue \| fail\n/)
  })

  it('reads the termination flag: a terminated run is judged no more', async () => {
    const made = evaluator([said('Decision: done')], 'terminated')
    await expect(made.evaluator.judge('final', input, run)).rejects.toThrow('terminated')
    expect(made.model.asked).toEqual([])
  })

  it('takes no word of a text for its decision', () => {
    expect(readDecision('The decision is hard: I am done.', ['done', 'fail'])).toBeNull()
  })
})
