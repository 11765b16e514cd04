// Who may come in: the token of the printed address, the cookie that it is exchanged for, and the checks of Host and Origin.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'
import { isSameSecret } from '../core/same-secret.ts'

/** 256 bits that nobody can guess. */
const secret = () => randomBytes(32).toString('base64url')

/** Milliseconds within which a browser that Deskhand opens has asked for its page. */
const HANDED_OVER_FOR = 60_000

/**
 * Two secrets that are told to nobody but the person: the token stands in the address, the cookie comes back for it.
 *
 * The printed token is good as long as the program runs: whoever can read the terminal is the person, and a browser that
 * was closed has lost its cookie. An address that is given to a browser on its command line can be read by every user of
 * the machine, so that one has a token of its own, which is good once and for a minute.
 */
export class Access {
  readonly token: string = secret()
  readonly #cookie = secret()
  readonly #cookieName: string
  readonly #handedOver = new Map<string, number>()
  readonly #now: () => number

  /** Cookies of one host go to all of its ports: the name has the port, so that two programs do not take each other's. */
  constructor(port: number, now: () => number = Date.now) {
    this.#cookieName = `deskhand-${port}`
    this.#now = now
  }

  /** A token that is good once, within a minute. */
  tokenForOnce(): string {
    const token = secret()
    this.#handedOver.set(token, this.#now() + HANDED_OVER_FOR)
    return token
  }

  /** The header that lets a browser in, null for a token that is none. */
  exchange(token: string): string | null {
    const once = [...this.#handedOver].find(([known]) => isSameSecret(token, known))
    if (once) this.#handedOver.delete(once[0])
    const good = once ? once[1] >= this.#now() : isSameSecret(token, this.token)
    if (!good) return null
    return stringifySetCookie({
      name: this.#cookieName,
      value: this.#cookie,
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
    })
  }

  /** Whether a request comes from a browser that was let in. */
  admits(request: IncomingMessage): boolean {
    const given = parseCookie(request.headers.cookie ?? '')[this.#cookieName]
    return given !== undefined && isSameSecret(given, this.#cookie)
  }
}

/**
 * Whether a request is meant for this very server: by its address as we print it, or as `localhost`. A page elsewhere
 * whose name was pointed at 127.0.0.1 (DNS rebinding) names itself here.
 */
export function isMeantForUs(request: IncomingMessage, port: number): boolean {
  const [host, ...more] = request.headersDistinct.host ?? []
  if (host === undefined || more.length > 0) return false
  return ['127.0.0.1', 'localhost'].some(
    (name) => host === `${name}:${port}` || (port === 80 && host === name),
  )
}

/** Whether a request was made by a page of ours, as far as the browser says who made it. */
export function isOfOurPage(request: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site = 'none' } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return false
  return site === 'same-origin' || site === 'none' || isNavigation(request)
}

/** A person goes to this address, by typing it or by a link. It can change nothing here. */
function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** Whether a socket is opened by a page of ours: a browser always says who opens one. */
export const isOpenedByOurPage = (request: IncomingMessage): boolean =>
  request.headers.origin !== undefined && isOfOurPage(request)
