// Decides who may come in: by the token of the printed address, the page's secret for it, and the checks of Host and Origin.
import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { FILES_PROOF_TEXT } from '../../src-preload/contract/socket.ts'
import { isSameSecret } from '../core/same-secret.ts'

/** Makes 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Milliseconds within which a browser that Deskhand opens must have asked for its page. */
const HANDED_OVER_FOR_MS = 60_000

/**
 * Makes two secrets that only the person gets: the token in the address, and the page's secret in the page that it opens.
 * A browser keeps the secret in the storage of the page's origin, which is its host and its port. It is no cookie, because cookies go to
 * every port of a host, also to other people's servers on 127.0.0.1.
 * The printed token is valid while the program runs: only the person reads the terminal, and another browser has no secret yet. Every user
 * of the machine can read an address on a browser's command line, so that address has a token of its own, which is valid once and for a
 * minute.
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

  /** Makes a token that is valid once, within a minute. */
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
 * Tells whether a request is meant for this server: by its address as we print it, or as `localhost`. A foreign page whose name was pointed
 * at 127.0.0.1 (DNS rebinding) has its own name here.
 */
export function isMeantForUs(request: IncomingMessage, port: number): boolean {
  const [host, ...more] = request.headersDistinct.host ?? []
  if (host === undefined || more.length > 0) return false
  return ['127.0.0.1', 'localhost'].some(
    (name) => host === `${name}:${port}` || (port === 80 && host === name),
  )
}

/** Tells whether a page of ours made a request, as far as the browser reports it. */
export function isOfOurPage(request: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site = 'none' } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return false
  return site === 'same-origin' || site === 'none' || isNavigation(request)
}

/** Tells whether a person goes to this address, by typing it or by a link. This can change nothing here. */
function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** Tells whether a page of ours opens a socket; a browser always reports the opener. */
export const isOpenedByOurPage = (request: IncomingMessage): boolean =>
  request.headers.origin !== undefined && isOfOurPage(request)
