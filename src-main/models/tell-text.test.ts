import { afterEach, describe, expect, test } from 'vitest'
import { StoppedError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import type { ModelRequest, OnText } from './model.ts'
import { appReplySchema, type AppReply } from './replies.ts'
import { tellText } from './tell-text.ts'
import { createTestModel } from './testing/create-test-model.ts'
import { testAppInput } from './testing/inputs.ts'
import { OpenAIServer, type OpenAIServerOptions, type ScriptedReply } from './testing/openai-server.ts'

const GOOD = JSON.stringify({ observation: 'o', thought: 't', action: [], status: 'FINISH', result: '42' })
const request = (more: Partial<ModelRequest<AppReply>> = {}): ModelRequest<AppReply> => ({
  role: 'app',
  input: testAppInput(),
  schema: appReplySchema,
  ...more,
})

const servers: OpenAIServer[] = []
const serve = async (reply: OpenAIServerOptions['reply']) => {
  const server = await OpenAIServer.start({ reply })
  servers.push(server)
  return server
}
const inOrder =
  (...replies: ScriptedReply[]): OpenAIServerOptions['reply'] =>
  ({ index }) =>
    replies[Math.min(index, replies.length - 1)] ?? GOOD
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

/** What was heard: each reply as it came together. */
class Ear {
  readonly replies: string[] = []
  readonly roles: string[] = []
  deaf = false
  readonly hear = (role: string): OnText | null => {
    this.roles.push(role)
    if (this.deaf) return null
    return (text, first) => {
      if (first) this.replies.push('')
      this.replies.push((this.replies.pop() ?? '') + text)
    }
  }
}

describe('a model whose text is told', () => {
  test('streams while somebody listens, and only then', async () => {
    const server = await serve(() => GOOD)
    const ear = new Ear()
    const model = tellText(createTestModel(server.baseUrl), ear.hear)
    const heard = await model.ask(request(), new RunControl())
    ear.deaf = true
    await model.ask(request(), new RunControl())
    expect(server.requests.map(({ stream }) => stream)).toEqual([true, false])
    expect([ear.replies, ear.roles]).toEqual([[GOOD], ['app', 'app']])
    expect(heard.usage.output_tokens).toBe(Math.ceil(GOOD.length / 4))
  })

  test('begins anew when a reply is repaired', async () => {
    const server = await serve(inOrder('I would rather not say.', GOOD))
    const ear = new Ear()
    await tellText(createTestModel(server.baseUrl), ear.hear).ask(request(), new RunControl())
    expect(ear.replies).toEqual(['I would rather not say.', GOOD])
  })

  test('leaves an own listener of the request in place', async () => {
    const server = await serve(() => GOOD)
    let own = ''
    const ear = new Ear()
    const model = tellText(createTestModel(server.baseUrl), ear.hear)
    await model.ask(request({ onText: (text) => (own += text) }), new RunControl())
    expect([own, ear.replies]).toEqual([GOOD, [GOOD]])
  })

  test.each<[string, ScriptedReply]>([
    ['refuses to stream', { status: 400, message: 'Streaming is not supported by this model' }],
    ['answers whole all the same', { unstreamed: GOOD }],
  ])('is asked without a stream where the service %s, and that is remembered', async (_, first) => {
    const server = await serve(({ stream }) => (stream ? first : GOOD))
    const ear = new Ear()
    const model = tellText(createTestModel(server.baseUrl), ear.hear)
    expect((await model.ask(request(), new RunControl())).reply.result).toBe('42')
    await model.ask(request(), new RunControl())
    expect(server.requests.map(({ stream }) => stream)).toEqual([true, false, false])
  })

  test('counts no tokens where the service can not say them in a stream', async () => {
    const server = await serve(({ body }) =>
      'stream_options' in body ? { status: 400, message: 'Unknown parameter: stream_options' } : GOOD,
    )
    const ear = new Ear()
    const model = tellText(createTestModel(server.baseUrl), ear.hear)
    const { usage } = await model.ask(request(), new RunControl())
    expect([usage.output_tokens, ear.replies]).toEqual([null, [GOOD]])
  })

  test('says nothing more after a stop, and hangs up', async () => {
    const server = await serve(() => ({ trickle: 'on and ' }))
    const run = new RunControl()
    const ear = new Ear()
    const asked = tellText(createTestModel(server.baseUrl), ear.hear).ask(request(), run)
    await expect.poll(() => ear.replies[0]?.length ?? 0).toBeGreaterThan(20)
    run.stop()
    const heard = ear.replies[0]
    await expect(asked).rejects.toBeInstanceOf(StoppedError)
    await expect.poll(() => server.requests[0]?.abandoned).toBe(true)
    expect(ear.replies).toEqual([heard])
  })
})
