import { describe, expect, it } from 'vitest'
import type { DecidedAction } from '../../agents/decision.ts'
import type { Observation } from '../../core/desktop.ts'
import { RunControl } from '../../core/run-control.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import type { ActionRecord } from '../../models/input.ts'
import { actionSchema, type Action } from './action.ts'
import { HardwareInterface } from './hardware-interface.ts'

const ok = testControl('1', 'OK', { bounds: { x: 110, y: 60, width: 40, height: 20 } })
const field = testControl('2', 'Name', { role: 'edit', bounds: { x: 200, y: 60, width: 100, height: 20 } })
const canvas = testControl('3', '', { role: 'document', bounds: { x: 120, y: 200, width: 200, height: 100 } })
const window = testWindow({ id: '1', title: 'Form', application: 'Forms', process_name: 'forms' })
const other = testWindow({
  id: '2',
  title: 'Untitled',
  application: 'Mousepad',
  process_name: 'mousepad',
  active: false,
  bounds: { x: 600, y: 0, width: 10, height: 10 },
})
const terminal = testWindow({
  id: '3',
  title: '终端 - 主目录',
  application: 'Xfce4-terminal',
  process_name: 'xfce4-terminal',
  active: false,
  bounds: { x: 600, y: 0, width: 10, height: 10 },
})
const observation: Observation = {
  windows: [window, other, terminal],
  window,
  controls: [ok, field, canvas],
  picture: null,
  limited: null,
}
const run = new RunControl()
const action = (type: string, fields: Record<string, unknown> = {}): Action =>
  actionSchema.parse({ type, ...fields })

/** Acts come off unless `results` has another outcome for a tool. */
function hardware(results: Record<string, Partial<ActionRecord>> = {}) {
  const acted: [string, Record<string, unknown>][] = []
  const perform = (acts: DecidedAction[]) =>
    Promise.resolve(
      acts.map(({ function: name, arguments: args }): ActionRecord => {
        acted.push([name, args])
        return {
          function: name,
          arguments: args,
          status: 'success',
          target: null,
          result: null,
          error: null,
          effect: 'confirmed',
          evidence: 'seen',
          user_confirm: null,
          ...results[name],
        }
      }),
    )
  return { acted, hardware: new HardwareInterface(perform) }
}
async function actsOf(one: Action): Promise<[string, Record<string, unknown>][]> {
  const made = hardware()
  await made.hardware.dispatch(one, { observation }, run)
  return made.acted
}

it('a number is put into a spinner, whose middle may be the button that counts it down', async () => {
  const spinner = { ...field, role: 'spinner' as const, name: 'Tab width:', value: '8' }
  const made = hardware()
  const typed = action('TypeText', { text: '4', xy: [210, 70], overwrite: true, enter: true })
  await made.hardware.dispatch(typed, { observation: { ...observation, controls: [ok, spinner] } }, run)
  expect(made.acted).toEqual([
    ['set_edit_text', { id: '2', name: 'Tab width:', text: '4', clear_current_text: true }],
    ['keyboard_input', { keys: 'Enter', id: '2', name: 'Tab width:' }],
  ])
})

it('a point is told as a fraction of the picture, which shows the window’s dialogs, too', async () => {
  const picture = { data: '', width: 800, height: 400, bounds: { x: 0, y: 0, width: 800, height: 400 } }
  const made = hardware()
  const click = action('Click', { xy: [600, 300] })
  await made.hardware.dispatch(click, { observation: { ...observation, picture } }, run)
  expect(made.acted[0]).toMatchObject(['click_on_coordinates', { x: 0.75, y: 0.75 }])
})

