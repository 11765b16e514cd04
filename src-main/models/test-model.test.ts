import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { createWorker, PSM, type Worker } from 'tesseract.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { StoppedError } from '../core/errors.ts'
import { redact } from '../core/redaction.ts'
import { RunControl } from '../core/run-control.ts'
import { testModel, type TestedModel } from './test-model.ts'
import { drawWord, WORDS } from './test-picture.ts'
import { OpenAIServer, type OpenAIServerOptions, type ReceivedRequest } from './testing/openai-server.ts'

const servers: OpenAIServer[] = []
const serve = async (reply: OpenAIServerOptions['reply'], more: Partial<OpenAIServerOptions> = {}) => {
  const server = await OpenAIServer.start({ reply, ...more })
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

const noKeys = { get: () => Promise.resolve(null) }
const tested = (base_url: string | null, more: Partial<TestedModel> = {}): TestedModel => ({
  provider: 'custom',
  model_name: 'scripted',
  base_url,
  api_key_name: null,
  api_key: null,
  ...more,
})
const tryOut = (model: TestedModel, run = new RunControl(), timeout = 20) =>
  testModel(model, { secrets: noKeys, random: () => 0.5, timeout }, run)
const drawn = WORDS[Math.floor(0.5 * WORDS.length)] ?? ''

/** A model that does all that is asked; `word` is what it says of a picture. */
const able = (request: ReceivedRequest, word = drawn): string => {
  if (request.pictures.length > 0) return `It says “${word}”.`
  const number = /number (\d+)/.exec(request.user)?.[1]
  return number === undefined ? 'ready' : JSON.stringify({ seen: Number(number), fruit: 'pear' })
}

describe('the picture of the test', () => {
  let reader: Worker
  beforeAll(async () => {
    const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
    reader = await createWorker('eng', 1, { langPath: join(data, '4.0.0'), cacheMethod: 'none' })
    await reader.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_WORD })
  })
  afterAll(() => reader.terminate())

  test('can be read: a character reader that knows none of the words names nearly all', async () => {
    let read = 0
    for (const [index, word] of WORDS.entries()) {
      const made = await drawWord(() => index / WORDS.length)
      expect(made.word).toBe(word)
      const { data } = await reader.recognize(made.png)
      if (data.text.toUpperCase().includes(word)) read++
    }
    expect(read).toBeGreaterThanOrEqual(WORDS.length * 0.8)
  })

  test('is what a model is judged by', async () => {
    const server = await serve(async (request) => {
      const picture = request.pictures[0]
      if (!picture) return able(request)
      const { data } = await reader.recognize(Buffer.from(picture.split(',')[1] ?? '', 'base64'))
      return data.text
    })
    expect(await tryOut(tested(server.baseUrl))).toMatchObject({ text: true, picture: true })
  })
})

