// The app's own protocols. Chromium can't be given a scheme of its own, so that `app://deskhand/x` is served on loopback as
// `http://deskhand.app.standin.localhost/x`: a secure origin of its own. The program only ever sees `app://`; a page sees the
// other.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { loudGroup, NotImplemented } from './loud.ts'

type Handler = (request: Request) => Response | Promise<Response>

const HOSTS = '.standin.localhost'
const schemes = new Set<string>()
const handlers = new Map<string, Handler>()

export const protocol = loudGroup('protocol', {
  registerSchemesAsPrivileged(given: { scheme: string; privileges?: Record<string, boolean> }[]): void {
    for (const { scheme, privileges } of given) {
      if (!privileges?.['standard'] || !privileges['secure'])
        throw new NotImplemented(`the scheme ${scheme}, as it is not both standard and secure`)
      schemes.add(scheme)
    }
  },
  handle(scheme: string, handler: Handler): void {
    if (!schemes.has(scheme))
      throw new NotImplemented(`the scheme ${scheme}, which is not registered as privileged`)
    if (handlers.has(scheme)) throw new Error(`The protocol ${scheme} is handled already.`)
    handlers.set(scheme, handler)
  },
  unhandle: (scheme: string): boolean => handlers.delete(scheme),
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
})

/** An address as the program has it → as the browser has it. */
export function toPage(address: string): string {
  const own = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)(.*)$/s.exec(address)
  const [, scheme = '', host = '', rest = ''] = own ?? []
  return schemes.has(scheme) ? `http://${host}.${scheme}${HOSTS}${rest === '' ? '/' : rest}` : address
}

/** And back. */
export function fromPage(address: string): string {
  const own = /^(blob:)?http:\/\/([^/?#:]+)\.([a-z0-9+-]+)\.standin\.localhost(.*)$/s.exec(address)
  return own ? `${own[1] ?? ''}${own[3]}://${own[2]}${own[4]}` : address
}

export function originOf(address: string): string {
  const seen = fromPage(address)
  const own = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)/.exec(seen)
  return own?.[1] ?? 'null'
}

/** Serves all own protocols; resolves with `127.0.0.1:port`. */
export async function serveOrigins(): Promise<string> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500).end(String(error))
      else response.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const address = fromPage(`http://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`)
  const handler = handlers.get(address.split(':')[0] ?? '')
  if (!handler || address.startsWith('http:')) {
    outgoing.writeHead(404).end()
    return
  }
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const request = new Request(address, {
    method,
    headers: Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'host' ? [[name, fromPage(value)] as [string, string]] : [],
    ),
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
  })
  const initiator = initiatorOf(incoming, address)
  if (initiator !== undefined) Object.defineProperty(request, 'initiatorOrigin', { value: initiator })
  const response = await handler(request)
  outgoing.writeHead(response.status, Object.fromEntries([...response.headers].map(toPageHeader)))
  if (response.body) await pipeline(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), outgoing)
  else outgoing.end()
}

/** By the browser's own word (Sec-Fetch-Site), which a page can't forge. */
function initiatorOf(incoming: IncomingMessage, address: string): string | undefined {
  const site = incoming.headers['sec-fetch-site']
  if (site === undefined || site === 'none') return undefined
  if (site === 'same-origin') return originOf(address)
  return incoming.headers.origin ?? 'null'
}

/** Policies may name the app's scheme. */
const toPageHeader = ([name, value]: [string, string]): [string, string] => [
  name,
  [...schemes].reduce(
    (text, scheme) =>
      text
        .replaceAll(new RegExp(`\\b${scheme}://([a-z0-9.-]+)`, 'g'), `http://$1.${scheme}${HOSTS}`)
        .replaceAll(new RegExp(`(^|[ ;])${scheme}:(?=[ ;]|$)`, 'g'), `$1http://*.${scheme}${HOSTS}`),
    value,
  ),
]
