import { describe, expect, it } from 'vitest'
import { Context } from '../core/context.ts'
import type { ActionRecord } from '../models/input.ts'
import { drawExperience, type ExperienceSource } from './experience.ts'

const experienceOf = (source: ExperienceSource) => drawExperience(source).map(({ memory }) => memory)

const action = (name: string, more: Partial<ActionRecord> = {}): ActionRecord => ({
  function: name,
  arguments: { id: '12', name: 'Save' },
  status: 'success',
  target: 'button “Save”',
  result: null,
  error: null,
  effect: 'confirmed',
  evidence: 'a window opened',
  user_confirm: null,
  ...more,
})

function contextOf(steps: Record<string, unknown>[]): Context {
  const context = new Context()
  for (const step of steps) {
    context.addToStructuralLogs({
      round_num: 0,
      subtask_index: 0,
      request: 'save and close',
      subtask: 'save the table',
      application_process_name: 'soffice.bin',
      app_root: 'soffice.bin',
      application: 'LibreOffice Calc',
      ...step,
    })
  }
  return context
}
const learned = (steps: Record<string, unknown>[], mask = <T>(value: T): T => value) =>
  experienceOf({ context: contextOf(steps), run: 'r', mask })

describe('what a run has shown', () => {
  it('is one memory per subtask, by role and name, without what did not come off', () => {
    const vain = action('keyboard_input', {
      arguments: { id: '3', name: 'Name', keys: '{ENTER}' },
      target: 'text “Name”',
      effect: 'contradicted',
      evidence: 'no window closed',
    })
    const typed = action('set_edit_text', {
      arguments: { id: '3', name: 'Name', text: 'a.ods' },
      target: 'text “Name”',
    })
    expect(
      learned([{ action: [action('click_input'), vain] }, { action: [typed], status: 'FINISH' }]),
    ).toMatchObject([
      {
        kind: 'experience',
        outcome: 'worked',
        title: 'save the table',
        applications: ['soffice.bin', 'LibreOffice Calc'],
        text: '1. click_input on button “Save”\n2. set_edit_text on text “Name” with text="a.ods"',
        tips: '- Didn’t work: keyboard_input on text “Name” with keys="{ENTER}" — contradicted: no window closed',
      },
    ])
  })

  it('tells of a subtask that failed what was tried and why it failed', () => {
    const refused = action('click_input', {
      status: 'failure',
      error: 'There is no such control.',
      effect: null,
    })
    expect(learned([{ action: [refused], status: 'FAIL', last_error: 'No button to save.' }])).toMatchObject([
      {
        outcome: 'did_not_work',
        text: 'This did not work: No button to save.\n1. click_input on button “Save” — There is no such control.',
      },
    ])
  })

  it('has a memory of the whole request where it took several subtasks', () => {
    const memories = learned([
      { action: [action('click_input')], status: 'FINISH' },
      { action: [action('click_input')], status: 'FINISH', subtask_index: 1, subtask: 'close the window' },
    ])
    expect(memories.at(-1)).toMatchObject({
      kind: 'narrative',
      key: 'save and close',
      text: '1. save the table (in soffice.bin)\n2. close the window (in soffice.bin)',
    })
  })

  it('is nothing of the host alone, and nothing where nothing was done', () => {
    expect(
      learned([{ action: [action('launch_application')], status: 'FINISH', subtask_index: -1 }]),
    ).toEqual([])
    expect(learned([{ action: [], status: 'FINISH' }])).toEqual([])
  })

  it('never holds a password that was typed, nor a secret', () => {
    const password = action('set_edit_text', {
      arguments: { id: '3', name: 'x', text: 'correct horse' },
      target: 'password “Master key”',
    })
    const named = action('set_edit_text', {
      arguments: { text: 'battery staple' },
      target: 'text “Your passphrase”',
    })
    const pasted = action('set_edit_text', {
      arguments: { text: 'token: abcdef123456 sk-abcdefgh12345678' },
      target: 'text “Notes”',
    })
    const steps = [
      {
        action: [password, named, pasted],
        status: 'FINISH',
        subtask: 'log in with hunter2',
        comment: 'hunter2',
      },
    ]
    const hide = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[secret]')) as T
    const text = JSON.stringify(learned(steps, hide))
    expect(text).toContain('password “Master key”')
    for (const secret of ['correct horse', 'battery staple', 'abcdef123456', 'sk-abcdefgh', 'hunter2']) {
      expect(text).not.toContain(secret)
    }
  })
})

describe('what a run that is judged to have failed has shown', () => {
  const verdict = { complete: 'no', reason: 'the file is not there' } as const
  const judged = (steps: Record<string, unknown>[]) =>
    experienceOf({ context: contextOf(steps), run: 'r', mask: (value) => value, verdict })
  const clicked = (subtask: string, index: number, more: Partial<ActionRecord> = {}) => ({
    subtask,
    subtask_index: index,
    action: [action('click_input', more)],
    status: 'FINISH',
  })

  it('is what did not work where it was one subtask, whatever the agent said of it, with the judge’s reason', () => {
    expect(judged([clicked('save', 0)])).toMatchObject([
      { outcome: 'did_not_work', text: expect.stringContaining('This did not work: the file is not there') },
    ])
  })

  it('is what worked for a subtask whose every act was confirmed, what failed for one that failed, and nothing for any other but in the plan', () => {
    const memories = judged([
      clicked('open it', 0),
      clicked('choose it', 1, { effect: 'unconfirmed' }),
      { ...clicked('save it', 2), status: 'ERROR', last_error: 'no such button' },
    ])
    expect(memories.map(({ kind, key, outcome }) => [kind, key, outcome])).toEqual([
      ['experience', 'open it', 'worked'],
      ['experience', 'save it', 'did_not_work'],
      ['narrative', memories[2]?.key, 'did_not_work'],
    ])
    expect(memories[2]?.text).toBe(
      'This did not work: the file is not there\n1. open it (in soffice.bin)\n2. choose it (in soffice.bin): not known whether it worked\n3. save it (in soffice.bin): did not work',
    )
    expect(memories[1]?.text).toContain('This did not work: no such button')
  })

  it('tells the plan as one that did not work', () => {
    const [, , plan] = judged([clicked('open it', 0), clicked('save it', 1)])
    expect(plan).toMatchObject({
      kind: 'narrative',
      outcome: 'did_not_work',
      text: 'This did not work: the file is not there\n1. open it (in soffice.bin)\n2. save it (in soffice.bin)',
    })
  })

  it('is as it was where the judge is content or unsure', () => {
    const context = contextOf([clicked('save', 0)])
    for (const complete of ['yes', 'unsure'] as const) {
      const source = { context, run: 'r', mask: <T>(value: T) => value, verdict: { complete, reason: '' } }
      expect(experienceOf(source)).toMatchObject([{ outcome: 'worked' }])
    }
  })
})