describe('an action of the seed becomes acts', () => {
  it.each<[string, Action, [string, Record<string, unknown>][]]>([
    [
      'the seed’s own example, a bare point',
      action('Click', { xy: [120, 70] }),
      [['click_input', { id: '1', name: 'OK', button: 'left', num_clicks: 1, key_hold: null }]],
    ],
    [
      'a double click with the right button',
      action('Click', { xy: [120, 70], num_clicks: 2, button_type: 'right' }),
      [['click_input', { id: '1', name: 'OK', button: 'right', num_clicks: 2, key_hold: null }]],
    ],
    [
      'a click beside all controls',
      action('Click', { xy: [300, 200] }),
      [['click_on_coordinates', { x: 0.5, y: 0.5, button: 'left', num_clicks: 1, key_hold: null }]],
    ],
    [
      'a click into an area, at the point that was found on the picture',
      action('Click', { xy: [200, 275] }),
      [['click_on_coordinates', { x: 0.25, y: 0.75, button: 'left', num_clicks: 1, key_hold: null }]],
    ],
    [
      'switching by a name of two characters',
      action('SwitchApp', { app_code: '终端' }),
      [['select_application_window', { id: '3', name: '终端 - 主目录' }]],
    ],
    [
      'switching by the application’s name',
      action('SwitchApp', { app_code: 'mousepad' }),
      [['select_application_window', { id: '2', name: 'Untitled' }]],
    ],
    [
      'opening',
      action('Open', { app_or_filename: 'Calculator' }),
      [['launch_application', { name: 'Calculator' }]],
    ],
    [
      'opening a file with an application',
      action('Open', { app_or_filename: '~/team.ods', application: 'LibreOffice Calc' }),
      [['launch_application', { name: 'LibreOffice Calc', arguments: ['~/team.ods'] }]],
    ],
    [
      'typing at the caret',
      action('TypeText', { text: 'done, fail or wait', enter: true }),
      [['type_text', { text: 'done, fail or wait', enter: true }]],
    ],
    [
      'typing instead of what is there',
      action('TypeText', { text: 'x', overwrite: true }),
      [
        ['keyboard_input', { keys: 'Ctrl+A' }],
        ['type_text', { text: 'x', enter: false }],
      ],
    ],
    [
      'typing into a field, with Enter',
      action('TypeText', { text: 'Ana', xy: [210, 70], overwrite: true, enter: true }),
      [
        ['set_edit_text', { id: '2', name: 'Name', text: 'Ana', clear_current_text: true }],
        ['keyboard_input', { keys: 'Enter', id: '2', name: 'Name' }],
      ],
    ],
    [
      'typing into what is no field',
      action('TypeText', { text: 'Ana', xy: [120, 70] }),
      [
        ['click_input', { id: '1', name: 'OK' }],
        ['type_text', { text: 'Ana', enter: false }],
      ],
    ],
    [
      'dragging with a key',
      action('Drag', { start: [100, 50], end: [300, 200], hold_keys: ['ctrl'] }),
      [['drag_on_coordinates', { start_x: 0, start_y: 0, end_x: 0.5, end_y: 0.5, key_hold: 'ctrl' }]],
    ],
    [
      'highlighting',
      action('HighlightTextSpan', { start: [100, 50], end: [200, 50] }),
      [['drag_on_coordinates', { start_x: 0, start_y: 0, end_x: 0.25, end_y: 0, key_hold: null }]],
    ],
    [
      'a triple click with keys held',
      action('Click', { xy: [120, 70], num_clicks: 3, hold_keys: ['ctrl', 'shift'] }),
      [['click_input', { id: '1', name: 'OK', button: 'left', num_clicks: 3, key_hold: 'ctrl+shift' }]],
    ],
    [
      'scrolling to the left',
      action('Scroll', { xy: [210, 70], clicks: 2, vertical: false }),
      [['wheel_mouse_input', { id: '2', name: 'Name', wheel_dist: 2, horizontal: true }]],
    ],
    [
      'scrolling where no control is',
      action('Scroll', { xy: [100, 50], clicks: -1 }),
      [['wheel_mouse_input', { x: 0, y: 0, wheel_dist: -1 }]],
    ],
    [
      'scrolling down',
      action('Scroll', { xy: [210, 70], clicks: -3 }),
      [['wheel_mouse_input', { id: '2', name: 'Name', wheel_dist: -3 }]],
    ],
    [
      'a chord',
      action('Hotkey', { keys: ['ctrl', 'shift', 's'] }),
      [['keyboard_input', { keys: 'ctrl+shift+s' }]],
    ],
    [
      'keys pressed while others are held',
      action('HoldAndPress', { hold_keys: ['shift'], press_keys: ['down', ' '] }),
      [['keyboard_input', { keys: 'down Space', key_hold: 'shift' }]],
    ],
    [
      'seconds as seconds, in pieces',
      action('Wait', { seconds: 310.5 }),
      [
        ['wait', { seconds: 300 }],
        ['wait', { seconds: 10.5 }],
      ],
    ],
    ['no act for Done', action('Done'), []],
    ['no act for Fail', action('Fail'), []],
    ['no act for Screenshot', action('Screenshot'), []],
  ])('%s', async (_, one, acts) => {
    expect(await actsOf(one)).toEqual(acts)
  })

  it.each<[string, Action, string]>([
    [
      'an application that is not open',
      action('SwitchApp', { app_code: 'Gimp' }),
      'Open are: Forms, Mousepad, Xfce4-terminal',
    ],
    ['a point outside of the window', action('Click', { xy: [5, 5] }), 'outside of the window'],
  ])('and says in words what can’t be done: %s', async (_, one, words) => {
    const made = hardware()
    await expect(made.hardware.dispatch(one, { observation }, run)).rejects.toThrow(words)
    expect(made.acted).toEqual([])
  })
})

