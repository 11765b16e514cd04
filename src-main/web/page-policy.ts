// Sets the headers with which every shell serves its own pages: what a page may load, and that nothing may embed it.

/**
 * No eval, no inline script, no other source. Style elements are allowed because the parts of dialogs and menus add them while they are
 * shown; as every other source is closed, they can leak nothing.
 * @param sockets addresses of WebSockets that the page may open
 */
const contentPolicy = (sockets: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob:",
    "font-src 'self'",
    ['connect-src', "'self'", ...sockets].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The policy of a file that is shown or saved by itself: a document in it can run and load nothing. */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"

/** The headers of every response. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** Gives the headers of a page of ours. Its script and style files have names that change with their content and may be kept. */
export const pageHeaders = (sockets: readonly string[] = []): Record<string, string> => ({
  ...COMMON_HEADERS,
  'Content-Security-Policy': contentPolicy(sockets),
  'Cache-Control': 'no-store',
})
