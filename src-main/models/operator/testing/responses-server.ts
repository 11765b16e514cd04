// Serves the Responses API on loopback for tests, as strictly as the real one: every call must be answered, every safety check
// acknowledged, and a conversation goes on from a response that it gave. It shares nothing with the code that it tests.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { bodyOf, failed, json, ScriptedService } from '../../testing/scripted-service.ts'

const checkSchema = z.strictObject({
  id: z.string(),
  code: z.string().nullish(),
  message: z.string().nullish(),
})
const inputItemSchema = z.union([
  z.strictObject({
    role: z.literal('user'),
    content: z.array(
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('input_text'), text: z.string() }),
        z.strictObject({
          type: z.literal('input_image'),
          image_url: z.string().startsWith('data:image/png;base64,'),
          detail: z.enum(['auto', 'low', 'high', 'original']),
        }),
      ]),
    ),
  }),
  z.strictObject({
    type: z.literal('computer_call_output'),
    call_id: z.string(),
    output: z.strictObject({
      type: z.literal('computer_screenshot'),
      image_url: z.string().startsWith('data:image/png;base64,'),
    }),
    acknowledged_safety_checks: z.array(checkSchema).optional(),
  }),
  z.strictObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
])
const toolSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('computer') }),
  z.strictObject({
    type: z.literal('computer_use_preview'),
    display_width: z.number().int().positive(),
    display_height: z.number().int().positive(),
    environment: z.enum(['windows', 'mac', 'linux', 'ubuntu', 'browser']),
  }),
  z.strictObject({
    type: z.literal('function'),
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string(),
    parameters: z.record(z.string(), z.unknown()),
    strict: z.boolean(),
  }),
])
const bodySchema = z.strictObject({
  model: z.string(),
  instructions: z.string(),
  input: z.array(inputItemSchema).min(1),
  tools: z.array(toolSchema),
  truncation: z.literal('auto'),
  parallel_tool_calls: z.boolean(),
  previous_response_id: z.string().optional(),
  max_output_tokens: z.number().int(),
  temperature: z.number().optional(),
  reasoning: z.strictObject({ summary: z.enum(['auto', 'concise']) }).optional(),
})
type Body = z.infer<typeof bodySchema>

/** One turn as the service received it. */
export interface ReceivedTurn {
  body: Body
  /** Texts of the person or the program, in order. */
  texts: string[]
  /** PNGs, in order. */
  pictures: Buffer[]
  /** Answers to functions. */
  outputs: string[]
  acknowledged: z.infer<typeof checkSchema>[]
  /** 0-based. */
  index: number
  key: string | null
  /** The client has closed the connection before the answer was complete. */
  abandoned: boolean
}

export type Act = Record<string, unknown>
export type ScriptedTurn =
  /** One computer call; `several` sends the acts as the tool `computer` does. */
  | { act: Act; checks?: z.infer<typeof checkSchema>[]; thought?: string }
  | { several: Act[] }
  | { call: string; with: unknown }
  | { say: string; finish?: 'max_output_tokens' | 'content_filter' }
  | { refuse: string }
  /** Output items, sent unchanged. */
  | { output: unknown[] }
  | { status: number; message?: string; after?: string }
  | { malformed: true }
  | { hang: true }

export interface ResponsesServerOptions {
  reply: (turn: ReceivedTurn) => ScriptedTurn | Promise<ScriptedTurn>
  /** Refuse `temperature`, as reasoning models do. */
  noTemperature?: boolean
  /** Refuse to summarise its reasoning, as for organisations that are not verified. */
  noReasoning?: boolean
  /** Forget every conversation. */
  forgets?: boolean
}

interface Waiting {
  call_id: string
  type: 'computer_call' | 'function_call'
  checks: string[]
}

export class ResponsesServer extends ScriptedService {
  readonly turns: ReceivedTurn[] = []
  /** The fault of each call that was refused. */
  readonly refused: string[] = []
  readonly #options: ResponsesServerOptions
  /** Response → the calls that wait for an answer. */
  readonly #open = new Map<string, Waiting[]>()

  private constructor(options: ResponsesServerOptions) {
    super()
    this.#options = options
  }

  static start(options: ResponsesServerOptions): Promise<ResponsesServer> {
    return new ResponsesServer(options).listen()
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/v1/responses') return failed(response, 404, `No such path: ${request.url ?? ''}`)
    const parsed = bodySchema.safeParse(await bodyOf(request))
    const wrong = parsed.success ? this.#faultOf(parsed.data) : z.prettifyError(parsed.error)
    if (!parsed.success || wrong !== null) {
      this.refused.push(wrong ?? '')
      return failed(response, 400, wrong ?? '')
    }
    const body = parsed.data
    const turn = this.#receive(body, request)
    response.on('close', () => (turn.abandoned = !response.writableFinished))
    try {
      this.#send(response, turn, await this.#options.reply(turn))
    } catch (error) {
      failed(response, 500, `The script of this service failed: ${String(error)}`)
    }
  }

