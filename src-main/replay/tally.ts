// Counts what the acts of a replayed plan came to.
import type { PlannedAct } from './plan-file.ts'

/** The outcome of the acts of a plan; a healed act counts once, however many acts took its place. */
export interface Tally {
  done: number
  of: number
  /** The number of confirmed effects. */
  confirmed: number
  /** Steps (1-based) whose effect was observed at recording, but not this time. */
  unseen: number[]
  healed: number
  /** Steps that its person has left out. */
  leftOut: number
  /** Why the replay was stopped, in words; null where all was done. */
  stopped: string | null
}

export class Counts {
  #done = 0
  #confirmed = 0
  #healed = 0
  #unseen: number[] = []
  #isSeen = false

  get outcome(): Pick<Tally, 'done' | 'confirmed' | 'healed' | 'unseen'> {
    return { done: this.#done, confirmed: this.#confirmed, healed: this.#healed, unseen: this.#unseen }
  }

  /** Whether the last act has had an effect that was seen. */
  get isSeen(): boolean {
    return this.#isSeen
  }

  /** Counts an act that was done. Some effects are very short (a toggle that springs back), so a missing one is reported but is no failure. */
  act(act: PlannedAct, isSeen: boolean): void {
    this.#done++
    this.#isSeen = isSeen
    if (isSeen) this.#confirmed++
    else if (act.effect === 'confirmed') this.#unseen.push(act.step + 1)
  }

  /** Counts an act that a model has done in another way. */
  healed(act: PlannedAct, isSeen: boolean): void {
    this.#healed++
    this.act(act, isSeen)
  }
}
