// Serves the OpenAI protocol on loopback for tests: scripted replies, every fault that services have, a record of each call.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { begin, bodyOf, failed, json, ScriptedService } from './scripted-service.ts'

const partSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.object({ url: z.string() }).optional(),
})
const bodySchema = z.looseObject({
  model: z.string(),
  messages: z
    .array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(partSchema)]) }))
    .default([]),
  stream: z.boolean().default(false),
  response_format: z.looseObject({ type: z.string() }).optional(),
  input: z.union([z.string(), z.array(z.string())]).optional(),
})

/** One call as the service received it. */
export interface ReceivedRequest {
  path: string
  model: string
  messages: { role: string; text: string; pictures: string[] }[]
  /** Text of the first message, and of the user's last one. */
  system: string
  user: string
  /** Data URLs of all pictures. */
  pictures: string[]
  format: string
  stream: boolean
  /** Bearer key. */
  key: string | null
  body: Record<string, unknown>
  /** 0-based number among all calls to this path. */
  index: number
  /** Set once the client has closed the connection before the answer was complete. */
  abandoned: boolean
}

/** What the service does with a call. A bare string is the text of the reply. */
export type ScriptedReply =
  | string
  | { text: string; finish?: string; delayMs?: number; usage?: Record<string, unknown> | null }
  /** The same in one piece, even where a stream was asked for. */
  | { unstreamed: string }
  /** A stream that repeats this for ever. */
  | { trickle: string }
  /** An HTTP error; `after` is its Retry-After. */
  | { status: number; message?: string; after?: string; code?: string }
  /** A body that is no JSON. */
  | { malformed: true }
  /** Headers and half of an answer, then nothing for ever. */
  | { hang: true }
  /** Half of an answer, then the connection is cut. */
  | { cut: true }

export interface OpenAIServerOptions {
  reply: (request: ReceivedRequest) => ScriptedReply | Promise<ScriptedReply>
  /** Formats that are refused with 400, as older services do. */
  refusedFormats?: string[]
  /** Vector of a text; two numbers made from it unless given. */
  embed?: (text: string) => number[]
  /** Any free one unless given. */
  port?: number
  /**
   * Milliseconds after which, and between which, a client that waits for its answer gets white space. `fetch` gives up after five minutes
   * without a byte.
   */
  beatMs?: number
}

export class OpenAIServer extends ScriptedService {
  readonly requests: ReceivedRequest[] = []
  readonly #options: OpenAIServerOptions

  private constructor(options: OpenAIServerOptions) {
    super()
    this.#options = options
  }

  static start(options: OpenAIServerOptions): Promise<OpenAIServer> {
    return new OpenAIServer(options).listen(options.port)
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^\/v1/, '').replace(/\?.*$/, '')
    if (path === '/models')
      return json(response, 200, { object: 'list', data: [{ id: 'scripted', object: 'model' }] })
    try {
      const received = this.#receive(path, await bodyOf(request), request)
      response.on('close', () => (received.abandoned = !response.writableFinished))
      if (path === '/embeddings') return this.#embed(received, response)
      if (path !== '/chat/completions') return failed(response, 404, `No such path: ${path}`)
      if (this.#options.refusedFormats?.includes(received.format)) {
        return failed(response, 400, `response_format of type ${received.format} is not supported`)
      }
      await send(response, received, await this.#awaited(received, response))
    } catch (error) {
      failed(response, 500, `The script of this service failed: ${String(error)}`)
    }
  }