  #faultOf({ input, previous_response_id: previous, temperature, reasoning }: Body): string | null {
    const { noTemperature, noReasoning } = this.#options
    if (noTemperature === true && temperature !== undefined)
      return "Unsupported parameter: 'temperature' is not supported with this model."
    if (noReasoning === true && reasoning !== undefined)
      return 'Your organization must be verified to generate reasoning summaries.'
    if (previous === undefined) return null
    const open = this.#options.forgets === true ? undefined : this.#open.get(previous)
    if (!open) return `Previous response with id '${previous}' not found.`
    for (const { call_id, type, checks } of open) {
      const answer = input.find((item) => 'call_id' in item && item.call_id === call_id)
      if (!answer) return `No tool output found for ${type.replace('_', ' ')} ${call_id}.`
      const acknowledged =
        'acknowledged_safety_checks' in answer ? (answer.acknowledged_safety_checks ?? []) : []
      const missing = checks.filter((id) => !acknowledged.some((check) => check.id === id))
      if (missing.length > 0) return `Safety checks were not acknowledged: ${missing.join(', ')}.`
    }
    return null
  }

  #receive(body: Body, request: IncomingMessage): ReceivedTurn {
    const urls = body.input.flatMap((item) =>
      'content' in item
        ? item.content.flatMap((part) => (part.type === 'input_image' ? [part.image_url] : []))
        : item.type === 'computer_call_output'
          ? [item.output.image_url]
          : [],
    )
    const turn: ReceivedTurn = {
      body,
      texts: body.input.flatMap((item) =>
        'content' in item
          ? item.content.flatMap((part) => (part.type === 'input_text' ? [part.text] : []))
          : [],
      ),
      pictures: urls.map((url) => Buffer.from(url.replace(/^[^,]*,/, ''), 'base64')),
      outputs: body.input.flatMap((item) =>
        'output' in item && typeof item.output === 'string' ? [item.output] : [],
      ),
      acknowledged: body.input.flatMap((item) =>
        'acknowledged_safety_checks' in item ? (item.acknowledged_safety_checks ?? []) : [],
      ),
      index: this.turns.length,
      key: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
      abandoned: false,
    }
    this.turns.push(turn)
    return turn
  }

  #send(response: ServerResponse, turn: ReceivedTurn, scripted: ScriptedTurn): void {
    if ('status' in scripted) {
      if (scripted.after !== undefined) response.setHeader('retry-after', scripted.after)
      return failed(response, scripted.status, scripted.message ?? `status ${scripted.status}`)
    }
    if ('hang' in scripted) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"id": "resp_')
      return
    }
    if ('malformed' in scripted) return json(response, 200, { id: `resp_${turn.index}`, object: 'response' })
    const id = `resp_${turn.index}`
    const output = outputOf(scripted, turn.index, turn.body.reasoning !== undefined)
    this.#open.set(id, waitingFor(output))
    const finish = 'finish' in scripted ? scripted.finish : undefined
    json(response, 200, {
      id,
      object: 'response',
      created_at: 0,
      model: turn.body.model,
      status: finish === undefined ? 'completed' : 'incomplete',
      error: null,
      incomplete_details: finish === undefined ? null : { reason: finish },
      output,
      usage: {
        input_tokens: 1000,
        input_tokens_details: { cached_tokens: 200 },
        output_tokens: 50,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 1050,
      },
    })
  }
}

function waitingFor(output: unknown[]): Waiting[] {
  const schema = z.looseObject({
    type: z.enum(['computer_call', 'function_call']),
    call_id: z.string(),
    pending_safety_checks: z.array(checkSchema).optional(),
  })
  return output.flatMap((item) => {
    const parsed = schema.safeParse(item)
    if (!parsed.success) return []
    const { call_id, type, pending_safety_checks: checks = [] } = parsed.data
    return [{ call_id, type, checks: checks.map(({ id }) => id) }]
  })
}

function outputOf(scripted: Exclude<ScriptedTurn, { status: number } | { malformed: true } | { hang: true }>, index: number, tellsWhy: boolean): unknown[] {
  const computer = (more: Record<string, unknown>) => ({
    type: 'computer_call',
    id: `cu_${index}`,
    call_id: `call_${index}`,
    status: 'completed',
    pending_safety_checks: [],
    ...more,
  })
  const message = (part: Record<string, unknown>) => ({
    type: 'message',
    id: `msg_${index}`,
    role: 'assistant',
    status: 'completed',
    content: [part],
  })
  if ('output' in scripted) return scripted.output
  if ('several' in scripted) return [computer({ actions: scripted.several })]
  if ('call' in scripted) {
    const { call: name, with: given } = scripted
    const args = typeof given === 'string' ? given : JSON.stringify(given)
    return [{ type: 'function_call', id: `fc_${index}`, call_id: `call_${index}`, name, arguments: args, status: 'completed' }]
  }
  if ('say' in scripted) return [message({ type: 'output_text', text: scripted.say, annotations: [] })]
  if ('refuse' in scripted) return [message({ type: 'refusal', refusal: scripted.refuse })]
  const { act, checks = [], thought } = scripted
  const summary = tellsWhy ? [{ type: 'summary_text', text: thought }] : []
  const reasoning = { type: 'reasoning', id: `rs_${index}`, summary }
  return [...(thought === undefined ? [] : [reasoning]), computer({ action: act, pending_safety_checks: checks })]
} // prettier-ignore
