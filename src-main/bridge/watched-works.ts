// Keeps work that goes on in this program for a while and tells its news, such as a batch or a worker. Windows may join later.
import { randomUUID } from 'node:crypto'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { STOPPED_BY_USER } from '../../src-preload/contract/words.ts'
import { StoppedError, UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Engine } from '../engine.ts'
import type { Caller } from './handler.ts'

/** How many past news a window gets that joins later. */
const MAX_NEWS = 10_000

interface WatchedWorkOptions<News> {
  engine: Pick<Engine, 'beside'>
  /** Does the work until it ends; `tell` sends its news. */
  work: (tell: (news: News) => void, run: RunControl) => Promise<void>
  /** Tells whether the work has begun with this news. */
  hasBegun: (news: News) => boolean
  /** Returns the last news of work that failed. */
  failed: (error: unknown) => News
  pushOf: (id: string, news: News) => Push
}

/** Keeps all work of one kind, by id. Ended work is kept until the program ends, so that its end can be read. */
export class WatchedWorks<News> {
  readonly #works = new Map<string, WatchedWork<News>>()

  /** Returns its id as soon as it has begun. Throws UserError where it can’t begin. */
  async start(options: WatchedWorkOptions<News>, caller: Caller): Promise<string> {
    const work = new WatchedWork(options)
    // A window that closes before the beginning no longer wants the work.
    using _gone = caller.onGone(() => work.stop())
    this.#works.set(work.id, work)
    try {
      await work.begun
      return work.id
    } catch (error) {
      this.#works.delete(work.id)
      throw error
    }
  }

  /** Throws UserError for an unknown id. */
  get(id: string): WatchedWork<News> {
    const work = this.#works.get(id)
    if (!work) throw new UserError('This program has no such work any more.')
    return work
  }
}

class WatchedWork<News> {
  readonly id: string = randomUUID()
  readonly news: News[] = []
  /** Rejects if the work could not begin. */
  readonly begun: Promise<void>
  readonly #watchers = new Map<Caller, Disposable>()
  #run: RunControl | null = null

  constructor({ engine, work, hasBegun, failed, pushOf }: WatchedWorkOptions<News>) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.begun = promise
    let isBegun = false
    const tell = (news: News) => {
      this.news.push(news)
      if (this.news.length > MAX_NEWS) this.news.shift()
      for (const watcher of this.#watchers.keys()) watcher.push(pushOf(this.id, news))
      isBegun ||= hasBegun(news)
      if (isBegun) resolve()
    }
    void engine
      .beside(
        (run) => {
          this.#run = run
          return work(tell, run)
        },
        { withinMs: null },
      )
      .catch((error: unknown) => {
        reject(error)
        if (isBegun) tell(failed(error))
      })
  }

  /** Makes a window watch it, and returns its news so far. */
  watch(caller: Caller): News[] {
    this.unwatch(caller)
    this.#watchers.set(
      caller,
      caller.onGone(() => this.unwatch(caller)),
    )
    return [...this.news]
  }

  unwatch(caller: Caller): void {
    this.#watchers.get(caller)?.[Symbol.dispose]()
    this.#watchers.delete(caller)
  }

  pause(): void {
    this.#run?.pause()
  }

  resume(): void {
    this.#run?.resume()
  }

  stop(reason = STOPPED_BY_USER): void {
    this.#run?.stop(new StoppedError('stopped', reason))
  }
}
