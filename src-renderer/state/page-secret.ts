// Keeps the secret with which a page in a browser proves that it was let in: in the storage of its origin, which is its host and
// its port. Cookies would go to every port of this machine.
import { PAGE_SECRET } from '../../src-preload/contract/socket.ts'

export interface PageSecret {
  /** Null where this browser has no secret. */
  get: () => string | null
  forget: () => void
}

/** Takes over the secret that a page gets for its token, and removes the token from its address. */
export function pageSecret(): PageSecret {
  const given = document.querySelector<HTMLMetaElement>(`meta[name="${PAGE_SECRET}"]`)
  // If the browser stores nothing, the secret is valid until the person leaves the page.
  let own = given?.content ?? null
  if (own !== null) {
    given?.remove()
    window.history.replaceState(null, '', window.location.pathname + window.location.hash)
    stored((storage) => storage.setItem(PAGE_SECRET, own ?? ''))
  }
  return {
    // Another page of this browser may have got a new secret since.
    get: () => stored((storage) => storage.getItem(PAGE_SECRET)) ?? own,
    forget: () => {
      own = null
      stored((storage) => storage.removeItem(PAGE_SECRET))
    },
  }
}

function stored<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.localStorage)
  } catch {
    return null
  }
}

/** Signs a text with the secret, as the program does: HMAC-SHA256, in hex. */
export async function sign(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign'])
  return hexOf(await crypto.subtle.sign('HMAC', key, bytes.encode(text)))
}

/** Makes a random text for one socket. */
export const newChallenge = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)).buffer)

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
