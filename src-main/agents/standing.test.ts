import { describe, expect, it, test } from 'vitest'
import { seen } from '../../src-preload/contract/evidence.ts'
import type { Control } from '../core/desktop.ts'
import { testControl } from '../core/testing/desktop.ts'
import type { ActionRecord } from '../models/input.ts'
import { testAction } from '../models/testing/inputs.ts'
import { runViewOf, stepsOf } from '../../src-preload/contract/run-view.ts'
import { RunControl } from '../core/run-control.ts'
import { LinuxAgent } from './linux-agent.ts'
import { StandingEffects } from './standing.ts'
import { aControl, appReply, aWindow, round, ScriptedModel, world } from './testing/scripted.ts'

const act = (name: string, given: Record<string, unknown>, more: Partial<ActionRecord> = {}) =>
  testAction(name, { arguments: given, effect: 'confirmed', evidence: 'It is so.', ...more })
const write = (id: string, text: string, role = 'edit') =>
  act('set_edit_text', { id, text }, { told: [seen('has', { role, name: 'Name', value: text })] })
const tick = (id: string, checked = true) =>
  act(
    'set_toggle',
    { id, checked },
    { told: [seen(checked ? 'checked' : 'unchecked', { role: 'check box' })] },
  )
const choose = (id: string, value: string) =>
  act('select_item', { id, name: value }, { told: [seen('value', { role: 'combo box', value })] })
const radio = (id: string) =>
  act('select_item', { id }, { told: [seen('selected', { role: 'radio button' })] })
const click = (target: string) => act('click_input', { id: '9' }, { target, effect: 'unconfirmed' })
const wait = act('wait', { seconds: 2 }, { effect: null })

const field = (id: string, value: string | null, role: Control['role'] = 'edit') => ({
  ...testControl(id, 'Name', { role }),
  value,
})
const box = (id: string, state: 'checked' | 'unchecked') => ({
  ...testControl(id, 'News', { role: 'check box' }),
  states: [state],
})

function lostAfter(acts: ActionRecord[], ...controls: Control[]): (string | null)[] {
  const standing = new StandingEffects()
  for (const [index, record] of acts.entries()) standing.acted(record, `call${index}`, 0)
  const lost = standing.lost(controls)
  for (const { callId, report } of lost) {
    const record = acts[Number(callId.slice('call'.length))]
    expect(record).toMatchObject({ effect: 'contradicted', evidence: report.evidence })
  }
  return lost.map(({ report }) => report.evidence)
}

test('a box that was confirmed to keep the first sign of a code is not told to have lost the others', () => {
  const put = act(
    'set_edit_text',
    { id: '1', text: '428' },
    { told: [seen('has', { role: 'edit', name: 'Name', value: '4' })] },
  )
  expect(lostAfter([put, wait], field('1', '4'))).toEqual([])
  expect(lostAfter([put, wait], field('1', ''))).toEqual(['It did not last. The edit “Name” has “”.'])
})

