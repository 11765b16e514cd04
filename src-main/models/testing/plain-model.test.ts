import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RunControl } from '../../core/run-control.ts'
import { CONTROL_ROLES, CONTROL_STATES, type Control } from '../../core/desktop.ts'
import type { ModelRequest } from '../model.ts'
import type { ActionRecord, AppInput, HostInput, StepRecord } from '../input.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import { promptPath } from '../render/prompts.ts'
import { renderPrompt } from '../render/render.ts'
import { appReplySchema, hostReplySchema, type AppReply, type HostReply } from '../replies.ts'
import { createTestModel } from './create-test-model.ts'
import { testAppInput, testHostInput, testStep } from './inputs.ts'
import { OpenAIServer } from './openai-server.ts'
import { parsePrompt } from './parse-prompt.ts'
import { clausesOf, plainModel } from './plain-model.ts'

async function asked<T>(input: AppInput | HostInput, schema: ModelRequest<T>['schema']): Promise<T> {
  await using server = await OpenAIServer.start({ reply: plainModel })
  const model = createTestModel(server.baseUrl)
  return (await model.ask({ role: input.kind, input, schema }, new RunControl())).reply
}
const ask = (input: AppInput): Promise<AppReply> => asked(input, appReplySchema)
const askHost = (input: HostInput): Promise<HostReply> => asked(input, hostReplySchema)

/** The step that a reply makes when all its acts succeed. */
const stepOf = (reply: AppReply, results: unknown[] = []): StepRecord =>
  testStep(1, {
    comment: reply.comment,
    status: reply.status ?? 'CONTINUE',
    actions: reply.action.map((action, index) => recordOf(action, results[index])),
  })
const recordOf = (
  action: { function: string; arguments: Record<string, unknown> },
  result: unknown = null,
): ActionRecord => ({
  ...action,
  status: 'success',
  target: null,
  result,
  error: null,
  effect: 'unconfirmed',
  evidence: 'something changed, result unknown',
  user_confirm: null,
})

async function galculator(): Promise<Control[]> {
  const rows = JSON.parse(await readFile(new URL('pictures/galculator.json', import.meta.url), 'utf8')) as [
    string,
    Control['role'],
    string,
    number,
    number,
    number,
    number,
  ][]
  return rows.map(([id, role, name, x, y, width, height]) =>
    testControl(id, name, { role, bounds: { x, y, width, height } }),
  )
}

describe('a rendered prompt', () => {
  const control = fc.record({
    id: fc.stringMatching(/^\d{1,4}$/),
    role: fc.constantFrom(...CONTROL_ROLES),
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).map((name) => name.toWellFormed()),
    value: fc.option(fc.string({ maxLength: 40 })),
    states: fc.uniqueArray(fc.constantFrom(...CONTROL_STATES), { maxLength: 4 }),
    bounds: fc.record({ x: fc.nat(999), y: fc.nat(999), width: fc.nat(99), height: fc.nat(99) }),
  })
  const options = { prompt: 'You are the AppAgent of Deskhand', historySteps: 20, pictures: false }

  test('holds every control so that it can be read back', () => {
    fc.assert(
      fc.property(fc.uniqueArray(control, { selector: ({ id }) => id, maxLength: 8 }), (list) => {
        const controls = list.map((more) => testControl(more.id, more.name, more))
        const { system, user } = renderPrompt(testAppInput({ controls }), options)
        const read = parsePrompt(system, user).controls
        expect(read).toEqual(
          controls.map(({ id, role, name, value, states, bounds: { width, height } }) => {
            return { id, role, name, value: value === name ? null : value, states, width, height }
          }),
        )
      }),
    )
  })

  test('gives with base and changes the list that is on the screen now', () => {
    const base = [testControl('1', 'one'), testControl('2', 'two'), testControl('3', 'three')]
    const changed = testControl('2', 'two', { states: ['checked'] })
    const added = testControl('4', 'four')
    const difference = { base_step: 0, base, added: [added], changed: [changed], moved: [], removed: ['3'] }
    const controls = [base[0]!, changed, added]
    const told = renderPrompt(testAppInput({ controls, difference }), options)
    const whole = renderPrompt(testAppInput({ controls }), options)
    expect(parsePrompt('', told.user).controls).toEqual(parsePrompt('', whole.user).controls)
  })

  test('offers each tool by name', async () => {
    const prompt = await readFile(promptPath('app'), 'utf8')
    const { APP_AGENT_TOOLS: tools } = await import('./builtin-tools.ts')
    const { system, user } = renderPrompt(testAppInput({ tools }), { ...options, prompt })
    expect(parsePrompt(system, user).tools).toEqual(tools.map(({ tool_name }) => tool_name))
  })
})

