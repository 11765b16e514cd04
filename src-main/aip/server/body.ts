// The body of a request: JSON, and not too much of it.
import type { IncomingMessage } from 'node:http'
import type { ApiAnswer } from './http-api.ts'

/** Bytes of a request by HTTP. */
const LARGEST_BODY = 1024 * 1024

const fault = (status: number, detail: string): ApiAnswer => ({ status, body: { detail } })

/** The value, or the answer to a body that is none. */
export async function readBody(request: IncomingMessage): Promise<{ value: unknown } | ApiAnswer> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return fault(415, 'Send JSON: Content-Type: application/json')
  }
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return tooLarge
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LARGEST_BODY) return tooLarge
    parts.push(part)
  }
  try {
    return { value: JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown }
  } catch {
    return fault(400, 'The body is no JSON.')
  }
}

const tooLarge = fault(413, 'The request is too large.')
