// The Chrome DevTools Protocol over a browser's debugging pipe: messages of JSON, each ended by a zero byte.
import type { Readable, Writable } from 'node:stream'

export interface CdpEvent {
  method: string
  params: Record<string, unknown>
  sessionId?: string
}

type Message = Partial<CdpEvent> & { id?: number; result?: unknown; error?: { message: string } }

export class Cdp {
  readonly #to: Writable
  readonly #waiting = new Map<number, { method: string; done: PromiseWithResolvers<unknown> }>()
  readonly #listeners = new Set<(event: CdpEvent) => void>()
  #sent = 0
  #over = false

  constructor(from: Readable, to: Writable) {
    this.#to = to
    to.on('error', () => {})
    let parts: Buffer[] = []
    from.on('data', (chunk: Buffer) => {
      let rest = chunk
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.#receive(JSON.parse(Buffer.concat([...parts, rest.subarray(0, end)]).toString()) as Message)
        parts = []
        rest = rest.subarray(end + 1)
      }
      if (rest.length > 0) parts.push(rest)
    })
    from.on('close', () => this.#end())
  }

  /** Throws what the browser answers, and for every open call once the browser is gone. */
  send<T = Record<string, unknown>>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    if (this.#over) return Promise.reject(new Error(`${method}: the browser is gone`))
    const id = ++this.#sent
    const done = Promise.withResolvers<unknown>()
    this.#waiting.set(id, { method, done })
    this.#to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return done.promise as Promise<T>
  }

  onEvent(listener: (event: CdpEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #receive(message: Message): void {
    if (message.id === undefined) {
      const event = {
        method: message.method ?? '',
        params: message.params ?? {},
        sessionId: message.sessionId,
      }
      for (const listener of this.#listeners) listener(event)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.done.reject(new Error(`${waiting.method}: ${message.error.message}`))
    else waiting?.done.resolve(message.result)
  }

  #end(): void {
    this.#over = true
    for (const { method, done } of this.#waiting.values())
      done.reject(new Error(`${method}: the browser is gone`))
    this.#waiting.clear()
  }
}
