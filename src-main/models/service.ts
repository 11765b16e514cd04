// Calls one model of one OpenAI-compatible service, with retries, and remembers what the service takes.
import type OpenAI from 'openai'
import type {
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { CompletionUsage } from 'openai/resources/completions'
import type { ResponseCreateParamsNonStreaming, ResponseUsage } from 'openai/resources/responses/responses'
import type { ModelConfig } from '../../src-preload/contract/config.ts'
import type { Usage } from '../../src-preload/contract/events.ts'
import { count } from '../../src-preload/contract/words.ts'
import { ModelError, StoppedError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { redact, registerSecret } from '../core/redaction.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Secrets } from '../core/secrets.ts'
import type { Failure, Refusal, Sent } from './failures.ts'
import { FORMATS, resolvePreset, type Format, type Preset } from './presets.ts'
import { RateLimits, type RateLimit } from './rate-limit.ts'
import { costOf, NO_USAGE, type Price } from './usage.ts'
import type { OnText } from './model.ts'
import { patientFetch } from './patient-fetch.ts'
import { priceOf } from './prices.ts'

export interface ServiceOptions {
  /** The key of `models` in config.yaml, for messages. */
  role: string
  config: ModelConfig
  prices: Record<string, Price>
  secrets: Secrets
  logger: Logger
  /** First pause before a retry, in milliseconds; doubles each time. */
  backoffMs?: number
  /** 0 ≤ x < 1, for the jitter of the pauses. */
  random?: () => number
  /** The first way to ask for JSON; the preset's unless given. */
  format?: Format
  /** In place of the network. */
  fetch?: typeof fetch
  /** Shared with the other sessions of this engine. */
  limits?: RateLimits
}

export interface Completion {
  text: string
  /** `stop`, `length` when it was cut at max_tokens, `content_filter`; null when the service did not say. */
  finish: string | null
  usage: Usage
  /** HTTP calls that it took. */
  calls: number
}

/** The longest pause in milliseconds between two tries, unless the service asks for a longer one. */
const MAX_BACKOFF_MS = 30_000
/** The SDK's own timeout must never come before the run's, which stands still while a run is paused. */
const NO_SDK_TIMEOUT_MS = 24 * 3600 * 1000

export class Service {
  readonly provider: string
  readonly model: string
  readonly config: ModelConfig
  readonly #options: ServiceOptions
  readonly #preset: Preset
  readonly #baseUrl: string
  readonly #keyName: string | null
  readonly #price: Price | null
  readonly #limit: RateLimit
  #client: { key: string; openai: OpenAI } | null = null
  #format: Format
  #formatProven = false
  #tokensKey: Preset['tokens_key']
  #refused = new Set<Refusal>()

  /** Throws UserError when the configuration is incomplete. */
  constructor(options: ServiceOptions) {
    const { provider, preset, baseUrl, keyName } = resolvePreset(options.role, options.config)
    this.#options = options
    this.config = options.config
    this.provider = provider
    this.model = options.config.model_name
    this.#preset = preset
    this.#baseUrl = baseUrl
    this.#keyName = keyName
    this.#price = priceOf(provider, this.model, baseUrl, options.prices)
    const asked = { baseUrl, keyName, model: this.model }
    this.#limit = (options.limits ?? new RateLimits()).of(asked, options.config)
    this.#format = options.format ?? preset.format
    this.#tokensKey = preset.tokens_key
  }

  get name(): string {
    return `${this.provider}/${this.model}`
  }

  /** The present way to ask for JSON; a refused way is not tried again. */
  get format(): Format {
    return this.#format
  }

  get marksCache(): boolean {
    return this.#preset.marks_cache
  }

  get takesPictures(): boolean {
    return this.config.visual_mode && !this.#refused.has('pictures')
  }

  /**
   * Asks once, with retries. `schema` is JSON Schema of the reply. Throws ModelError that says what to do, StoppedError at
   * once on stop.
   */
  async complete(
    messages: ChatCompletionMessageParam[],
    schema: Record<string, unknown> | null,
    onText: OnText | undefined,
    run: RunControl,
  ): Promise<Completion> {
    const openai = await this.#open(run)
    return this.#withRetries(run, () => this.#complete(openai, messages, schema, onText, run))
  }

  /**
   * Takes one turn of the Responses API, with retries; `read` checks the response and may throw, which counts as a failed call. Throws as
   * `complete` does.
   */
  async respond<T>(
    body: Omit<ResponseCreateParamsNonStreaming, 'model' | 'temperature' | 'max_output_tokens'>,
    read: (response: unknown) => T,
    run: RunControl,
  ): Promise<{ value: T; usage: Usage; calls: number }> {
    const openai = await this.#open(run)
    const { reasoning, ...rest } = body
    const asksWhy = () => reasoning != null && !this.#refused.has('reasoning')
    const once = async () => {
      using call = this.#deadline(run)
      const { temperature, max_tokens } = this.config
      const whole: ResponseCreateParamsNonStreaming = {
        ...rest,
        ...(asksWhy() ? { reasoning } : {}),
        model: this.model,
        max_output_tokens: max_tokens,
        ...(temperature === null || this.#refused.has('temperature') ? {} : { temperature }),
      }
      const response = await call.race(openai.responses.create(whole, requestOptions(call)))
      return { value: read(response), usage: this.#usageOfResponse(response.usage ?? null) }
    }
    // These calls ask for no format, stream nothing, and can't leave out their picture.
    return this.#withRetries(run, once, () => ({
      format: 'text',
      pictures: false,
      streams: false,
      reasoning: asksWhy(),
    }))
  }

  async embed(texts: string[], run: RunControl): Promise<{ vectors: number[][]; usage: Usage }> {
    if (texts.length === 0) return { vectors: [], usage: NO_USAGE }
    const openai = await this.#open(run)
    const { vectors, usage } = await this.#withRetries(run, async () => {
      using call = this.#deadline(run)
      const body = { model: this.model, input: texts, encoding_format: 'float' as const }
      const reply = await call.race(openai.embeddings.create(body, requestOptions(call)))
      const vectors = (reply.data ?? []).toSorted((a, b) => a.index - b.index).map((item) => item.embedding)
      if (vectors.length !== texts.length || vectors.some((vector) => !Array.isArray(vector))) {
        throw new ModelError(
          `${this.name} gave ${vectors.length} vectors for ${texts.length} texts. Use an embedding model.`,
        )
      }
      const input = reply.usage?.prompt_tokens ?? null
      const cost = costOf(this.#price, input, 0, 0)
      return { vectors, usage: { input_tokens: input, output_tokens: 0, cached_tokens: 0, cost } }
    })
    return { vectors, usage }
  }

  async #complete(
    openai: OpenAI,
    messages: ChatCompletionMessageParam[],
    schema: Record<string, unknown> | null,
    onText: OnText | undefined,
    run: RunControl,
  ): Promise<Omit<Completion, 'calls'>> {
    using call = this.#deadline(run)
    const body = this.#body(messages, schema)
    const said =
      onText && !this.#refused.has('stream')
        ? await call.race(this.#stream(openai, body, onText, call))
        : await call.race(this.#whole(openai, body, call))
    if (schema !== null) this.#formatProven = true
    return { ...said, usage: this.#usage(said.usage) }
  }

  async #whole(openai: OpenAI, body: ChatCompletionCreateParamsNonStreaming, call: RunControl) {
    const reply = await openai.chat.completions.create(body, requestOptions(call))
    const choice = reply.choices?.[0]
    if (!choice) throw new TypeError('an answer without choices')
    const { content, refusal } = choice.message ?? {}
    if (!content && refusal)
      throw new ModelError(`${this.name} refused to answer: ${redact(refusal).slice(0, 300)}`)
    return { text: content ?? '', finish: choice.finish_reason ?? null, usage: reply.usage ?? null }
  }

  async #stream(
    openai: OpenAI,
    body: ChatCompletionCreateParamsNonStreaming,
    onText: OnText,
    call: RunControl,
  ) {
    const stream = await openai.chat.completions.create(
      {
        ...body,
        stream: true,
        ...(this.#refused.has('stream_usage') ? {} : { stream_options: { include_usage: true } }),
      },
      requestOptions(call),
    )
    let text = ''
    let finish: string | null = null
    let usage: CompletionUsage | null = null
    for await (const chunk of stream) {
      call.throwIfStopped()
      usage = chunk.usage ?? usage
      const choice = chunk.choices?.[0]
      finish = choice?.finish_reason ?? finish
      const piece = choice?.delta?.content
      if (!piece) continue
      const first = text === ''
      text += piece
      onText(piece, first)
    }
    call.throwIfStopped()
    if (finish === null && text === '') {
      // Some services ignore the request to stream, and answer at once.
      this.#refused.add('stream')
      throw new TypeError('a stream that ended before it began')
    }
    return { text, finish, usage }
  }

  #body(
    messages: ChatCompletionMessageParam[],
    schema: Record<string, unknown> | null,
  ): ChatCompletionCreateParamsNonStreaming {
    const { temperature, max_tokens } = this.config
    return {
      model: this.model,
      messages: this.takesPictures ? messages : messages.map(withoutPictures),
      ...(temperature === null || this.#refused.has('temperature') ? {} : { temperature }),
      ...(this.#refused.has('tokens_key') ? {} : { [this.#tokensKey]: max_tokens }),
      ...(schema === null
        ? {}
        : this.#format === 'json_schema'
          ? {
              response_format: { type: 'json_schema', json_schema: { name: 'reply', schema, strict: false } },
            }
          : this.#format === 'json_object'
            ? { response_format: { type: 'json_object' } }
            : {}),
    }
  }

  async #withRetries<T extends { usage: Usage }>(
    run: RunControl,
    once: () => Promise<T>,
    sent: () => Partial<Sent> = () => ({}),
  ): Promise<T & { calls: number }> {
    const { backoffMs = 500, random = Math.random, logger } = this.#options
    let tries = 0
    for (let calls = 1; ; calls++) {
      await this.#limit.turn(run)
      try {
        const done = await once()
        this.#limit.spent(tokensOf(done.usage))
        return { ...done, calls }
      } catch (error) {
        run.throwIfStopped()
        if (error instanceof ModelError) throw error
        const failure = await this.#judge(error, sent())
        if (failure.kind === 'differently' && this.#giveUp(failure.refused)) {
          logger.info(
            { model: this.name, refused: failure.refused, said: failure.message },
            'asking differently',
          )
          continue
        }
        if (failure.kind !== 'again') throw new ModelError(failure.message, { cause: error })
        if (tries >= this.config.max_retry) {
          throw new ModelError(`${failure.message} Tried ${count(calls, 'time')}.`, { cause: error })
        }
        const backoff = Math.min(MAX_BACKOFF_MS, backoffMs * 2 ** tries) * (0.5 + random() / 2)
        const pause = Math.max(failure.afterMs ?? 0, backoff)
        if (failure.limited) this.#limit.hold(pause)
        logger.warn({ model: this.name, try: ++tries, pause_ms: Math.round(pause) }, failure.message)
        await run.sleep(pause)
      }
    }
  }

  async #judge(error: unknown, sent: Partial<Sent>): Promise<Failure> {
    if (error instanceof StoppedError) {
      const seconds = this.config.timeout
      const message = `${this.name} did not answer within ${seconds} seconds. Raise its timeout, or use a faster model.`
      return { kind: 'again', message, afterMs: null, limited: false }
    }
    const { judgeFailure } = await import('./failures.ts')
    return judgeFailure(
      error,
      { model: this.model, service: this.#preset.title, baseUrl: this.#baseUrl, keyName: this.#keyName },
      {
        format: this.#format,
        formatProven: this.#formatProven,
        pictures: this.takesPictures,
        temperature: this.config.temperature !== null && !this.#refused.has('temperature'),
        streams: !this.#refused.has('stream'),
        reasoning: false,
        ...sent,
      },
    )
  }

  /** Remembers a part that the service refuses. False when nothing is left to give up. */
  #giveUp(refused: Refusal): boolean {
    if (refused === 'format') {
      const next = FORMATS[FORMATS.indexOf(this.#format) + 1]
      if (!next) return false
      this.#format = next
      return true
    }
    if (refused === 'tokens_key' && this.#tokensKey === this.#preset.tokens_key) {
      this.#tokensKey = this.#tokensKey === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
      return true
    }
    if (this.#refused.has(refused)) return false
    this.#refused.add(refused)
    return true
  }

  #usage(usage: CompletionUsage | null): Usage {
    const input = usage?.prompt_tokens ?? null
    const output = usage?.completion_tokens ?? null
    const cached = usage ? (usage.prompt_tokens_details?.cached_tokens ?? 0) : null
    const cost = costOf(this.#price, input, output, cached)
    return { input_tokens: input, output_tokens: output, cached_tokens: cached, cost }
  }

  #usageOfResponse(usage: ResponseUsage | null): Usage {
    const input = usage?.input_tokens ?? null
    const output = usage?.output_tokens ?? null
    const cached = usage ? (usage.input_tokens_details?.cached_tokens ?? 0) : null
    const cost = costOf(this.#price, input, output, cached)
    return { input_tokens: input, output_tokens: output, cached_tokens: cached, cost }
  }

  #deadline(run: RunControl): RunControl {
    return run.child({ timeoutMs: this.config.timeout * 1000, name: this.name })
  }

  async #open(run: RunControl): Promise<OpenAI> {
    await run.checkpoint()
    const key = this.#keyName ? await run.race(this.#options.secrets.get(this.#keyName)) : null
    if (this.#keyName && !key) {
      throw new ModelError(
        `There is no key for ${this.#preset.title}. Set ${this.#keyName} in the settings, with \`deskhand config key ${this.#keyName}\`, or in the environment.`,
      )
    }
    if (key) registerSecret(key)
    // The SDK requires a key; servers that need none ignore it.
    const sent = key ?? 'none'
    if (this.#client?.key !== sent) {
      const options = {
        apiKey: sent,
        baseURL: this.#baseUrl,
        maxRetries: 0,
        timeout: NO_SDK_TIMEOUT_MS,
        fetchOptions: patientFetch,
        logLevel: 'off' as const,
        ...(this.#options.fetch ? { fetch: this.#options.fetch } : {}),
      }
      // The SDK is loaded with the first call, so that a run without a service does not load it.
      const { OpenAI: Client } = await run.race(import('openai'))
      // Only the configuration decides who is asked; the SDK would read organisation and project from the environment.
      this.#client = { key: sent, openai: new Client({ ...options, organization: null, project: null }) }
    }
    return this.#client.openai
  }
}

const tokensOf = ({ input_tokens, output_tokens }: Usage): number | null =>
  input_tokens === null && output_tokens === null ? null : (input_tokens ?? 0) + (output_tokens ?? 0)

const requestOptions = (call: RunControl) => ({ signal: call.signal, maxRetries: 0 })

function withoutPictures(message: ChatCompletionMessageParam): ChatCompletionMessageParam {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  const texts = message.content.filter((part) => part.type === 'text')
  const [only] = texts
  return { ...message, content: texts.length === 1 && only ? only.text : texts }
}
