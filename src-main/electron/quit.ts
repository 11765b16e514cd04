// Ends the app: asks while a run goes on, and does not end before the engine has cleaned up, within bounds.

/** Milliseconds for cleaning up: ending a run gives back desktops, clipboards and held keys. */
const CLEAN_UP_MS = 15_000

interface QuitOptions {
  /** Tells whether a run would be lost. */
  isBusy: () => boolean
  /** Asks whether to quit all the same. */
  ask: () => Promise<boolean>
  cleanUp: () => Promise<void>
  /** Quits in the end: `before-quit` comes again, and nothing prevents it. */
  quit: () => void
  /** Called when a clean-up has failed or takes too long. */
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

  /** True once windows close for good. */
  get isEnding(): boolean {
    return this.#state === 'ending' || this.#state === 'done'
  }

  /** Listens for `before-quit`. */
  beforeQuit(event: { preventDefault(): void }): void {
    if (this.#state === 'done') return
    event.preventDefault()
    void this.#begin()
  }

  /** Quits without a question, because the system ends or a signal has come. */
  withoutAsking(): void {
    this.#mayAsk = false
    if (this.#state === 'open' || this.#state === 'asking') void this.#end()
  }

  async #begin(): Promise<void> {
    const { isBusy, ask, onTrouble } = this.#options
    if (this.#state !== 'open') return
    if (this.#mayAsk && isBusy()) {
      this.#state = 'asking'
      // If the question can't be asked, the app and its run stay.
      const goes = await ask().catch((error: unknown) => (onTrouble(error), false))
      // A signal may have come while the question was open.
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
