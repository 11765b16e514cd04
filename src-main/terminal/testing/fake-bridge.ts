// Fakes a bridge that answers what a test says, and keeps what it was asked.
import type { CallName } from '../../../src-preload/contract/call-names.ts'
import { CALLS, type CallInput, type CallOutput } from '../../../src-preload/contract/calls.ts'
import type { Push } from '../../../src-preload/contract/pushes.ts'
import type { BridgeClient } from '../../bridge/client.ts'

type Answers = { [N in CallName]?: (input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>> }

export class FakeBridge implements BridgeClient {
  /** Calls with their inputs. */
  readonly asked: [CallName, unknown][] = []
  hungUp = false
  readonly #answers: Answers
  readonly #listeners = new Set<(push: Push) => void>()

  constructor(answers: Answers) {
    this.#answers = answers
  }

  /** Fails for an input that the schema of the call refuses, and for a call without an answer. */
  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    CALLS[name].input.parse(input)
    this.asked.push([name, input])
    const answer = this.#answers[name]
    if (!answer) throw new Error(`No answer to ${name}.`)
    return answer(input)
  }

  push(push: Push): void {
    for (const listener of this.#listeners) listener(push)
  }

  subscribe(listener: (push: Push) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  begin(): Promise<void> {
    return Promise.resolve()
  }

  hangUp(): void {
    this.hungUp = true
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve()
  }
}