describe('what an act has brought about', () => {
  it.each<[string, ActionRecord[], Control[], string]>([
    [
      'a field that is emptied by itself',
      [write('1', 'Ada'), wait],
      [field('1', '')],
      'It did not last. The edit “Name” has “”.',
    ],
    [
      'a field that another one empties',
      [write('1', 'Ada'), write('2', 'Rome')],
      [field('1', ''), field('2', 'Rome')],
      'It did not last. The edit “Name” has “”.',
    ],
    [
      'a number that is cut to its range',
      [write('1', '50', 'spinner'), write('2', 'x')],
      [field('1', '10', 'spinner')],
      'It did not last. The spinner “Name” has “10”.',
    ],
    [
      'a box that another one unticks',
      [tick('1'), tick('2')],
      [box('1', 'unchecked'), box('2', 'checked')],
      'It did not last. The check box “News” is unchecked.',
    ],
    [
      'a box that ticks itself again',
      [tick('1', false), wait],
      [box('1', 'checked')],
      'It did not last. The check box “News” is checked.',
    ],
    [
      'a list that jumps back',
      [choose('1', 'Blue'), wait],
      [field('1', 'Red', 'combo box')],
      'It did not last. The combo box “Name” has “Red”.',
    ],
    [
      'a radio button that jumps back',
      [radio('1'), wait],
      [{ ...testControl('1', 'Large', { role: 'radio button' }), states: ['unchecked'] }],
      'It did not last. The radio button “Large” is not selected.',
    ],
    [
      'a field, where only another was clicked',
      [write('1', 'Ada'), click('edit “Town”')],
      [field('1', '')],
      'It did not last. The edit “Name” has “”.',
    ],
    [
      'a text that is cut when its field is left',
      [write('1', 'Adalbert'), click('button “Next”')],
      [field('1', 'Ada')],
      'It did not last. The edit “Name” has “Ada”.',
    ],
  ])('is lost: %s', (_how, acts, controls, evidence) => {
    expect(lostAfter(acts, ...controls)).toEqual([evidence])
  })

  it.each<[string, ActionRecord[], Control[]]>([
    ['it is as it was', [write('1', 'Ada'), wait], [field('1', 'Ada')]],
    [
      'the field writes it in its own way',
      [write('1', '1500'), write('2', '+49123')],
      [field('1', '1,500.00 €'), field('2', '+49 123')],
    ],
    ['it is a part of more', [write('1', 'Ber')], [field('1', 'Berlin, Germany')]],
    ['its field does not tell it', [write('1', 'Ada')], [field('1', null)]],
    ['its field is made of parts', [write('1', '2027-05')], [field('1', '\uFFFC\uFFFC')]],
    ['its control is gone', [write('1', 'Ada')], [field('2', '')]],
    [
      'a button may be meant to empty the form',
      [write('1', 'Ada'), tick('2'), click('button “Send”')],
      [field('1', ''), box('2', 'unchecked')],
    ],
    [
      'a button may be meant to change it',
      [write('1', 'Ada'), click('button “Backwards”')],
      [field('1', 'adA2')],
    ],
    [
      'of two buttons one may be meant to cut it',
      [write('1', 'Ada'), click('button “⌫”'), click('button “⌫”')],
      [field('1', 'A')],
    ],
    [
      'keys may have changed it',
      [write('1', 'Ada'), act('keyboard_input', { keys: 'Enter' })],
      [field('1', '')],
    ],
    ['it was written anew', [write('1', 'Ada'), write('1', 'Bob')], [field('1', 'Bob')]],
    ['it was never confirmed', [{ ...write('1', 'Ada'), effect: 'unconfirmed' }], [field('1', '')]],
    [
      'another of the group was chosen',
      [radio('1'), radio('2')],
      [{ ...testControl('1', 'Small', { role: 'radio button' }), states: ['unchecked'] }],
    ],
    ['it is a cell, which shows its result', [write('1', '=1+1', 'cell')], [field('1', '2', 'cell')]],
  ])('still counts: %s', (_how, acts, controls) => {
    expect(lostAfter(acts, ...controls)).toEqual([])
  })

  it('is lost once', () => {
    const standing = new StandingEffects()
    standing.acted(write('1', 'Ada'), 'call', 0)
    expect(standing.lost([field('1', '')])).toHaveLength(1)
    expect(standing.lost([field('1', '')])).toEqual([])
  })

  it('can be taken back for a while', () => {
    const standing = new StandingEffects()
    expect(standing.waitMs(0)).toBe(0)
    standing.acted(write('1', 'Ada'), 'call', 1000)
    expect(standing.waitMs(2000)).toBe(600)
    standing.acted(radio('2'), 'call', 1500)
    expect(standing.waitMs(2000)).toBe(1100)
    expect(standing.waitMs(4000)).toBe(0)
  })
})

