// Decides who may speak with the server: by the key and by the Host that was meant, and never a page of a browser.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { isSameSecret } from '../../core/same-secret.ts'

/** The wrong keys per address and minute that are answered as wrong; after that the answer is only to wait. */
const MAX_WRONG_KEYS = 20
const MINUTE_S = 60

interface AccessOptions {
  key: string
  /** Names besides IP addresses, `localhost` and this machine's own name under which the server is reached. */
  hosts: readonly string[]
  requestsPerMinute: number
}

export interface Refusal {
  status: 401 | 403 | 421 | 429
  detail: string
  /** Seconds. */
  retryAfter: number | null
}

const refused = (status: Refusal['status'], detail: string): Refusal => ({ status, detail, retryAfter: null })

export class Access {
  readonly #key: string
  readonly #hosts: ReadonlySet<string>
  readonly #requests: RateLimiterMemory
  readonly #wrongKeys = new RateLimiterMemory({ points: MAX_WRONG_KEYS, duration: MINUTE_S })

  constructor({ key, hosts, requestsPerMinute }: AccessOptions) {
    this.#key = key
    this.#hosts = new Set(['localhost', hostname().toLowerCase(), ...hosts.map((host) => host.toLowerCase())])
    this.#requests = new RateLimiterMemory({ points: requestsPerMinute, duration: MINUTE_S })
  }

  /** Says why a request is refused; null for an allowed one. `token`: the key may also be in the address. */
  async refusal(request: IncomingMessage, token: boolean): Promise<Refusal | null> {
    if (!this.#isMeantForUs(request)) return refused(421, 'This is not an address of this server.')
    if (isOfBrowser(request)) return refused(403, 'Pages of a browser are not answered.')
    const address = request.socket.remoteAddress ?? ''
    const given = keyOf(request, token)
    // Somebody who guesses keys shares the address with others, on this machine and behind a router, so wrong keys have a count
    // of their own. No key is short enough to be guessed (`bridge/serving.ts`).
    const right = given !== null && isSameSecret(given, this.#key)
    const wait = await waitOf(right ? this.#requests : this.#wrongKeys, address)
    if (wait !== null) return { status: 429, detail: 'Too many requests.', retryAfter: wait }
    return right ? null : refused(401, 'The key is missing or wrong: header X-API-Key.')
  }

  /**
   * Tells whether `Host` names this server. A page whose name was pointed at this machine (DNS rebinding) has its own name in `Host`; it
   * can't make a browser send an IP address or another name.
   */
  #isMeantForUs(request: IncomingMessage): boolean {
    const [host, ...more] = request.headersDistinct.host ?? []
    const parsed = host === undefined || more.length > 0 ? null : URL.parse(`http://${host}/`)
    if (!parsed || parsed.host === '' || parsed.username !== '' || parsed.pathname !== '/') return false
    const name = parsed.hostname.toLowerCase()
    return isIP(name.replace(/^\[|\]$/g, '')) > 0 || this.#hosts.has(name)
  }
}

/** Counts one more of `key`. Returns the seconds to wait; null when it is allowed now. */
export async function waitOf(limiter: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (error) {
    if (error instanceof Error) throw error
    return secondsOf((error as { msBeforeNext: number }).msBeforeNext)
  }
}

const secondsOf = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

const isOfBrowser = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/** Takes the key from the header rather than the address, because no proxy's log and no process list shows a header. */
function keyOf(request: IncomingMessage, token: boolean): string | null {
  const [header] = request.headersDistinct['x-api-key'] ?? []
  if (header !== undefined || !token) return header ?? null
  return URL.parse(request.url ?? '', 'http://server')?.searchParams.get('token') ?? null
}
