// Decides what a failed call means: try again, ask differently, or give up and say what to do.
import { APIError, APIConnectionError } from 'openai'
import { messageOf } from '../core/errors.ts'
import { redact } from '../core/redaction.ts'

/** A part of the request that a service has refused; remembered per model. */
export type Refusal =
  | 'format'
  | 'tokens_key'
  | 'temperature'
  | 'pictures'
  | 'stream'
  | 'stream_usage'
  | 'reasoning'

export type Failure =
  /** `limited`: the service takes no more calls for now, from anybody. */
  | { kind: 'again'; message: string; afterMs: number | null; limited: boolean }
  | { kind: 'differently'; refused: Refusal; message: string }
  | { kind: 'final'; message: string }

/** The parts of the failed call. */
export interface Sent {
  format: string
  /** The service has taken this format before. */
  formatProven: boolean
  pictures: boolean
  temperature: boolean
  /** Whether the call would be streamed if there were a listener. */
  streams: boolean
  /** Whether the call asked for a summary of the reasoning. */
  reasoning: boolean
}

/** The longest pause in milliseconds that a service may ask for; a longer one is a final failure that names it. */
const MAX_PAUSE_MS = 120_000

interface Where {
  model: string
  service: string
  baseUrl: string
  keyName: string | null
}

/** Judges a failure. `where` names the model and its service in messages, `keyName` the API key of the call. */
export function judgeFailure(error: unknown, where: Where, sent: Sent): Failure {
  const failure = judge(error, where, sent)
  // A person's own service has no name, so the sentence begins with a common noun, which needs a capital.
  return { ...failure, message: failure.message.replace(/^a (?=\p{Ll})/u, 'A ') }
}

function judge(error: unknown, where: Where, sent: Sent): Failure {
  const said = redact(messageOf(error)).slice(0, 300).replace(/\.+$/, '')
  if (!(error instanceof APIError) || error instanceof APIConnectionError) {
    const cause = redact(causeOf(error))
    return {
      kind: 'again',
      message: `Could not get an answer from ${where.service} at ${where.baseUrl} (${cause}). Check that it runs and that the address is right.`,
      afterMs: null,
      limited: false,
    }
  }
  const status: number | undefined = error.status
  if (status !== undefined && status < 500 && /content.?(filter|management|policy)|moderation/i.test(said))
    return {
      kind: 'final',
      message: `The content filter of ${where.service} refused what it was sent (${said}). Word the request differently, or use another model.`,
    }
  if (status === 400 || status === 422 || status === 404 || status === 415 || status === 501) {
    const refused =
      refusedPart(said, sent) ?? (status === 400 || status === 422 ? blindGuess(said, sent) : null)
    if (refused) return { kind: 'differently', refused, message: said }
  }
  switch (status) {
    case 401:
    case 403:
      return {
        kind: 'final',
        message: `${where.service} refused the key${where.keyName ? ` ${where.keyName}` : ''} (${said}). Check the key and what it may use.`,
      }
    case 402:
      return { kind: 'final', message: `${where.service} wants to be paid first (${said}).` }
    case 404:
      return {
        kind: 'final',
        message: `${where.service} at ${where.baseUrl} has no model “${where.model}” (${said}). Check model_name and base_url.`,
      }
    case 429: {
      const afterMs = retryAfter(error)
      if (error.code === 'insufficient_quota')
        return { kind: 'final', message: `The credit at ${where.service} is used up (${said}).` }
      if (afterMs !== null && afterMs > MAX_PAUSE_MS)
        return {
          kind: 'final',
          message: `${where.service} takes no more calls for ${Math.ceil(afterMs / 1000)} seconds (${said}).`,
        }
      return {
        kind: 'again',
        message: `${where.service} takes no more calls at the moment (${said}).`,
        afterMs,
        limited: true,
      }
    }
    default:
  }
  if (status === undefined || status === 408 || status === 409 || status >= 500)
    return {
      kind: 'again',
      message: `${where.service} failed (${said}).`,
      afterMs: retryAfter(error),
      limited: false,
    }
  if (status === 413 || /context|too long|too many tokens/i.test(said))
    return {
      kind: 'final',
      message: `What ${where.model} would have to read is too long for it (${said}). Use a model with a longer context, or lower max_controls and history_steps.`,
    }
  return { kind: 'final', message: `${where.service} refused the call (${said}).` }
}

/** Finds the refused part by the words that services use for it. */
function refusedPart(said: string, sent: Sent): Refusal | null {
  if (/max_tokens|max_completion_tokens/i.test(said)) return 'tokens_key'
  if (/stream_options|include_usage/i.test(said)) return 'stream_usage'
  if (sent.streams && /\bstream(ing|ed)?\b/i.test(said)) return 'stream'
  if (sent.temperature && /temperature/i.test(said)) return 'temperature'
  // Some services give reasoning summaries to verified organisations only.
  if (sent.reasoning && /reasoning|\bsummar/i.test(said)) return 'reasoning'
  if (
    sent.format !== 'text' &&
    /response_format|json_schema|json_object|json mode|schema|grammar/i.test(said)
  )
    return 'format'
  if (sent.pictures && /image|vision|multimodal|multi-modal/i.test(said)) return 'pictures'
  return null
}

/** Gives up the newest part of the protocol when the message has no hint, unless the service has taken that part before. */
function blindGuess(said: string, sent: Sent): Refusal | null {
  if (/context|too long|too many tokens|model.{0,60}(not exist|not found|not valid|invalid)/i.test(said))
    return null
  return sent.format !== 'text' && !sent.formatProven ? 'format' : null
}

/** In milliseconds, from `retry-after-ms` or `retry-after` (seconds or a date); null when the service gives none. */
function retryAfter(error: APIError): number | null {
  const ms = Number(error.headers?.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms)) return Math.max(0, ms)
  const text = error.headers?.get('retry-after')
  if (!text) return null
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

/** Gives the innermost reason: `connect ECONNREFUSED 127.0.0.1:1234` says more than `Connection error.` */
function causeOf(error: unknown): string {
  let current = error
  while (current instanceof Error && current.cause instanceof Error) current = current.cause
  const code = (current as { code?: unknown }).code
  const message = messageOf(current)
  return (message || (typeof code === 'string' ? code : 'no answer')).slice(0, 300)
}
