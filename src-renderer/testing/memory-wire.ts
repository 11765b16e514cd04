// A wire in memory: a test answers the calls and pushes what it wants.
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { Envelope } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import type { Connection, WindowWire } from '../state/connection.ts'

type Answer = (input: never) => unknown

/** Calls without an answer here are refused, as the program refuses what it does not know. */
export class MemoryWire implements WindowWire {
  readonly calls: { name: CallName; input: unknown }[] = []
  readonly #answers: Partial<Record<CallName, Answer>>
  readonly #listeners = new Set<(push: Push) => void>()
  readonly #connectionListeners = new Set<(connection: Connection) => void>()

  constructor(answers: Partial<Record<CallName, Answer>>) {
    this.#answers = answers
  }

  async call(name: CallName, input: unknown): Promise<Envelope> {
    this.calls.push({ name, input })
    const answer = this.#answers[name]
    if (!answer) return { ok: false, fault: { kind: 'internal', message: `no answer to ${name}`, key: null } }
    return { ok: true, value: await answer(input as never) }
  }

  subscribe(listener: (push: Push) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onConnection(listener: (connection: Connection) => void): () => void {
    this.#connectionListeners.add(listener)
    listener('open')
    return () => this.#connectionListeners.delete(listener)
  }

  push(...pushes: Push[]): void {
    for (const push of pushes) for (const listener of this.#listeners) listener(push)
  }

  connection(connection: Connection): void {
    for (const listener of this.#connectionListeners) listener(connection)
  }
}
