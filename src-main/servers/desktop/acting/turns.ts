// Lets acts run one at a time: there is one pointer and one keyboard. A look, or the person's hand, waits a little for an act.
import { drop } from '../../../core/control-flow.ts'

export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  #acting: Promise<unknown> | null = null

  /** Does `work` after all earlier turns. With `hands`, it uses pointer or keyboard, so others wait meanwhile. */
  take<T>(hands: boolean, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => {
      const done = work()
      if (hands) {
        this.#acting = done
        drop(done.finally(() => (this.#acting = null)))
      }
      return done
    })
    this.#last = turn.catch(() => {})
    return turn
  }

  /** Returns when all turns so far are over. */
  async all(): Promise<void> {
    await this.#last
  }

  /** Waits at most `ms` until pointer and keyboard are at rest. Returns whether they are. */
  async rest(ms: number): Promise<boolean> {
    const end = performance.now() + ms
    while (this.#acting !== null) {
      const left = end - performance.now()
      if (left <= 0) return false
      const timer = Promise.withResolvers<void>()
      const handle = setTimeout(timer.resolve, left)
      await Promise.race([this.#acting.catch(() => {}), timer.promise])
      clearTimeout(handle)
    }
    return true
  }
}
