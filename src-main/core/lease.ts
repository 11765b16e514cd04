// Defines a right to act that passes on to another process unless it is renewed in time, and until when this one may use it.
import { hrtime } from 'node:process'
import { z } from 'zod'
import { StoppedError } from './errors.ts'

/**
 * A moment by both clocks of this machine, in milliseconds: `wall` goes on while the machine sleeps but can be set, `steady` is never set
 * and is the same in all processes.
 */
export const momentSchema = z.object({ wall: z.number(), steady: z.number() })
export type Moment = z.infer<typeof momentSchema>

export const momentNow = (): Moment => ({ wall: Date.now(), steady: Number(hrtime.bigint()) / 1e6 })

export const momentAfter = ({ wall, steady }: Moment, ms: number): Moment => ({
  wall: wall + ms,
  steady: steady + ms,
})

/** Tells whether a moment is past by at least one of the clocks. */
function isPast(moment: Moment): boolean {
  const now = momentNow()
  return now.wall >= moment.wall || now.steady >= moment.steady
}

export class Lease {
  #until: Moment
  readonly #words: string
  readonly #listeners = new Set<(until: Moment) => void>()

  /** Takes in `words` the reason for which work ends when the lease has lapsed. */
  constructor(until: Moment, words: string) {
    this.#until = until
    this.#words = words
  }

  get until(): Moment {
    return this.#until
  }

  get lapsed(): boolean {
    return isPast(this.#until)
  }

  /** Extends a renewed lease. A lapsed lease stays lapsed, because others may have acted since. */
  extend(until: Moment): void {
    if (this.lapsed) return
    this.#until = until
    for (const listener of this.#listeners) listener(until)
  }

  onExtended(listener: (until: Moment) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Makes the error that ends all work under the lease. */
  lapse(): StoppedError {
    return new StoppedError('lost', this.#words)
  }
}
