// Tells whether a window has come to rest after an act. What changes for ever (a clock, a caret) does not delay that.
import type { ChangeWatch } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { changesBetween, isChanged, type Changes } from './changes.ts'
import type { Look } from './look.ts'
import type { DesktopState, View } from '../state.ts'
import { fairTime } from '../../../platform/fair-time.ts'

/** Milliseconds without change after which a window counts as settled: when its tree has changed, when only pixels have. */
const QUIET_MS = 60
const PIXELS_QUIET_MS = 200
/** An element that has changed in this many looks in a row is a clock or the like. */
const TICKS = 3

export class Settling {
  readonly #state: DesktopState
  readonly #act: ActMemory
  readonly #watch: ChangeWatch | null
  #last: { view: View; at: number } | null = null
  #latest: View | null = null
  /** Ref → looks in a row in which it had changed. */
  readonly #ticks = new Map<string, number>()

  constructor(state: DesktopState, act: ActMemory, watch: ChangeWatch | null) {
    this.#state = state
    this.#act = act
    this.#watch = watch
  }

  async isSettled(look: Look): Promise<boolean> {
    const changedAt = this.#watch?.lastChange() ?? null
    const now = fairTime()
    const quietFor = changedAt === null ? null : now - changedAt
    if (quietFor !== null && quietFor >= PIXELS_QUIET_MS) return true
    if (this.#last && now - this.#last.at < QUIET_MS) return false
    // If pixels have just changed, or none at all, a tree that is the same in two looks shows that the window has settled.
    const quiet = quietFor !== null && quietFor >= QUIET_MS
    if (!quiet && !this.#last) {
      await this.#remember(look, now)
      return false
    }
    const before = this.#last?.view ?? null
    const view = await this.#remember(look, now)
    if (!isChanged(await this.changes(look))) return false
    if (quiet) return true
    return view !== null && before !== null && !this.#hasMoved(before, view)
  }

  async changes(look: Look): Promise<Changes> {
    const windows = await look.windows()
    return changesBetween(this.#act.view, await look.view(), this.#act.windows, windows, this.#restless())
  }

  keep(look: Look): void {
    this.#latest = look.seen ?? this.#latest
  }

  /** Keeps the last seen state as the state before the next act. It is old if the last look did not read it. */
  finish(look: Look): void {
    if (this.#latest) this.#state.keepView(this.#latest, look.seen === null)
  }

  async #remember(look: Look, now: number): Promise<View | null> {
    const view = await look.view()
    if (!view) return null
    this.#last = { view, at: now }
    return view
  }

  /** Whether anything but clocks differs between two looks. */
  #hasMoved(before: View, after: View): boolean {
    const changes = changesBetween(before, after, [], [], new Set())
    const changed = new Set(changes.changed.map((change) => change.after.ref))
    for (const ref of this.#ticks.keys()) if (!changed.has(ref)) this.#ticks.delete(ref)
    for (const ref of changed) this.#ticks.set(ref, (this.#ticks.get(ref) ?? 0) + 1)
    return isChanged(changesBetween(before, after, [], [], this.#restless()))
  }

  #restless(): ReadonlySet<string> {
    const ticking = [...this.#ticks].filter(([, ticks]) => ticks >= TICKS).map(([ref]) => ref)
    return new Set([...this.#state.restless, ...ticking])
  }
}
