// What the agents know of the memory: a port. `retrieve.ts` has it from the store; without one nothing is remembered.
import type { Memory, MemoryKind } from '../../src-preload/contract/memory.ts'
import type { RunControl } from '../core/run-control.ts'

export interface MemoryQuery {
  request: string
  /** What is to be done now, where that is less than the request. */
  subtask?: string | null
  /** Names of the application that it is done in: its process's, its own; none for any. */
  applications?: readonly string[]
  /** All kinds without it. */
  kinds?: readonly MemoryKind[]
  /** Tokens that the memories together may take in a prompt. */
  budget?: number
  /** Hears what embedding the question has cost, as `CostAccount.add` does; without it the run alone pays. */
  paid?: (cost: number | null) => void
}

export interface MemoryPort {
  /**
   * The memories that fit, the best first, within the budget. A store that can't be read, or that is slow, gives none: a run
   * never fails for want of memory.
   */
  retrieve(query: MemoryQuery, run: RunControl): Promise<Memory[]>
  /** What came of a step of the run that was given these. Does not wait. */
  followed(ids: readonly number[], outcome: 'helped' | 'failed'): void
}

/** A question of an agent and what the person said to it. */
export interface PersonAnswer {
  question: string
  answer: string
  /** What was done when it was asked. */
  request: string
}

/** What the agents know of earlier answers. */
export interface AnswerPort {
  /** The answer that a person once gave to the same question; null where there is none, or it can't be read. */
  earlier(question: string, run: RunControl): Promise<Memory | null>
  /** A person has answered just now. Does not wait: it is kept with the experience of the run. */
  given(answer: PersonAnswer): void
}
