// Prints lines that stay, and below them one that changes while something goes on.
import { createLogUpdate } from 'log-update'
import { cut } from './text.ts'

export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number }

export class Screen {
  readonly #output: Output
  /** Replaces the last changing line by a new one. */
  readonly #update: ReturnType<typeof createLogUpdate>
  #live = ''
  #held = false

  constructor(output: Output) {
    this.#output = output
    this.#update = createLogUpdate(output, { showCursor: true })
  }

  get columns(): number {
    return Math.max(20, this.#output.columns ?? 100)
  }

  /** True when a line can be changed after it was written. */
  get canChange(): boolean {
    return this.#output.isTTY === true
  }

  /** Writes a permanent line. */
  print(line: string): void {
    const live = this.#live
    this.live('')
    this.#output.write(`${line}\n`)
    this.live(live)
  }

  /** Shows a line until the next call; the empty text shows none. Nothing happens where lines can't be changed. */
  live(text: string): void {
    if (!this.canChange || (this.#held && text !== '')) return
    this.#live = cut(text, this.columns - 1)
    if (this.#live === '') this.#update.clear()
    else this.#update(this.#live)
  }

  /** Keeps the bottom of the screen for a question: shows no changing line until the returned handle is disposed. */
  hold(): Disposable {
    this.live('')
    this.#held = true
    return {
      [Symbol.dispose]: () => {
        this.#held = false
      },
    }
  }
}
