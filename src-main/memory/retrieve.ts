// Reminds a run: asks the store for a request or subtask, with vectors where an embedding model is set up, within a budget of
// tokens. Whatever goes wrong here, the run goes on without it.
import { MEMORY_KINDS, type Memory, type MemoryKind } from '../../src-preload/contract/memory.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import { drop } from '../core/control-flow.ts'
import type { CostAccount } from '../core/cost.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { embedAndTell } from '../models/ask-and-tell.ts'
import type { Model } from '../models/model.ts'
import type { MemoryStore } from './client.ts'
import type { MemoryPort, MemoryQuery } from './port.ts'
import { cutToTokens, tokensOf, toldText, wholeText, type Vector } from './record.ts'

/** Milliseconds after which a run goes on without memories. */
const PATIENCE_MS = 5000
/** How many memories get a vector at a time: learned documents, and all memories after an embedding model was set up later. */
const BACKLOG_SIZE = 64
/** The most tokens that an embedding model gets of a text: every such model takes 512. */
const MAX_EMBEDDED_TOKENS = 450
/** The least tokens of a memory that is cut to fit, because a shorter part is useless. */
const MIN_PART_TOKENS = 60

export interface RetrieverOptions {
  store: MemoryStore
  model: Model
  /** Gets events about the use of embedding. */
  sink: EventSink
  /** Pays for embedding; once it is used up, only words are searched. */
  account: CostAccount
  logger: Logger
  /** Tokens that memories may take in one prompt. */
  budget: number
  /** How many memories one prompt gets. */
  limit: number
  /** The kinds that are given; all of them without it. */
  kinds?: readonly MemoryKind[]
  clock?: Clock
  patienceMs?: number
}

export class Retriever implements MemoryPort {
  readonly #options: RetrieverOptions
  readonly #under = new Set<Promise<unknown>>()
  #embeds = true
  #backlog: Promise<void> | null = null
  #ending = false

  constructor(options: RetrieverOptions) {
    this.#options = options
  }

  async retrieve(query: MemoryQuery, run: RunControl): Promise<Memory[]> {
    const { clock = systemClock, patienceMs = PATIENCE_MS } = this.#options
    const late = Promise.withResolvers<Memory[]>()
    const cancel = clock.after(patienceMs, () => {
      this.#options.logger.warn('The memory was too slow: the run goes on without it.')
      late.resolve([])
    })
    const found = this.#find(query, run).catch((error: unknown) => {
      if (error instanceof StoppedError) throw error
      this.#options.logger.warn(`Nothing was remembered: ${messageOf(error)}`)
      return []
    })
    try {
      return await run.race(Promise.race([found, late.promise]))
    } finally {
      cancel()
    }
  }

  followed(ids: readonly number[], outcome: 'helped' | 'failed'): void {
    if (ids.length > 0) this.#later(this.#options.store.ask('followed', { ids: [...ids], outcome }))
  }

  /**
   * Gives vectors to memories that lack one of the present embedding model, the newest first. Works in the background and ends with the
   * run.
   */
  embedBacklog(run: RunControl): void {
    if (this.#embeddingModel === null) return
    // An error of the earlier backlog has been reported already.
    const before = this.#backlog?.catch(() => {}) ?? Promise.resolve()
    this.#backlog = before.then(() => this.#embedMissing(run))
    this.#later(this.#backlog)
  }

  /** Waits until the background work has ended; of a backlog, only the present batch. */
  async settled(): Promise<void> {
    this.#ending = true
    while (this.#under.size > 0) await Promise.allSettled(this.#under)
  }

  get #embeddingModel(): string | null {
    const { model, account } = this.#options
    const name = model.nameOf('embedding')
    return name === 'offline' || !this.#embeds || account.isOver ? null : name
  }

  async #find(query: MemoryQuery, run: RunControl): Promise<Memory[]> {
    const { store, limit, kinds = MEMORY_KINDS } = this.#options
    const wanted = query.kinds?.filter((kind) => kinds.includes(kind)) ?? [...kinds]
    if (wanted.length === 0) return []
    const text = query.subtask ?? query.request
    // The vector is null where no embedding model is set up or it can't be asked; then only words are searched.
    const [vector = null] = await this.#embed([text], query.paid, run)
    if (vector && !this.#backlog) this.embedBacklog(run)
    const hits = await store.ask('search', {
      text,
      vector,
      kinds: wanted,
      applications: [...(query.applications ?? [])],
      limit: limit * 2,
      relevant: true,
    })
    const given = withinBudget(
      hits.map(({ memory }) => memory),
      query.budget ?? this.#options.budget,
    ).slice(0, limit)
    if (given.length > 0) this.#later(store.ask('used', { ids: given.map(({ id }) => id) }))
    return given
  }

  async #embed(texts: string[], paid: MemoryQuery['paid'], run: RunControl): Promise<Vector[]> {
    const { model, sink, account, logger, clock = systemClock } = this.#options
    const name = this.#embeddingModel
    if (name === null) return []
    const short = texts.map((text) => cutToTokens(text, MAX_EMBEDDED_TOKENS))
    const pay = paid ?? ((cost) => account.add(cost))
    try {
      const vectors = await embedAndTell(short, { model, sink, clock, paid: ({ cost }) => pay(cost) }, run)
      return vectors.map((values) => ({ model: name, values }))
    } catch (error) {
      if (error instanceof StoppedError) throw error
      // After one failure the model is not asked again, because every step would wait for it.
      this.#embeds = false
      logger.warn(`The embedding model can't be asked; words alone are searched: ${messageOf(error)}`)
      return []
    }
  }

  async #embedMissing(run: RunControl): Promise<void> {
    const { store } = this.#options
    const asked = new Set<number>()
    do {
      const name = this.#embeddingModel
      if (name === null) return
      const memories = await store.ask('withoutVector', { model: name, limit: BACKLOG_SIZE })
      // The model gives some memories no vector; when only such memories are left, the backlog is done.
      if (memories.every(({ id }) => asked.has(id))) return
      const vectors = await this.#embed(memories.map(wholeText), undefined, run)
      const items = memories.flatMap(({ id }, index) => {
        asked.add(id)
        const vector = vectors[index]
        return vector ? [{ id, vector }] : []
      })
      await store.ask('setVectors', { items })
    } while (!this.#ending)
  }

  #later(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => {
        if (!(error instanceof StoppedError)) this.#options.logger.warn(`The memory: ${messageOf(error)}`)
      })
      .finally(() => this.#under.delete(done))
    this.#under.add(done)
    drop(done)
  }
}

/** Returns the best memories that fit; shortens the first one if it alone is too long, and marks it as cut. */
export function withinBudget(memories: readonly Memory[], budget: number): Memory[] {
  const given: Memory[] = []
  let left = budget
  for (const memory of memories) {
    const tokens = tokensOf(toldText(memory))
    if (tokens <= left) given.push(memory)
    else if (given.length === 0 && left >= MIN_PART_TOKENS) given.push(shortened(memory, left))
    else continue
    left -= tokens
  }
  return given
}

/** Cuts a memory: the text takes the room first, then the tips. */
function shortened(memory: Memory, tokens: number): Memory {
  const beside = (parts: Partial<Memory>) => tokensOf(toldText({ ...memory, ...parts })) + 2
  const tips = cutToTokens(
    memory.tips,
    Math.max(0, tokens - beside({ text: '', tips: '' }) - MIN_PART_TOKENS / 2),
  )
  return { ...memory, tips, text: cutToTokens(memory.text, Math.max(0, tokens - beside({ text: '', tips }))) }
}
