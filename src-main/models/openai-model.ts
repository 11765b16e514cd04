// Asks an OpenAI-compatible service: renders the input, reads the reply, and has a faulty reply repaired.
import type {
  ChatCompletionContentPart,
  ChatCompletionContentPartText,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { z } from 'zod'
import type { Usage } from '../../src-preload/contract/events.ts'
import { ModelError } from '../core/errors.ts'
import type { Picture } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'
import type { MCPToolInfo } from '../core/command.ts'
import { bareCalls } from './bare-calls.ts'
import { extractObjects, withoutThoughts } from './extract.ts'
import type { ModelReply, ModelRequest, Role } from './model.ts'
import { scalePicture } from './pictures.ts'
import { cut } from './render/data.ts'
import { tidyReply, toolOf } from './reply-form.ts'
import { renderPrompt } from './render/render.ts'
import type { Completion, Service } from './service.ts'
import { addUsage } from './usage.ts'

export interface OpenAIModelOptions {
  service: Service
  historySteps: number
  promptOf: (role: Role) => Promise<string>
}

/** The most characters of a faulty reply that are shown to the model again. */
const MAX_QUOTED_REPLY_LENGTH = 4000
const MAX_FAULTS = 12
/** How often a model is told the faults of its reply. */
const MAX_REPAIRS = 2

export class OpenAIModel {
  readonly #service: Service
  readonly #options: OpenAIModelOptions

  constructor(options: OpenAIModelOptions) {
    this.#service = options.service
    this.#options = options
  }

  get name(): string {
    return this.#service.name
  }

  get wantsPictures(): boolean {
    return this.#service.takesPictures
  }

  async ask<T>(request: ModelRequest<T>, run: RunControl): Promise<ModelReply<T>> {
    await run.checkpoint()
    const service = this.#service
    const messages = await run.race(this.#messages(request))
    const isText = request.input.kind === 'tool'
    const schema = isText ? null : jsonSchemaOf(request.schema)
    const read = (completion: Completion) =>
      isText
        ? readText(completion, request.schema)
        : readReply(completion, request.schema, 'tools' in request.input ? request.input.tools : null)
    const ask = (turns: ChatCompletionMessageParam[]) => service.complete(turns, schema, request.onText, run)
    let completion = await ask(messages)
    let { usage, calls: attempts } = completion
    let given = read(completion)
    for (let repairs = 0; 'faults' in given && repairs < MAX_REPAIRS; repairs++) {
      const turns = [...messages, ...repairTurn(completion.text, given.faults, isText)]
      completion = await this.#spending(usage, () => ask(turns))
      usage = addUsage(usage, completion.usage)
      attempts += completion.calls
      given = read(completion)
    }
    if ('faults' in given) throw new ModelError(tooWeak(service, completion, given.faults), { usage })
    const { provider, model } = service
    return { reply: given.reply, provider, model, usage, attempts, prompt: messages.map(withPictureSizes) }
  }

  embed(texts: string[], run: RunControl): Promise<{ vectors: number[][]; usage: Usage }> {
    return this.#service.embed(texts, run)
  }

  async #messages(request: ModelRequest<unknown>): Promise<ChatCompletionMessageParam[]> {
    const { system, user, kept, pictures } = renderPrompt(request.input, {
      prompt: await this.#options.promptOf(request.role),
      historySteps: this.#options.historySteps,
      pictures: this.wantsPictures,
    })
    const side = this.#service.config.picture_size
    const scaled = await Promise.all(pictures.map((picture) => scalePicture(picture, side)))
    const { marksCache } = this.#service
    const texts =
      marksCache && kept > 0 ? [marked(user.slice(0, kept)), plain(user.slice(kept))] : [plain(user)]
    const content = [...texts, ...scaled.map(picturePart)]
    return [
      { role: 'system', content: marksCache ? [marked(system)] : system },
      { role: 'user', content: content.length === 1 ? user : content },
    ]
  }

  /** Counts the earlier spending, also when the rest fails. */
  async #spending<R>(spent: Usage, work: () => Promise<R>): Promise<R> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      const usage = error.usage ? addUsage(spent, error.usage) : spent
      throw new ModelError(error.message, { cause: error.cause, usage })
    }
  }
}

const jsonSchemas = new WeakMap<z.ZodType, Record<string, unknown>>()

/**
 * Makes the JSON Schema that a service is told: the form that is asked for. What else is understood, such as one text in place of a list,
 * would cost tokens at each call and teach the model to deviate.
 */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const known = jsonSchemas.get(schema)
  if (known) return known
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      const [asked] = jsonSchema.anyOf ?? []
      if (asked) {
        delete jsonSchema.anyOf
        Object.assign(jsonSchema, asked)
      }
      if (jsonSchema.type === 'object' && jsonSchema.propertyNames) delete jsonSchema.propertyNames
    },
  })
  jsonSchemas.set(schema, made)
  return made
}

/**
 * Reads the one reply that fits the schema, or says what is wrong, in words for the model. Never throws.
 * @param tools the tools that the reply may call; null for a reply that calls none
 */
