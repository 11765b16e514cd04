// Links two ends of one connection without a wire, for tests of the protocol.
import { ToolError } from '../../core/errors.ts'
import type { Transport, TransportListener } from '../protocol/transport.ts'

class LinkedTransport implements Transport {
  peer: LinkedTransport | null = null
  readonly #waiting: (string | Uint8Array)[] = []
  #listener: TransportListener | null = null
  #end: string | null = null

  get isConnected(): boolean {
    return this.#end === null
  }

  listen(listener: TransportListener): void {
    this.#listener = listener
    for (const data of this.#waiting.splice(0)) listener.frame(data)
    if (this.#end !== null) listener.closed(this.#end)
  }

  send(data: string | Uint8Array): void {
    if (this.#end !== null) throw new ToolError('There is no connection.')
    // A frame arrives later and in order, as on a real connection.
    queueMicrotask(() => this.peer?.take(data))
  }

  take(data: string | Uint8Array): void {
    if (this.#end !== null) return
    if (this.#listener) this.#listener.frame(data)
    else this.#waiting.push(data)
  }

  close(code = 1000, reason = ''): void {
    const why = reason === '' ? `closed (${code})` : reason
    this.end(why)
    queueMicrotask(() => this.peer?.end(why))
  }

  end(why: string): void {
    if (this.#end !== null) return
    this.#end = why
    this.#listener?.closed(why)
  }
}

export function linkedTransports(): [Transport, Transport] {
  const [one, other] = [new LinkedTransport(), new LinkedTransport()]
  one.peer = other
  other.peer = one
  return [one, other]
}
