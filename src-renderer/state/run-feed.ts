// Feeds the runs that this window looks at: all events through the one reducer, in order and without gaps, batched.
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { emptyRunView, reduceRunView, type RunView } from '../../src-preload/contract/run-view.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { faultWords } from './bridge.ts'
import { onNextFrame } from './frames.ts'

/** A run's state in this window. */
export interface OpenRun {
  view: RunView
  /** Requests that wait. */
  queue: readonly string[]
  /** Whether a program still carries it out. */
  alive: boolean
  /** Whether it is this program, so that it can be answered, queued and driven. */
  own: boolean
  /** The reply that streams in now, null between replies. */
  text: { role: string; text: string } | null
  state: 'loading' | 'ready' | 'failed'
  error: string | null
}

const newRun = (): OpenRun => ({
  view: emptyRunView(),
  queue: [],
  alive: false,
  own: false,
  text: null,
  state: 'loading',
  error: null,
})

interface Feed {
  watchers: number
  loading: boolean
  /** Whether another load was requested during one, because the running one may be older than the gap. */
  again: boolean
  pending: SessionEvent[]
  /** Text that came since the last frame. */
  text: OpenRun['text']
  textChanged: boolean
}

interface FeedOptions {
  bridge: Bridge
  read: (run: string) => OpenRun | undefined
  write: (changed: Record<string, OpenRun>) => void
  /** Forgets a run that nobody watches. */
  drop: (run: string) => void
}

/** How many runs are kept when nobody looks at them, so that a return to one is immediate. */
const MAX_KEPT = 6

/** How many events may be reduced at once before the window must react to the person again. */
const MAX_AT_ONCE = 5_000

export class RunFeed {
  readonly #options: FeedOptions
  readonly #feeds = new Map<string, Feed>()
  readonly #schedule: () => void
  /** Runs that are kept without a watcher, the oldest first. */
  #kept: string[] = []

  constructor(options: FeedOptions) {
    this.#options = options
    this.#schedule = onNextFrame(() => this.#flush())
  }

  /** Watches a run until the returned function is called; several watchers share one feed. */
  watch(run: string): () => void {
    const feed = this.#feeds.get(run) ?? {
      watchers: 0,
      loading: false,
      again: false,
      pending: [],
      text: null,
      textChanged: false,
    }
    this.#feeds.set(run, feed)
    this.#kept = this.#kept.filter((kept) => kept !== run)
    feed.watchers++
    if (feed.watchers === 1) {
      if (!this.#options.read(run)) this.#options.write({ [run]: newRun() })
      void this.#load(run, feed)
    }
    let ended = false
    return () => {
      if (ended) return
      ended = true
      if (--feed.watchers > 0) return
      this.#feeds.delete(run)
      this.#keep(run)
      // A closed window, or one without a connection, watches nothing any more.
      this.#options.bridge.call('unwatch_run', { run }).catch(() => {})
    }
  }

  #keep(run: string): void {
    this.#kept.push(run)
    while (this.#kept.length > MAX_KEPT) {
      const oldest = this.#kept.shift()
      if (oldest !== undefined) this.#options.drop(oldest)
    }
  }

  /** Continues from the last event of each run, after a lost connection. */
  loadAll(): void {
    for (const [run, feed] of this.#feeds) void this.#load(run, feed)
  }

  /** Reads a watched run again that could not be read. */
  again(run: string): void {
    const feed = this.#feeds.get(run)
    if (!feed) return
    this.#change(run, { state: 'loading', error: null })
    void this.#load(run, feed)
  }

  hear(push: Push): void {
    if (push.push === 'event') {
      const feed = this.#feeds.get(push.run)
      feed?.pending.push(push.event)
      if (feed) this.#schedule()
    } else if (push.push === 'model_text') {
      const feed = this.#feeds.get(push.run)
      if (!feed) return
      const before = push.reset || feed.text?.role !== push.role ? '' : feed.text.text
      feed.text = { role: push.role, text: before + push.text }
      feed.textChanged = true
      this.#schedule()
    } else if (push.push === 'queue') {
      this.#change(push.run, { queue: push.queue })
    }
  }

  #change(run: string, change: Partial<OpenRun>): void {
    const known = this.#options.read(run)
    if (known) this.#options.write({ [run]: { ...known, ...change } })
  }

  async #load(run: string, feed: Feed): Promise<void> {
    if (feed.loading) {
      feed.again = true
      return
    }
    feed.loading = true
    try {
      const after = this.#options.read(run)?.view.seq ?? -1
      const { events, alive, own, queue } = await this.#options.bridge.call('watch_run', { run, after })
      if (this.#feeds.get(run) !== feed) return
      feed.pending.push(...events)
      this.#change(run, { alive, own, queue, state: 'ready', error: null })
      this.#flush()
    } catch (error) {
      if (this.#feeds.get(run) === feed) this.#change(run, { state: 'failed', error: faultWords(error) })
    } finally {
      feed.loading = false
    }
    if (!feed.again || this.#feeds.get(run) !== feed) return
    feed.again = false
    void this.#load(run, feed)
  }

  #flush(): void {
    const changed: Record<string, OpenRun> = {}
    for (const [run, feed] of this.#feeds) {
      const known = this.#options.read(run)
      if (known) {
        const next = this.#advance(run, feed, known)
        if (next !== known) changed[run] = next
      }
    }
    if (Object.keys(changed).length > 0) this.#options.write(changed)
  }

  #advance(run: string, feed: Feed, known: OpenRun): OpenRun {
    let { view } = known
    const events = feed.pending.toSorted((one, other) => one.seq - other.seq)
    let taken = 0
    for (const event of events) {
      if (event.seq > view.seq + 1 || taken >= MAX_AT_ONCE) break
      view = reduceRunView(view, event)
      taken++
      // The streamed reply is complete, and has become an event.
      if (event.type === 'model_replied' || event.type === 'decided') {
        feed.text = null
        feed.textChanged = true
      }
    }
    feed.pending = events.slice(taken)
    if (taken >= MAX_AT_ONCE) this.#schedule()
    else if (feed.pending.length > 0 && !feed.loading) void this.#load(run, feed)
    const text = feed.textChanged ? feed.text : known.text
    feed.textChanged = false
    const alive = known.alive && view.finished_at === null
    if (view === known.view && text === known.text && alive === known.alive) return known
    return { ...known, view, text, alive }
  }
}
