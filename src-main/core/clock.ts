// Defines time as a port, so that tests run on a virtual clock.

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds that only move forward, for deadlines and waits; they may be longer than those of `after`, never shorter. */
  monotonic(): number
  /** Real milliseconds that only move forward, for durations that are told. */
  elapsed(): number
  /** Calls back after `ms`; the returned function cancels. */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  elapsed: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(ms, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  },
}

/** A clock that stands still until `advance` is called. */
export class VirtualClock implements Clock {
  #now: number
  #timers = new Set<{ at: number; callback: () => void }>()

  constructor(start = 1_700_000_000_000) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#now
  }

  elapsed(): number {
    return this.#now
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Moves time forward by `ms` and runs what falls due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const due = [...this.#timers].filter((t) => t.at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#timers.delete(due)
      this.#now = due.at
      due.callback()
    }
    this.#now = end
  }
}
