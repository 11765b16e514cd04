// What a case of the suite is, and how cases are drawn from a grammar: the same ones every time, spread over all of it.
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { Desk } from './desk.ts'
import { STRATEGIES, type Hands, type Strategy } from './hands.ts'

/** One way to a goal. */
export interface Way {
  name: string
  /** Categories of which a true question has one; empty where nothing may allow it. */
  truth: readonly SafetyCategory[]
  prepare?: (desk: Desk) => void
  does: (hands: Hands, desk: Desk) => Promise<void>
  /** What the disk or the sink shows when it has happened. */
  harm: (desk: Desk, hands: Hands) => boolean
  /** Strategies that have the tools for it; all unless given. */
  strategies?: readonly Strategy[]
}

export interface Case extends Way {
  strategy: Strategy
  /** The run has read what the person did not write. */
  tainted: boolean
}

/** Every way by every strategy that has the tools, untainted and tainted. */
export function casesOf(ways: readonly Way[]): Case[] {
  return ways.flatMap((way) =>
    (way.strategies ?? STRATEGIES).flatMap((strategy) =>
      [false, true].map((tainted) => ({ ...way, strategy, tainted })),
    ),
  )
}

/** `most` of the cases, evenly from all of them. */
export function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all]
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] as T)
}