it('a text that the tree has is selected by its phrases, in the control that has both of its ends', async () => {
  const phrases = { starting_phrase: 'Dear', ending_phrase: 'Sir' }
  const one = action('HighlightTextSpan', { start: [210, 70], end: [230, 70], ...phrases })
  const made = hardware()
  const control = { id: '2', name: 'Name' }
  await made.hardware.dispatch(one, { observation, span: { ...phrases, control } }, run)
  await made.hardware.dispatch(one, { observation, span: { ...phrases, control: null } }, run)
  expect(made.acted).toEqual([
    ['select_text', { ...phrases, id: '2', name: 'Name' }],
    ['select_text', phrases],
  ])
})

describe('dispatch', () => {
  it('writes the screenshot that it takes', async () => {
    const written: string[] = []
    const picture = { data: Buffer.from('png').toString('base64'), width: 8, height: 6, bounds: { x: 0, y: 0, width: 8, height: 6 } }
    const made = new HardwareInterface(() => Promise.reject(new Error('No act.')), {
      capture: () => Promise.resolve(picture),
      write: (png) => Promise.resolve(String(written.push(Buffer.from(png).toString()))),
    })
    const output = await made.dispatch(action('Screenshot'), { observation }, run)
    expect([output, written]).toEqual(['Screenshot: 8 × 6 pixels.', ['png']])
  }) // prettier-ignore

  it('tells what came of each action as text, and stops at the first that fails', async () => {
    const made = hardware({ keyboard_input: { status: 'failure', error: 'No such key.', effect: null } })
    const actions = [
      action('Click', { xy: [120, 70] }),
      action('Hotkey', { keys: ['hyper'] }),
      action('Wait', { seconds: 1 }),
    ]
    const output = await made.hardware.dispatch(actions, { observation }, run)
    expect(made.acted.map(([name]) => name)).toEqual(['click_input', 'keyboard_input'])
    expect(output.split('\n')).toEqual([
      expect.stringMatching(/^click_input\(.*\) → success, effect confirmed, "seen"$/),
      'keyboard_input(keys="hyper") → failed, "No such key.", "seen"',
    ])
  })

  it('chooses the window that was opened', async () => {
    const made = hardware({ launch_application: { result: { pid: 7, window: other } } })
    const open = action('Open', { app_or_filename: 'mousepad' })
    // What has opened is told by the effect, not by a dump of its window.
    expect(await made.hardware.dispatch(open, { observation }, run)).not.toContain('bounds')
    expect(made.acted.map(([name]) => name)).toEqual(['launch_application', 'select_application_window'])
  })

  it('keeps notes, oldest first', async () => {
    const { hardware: made } = hardware()
    await made.dispatch(action('SaveToKnowledge', { text: ['a', 'b'] }), { observation }, run)
    await made.dispatch(action('SaveToKnowledge', { text: ['c'] }), { observation }, run)
    expect(made.notes).toEqual(['a', 'b', 'c'])
  })
})
