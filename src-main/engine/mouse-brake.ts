// Pauses the run when the person takes the mouse while the agent drives their desktop, as if they had pressed the button.
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { watchPerson, type PersonWatch } from '../computer/person-watch.ts'
import type { DesktopProcess } from '../computer/desktop-process.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf } from '../core/errors.ts'
import type { GlobalState } from '../core/global-state.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'

/** Milliseconds that a hand may stay on the mouse after a click that started the run, answered it or resumed it. */
const HAND_MS = 1500

interface MouseBrakeParts {
  desktop: Pick<DesktopProcess, 'watchPerson'>
  state: Pick<GlobalState, 'setRunningState'>
  run: RunControl
  logger: Logger
}

/**
 * Watches from the first act until the person is asked, has paused the run, or the round is over. Before the first act, and while the run
 * waits, the mouse is theirs anyway.
 */
export class MouseBrake implements AsyncDisposable {
  readonly #parts: MouseBrakeParts
  #personAt: number
  /** Changes of the watch wait for one another, so that a process gets the beginning and the end of a watch in order. */
  #watch: Promise<PersonWatch | null> = Promise.resolve(null)
  #armed = false
  #cancelTimer: (() => void) | null = null
  #pressed = false

  constructor(parts: MouseBrakeParts) {
    this.#parts = parts
    this.#personAt = parts.run.clock.monotonic()
  }

  /** Takes every event of the run, in order. */
  hear({ type }: Pick<SessionEvent, 'type'>): void {
    if (type === 'act_started') this.#arm()
    if (type === 'question_asked' || type === 'paused' || type === 'round_finished') this.#disarm()
    if (type === 'question_answered' || type === 'resumed') {
      this.#disarm()
      this.#personAt = this.#parts.run.clock.monotonic()
    }
  }

  /** Tells whether this brake caused the pause that has just begun. */
  takesBlame(): boolean {
    const pressed = this.#pressed
    this.#pressed = false
    return pressed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disarm()
    await this.#watch
  }

  #arm(): void {
    if (this.#armed) return
    this.#armed = true
    const { clock } = this.#parts.run
    const rest = this.#personAt + HAND_MS - clock.monotonic()
    this.#cancelTimer = clock.after(Math.max(0, rest), () => {
      this.#then(() => watchPerson(this.#parts.desktop, () => this.#moved()))
    })
  }

  #disarm(): void {
    if (!this.#armed) return
    this.#armed = false
    this.#cancelTimer?.()
    this.#then(() => Promise.resolve(null))
  }

  /** Ends the current watch, then begins the next one. */
  #then(next: () => Promise<PersonWatch | null>): void {
    const before = this.#watch
    const after = async () => {
      await (await before)?.[Symbol.asyncDispose]()
      return next()
    }
    this.#watch = after().catch((error: unknown) => {
      this.#parts.logger.warn(`The mouse is not watched: ${messageOf(error)}`)
      return null
    })
  }

  #moved(): void {
    const { run, state, logger } = this.#parts
    if (!this.#armed || run.paused || run.stopped) return
    this.#pressed = true
    drop(state.setRunningState('stopped'), (error) => logger.error(messageOf(error)))
  }
}
