// Counts tokens as models of OpenAI do (o200k); other services' tokenizers differ by some per cent.
import { countTokens } from 'gpt-tokenizer/esm/encoding/o200k_base'
import type { ReceivedRequest } from '../../src-main/models/testing/openai-server.ts'

/** What a screen or a file says may look like a control word of the tokenizer; it is text here as everywhere. */
export const tokensOf = (text: string): number => countTokens(text, { disallowedSpecial: new Set() })

/** The JSON schema of the reply as the service gets it; empty where none is sent. */
export const schemaOf = ({ body }: Pick<ReceivedRequest, 'body'>): string =>
  body['response_format'] === undefined ? '' : JSON.stringify(body['response_format'])

/** All text of a call in the order in which services read it: schema, then messages. */
export const textOf = (request: ReceivedRequest): string =>
  schemaOf(request) + request.messages.map(({ text }) => text).join('')

/** Services keep beginnings of at least 1,024 tokens, in blocks of 128. */
const KEPT_FROM = 1024
const KEPT_BLOCK = 128

/** Tokens of `text` that a service that has just read `before` knows already. */
export function cachedTokens(before: string, text: string): number {
  let at = 0
  while (at < text.length && text[at] === before[at]) at++
  const common = tokensOf(text.slice(0, at))
  return common < KEPT_FROM ? 0 : common - (common % KEPT_BLOCK)
}
