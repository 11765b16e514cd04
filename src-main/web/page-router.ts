// Defines what a page's socket is joined to: the bridge of the program that serves it.
import type { Envelope } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'

/** Disposing it ends the page's watches. */
export interface PageConnection extends Disposable {
  /** Never rejects: a fault is in the envelope. `name` and `input` come from outside and may be anything. */
  call(name: unknown, input: unknown): Promise<Envelope>
}

export interface PageRouter {
  connect(push: (push: Push) => void): PageConnection
}
