// What one run has of the memory: what it is reminded of, and what it leaves behind.
import type { Config } from '../../src-preload/contract/config.ts'
import type { Context } from '../core/context.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import type { MemoryStore } from '../memory/client.ts'
import { experienceOf } from '../memory/experience.ts'
import type { MemoryPort } from '../memory/port.ts'
import type { NewMemory } from '../memory/record.ts'
import { Retriever } from '../memory/retrieve.ts'
import type { Model } from '../models/model.ts'

export interface RunMemoryOptions {
  store: MemoryStore
  config: Config
  run: string
  model: Model
  sink: EventSink
  logger: Logger
  mask: <T>(value: T) => T
}

/** Dispose it before the journal: what was begun beside the run ends, or is given up with the run. */
export class RunMemory implements AsyncDisposable {
  readonly #options: RunMemoryOptions
  readonly #retriever: Retriever

  constructor(options: RunMemoryOptions) {
    this.#options = options
    const { store, model, sink, logger, config } = options
    const { budget, limit } = config.memory
    this.#retriever = new Retriever({ store, model, sink, logger, budget, limit })
  }

  /** What agents ask; nothing where a person has turned it off. */
  get port(): { memories?: MemoryPort } {
    return this.#options.config.memory.enabled ? { memories: this.#retriever } : {}
  }

  /** Returns the number of memories that were made or brought up to date. */
  readonly save = async (context: Context, run: RunControl): Promise<number> => {
    const { run: name, mask } = this.#options
    return this.keep(experienceOf({ context, run: name, mask }), run)
  }

  /** Returns the number of memories that were made or brought up to date. */
  readonly keep = async (records: NewMemory[], run: RunControl): Promise<number> => {
    if (records.length === 0) return 0
    const saved = await run.race(this.#options.store.ask('save', { records }))
    this.#retriever.embedBacklog(run)
    return new Set(saved.map(({ id }) => id)).size
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#retriever.settled()
  }
}
