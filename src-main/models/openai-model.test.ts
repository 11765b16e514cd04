import { afterEach, describe, expect, test, vi } from 'vitest'
import sharp from 'sharp'
import { z } from 'zod'
import { ModelError, StoppedError } from '../core/errors.ts'
import { redact } from '../core/redaction.ts'
import { RunControl } from '../core/run-control.ts'
import { createModel } from './create-model.ts'
import type { ModelRequest } from './model.ts'
import { appReplySchema, type AppReply } from './replies.ts'
import { createTestModel, noOfflineModel, testModelConfig } from './testing/create-test-model.ts'
import { testAppInput, testPicture, testStep } from './testing/inputs.ts'
import { OpenAIServer, type OpenAIServerOptions, type ScriptedReply } from './testing/openai-server.ts'
import { silentLogger } from '../core/logger.ts'

const GOOD = JSON.stringify({ observation: 'o', thought: 't', action: [], status: 'FINISH', result: '42' })

const servers: OpenAIServer[] = []
async function serve(reply: OpenAIServerOptions['reply'], more: Partial<OpenAIServerOptions> = {}) {
  const server = await OpenAIServer.start({ reply, ...more })
  servers.push(server)
  return server
}
/** The replies in order; the last one stays. */
const inOrder = (...replies: ScriptedReply[]): OpenAIServerOptions['reply'] => {
  return ({ index }) => replies[Math.min(index, replies.length - 1)]!
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

const request = (more: Partial<ModelRequest<AppReply>> = {}): ModelRequest<AppReply> => ({
  role: 'app',
  input: testAppInput(),
  schema: appReplySchema,
  ...more,
})
const run = () => new RunControl()
const failureOf = async (promise: Promise<unknown>): Promise<ModelError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ModelError)
  return error as ModelError
}

