// Handles Ctrl+C, and the other signals that end a program.
import { EXIT } from './exit-code.ts'
import type { Screen } from './output/screen.ts'
import type { Shell } from './shell.ts'
import { drop } from '../core/control-flow.ts'
import { tell } from './output/table.ts'

/**
 * Milliseconds within which further signals count as the same one: a Ctrl+C reaches this program from the terminal and from npm, and a
 * closed terminal sends three signals. Cleaning up takes less.
 */
const SAME_WISH_MS = 3_000

/** Handles Ctrl+C: the first one stops the run (or releases a desktop that was kept open), a later one ends the program. */
export class Brake implements Disposable {
  readonly released: Promise<void>
  readonly #shell: Shell
  readonly #screen: Pick<Screen, 'live'>
  readonly #forget: () => void
  #release: () => void = () => {}
  #stop: (() => void) | null = null
  /** When the first signal of this wish came. */
  #wishedAt: number | null = null
  #pulled = false
  #kept = false

  constructor(shell: Shell, screen: Pick<Screen, 'live'>) {
    this.#shell = shell
    this.#screen = screen
    const { promise, resolve } = Promise.withResolvers<void>()
    this.released = promise
    this.#release = resolve
    this.#forget = shell.onInterrupt(() => this.pull())
  }

  get pulled(): boolean {
    return this.#pulled
  }

  attach(stop: () => void): void {
    this.#stop = stop
  }

  /** Call it when the run has ended and its desktop is kept open. */
  keptOpen(): void {
    this.#kept = true
    this.#wishedAt = null
    drop(tell(this.#shell, 'The desktop stays open. Ctrl+C closes it.', this.#shell.stderr))
  }

  pull(): void {
    const now = performance.now()
    if (this.#wishedAt !== null && now - this.#wishedAt < SAME_WISH_MS) return
    this.#wishedAt ??= now
    if (this.#kept) {
      this.#kept = false
      return this.#release()
    }
    if (this.#pulled) return this.#shell.exit(EXIT.stopped)
    this.#pulled = true
    if (this.#stop) this.#stop()
    this.#screen.live('')
    drop(tell(this.#shell, 'Stopping. If that takes long, Ctrl+C again ends at once.', this.#shell.stderr))
  }

  [Symbol.dispose](): void {
    this.#forget()
  }
}