describe('a test of a model', () => {
  test('finds that it does everything', async () => {
    const server = await serve((request) => able(request))
    const result = await tryOut(tested(server.baseUrl))
    expect(result).toEqual({
      reachable: true,
      text: true,
      picture: true,
      json_schema: true,
      ms: expect.any(Number),
      error: null,
    })
    expect(server.requests.map(({ format }) => format)).toEqual(['text', 'text', 'json_schema'])
  })

  test('finds that it does not see: it refuses pictures, or guesses', async () => {
    const blind = await serve((request) =>
      request.pictures.length > 0
        ? { status: 400, message: 'This model does not support image input' }
        : able(request),
    )
    const guessing = await serve((request) => able(request, 'HOUSE'))
    const odd = await serve((request) =>
      request.pictures.length > 0 ? { status: 400, message: 'content must be a string' } : able(request),
    )
    for (const server of [blind, guessing, odd])
      expect(await tryOut(tested(server.baseUrl))).toMatchObject({
        text: true,
        picture: false,
        json_schema: true,
        error: null,
      })
  })

  test('finds that it takes no JSON schema, or does not keep to it', async () => {
    const refusing = await serve((request) => able(request), { refusedFormats: ['json_schema'] })
    const careless = await serve((request) =>
      request.format === 'json_schema' ? '{"seen": "many"}' : able(request),
    )
    for (const server of [refusing, careless])
      expect(await tryOut(tested(server.baseUrl))).toMatchObject({
        text: true,
        picture: true,
        json_schema: false,
        error: null,
      })
  })

  test.each([
    [{ status: 401, message: 'Incorrect API key' }, /refused the key.*Check the key/],
    [{ status: 404, message: 'The model does not exist' }, /has no model “scripted”.*Check model_name/],
    [{ status: 402 }, /wants to be paid/],
    [{ status: 429, code: 'insufficient_quota' }, /credit .* is used up/],
    [{ status: 503 }, /./],
  ])('says what to do after %o, and tries nothing more', async (reply, words) => {
    const server = await serve(() => reply)
    const result = await tryOut(tested(server.baseUrl))
    expect(result).toMatchObject({ reachable: true, text: null, picture: null, json_schema: null })
    expect(result.error).toMatch(words)
    expect(server.requests).toHaveLength(1)
  })

  test('says what to do where nobody answers, or somebody else', async () => {
    const gone = await serve(() => '')
    await gone[Symbol.asyncDispose]()
    servers.splice(0)
    const nobody = await tryOut(tested(gone.baseUrl))
    expect(nobody).toMatchObject({ reachable: false, text: null })
    expect(nobody.error).toMatch(/ECONNREFUSED.*Check that it runs/)

    const server = await serve((request) => able(request))
    const astray = await tryOut(tested(server.baseUrl.replace('/v1', '/api')))
    expect(astray.error).toMatch(/Most addresses end in \/v1\.$/)
    const malformed = await serve(() => ({ malformed: true }))
    expect((await tryOut(tested(malformed.baseUrl))).error).toMatch(/Could not get an answer/)
    const hanging = await serve(() => ({ hang: true }))
    const late = await tryOut(tested(hanging.baseUrl), new RunControl(), 0.2)
    expect(late.error).toMatch(/did not answer within 0\.2 seconds/)
  })

  test('says what is missing before anything is sent', async () => {
    for (const [model, words] of [
      [tested(null, { provider: 'opanai' }), /there is no “opanai”/],
      [tested(null), /base_url is missing/],
      [tested('http://127.0.0.1:9/v1', { model_name: '' }), /model_name is missing/],
      [tested(null, { provider: 'openai' }), /no key for OpenAI. Set OPENAI_API_KEY/],
    ] as const)
      expect((await tryOut(model)).error).toMatch(words)
  })

  test('uses a key that is given before the kept one, and never tells it', async () => {
    const server = await serve((request) => able(request))
    await tryOut(tested(server.baseUrl, { provider: 'openai', api_key: 'given-key-0815' }))
    await tryOut(tested(server.baseUrl, { api_key: 'given-key-0815' }))
    const kept = { get: () => Promise.resolve('kept-key-0815') }
    await testModel(tested(server.baseUrl, { api_key_name: 'MINE' }), { secrets: kept }, new RunControl())
    expect(new Set(server.requests.map(({ key }) => key))).toEqual(
      new Set(['given-key-0815', 'kept-key-0815']),
    )
    const repeating = await serve(({ key }) => ({ status: 401, message: `Wrong key: ${key}` }))
    const told = await tryOut(tested(repeating.baseUrl, { api_key: 'given-key-4711' }))
    expect(told.error).not.toContain('4711')
    expect(redact('it was given-key-4711')).not.toContain('4711')
  })

  test('ends at once when nobody wants to know any more', async () => {
    const server = await serve(() => ({ hang: true }))
    const run = new RunControl()
    const asked = tryOut(tested(server.baseUrl), run)
    await expect.poll(() => server.requests.length).toBe(1)
    run.stop()
    await expect(asked).rejects.toBeInstanceOf(StoppedError)
  })
})
