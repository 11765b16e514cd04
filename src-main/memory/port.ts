// Defines what the agents know of the memory: a port, which `retrieve.ts` implements with the store. Without one nothing is
// remembered.
import type { Memory, MemoryKind } from '../../src-preload/contract/memory.ts'
import type { RunControl } from '../core/run-control.ts'

export interface MemoryQuery {
  request: string
  /** The present part of the request, where it is smaller than the request. */
  subtask?: string | null
  /** Names of the application in use (of its process, its own); none for any. */
  applications?: readonly string[]
  /** The kinds to find; all kinds without it. */
  kinds?: readonly MemoryKind[]
  /** Tokens that the memories together may take in a prompt. */
  budget?: number
  /** Gets the cost of embedding the question, as `CostAccount.add` does; without it only the run pays. */
  paid?: (cost: number | null) => void
}

export interface MemoryPort {
  /**
   * Returns the memories that fit, the best first, within the budget. A store that is slow or can't be read gives none, so that a run never
   * fails because of the memory.
   */
  retrieve(query: MemoryQuery, run: RunControl): Promise<Memory[]>
  /** Notes whether the part of the run that got these memories has worked. Does not wait. */
  followed(ids: readonly number[], outcome: 'helped' | 'failed'): void
}

/** A question of an agent and the person's answer. */
export interface PersonAnswer {
  question: string
  answer: string
  /** The request or subtask at which it was asked. */
  request: string
}

/** Gives the agents earlier answers. */
export interface AnswerPort {
  /** Returns the answer that a person once gave to the same question; null where there is none, or it can't be read. */
  earlier(question: string, run: RunControl): Promise<Memory | null>
  /** Takes an answer that a person has just given. Does not wait: it is kept with the experience of the run. */
  given(answer: PersonAnswer): void
}