test('clauses are cut outside of quotes only', () => {
  const request =
    'open Mousepad, type "a, b and c; then d", save as "~/a.txt", then open Hand and read display'
  expect(clausesOf(request)).toEqual([
    'open Mousepad',
    'type "a, b and c; then d"',
    'save as "~/a.txt"',
    'open Hand',
    'read display',
  ])
})

describe('the stand-in for a model, behind HTTP', () => {
  test('presses the keys of a sum by the numbers in its prompt, reads the display, and gives what it reads', async () => {
    const controls = await galculator()
    const subtask = 'click 7, click "*", click 6, click "=", read display'
    const first = await ask(testAppInput({ subtask, controls }))
    expect(first.action.map(({ arguments: { id, name } }) => [id, name])).toEqual([
      ['45', '7'],
      ['34', '*'],
      ['39', '6'],
      ['24', '='],
    ])
    const history = [stepOf(first)]
    const second = await ask(testAppInput({ subtask, controls, history }))
    expect(second.action).toMatchObject([{ function: 'texts', arguments: { id: '14' } }])
    history.push(stepOf(second, ['42']))
    const third = await ask(testAppInput({ subtask, controls, history }))
    expect(third).toMatchObject({ status: 'FINISH', action: [], result: '42' })
  })

  test('saves through the dialog: keys, name, button, and is done when the dialog is gone', async () => {
    const document = testControl('3', '', { role: 'edit', states: ['focused', 'multiline', 'editable'] })
    const field = testControl('9', 'Name:', { role: 'edit', states: ['focused', 'editable'] })
    const subtask = 'type "naïve café 你好 😀 !@#", save as "~/a.txt"'
    const typed = await ask(testAppInput({ subtask, controls: [document] }))
    expect(typed.action).toMatchObject([
      { function: 'set_edit_text', arguments: { id: '3', text: 'naïve café 你好 😀 !@#' } },
    ])
    const history = [stepOf(typed)]
    const keys = await ask(testAppInput({ subtask, controls: [document], history }))
    expect(keys.action).toMatchObject([{ function: 'keyboard_input', arguments: { keys: 'Ctrl+Shift+S' } }])
    history.push(stepOf(keys))
    const save = testControl('10', 'Save', { states: ['default'] })
    const named = await ask(testAppInput({ subtask, controls: [document, field, save], history }))
    expect(named.action).toMatchObject([
      { function: 'set_edit_text', arguments: { id: '9', text: '~/a.txt', clear_current_text: true } },
    ])
    history.push(stepOf(named))
    const filled = { ...field, value: '~/a.txt' }
    const saved = await ask(testAppInput({ subtask, controls: [document, filled, save], history }))
    expect(saved.action).toMatchObject([{ function: 'click_input', arguments: { id: '10', name: 'Save' } }])
    history.push(stepOf(saved))
    const stillThere = await ask(testAppInput({ subtask, controls: [document, filled, save], history }))
    expect(stillThere.action).toMatchObject([{ function: 'wait' }])
    const gone = await ask(testAppInput({ subtask, controls: [document], history }))
    expect(gone).toMatchObject({ status: 'FINISH', action: [] })
  })

  test('as host opens, chooses and assigns one application after the other, and ends with the last result', async () => {
    const request = 'open Mousepad, type "x", then open galculator, read display'
    const windows = [
      testWindow({ id: '5', title: 'Untitled 1', application: 'Mousepad', process_name: 'mousepad' }),
      testWindow(),
    ]
    const history: StepRecord[] = []
    const previous: HostInput['previous_subtasks'] = []
    const seen: unknown[] = []
    for (let step = 0; step < 7; step++) {
      const reply = await askHost(testHostInput({ request, windows, history, previous_subtasks: previous }))
      seen.push([
        reply.status,
        reply.function ?? reply.current_subtask ?? reply.result,
        reply.arguments['id'],
      ])
      const action = reply.function
        ? [recordOf({ function: reply.function, arguments: reply.arguments })]
        : []
      history.push(
        testStep(step, { agent: 'HostAgent', subtask_index: -1, comment: reply.comment, actions: action }),
      )
      if (reply.status === 'ASSIGN')
        previous.push({ subtask: '', status: 'FINISH', result: `result ${step}` })
    }
    expect(seen).toEqual([
      ['CONTINUE', 'launch_application', undefined],
      ['CONTINUE', 'select_application_window', '5'],
      ['ASSIGN', 'type "x"', undefined],
      ['CONTINUE', 'launch_application', undefined],
      ['CONTINUE', 'select_application_window', '1'],
      ['ASSIGN', 'read display', undefined],
      ['FINISH', 'result 5', undefined],
    ])
  })

  test('gives up on a control that is not there', async () => {
    const reply = await ask(testAppInput({ subtask: 'click Frobnicate' }))
    expect(reply).toMatchObject({ status: 'FAIL', comment: 'there is no “Frobnicate”' })
  })
})
