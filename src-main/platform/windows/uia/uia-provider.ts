// Provides controls by UI Automation. Keeps the objects of the last tree of each window, because an act needs the very element
// that was listed; each is read anew before it is acted on.
import type { ScreenPoint, ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformTree } from '../../platform.ts'
import { release, S_OK, takeText, type ComObject } from '../native/com.ts'
import { pointerPlace } from '../../native/library.ts'
import { isWindow, rootOf } from '../native/user32.ts'
import { deepestAt } from '../../deepest-at.ts'
import type { TreeProvider } from '../tree-provider.ts'
import { toPort } from '../line-ends.ts'
import { windowOf } from '../window-list.ts'
import {
  invoke,
  realize,
  scrollIntoView,
  select,
  setNumber,
  setText,
  takeKeyboard,
  withPattern,
} from './acts.ts'
import { isBusy } from '../../native/aside.ts'
import { carryOut } from './aside.ts'
import type { Automation } from './automation.ts'
import { describe } from './describe.ts'
import { PATTERN } from './interfaces.ts'
import { readPlace, readProperties, type Properties } from './properties.ts'
import { drop, PREFIX, readTree, refOf, type Snapshot } from './read-tree.ts'
import { boundsOfPart, selectedText, selectPart, wholeText } from './texts.ts'

/** Windows whose last trees are kept. */
const MAX_WINDOWS = 8
/** The most elements of a tree that are searched for one. */
const MAX_SEARCHED = 2000
/** Milliseconds for one element. */
const ANSWER_MS = 1500
/** Milliseconds that a control may take to get the keyboard. */
const FOCUS_MS = 600
/** Milliseconds that a browser needs for its tree after the first question. */
const WAKE_MS = 400
/** Milliseconds for a window to say that it is there. */
const HEED_MS = 400
/** The most steps up in the search for a window. */
const MAX_STEPS = 60
const MAX_VALUE = 4_000_000

/** An element's current state. Its object lives only while it is used. */
interface Now {
  object: ComObject
  found: Properties
}

export class UiaProvider implements TreeProvider {
  readonly prefix = PREFIX
  readonly #automation: Automation
  readonly #kept = new Map<bigint, Snapshot>()
  /** Windows whose whole tree took too long. */
  readonly #slow = new Set<bigint>()
  /** Windows that have not answered yet. */
  readonly #unanswered = new Set<bigint>()
  /** Windows that have been asked for their tree. */
  readonly #woken = new Set<bigint>()

  constructor(automation: Automation) {
    this.#automation = automation
  }

  async tree(window: bigint, max: number, run: RunControl): Promise<PlatformTree | null> {
    await run.checkpoint()
    let snapshot = await this.#read(window, max, run)
    const isEmpty = ({ elements }: Snapshot) =>
      elements.some(({ ref, role }) => role === 'web page' && !elements.some(({ parent }) => parent === ref))
    if (snapshot && isEmpty(snapshot) && !this.#woken.has(window)) {
      drop(snapshot)
      await run.sleep(WAKE_MS)
      snapshot = await this.#read(window, max, run)
    }
    this.#woken.add(window)
    if (snapshot) this.#keep(window, snapshot)
    // A window without UI Automation controls may have a tree of another kind.
    if (!snapshot || (snapshot.elements.length === 0 && snapshot.limited === null)) return null
    const { elements, limited } = snapshot
    return { elements, limited, silent: limited !== null && elements.length === 0 }
  }

  async element(ref: string, run: RunControl): Promise<PlatformElement | null> {
    return this.#with(ref, run, ({ found }, listed) => Promise.resolve(describe(found, listed)))
  }

  async elementAt(window: bigint, point: ScreenPoint, run: RunControl): Promise<PlatformElement | null> {
    await run.checkpoint()
    const answer = isBusy() ? null : await this.#automation.atPoint(point, ANSWER_MS, run)
    const found = answer && answer.object !== 0n ? await this.#placed(answer.object, window, run) : null
    if (found) return found
    // Another window that lets clicks through lies above the control, so the window's own tree is searched.
    const tree = await this.tree(window, MAX_SEARCHED, run)
    return tree && deepestAt(tree.elements, point)
  }

