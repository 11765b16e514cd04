// What all sessions together may ask of one model of one service: who comes first is served first.
import PQueue from 'p-queue'
import { drop } from '../core/control-flow.ts'
import type { RunControl } from '../core/run-control.ts'

const MINUTE = 60_000

export interface Limits {
  /** Calls a minute, null for no limit. */
  requests_per_minute: number | null
  /** Tokens a minute, of what is told and answered; null for no limit. */
  tokens_per_minute: number | null
}

/** Each session has at most one call under way, so that the row is fair: nobody gets a second turn before those that wait. */
export class RateLimit {
  readonly #queue: PQueue
  readonly #tokens: number | null
  /** Of the last minute, on a clock that nobody sets. */
  #used: { at: number; tokens: number }[] = []
  #heldUntil = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ requests_per_minute, tokens_per_minute }: Limits, minuteMs = MINUTE) {
    this.#minuteMs = minuteMs
    this.#tokens = tokens_per_minute
    this.#queue = new PQueue(
      requests_per_minute === null
        ? {}
        : { intervalCap: requests_per_minute, interval: minuteMs, strict: true },
    )
  }
  readonly #minuteMs: number

  /** Resolves when it is this caller’s turn to call. Throws StoppedError at once on stop. */
  async turn(run: RunControl): Promise<void> {
    const place = this.#queue.add(() => {}, { signal: run.signal })
    drop(place.catch(() => {}))
    await run.race(place)
    await run.checkpoint()
  }

  /** Nobody calls for so long: the service has said so, or a limit is reached. Milliseconds. */
  hold(ms: number): void {
    const until = performance.now() + ms
    if (until <= this.#heldUntil) return
    this.#heldUntil = until
    this.#queue.pause()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#queue.start(), ms)
  }

  /** What a call has used; null where the service did not say. */
  spent(tokens: number | null): void {
    if (this.#tokens === null || tokens === null) return
    const now = performance.now()
    this.#used = [...this.#used.filter(({ at }) => at > now - this.#minuteMs), { at: now, tokens }]
    let sum = this.#used.reduce((all, each) => all + each.tokens, 0)
    // Until so much of it is older than a minute that there is room again.
    for (const { at, tokens: gone } of this.#used) {
      if (sum < this.#tokens) return
      sum -= gone
      this.hold(at + this.#minuteMs - now)
    }
  }
}

/** The limits of one engine, one for each model of each service, whichever role or session asks it. */
export class RateLimits {
  readonly #all = new Map<string, RateLimit>()

  /** The same for the same service, key and model; limits that have changed begin anew. */
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
