// Brings a tree that was read up to date: asks again only for what its application has reported or what was painted over.
import { intersection } from '../../../core/geometry.ts'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import type { AccessibleCalls, ObjectRef } from './calls.ts'
import type { Change } from './changes.ts'
import { around } from '../x11/frames.ts'
import { isVisible, type Collector, type TreeNode } from './collect.ts'
import type { Toolkit } from './applications.ts'
import type { StateBits } from './roles.ts'

/** With more nodes to ask than this, reading the whole tree is as cheap. */
const MAX_NODES = 300
const MAX_RELISTED = 60
const MAX_SHOWN = 300
const MAX_LEVELS = 6

type Answer = [
  states: StateBits | null,
  name: string | null,
  childCount: number | null,
  description: string | null,
]

export interface PatchOptions {
  toolkit: Toolkit
  told: readonly Change[]
  /** In screen space. */
  painted: readonly Rect[]
  /** Gives the place of a node on the screen, if it has been asked for. */
  placeOf(node: TreeNode): Rect | null
  /** Called when other facts that are remembered of a node may be out of date. */
  forget(node: TreeNode): void
}

export class Patch {
  readonly #calls: AccessibleCalls
  readonly #collector: Collector
  readonly #options: PatchOptions
  readonly #byPath = new Map<string, TreeNode>()
  readonly #parents = new Map<TreeNode, TreeNode>()
  /** Nodes that have to be asked again. */
  readonly #stale = new Set<TreeNode>()
  /** Nodes whose children have to be listed again. */
  readonly #relisted = new Set<TreeNode>()
  readonly #told: ReadonlySet<string>
  /** Objects outside the tree that have reported themselves as shown. */
  readonly #shown = new Set<string>()
  /** All stale nodes are asked at the same time. */
  readonly #answers = new Map<TreeNode, Promise<Answer>>()
  /** Nodes that are stale, or have a stale node below them. */
  readonly #touched = new Set<TreeNode>()

  constructor(calls: AccessibleCalls, collector: Collector, options: PatchOptions) {
    this.#calls = calls
    this.#collector = collector
    this.#options = options
    this.#told = new Set(options.told.map((change) => change.path))
  }

  /** Changes the nodes in place. False when the whole tree has to be read. */
  async apply(roots: readonly TreeNode[]): Promise<boolean> {
    for (const root of roots) this.#index(root, null)
    for (const change of this.#options.told) if (!this.#note(change)) return false
    for (const root of roots) this.#markPainted(root)
    const shown = await this.#parentsOfShown(roots[0]?.bus ?? '')
    if (!shown) return false
    if (this.#stale.size > MAX_NODES || this.#relisted.size > MAX_RELISTED) return false
    for (const node of this.#stale) {
      this.#touch(node)
      this.#answers.set(node, this.#ask(node))
    }
    const kept = await Promise.all(roots.map((root) => this.#update(root, 0)))
    this.#dropDoubles(roots)
    return kept.every(Boolean)
  }

  /** Chromium lists a bubble at two places; it stays where it was found first, as in a tree that is read whole. */
  #dropDoubles(roots: readonly TreeNode[]): void {
    const chosen = new Map<string, TreeNode>()
    const find = (node: TreeNode) => {
      const isKnown = this.#byPath.get(node.path) === node
      if (isKnown || !chosen.has(node.path)) chosen.set(node.path, node)
      node.children.forEach(find)
    }
    const drop = (node: TreeNode) => {
      node.children = node.children.filter((child) => chosen.get(child.path) === child)
      node.children.forEach(drop)
    }
    roots.forEach(find)
    roots.forEach(drop)
  }

  #index(node: TreeNode, parent: TreeNode | null): void {
    this.#byPath.set(node.path, node)
    if (parent) this.#parents.set(node, parent)
    for (const child of node.children) this.#index(child, node)
  }

  #note({ path, kind }: Change): boolean {
    if (kind === 'everything') return false
    const node = this.#byPath.get(path)
    if (!node) {
      if (kind === 'shown') this.#shown.add(path)
      // Other events of a hidden node, or of one below it, change nothing that is listed.
      return true
    }
    if (kind === 'moved') return false
    this.#stale.add(node)
    if (kind === 'children') this.#relisted.add(node)
    if (kind !== 'hidden') return true
    const parent = this.#parents.get(node)
    if (!parent) return false
    this.#relist(parent)
    return true
  }

  #relist(node: TreeNode): void {
    this.#stale.add(node)
    this.#relisted.add(node)
  }

