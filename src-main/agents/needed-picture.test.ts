import { describe, expect, test } from 'vitest'
import type { Control, Observation } from '../core/desktop.ts'
import { RunControl } from '../core/run-control.ts'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'
import { LinuxAgent } from './linux-agent.ts'
import { needsPicture } from './needed-picture.ts'
import { appReply, round, ScriptedModel, world } from './testing/scripted.ts'

const window = testWindow({ bounds: { x: 10, y: 20, width: 600, height: 400 } })
/** A form whose fields lie one below the other, over the whole window. */
const form = Array.from({ length: 8 }, (_, row) =>
  testControl(`${row}`, `Field ${row}`, {
    role: 'edit',
    bounds: { x: 20, y: 30 + row * 48, width: 560, height: 40 },
  }),
)
const seen = (controls: Control[], more: Partial<Observation> = {}): Observation => ({
  windows: [window],
  window,
  controls,
  picture: null,
  limited: null,
  ...more,
})
const stepOf = (status: string, act: Partial<ActionRecord> = {}) =>
  ({ status, actions: [{ status: 'success', effect: 'confirmed', ...act }] }) as StepRecord

describe('a picture is needed', () => {
  test('not where the controls tell the window, and what was done is confirmed', () => {
    expect(needsPicture(seen(form), undefined)).toBe(false)
    expect(needsPicture(seen(form), stepOf('CONTINUE'))).toBe(false)
  })

  test.each([
    ['asks for one', stepOf('SCREENSHOT')],
    ['has done what could not be confirmed', stepOf('CONTINUE', { effect: 'unconfirmed' })],
    ['has done what came to something else', stepOf('CONTINUE', { effect: 'contradicted' })],
    ['could not do it', stepOf('CONTINUE', { status: 'failure', effect: null })],
  ])('where the model %s', (_, before) => {
    expect(needsPicture(seen(form), before)).toBe(true)
  })

  test.each<[string, Observation]>([
    ['no window is chosen', seen(form, { window: null })],
    ['something is missing from the list', seen(form, { limited: 'only 500 of 900 controls' })],
    ['there are hardly any controls', seen(form.slice(0, 3))],
    [
      'a tool bar stands over a surface that is drawn',
      seen([
        ...Array.from({ length: 20 }, (_, index) =>
          testControl(`${index}`, `Tool ${index}`, {
            bounds: { x: 10 + index * 30, y: 20, width: 28, height: 28 },
          }),
        ),
        testControl('c', 'Canvas', { role: 'image', bounds: { x: 10, y: 60, width: 600, height: 360 } }),
      ]),
    ],
    ['the controls have no names', seen(form.map((control) => ({ ...control, name: '' })))],
    [
      'they are scrolled out of sight',
      seen(form.map((control) => ({ ...control, states: ['offscreen' as const] }))),
    ],
  ])('where %s', (_, observation) => {
    expect(needsPicture(observation, undefined)).toBe(true)
  })
})

describe('send_pictures', () => {
  test.each([
    ['needed', [0, 0, 1]],
    ['always', [1, 1, 1]],
  ] as const)('%s: a window that its controls tell', async (send_pictures, sent) => {
    const model = new ScriptedModel(
      appReply('CONTINUE', [['click_input', { id: '1', name: 'Field 1' }]]),
      appReply('SCREENSHOT'),
      appReply('FINISH'),
    )
    model.pictures = true
    const around = world(model, { system: { send_pictures } })
    around.desktop.windows = [window]
    around.desktop.chosen = window
    around.desktop.controls = form
    await round(new LinuxAgent(around.deps), around.context, new RunControl())
    // The click is confirmed; the third is what the model has asked for.
    expect(model.asked.map(({ input }) => input.pictures.length)).toEqual(sent)
  })
})