  async focused(window: bigint, run: RunControl): Promise<PlatformElement | null> {
    await run.checkpoint()
    const answer = isBusy() ? null : await this.#automation.withFocus(ANSWER_MS, run)
    return answer && answer.object !== 0n ? this.#placed(answer.object, window, run) : null
  }

  async text(ref: string, run: RunControl): Promise<string | null> {
    return this.#with(ref, run, async ({ object, found }, { role }) => {
      if (found.password) return null
      const { value, text } = found.patterns
      if (text) {
        const whole = await withPattern(object, PATTERN.text, (pattern) => wholeText(pattern, run), run)
        if (whole !== null) return whole
      }
      if (value) return this.#value(object, run)
      return role === 'text' ? found.name : null
    })
  }

  async textBounds(ref: string, start: number, end: number, run: RunControl): Promise<ScreenRect | null> {
    return this.#withText(ref, run, (pattern) => boundsOfPart(pattern, { start, end }, run))
  }

  async selectText(ref: string, start: number, end: number, run: RunControl): Promise<boolean> {
    return (await this.#withText(ref, run, (pattern) => selectPart(pattern, { start, end }, run))) ?? false
  }

  async selectedText(ref: string, run: RunControl): Promise<string | null> {
    return this.#withText(ref, run, (pattern) => selectedText(pattern, run))
  }

  async invoke(ref: string, action: string | null, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ object, found }) => invoke(object, found.patterns, action, run))
  }

  async setText(ref: string, text: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ object, found }) => setText(object, found.patterns, text, run))
  }

  async setValue(ref: string, value: number, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ object, found }) => setNumber(object, found.patterns, value, run))
  }

  async select(ref: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ object, found }) => select(object, found.patterns, run))
  }

  async focus(ref: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, async ({ object, found }) => {
      if (found.focused) return true
      await takeKeyboard(object, run)
      const has = () => this.#with(ref, run, (now) => Promise.resolve(now.found.focused || null))
      return (await run.until(has, FOCUS_MS, 40)) ?? false
    })
  }

  async scrollIntoView(ref: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ object, found }) =>
      found.patterns.scrollItem ? scrollIntoView(object, run) : Promise.resolve(false),
    )
  }

  /** Listens to a window; gives when it, or the whole system, last told of a change (monotonic clock of the process). */
  async heed(window: bigint, run: RunControl): Promise<() => number | null> {
    const { events } = this.#automation
    if (!events.isAttending(window) && !isBusy() && !this.#unanswered.has(window)) {
      const answer = await this.#automation.ofWindow(window, false, HEED_MS, run)
      if (answer && answer.object !== 0n)
        await events.attend(window, answer.object, run).finally(() => release(answer.object))
    }
    return () => events.last
  }

  dispose(): void {
    for (const snapshot of this.#kept.values()) drop(snapshot)
    this.#kept.clear()
    this.#automation.dispose()
  }

  async #read(window: bigint, max: number, run: RunControl): Promise<Snapshot | null> {
    const byLevels = this.#slow.has(window)
    const reading = { automation: this.#automation, window, max, byLevels, unanswered: this.#unanswered }
    const { snapshot, slow } = await readTree(reading, run)
    if (slow) this.#slow.add(window)
    return snapshot
  }

  /** Keeps a tree, and forgets the one before, those of closed windows, and the oldest. */
  #keep(window: bigint, snapshot: Snapshot): void {
    const forget = (old: bigint) => {
      const kept = this.#kept.get(old)
      if (kept) drop(kept)
      this.#kept.delete(old)
    }
    forget(window)
    for (const old of this.#kept.keys()) if (!isWindow(old) || this.#kept.size >= MAX_WINDOWS) forget(old)
    for (const known of [this.#slow, this.#woken])
      for (const old of known) if (!isWindow(old)) known.delete(old)
    this.#kept.set(window, snapshot)
  }

  /** Uses an element as it is now; null when it is gone. */
  async #with<T>(
    ref: string,
    run: RunControl,
    use: (now: Now, listed: Listed) => Promise<T>,
  ): Promise<T | null> {
    await run.checkpoint()
    const window = windowIn(ref)
    if (window === null || !isWindow(window)) return null
    if (!this.#kept.get(window)?.objects.has(ref)) await this.tree(window, MAX_SEARCHED, run)
    const kept = this.#kept.get(window)
    const object = kept?.objects.get(ref)
    const element = kept?.elements.find((one) => one.ref === ref)
    if (object === undefined || !element || isBusy() || this.#unanswered.has(window)) return null
    const answer = await this.#automation.again(object, ANSWER_MS, run)
    if (!answer || answer.code !== S_OK || answer.object === 0n) return null
    try {
      const { parent, depth, role } = element
      const found = readProperties(answer.object)
      return await use({ object: answer.object, found }, { ref, parent, depth, role, top: window })
    } finally {
      release(answer.object)
    }
  }

  async #act(ref: string, run: RunControl, act: (now: Now) => Promise<boolean>): Promise<boolean> {
    let isMade = false
    const carryOut = async (now: Now) => {
      isMade = now.found.patterns.virtualized && (await realize(now.object, run))
      return !isMade && now.found.enabled && (await act(now))
    }
    const done = await this.#with(ref, run, carryOut)
    // Only now does it tell what it can do.
    return (isMade ? await this.#with(ref, run, carryOut) : done) ?? false
  }

  async #withText<T>(
    ref: string,
    run: RunControl,
    use: (pattern: ComObject) => Promise<T | null>,
  ): Promise<T | null> {
    return this.#with(ref, run, ({ object, found }) =>
      found.patterns.text && !found.password
        ? withPattern(object, PATTERN.text, use, run)
        : Promise.resolve(null),
    )
  }

  #value(object: ComObject, run: RunControl): Promise<string | null> {
    return withPattern(
      object,
      PATTERN.value,
      async (pattern) => {
        const text = pointerPlace()
        const how: [number, string, BigInt64Array] = [PATTERN.value.current, '_Out_ int64_t *text', text]
        const code = await carryOut(pattern, how, ANSWER_MS, run)
        return code === S_OK ? toPort(takeText(text[0] ?? 0n)).slice(0, MAX_VALUE) : null
      },
      run,
    )
  }

  /** Finds an element that came from elsewhere in the tree of its window, null when it is in another window. Releases it. */
  async #placed(object: ComObject, window: bigint, run: RunControl): Promise<PlatformElement | null> {
    try {
      const found = readProperties(object)
      if ((await this.#windowOf(object, found.window, run)) !== window) return null
      const ref = refOf(window, found.runtimeId)
      const listed = (tree: Snapshot | PlatformTree | null | undefined) =>
        tree?.elements.find((one) => one.ref === ref) ?? null
      const known = listed(this.#kept.get(window)) ?? listed(await this.tree(window, MAX_SEARCHED, run))
      return known && describe(found, { ref, parent: known.parent, depth: known.depth, top: window })
    } finally {
      release(object)
    }
  }

  /** Finds the top-level window that an element is in: the first one above it that is a window. */
  async #windowOf(object: ComObject, own: bigint, run: RunControl): Promise<bigint> {
    if (own !== 0n) return rootOf(own)
    const passed: ComObject[] = []
    try {
      for (let from = object; passed.length < MAX_STEPS && !isBusy();) {
        const answer = await this.#automation.step(from, 'parentCached', ANSWER_MS, run)
        if (!answer || answer.object === 0n) return 0n
        passed.push((from = answer.object))
        const { window } = readPlace(from)
        if (window !== 0n) return rootOf(window)
      }
      return 0n
    } finally {
      for (const one of passed) release(one)
    }
  }
}

interface Listed {
  ref: string
  role: PlatformElement['role']
  parent: string | null
  depth: number
  top: bigint
}

function windowIn(ref: string): bigint | null {
  const found = /^uia:(0x[\da-f]+)\//.exec(ref)
  return found?.[1] === undefined ? null : windowOf(found[1])
}
