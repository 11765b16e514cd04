import { afterAll, describe, expect, test } from 'vitest'
import type { MCPToolInfo } from '../core/command.ts'
import { RunControl } from '../core/run-control.ts'
import { readReply } from './openai-model.ts'
import { appReplySchema } from './replies.ts'
import { createTestModel } from './testing/create-test-model.ts'
import { testAppInput } from './testing/inputs.ts'
import { OpenAIServer } from './testing/openai-server.ts'
import { SLOPPY_KINDS, sloppyText, type GoodReply } from './testing/sloppy-replies.ts'

const tool = (tool_name: string, properties: Record<string, unknown>, required: string[]): MCPToolInfo => ({
  tool_key: `action::AppUIExecutor::${tool_name}`,
  tool_name,
  title: null,
  namespace: 'AppUIExecutor',
  tool_type: 'action',
  description: '',
  input_schema: { type: 'object', properties, required, additionalProperties: false },
  output_schema: null,
  annotations: null,
  meta: null,
})
const text = { type: 'string' }
const SHARE = { type: 'number', minimum: 0, maximum: 1 }
const TOOLS = [
  tool('set_edit_text', { id: text, name: text, text, clear_current_text: { type: 'boolean' } }, ['id', 'name', 'text']),
  tool('wheel_mouse_input', { id: text, wheel_dist: { type: 'integer' } }, ['wheel_dist']),
  tool('set_toggle', { id: text, name: text, checked: { type: 'boolean' } }, ['id', 'name', 'checked']),
  tool('drag', { start: text, end: text }, ['start', 'end']),
  tool('run_code', { code: text, language: { type: 'string', enum: ['python', 'javascript'] }, files: { type: 'array', items: text }, results: { type: 'array', items: { type: 'object' } } }, ['code']),
  tool('click_on_coordinates', { x: SHARE, y: SHARE, num_clicks: { type: 'integer' } }, ['x', 'y']),
] // prettier-ignore

const ACT = {
  function: 'set_edit_text',
  arguments: { id: '12', name: 'Text', text: 'a' },
  status: 'CONTINUE',
}
const GOOD: GoodReply = { observation: 'o', thought: 't', plan: [], status: 'CONTINUE', action: [ACT] }

const servers: OpenAIServer[] = []
afterAll(() => Promise.all(servers.map((server) => server[Symbol.asyncDispose]())))

