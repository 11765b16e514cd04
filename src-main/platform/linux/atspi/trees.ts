// Trees of windows, and which of them are still true. A tree is used again only while its application has told of no
// change, nothing but a caret was painted in its windows, and nobody covers them; then one round trip is enough.
import { intersection } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformWindow } from '../../platform.ts'
import type { Application } from './applications.ts'
import { ROOT_PATH, type ObjectRef } from './calls.ts'
import type { AccessibilityBus, AccessibilityConnection } from './connection.ts'
import type { Repaints } from './repaints.ts'
import { TreeReader, type Listed } from './tree-reader.ts'
import type { WindowSource } from './window-source.ts'

/** Trees that are remembered for what a single control can't tell of itself. */
const REMEMBERED = 8
/** Milliseconds after which a tree is read anew in any case. */
const MAX_AGE = 5000
/** Objects in a cache: telling all of 20,000 keeps a GTK application busy for more than a second. */
const LARGE = 8000

export interface Read {
  listed: Listed[]
  limited: string | null
}

interface Moment {
  events: number
  painted: number | null
  /** Handles, titles and places of the application's windows. */
  windows: string
}

interface Kept {
  read: Read
  cut: boolean
  max: number
  details: boolean
  readAt: number
  moment: Moment
  byRef: Map<string, Listed>
}

export class Trees {
  readonly #connection: AccessibilityConnection
  readonly #source: WindowSource
  readonly #repaints: Repaints | null
  /** Per application and window, the latest last. */
  readonly #kept = new Map<string, Kept>()
  /** Applications whose cache is too large to be asked for again. */
  readonly #large = new Set<string>()

  constructor(connection: AccessibilityConnection, source: WindowSource, repaints: Repaints | null) {
    this.#connection = connection
    this.#source = source
    this.#repaints = repaints
  }

  /** What the last trees said of a control. */
  remembered(ref: string): Listed | null {
    for (const kept of [...this.#kept.values()].toReversed()) {
      const found = kept.byRef.get(ref)
      if (found) return found
    }
    return null
  }

  /** The visible controls of a window and its pop-ups. `limited` says why they are not all. */
  async read(window: PlatformWindow, max: number, details: boolean, run: RunControl): Promise<Read> {
    const connected = await this.#connection.get(run)
    if (typeof connected === 'string') return { listed: [], limited: connected }
    const { applications, calls } = connected
    // Most often it is still the same application: it is asked at once, not after the registry.
    const early = new Map(
      applications.lastOf(window.pid).map((bus) => [bus, calls.children({ bus, path: ROOT_PATH })]),
    )
    const [own, windows, painted] = await run.race(
      Promise.all([applications.ofProcess(window.pid), this.#source.windows(run), this.#repaints?.now()]),
    )
    if (typeof own === 'string') return { listed: [], limited: own }
    if (own.length === 0) return { listed: [], limited: noTree(window) }
    const reads = await Promise.all(
      own.map((application) =>
        this.#readOne(
          connected,
          application,
          {
            window,
            windows,
            max,
            details,
            painted: painted ?? null,
            roots: early.get(application.bus) ?? null,
          },
          run,
        ),
      ),
    )
    const listed = reads.flatMap((read) => read.listed)
    const limited = reads.map((read) => read.limited).find((reason) => reason !== null) ?? null
    return { listed, limited: limited ?? (listed.length === 0 ? noTree(window) : null) }
  }

  async #readOne(
    connected: AccessibilityBus,
    { bus }: Application,
    asked: {
      window: PlatformWindow
      windows: PlatformWindow[]
      max: number
      details: boolean
      painted: number | null
      roots: Promise<ObjectRef[] | null> | null
    },
    run: RunControl,
  ): Promise<Read> {
    const { calls, applications, changes } = connected
    const { window, max, details } = asked
    // The answer is the barrier: events that the application has sent before it have been counted.
    const [roots, toolkit] = await run.race(
      Promise.all([asked.roots ?? calls.children({ bus, path: ROOT_PATH }), applications.toolkit(bus)]),
    )
    if (!roots || !toolkit) return { listed: [], limited: `${window.application} does not answer.` }
    const windows = asked.windows.filter((one) => one.pid === window.pid)
    const moment: Moment = { events: changes.of(bus), painted: asked.painted, windows: describe(windows) }
    const key = `${bus} ${window.handle}`
    const kept = this.#kept.get(key)
    if (kept && serves(kept, max, details) && this.#isStill(kept, moment, windows, asked.windows))
      return kept.read
    const cache = toolkit !== 'qt' && !this.#large.has(bus)
    const request = { bus, toolkit, roots, windows, window, max, details, cache }
    const result = await run.race(new TreeReader(calls, connected.cells).read(request, run))
    if (result.cached > LARGE) this.#large.add(bus)
    const limited = result.cut
      ? `Only ${result.listed.length} controls of ${window.application} are listed; there are more.`
      : null
    const read: Read = { listed: result.listed, limited }
    this.#keep(key, { read, cut: result.cut, max, details, readAt: performance.now(), moment }, kept)
    return read
  }

  #isStill({ moment, readAt }: Kept, now: Moment, windows: PlatformWindow[], all: PlatformWindow[]): boolean {
    if (performance.now() - readAt > MAX_AGE || moment.events !== now.events) return false
    if (!this.#repaints || moment.painted === null || moment.windows !== now.windows) return false
    return (
      !isCovered(windows, all) &&
      !this.#repaints.since(moment.painted, windows.map((one) => one.bounds)) // prettier-ignore
    )
  }

  #keep(key: string, kept: Omit<Kept, 'byRef'>, before: Kept | undefined): void {
    const byRef = new Map(kept.read.listed.map((one) => [one.element.ref, one]))
    // A look for one control tells no labels: those of the last whole tree stay.
    if (!kept.details) for (const [ref, one] of byRef) one.label ||= before?.byRef.get(ref)?.label ?? ''
    this.#kept.delete(key)
    this.#kept.set(key, { ...kept, byRef })
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= REMEMBERED) break
      this.#kept.delete(oldest)
    }
  }
}

const serves = (kept: Kept, max: number, details: boolean): boolean =>
  (kept.details || !details) && (kept.max === max || (!kept.cut && kept.read.listed.length <= max))

const describe = (windows: readonly PlatformWindow[]): string =>
  JSON.stringify(
    windows.map(({ handle, title, bounds, kind, minimized }) => [handle, title, bounds, kind, minimized]),
  )

/** X11 tells no painting where another window lies above. */
function isCovered(windows: readonly PlatformWindow[], all: readonly PlatformWindow[]): boolean {
  return windows.some((window) => {
    const above = all.slice(0, all.indexOf(window))
    return above.some(
      (other) => other.pid !== window.pid && !other.minimized && intersection(other.bounds, window.bounds),
    )
  })
}

function noTree(window: PlatformWindow): string {
  const browser = /chrom|brave|edge|vivaldi|opera|electron|^code$/i.test(window.processName)
  return browser
    ? `${window.application} shows no controls: start it with --force-renderer-accessibility and ACCESSIBILITY_ENABLED=1. Until then use the picture.`
    : `${window.application} offers no accessibility tree: use the picture and the keyboard.`
}