describe('what was removed', () => {
  const remove = act('click_input', { id: '9' }, { target: 'button “Delete”', effect: 'unconfirmed' })
  const row = (name: string, ...states: Control['states']) => ({
    ...testControl(name, name, { role: 'list item' }),
    states,
  })
  const letter = row('letter.txt', 'selected')
  const [report, moved] = [row('report.txt'), row('report.txt', 'selected')]

  /** What is lost at each look after an act. */
  function looksAfter(record: ActionRecord, before: Control[], ...looks: Control[][]): (string | null)[][] {
    const standing = new StandingEffects()
    standing.acted({ ...record }, 'call', 0, before)
    return looks.map((controls) => standing.lost(controls).map(({ report: { evidence } }) => evidence))
  }

  it('that its application only hides is told', () => {
    const standing = new StandingEffects()
    const record = { ...remove }
    standing.acted(record, 'call', 0, [letter, report])
    expect(standing.onlyHidden([report])).toEqual([])
    expect(standing.onlyHidden([letter])).toHaveLength(1)
    expect(record).toMatchObject({
      effect: 'unconfirmed',
      evidence: 'What was to be removed is still there, and only hidden: list item “letter.txt”.',
    })
    expect(standing.onlyHidden([letter])).toEqual([])
  })

  it('has to stay away', () => {
    expect(looksAfter(remove, [letter, report], [moved], [moved, letter])).toEqual([
      [],
      ['It did not last. A control has appeared: list item “letter.txt”.'],
    ])
  })

  it.each<[string, ActionRecord, Control[], Control[][]]>([
    ['it stays away', remove, [letter, report], [[moved], [moved]]],
    ['only one of two of that name was removed', remove, [letter, letter], [[letter], [letter]]],
    [
      'it was never gone',
      remove,
      [letter, report],
      [
        [letter, report],
        [letter, report],
      ],
    ],
    ['the list was built anew meanwhile', remove, [letter, report], [[moved, row('a')], [], [moved]]],
    [
      'another button is there for something else',
      { ...remove, target: 'button “Refresh”' },
      [letter, report],
      [[report], [letter, report]],
    ],
  ])('still counts: %s', (_how, record, before, looks) => {
    expect(looksAfter(record, before, ...looks).flat()).toEqual([])
  })

  it('may come back by another act', () => {
    const standing = new StandingEffects()
    standing.acted(remove, 'call', 0, [letter, report])
    standing.lost([moved])
    standing.acted(click('button “Undo”'), 'undo', 0, [moved])
    expect(standing.lost([moved, letter])).toEqual([])
  })
})

describe('in a run', () => {
  const ticked = { id: '1', name: 'News', checked: true }

  async function runOf(...replies: object[]) {
    const around = world(new ScriptedModel(...replies))
    const { desktop, journal, context } = around
    desktop.windows = [aWindow('1', 'Form')]
    desktop.chosen = desktop.windows[0] ?? null
    desktop.controls = [aControl('1', 'News', { role: 'check box', states: ['checked'] })]
    const told = [seen('checked', { role: 'check box', name: 'News', states: 'checked' })]
    desktop.effects = { set_toggle: { effect: 'confirmed', evidence: 'It is so.', told } }
    desktop.acts['wait'] = () => {
      desktop.controls = [aControl('1', 'News', { role: 'check box', states: ['unchecked'] })]
      return {}
    }
    journal.emit({ type: 'round_started', request: 'do it' })
    const agent = new LinuxAgent(around.deps)
    await round(agent, context, new RunControl())
    return stepsOf(runViewOf(journal.events)).map(({ actions }) =>
      actions.map(({ tool_name, effect }) => `${tool_name} ${effect}`),
    )
  }

  it('what is undone in a later step is told of the act that had done it', async () => {
    const [first] = await runOf(
      appReply('CONTINUE', [['set_toggle', ticked]]),
      appReply('CONTINUE', [['wait', { seconds: 1 }]]),
      appReply('FINISH'),
    )
    expect(first).toEqual(['set_toggle contradicted'])
  })

  it('an agent that finishes with its acts is looked after once more, and goes on', async () => {
    const steps = await runOf(
      appReply('FINISH', [
        ['set_toggle', ticked, 'CONTINUE'],
        ['wait', { seconds: 1 }],
      ]),
      appReply('FAIL'),
    )
    expect(steps).toEqual([['set_toggle contradicted', 'wait null'], []])
  })
})
