// Gathers the visible objects below some roots of one application, from its cache where it has one and by a guarded walk
// where it has none. Guards (each met on a real application): never GetChildren on a node of more than 500 children or one
// that manages its descendants (a LibreOffice sheet reports 2^31 of them and dies answering); a bound on nodes and depth;
// no node twice.
import { intersection } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import type { Toolkit } from './applications.ts'
import type { AccessibleCalls, CacheItem, ObjectRef } from './calls.ts'
import { isPlaced } from './places.ts'
import { AtspiRole, AtspiState, hasState, isStateless, MENU_ITEMS, type StateBits } from './roles.ts'

const MAX_CHILDREN = 500
const MAX_DEPTH = 60
/** Where a list is hit-tested, as parts of its width and height. */
const GRID = [0.06, 0.2, 0.35, 0.5, 0.65, 0.8, 0.94]
/** The least number of children before and after those that were hit that may be visible, too. */
const MIN_AROUND = 20
/** Only a sheet has so many children. */
const MIN_SHEET_CHILDREN = 200_000
/** Children by which a container without a box of its own is told from one that is out of sight. */
const MAX_PROBED = 20

export interface TreeNode extends ObjectRef {
  role: number
  name: string
  description: string
  states: StateBits
  /** Bits of `Has`, null while not asked. */
  interfaces: number | null
  /** The node comes from the cache, so its description is known. */
  cached: boolean
  /** The chosen item of a closed combo box, where the cache holds it. */
  chosen: string | null
  /** The number when its children were listed. */
  childCount: number
  children: TreeNode[]
  /** A sheet: more cells than can be listed one by one. */
  sheet: boolean
}

export interface Collection {
  roots: TreeNode[]
  /** There were more nodes than `max`. */
  cut: boolean
  /** Whether another process has a part in it, or may get one. */
  shared: boolean
}

export interface CollectOptions {
  toolkit: Toolkit
  /** Visible nodes, layout included. */
  max: number
  /** The visible part of the application on the screen; null when that is not known in the toolkit's coordinates. */
  area: Rect | null
}

export const isVisible = (bits: StateBits, toolkit: Toolkit, role: number | null): boolean =>
  isStateless(role, bits) ||
  (hasState(bits, AtspiState.visible) &&
    !hasState(bits, AtspiState.defunct) &&
    // GTK 4.8 never says that anything is showing.
    (toolkit === 'gtk4' || isShownByPlace(toolkit, role) || hasState(bits, AtspiState.showing)))

/**
 * Tells whether a node is the root of a tree that another process puts into this one. The root of a page of WebKitGTK is neither visible
 * nor showing, so that what holds it tells whether it is to be seen.
 */
const isEmbedded = (ref: ObjectRef, parent: ObjectRef | null): boolean =>
  parent !== null && ref.bus !== parent.bus

/**
 * GTK 2 never reports a menu item as showing, nor an icon that was first read before its view was laid out. Its place tells whether the
 * menu is open and the view shows it.
 */
const isShownByPlace = (toolkit: Toolkit, role: number | null): boolean =>
  isItemOfGtk2(toolkit, role) || isMenuOfGtk2(toolkit, role) || isIconOfGtk2(toolkit, role)
const isItemOfGtk2 = (toolkit: Toolkit, role: number | null): boolean =>
  toolkit === 'gtk2' && role !== null && MENU_ITEMS.has(role)
/** Tells an item by its place: a menu within a menu is one, a menu of the menu bar is reported as showing. */
export const isItemByPlace = ({ role, states }: TreeNode, toolkit: Toolkit): boolean =>
  isItemOfGtk2(toolkit, role) || (isMenuOfGtk2(toolkit, role) && !hasState(states, AtspiState.showing))
const isMenuOfGtk2 = (toolkit: Toolkit, role: number | null): boolean =>
  toolkit === 'gtk2' && role === AtspiRole.menu
export const isIconOfGtk2 = (toolkit: Toolkit, role: number | null): boolean =>
  toolkit === 'gtk2' && role === AtspiRole.icon

export class Collector {
  readonly #calls: AccessibleCalls
  readonly #options: CollectOptions
  readonly #run: RunControl
  readonly #seen = new Set<string>()
  /** The cache: by path, and children by the path of their parent. */
  readonly #items = new Map<string, CacheItem>()
  readonly #childItems = new Map<string, CacheItem[]>()
  #cut = false
  #shared = false

  constructor(calls: AccessibleCalls, options: CollectOptions, run: RunControl) {
    this.#calls = calls
    this.#options = options
    this.#run = run
  }

