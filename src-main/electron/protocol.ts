// Serves `app://deskhand/`: the pages out of the package, and pictures and documents out of the folders of runs.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { protocol, session } from 'electron'
import { builtPages, readPageFile } from '../web/page-files.ts'
import { COMMON_HEADERS, pageHeaders } from '../web/page-policy.ts'
import { findRunFile } from '../web/run-files.ts'
import { HOST, ORIGIN, SCHEME } from './origin.ts'

/**
 * Registers the scheme as standard and secure: pages get an origin of their own, relative addresses and the rights of https, but no bypass
 * of the policy, no service workers and no extensions. Call it once, before the app is ready.
 */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }])
}

/** Call it when the app is ready, before the first window. */
export function servePages(home: string): void {
  session.defaultSession.protocol.handle(SCHEME, (request) => answer(request, { home, pages: builtPages() }))
}

interface Places {
  /** DESKHAND_HOME. */
  home: string
  /** Folder of the built pages. */
  pages: string
}

/** Answers only requests of our pages' origin, our host and the allowed method. */
export async function answer(request: Request, { home, pages }: Places): Promise<Response> {
  const { host, pathname, search } = new URL(request.url)
  const initiator = (request as { initiatorOrigin?: string | null }).initiatorOrigin
  const isForeign = initiator !== undefined && initiator !== ORIGIN
  if (host !== HOST || request.method !== 'GET' || search !== '' || isForeign) return nothing(403)
  if (pathname.startsWith('/files/')) {
    const file = await findRunFile(home, pathname)
    if (file === null) return nothing(404)
    const headers = { ...file.headers, 'Content-Length': String(file.size) }
    const body = Readable.toWeb(createReadStream(file.path)) as ReadableStream<Uint8Array>
    return new Response(body, { headers })
  }
  const page = await readPageFile(pages, pathname === '/' ? '/index.html' : pathname)
  if (page === null) return nothing(404)
  return new Response(new Uint8Array(page.data), { headers: { ...pageHeaders(), 'Content-Type': page.type } })
}

const nothing = (status: number): Response => new Response(null, { status, headers: COMMON_HEADERS })
