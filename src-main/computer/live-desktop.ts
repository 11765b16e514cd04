// Shows a desktop to persons who watch it, and passes on their input, over its desktop process. All watchers share the captures;
// only the last frame is kept, for a watcher that comes later.
import type { PersonInput } from '../../src-preload/contract/person-input.ts'
import type { PersonAct } from '../../src-preload/contract/person-acts.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { screenRect } from '../core/geometry.ts'
import type { LiveDesktop, LiveFrame, OnFrame } from '../core/live-desktop.ts'
import { silentLogger, type Logger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import type { FrameAnswer, FrameRequest } from '../servers/desktop/protocol/messages.ts'
import type { DesktopProcess } from './desktop-process.ts'

/** Least milliseconds between two frames. */
const PACE_MS = 100
/** Milliseconds that the process waits for a change before it captures anyway. */
const PATIENCE_MS = 1000
/** Milliseconds that a process may take to give a frame. */
const FRAME_MS = 5000
/** Milliseconds until a desktop that gave no frame is asked again; longer each time. */
const RETRY_MS = 250
const LONGEST_RETRY_MS = 4000
/** Milliseconds that the person's input may take: a long text is typed. */
const INPUT_MS = 15_000
const LET_GO_MS = 2000

type Desktop = Pick<DesktopProcess, 'ask' | 'unwatch' | 'kind' | 'isEnded' | 'kill'>

class Watcher {
  readonly width: number
  readonly #onFrame: OnFrame
  readonly #logger: Logger
  #taking = false
  #next: LiveFrame | null = null
  over = false
  /** Whether the watcher has had a frame. */
  greeted = false

  constructor(width: number, onFrame: OnFrame, logger: Logger) {
    this.width = width
    this.#onFrame = onFrame
    this.#logger = logger
  }

  /** Gives a frame to the watcher, or keeps the newest one until the watcher has taken the last. */
  give(frame: LiveFrame): void {
    if (this.over) return
    this.greeted = true
    if (this.#taking) {
      this.#next = frame
      return
    }
    this.#taking = true
    const taken = (error: unknown) => {
      if (error !== undefined) this.#logger.warn(`A watcher of the desktop failed: ${messageOf(error)}`)
      this.#taking = false
      const next = this.#next
      this.#next = null
      if (next) this.give(next)
    }
    Promise.resolve()
      .then(() => this.#onFrame(frame))
      .then(() => taken(undefined), taken)
  }
}

class SharedLiveDesktop implements LiveDesktop {
  readonly kind: 'host' | 'virtual'
  readonly #desktop: Desktop
  readonly #logger: Logger
  readonly #watchers = new Set<Watcher>()
  /** Width → the newest frame. */
  readonly #newest = new Map<number, LiveFrame>()
  /** Widths for which a first frame is being made. */
  readonly #underWay = new Set<number>()
  /** Ends the loop that asks for frames; null while nobody watches. */
  #loop: RunControl | null = null

  constructor(desktop: Desktop, logger: Logger) {
    this.kind = desktop.kind
    this.#desktop = desktop
    this.#logger = logger
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0
  }

  watch({ maxWidth }: { maxWidth: number }, onFrame: OnFrame): Disposable {
    const watcher = new Watcher(Math.max(16, Math.floor(maxWidth)), onFrame, this.#logger)
    this.#watchers.add(watcher)
    if (this.#loop) this.#greet(watcher, this.#loop)
    else this.#begin()
    return {
      [Symbol.dispose]: () => {
        watcher.over = true
        this.#watchers.delete(watcher)
        if (this.#watchers.size === 0) this.#end()
      },
    }
  }

  async input(inputs: readonly PersonInput[], tells = false): Promise<PersonAct[]> {
    using run = new RunControl({ timeoutMs: INPUT_MS, name: 'Your input' })
    try {
      const { unknown, seen } = await this.#desktop.ask('person_input', { inputs: [...inputs], tells }, run)
      if (unknown.length > 0) this.#logger.info(`Keys without a name on this desktop: ${unknown.length}.`)
      return seen
    } catch (error) {
      // A hanging process may hold the keys that the person holds, so it is killed and another process releases them.
      if (run.stopped) this.#desktop.kill()
      throw new UserError(`Your input did not reach the desktop: ${messageOf(error)}`, { cause: error })
    }
  }

  async letGo(): Promise<void> {
    if (this.#desktop.isEnded) return
    using run = new RunControl({ timeoutMs: LET_GO_MS, name: 'Letting go' })
    try {
      await this.#desktop.ask('let_go', {}, run)
    } catch (error) {
      this.#logger.warn(`What the person holds is let go of by another process: ${messageOf(error)}`)
      this.#desktop.kill()
    }
  }

  #begin(): void {
    const loop = new RunControl({ name: 'Frames' })
    this.#loop = loop
    drop(this.#follow(loop), (error) => {
      if (!loop.stopped) this.#logger.warn(`No more frames: ${messageOf(error)}`)
    })
  }

  #end(): void {
    this.#loop?.stop()
    this.#loop?.[Symbol.dispose]()
    this.#loop = null
    this.#newest.clear()
    this.#desktop.unwatch()
  }

  /** Gives a later watcher a frame at once: the newest of its width, one that is under way, or a new one. */
  #greet(watcher: Watcher, loop: RunControl): void {
    const newest = this.#newest.get(watcher.width)
    if (newest) {
      watcher.give(newest)
      return
    }
    if (this.#underWay.has(watcher.width)) return
    this.#underWay.add(watcher.width)
    const made = this.#ask({ widths: [watcher.width], seen: null, within_ms: 0 }, loop)
    drop(
      made
        .then((answer) => this.#hand(answer, [watcher.width], (each) => !each.greeted))
        .finally(() => this.#underWay.delete(watcher.width)),
    )
  }

  async #follow(loop: RunControl): Promise<void> {
    let seen: number | null = null
    let retry = RETRY_MS
    while (!loop.stopped && !this.#desktop.isEnded) {
      const began = performance.now()
      const widths = [...new Set([...this.#watchers].map((watcher) => watcher.width))]
      if (seen === null) for (const width of widths) this.#underWay.add(width)
      try {
        const answer: FrameAnswer = await this.#ask({ widths, seen, within_ms: PATIENCE_MS }, loop)
        seen = answer.seen
        retry = RETRY_MS
        // This drops the frames of widths that nobody watches any more.
        if (answer.pictures.length > 0) this.#newest.clear()
        this.#hand(answer, widths)
      } catch (error) {
        if (loop.stopped) return
        // The process hangs, is gone or is restarting, so there are no frames for a while.
        this.#logger.debug(`No frame: ${messageOf(error)}`)
        seen = null
        await loop.sleep(retry)
        retry = Math.min(LONGEST_RETRY_MS, retry * 2)
      } finally {
        for (const width of widths) this.#underWay.delete(width)
      }
      await loop.sleep(Math.max(0, PACE_MS - (performance.now() - began)))
    }
  }

  async #ask(params: FrameRequest, loop: RunControl): Promise<FrameAnswer> {
    using run = loop.child({ timeoutMs: FRAME_MS, name: 'A frame' })
    return await this.#desktop.ask('frame', params, run)
  }

  #hand(
    { pictures, bounds }: FrameAnswer,
    widths: readonly number[],
    wants: (watcher: Watcher) => boolean = () => true,
  ): void {
    for (const [at, { width, height, data }] of pictures.entries()) {
      const wanted = widths[at]
      if (wanted === undefined) continue
      const frame: LiveFrame = {
        data: Buffer.from(data, 'base64'),
        width,
        height,
        bounds: screenRect(bounds),
      }
      this.#newest.set(wanted, frame)
      for (const watcher of this.#watchers)
        if (watcher.width === wanted && wants(watcher)) watcher.give(frame)
    }
  }
}

/** Shares the desktop of a run with its watchers. It ends with the desktop process; a watch that is still on gets no more frames then. */
export const createLiveDesktop = (desktop: Desktop, logger: Logger = silentLogger): LiveDesktop =>
  new SharedLiveDesktop(desktop, logger)