  async collect(roots: readonly ObjectRef[], items: CacheItem[] | null): Promise<Collection> {
    for (const item of items ?? []) {
      this.#items.set(item.path, item)
      const siblings = this.#childItems.get(item.parent)
      if (siblings) siblings.push(item)
      else this.#childItems.set(item.parent, [item])
    }
    const nodes = await Promise.all(roots.map((root) => this.#visit(root, 0, null)))
    return { roots: nodes.filter((node) => node !== null), cut: this.#cut, shared: this.#shared }
  }

  /** True when there is more than is listed. */
  get cut(): boolean {
    return this.#cut
  }

  get shared(): boolean {
    return this.#shared
  }

  /**
   * Tells whether a node or what it holds is to be seen. Gecko calls a container without a box of its own (`display: contents`) visible and
   * not showing, as it does what is scrolled away or in a tab behind. The container alone has no place, or holds something that is showing.
   */
  async isShown(ref: ObjectRef, states: StateBits, role: number | null): Promise<boolean> {
    const { toolkit, area } = this.#options
    if (isVisible(states, toolkit, role)) return true
    if (toolkit !== 'gecko' || hasState(states, AtspiState.defunct)) return false
    if (!hasState(states, AtspiState.visible) || hasState(states, AtspiState.showing)) return false
    const extents = await this.#calls.extents(ref)
    if (extents === null || !isPlaced(extents)) return extents !== null
    return (area === null || intersection(extents, area) !== null) && this.#holdsShown(ref)
  }

  async #holdsShown(ref: ObjectRef): Promise<boolean> {
    const children = ((await this.#calls.children(ref)) ?? []).slice(0, MAX_PROBED)
    const states = await Promise.all(children.map((child) => this.#calls.states(child)))
    return states.some((of) => of !== null && hasState(of, AtspiState.showing))
  }

  /**
   * Lists the children of a node again. `keep` gives a child that is known already, `hidden` for one that is no longer to
   * be seen, null for one to be looked at.
   */
  async relist(
    node: TreeNode,
    count: number,
    depth: number,
    keep: (ref: ObjectRef) => Promise<TreeNode | 'hidden' | null>,
  ): Promise<void> {
    node.childCount = count
    const refs = await this.#childRefs(node, count)
    const children = await Promise.all(
      refs.map(async (ref) => {
        const kept = await keep(ref)
        if (kept) return kept === 'hidden' ? null : kept
        // Most children that are not known are hidden, so their states are asked first and most need only this one question.
        if (isEmbedded(ref, node)) return this.#visit(ref, depth + 1, node)
        const states = await this.#calls.states(ref)
        return states && (await this.isShown(ref, states, null)) ? this.#visit(ref, depth + 1, node) : null
      }),
    )
    node.children = children.filter((child) => child !== null)
  }

  #visit(ref: ObjectRef, depth: number, parent: ObjectRef | null): Promise<TreeNode | null> {
    if (isEmbedded(ref, parent)) return this.#walk(ref, depth, true)
    const item = this.#items.get(ref.path)
    return item ? this.#fromCache(ref.bus, item, depth) : this.#walk(ref, depth, false)
  }

  async #fromCache(bus: string, item: CacheItem, depth: number): Promise<TreeNode | null> {
    if (!(await this.isShown({ bus, path: item.path }, item.states, item.role))) return null
    if (!this.#enter(item.path, depth)) return null
    const node: TreeNode = {
      bus,
      path: item.path,
      role: item.role,
      name: item.name,
      description: item.description,
      states: item.states,
      interfaces: item.interfaces,
      cached: true,
      chosen: item.role === AtspiRole.comboBox ? this.#chosenBelow(item, 2) : null,
      childCount: item.childCount,
      children: [],
      sheet: false,
    }
    if (hasState(item.states, AtspiState.managesDescendants)) {
      const count = await this.#calls.childCount(node)
      node.childCount = count ?? 0
      await this.#walkChildren(node, count, depth)
      return node
    }
    const children = this.#childItems.get(item.path) ?? []
    if (item.childCount > 0 && item.childCount !== children.length) {
      // The cache lacks some children, or (in GTK 4) still has one that is gone, so the tree is walked.
      await this.#walkChildren(node, item.childCount, depth)
      return node
    }
    const answers = await Promise.all(
      children.map((child) => this.isShown({ bus, path: child.path }, child.states, child.role)),
    )
    const ordered = await this.#inOrder(
      node,
      children.filter((_, index) => answers[index]),
    )
    for (const child of ordered) {
      const branch = await this.#fromCache(bus, child, depth + 1)
      if (branch) node.children.push(branch)
    }
    return node
  }

  #chosenBelow(item: CacheItem, levels: number): string | null {
    for (const child of this.#childItems.get(item.path) ?? []) {
      if (hasState(child.states, AtspiState.selected)) return child.name
      const below = levels > 1 ? this.#chosenBelow(child, levels - 1) : null
      if (below) return below
    }
    return null
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

  async #walk(ref: ObjectRef, depth: number, embedded: boolean): Promise<TreeNode | null> {
    if (!this.#enter(ref.path, depth)) return null
    const [role, states, childCount, name] = await Promise.all([
      this.#calls.role(ref),
      this.#calls.states(ref),
      this.#calls.childCount(ref),
      this.#calls.name(ref),
    ])
    this.#run.throwIfStopped()
    if (role === null || states === null || !(embedded || (await this.isShown(ref, states, role)))) {
      this.#seen.delete(ref.path)
      return null
    }
    if (embedded) this.#calls.guests.add(ref.bus)
    this.#shared ||= embedded || (role === AtspiRole.filler && isStateless(role, states))
    const node: TreeNode = {
      bus: ref.bus,
      path: ref.path,
      role,
      name: name ?? '',
      description: '',
      states,
      interfaces: null,
      cached: false,
      chosen: null,
      childCount: childCount ?? 0,
      children: [],
      sheet: false,
    }
    await this.#walkChildren(node, childCount, depth)
    return node
  }

  async #walkChildren(node: TreeNode, count: number | null, depth: number): Promise<void> {
    const refs = await this.#childRefs(node, count ?? 0)
    const children = await Promise.all(refs.map((ref) => this.#visit(ref, depth + 1, node)))
    node.children = children.filter((child) => child !== null)
  }

  /**
   * Lists that make their children on demand, and nodes with very many children, are never read at once: only their visible children are
   * asked for, one by one.
   */
  async #childRefs(node: TreeNode, count: number): Promise<ObjectRef[]> {
    if (count <= 0) return []
    const managed = hasState(node.states, AtspiState.managesDescendants)
    if (!managed && count <= MAX_CHILDREN) {
      const refs = ((await this.#calls.children(node)) ?? []).slice(0, MAX_CHILDREN)
      if (refs.length > 0 || count > 1) return refs
      // GTK's place for a page of another process lists no child, but has one.
      const only = await this.#calls.childAt(node, 0)
      return only ? [only] : []
    }
    if (count > MIN_SHEET_CHILDREN) {
      node.sheet = true
      return []
    }
    const [first, last] = count > MAX_CHILDREN ? await this.#visibleIndices(node, count) : [0, count - 1]
    if (last - first + 1 > MAX_CHILDREN) this.#cut = true
    const indices = Array.from(
      { length: Math.min(MAX_CHILDREN, last - first + 1) },
      (_, place) => first + place,
    )
    const refs = await Promise.all(indices.map((index) => this.#calls.childAt(node, index)))
    this.#run.throwIfStopped()
    return refs.filter((ref) => ref !== null)
  }

  /** Positions of the first and last child that a hit test finds; all positions where the toolkit does not answer. */
  async #visibleIndices(node: TreeNode, count: number): Promise<[number, number]> {
    const extents = await this.#calls.extents(node)
    if (!isPlaced(extents)) return [0, count - 1]
    const shown = this.#options.area ? intersection(extents, this.#options.area) : extents
    if (!shown) return [0, count - 1]
    const [left, top] = [shown.x + 4, shown.y + 4]
    const [right, bottom] = [shown.x + shown.width - 5, shown.y + shown.height - 5]
    const [first, last] = await Promise.all([
      this.#indexAt(node, left, top),
      this.#indexAt(node, right, bottom),
    ])
    if (first !== null && last !== null && first <= last) return [first, last]
    // At the corners there may be a header or a gap, and some views have no item between an icon and its name.
    const probed = await Promise.all(
      GRID.flatMap((across) =>
        GRID.map((down) => this.#indexAt(node, left + across * (right - left), top + down * (bottom - top))),
      ),
    )
    const hits = probed.filter((index) => index !== null)
    if (hits.length === 0) return [0, count - 1]
    const [least, most] = [Math.min(...hits), Math.max(...hits)]
    const around = most - least + MIN_AROUND
    return [first ?? Math.max(0, least - around), last ?? Math.min(count - 1, most + around)]
  }

  async #indexAt(node: ObjectRef, x: number, y: number): Promise<number | null> {
    let hit = await this.#calls.accessibleAtPoint(node, Math.round(x), Math.round(y))
    // Some toolkits return a descendant instead of the child, so the search goes up.
    for (let level = 0; hit && level < 4; level++) {
      const parent = await this.#calls.parent(hit)
      if (parent?.path === node.path) {
        const index = await this.#calls.indexInParent(hit)
        return index !== null && index >= 0 ? index : null
      }
      hit = parent
    }
    return null
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
