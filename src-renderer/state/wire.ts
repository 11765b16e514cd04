// Chooses what carries calls and pushes: the preload of the app where there is one, else the WebSocket of the page.
import type { CallName } from '../../src-preload/contract/call-names.ts'
import { runFileAddress, SOCKET_PATH, type Envelope } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import type { WindowWire } from './connection.ts'
import { pageSecret } from './page-secret.ts'
import { socketWire } from './socket-wire.ts'

/** Exactly what the preload exposes. */
interface Preloaded {
  calls: Record<CallName, (input: unknown) => Promise<Envelope>>
  subscribe(listener: (push: Push) => void): () => void
  /** Returns the path of a file; empty for one without a file on the disk, such as a picture of the clipboard. */
  pathOfFile(file: File): string
}

declare global {
  interface Window {
    deskhand?: Preloaded
  }
}

export const preloadWire = (preloaded: Preloaded): WindowWire => ({
  call: (name, input) => preloaded.calls[name](input),
  subscribe: (listener) => preloaded.subscribe(listener),
  onConnection: (listener) => {
    listener('open')
    return () => {}
  },
  fileAddress: runFileAddress,
  pathOfFile: (file) => preloaded.pathOfFile(file) || null,
})

export function pickWire(): WindowWire {
  if (window.deskhand) return preloadWire(window.deskhand)
  const address = new URL(SOCKET_PATH, window.location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  const secret = pageSecret()
  return socketWire({
    connect: () => new WebSocket(address),
    host: window.location.host,
    secret: secret.get,
    refused: () => {
      secret.forget()
      // The program's own page tells the person what to do.
      window.location.replace('/?token=')
    },
  })
}
