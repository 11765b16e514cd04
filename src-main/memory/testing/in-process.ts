// Runs the store within the test's own process: everything but the wire is the product's own.
import type { MemoryStore } from '../client.ts'
import { messageOf, ToolError, UserError } from '../../core/errors.ts'
import {
  MEMORY_CALLS,
  type MemoryCall,
  type MemoryInput,
  type MemoryOutput,
  type ParsedMemoryInput,
} from '../protocol.ts'
import { StoreServer } from '../serve.ts'

export class InProcessMemory implements MemoryStore, Disposable {
  readonly #server: StoreServer
  readonly asked: MemoryCall[] = []

  constructor(path: string) {
    this.#server = new StoreServer(path)
  }

  async ask<C extends MemoryCall>(call: C, input: MemoryInput<C>): Promise<MemoryOutput<C>> {
    this.asked.push(call)
    const schema = MEMORY_CALLS[call]
    const given = schema.input.parse(JSON.parse(JSON.stringify(input))) as ParsedMemoryInput<C>
    try {
      const output: unknown = JSON.parse(JSON.stringify(this.#server.answer(call, given)))
      return schema.output.parse(output) as MemoryOutput<C>
    } catch (error) {
      throw error instanceof UserError ? error : new ToolError(messageOf(error), { cause: error })
    }
  }

  [Symbol.dispose](): void {
    this.#server[Symbol.dispose]()
  }
}
