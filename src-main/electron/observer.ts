// Observes the runs that go on, for the app itself: as a window without a page, which gets what every window gets.
import { appStateSchema, type Glance } from '../../src-preload/contract/calls/app.ts'
import { runCalls } from '../../src-preload/contract/calls/runs.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import {
  emptyRunView,
  openQuestion,
  reduceRunView,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import type { Connection } from '../bridge/router.ts'
import { drop } from '../core/control-flow.ts'

/** A running run after one of its events; null for the first look at a run. */
export type Seen = { view: RunView; event: SessionEvent | null }

interface Watched {
  view: RunView
  /** Events that came before the answer, which holds all earlier events. */
  early: SessionEvent[] | null
}

export class RunObserver {
  readonly #connection: Connection
  readonly #runs = new Map<string, Watched>()
  readonly #seen = new Set<(seen: Seen) => void>()
  readonly #changed = new Set<() => void>()
  #glance: Glance = 'idle'

  constructor(connect: (push: (push: Push) => void) => Connection) {
    this.#connection = connect((push) => this.#hear(push))
    drop(
      this.#connection.call('app_state', {}).then((answer) => {
        const state = appStateSchema.safeParse(answer.ok ? answer.value : null)
        if (state.success) this.#follow(state.data.live, state.data.glance)
      }),
    )
  }

  get glance(): Glance {
    return this.#glance
  }

  /** The views of the runs that go on, the newest first. */
  get views(): RunView[] {
    return [...this.#runs.values()].map(({ view }) => view).toReversed()
  }

  /** The runs that work, or wait for the person in the middle of their work; not those that only wait for a next request. */
  get busy(): RunView[] {
    return this.views.filter(isBusy)
  }

  /** Calls back with each event of each run, and the view after it. */
  onSeen(listener: (seen: Seen) => void): void {
    this.#seen.add(listener)
  }

  /** Calls back on any change: of a run, of the list of runs, of the state at a glance. */
  onChanged(listener: () => void): void {
    this.#changed.add(listener)
  }

  /** Calls as a window would; failures are reported by events only. */
  control(run: string, wish: 'pause' | 'resume' | 'stop'): void {
    drop(this.#connection.call('control_run', { run, wish }))
  }

  #hear(push: Push): void {
    if (push.push === 'app') this.#follow(push.state.live, push.state.glance)
    if (push.push !== 'event') return
    const watched = this.#runs.get(push.run)
    if (watched?.early) watched.early.push(push.event)
    else if (watched) this.#reduce(watched, push.event)
  }

  #follow(live: readonly string[], glance: Glance): void {
    this.#glance = glance
    for (const run of this.#runs.keys()) if (!live.includes(run)) this.#runs.delete(run)
    // The list has the newest run first, and the map has it last.
    for (const run of live.toReversed()) if (!this.#runs.has(run)) drop(this.#watch(run))
    this.#tell()
  }

  async #watch(run: string): Promise<void> {
    const watched: Watched = { view: { ...emptyRunView(), run }, early: [] }
    this.#runs.set(run, watched)
    const answer = await this.#connection.call('watch_run', { run, after: -1 })
    const { data } = runCalls.watch_run.output.safeParse(answer.ok ? answer.value : null)
    const early = watched.early ?? []
    watched.early = null
    for (const event of [...(data?.events ?? []), ...early]) this.#reduce(watched, event)
    this.#tell()
  }

  #reduce(watched: Watched, event: SessionEvent): void {
    const before = watched.view
    watched.view = reduceRunView(before, event)
    if (watched.view === before) return
    for (const listener of this.#seen) listener({ view: watched.view, event })
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#changed) listener()
  }
}

/** Tells whether a run only waits for a next request. */
export function isWaiting(view: RunView): boolean {
  const kind = openQuestion(view)?.kind
  return kind === 'new_request' || kind === 'first_request'
}

export const isBusy = (view: RunView): boolean => view.finished_at === null && !isWaiting(view)
