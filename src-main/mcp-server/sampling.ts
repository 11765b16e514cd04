// Asks the client's model a question of Deskhand's agents, by sampling.
import {
  CreateMessageResultSchema,
  type CreateMessageRequest,
  type CreateMessageResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { CallInput } from '../../src-preload/contract/calls.ts'
import type { ModelQuestion } from '../../src-preload/contract/pushes.ts'
import { messageOf } from '../core/errors.ts'

type Answer = Omit<CallInput<'answer_model'>, 'ask'>
type Send = (
  request: CreateMessageRequest,
  schema: typeof CreateMessageResultSchema,
) => Promise<CreateMessageResult>

/** Never rejects: the answer says what the client can't do. */
export async function sampled({ system, messages, max_tokens }: ModelQuestion, send: Send): Promise<Answer> {
  try {
    const { content, model } = await send(
      {
        method: 'sampling/createMessage',
        params: {
          systemPrompt: system,
          maxTokens: max_tokens,
          messages: messages.map((message) => ({
            role: message.role,
            content:
              message.type === 'text'
                ? { type: 'text', text: message.text }
                : { type: 'image', data: message.data, mimeType: message.mime },
          })),
        },
      },
      CreateMessageResultSchema,
    )
    if (content.type !== 'text')
      return { answer: null, why: `The client's model answered with ${content.type}.` }
    return { answer: { text: content.text, model: model.slice(0, 300) } }
  } catch (error) {
    return { answer: null, why: messageOf(error).slice(0, 2_000) }
  }
}
