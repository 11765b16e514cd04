import { describe, expect, test } from 'vitest'
import { ModelError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import { evaluationReplySchema, hostReplySchema } from '../replies.ts'
import { createOfflineModel } from './offline-model.ts'
import { Desk, talkAsHost, talkAsLinux } from './testing/desk.ts'

const model = createOfflineModel({ home: '/home/ada' })
const EXAMPLE =
  'open Mousepad, type "naïve café 你好 😀 !@#", save as "~/a.txt", then open galculator, click 7, click "*", click 6, click "=", read display'

describe.each([
  ['host-app', talkAsHost],
  ['single', talkAsLinux],
])('under the strategy %s', (_, talk) => {
  test('the example of the first issue is carried out', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: EXAMPLE })
    expect(talked).toMatchObject({ status: 'FINISH', result: '42' })
    expect([...desk.files]).toEqual([['/home/ada/a.txt', 'naïve café 你好 😀 !@#']])
  })

  test('what is not understood fails before anything is done, with the commands that are known', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: 'open Mousepad, make me a sandwich' })
    expect(talked).toMatchObject({ status: 'FAIL', result: expect.stringContaining('“make me a sandwich”') })
    expect(talked.reason).toContain('save as "PATH"')
    expect(desk.calls).toEqual([])
  })

  test('several equal controls are a question that lists them, and the answer is acted on', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: 'open form, click OK', answers: ['2'] })
    expect(talked.status).toBe('FINISH')
    expect(talked.questions).toEqual([expect.stringMatching(/1\) button “OK” at .*2\) button “OK” at /)])
    expect(desk.calls.filter((call) => call.startsWith('click_input'))).toHaveLength(1)
  })

  test('an answer that is none of what was listed fails', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: 'open form, click OK', answers: ['the blue one'] })
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('the blue one') })
    expect(desk.calls.some((call) => call.startsWith('click_input'))).toBe(false)
  })

  test('a position needs no question', async () => {
    const desk = new Desk()
    expect(await talk({ desk, model, request: 'open form, click the last OK' })).toMatchObject({
      status: 'FINISH',
      questions: [],
    })
  })

  test('a control that does not come is an error that lists the nearest', async () => {
    const desk = new Desk()
    const talked = await talk({ desk, model, request: 'open form, check Wrp everything' })
    expect(talked).toMatchObject({
      status: 'FAIL',
      reason: expect.stringContaining('Nearest: check box “Wrap lines”'),
    })
    expect(desk.calls.filter((call) => call.startsWith('wait('))).not.toEqual([])
  })

  test('a slip in spelling is let pass', async () => {
    const desk = new Desk()
    expect(
      await talk({ desk, model, request: 'open form, check Warp lines, select Red from Color' }),
    ).toMatchObject({ status: 'FINISH' })
    expect(desk.calls).toEqual(expect.arrayContaining(['set_toggle(Wrap lines)', 'select_item(Colour)']))
  })

  test('an application that is not there ends it with what the launcher says', async () => {
    const talked = await talk({ desk: new Desk(), model, request: 'open moosepad, type "x"' })
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('Nearest: mousepad.') })
  })

  test('an act that had another effect than it should ends it with the evidence', async () => {
    const desk = new Desk()
    const effect = (call: string) =>
      call.startsWith('type_text') || call.startsWith('set_edit') ? 'contradicted' : 'confirmed'
    const talked = await talk({ desk, model, request: 'open Mousepad, type "hello", press Ctrl+A', effect })
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('The text is “”.') })
    expect(desk.calls).not.toContain('keyboard_input(Ctrl+A)')
  })

  test('what can be repeated without harm is tried once more, a click is not', async () => {
    const desk = new Desk()
    desk.failing.set('set_toggle(Wrap lines)', 'The control does not answer.')
    desk.failing.set('click_input(OK)', 'The control does not answer.')
    const talked = await talk({ desk, model, request: 'open form, check Wrap lines, click the first OK' })
    expect(desk.calls.filter((call) => call === 'set_toggle(Wrap lines)')).toHaveLength(2)
    expect(desk.calls.filter((call) => call === 'click_input(OK)')).toHaveLength(1)
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('does not answer') })
  })

  test('what a person refuses is not tried again', async () => {
    const desk = new Desk()
    const talked = await talk({
      desk,
      model,
      request: 'open form, check Wrap lines',
      refuse: (call) => call === 'set_toggle',
    })
    expect(talked).toMatchObject({ status: 'FAIL', reason: expect.stringContaining('not allowed') })
  })

  test('several reads become the result, one a line', async () => {
    const desk = new Desk()
    const request = 'open galculator, click 7, read display, click 8, read the display, close galculator'
    expect(await talk({ desk, model, request })).toMatchObject({ status: 'FINISH', result: '7\n78' })
    expect(desk.windows).toEqual([])
  })

  test('switching goes back to a window that is open', async () => {
    const desk = new Desk()
    const request =
      'open Mousepad, open galculator, switch to Mousepad, type "x", switch to galculator, click 4, read display'
    expect(await talk({ desk, model, request })).toMatchObject({ status: 'FINISH', result: '4' })
    expect(desk.windows.find(({ info }) => info.process_name === 'mousepad')?.parts[1]?.value).toBe('x')
  })

  test('a request without an application is carried out in the active window', async () => {
    const desk = new Desk()
    desk.call('launch_application', { name: 'galculator' })
    expect(await talk({ desk, model, request: 'click 9, read display' })).toMatchObject({
      status: 'FINISH',
      result: '9',
    })
    expect(await talk({ desk: new Desk(), model, request: 'click 9' })).toMatchObject({
      status: 'FAIL',
      reason: expect.stringContaining('open APP'),
    })
  })

  test('a file that is there is replaced only through the dialog that asks', async () => {
    const desk = new Desk()
    desk.files.set('/home/ada/a.txt', 'old')
    const talked = await talk({ desk, model, request: 'open Mousepad, type "new", save as "~/a.txt"' })
    expect(talked.status).toBe('FINISH')
    expect(desk.calls).toContain('click_input(Replace)')
    expect(desk.files.get('/home/ada/a.txt')).toBe('new')
  })

  test('the same words assigned twice are done twice', async () => {
    const desk = new Desk()
    const request = 'open galculator, click 7, open galculator, click 7, read display'
    expect(await talk({ desk, model, request })).toMatchObject({ status: 'FINISH', result: '7' })
    expect(desk.calls.filter((call) => call === 'click_input(7)')).toHaveLength(2)
  })

  test('the same run is repeated to the letter', async () => {
    const [one, other] = [new Desk(), new Desk()]
    const first = await talk({ desk: one, model, request: EXAMPLE })
    expect(await talk({ desk: other, model, request: EXAMPLE })).toEqual(first)
    expect(other.calls).toEqual(one.calls)
  })

  test('the evaluation says yes of what came off and no of what did not', async () => {
    using run = new RunControl()
    const judge = async (request: string) => {
      const { steps, result } = await talk({ desk: new Desk(), model, request })
      const input = {
        kind: 'evaluation' as const,
        request,
        result,
        trajectory: steps,
        pictures: [],
        tools: [],
      }
      return (await model.ask({ role: 'evaluation', input, schema: evaluationReplySchema }, run)).reply
    }
    expect(await judge(EXAMPLE)).toMatchObject({ complete: 'yes' })
    expect(await judge('open form, click Nothing')).toMatchObject({
      complete: 'no',
      reason: expect.stringContaining('Nothing'),
    })
  })
})

