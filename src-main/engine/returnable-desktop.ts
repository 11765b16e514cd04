// Gives back the desktop of a session while nobody asks anything of it, and opens another one for the next request.
import type { EventOf } from '../../src-preload/contract/events.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { BasicCommandDispatcher } from '../core/dispatcher.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { LiveDesktop } from '../core/live-desktop.ts'
import type { Logger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import type { DesktopSettings } from '../platform/virtual-desktop.ts'
import type { UnsavedWindow } from '../servers/desktop/protocol/messages.ts'
import type { IdleDesktop } from '../session/dependencies.ts'
import type { Stack } from './stack.ts'

/** Milliseconds for a check for unsaved work. */
const LOOK_MS = 30_000

/** A desktop with its driver. Disposing ends a virtual one with everything on it. */
export interface DrivenDesktop extends AsyncDisposable {
  display: EventOf<'run_started'>['display']
  stack: Pick<Stack, 'dispatcher' | 'desktopProcess'>
  live: Pick<LiveDesktop, 'isWatched'>
  settings: DesktopSettings | null
}

interface ReturnableDesktopParts {
  first: DrivenDesktop
  /** `nextId`: the first id that a control gets there. Throws UserError where no desktop can be opened. */
  open: (nextId: number, run: RunControl) => Promise<DrivenDesktop>
  /** Milliseconds without a request after which it is given back; null for never. */
  afterMs: number | null
  sink: EventSink
  logger: Logger
}

export class ReturnableDesktop implements IdleDesktop, AsyncDisposable {
  readonly #parts: ReturnableDesktopParts
  /** Null while the desktop is given back. */
  #driven: DrivenDesktop | null
  #nextId = 1
  /** Why it was kept, in the words that the person saw last. */
  #told: string | null = null

  constructor(parts: ReturnableDesktopParts) {
    this.#parts = parts
    this.#driven = parts.first
  }

  /** Null between two desktops. */
  get present(): DrivenDesktop | null {
    return this.#driven
  }

  /** Passes commands to the present desktop; between two desktops there is none. */
  get dispatcher(): BasicCommandDispatcher {
    const dispatcher = () => {
      if (!this.#driven) throw new Error('The desktop was given back, and no request has come.')
      return this.#driven.stack.dispatcher
    }
    return {
      executeCommands: async (commands, options, run) => dispatcher().executeCommands(commands, options, run),
      listTools: async (route, toolType, run) => dispatcher().listTools(route, toolType, run),
      reset: async (run) => dispatcher().reset(run),
    }
  }

  async whileIdle<T>(work: () => Promise<T>, run: RunControl): Promise<T> {
    const { afterMs } = this.#parts
    if (afterMs === null) return work()
    using idle = run.child({ name: 'Waiting for a request' })
    const waiting = this.#giveBackAfter(afterMs, run, idle)
    try {
      return await work()
    } finally {
      idle.stop()
      // A desktop that is being ended can't be used again, so this waits for its end.
      await waiting
    }
  }

  async takeUp(run: RunControl): Promise<boolean> {
    if (this.#driven) return false
    this.#driven = await this.#parts.open(this.#nextId, run)
    this.#told = null
    this.#parts.sink.emit({ type: 'desktop_renewed', display: this.#driven.display })
    return true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const driven = this.#driven
    this.#driven = null
    await driven?.[Symbol.asyncDispose]()
  }

  /** A pause, for example because a person takes over, restarts the wait. Never throws. */
  async #giveBackAfter(afterMs: number, run: RunControl, idle: RunControl): Promise<void> {
    let isTouched = false
    const forget = run.onPauseChange(() => {
      isTouched = true
    })
    try {
      while (this.#driven) {
        isTouched = false
        await idle.sleep(afterMs)
        if (!isTouched) await this.#giveBack(this.#driven, idle)
      }
    } catch (error) {
      if (!(error instanceof StoppedError)) this.#parts.logger.error(messageOf(error))
    } finally {
      forget()
    }
  }

  /** Keeps the desktop while a person uses it, or if their work would be lost with it. */
  async #giveBack(driven: DrivenDesktop, idle: RunControl): Promise<void> {
    const { sink, logger } = this.#parts
    const isInUse = () => idle.paused || driven.live.isWatched
    if (isInUse()) return
    const why = await whyKept(driven, idle)
    idle.throwIfStopped()
    if (isInUse()) return
    if (why !== null) {
      if (why !== this.#told) sink.emit({ type: 'warning', message: why })
      this.#told = why
      return
    }
    this.#driven = null
    this.#nextId = driven.stack.desktopProcess.nextId
    try {
      await driven[Symbol.asyncDispose]()
    } catch (error) {
      logger.error(`The virtual desktop did not end whole: ${messageOf(error)}`)
    }
    sink.emit({ type: 'desktop_given_back' })
  }
}

async function whyKept({ stack }: DrivenDesktop, idle: RunControl): Promise<string | null> {
  // This is no child of the run, because the run's deadlines stand still while a question is open.
  using look = new RunControl({ clock: idle.clock, timeoutMs: LOOK_MS, name: 'Looking for unsaved work' })
  try {
    const windows = await idle.race(stack.desktopProcess.ask('unsaved_work', {}, look))
    return windows.length === 0 ? null : `The virtual desktop is kept: ${keptWords(windows)}.`
  } catch (error) {
    idle.throwIfStopped()
    return `The virtual desktop is kept: it can’t be seen whether there is unsaved work (${messageOf(error)}).`
  }
}

/** Says why the desktop was kept: “*a.txt” has unsaved work, “Calc” may have some. */
const keptWords = (windows: UnsavedWindow[]): string =>
  windows
    .map(({ title, process_name, unsaved }) => {
      const name = title === '' ? process_name : title
      return `“${name}” ${unsaved ? 'has unsaved work' : 'may have unsaved work'}`
    })
    .join(', ')
