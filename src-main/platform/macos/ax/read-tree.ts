// Reads the controls of a window one by one, in the order of the tree. Keeps to a number of nodes, a depth and a time, so that a
// list of 10,000 rows holds nobody up.
import type { ControlRole } from '../../../core/desktop.ts'
import { intersection, type ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../platform.ts'
import { windowIdOf } from '../native/accessibility.ts'
import { release, retain, using, type Ref } from '../native/core-foundation.ts'
import { membersOfAttribute } from './ask.ts'
import { describe, rounded } from './describe.ts'
import { elementOf, elementsIn, faultOf, idOf, readFacts, type Facts, type Fault } from './facts.ts'
import { CLIPS, FRAME, REPEATS } from './kinds.ts'
import { fairTime } from '../../fair-time.ts'

export const PREFIX = 'ax:'
const TREE_MS = 5000
const MAX_DEPTH = 60
/** The most entries of one list. */
const MAX_SIBLINGS = 200
/** The most nodes that are visited; those that are not shown count only here. */
const MAX_NODES = 20_000
/** How often a window that fails without a reason is asked again, and the milliseconds between. */
const MAX_TRIES = 3
const BETWEEN_TRIES_MS = 40
/** Milliseconds after which an application has let the system wait: asked again, it would do so again. */
const WAITED_MS = 500
/** The most elements of a tree that do not answer. */
const MAX_SILENT = 2

export const TOO_SLOW = 'Its controls answer too slowly.'

/** A tree with its elements, each kept alive until the tree is dropped. */
export interface Snapshot {
  elements: PlatformElement[]
  objects: Map<string, Ref>
  limited: string | null
}

export function drop({ objects }: Snapshot): void {
  for (const object of objects.values()) release(object)
  objects.clear()
}

interface Above {
  ref: string | null
  role: ControlRole | null
  depth: number
  level: number
  /** What is outside of it can't be seen. */
  clip: ScreenRect | null
}

export interface Reading {
  window: string
  max: number
}

export class TreeReader {
  readonly snapshot: Snapshot = { elements: [], objects: new Map(), limited: null }
  readonly #reading: Reading
  readonly #until = fairTime() + TREE_MS
  /** The buttons that Enter presses. */
  readonly #defaults = new Set<string>()
  #nodes = 0
  #silent = 0
  #isFull = false

  constructor(reading: Reading) {
    this.#reading = reading
  }

  /** Reads what is in a window, without the window itself. Gives why there is no tree, else null. */
  async readWindow(window: Ref, run: RunControl): Promise<Fault | null> {
    let facts: Facts | Fault = 'silent'
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const asked = fairTime()
      facts = await readFacts(window, null, run)
      if (typeof facts !== 'string' || facts === 'none' || fairTime() - asked > WAITED_MS) break
      if (tries < MAX_TRIES) await run.sleep(BETWEEN_TRIES_MS)
    }
    if (facts === 'silent') this.#limit(TOO_SLOW)
    if (typeof facts === 'string') return facts
    await this.#noteDefault(window, run)
    const clip = rounded(facts.bounds)
    await this.#children(window, facts, { ref: null, role: facts.kind.role, depth: 0, level: 0, clip }, run)
    return null
  }

  /** Reads a menu or menu bar with what is open of it. */
  async readMenu(menu: Ref, run: RunControl): Promise<void> {
    await this.#node(menu, { ref: null, role: null, depth: 0, level: 0, clip: null }, run)
  }

  async #node(element: Ref, above: Above, run: RunControl): Promise<void> {
    if (++this.#nodes > MAX_NODES) this.#limit(`It has more than ${MAX_NODES} parts.`)
    if (fairTime() > this.#until) this.#limit(TOO_SLOW)
    if (this.#isFull) return
    const ref = refOf(this.#reading.window, idOf(element))
    // An element that says to be in itself, or in two places, is looked at once.
    if (this.snapshot.objects.has(ref)) return
    const facts = await readFacts(element, above.role, run)
    if (facts === 'silent' && ++this.#silent >= MAX_SILENT) this.#limit(TOO_SLOW)
    // One that is gone by now must not hide the others.
    if (typeof facts === 'string') {
      if (facts === 'silent') this.#note('A part of it does not answer.')
      return
    }
    // A sheet is a window of its own, with its own tree.
    if (facts.axRole === 'AXSheet' && String(windowIdOf(element)) !== this.#reading.window) return
    if (FRAME.has(facts.axSubrole) || REPEATS.has(facts.axRole)) return
    const bounds = rounded(facts.bounds)
    const isPlaced = bounds.width > 0 && bounds.height > 0
    if (isPlaced && above.clip && !intersection(bounds, above.clip)) return
    // What has no size may have children with one; of a closed menu they have none either.
    if (!isPlaced && facts.kind.role === 'menu') return
    const place = isPlaced ? this.#add(element, ref, facts, above) : { ...above, level: above.level + 1 }
    if (!place || facts.kind.leaf || !isOpen(facts)) return
    const clip = isPlaced && CLIPS.has(facts.axRole) ? within(bounds, above.clip) : above.clip
    await this.#children(element, facts, { ...place, clip }, run)
  }

  #add(element: Ref, ref: string, facts: Facts, above: Above): Above | null {
    const { elements, objects } = this.snapshot
    if (elements.length >= this.#reading.max) this.#limit(`It has more than ${this.#reading.max} controls.`)
    if (this.#isFull) return null
    const depth = above.depth + 1
    const isDefault = this.#defaults.has(ref)
    elements.push(describe(facts, { ref, parent: above.ref, depth, window: this.#reading.window, isDefault }))
    objects.set(ref, retain(element))
    return { ...above, ref, role: facts.kind.role, depth, level: above.level + 1 }
  }

  async #children(element: Ref, facts: Facts, above: Above, run: RunControl): Promise<void> {
    if (above.level >= MAX_DEPTH) return
    const children = await this.#childrenOf(element, facts, run)
    try {
      if (children.length > MAX_SIBLINGS) this.#note(`A list in it has more than ${MAX_SIBLINGS} entries.`)
      for (const child of children.slice(0, MAX_SIBLINGS)) {
        if (this.#isFull) break
        await this.#node(child, above, run)
      }
    } finally {
      for (const child of children) release(child)
    }
  }

  async #childrenOf(element: Ref, { kind }: Facts, run: RunControl): Promise<Ref[]> {
    if (kind.rows) {
      for (const name of ['AXVisibleRows', 'AXVisibleChildren']) {
        const rows = await this.#members(element, name, run)
        if (rows.length === 0) continue
        const header = kind.role === 'list' ? 0n : await elementOf(element, 'AXHeader', run)
        return header === 0n ? rows : [header, ...rows]
      }
    }
    return this.#members(element, 'AXChildren', run)
  }

  async #members(element: Ref, name: string, run: RunControl): Promise<Ref[]> {
    const answer = await membersOfAttribute(element, name, MAX_SIBLINGS + 1, run)
    if (answer && answer.ref !== 0n) return using(answer.ref, elementsIn)
    if (faultOf(answer?.code ?? null) === 'silent') {
      this.#note('A part of it does not answer.')
      if (++this.#silent >= MAX_SILENT) this.#limit(TOO_SLOW)
    }
    return []
  }

  async #noteDefault(window: Ref, run: RunControl): Promise<void> {
    const button = await elementOf(window, 'AXDefaultButton', run)
    if (button !== 0n) this.#defaults.add(refOf(this.#reading.window, idOf(button)))
    release(button)
  }

  #limit(why: string): void {
    this.#note(why)
    this.#isFull = true
  }

  #note(why: string): void {
    this.snapshot.limited ??= why
  }
}

/** A menu's items exist while it is closed; only what a person sees is listed. An item is selected while its menu is open. */
const isOpen = ({ kind, axRole, selected }: Facts): boolean =>
  kind.role !== 'menu item' || (axRole !== 'AXMenuBarItem' && axRole !== 'AXMenuItem') || selected

const within = (bounds: ScreenRect, clip: ScreenRect | null): ScreenRect =>
  (clip && intersection(bounds, clip)) ?? bounds

export const refOf = (window: string, id: string): string => `${PREFIX}${window}/${id}`
