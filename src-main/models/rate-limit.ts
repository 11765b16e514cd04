// Limits what all sessions together may ask of one model of one service, and serves them in the order of their requests.
import PQueue from 'p-queue'
import { drop } from '../core/control-flow.ts'
import type { RunControl } from '../core/run-control.ts'

const MINUTE_MS = 60_000

export interface Limits {
  /** Calls a minute, null for no limit. */
  requests_per_minute: number | null
  /** Tokens a minute, of questions and answers together; null for no limit. */
  tokens_per_minute: number | null
}

/** Limits an amount per minute, measured by a monotonic clock. */
class Minute {
  readonly #most: number | null
  readonly #ms: number
  #taken: { at: number; amount: number }[] = []

  constructor(most: number | null, ms: number) {
    this.#most = most
    this.#ms = ms
  }

  /** Takes an amount. Returns the milliseconds until enough of it is older than a minute. */
  take(amount: number): number {
    if (this.#most === null) return 0
    const now = performance.now()
    this.#taken = [...this.#taken.filter(({ at }) => at > now - this.#ms), { at: now, amount }]
    let sum = this.#taken.reduce((all, each) => all + each.amount, 0)
    let wait = 0
    for (const { at, amount: gone } of this.#taken) {
      if (sum < this.#most) break
      sum -= gone
      wait = at + this.#ms - now
    }
    return wait
  }
}

/** Holds the calls back in order. Each session has at most one call under way, so nobody gets a second turn before those that wait. */
export class RateLimit {
  /** Calls start one after the other, because each may be the last one for a while. */
  readonly #queue = new PQueue({ concurrency: 1 })
  readonly #requests: Minute
  readonly #tokens: Minute
  #heldUntil = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ requests_per_minute, tokens_per_minute }: Limits, minuteMs = MINUTE_MS) {
    this.#requests = new Minute(requests_per_minute, minuteMs)
    this.#tokens = new Minute(tokens_per_minute, minuteMs)
  }

  /** Resolves when it is this caller’s turn to call. Throws StoppedError at once on stop. */
  async turn(run: RunControl): Promise<void> {
    const place = this.#queue.add(() => this.hold(this.#requests.take(1)), { signal: run.signal })
    drop(place.catch(() => {}))
    await run.race(place)
    await run.checkpoint()
  }

  /** Lets no call through for this many milliseconds, because the service has asked for it or a limit is reached. */
  hold(ms: number): void {
    const until = performance.now() + ms
    if (ms <= 0 || until <= this.#heldUntil) return
    this.#heldUntil = until
    this.#queue.pause()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#queue.start(), ms)
  }

  /** Counts a call's usage; null where the service did not report it. */
  spent(tokens: number | null): void {
    if (tokens !== null) this.hold(this.#tokens.take(tokens))
  }
}

/** The limits of one engine: one for each model of each service, whichever role or session asks it. */
export class RateLimits {
  readonly #all = new Map<string, RateLimit>()

  /** Gives the same limit for the same service, key and model; a changed limit starts anew. */
  of(service: { baseUrl: string; keyName: string | null; model: string }, limits: Limits): RateLimit {
    const { requests_per_minute, tokens_per_minute } = limits
    const key = JSON.stringify([
      service.baseUrl,
      service.keyName,
      service.model,
      requests_per_minute,
      tokens_per_minute,
    ])
    const limit = this.#all.get(key) ?? new RateLimit(limits)
    this.#all.set(key, limit)
    return limit
  }
}
