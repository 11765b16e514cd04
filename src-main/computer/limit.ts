// At most so many at once; the rest wait in the order they came.
import type { RunControl } from '../core/run-control.ts'

export class Limit {
  readonly #most: number
  #running = 0
  readonly #waiting = new Set<() => void>()

  constructor(most: number) {
    this.#most = most
  }

  /** Waits for a place, or throws when `run` ends before there is one. Dispose the place to give it back. */
  async enter(run: RunControl): Promise<Disposable> {
    if (this.#running >= this.#most) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#waiting.add(resolve)
      try {
        await run.race(promise)
      } catch (error) {
        // A place that was given in the same moment goes to the next one.
        if (!this.#waiting.delete(resolve)) this.#leave()
        throw error
      }
    } else {
      this.#running++
    }
    return { [Symbol.dispose]: () => this.#leave() }
  }

  /** Hands the place to the one that has waited longest. */
  #leave(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running--
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
