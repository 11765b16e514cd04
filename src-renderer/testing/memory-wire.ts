// Plays a wire in memory: a test answers the calls and pushes what it wants.
import type { CallName } from '../../src-preload/contract/call-names.ts'
import { CALLS, type CallOutput, type ParsedInput } from '../../src-preload/contract/calls.ts'
import { runFileAddress, type Envelope } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import type { Connection, WindowWire } from '../state/connection.ts'

/** The answers of the program; a thrown error is a fault that the person sees. */
export type Answers = {
  [N in CallName]?: (input: ParsedInput<N>) => CallOutput<N> | Promise<CallOutput<N>>
}

/** Refuses calls without an answer here, and input that does not fit the contract, as the program does. */
export class MemoryWire implements WindowWire {
  readonly calls: { name: CallName; input: unknown }[] = []
  readonly answers: Answers
  readonly fileAddress = runFileAddress
  /** Gives no path, as in a page. */
  pathOfFile: WindowWire['pathOfFile'] = () => null
  readonly #listeners = new Set<(push: Push) => void>()
  readonly #connectionListeners = new Set<(connection: Connection) => void>()

  constructor(answers: Answers) {
    this.answers = answers
  }

  async call(name: CallName, input: unknown): Promise<Envelope> {
    this.calls.push({ name, input })
    const answer = this.answers[name] as ((input: unknown) => unknown) | undefined
    const parsed = CALLS[name].input.safeParse(input)
    if (!answer) return fault('internal', `no answer to ${name}`)
    if (!parsed.success) return fault('input', parsed.error.message)
    try {
      return { ok: true, value: await answer(parsed.data) }
    } catch (error) {
      return fault('user', error instanceof Error ? error.message : String(error))
    }
  }

  /** Returns the inputs of all calls of this name. */
  sent(name: CallName): unknown[] {
    return this.calls.filter((call) => call.name === name).map(({ input }) => input)
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

const fault = (kind: 'user' | 'input' | 'internal', message: string): Envelope => ({
  ok: false,
  fault: { kind, message, key: null },
})
