// Ends the app: asks while a run goes on, and does not end before the engine has cleaned up, within bounds.

/** Milliseconds that cleaning up may take: ending a run gives desktops, clipboards and held keys back. */
const CLEAN_UP_MS = 15_000

interface QuitOptions {
  /** Tells whether a run would be lost. */
  isBusy: () => boolean
  /** Asks whether to quit in spite of it. */
  ask: () => Promise<boolean>
  cleanUp: () => Promise<void>
  /** Quits in the end: `before-quit` comes again, and nothing stops it. */
  quit: () => void
  /** Called for a clean-up that has failed or takes too long. */
  onTrouble: (what: unknown) => void
  cleanUpMs?: number
}

export class Quit {
  readonly #options: QuitOptions
  #state: 'open' | 'asking' | 'ending' | 'done' = 'open'
  #mayAsk = true

  constructor(options: QuitOptions) {
    this.#options = options
  }

  /** Windows close for good from now on. */
  get isEnding(): boolean {
    return this.#state === 'ending' || this.#state === 'done'
  }

  /** Listens for `before-quit`. */
  beforeQuit(event: { preventDefault(): void }): void {
    if (this.#state === 'done') return
    event.preventDefault()
    void this.#begin()
  }

  /** Quits without a question: the system ends, or a signal has come. */
  withoutAsking(): void {
    this.#mayAsk = false
    if (this.#state === 'open' || this.#state === 'asking') void this.#end()
  }

  async #begin(): Promise<void> {
    const { isBusy, ask, onTrouble } = this.#options
    if (this.#state !== 'open') return
    if (this.#mayAsk && isBusy()) {
      this.#state = 'asking'
      // A question that could not be asked keeps the app, and its run.
      const goes = await ask().catch((error: unknown) => (onTrouble(error), false))
      // A signal may have come meanwhile.
      if (this.isEnding) return
      this.#state = 'open'
      if (!goes) return
    }
    await this.#end()
  }

  async #end(): Promise<void> {
    const { cleanUp, quit, onTrouble, cleanUpMs = CLEAN_UP_MS } = this.#options
    this.#state = 'ending'
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('Cleaning up takes too long.')), cleanUpMs)
    try {
      await Promise.race([cleanUp(), late])
    } catch (error) {
      onTrouble(error)
    } finally {
      clearTimeout(timer)
      this.#state = 'done'
      quit()
    }
  }
}
