// Finds out by real calls what a model can do: text, a picture whose word it has to name, a reply in a JSON schema.
import { APIError } from 'openai'
import { z } from 'zod'
import { modelConfigSchema, type ModelConfig } from '../../src-preload/contract/config.ts'
import type { ModelTest } from '../../src-preload/contract/calls/settings.ts'
import { messageOf, ModelError, UserError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Secrets } from '../core/secrets.ts'
import { isOperatorAlone, testOperator } from './operator/test-operator.ts'
import { readReply, jsonSchemaOf } from './openai-model.ts'
import { resolvePreset } from './presets.ts'
import { Service } from './service.ts'
import { drawWord } from './test-picture.ts'

export interface TestedModel {
  provider: string
  model_name: string
  base_url: string | null
  api_key_name: string | null
  /** A key that is not kept; it replaces the kept one for this test only. */
  api_key: string | null
}

export interface TestOptions {
  secrets: Secrets
  /** Gives 0 ≤ x < 1, for the random choices of the test. */
  random?: () => number
  /** Seconds that one call may take: a local server may have to load the model first. */
  timeout?: number
}

/** The configuration's own key, for messages, because no role is tested. */
const ROLE = 'default'
const TIMEOUT_SECONDS = 60
/** Throws only for a stop; otherwise the answer says what went wrong and what to do. */
export async function testModel(
  tested: TestedModel,
  { secrets, random = Math.random, timeout = TIMEOUT_SECONDS }: TestOptions,
  run: RunControl,
): Promise<ModelTest> {
  const result: ModelTest = {
    reachable: false,
    text: null,
    picture: null,
    json_schema: null,
    ms: null,
    error: null,
  }
  try {
    const { api_key, ...named } = tested
    const config = modelConfigSchema.parse({ ...named, timeout, max_retry: 0 })
    const own: Secrets = api_key === null ? secrets : { get: () => Promise.resolve(api_key) }
    const keyed = nameKey(config, api_key)
    if (isOperatorAlone(config)) {
      await testOperator(keyed, { secrets: own, random }, run, result)
      return result
    }
    await testText(keyed, own, run, result)
    if (result.text !== true) return result
    await testPicture(keyed, own, run, result, random)
    await testSchema(keyed, own, run, result, random)
  } catch (error) {
    run.throwIfStopped()
    result.error ??= messageOf(error)
    if (!(error instanceof ModelError) && !(error instanceof UserError)) throw error
    if (reached(error)) result.reachable = true
  }
  return result
}

/** Sends no key to a service that needs none, unless one is given. */
function nameKey(config: ModelConfig, key: string | null): ModelConfig {
  if (key === null) return config
  const { keyName } = resolvePreset(ROLE, config)
  return keyName === null ? { ...config, api_key_name: 'that was given' } : config
}

/** Tells whether a failure is an answer of the service. */
const reached = (error: Error): boolean => error.cause instanceof APIError && error.cause.status !== undefined

function serviceFor(config: ModelConfig, secrets: Secrets, format: 'text' | 'json_schema'): Service {
  return new Service({ role: ROLE, config, prices: {}, secrets, logger: silentLogger, format })
}

async function testText(
  config: ModelConfig,
  secrets: Secrets,
  run: RunControl,
  result: ModelTest,
): Promise<void> {
  const service = serviceFor(config, secrets, 'text')
  const begun = run.clock.elapsed()
  try {
    const { text, finish } = await service.complete(
      [{ role: 'user', content: 'Reply with the word: ready' }],
      {},
      undefined,
      run,
    )
    result.reachable = true
    result.ms = Math.round(run.clock.elapsed() - begun)
    result.text = text.trim() !== ''
    if (!result.text) {
      result.error =
        finish === 'length'
          ? `${service.name} thinks so long that max_tokens leaves no room for a reply. Raise max_tokens, or use another model.`
          : `${service.name} answered with nothing. Use another model.`
    }
  } catch (error) {
    run.throwIfStopped()
    if (!(error instanceof ModelError)) throw error
    result.reachable = reached(error)
    result.error = error.message + addressHint(config, error)
  }
}

/** Gives a hint for a service that does not know the path, or answers with a web page. */
function addressHint(config: ModelConfig, error: ModelError): string {
  const { baseUrl } = resolvePreset(ROLE, config)
  const astray = error.cause instanceof APIError ? error.cause.status === 404 : error.cause instanceof Error
  return astray && !/\/v\d/.test(new URL(baseUrl).pathname) ? ' Most addresses end in /v1.' : ''
}

async function testPicture(
  config: ModelConfig,
  secrets: Secrets,
  run: RunControl,
  result: ModelTest,
  random: () => number,
): Promise<void> {
  const service = serviceFor(config, secrets, 'text')
  const { word, png } = await run.race(drawWord(random))
  const url = `data:image/png;base64,${png.toString('base64')}`
  try {
    const { text } = await service.complete(
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Which word is written in the picture? Reply with this word alone.' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
      {},
      undefined,
      run,
    )
    result.picture = service.takesPictures && text.toUpperCase().includes(word)
  } catch (error) {
    run.throwIfStopped()
    if (!(error instanceof ModelError)) throw error
    result.picture = false
    // The service refuses pictures in unknown words, because text alone has just worked.
    if (!reached(error)) result.error = error.message
  }
}

async function testSchema(
  config: ModelConfig,
  secrets: Secrets,
  run: RunControl,
  result: ModelTest,
  random: () => number,
): Promise<void> {
  const service = serviceFor(config, secrets, 'json_schema')
  const number = 10 + Math.floor(random() * 90)
  const schema = z.strictObject({ seen: z.literal(number), fruit: z.enum(['apple', 'pear']) })
  try {
    const completion = await service.complete(
      [
        {
          role: 'user',
          content: `Reply with a JSON object: "seen" is the number ${number}, "fruit" is "apple" or "pear".`,
        },
      ],
      jsonSchemaOf(schema),
      undefined,
      run,
    )
    result.json_schema = service.format === 'json_schema' && 'reply' in readReply(completion, schema)
  } catch (error) {
    run.throwIfStopped()
    if (!(error instanceof ModelError)) throw error
    result.json_schema = false
    if (!reached(error)) result.error = error.message
  }
}
