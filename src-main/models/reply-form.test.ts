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
const TOOLS = [
  tool('set_edit_text', { id: text, name: text, text, clear_current_text: { type: 'boolean' } }, ['id', 'name', 'text']),
  tool('wheel_mouse_input', { id: text, wheel_dist: { type: 'integer' } }, ['wheel_dist']),
  tool('set_toggle', { id: text, name: text, checked: { type: 'boolean' } }, ['id', 'name', 'checked']),
  tool('drag', { start: text, end: text }, ['start', 'end']),
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