describe('asking', () => {
  test('gives the reply with its tokens, and its cost at the configured price', async () => {
    const usage = {
      prompt_tokens: 1000,
      completion_tokens: 100,
      prompt_tokens_details: { cached_tokens: 400 },
    }
    const server = await serve(() => ({ text: GOOD, usage }))
    const model = createTestModel(
      server.baseUrl,
      {},
      { prices: { 'custom/scripted': { input: 2, output: 10 } } },
    )
    const reply = await model.ask(request(), run())
    expect(reply).toMatchObject({
      reply: { status: 'FINISH', result: '42', action: [] },
      provider: 'custom',
      model: 'scripted',
      attempts: 1,
      usage: { input_tokens: 1000, output_tokens: 100, cached_tokens: 400, cost: 3 },
    })
  })

  test('leaves tokens and cost unknown when the service does not say', async () => {
    const server = await serve(() => ({ text: GOOD, usage: null }))
    const { usage } = await createTestModel(server.baseUrl).ask(request(), run())
    expect(usage).toEqual({ input_tokens: null, output_tokens: null, cached_tokens: null, cost: null })
  })

  test('sends the fixed part first and the control lines to the service, under the model name', async () => {
    const server = await serve(() => GOOD)
    await createTestModel(server.baseUrl).ask(request(), run())
    const [sent] = server.requests
    expect(sent?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(sent?.user).toContain('[12] button "7" (10,10 40×30)')
    expect(sent?.model).toBe('scripted')
    expect(sent?.body).toMatchObject({ temperature: 0, max_tokens: 4000 })
  })

  test('streams text as it comes and counts its tokens', async () => {
    const server = await serve(() => GOOD)
    const pieces: string[] = []
    const reply = await createTestModel(server.baseUrl).ask(
      request({ onText: (text) => pieces.push(text) }),
      run(),
    )
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe(GOOD)
    expect(reply.reply.result).toBe('42')
    expect(reply.usage.output_tokens).toBe(Math.ceil(GOOD.length / 4))
  })

  test('sends pictures no larger than the model needs, and logs only their size', async () => {
    const png = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const server = await serve(() => GOOD)
    const input = testAppInput({ pictures: [{ label: 'clean', picture: testPicture(png, 800, 600) }] })
    const model = createTestModel(server.baseUrl, { picture_size: 400 })
    const reply = await model.ask(request({ input }), run())
    const sent = Buffer.from(server.requests[0]!.pictures[0]!.split(',')[1]!, 'base64')
    expect(await sharp(sent).metadata()).toMatchObject({ width: 400, height: 300, format: 'png' })
    expect(JSON.stringify(reply.prompt)).toMatch(/\[picture, \d+ bytes\]/)
    expect(JSON.stringify(reply.prompt)).not.toContain('base64')
  })

  test('sends no pictures to a model without visual mode', async () => {
    const server = await serve(() => GOOD)
    const input = testAppInput({
      pictures: [{ label: 'clean', picture: testPicture(Buffer.from(''), 9, 9) }],
    })
    const model = createTestModel(server.baseUrl, { visual_mode: false })
    await model.ask(request({ input }), run())
    expect(model.wantsPictures('app')).toBe(false)
    expect(server.requests[0]?.pictures).toEqual([])
    expect(server.requests[0]?.user).not.toContain('# Pictures')
  })
})

describe('the beginning of a prompt', () => {
  /** Messages as they were sent, and the same prompt without marks. */
  async function sent(provider: string) {
    const server = await serve(() => GOOD)
    const secrets = { get: () => Promise.resolve('key-of-a-test') }
    const input = testAppInput({ history: [testStep(1)], pictures: [] })
    const model = createTestModel(server.baseUrl, { provider }, { secrets })
    const sending = vi.spyOn(globalThis, 'fetch')
    await model.ask(request({ input }), run())
    const body = sending.mock.calls[0]?.[1]?.body as string
    sending.mockRestore()
    return (JSON.parse(body) as { messages: { role: string; content: unknown }[] }).messages
  }
  const mark = { type: 'ephemeral' }

  test('is marked to be kept where a service needs that: the system text, and what comes before the steps', async () => {
    const [system, user] = await sent('openrouter')
    const [plainSystem, plainUser] = await sent('custom')
    expect(system?.content).toEqual([{ type: 'text', text: plainSystem?.content, cache_control: mark }])
    const [head, rest] = (user?.content ?? []) as { text: string; cache_control?: unknown }[]
    expect(head?.cache_control).toEqual(mark)
    expect(rest).not.toHaveProperty('cache_control')
    expect(rest?.text).toMatch(/^# Steps so far\n/)
    expect(`${head?.text}${rest?.text}`).toBe(plainUser?.content)
  })
})

describe('what a service does not take', () => {
  test('goes from JSON schema to JSON mode to text, and remembers', async () => {
    const server = await serve(() => GOOD, { refusedFormats: ['json_schema', 'json_object'] })
    const model = createTestModel(server.baseUrl)
    await model.ask(request(), run())
    await model.ask(request(), run())
    expect(server.requests.map(({ format }) => format)).toEqual([
      'json_schema',
      'json_object',
      'text',
      'text',
    ])
  })

  test.each([
    ['Unsupported parameter: use max_completion_tokens instead of max_tokens', 'max_completion_tokens', 4000],
    ['temperature does not support 0 with this model', 'temperature', undefined],
  ])('asks differently after: %s', async (message, key, value) => {
    const server = await serve(inOrder({ status: 400, message }, GOOD))
    await createTestModel(server.baseUrl).ask(request(), run())
    expect(server.requests[1]?.body[key]).toBe(value)
    expect(server.requests[1]?.format).toBe('json_schema')
  })

  test('leaves pictures out for a model that has no eyes, and remembers', async () => {
    const server = await serve(({ pictures }) =>
      pictures.length > 0 ? { status: 400, message: 'This model does not support image input' } : GOOD,
    )
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const input = testAppInput({ pictures: [{ label: 'clean', picture: testPicture(png, 9, 9) }] })
    const model = createTestModel(server.baseUrl)
    await model.ask(request({ input }), run())
    expect(model.wantsPictures('app')).toBe(false)
    expect(server.requests).toHaveLength(2)
  })
})

describe('a faulty reply', () => {
  test('is repaired in one turn that quotes the faults, and both calls count', async () => {
    const bad = JSON.stringify({ observation: 'o', status: 'NONSENSE' })
    const server = await serve(inOrder(`<think>hm</think>${bad}`, GOOD))
    const reply = await createTestModel(server.baseUrl).ask(request(), run())
    const repair = server.requests[1]!
    expect(repair.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    expect(repair.messages[2]?.text).toContain('NONSENSE')
    expect(repair.user).toContain('status:')
    expect(reply).toMatchObject({ attempts: 2, reply: { result: '42' } })
    const spent = server.requests.reduce((sum, { messages }) => {
      return sum + Math.ceil(messages.reduce((length, { text }) => length + text.length, 0) / 4)
    }, 0)
    expect(reply.usage.input_tokens).toBe(spent)
  })

  test('that stays faulty is an error that says what to do, with what was spent', async () => {
    const server = await serve(() => 'I would rather not.')
    const error = await failureOf(createTestModel(server.baseUrl).ask(request(), run()))
    expect(error.message).toContain('custom/scripted is too weak')
    expect(error.message).toContain('Use a stronger model')
    expect(server.requests).toHaveLength(3)
    expect(error.usage?.output_tokens).toBeGreaterThan(0)
  })

  test('that was cut for its length names max_tokens', async () => {
    const server = await serve(() => ({ text: GOOD.slice(0, 30), finish: 'length' }))
    const error = await failureOf(createTestModel(server.baseUrl).ask(request(), run()))
    expect(error.message).toContain('Raise max_tokens')
  })

  test('with two objects that differ is never guessed at', async () => {
    const other = GOOD.replace('FINISH', 'FAIL')
    const server = await serve(inOrder(`${GOOD} or rather ${other}`, other))
    const reply = await createTestModel(server.baseUrl).ask(request(), run())
    expect(reply.reply.status).toBe('FAIL')
    expect(server.requests[1]?.user).toContain('several JSON objects')
  })
})

describe('a failing service', () => {
  test.each<[string, ScriptedReply]>([
    ['429', { status: 429, message: 'slow down' }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['a body that is no JSON', { malformed: true }],
    ['a connection that is cut', { cut: true }],
  ])('is asked again after %s', async (_, fault) => {
    const server = await serve(inOrder(fault, fault, GOOD))
    const reply = await createTestModel(server.baseUrl).ask(request(), run())
    expect(reply).toMatchObject({ attempts: 3, reply: { result: '42' } })
  })

  test('is asked again while streaming, too', async () => {
    const server = await serve(inOrder({ status: 500 }, { cut: true }, GOOD))
    const reply = await createTestModel(server.baseUrl).ask(request({ onText: () => {} }), run())
    expect(reply.reply.result).toBe('42')
  })

  test('is left alone for as long as it asks for', async () => {
    const server = await serve(inOrder({ status: 429, after: '0.3' }, GOOD))
    const control = run()
    const slept = vi.spyOn(control, 'sleep')
    await createTestModel(server.baseUrl).ask(request(), control)
    expect(slept.mock.calls).toEqual([[300]])
  })

  test('is not waited for when it asks for an hour', async () => {
    const server = await serve(() => ({ status: 429, after: '3600' }))
    const error = await failureOf(createTestModel(server.baseUrl).ask(request(), run()))
    expect(error.message).toContain('3600 seconds')
    expect(server.requests).toHaveLength(1)
  })

  test('ends in an error after max_retry more tries', async () => {
    const server = await serve(() => ({ status: 502 }))
    const error = await failureOf(createTestModel(server.baseUrl, { max_retry: 2 }).ask(request(), run()))
    expect(error.message).toContain('Tried 3 times')
    expect(server.requests).toHaveLength(3)
  })

  test('that hangs is given up after its timeout', async () => {
    const server = await serve(() => ({ hang: true }))
    const model = createTestModel(server.baseUrl, { timeout: 0.5, max_retry: 1 })
    const error = await failureOf(model.ask(request(), run()))
    expect(error.message).toContain('did not answer within 0.5 seconds')
    expect(server.requests).toHaveLength(2)
  })

  test('that is not there is named with its address', async () => {
    const server = await serve(() => GOOD)
    const { baseUrl } = server
    await server[Symbol.asyncDispose]()
    servers.length = 0
    const error = await failureOf(createTestModel(baseUrl, { max_retry: 0 }).ask(request(), run()))
    expect(error.message).toContain(baseUrl)
    expect(error.message).toContain('ECONNREFUSED')
  })

  test.each<[number, string]>([
    [401, 'refused the key'],
    [402, 'paid'],
    [404, 'no model “scripted”'],
    [413, 'too long'],
  ])('with status %i is not asked again, and the message says why', async (status, words) => {
    const server = await serve(() => ({ status, message: 'model not found' }))
    const error = await failureOf(createTestModel(server.baseUrl).ask(request(), run()))
    expect(error.message).toContain(words)
    expect(server.requests).toHaveLength(1)
  })

  test('of a service without a name begins its sentence like one, and ends what the service said once', async () => {
    const server = await serve(() => ({ status: 401, message: 'Incorrect key.' }))
    const error = await failureOf(
      createTestModel(server.baseUrl, { provider: 'custom' }).ask(request(), run()),
    )
    expect(error.message).toMatch(/^A service of your own refused the key.*Incorrect key\)\. Check/)
  })

  test.each([
    ['The response was filtered due to our content management policy', 'content filter'],
    ["This model's maximum context length is 4096 tokens", 'too long for it'],
  ])('that refuses with 400 (%s) is not asked in another format', async (message, words) => {
    const server = await serve(() => ({ status: 400, message }))
    const error = await failureOf(createTestModel(server.baseUrl).ask(request(), run()))
    expect(error.message).toContain(words)
    expect(server.requests).toHaveLength(1)
  })

  test('at an address without the service is named with that address at once', async () => {
    const server = await serve(() => GOOD)
    const baseUrl = server.baseUrl.replace('/v1', '/wrong')
    const error = await failureOf(createTestModel(baseUrl).ask(request(), run()))
    expect(error.message).toContain(baseUrl)
  })

  test('is replaced by the backup model once, and what the first one spent counts', async () => {
    const weak = await serve(() => 'no')
    const strong = await serve(() => GOOD)
    const model = createTestModel(
      weak.baseUrl,
      {},
      {
        models: {
          app: testModelConfig(weak.baseUrl),
          backup: testModelConfig(strong.baseUrl, { model_name: 'strong' }),
        },
      },
    )
    const reply = await model.ask(request(), run())
    expect(reply).toMatchObject({ model: 'strong', reply: { result: '42' } })
    expect(reply.usage.output_tokens).toBe(Math.ceil(GOOD.length / 4) + 3)
    expect([weak.requests.length, strong.requests.length]).toEqual([3, 1])
  })
})

describe('stop', () => {
  test.each([false, true])(
    'ends a hanging call at once and closes its connection (stream: %s)',
    async (streams) => {
      const server = await serve(() => ({ hang: true }))
      const control = run()
      const asked = createTestModel(server.baseUrl).ask(request(streams ? { onText: () => {} } : {}), control)
      await expect.poll(() => server.requests.length).toBe(1)
      control.stop()
      await expect(asked).rejects.toBeInstanceOf(StoppedError)
      await expect.poll(() => server.requests[0]?.abandoned).toBe(true)
    },
  )

  test('ends the pause before a retry', async () => {
    const server = await serve(() => ({ status: 429, after: '60' }))
    const control = run()
    const asked = createTestModel(server.baseUrl).ask(request(), control)
    await expect.poll(() => server.requests.length).toBe(1)
    control.stop()
    await expect(asked).rejects.toBeInstanceOf(StoppedError)
    expect(server.requests).toHaveLength(1)
  })

  test('holds the call back while the run is paused', async () => {
    const server = await serve(() => GOOD)
    const control = run()
    control.pause()
    const asked = createTestModel(server.baseUrl).ask(request(), control)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(server.requests).toHaveLength(0)
    control.resume()
    expect((await asked).reply.result).toBe('42')
  })
})

describe('keys', () => {
  const withKey = (baseUrl: string, key: string | null) =>
    createModel({
      models: { default: testModelConfig(baseUrl, { provider: 'openai', max_retry: 0 }) },
      prices: {},
      secrets: { get: (name) => Promise.resolve(name === 'OPENAI_API_KEY' ? key : null) },
      offline: noOfflineModel,
      logger: silentLogger,
    })

  test('are sent as the bearer, and masked wherever text is redacted', async () => {
    const server = await serve(() => GOOD)
    await withKey(server.baseUrl, 'plain-secret-0815').ask(request(), run())
    expect(server.requests[0]?.key).toBe('plain-secret-0815')
    expect(redact('the key is plain-secret-0815')).toBe('the key is [secret]')
  })

  test('never appear in an error, also when the service repeats them', async () => {
    const key = 'another-secret-4711'
    const server = await serve(() => ({ status: 401, message: `Incorrect API key provided: ${key}` }))
    const error = await failureOf(withKey(server.baseUrl, key).ask(request(), run()))
    expect(error.message).not.toContain(key)
    expect(error.message).toContain('OPENAI_API_KEY')
  })

  test('that are missing are named before anything is sent', async () => {
    const server = await serve(() => GOOD)
    const error = await failureOf(withKey(server.baseUrl, null).ask(request(), run()))
    expect(error.message).toContain('Set OPENAI_API_KEY')
    expect(server.requests).toHaveLength(0)
  })
})

describe('embeddings', () => {
  test('come one per text in order, and are counted', async () => {
    const server = await serve(() => GOOD, { embed: (text) => [text.length] })
    const model = createTestModel(
      server.baseUrl,
      {},
      { prices: { 'custom/scripted': { input: 1, output: 0 } } },
    )
    const { vectors, usage } = await model.embed(['a', 'bbb'], run())
    expect(vectors).toEqual([[1], [3]])
    expect(usage).toEqual({ input_tokens: 2, output_tokens: 0, cached_tokens: 0, cost: 0.002 })
  })
})

describe('roles', () => {
  test('without a model of their own use the default, else the offline interpreter', async () => {
    const server = await serve(() => GOOD)
    const models = { host: testModelConfig(server.baseUrl, { model_name: 'large' }) }
    const model = createTestModel(server.baseUrl, {}, { models })
    expect([model.nameOf('host'), model.nameOf('app')]).toEqual(['custom/large', 'offline'])
    const withDefault = createTestModel(server.baseUrl)
    expect(withDefault.nameOf('evaluation')).toBe('custom/scripted')
  })

  test.each([
    [{ provider: 'opanai', model_name: 'x' }, 'there is no “opanai”'],
    [{ provider: 'openai', model_name: '' }, 'model_name is missing'],
    [{ provider: 'azure', model_name: 'x' }, 'base_url is missing'],
  ])('whose configuration is not whole are refused by name: %o', (config, words) => {
    const models = { app: testModelConfig('http://127.0.0.1:1', { base_url: null, ...config }) }
    expect(() => createTestModel('http://127.0.0.1:1', {}, { models })).toThrow(words)
  })
})

describe('a tool of the planner', () => {
  const tool = { kind: 'tool' as const, str_input: 'Plan it.', pictures: [], tools: [] }
  const asked = { role: 'app' as const, input: tool, schema: z.string() }

  test('is told its input and answers with text, without what it thought', async () => {
    const server = await serve(() => '<think>{"a": 1}</think>\n1. Open it. {"dag": {}}\n')
    const { reply } = await createTestModel(server.baseUrl).ask(asked, run())
    expect(reply).toBe('1. Open it. {"dag": {}}')
    expect(server.requests[0]).toMatchObject({ user: 'Plan it.' })
    expect(server.requests[0]?.body).not.toHaveProperty('response_format')
  })

  test('is asked once more when it has said nothing', async () => {
    const server = await serve(inOrder('<think>hm</think>', 'Now.'))
    expect((await createTestModel(server.baseUrl).ask(asked, run())).reply).toBe('Now.')
    expect(server.requests[1]?.user).toContain('It is empty.')
  })
})
