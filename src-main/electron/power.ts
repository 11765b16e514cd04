// Keeps the computer awake while a run works, and its screen on while a run works on it.
import { powerSaveBlocker } from 'electron'
import type { RunView } from '../../src-preload/contract/run-view.ts'

type Kind = 'prevent-app-suspension' | 'prevent-display-sleep'

/** Gives what keeps the system awake for these runs; a paused run needs nothing. A desktop with a locked screen can't be seen or driven. */
export function wakefulness(busy: readonly RunView[]): Kind | null {
  const working = busy.filter(({ paused }) => !paused)
  if (working.length === 0) return null
  return working.some(({ display }) => display?.kind === 'host')
    ? 'prevent-display-sleep'
    : 'prevent-app-suspension'
}

export class SleepBlocker {
  #kind: Kind | null = null
  #blocker: number | null = null

  update(busy: readonly RunView[]): void {
    const kind = wakefulness(busy)
    if (kind === this.#kind) return
    this.#kind = kind
    if (this.#blocker !== null) powerSaveBlocker.stop(this.#blocker)
    this.#blocker = kind === null ? null : powerSaveBlocker.start(kind)
  }
}
