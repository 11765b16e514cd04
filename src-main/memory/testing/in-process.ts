// The store within the test's own process: everything but the wire is the product's own.
import type { MemoryStore } from '../client.ts'
import { ToolError, UserError } from '../../core/errors.ts'
import { MEMORY_CALLS, type MemoryCall, type MemoryInput, type MemoryOutput } from '../protocol.ts'
import { StoreServer } from '../serve.ts'

export class InProcessMemory implements MemoryStore, Disposable {
  readonly #server: StoreServer
  readonly asked: MemoryCall[] = []

  constructor(path: string) {
    this.#server = new StoreServer(path)
  }

  async ask<C extends MemoryCall>(call: C, input: MemoryInput<C>): Promise<MemoryOutput<C>> {
    this.asked.push(call)
    const answer = this.#server.answer(call, JSON.parse(JSON.stringify(input)))
    if (answer.state === 'failed') throw answer.user ? new UserError(answer.why) : new ToolError(answer.why)
    return MEMORY_CALLS[call].output.parse(JSON.parse(JSON.stringify(answer.output))) as MemoryOutput<C>
  }

  [Symbol.dispose](): void {
    this.#server[Symbol.dispose]()
  }
}