describe('the model port', () => {
  test('refuses roles of other strategies by name, and embeddings', async () => {
    using run = new RunControl()
    const input = {
      kind: 'host' as const,
      request: '',
      history: [],
      plan: [],
      blackboard: { questions: [], requests: [], trajectories: [] },
      pictures: [],
      tools: [],
      os: '',
      windows: [],
      previous_subtasks: [],
    }
    await expect(model.ask({ role: 'subtask_planner', input, schema: hostReplySchema }, run)).rejects.toThrow(
      ModelError,
    )
    await expect(model.ask({ role: 'subtask_planner', input, schema: hostReplySchema }, run)).rejects.toThrow(
      'subtask_planner',
    )
    await expect(model.embed(['a'], run)).rejects.toThrow(ModelError)
  })

  test('costs nothing, wants no pictures, and says that it is offline', async () => {
    using run = new RunControl()
    const input = {
      kind: 'evaluation' as const,
      request: '',
      result: null,
      trajectory: [],
      pictures: [],
      tools: [],
    }
    const { usage, provider } = await model.ask(
      { role: 'evaluation', input, schema: evaluationReplySchema },
      run,
    )
    expect(usage).toEqual({ input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost: 0 })
    expect([provider, model.nameOf('host'), model.wantsPictures('app')]).toEqual([
      'offline',
      'offline',
      false,
    ])
  })
})