  async #awaited(received: ReceivedRequest, response: ServerResponse): Promise<ScriptedReply> {
    const { reply, beatMs } = this.#options
    const beats = beatMs === undefined ? undefined : setInterval(() => beat(response, received), beatMs)
    try {
      return await reply(received)
    } finally {
      clearInterval(beats)
    }
  }

  #receive(path: string, sent: unknown, request: IncomingMessage): ReceivedRequest {
    const body = bodySchema.parse(sent)
    const messages = body.messages.map(({ role, content }) => {
      if (typeof content === 'string') return { role, text: content, pictures: [] }
      return {
        role,
        text: content.map((part) => part.text ?? '').join(''),
        pictures: content.flatMap((part) => (part.image_url ? [part.image_url.url] : [])),
      }
    })
    const received: ReceivedRequest = {
      path,
      model: body.model,
      messages,
      system: messages.find(({ role }) => role === 'system')?.text ?? '',
      user: messages.findLast(({ role }) => role === 'user')?.text ?? '',
      pictures: messages.flatMap(({ pictures }) => pictures),
      format: body.response_format?.type ?? 'text',
      stream: body.stream,
      key: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
      body,
      index: this.requests.filter((earlier) => earlier.path === path).length,
      abandoned: false,
    }
    this.requests.push(received)
    return received
  }

  #embed(received: ReceivedRequest, response: ServerResponse): void {
    const texts = [z.union([z.string(), z.array(z.string())]).parse(received.body['input'])].flat()
    const vector = this.#options.embed ?? ((text: string) => [text.length, text.charCodeAt(0) || 0])
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vector(text) }))
    const prompt_tokens = texts.join(' ').split(/\s+/).length
    json(response, 200, {
      object: 'list',
      data,
      model: received.model,
      usage: { prompt_tokens, total_tokens: prompt_tokens },
    })
  }
}

const STREAM = 'text/event-stream'

/** Begins a stream, or JSON: both may begin with white space. */
function beat(response: ServerResponse, { stream }: ReceivedRequest): void {
  begin(response, stream ? STREAM : 'application/json')
  response.write('\n')
}

async function send(
  response: ServerResponse,
  request: ReceivedRequest,
  scripted: ScriptedReply,
): Promise<void> {
  const whole = typeof scripted === 'object' && 'unstreamed' in scripted
  const reply =
    typeof scripted === 'string' ? { text: scripted } : whole ? { text: scripted.unstreamed } : scripted
  if ('status' in reply) {
    if (reply.after !== undefined) response.setHeader('retry-after', reply.after)
    return failed(response, reply.status, reply.message ?? `status ${reply.status}`, reply.code)
  }
  if ('malformed' in reply) return raw(response, '{"choices": [{"message": ')
  if ('hang' in reply) return half(response)
  if ('trickle' in reply) return trickle(response, request, reply.trickle)
  if ('cut' in reply) {
    half(response)
    setImmediate(() => response.destroy())
    return
  }
  if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs))
  const usage = reply.usage === undefined ? countedUsage(request, reply.text) : reply.usage
  const finish_reason = reply.finish ?? 'stop'
  if (request.stream && !whole) return stream(response, request, reply.text, finish_reason, usage)
  json(response, 200, {
    ...completionHead(request, 'chat.completion'),
    choices: [
      { index: 0, finish_reason, message: { role: 'assistant', content: reply.text, refusal: null } },
    ],
    ...(usage ? { usage } : {}),
  })
}

function stream(
  response: ServerResponse,
  request: ReceivedRequest,
  text: string,
  finish_reason: string,
  usage: Record<string, unknown> | null,
): void {
  begin(response, STREAM)
  const head = completionHead(request, 'chat.completion.chunk')
  const event = (value: unknown) => response.write(`data: ${JSON.stringify(value)}\n\n`)
  for (const content of text.match(/[\s\S]{1,20}/g) ?? []) {
    event({ ...head, choices: [{ index: 0, delta: { content }, finish_reason: null }] })
  }
  event({ ...head, choices: [{ index: 0, delta: {}, finish_reason }] })
  const options = z.looseObject({ include_usage: z.boolean() }).safeParse(request.body['stream_options'])
  if (options.data?.include_usage && usage) event({ ...head, choices: [], usage })
  response.end('data: [DONE]\n\n')
}

function trickle(response: ServerResponse, request: ReceivedRequest, content: string): void {
  begin(response, STREAM)
  const chunk = {
    ...completionHead(request, 'chat.completion.chunk'),
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
  }
  const timer = setInterval(() => response.write(`data: ${JSON.stringify(chunk)}\n\n`), 5)
  response.on('close', () => clearInterval(timer))
}

const completionHead = (request: ReceivedRequest, object: string) => ({
  id: `reply-${request.index}`,
  object,
  created: 0,
  model: request.model,
})

/** Four characters a token, as services roughly count. */
function countedUsage(request: ReceivedRequest, reply: string): Record<string, unknown> {
  const prompt_tokens = Math.ceil(request.messages.reduce((sum, { text }) => sum + text.length, 0) / 4)
  const completion_tokens = Math.ceil(reply.length / 4)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

function raw(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(text)
}

function half(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"choices": [')
}
