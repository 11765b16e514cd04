// Keeps what an agent was reminded of for its request or subtask: asked for once, and told in every prompt until that ends.
import type { Memory } from '../../src-preload/contract/memory.ts'
import type { RunControl } from '../core/run-control.ts'
import type { MemoryQuery } from '../memory/port.ts'
import type { AgentDependencies } from './dependencies.ts'

export class Recall {
  readonly #deps: Pick<AgentDependencies, 'memories' | 'sink'>
  #given: Memory[] | null = null

  constructor(deps: Pick<AgentDependencies, 'memories' | 'sink'>) {
    this.#deps = deps
  }

  reset(): void {
    this.#given = null
  }

  async of(query: MemoryQuery, run: RunControl): Promise<Memory[]> {
    if (this.#given) return this.#given
    const { memories, sink } = this.#deps
    this.#given = memories ? await memories.retrieve(query, run) : []
    if (this.#given.length > 0) {
      const told = this.#given.map(({ id, kind, title, helped, failed }) => ({
        id,
        kind,
        title,
        helped,
        failed,
      }))
      sink.emit({ type: 'remembered', memories: told })
    }
    return this.#given
  }

  /** Counts, when a request or subtask ends, whether the memories have helped; an error, as of a model's service, does not count. */
  ended(status: string): void {
    const ids = this.#given?.map(({ id }) => id) ?? []
    this.#given = []
    if (status === 'ERROR') return
    this.#deps.memories?.followed(ids, status === 'FINISH' ? 'helped' : 'failed')
  }
}
