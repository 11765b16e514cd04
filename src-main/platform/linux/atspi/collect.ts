// Gathers the visible objects below some roots of one application, from its cache where it has one and by a guarded walk
// where it has none. Guards (each met on a real application): never GetChildren on a node of more than 500 children or one
// that manages its descendants (a LibreOffice sheet reports 2^31 of them and dies answering); a bound on nodes and depth;
// no node twice.
import type { RunControl } from '../../../core/run-control.ts'
import type { Toolkit } from './applications.ts'
import type { AccessibleCalls, CacheItem, ObjectRef } from './calls.ts'
import { AtspiState, hasState, type StateBits } from './roles.ts'

const MAX_CHILDREN = 500
const MAX_DEPTH = 60

export interface TreeNode extends ObjectRef {
  role: number
  name: string
  description: string
  states: StateBits
  /** Bits of `Has`, null while not asked. */
  interfaces: number | null
  /** It came out of the cache: its description is known. */
  cached: boolean
  children: TreeNode[]
  /** It has more children than can be listed one by one. */
  endless: boolean
}

export interface Collection {
  roots: TreeNode[]
  /** More was there than `max`. */
  cut: boolean
}

export interface CollectOptions {
  toolkit: Toolkit
  /** Visible nodes, layout included. */
  max: number
}

export const isVisible = (bits: StateBits, toolkit: Toolkit): boolean =>
  hasState(bits, AtspiState.visible) &&
  !hasState(bits, AtspiState.defunct) &&
  // GTK 4.8 never says that anything is showing.
  (toolkit === 'gtk4' || hasState(bits, AtspiState.showing))

export class Collector {
  readonly #calls: AccessibleCalls
  readonly #options: CollectOptions
  readonly #run: RunControl
  readonly #seen = new Set<string>()
  /** Children in the cache by the path of their parent. */
  #cached: Map<string, CacheItem[]> | null = null
  #cut = false

  constructor(calls: AccessibleCalls, options: CollectOptions, run: RunControl) {
    this.#calls = calls
    this.#options = options
    this.#run = run
  }

  async collect(roots: readonly ObjectRef[], items: CacheItem[] | null): Promise<Collection> {
    const byPath = new Map<string, CacheItem>()
    if (items) {
      this.#cached = new Map()
      for (const item of items) {
        byPath.set(item.path, item)
        const siblings = this.#cached.get(item.parent)
        if (siblings) siblings.push(item)
        else this.#cached.set(item.parent, [item])
      }
    }
    const nodes = await Promise.all(
      roots.map((root) => {
        const item = byPath.get(root.path)
        return item ? this.#fromCache(root.bus, item, 0) : this.#walk(root, 0)
      }),
    )
    return { roots: nodes.filter((node) => node !== null), cut: this.#cut }
  }

  async #fromCache(bus: string, item: CacheItem, depth: number): Promise<TreeNode | null> {
    if (!isVisible(item.states, this.#options.toolkit) || !this.#enter(item.path, depth)) return null
    const node: TreeNode = {
      bus,
      path: item.path,
      role: item.role,
      name: item.name,
      description: item.description,
      states: item.states,
      interfaces: item.interfaces,
      cached: true,
      children: [],
      endless: hasState(item.states, AtspiState.managesDescendants),
    }
    if (node.endless) return node
    const children = this.#cached?.get(item.path) ?? []
    if (item.childCount > children.length && item.childCount > 0) {
      // The cache does not know them all: the tree does.
      await this.#walkChildren(node, item.childCount, depth)
      return node
    }
    const shown = children.filter((child) => isVisible(child.states, this.#options.toolkit))
    const ordered = await this.#inOrder(node, shown)
    for (const child of ordered) {
      const branch = await this.#fromCache(bus, child, depth + 1)
      if (branch) node.children.push(branch)
    }
    return node
  }

  /** Some toolkits do not tell a cached child's place: then its parent is asked. */
  async #inOrder(parent: ObjectRef, items: CacheItem[]): Promise<CacheItem[]> {
    if (items.length < 2) return items
    if (items.every((item) => item.index >= 0)) return items.sort((a, b) => a.index - b.index)
    if (items.length > MAX_CHILDREN) return items
    const refs = await this.#calls.children(parent)
    if (!refs) return items
    const place = new Map(refs.map((ref, index) => [ref.path, index]))
    const last = refs.length
    return items.sort((a, b) => (place.get(a.path) ?? last) - (place.get(b.path) ?? last))
  }

  async #walk(ref: ObjectRef, depth: number): Promise<TreeNode | null> {
    if (!this.#enter(ref.path, depth)) return null
    const [role, states, childCount, name] = await Promise.all([
      this.#calls.role(ref),
      this.#calls.states(ref),
      this.#calls.childCount(ref),
      this.#calls.name(ref),
    ])
    this.#run.throwIfStopped()
    if (role === null || states === null || !isVisible(states, this.#options.toolkit)) {
      this.#seen.delete(ref.path)
      return null
    }
    const node: TreeNode = {
      bus: ref.bus,
      path: ref.path,
      role,
      name: name ?? '',
      description: '',
      states,
      interfaces: null,
      cached: false,
      children: [],
      endless: hasState(states, AtspiState.managesDescendants),
    }
    if (!node.endless) await this.#walkChildren(node, childCount ?? 0, depth)
    return node
  }

  async #walkChildren(node: TreeNode, count: number, depth: number): Promise<void> {
    if (count <= 0) return
    if (count > MAX_CHILDREN) {
      node.endless = true
      return
    }
    const refs = await this.#calls.children(node)
    if (!refs) return
    const children = await Promise.all(refs.slice(0, MAX_CHILDREN).map((ref) => this.#walk(ref, depth + 1)))
    node.children = children.filter((child) => child !== null)
  }

  /** False when the node was seen already, lies too deep, or enough are there. */
  #enter(path: string, depth: number): boolean {
    if (this.#seen.has(path)) return false
    if (depth > MAX_DEPTH || this.#seen.size >= this.#options.max) {
      this.#cut = true
      return false
    }
    this.#seen.add(path)
    return true
  }
}
