// Remembers the files that the run itself has made for a request with the gate's leave: nobody loses work of their own when it replaces one.
import { statOf } from '../core/stat.ts'

/** Milliseconds within which a program has written the file that it was told to save. A later change is of somebody else. */
const WRITTEN_WITHIN_MS = 10_000
/** Milliseconds by which a file's time may lag behind the clock: file systems count in the kernel's ticks. */
const MAX_TICK_MS = 20

export class OwnWork {
  /** Path → when its file was last saved by an act of the run, and for which request. */
  readonly #saved = new Map<string, { at: number; request: number }>()
  readonly #request: () => number

  /** `request` counts the person's words so far: what an earlier request has made is the person's, who may have come to need it. */
  constructor(request: () => number) {
    this.#request = request
  }

  /** Adds a file that an admitted act is about to save: one that is not there yet, is the run's own, or may be replaced by the person's leave. */
  add(path: string, now: number, mayReplace: boolean): void {
    if (mayReplace || statOf(path) === null || this.has(path))
      this.#saved.set(path, { at: now, request: this.#request() })
    else this.#saved.delete(path)
  }

  /**
   * Whether what lies there now is what the run has saved. A file that was moved there keeps its older time, and one that the person has changed
   * since has a newer one.
   */
  has(path: string): boolean {
    const saved = this.#saved.get(path)
    const written = statOf(path)?.mtimeMs
    if (saved?.request !== this.#request() || written === undefined) return false
    return written >= saved.at - MAX_TICK_MS && written - saved.at < WRITTEN_WITHIN_MS
  }
}
