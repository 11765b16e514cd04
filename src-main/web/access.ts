// Decides who may come in: by the token of the printed address, the page's secret for it, and the checks of Host and Origin.
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { FILES_PROOF_TEXT } from '../../src-preload/contract/socket.ts'
import { isSameSecret } from '../core/same-secret.ts'

/** Makes 256 bits that nobody can guess. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Milliseconds within which a browser that Deskhand opens has asked for its page. */
const HANDED_OVER_FOR_MS = 60_000

/**
 * Makes two secrets that only the person gets: the token stands in the address, the page's secret in the page that comes
 * for it.
 *
 * A browser keeps the secret in the storage of the page's origin, which is its host and its port. It is no cookie: those
 * go to every port of a host, also to the servers of others on 127.0.0.1.
 *
 * The printed token is good as long as the program runs: a reader of the terminal is the person, and another browser
 * has no secret yet. An address that is given to a browser on its command line can be read by every user of the machine,
 * so that one has a token of its own, which is good once and for a minute.
 */
export class Access {
  readonly token: string = newSecret()
  readonly secret: string = newSecret()
  readonly #filesProof = this.sign(FILES_PROOF_TEXT)
  readonly #handedOver = new Map<string, number>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Makes a token that is good once, within a minute. */
  tokenForOnce(): string {
    const token = newSecret()
    this.#handedOver.set(token, this.#now() + HANDED_OVER_FOR_MS)
    return token
  }

  /** Tells whether this token gets a page with the secret. */
  accepts(token: string): boolean {
    const once = [...this.#handedOver].find(([known]) => isSameSecret(token, known))
    if (once) this.#handedOver.delete(once[0])
    return once ? once[1] >= this.#now() : isSameSecret(token, this.token)
  }

  /** Proves a text by the page's secret. */
  sign(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('hex')
  }

  /** Tells whether an address of a file was made by a page that has the secret. */
  maySeeFiles(proof: string): boolean {
    return isSameSecret(proof, this.#filesProof)
  }
}

/**
 * Tells whether a request is meant for this very server: by its address as we print it, or as `localhost`. A page elsewhere
 * whose name was pointed at 127.0.0.1 (DNS rebinding) names itself here.
 */
export function isMeantForUs(request: IncomingMessage, port: number): boolean {
  const [host, ...more] = request.headersDistinct.host ?? []
  if (host === undefined || more.length > 0) return false
  return ['127.0.0.1', 'localhost'].some(
    (name) => host === `${name}:${port}` || (port === 80 && host === name),
  )
}

/** Tells whether a page of ours made a request, as far as the browser says who made it. */
export function isOfOurPage(request: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site = 'none' } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return false
  return site === 'same-origin' || site === 'none' || isNavigation(request)
}

/** A person goes to this address, by typing it or by a link. It can change nothing here. */
function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** Tells whether a page of ours opens a socket: a browser always says who opens one. */
export const isOpenedByOurPage = (request: IncomingMessage): boolean =>
  request.headers.origin !== undefined && isOfOurPage(request)
