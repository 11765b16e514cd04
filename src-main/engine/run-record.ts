// Records a run while it goes on: its folder, its journal, its GlobalState, and the brake that watches the GlobalState.
import type { EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import { messageOf } from '../core/errors.ts'
import { GlobalState } from '../core/global-state.ts'
import type { Logger } from '../core/logger.ts'
import { watchBrake, type BrakeListener } from '../core/run-brake.ts'
import type { RunControl } from '../core/run-control.ts'
import { Journal } from '../recorder/journal.ts'
import { TypedPasswords } from '../recorder/passwords.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { StateFollower } from '../recorder/state-follower.ts'

export type Finished = EventOf<'session_finished'>

export interface RecordOptions {
  home: string
  logger: Logger
  /** The name that a person gave, null for one of its own. */
  task: string | null
  resumable?: boolean
  /** Awaited before the folder becomes known. */
  prepare?: (folder: RunFolder) => Promise<void>
  /** Called when the run has its folder, whose name is the run's, before the first event. */
  onBegun?: ((run: string) => void) | undefined
  onEvent(event: SessionEvent): void
}

/** Disposing it ends the record: all events are on the disk, the flags mark the run as over, and passwords are masked. */
export class RunRecord implements AsyncDisposable {
  readonly folder: RunFolder
  readonly journal: Journal
  readonly state: GlobalState
  readonly passwords: TypedPasswords
  /** Its last event. */
  finished: Finished | null = null
  /** Whether the person's hand on the mouse caused the pause that has just begun. */
  pausedByMouse: () => boolean = () => false
  readonly #logger: Logger
  readonly #follower: StateFollower
  #brake: Disposable | null = null

  private constructor(
    folder: RunFolder,
    journal: Journal,
    state: GlobalState,
    passwords: TypedPasswords,
    options: RecordOptions,
  ) {
    this.folder = folder
    this.journal = journal
    this.state = state
    this.passwords = passwords
    this.#logger = options.logger
    this.#follower = new StateFollower(state, folder, options.logger)
    journal.subscribe((event) => {
      this.#follower.hear(event)
      if (event.type === 'session_finished') this.finished = event
      options.onEvent(event)
    })
  }

  /** From now on the flags of its GlobalState stop and pause `run`. */
  static async open(options: RecordOptions, run: RunControl): Promise<RunRecord> {
    const { home, task, resumable = false, prepare, onBegun } = options
    const folder = await RunFolder.create(home, task, { resumable })
    await prepare?.(folder)
    onBegun?.(folder.name)
    const passwords = new TypedPasswords()
    using opened = new DisposableStack()
    const journal = opened.use(await Journal.open(folder.eventsPath, { run: folder.name, passwords }))
    const state = await GlobalState.open(folder.statePath)
    const record = new RunRecord(folder, journal, state, passwords, options)
    record.#brake = await watchBrake(state, run, record.#teller)
    opened.move()
    return record
  }

  async [Symbol.asyncDispose](): Promise<void> {
    using _closedLast = this.journal
    try {
      await this.journal.sync()
    } finally {
      await this.#follower.settled()
      // Nothing can be stopped any more; from here on the flag means that the run is over.
      this.#brake?.[Symbol.dispose]()
      await this.#endState().catch((error: unknown) => this.#logger.warn(messageOf(error)))
    }
    // Nothing more is written, so the passwords can be masked in the files.
    const { folder } = this
    await this.passwords
      .scrub(folder)
      .catch((error: unknown) => this.#logger.warn({ run: folder.name }, messageOf(error)))
  }

  async #endState(): Promise<void> {
    await this.state.setRunningState('stopped')
    await this.state.setTerminationFlag('terminated')
  }

  /** Records the brake's changes. The session's end is its last event, even if its desktop stays open afterwards. */
  get #teller(): BrakeListener {
    const tell = (type: 'paused' | 'resumed' | 'stop_requested') => {
      const byMouse = type === 'paused' && this.pausedByMouse()
      if (this.finished === null) this.journal.emit({ type, by: byMouse ? 'mouse' : 'person' })
    }
    return {
      paused: () => tell('paused'),
      resumed: () => tell('resumed'),
      stopped: () => tell('stop_requested'),
    }
  }
}