export function readReply<T>(
  completion: Pick<Completion, 'text' | 'finish'>,
  schema: z.ZodType<T>,
  tools: readonly MCPToolInfo[] | null = null,
): { reply: T } | { faults: string[] } {
  const objects = objectsOf(completion, tools ?? []).map((value) =>
    tidyReply(value, tools ?? [], tools !== null && actsOf(schema)),
  )
  const parsed = objects.map((value) => schema.safeParse(value))
  const fitting = parsed.flatMap((result) => (result.success ? [result.data] : []))
  const [reply] = fitting
  if (fitting.length === 1 && reply !== undefined) return { reply }
  if (fitting.length > 1) return { faults: ['It holds several JSON objects that differ. Give one only.'] }
  const length = completion.finish === 'length' ? ['It was cut off for its length. Be shorter.'] : []
  const [issues] = parsed.flatMap((result) => (result.error ? [result.error.issues] : []))
  if (!issues) return { faults: [...length, 'It holds no JSON object.'] }
  return { faults: [...length, ...issues.flatMap(innerIssues).slice(0, MAX_FAULTS).map(faultOf)] }
}

/** A reply that is nothing but calls says what to do; what was cut off may have had more of them. */
function objectsOf(
  { text, finish }: Pick<Completion, 'text' | 'finish'>,
  tools: readonly MCPToolInfo[],
): Record<string, unknown>[] {
  const calls = finish === 'length' ? null : bareCalls(text, (name) => toolOf(name, tools) !== null)
  return calls ? [{ status: 'CONTINUE', action: calls }] : extractObjects(text)
}

/** Tells where a reply says what to do: at its top, too, or in its list alone. */
const actsOf = (schema: z.ZodType): 'top' | 'list' =>
  schema instanceof z.ZodObject && 'function' in schema.shape ? 'top' : 'list'

/** Reads the reply of a tool: its text, without the model's thoughts. */
export function readText<T>(
  { text, finish }: Pick<Completion, 'text' | 'finish'>,
  schema: z.ZodType<T>,
): { reply: T } | { faults: string[] } {
  const spoken = withoutThoughts(text).trim()
  const parsed = schema.safeParse(spoken)
  if (spoken !== '' && finish !== 'length' && parsed.success) return { reply: parsed.data }
  if (finish === 'length') return { faults: ['It was cut off for its length. Be shorter.'] }
  return { faults: spoken === '' ? ['It is empty.'] : (parsed.error?.issues ?? []).map(faultOf) }
}

/** Finds the fault of a field with several forms: that of the nearest form, with its whole path. */
function innerIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length))
  const [nearest] = issue.errors.toSorted((one, other) => depth(other) - depth(one))
  if (!nearest || depth(nearest) === 0) return [issue]
  return nearest.flatMap((inner) => innerIssues({ ...inner, path: [...issue.path, ...inner.path] }))
}

const faultOf = (issue: z.core.$ZodIssue): string =>
  `${issue.path.length > 0 ? issue.path.map(String).join('.') : 'the object'}: ${issue.message}`

function repairTurn(reply: string, faults: string[], isText: boolean): ChatCompletionMessageParam[] {
  const list = faults.map((fault) => `- ${fault}`).join('\n')
  return [
    { role: 'assistant', content: cut(reply, MAX_QUOTED_REPLY_LENGTH) || '(nothing)' },
    {
      role: 'user',
      content: `Your reply can't be used:\n${list}\nReply again, ${isText ? 'in the form given above' : 'with one JSON object in the form given above and nothing else'}.`,
    },
  ]
}

function tooWeak(service: Service, completion: Completion, faults: string[]): string {
  if (completion.finish === 'length') {
    return `${service.name} needs more than max_tokens (${service.config.max_tokens}) for a reply. Raise max_tokens, or use another model.`
  }
  if (completion.finish === 'content_filter') {
    return `The content filter of ${service.name} held back its reply. Word the request differently, or use another model.`
  }
  return `${service.name} is too weak: it gave no usable reply, also when its faults were named twice (${cut(faults.join('; '), 300)}). Use a stronger model.`
}

const plain = (text: string): ChatCompletionContentPartText => ({ type: 'text', text })
/** The service keeps the prompt so far. The field is not of OpenAI's own protocol, so its types do not know it. */
const marked = (text: string): ChatCompletionContentPartText =>
  Object.assign(plain(text), { cache_control: { type: 'ephemeral' } })

const picturePart = (picture: Picture): ChatCompletionContentPart => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${picture.data}` },
})

/** Makes a message for the request log, with pictures replaced by their size. */
function withPictureSizes(message: ChatCompletionMessageParam): unknown {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  const content = message.content.map((part) =>
    part.type === 'image_url'
      ? {
          type: 'image_url',
          image_url: `[picture, ${Math.round((part.image_url.url.length * 3) / 4)} bytes]`,
        }
      : part,
  )
  return { ...message, content }
}
