// Keeps trees of windows, and knows which of them are still true. A tree is used again while its application has reported no
// change and nothing but a caret was painted in its windows; then one round trip is enough. What was reported or painted is
// asked again. All that only where no other window covers them.
import { intersection } from '../../../core/geometry.ts'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { keepNewest } from '../../../core/keep-newest.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformWindow } from '../../platform.ts'
import type { Application } from './applications.ts'
import { ROOT_PATH, type ObjectRef } from './calls.ts'
import type { TreeNode } from './collect.ts'
import type { AccessibilityBus, AccessibilityConnection } from './connection.ts'
import { isUnnamedField } from './details.ts'
import type { Frame } from '../x11/frames.ts'
import type { Knowledge, Listed, Since } from './knowledge.ts'
import type { Repaints } from './repaints.ts'
import { AtspiRole, AtspiState, hasState } from './roles.ts'
import { TreeReader, type TreeRequest, type TreeResult } from './tree-reader.ts'
import type { WindowSource } from './window-source.ts'
import { fairTime } from '../../fair-time.ts'

/** Trees that are kept because a single control can't report all of their facts. */
const MAX_REMEMBERED = 8
/** Combo boxes that are built of several controls and kept. */
const MAX_BUILT = 200
/** Milliseconds after which a tree is read anew in any case. */
const MAX_AGE = 20_000
/**
 * Gecko puts a new page into its tree after it has painted it, and tells nothing of that, so that what was read in between is believed for
 * a moment only.
 */
const GECKO_AGE_MS = 500
/** Milliseconds by which the tree of Chromium may come later than what it paints. */
const CHROMIUM_LAG_MS = 1000
/** Objects in a cache: reporting 20,000 of them keeps a GTK application busy for more than a second. */
const MIN_LARGE_CACHE = 8000

export interface Read {
  listed: Listed[]
  limited: string | null
  /** Some objects are missing because the application has not answered in time. */
  silent: boolean
  /** As `PlatformTree` has it. */
  treeless?: boolean
}

interface Moment {
  events: number
  painted: number | null
  /** Handles, titles and places of the application's windows. */
  windows: string
  /** Its top-level objects. */
  roots: string
}

interface Kept {
  read: Read
  cut: boolean
  max: number
  details: boolean
  /** When the whole tree was read. */
  readAt: number
  /** The picture before the tree was read; null where the tree can't be updated. */
  frame: Frame | null
  /** Areas to be asked once more although they look the same: the tree is updated later than the picture. */
  again: { rects: readonly Rect[]; at: number }[]
  /** How often fields without a name were asked for their labels again. */
  labelsAsked: number
  moment: Moment
  byRef: Map<string, Listed>
  knowledge: Knowledge
}

type Base = Pick<Kept, 'frame' | 'readAt' | 'again' | 'labelsAsked'>

interface Asked {
  window: PlatformWindow
  /** All of the desktop, front to back. */
  windows: PlatformWindow[]
  max: number
  details: boolean
  painted: number | null
  roots: Promise<ObjectRef[] | null> | null
}

