// Lets the program that uses Deskhand answer in place of a model service: it gets what would go over HTTP.
import { z } from 'zod'
import { modelConfigSchema, type ModelConfig } from '../../src-preload/contract/config.ts'
import type { ModelQuestion } from '../../src-preload/contract/pushes.ts'
import { messageOf } from '../core/errors.ts'

/** Asks the program's model. Rejects where the program has none. */
export type AskClient = (
  question: ModelQuestion,
  signal: AbortSignal,
) => Promise<{ text: string; model: string }>

/** A reserved name that no machine has, so that nothing meant for the program can leave this one. */
const ADDRESS = 'http://client.invalid/v1'

export const clientModelConfig = (): ModelConfig =>
  modelConfigSchema.parse({ provider: 'custom', base_url: ADDRESS, model_name: 'client' })

export const isClientModel = ({ base_url }: ModelConfig): boolean => base_url === ADDRESS

const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
])
const bodySchema = z.object({
  messages: z.array(
    z.object({
      role: z.enum(['system', 'developer', 'user', 'assistant']),
      content: z.union([z.string(), z.array(partSchema)]),
    }),
  ),
  max_tokens: z.number().int().positive().optional(),
  stream: z.boolean().default(false),
})
type Body = z.infer<typeof bodySchema>
/** The default. */
const MAX_TOKENS = 4_000

/** Answers as a service of the OpenAI protocol would. A call that the program can't answer is not repeated. */
export const clientFetch =
  (ask: AskClient): typeof fetch =>
  async (_address, init) => {
    const body = bodySchema.parse(JSON.parse(typeof init?.body === 'string' ? init.body : ''))
    try {
      const { text, model } = await ask(questionOf(body), init?.signal ?? new AbortController().signal)
      return body.stream ? streamed(text, model) : Response.json(wholeOf(text, model))
    } catch (error) {
      const message = `The model of the program that asks can't be had: ${messageOf(error)}`
      return Response.json({ error: { message } }, { status: 422 })
    }
  }

function questionOf({ messages, max_tokens = MAX_TOKENS }: Body): ModelQuestion {
  const isSystem = ({ role }: Body['messages'][number]) => role === 'system' || role === 'developer'
  const texts = messages
    .filter(isSystem)
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : []))
  return {
    system: texts.join('\n\n'),
    messages: messages
      .filter((message) => !isSystem(message))
      .flatMap(({ role, content }) =>
        partsOf(content).map((part) => ({ role: role === 'assistant' ? 'assistant' : 'user', ...part })),
      ),
    max_tokens,
  }
}

type Part = { type: 'text'; text: string } | { type: 'image'; data: string; mime: string }

function partsOf(content: Body['messages'][number]['content']): Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.flatMap((part): Part[] => {
    if (part.type === 'text') return [part]
    const [, mime, data] = /^data:([^;]+);base64,(.*)$/s.exec(part.image_url.url) ?? []
    return mime === undefined || data === undefined ? [] : [{ type: 'image', data, mime }]
  })
}

const wholeOf = (content: string, model: string) => ({
  id: 'client',
  object: 'chat.completion',
  model,
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
})

function streamed(content: string, model: string): Response {
  const choices = [{ index: 0, delta: { content }, finish_reason: 'stop' }]
  const chunk = { id: 'client', object: 'chat.completion.chunk', model, choices }
  return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
    headers: { 'Content-Type': 'text/event-stream' },
  })
}