  /** A hidden object is not in the tree, so its parents are asked for. False when that would be too many questions. */
  async #parentsOfShown(bus: string): Promise<boolean> {
    if (this.#shown.size > MAX_SHOWN) return false
    await Promise.all(
      Array.from(this.#shown, async (path) => {
        let ref: ObjectRef = { bus, path }
        const states = await this.#calls.states(ref)
        // Toolkits report the items of a closed menu as shown, too.
        if (!states || !isVisible(states, this.#options.toolkit, null)) return
        for (let level = 0; level < MAX_LEVELS; level++) {
          const parent = await this.#calls.parent(ref)
          if (!parent) return
          const known = this.#byPath.get(parent.path)
          if (known) return this.#relist(known)
          ref = parent
        }
      }),
    )
    return true
  }

  #ask(node: TreeNode): Promise<Answer> {
    const told = this.#told.has(node.path)
    this.#options.forget(node)
    return Promise.all([
      this.#calls.states(node),
      this.#calls.name(node),
      // A node without children gets its first ones only with an event, and a tooltip does not change without one.
      told || node.childCount !== 0 ? this.#calls.childCount(node) : 0,
      told && node.cached ? this.#calls.description(node) : node.description,
    ])
  }

  /** Marks the painted nodes as stale and gives the area of a node with all below it. */
  #markPainted(node: TreeNode): Rect | null {
    let area = this.#options.placeOf(node)
    const unplaced: TreeNode[] = []
    for (const child of node.children) {
      const below = this.#markPainted(child)
      if (below) area = area ? around(area, below) : below
      else unplaced.push(child)
    }
    const whole = area
    if (whole && this.#options.painted.some((rect) => intersection(rect, whole))) {
      this.#stale.add(node)
      // The places of these children are unknown, so they may have been painted as well.
      for (const child of unplaced) this.#stale.add(child)
    }
    return area
  }

  #touch(node: TreeNode): void {
    for (let one: TreeNode | undefined = node; one && !this.#touched.has(one); one = this.#parents.get(one)) {
      this.#touched.add(one)
    }
  }

  /** False when the node is no longer visible. */
  async #update(node: TreeNode, depth: number): Promise<boolean> {
    if (!this.#touched.has(node)) return true
    if (!this.#stale.has(node)) return this.#updateChildren(node, depth)
    const [states, name, childCount, description] = await (this.#answers.get(node) ?? this.#ask(node))
    if (states === null || name === null) return false
    if (!(await this.#collector.isShown(node, states, node.role))) return false
    node.states = states
    node.name = name
    node.description = description ?? ''
    node.chosen = null
    const count = childCount ?? 0
    if (node.sheet) return true
    // Some of the node's children are hidden; the repaint may have shown them, however many there are: Chromium reports no scrolling.
    const hides = count > 0 && count !== node.children.length
    // A web page's dialog replaces the content of Chromium's window, and the number of children stays one.
    const isRoot = !this.#parents.has(node)
    if (count === node.childCount && !hides && !isRoot && !this.#relisted.has(node))
      return this.#updateChildren(node, depth)
    const before = new Map(node.children.map((child) => [child.path, child]))
    await this.#collector.relist(node, count, depth, async (ref) => {
      const known = before.get(ref.path)
      if (!known) return null
      this.#touched.add(known)
      this.#stale.add(known)
      return (await this.#update(known, depth + 1)) ? known : 'hidden'
    })
    return true
  }

  async #updateChildren(node: TreeNode, depth: number): Promise<boolean> {
    const kept = await Promise.all(node.children.map((child) => this.#update(child, depth + 1)))
    if (!kept.every(Boolean)) node.children = node.children.filter((_, index) => kept[index])
    return true
  }
}
