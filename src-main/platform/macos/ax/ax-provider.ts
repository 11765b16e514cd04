// Provides controls by the Accessibility API. Keeps the elements of the last tree of each window, because an act needs the very
// element that was listed; each is read anew before it is acted on.
import type { ControlRole } from '../../../core/desktop.ts'
import type { ScreenPoint, ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { deepestAt } from '../../deepest-at.ts'
import type { PlatformElement, PlatformTree, PlatformWindow } from '../../platform.ts'
import type { Applications } from '../applications.ts'
import { windowIdOf } from '../native/accessibility.ts'
import { release, using, type Ref } from '../native/core-foundation.ts'
import { serverWindows } from '../native/graphics.ts'
import { invoke, scrollIntoView, select, setNumber, setText, takeKeyboard } from './acts.ts'
import { elementAtPoint, membersOfAttribute } from './ask.ts'
import { describe } from './describe.ts'
import { elementOf, elementsIn, idOf, readFacts, textOfAttribute, type Facts } from './facts.ts'
import { drop, PREFIX, refOf, TreeReader, TOO_SLOW, type Snapshot } from './read-tree.ts'
import { boundsOfPart, selectedText, selectPart, wholeText } from './texts.ts'
import { fairTime } from '../../fair-time.ts'

/** Windows whose last trees are kept. */
const MAX_WINDOWS = 8
/** The most elements of a tree that are searched for one. */
const MAX_SEARCHED = 2000
/** Milliseconds that a control may take to get the keyboard. */
const FOCUS_MS = 600
/** Milliseconds that Chromium may take to build its tree, and between two looks. */
const WAKE_MS = 1500
const WAKE_LOOK_MS = 150
/** The most menus of an application that stand beside its windows. */
const MAX_MENUS = 20

interface Kept extends Snapshot {
  pid: number
}

/** An element as it is now; it lives only while it is used. */
interface Now {
  element: Ref
  facts: Facts
}

export class AxProvider {
  readonly #applications: Applications
  readonly #kept = new Map<string, Kept>()

  constructor(applications: Applications) {
    this.#applications = applications
  }

  dispose(): void {
    for (const kept of this.#kept.values()) drop(kept)
    this.#kept.clear()
  }

  /** Null where the application has no tree of this window. */
  async tree({ handle, pid, kind }: Listed, max: number, run: RunControl): Promise<PlatformTree | null> {
    await run.checkpoint()
    if (pid === null) return null
    let snapshot = await this.#read(handle, pid, kind, max, run)
    if (snapshot && isAsleep(snapshot) && (await this.#applications.wake(pid, run))) {
      const until = fairTime() + WAKE_MS
      while (snapshot && isAsleep(snapshot) && fairTime() < until) {
        drop(snapshot)
        snapshot = null
        await run.sleep(WAKE_LOOK_MS)
        snapshot = await this.#read(handle, pid, kind, max, run)
      }
    }
    if (!snapshot) return null
    this.#keep(handle, { ...snapshot, pid })
    const { elements, limited } = snapshot
    return { elements, limited, silent: limited === TOO_SLOW && elements.length === 0 }
  }

  async element(ref: string, run: RunControl): Promise<PlatformElement | null> {
    return this.#with(ref, run, ({ facts }, listed) => Promise.resolve(described(facts, listed)))
  }

  /** Finds the element at a point of a window. */
  async elementAt(window: Listed, point: ScreenPoint, run: RunControl): Promise<PlatformElement | null> {
    await run.checkpoint()
    if (window.pid === null) return null
    const application = this.#applications.element(window.pid)
    const answer = await elementAtPoint(application, point.x, point.y, run)
    const found = answer && answer.ref !== 0n ? await this.#listed(answer.ref, window, run) : null
    if (found) return found
    const tree = await this.tree(window, MAX_SEARCHED, run)
    return tree && deepestAt(tree.elements, point)
  }

  async focused(window: Listed, run: RunControl): Promise<PlatformElement | null> {
    await run.checkpoint()
    if (window.pid === null) return null
    const element = await elementOf(this.#applications.element(window.pid), 'AXFocusedUIElement', run)
    return element === 0n ? null : this.#listed(element, window, run)
  }

  async text(ref: string, run: RunControl): Promise<string | null> {
    return this.#with(ref, run, async ({ element, facts }) => {
      const { role, reads } = facts.kind
      if (role === 'password' || !reads) return null
      if (typeof facts.value === 'number') return null
      return (await wholeText(element, run)) ?? (role === 'text' ? facts.name : null)
    })
  }

  async textBounds(ref: string, start: number, end: number, run: RunControl): Promise<ScreenRect | null> {
    return this.#withText(ref, run, (element) => boundsOfPart(element, { start, end }, run))
  }

  async selectText(ref: string, start: number, end: number, run: RunControl): Promise<boolean> {
    return (await this.#withText(ref, run, (element) => selectPart(element, { start, end }, run))) ?? false
  }

  async selectedText(ref: string, run: RunControl): Promise<string | null> {
    return this.#withText(ref, run, (element) => selectedText(element, run))
  }

  async linkAddress(ref: string, run: RunControl): Promise<string | null> {
    return this.#address(ref, 'link', run)
  }

  async documentAddress(ref: string, run: RunControl): Promise<string | null> {
    return this.#address(ref, 'web page', run)
  }

  async invoke(ref: string, action: string | null, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ element, facts }) => invoke(element, facts, action, run))
  }

  async setText(ref: string, text: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ element, facts }) => setText(element, facts, text, run))
  }

  async setValue(ref: string, value: number, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ element, facts }) => setNumber(element, facts, value, run))
  }

  async select(ref: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ element, facts }) => select(element, facts, run))
  }

  async focus(ref: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, async ({ element, facts }) => {
      if (facts.focused) return true
      if (!(await takeKeyboard(element, run))) return false
      const has = () => this.#with(ref, run, (now) => Promise.resolve(now.facts.focused || null))
      return (await run.until(has, FOCUS_MS, 40)) ?? false
    })
  }

  async scrollIntoView(ref: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, ({ element, facts }) => scrollIntoView(element, facts, run))
  }

  async #read(
    handle: string,
    pid: number,
    kind: PlatformWindow['kind'],
    max: number,
    run: RunControl,
  ): Promise<Snapshot | null> {
    const reader = new TreeReader({ window: handle, max })
    try {
      const read = await this.#applications.withWindow(
        pid,
        Number(handle),
        async (window) => ({ fault: await reader.readWindow(window, run) }),
        run,
      )
      if (!read && this.#applications.isSilent(pid)) reader.snapshot.limited = TOO_SLOW
      if (read?.fault === 'silent') return reader.snapshot
      if (!read || read.fault !== null) return reader.snapshot.limited === null ? null : reader.snapshot
      if (kind === 'normal') await this.#menus(pid, reader, run)
      return reader.snapshot
    } catch (error) {
      drop(reader.snapshot)
      throw error
    }
  }

  /** Adds the menu bar of the application, and a menu that is open over its windows. */
  async #menus(pid: number, reader: TreeReader, run: RunControl): Promise<void> {
    const application = this.#applications.element(pid)
    const bar = await elementOf(application, 'AXMenuBar', run)
    const answer = await membersOfAttribute(application, 'AXChildren', MAX_MENUS, run)
    const children = answer && answer.ref !== 0n ? using(answer.ref, elementsIn) : []
    try {
      if (bar !== 0n) await reader.readMenu(bar, run)
      for (const child of children)
        if ((await textOfAttribute(child, 'AXRole', run)) === 'AXMenu') await reader.readMenu(child, run)
    } finally {
      for (const element of [bar, ...children]) release(element)
    }
  }

  /** Keeps a tree, and forgets the one before and the oldest. */
  #keep(handle: string, kept: Kept): void {
    const forget = (old: string) => {
      const before = this.#kept.get(old)
      if (before) drop(before)
      this.#kept.delete(old)
    }
    forget(handle)
    for (const old of this.#kept.keys()) if (this.#kept.size >= MAX_WINDOWS) forget(old)
    this.#kept.set(handle, kept)
  }

  /** Uses an element as it is now; null when it is gone. */
  async #with<T>(
    ref: string,
    run: RunControl,
    use: (now: Now, listed: PlatformElement) => Promise<T>,
  ): Promise<T | null> {
    await run.checkpoint()
    const handle = windowIn(ref)
    if (handle === null) return null
    if (!this.#kept.get(handle)?.objects.has(ref)) await this.#again(handle, run)
    const kept = this.#kept.get(handle)
    const element = kept?.objects.get(ref)
    const listed = kept?.elements.find((one) => one.ref === ref)
    if (element === undefined || !listed) return null
    const above = kept?.elements.find((one) => one.ref === listed.parent)?.role ?? null
    const facts = await readFacts(element, above, run)
    return typeof facts === 'string' ? null : use({ element, facts }, listed)
  }

  /** Reads the tree of a window whose tree is not kept any more, or has changed. */
  async #again(handle: string, run: RunControl): Promise<void> {
    const window = serverWindows('all').find(({ id }) => String(id) === handle)
    if (window) await this.tree({ handle, pid: window.pid, kind: 'normal' }, MAX_SEARCHED, run)
  }

  async #act(ref: string, run: RunControl, act: (now: Now) => Promise<boolean>): Promise<boolean> {
    return (
      (await this.#with(ref, run, (now) => (now.facts.enabled ? act(now) : Promise.resolve(false)))) ?? false
    )
  }

  async #withText<T>(
    ref: string,
    run: RunControl,
    use: (element: Ref) => Promise<T | null>,
  ): Promise<T | null> {
    return this.#with(ref, run, ({ element, facts }) =>
      facts.kind.role === 'password' || typeof facts.value !== 'string'
        ? Promise.resolve(null)
        : use(element),
    )
  }

  #address(ref: string, role: ControlRole, run: RunControl): Promise<string | null> {
    return this.#with(ref, run, ({ element, facts }) =>
      facts.kind.role === role ? textOfAttribute(element, 'AXURL', run) : Promise.resolve(null),
    )
  }

  /** Finds an element that came from elsewhere in the tree of its window, null when it is in another window. Releases it. */
  async #listed(element: Ref, window: Listed, run: RunControl): Promise<PlatformElement | null> {
    try {
      if (String(windowIdOf(element)) !== window.handle) return null
      const ref = refOf(window.handle, idOf(element))
      const known = () => this.#kept.get(window.handle)?.elements.some((one) => one.ref === ref) === true
      if (!known()) await this.tree(window, MAX_SEARCHED, run)
      return known() ? await this.element(ref, run) : null
    } finally {
      release(element)
    }
  }
}

type Listed = Pick<PlatformWindow, 'handle' | 'pid' | 'kind'>

/** A window without any control, or a page without any, is one of Chromium that nobody has asked yet. */
const isAsleep = ({ elements, limited }: Snapshot): boolean =>
  limited === null &&
  (!elements.some(({ role }) => !/^(menu bar|menu item|menu|group)$/.test(role)) ||
    elements.some(({ ref, role }) => role === 'web page' && !elements.some(({ parent }) => parent === ref)))

const described = (facts: Facts, { ref, parent, depth, window, states }: PlatformElement): PlatformElement =>
  describe(facts, { ref, parent, depth, window: window ?? '', isDefault: states.includes('default') })

function windowIn(ref: string): string | null {
  return /^ax:(\d+)\//.exec(ref.startsWith(PREFIX) ? ref : '')?.[1] ?? null
}
