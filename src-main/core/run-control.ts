// Implements RunControl, the brake that every operation gets that can take time.
import { STOPPED_BY_USER } from '../../src-preload/contract/words.ts'
import { systemClock, type Clock } from './clock.ts'
import { StoppedError } from './errors.ts'
import type { Lease } from './lease.ts'

interface RunControlOptions {
  clock?: Clock
  /** Milliseconds after which the operation ends with a StoppedError of reason `deadline`. */
  timeoutMs?: number | null
  /** The operation's name in the message of a missed deadline: "click_input". */
  name?: string
  /** A right to act that may lapse: it is checked before every act, because no timer runs in a frozen process. */
  lease?: Lease | null
}

/**
 * Joins the abort signal, pause gate and deadline of an operation. A child stops with its parent, pauses with it, and may have
 * an earlier deadline. While a run is paused or held (an open question), every deadline under it stands still.
 */
export class RunControl implements Disposable {
  readonly #abort = new AbortController()
  readonly #clock: Clock
  readonly #name: string
  readonly #lease: Lease | null
  readonly #parent: RunControl | null
  readonly #children = new Set<RunControl>()
  #paused = false
  #holds = 0
  #waiters: (() => void)[] = []
  /** The reject functions of pending races. The signal's listeners are not used, because adding one searches all others. */
  readonly #races = new Set<(error: StoppedError) => void>()
  #remaining: number | null
  #startedAt = 0
  #cancelTimer: (() => void) | null = null
  #listeners = new Set<(paused: boolean) => void>()

  constructor(options: RunControlOptions = {}, parent: RunControl | null = null) {
    this.#clock = options.clock ?? (parent ? parent.#clock : systemClock)
    this.#name = options.name ?? 'run'
    this.#lease = options.lease ?? null
    this.#parent = parent
    this.#remaining = options.timeoutMs ?? null
    if (parent) {
      parent.#children.add(this)
      if (parent.signal.aborted) this.#abort.abort(parent.signal.reason)
    }
    this.#arm()
  }

  /** Aborted when the operation has to end; `signal.reason` is a StoppedError. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** The lease that it acts under, its own or that of its parent. */
  get lease(): Lease | null {
    return this.#lease ?? this.#parent?.lease ?? null
  }

  get clock(): Clock {
    return this.#clock
  }

  get paused(): boolean {
    return this.#paused || (this.#parent?.paused ?? false)
  }

  /** Whether this control itself is paused; pauses of its parent do not count. */
  get pausedItself(): boolean {
    return this.#paused
  }

  get stopped(): boolean {
    return this.signal.aborted
  }

  /** Ends the operation and all under it. The first reason stays. */
  stop(error: StoppedError = new StoppedError('stopped', STOPPED_BY_USER)): void {
    if (this.signal.aborted) return
    this.#abort.abort(error)
    for (const lose of this.#races) lose(error)
    this.#disarm()
    for (const child of this.#children) child.stop(error)
    this.#wake()
  }

  pause(): void {
    if (this.#paused || this.stopped) return
    this.#paused = true
    this.#standStill()
    for (const listener of this.#listeners) listener(true)
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#goOn()
    for (const listener of this.#listeners) listener(false)
  }

  /** Calls back at pauses and resumes of this control itself (a parent calls back at its own). */
  onPauseChange(listener: (paused: boolean) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stops deadlines until the returned handle is disposed, because a question is open. */
  hold(): Disposable {
    this.#holds++
    this.#standStill()
    let open = true
    return {
      [Symbol.dispose]: () => {
        if (!open) return
        open = false
        this.#holds--
        this.#goOn()
      },
    }
  }

  /** Throws the reason when the operation has to end. */
  throwIfStopped(): void {
    this.#mindLease()
    this.signal.throwIfAborted()
  }

  /** Waits while paused; throws when stopped. Called before every act and every single input event. */
  async checkpoint(): Promise<void> {
    this.throwIfStopped()
    while (this.paused) {
      await new Promise<void>((resolve) => this.#onWake(resolve))
      this.throwIfStopped()
    }
  }

  /** Makes a control for a part of this operation. Dispose it when the part has ended. */
  child(options: Omit<RunControlOptions, 'clock'> = {}): RunControl {
    return new RunControl(options, this)
  }

  /** Gives the promise's value, or throws as soon as the operation has to end. The promise itself is not cancelled. */
  async race<T>(promise: Promise<T>): Promise<T> {
    // If the operation has ended already, nobody else handles the promise's own failure, which is mostly the same one.
    promise.catch(() => {})
    this.throwIfStopped()
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    this.#races.add(reject)
    try {
      return await Promise.race([promise, aborted])
    } finally {
      this.#races.delete(reject)
    }
  }

  /** Waits `ms`, or throws when stopped. The only wait without a condition; for back-off and the `wait` tool. */
  async sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#clock.after(ms, resolve)
    try {
      await this.race(promise)
    } finally {
      cancel()
    }
  }

  /**
   * Asks `condition` again and again (every `everyMs`) until it gives something other than null or undefined, and
   * returns it; null when `withinMs` have passed.
   */
  async until<T>(
    condition: () => Promise<T | null | undefined> | T | null | undefined,
    withinMs: number,
    everyMs = 15,
  ): Promise<T | null> {
    const end = this.#clock.monotonic() + withinMs
    for (;;) {
      this.throwIfStopped()
      const value = await condition()
      if (value !== null && value !== undefined) return value
      if (this.#clock.monotonic() >= end) return null
      await this.sleep(everyMs)
    }
  }

  [Symbol.dispose](): void {
    this.#disarm()
    if (this.#parent) this.#parent.#children.delete(this)
  }

  get #still(): boolean {
    return this.paused || this.#held
  }

  get #held(): boolean {
    return this.#holds > 0 || (this.#parent !== null && this.#parent.#held)
  }

  #mindLease(): void {
    if (this.#parent) this.#parent.#mindLease()
    if (this.#lease?.lapsed) this.stop(this.#lease.lapse())
  }

  #arm(): void {
    if (this.#remaining === null || this.#cancelTimer || this.#still || this.stopped) return
    this.#startedAt = this.#clock.monotonic()
    this.#cancelTimer = this.#clock.after(this.#remaining, () => {
      // The clock may count slower than a timer does, and a timer may fire a little early.
      this.#disarm()
      if ((this.#remaining ?? 0) >= 1) return this.#arm()
      this.stop(new StoppedError('deadline', `${this.#name} took longer than it may.`))
    })
  }

  #disarm(): void {
    if (!this.#cancelTimer) return
    this.#cancelTimer()
    this.#cancelTimer = null
    if (this.#remaining !== null) {
      this.#remaining = Math.max(0, this.#remaining - (this.#clock.monotonic() - this.#startedAt))
    }
  }

  #standStill(): void {
    this.#disarm()
    for (const child of this.#children) child.#standStill()
  }

  #goOn(): void {
    if (this.#still) return
    this.#arm()
    this.#wake()
    for (const child of this.#children) child.#goOn()
  }

  #onWake(waiter: () => void): void {
    this.#waiters.push(waiter)
    this.signal.addEventListener('abort', waiter, { once: true })
  }

  #wake(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const waiter of waiters) waiter()
  }
}