describe('a sloppy reply', () => {
  test.each(SLOPPY_KINDS)('is understood or repaired: $what', async (kind) => {
    let asked = 0
    const server = await OpenAIServer.start({
      reply: () => (asked++ < Math.max(1, kind.repairs) ? sloppyText(kind, GOOD) : JSON.stringify(GOOD)),
    })
    servers.push(server)
    const request = { role: 'app' as const, input: testAppInput({ tools: TOOLS }), schema: appReplySchema }
    const { reply, attempts } = await createTestModel(server.baseUrl).ask(request, new RunControl())
    expect(reply.action).toMatchObject([ACT])
    expect(attempts).toBe(kind.repairs + 1)
  })

  const read = (act: unknown) =>
    readReply({ text: JSON.stringify({ ...GOOD, action: [act] }), finish: null }, appReplySchema, TOOLS)
  const actOf = (name: string, given: Record<string, unknown>) => {
    const taken = read({ function: name, arguments: given })
    return 'reply' in taken ? taken.reply.action[0]?.arguments : taken.faults
  }

  test('has values of the type that is asked for where they have one reading', () => {
    expect(actOf('wheel_mouse_input', { wheel_dist: '-3' })).toEqual({ wheel_dist: -3 })
    expect(actOf('set_toggle', { id: 7, name: 'x', checked: 'False' })).toEqual({ id: '7', name: 'x', checked: false })
    expect(actOf('wheel_mouse_input', { wheel_dist: 'a bit' })).toEqual({ wheel_dist: 'a bit' })
  }) // prettier-ignore

  test('has a point, a number, a share in another form where they have one reading', () => {
    const click = (given: Record<string, unknown>) => actOf('click_on_coordinates', given)
    expect(click({ x: '0.5', y: '25%' })).toEqual({ x: 0.5, y: 0.25 })
    expect(click({ coordinate: [0.5, 0.25] })).toEqual({ x: 0.5, y: 0.25 })
    expect(click({ point: '(0.5, 0.25)', num_clicks: 'two' })).toEqual({ x: 0.5, y: 0.25, num_clicks: 2 })
    // Thousandths or pixels? The tool refuses them.
    expect(click({ x: 500, y: 250 })).toEqual({ x: 500, y: 250 })
    expect(click({ coordinate: [500, 250] })).toEqual({ coordinate: [500, 250] })
  })

  test('has a list of its only entry, a word in another case, a name cut short, the rest by elimination', () => {
    const code = (given: Record<string, unknown>) => actOf('run_code', given)
    const whole = { code: 'x', language: 'python', files: ['~/a'], results: [{ file: 'a', to: '~/b' }] }
    expect(code({ ...whole, language: 'Python', files: '~/a', results: { file: 'a', to: '~/b' } })).toEqual(whole)
    expect(code({ script: 'x', lang: 'python', files: '["~/a"]', results: JSON.stringify(whole.results) })).toEqual(whole)
    // Two names are unknown: either may be the code.
    expect(code({ script: 'x', body: 'y' })).toEqual({ script: 'x', body: 'y' })
    expect(code({ code: 'x', language: 'ruby', files: 7 })).toEqual({ code: 'x', language: 'ruby', files: 7 })
  }) // prettier-ignore

  const takes = (text: string, finish: string | null = null) => {
    const taken = readReply({ text, finish }, appReplySchema, TOOLS)
    return 'reply' in taken
      ? taken.reply.action.map(({ function: name, arguments: given }) => [name, given])
      : 'faults'
  }
  const toggle = { id: '7', name: 'x', checked: true }

  test('may be nothing but calls, in any of the forms that models are taught', () => {
    const other = ['wheel_mouse_input', { id: '3', wheel_dist: -2 }]
    const both = [['set_toggle', toggle], other]
    const json = '{"name": "set_toggle", "arguments": {"id": "7", "name": "x", "checked": true}}'
    const json2 = '{"name": "wheel_mouse_input", "arguments": {"id": 3, "wheel_dist": "-2"}}'
    for (const text of [
      `[${json}, ${json2}]`,
      `<tool_call>${json}</tool_call>\n<tool_call>${json2}</tool_call>`,
      `<function_calls><invoke name="set_toggle"><parameter name="id">7</parameter><parameter name="name">x</parameter><parameter name="checked">true</parameter></invoke>\n<invoke name="wheel_mouse_input">{"id": 3, "wheel_dist": -2}</invoke></function_calls>`,
      '<|python_tag|>[set_toggle(id="7", name="x", checked=True), wheel_mouse_input(id=3, wheel_dist=-2)]',
      'Action: set_toggle(id=7, name="x", checked=True)\nwheel_mouse_input(id=3, wheel_dist=-2)',
    ])
      expect(takes(text), text).toEqual(both)
  })

  test('acts on no call that is quoted, advised against, of no tool, or cut off', () => {
    const call = 'set_toggle(id="7", name="x", checked=True)'
    for (const text of [
      `I must not do ${call}.`,
      `The page says: ${call}`,
      `${call} # but better not`,
      `Do not: <tool_call>{"name": "set_toggle", "arguments": {"id": "7"}}</tool_call>`,
      'set_toggle("7", "x", True)',
      `${call}\nno_such_tool(id="7")`,
      '{"name": "no_such_tool", "arguments": {}}',
      `The page has {"name": "set_toggle", "arguments": ${JSON.stringify(toggle)}}.`,
    ])
      expect(takes(text), text).toBe('faults')
    expect(takes(call, 'length')).toBe('faults')
  })

  test('that ends and calls a tool at its top does so, or is told which tool there is not', () => {
    const ending = (call: object) => takes(JSON.stringify({ ...call, status: 'finished', result: 6 }))
    const made = [['set_toggle', toggle]]
    expect(ending({ name: 'set_toggle', arguments: toggle })).toEqual(made)
    expect(ending({ tool_name: 'set_toggle', input: JSON.stringify(toggle) })).toEqual(made)
    expect(ending({ function: { name: 'set_toggle', arguments: JSON.stringify(toggle) } })).toEqual(made)
    expect(ending({ set_toggle: toggle })).toEqual(made)
    expect(ending({ name: 'no_such_tool', arguments: { id: '7' } })).toEqual([['no_such_tool', { id: '7' }]])
    // Both are done: the call at the top comes first, as in a host's reply.
    const other = { function: 'drag', arguments: { start: 'a', end: 'b' } }
    expect(ending({ function: 'set_toggle', arguments: toggle, action: [other] })).toEqual([
      ...made,
      ['drag', other.arguments],
    ])
    expect(ending({ name: 'Deskhand' })).toEqual([])
    expect(ending({ function: '', arguments: {} })).toEqual([])
  })

  test('is not guessed at where it may mean two things', () => {
    // Which of the two is it? The tool itself refuses it, and says what is missing.
    expect(actOf('drag', { point: 'a' })).toEqual({ point: 'a' })
    expect(actOf('drag', { start: 'a', Start: 'b' })).toMatchObject({ start: 'a' })
    expect(actOf('no_such_tool', { control_id: '7' })).toEqual({ control_id: '7' })
  })

  test('that can not be used is told where, with the inner path', () => {
    expect(read({ function: 7, arguments: {} })).toEqual({
      faults: [expect.stringMatching(/^action\.0\.function: .*string/)],
    })
    expect(read({ ...ACT, status: 'MAYBE' })).toEqual({ faults: [expect.stringMatching(/^action\.0\.status: /)] })
  }) // prettier-ignore

  test('that says nothing is none', () => {
    expect(readReply({ text: '{}', finish: null }, appReplySchema, TOOLS)).toHaveProperty('faults')
    expect(readReply({ text: '{"plan":["x"]}', finish: null }, appReplySchema, TOOLS)).toHaveProperty(
      'faults',
    )
  })
})