export class Trees {
  readonly #connection: AccessibilityConnection
  readonly #source: WindowSource
  readonly #repaints: Repaints | null
  /** Per application and window, the latest last. */
  readonly #kept = new Map<string, Kept>()
  /** Applications whose cache is too large to be asked for again. */
  readonly #large = new Set<string>()
  /** Combo boxes that are built of several controls: what they are is not told of them alone, nor behind their open list. */
  readonly #built = new Map<string, Listed>()
  /** The last reading of each. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(connection: AccessibilityConnection, source: WindowSource, repaints: Repaints | null) {
    this.#connection = connection
    this.#source = source
    this.#repaints = repaints
  }

  /** Gives what the last trees held of a control. */
  remembered(ref: string): Listed | null {
    for (const kept of [...this.#kept.values()].toReversed()) {
      const found = kept.byRef.get(ref)
      if (found) return found
    }
    return this.#built.get(ref) ?? null
  }

  /** Gives the objects that were found when a window was last read, including those that are no controls. */
  known(window: PlatformWindow): { roots: readonly TreeNode[]; byRef: ReadonlyMap<string, Listed> }[] {
    return [...this.#kept]
      .filter(([key]) => key.endsWith(` ${window.handle}`))
      .map(([, { knowledge, byRef }]) => ({ roots: knowledge.roots, byRef }))
  }

  /** Reads the visible controls of a window and its pop-ups. `limited` says why some are missing. */
  async read(window: PlatformWindow, max: number, details: boolean, run: RunControl): Promise<Read> {
    const connected = await this.#connection.get(run)
    if (typeof connected === 'string') return nothing(connected)
    const { applications, calls } = connected
    // Mostly the application is the same as last time, so it is asked at once and does not wait for the registry.
    const early = new Map(
      applications.lastOf(window.pid).map((bus) => [bus, calls.children({ bus, path: ROOT_PATH })]),
    )
    const [own, windows, painted] = await run.race(
      Promise.all([applications.ofProcess(window.pid), this.#source.windows(run), this.#repaints?.now()]),
    )
    if (typeof own === 'string') return nothing(own)
    if (own.length === 0) return { ...nothing(noTree(window)), treeless: true }
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
    const silent = reads.some((read) => read.silent)
    const treeless = listed.length === 0 && limited === null && !silent
    return { listed, limited: treeless ? noTree(window) : limited, silent, treeless }
  }

  async #readOne(
    connected: AccessibilityBus,
    { bus }: Application,
    asked: Asked,
    run: RunControl,
  ): Promise<Read> {
    const { calls, applications, changes } = connected
    const { window, max, details } = asked
    const silences = calls.silencesOf(bus)
    // The answer is a barrier: all events that the application sent before it have been noted.
    const [told, toolkit] = await run.race(
      Promise.all([asked.roots ?? calls.children({ bus, path: ROOT_PATH }), applications.toolkit(bus)]),
    )
    const missed = `${window.application} does not answer.`
    if (!told || !toolkit) return nothing(missed, true)
    const windows = asked.windows.filter((one) => one.pid === window.pid)
    const hasPopup = toolkit === 'qt' && windows.some(({ kind }) => kind === 'popup')
    const roots = hasPopup ? [...told, ...(await run.race(this.#contextMenus(connected, bus)))] : told
    const moment: Moment = {
      events: changes.now(bus),
      painted: asked.painted,
      windows: describe(windows),
      roots: roots.map((root) => root.path).join(' '),
    }
    const cache = toolkit !== 'qt' && !this.#large.has(bus)
    const request: TreeRequest = { bus, toolkit, roots, windows, window, max, details, cache }
    const key = `${bus} ${window.handle}`
    // A tree is updated in place, so only one reading of it runs at a time.
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(() =>
      this.#inTurn(key, connected, request, moment, asked.windows, run),
    )
    this.#turns.set(
      key,
      turn.catch(() => {}),
    )
    const read = await run.race(turn)
    if (calls.silencesOf(bus) === silences) return read
    // What it did not tell in time may be there, so such a tree serves nobody else.
    this.#kept.delete(key)
    return { ...read, limited: missed, silent: true }
  }

  /** Qt tells of a context menu when it comes to show, and lists it nowhere. */
  async #contextMenus({ calls, changes }: AccessibilityBus, bus: string): Promise<ObjectRef[]> {
    const shown = changes.shownLately(bus).map((path) => ({ bus, path }))
    const menus = await Promise.all(
      shown.map(async (object) => {
        const [role, states, parent] = await Promise.all([
          calls.role(object),
          calls.states(object),
          calls.parent(object),
        ])
        const isOpen = states !== null && hasState(states, AtspiState.showing)
        return role === AtspiRole.popupMenu && isOpen && parent?.path === ROOT_PATH ? [object] : []
      }),
    )
    return menus.flat()
  }

  async #inTurn(
    key: string,
    connected: AccessibilityBus,
    request: TreeRequest,
    moment: Moment,
    all: readonly PlatformWindow[],
    run: RunControl,
  ): Promise<Read> {
    run.throwIfStopped()
    const reader = new TreeReader(connected.calls, connected.cells)
    const kept = this.#kept.get(key)
    const since =
      kept && serves(kept, request) ? await this.#since(kept, moment, request, connected, all) : null
    if (kept && since) {
      const asksLabels = isLabelDue(kept)
      if (since.told.length === 0 && since.painted.length === 0 && !asksLabels) return kept.read
      // While the tree is being updated it must not be used, so it is removed.
      this.#kept.delete(key)
      if (kept.frame && kept.knowledge.cached <= MIN_LARGE_CACHE) {
        const then = { ...request, max: kept.max, details: kept.details }
        const revised = await reader.revise(kept.knowledge, { ...since, asksLabels }, then, run)
        if (revised) {
          const again = [...kept.again, { rects: since.fresh, at: fairTime() }]
          const { frame, readAt } = kept
          const labelsAsked = kept.labelsAsked + (asksLabels ? 1 : 0)
          return this.#keep(key, revised, then, moment, { frame, readAt, again, labelsAsked }, kept)
        }
      }
    }
    const frame = tells(request)
      ? await this.#repaints?.frame(request.windows.map((one) => one.bounds))
      : null
    const result = await reader.read(request, run)
    if (result.knowledge.cached > MIN_LARGE_CACHE) this.#large.add(request.bus)
    const base: Base = {
      frame: frame ?? null,
      readAt: fairTime(),
      again: this.#lately(request, moment),
      labelsAsked: 0,
    }
    return this.#keep(key, result, request, moment, base, kept)
  }

  #lately({ toolkit, windows }: TreeRequest, { painted }: Moment): Kept['again'] {
    if (toolkit !== 'chromium' || painted === null || !this.#repaints) return []
    const from = this.#repaints.before(painted, CHROMIUM_LAG_MS)
    const areas = windows.map((one) => one.bounds)
    return [{ rects: this.#repaints.between(from, painted, areas) ?? areas, at: fairTime() }]
  }

  /** Finds what has changed since a tree was read; `fresh` is what was not known before. Null when that can't be known. */
  async #since(
    kept: Kept,
    moment: Moment,
    request: TreeRequest,
    { changes }: AccessibilityBus,
    all: readonly PlatformWindow[],
  ): Promise<(Since & { fresh: Rect[] }) | null> {
    const then = kept.moment
    const age = request.toolkit === 'gecko' ? GECKO_AGE_MS : MAX_AGE
    if (kept.knowledge.shared || fairTime() - kept.readAt > age) return null
    if (then.windows !== moment.windows || then.roots !== moment.roots || isCovered(request.windows, all))
      return null
    if (!this.#repaints || then.painted === null || moment.painted === null) return null
    const told = changes.between(request.bus, then.events, moment.events)
    const areas = request.windows.map((one) => one.bounds)
    const painted = this.#repaints.between(then.painted, moment.painted, areas)
    if (!told || !painted) return null
    const again = kept.again.flatMap(({ rects }) => rects)
    const fresh =
      kept.frame && painted.length > 0 ? await this.#repaints.differences(kept.frame, painted) : painted
    return fresh && { told, fresh, painted: [...fresh, ...again] }
  }

  #keep(
    key: string,
    result: TreeResult,
    request: TreeRequest,
    moment: Moment,
    base: Base,
    last: Kept | undefined,
  ): Read {
    const { listed, cut, knowledge } = result
    const { max, details, window, toolkit } = request
    const application = window?.application ?? 'the application'
    const limited = cut
      ? `Only ${listed.length} controls of ${application} are listed; there are more.`
      : null
    const read: Read = { listed, limited, silent: false }
    const byRef = new Map(listed.map((one) => [one.element.ref, one]))
    for (const one of listed) if (one.field) this.#built.set(one.element.ref, one)
    keepNewest(this.#built, MAX_BUILT)
    // A search for one control reads no labels, so those of the last whole tree that held it are kept, and what they have told.
    for (const [ref, one] of details ? [] : byRef) {
      const was = last?.byRef.get(ref) ?? this.remembered(ref)
      one.label ||= was?.label ?? ''
      if (was?.element.role === 'combo box' && one.element.role === 'toggle button')
        one.element.role = 'combo box'
    }
    // Chromium may report a repaint before its tree has changed, so recent repaints are read again next time.
    const late = fairTime() - CHROMIUM_LAG_MS
    const again = toolkit === 'chromium' ? base.again.filter(({ at }) => at > late) : []
    const kept: Kept = { ...base, read, cut, max, details, again, moment, byRef, knowledge }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    keepNewest(this.#kept, MAX_REMEMBERED)
    return read
  }
}

const nothing = (limited: string, silent = false): Read => ({ listed: [], limited, silent })

const serves = (kept: Kept, { max, details }: TreeRequest): boolean =>
  (kept.details || !details) && (kept.max === max || (!kept.cut && kept.read.listed.length <= max))

/** Milliseconds after which fields without a name are asked again: a program labels them after it has shown them, and tells nothing of it. */
const LABELS_MS = [300, 1500]

const isLabelDue = ({ frame, readAt, labelsAsked, details, read }: Kept): boolean => {
  const due = LABELS_MS[labelsAsked]
  return (
    due !== undefined &&
    // A tree that can't be updated would be read whole each time.
    frame !== null &&
    details &&
    fairTime() - readAt >= due &&
    read.listed.some(({ element }) => isUnnamedField(element))
  )
}

/** GTK 3, LibreOffice and Chromium report their changes, so their trees can be updated. */
const tells = ({ toolkit }: TreeRequest): boolean => toolkit === 'other' || toolkit === 'chromium'

const describe = (windows: readonly PlatformWindow[]): string =>
  JSON.stringify(
    windows.map(({ handle, title, bounds, kind, minimized }) => [handle, title, bounds, kind, minimized]),
  )

/** X11 reports no painting of a window that another one covers. */
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
