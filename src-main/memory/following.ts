// Counts, once the end of a run is known, whether the memories that it was given helped: the agents say it of their parts, and
// the evaluation of the whole has the last word.
import type { Memory } from '../../src-preload/contract/memory.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Verdict } from './experience.ts'
import type { MemoryPort, MemoryQuery } from './port.ts'

export class Following implements MemoryPort {
  readonly #memories: MemoryPort
  /** Memories that were given and that no agent has reported on yet. */
  readonly #open = new Set<number>()
  #told: { ids: readonly number[]; outcome: 'helped' | 'failed' }[] = []

  constructor(memories: MemoryPort) {
    this.#memories = memories
  }

  async retrieve(query: MemoryQuery, run: RunControl): Promise<Memory[]> {
    const found = await this.#memories.retrieve(query, run)
    for (const { id } of found) this.#open.add(id)
    return found
  }

  followed(ids: readonly number[], outcome: 'helped' | 'failed'): void {
    for (const id of ids) this.#open.delete(id)
    if (ids.length > 0) this.#told.push({ ids, outcome })
  }

  /**
   * Counts by the verdict. With null (nobody judged the whole, or it was stopped), the agents' reports count. If the whole has failed, no
   * memory has helped, and memories without a report (a limit was reached) have failed; `alone`: with one subtask, all have failed; with
   * several, nobody knows which. Does not wait; a second call counts nothing.
   */
  settle(verdict: Verdict | null, alone: boolean): void {
    const failed = verdict?.complete === 'no'
    for (const { ids, outcome } of this.#told) {
      if (!failed || outcome === 'failed') this.#memories.followed(ids, outcome)
      else if (alone) this.#memories.followed(ids, 'failed')
    }
    if (failed && this.#open.size > 0) this.#memories.followed([...this.#open], 'failed')
    this.#told = []
    this.#open.clear()
  }
}
