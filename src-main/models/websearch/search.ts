// Creates the WebSearch that the engine uses: one bounded call to the service that is set up, and no redirects.
import type { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { WebSearchConfig } from '../../../src-preload/contract/config.ts'
import { messageOf, ModelError, UserError } from '../../core/errors.ts'
import { redact, redactKnown } from '../../core/redaction.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Secrets } from '../../core/secrets.ts'
import { checkedLookup, urlFault } from './address.ts'
import { webResultLines, type WebResult, type WebSearch } from './port.ts'
import { SEARCH_PROVIDERS, type SearchCall, type SearchProvider } from './providers.ts'

/** Characters of a question; services refuse or cut longer ones. */
const MAX_QUERY_LENGTH = 400
/** Bytes of a reply. */
const MAX_REPLY_BYTES = 2_000_000

export interface WebSearchOptions {
  config: WebSearchConfig
  secrets: Secrets
  /** Resolves names; a test hands in one of its own. */
  resolve?: typeof lookup
}

/** Null while no service is set up. An incomplete setup is reported at the first search and does not stop a program from starting. */
export function createWebSearch({ config, secrets, resolve }: WebSearchOptions): WebSearch | null {
  if (config.provider === 'off') return null
  const service = SEARCH_PROVIDERS[config.provider]
  const base = config.base_url ?? service.base_url
  const keyName = config.api_key_name ?? service.api_key_name
  const lookup = checkedLookup(config.private_address, resolve)
  return {
    provider: config.provider,
    async search(query, run) {
      run.throwIfStopped()
      const url = addressOf(service, base, config.private_address)
      // A known key or password must not leave the machine in a query.
      const asked = redactKnown(query).replace(/\s+/g, ' ').trim().slice(0, MAX_QUERY_LENGTH).toWellFormed()
      if (asked === '') return []
      const key = keyName === null ? null : await run.race(secrets.get(keyName))
      if (keyName !== null && key === null) {
        throw new ModelError(`${service.title} needs a key, and there is none named ${keyName}.`)
      }
      const call = service.call(asked, config.results, key)
      const exchange = { call, url, lookup, timeoutMs: config.timeout * 1000 }
      const answer = await ask(exchange, service.title, run)
      if (answer.status !== 200) throw refusal(service, answer.status, keyName)
      return readReply(service, answer.text).slice(0, config.results)
    },
  }
}

function addressOf({ title }: SearchProvider, base: string | null, inside: boolean): URL {
  if (base === null)
    throw new ModelError(`web_search.base_url is missing: write the address of your ${title}.`)
  const url = new URL(base)
  const fault = urlFault(url, inside)
  if (fault !== null) throw new ModelError(`web_search.base_url: ${fault}.`)
  return url
}

/** Gives the same as text for a prompt: null where no service is set up, empty where nothing was found. */
export async function searchWeb(
  search: WebSearch | null,
  query: string,
  run: RunControl,
): Promise<string | null> {
  return search ? webResultLines(await search.search(query, run)) : null
}

interface Exchange {
  call: SearchCall
  url: URL
  lookup: LookupFunction
  timeoutMs: number
}
interface Answer {
  status: number
  text: string
}

async function ask(exchange: Exchange, title: string, run: RunControl): Promise<Answer> {
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(exchange.timeoutMs)])
  try {
    return await answerOf(exchange, signal)
  } catch (error) {
    run.throwIfStopped()
    const why = signal.aborted ? `no answer within ${exchange.timeoutMs / 1000} s` : messageOf(error)
    throw new ModelError(`Could not search with ${title} at ${exchange.url.origin} (${redact(why)}).`)
  }
}

/** Follows no redirect, because it would bypass the check and take the key along. */
async function answerOf({ call, url, lookup }: Exchange, signal: AbortSignal): Promise<Answer> {
  const target = new URL(`${url.pathname.replace(/\/+$/, '')}${call.path}`, url.origin)
  const body = call.method === 'POST' ? JSON.stringify(call.body) : null
  const headers = {
    accept: 'application/json',
    ...(body === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...call.headers,
  }
  // The modules are loaded with the first search, because importing them loads all of Node's web classes, too.
  const { request: begin } = await (target.protocol === 'http:' ? import('node:http') : import('node:https'))
  return new Promise<Answer>((resolve, reject) => {
    const request = begin(
      target,
      { method: call.method, headers, lookup, signal, agent: false },
      (response) => {
        textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_REPLY_BYTES) throw new RangeError('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readReply(service: SearchProvider, text: string): WebResult[] {
  try {
    return service.read(JSON.parse(text)).filter(({ url }) => /^https?:\/\//i.test(url))
  } catch (error) {
    if (error instanceof UserError)
      throw new ModelError(`${service.title} refused: ${redact(error.message)}.`)
    throw new ModelError(`${service.title} gave no reply that can be read. Check web_search.base_url.`, {
      cause: error,
    })
  }
}

function refusal({ title, hints }: SearchProvider, status: number, keyName: string | null): ModelError {
  const hint = hints?.[status]
  if (hint !== undefined) return new ModelError(`${title} refused (${status}): ${hint}.`)
  if (status === 401 || status === 403)
    return new ModelError(`${title} refused the key ${keyName ?? ''} (${status}).`)
  if (status === 429) return new ModelError(`${title} was asked too often, or its credit is used up (429).`)
  return new ModelError(`${title} answered with status ${status}. Check web_search.base_url.`)
}
