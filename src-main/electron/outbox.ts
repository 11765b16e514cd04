// Queues what one window gets: nothing before it says that it is ready, and no picture before it has taken the one before.
import type { Push } from '../../src-preload/contract/pushes.ts'

type Frame = Extract<Push, { push: 'frame' }>

export class Outbox {
  readonly #send: (push: Push) => void
  #waiting: Push[] | null = []
  #frameOut = false
  /** The newest picture of each run that could not be sent yet. */
  readonly #frames = new Map<string, Frame>()

  constructor(send: (push: Push) => void) {
    this.#send = send
  }

  get isReady(): boolean {
    return this.#waiting === null
  }

  push(push: Push): void {
    if (push.push === 'frame') this.#pushFrame(push)
    else if (this.#waiting) this.#waiting.push(push)
    else this.#send(push)
  }

  /** Called when the page listens. */
  ready(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const push of waiting) this.#send(push)
    this.frameTaken()
  }

  /** Called when the page has drawn its last picture. */
  frameTaken(): void {
    this.#frameOut = false
    const [next] = this.#frames.values()
    if (!next || this.#waiting) return
    this.#frames.delete(next.run)
    this.#sendFrame(next)
  }

  #pushFrame(frame: Frame): void {
    if (this.#waiting || this.#frameOut) this.#frames.set(frame.run, frame)
    else this.#sendFrame(frame)
  }

  #sendFrame(frame: Frame): void {
    this.#frameOut = true
    this.#send(frame)
  }
}
