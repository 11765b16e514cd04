// Lines that stay, and below them one that changes while something goes on.
import { cut } from './text.ts'

export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

const CLEAR_LINE = '\r\u001b[2K'

export class Screen {
  readonly #output: Output
  #live = ''
  #held = false

  constructor(output: Output) {
    this.#output = output
  }

  get columns(): number {
    return Math.max(20, this.#output.columns ?? 100)
  }

  /** Whether a line can be changed after it was written. */
  get canChange(): boolean {
    return this.#output.isTTY === true
  }

  /** Writes a line that stays. */
  print(line: string): void {
    const live = this.#live
    this.#erase()
    this.#output.write(`${line}\n`)
    this.#draw(live)
  }

  /** Shows a line until the next call; the empty text shows none. Nothing happens where lines can't be changed. */
  live(text: string): void {
    if (!this.canChange) return
    this.#erase()
    this.#draw(text)
  }

  /** A question has the bottom of the screen: no changing line until the returned handle is disposed. */
  hold(): Disposable {
    this.#erase()
    this.#held = true
    return {
      [Symbol.dispose]: () => {
        this.#held = false
      },
    }
  }

  #erase(): void {
    if (this.#live !== '') this.#output.write(CLEAR_LINE)
    this.#live = ''
  }

  #draw(text: string): void {
    if (this.#held || text === '' || !this.canChange) return
    this.#live = cut(text, this.columns - 1)
    this.#output.write(this.#live)
  }
}
