// Reads the visible controls of an application's windows in one pass: the cache, then places and details of what is worth
// listing, all pipelined.
import { contains, intersection, screenRect } from '../../../core/geometry.ts'
import { middleOf } from '../../../matching/places.ts'
import type { Point, Rect } from '../../../../src-preload/contract/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../platform.ts'
import type { Toolkit } from './applications.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import type { CellObjects } from './cells.ts'
import { boxOfList, joinComboBoxes } from './combo-boxes.ts'
import { Collector, isIconOfGtk2, isItemByPlace, type TreeNode } from './collect.ts'
import { Patch } from './patch.ts'
import { DetailReader, isUnnamedField, named, type Details } from './details.ts'
import { candidatesOf, opensMenu, refOf, statesOf, type Candidate } from './elements.ts'
import {
  NOTHING,
  nothingKnown,
  type Knowledge,
  type Learned,
  type Listed,
  type Placed,
  type Since,
} from './knowledge.ts'
import {
  gtk4Origin,
  isEmbeddedWidget,
  isInPopup,
  isPopover,
  matchRoots,
  moved,
  popoverShift,
  popoverWindow,
  popupAt,
} from './placement.ts'
import { popupMenusIn, shiftJavaMenus } from './java-menus.ts'
import { mostTelling, withoutBlocked, withoutPlaces } from './listing.ts'
import { isPlaced, isSame } from './places.ts'
import { AtspiRole, hasState, AtspiState } from './roles.ts'
import { Sheets } from './sheets.ts'

const ROOT_PANE = 46
/** Layout nodes come on top of the controls that are asked for. */
const NODES_PER_CONTROL = 6
const STILL: Point = { x: 0, y: 0 }

export interface TreeRequest {
  bus: string
  toolkit: Toolkit
  /** Top-level objects of the application. */
  roots: ObjectRef[]
  /** X11 windows of the application, front to back. */
  windows: PlatformWindow[]
  /** The window that is asked for; roots of other main windows are left out. Null: all of them. */
  window: PlatformWindow | null
  max: number
  /** False leaves out values, labels, actions and cells: for a search for one control among all. */
  details: boolean
  /** Whether to ask for the application's cache. */
  cache: boolean
}

export interface TreeResult {
  knowledge: Knowledge
  listed: Listed[]
  /** There were more controls than `max`. */
  cut: boolean
}

export class TreeReader {
  readonly #calls: AccessibleCalls
  readonly #details: DetailReader
  readonly #sheets: Sheets
  #known: Knowledge = nothingKnown()
  #asksLabels = false
  readonly #interfaces = new Map<TreeNode, Promise<number>>()

  constructor(calls: AccessibleCalls, cells: CellObjects) {
    this.#calls = calls
    this.#details = new DetailReader(calls)
    this.#sheets = new Sheets(calls, cells)
  }

  async read(request: TreeRequest, run: RunControl): Promise<TreeResult> {
    const answer = request.cache ? await this.#calls.cacheItems(request.bus) : null
    const items = Array.isArray(answer) && answer.length > 0 ? answer : null
    run.throwIfStopped()
    const collection = await this.#collector(request, run).collect(request.roots, items)
    return this.#assemble({ ...nothingKnown(), ...collection, cached: items?.length ?? 0 }, request, run)
  }

  /**
   * Updates the tree: asks only for what was reported and painted since it was read. Null when the whole tree has to be read; the old
   * knowledge must not be used then, nor after an error.
   */
  async revise(
    known: Knowledge,
    since: Since,
    request: TreeRequest,
    run: RunControl,
  ): Promise<TreeResult | null> {
    const collector = this.#collector(request, run)
    const patch = new Patch(this.#calls, collector, {
      toolkit: request.toolkit,
      ...since,
      placeOf: (node) => known.places.get(node) ?? null,
      forget: (node) => {
        if (known.extents.has(node)) known.extents.set(node, this.#calls.extents(node))
        known.learned.delete(node)
      },
    })
    const [patched, steady] = await Promise.all([patch.apply(known.roots), this.#isSteady(known)])
    if (!patched || !steady) return null
    run.throwIfStopped()
    known.cut ||= collector.cut
    known.shared ||= collector.shared
    this.#sheets.revise(known, since)
    this.#asksLabels = since.asksLabels === true
    return this.#assemble(known, request, run)
  }

  /** LibreOffice may change its origin without painting anything; then all places have to be asked again. */
  async #isSteady(known: Knowledge): Promise<boolean> {
    const panes = known.roots.map(findPane).filter((pane) => pane !== null)
    const same = await Promise.all(
      panes
        .flatMap(({ node, parent }) => [node, parent])
        .map(async (node) => {
          const [before, now] = await Promise.all([known.extents.get(node), this.#calls.extents(node)])
          return !before || (now !== null && isSame(before, now))
        }),
    )
    return same.every(Boolean)
  }

  #collector({ toolkit, max, window }: TreeRequest, run: RunControl): Collector {
    const area = toolkit === 'gtk4' ? null : (window?.bounds ?? null)
    return new Collector(this.#calls, { toolkit, max: Math.max(2000, max * NODES_PER_CONTROL), area }, run)
  }

  async #assemble(known: Knowledge, request: TreeRequest, run: RunControl): Promise<TreeResult> {
    const { max } = request
    this.#known = known
    const placement = await this.#place(request, known.roots)
    const candidates = candidatesOf([...placement.keys()], request.toolkit)
    // Nearly all candidates will be listed, so their details are asked for together with their places.
    const early = request.details && candidates.length <= max ? this.#learn(candidates) : null
    const placed = await this.#placeAll(candidates, placement, request)
    run.throwIfStopped()
    const reachable = withoutBlocked(placed, request.windows)
    const chosen = mostTelling(reachable, max)
    const inList = new Set(chosen.map((item) => item.candidate))
    const learned = await (early ?? (request.details ? this.#learn([...inList]) : null))
    const listed = chosen
      .map((item) => listedOf(item, learned?.get(item.candidate) ?? NOTHING, inList))
      .filter((item, _index, all) => !request.details || tellsText(item.element, all))
    const cut = known.cut || reachable.length > max
    joinComboBoxes(listed)
    if (!request.details) return { listed, cut, knowledge: known }
    const withCells = await this.#sheets.add(known, chosen, listed, max)
    return { listed: withCells.listed, cut: cut || withCells.cut, knowledge: known }
  }

  /** Gives the roots that belong to the request, each with its X11 window. */
  async #place(request: TreeRequest, nodes: TreeNode[]): Promise<Map<TreeNode, PlatformWindow | null>> {
    const roots = await Promise.all(
      nodes.map(async (node) => ({ node, extents: await this.#extentsOf(node) })),
    )
    const matched = matchRoots(roots, request.windows, request.toolkit)
    const { window } = request
    if (!window) return matched
    for (const [node, own] of matched) {
      if (own && own.handle !== window.handle && own.kind === 'normal') matched.delete(node)
      // A frame without an X window is no second main window, but a menu or a tooltip.
      if (!own && node.role === AtspiRole.frame && matched.size > 1) matched.delete(node)
    }
    return matched
  }

  async #placeAll(
    candidates: Candidate[],
    placement: Map<TreeNode, PlatformWindow | null>,
    request: TreeRequest,
  ): Promise<Placed[]> {
    const raw = await Promise.all(candidates.map(({ node }) => this.#extentsOf(node)))
    const rects = new Map(candidates.map(({ node }, index) => [node, raw[index] ?? null]))
    const shifts = await this.#shifts(request, placement, rects)
    const placed: Placed[] = []
    const hidden = new Set<Candidate>()
    const unplaced = withoutPlaces(candidates, (node) => isPlaced(rects.get(node) ?? null))
    for (const [index, candidate] of candidates.entries()) {
      const rect = raw[index] ?? null
      // LibreOffice keeps the menus of a menu bar that it no longer draws.
      const inHidden = candidate.parent !== null && hidden.has(candidate.parent)
      if (inHidden || (candidate.role === 'menu bar' && !isPlaced(rect))) hidden.add(candidate)
      const view = unplaced.get(candidate)
      const around = view && !inHidden ? await this.#extentsOf(view) : null
      if (isPlaced(around)) {
        const bounds = screenRect({ ...around, width: 0, height: 0 })
        const window = placement.get(candidate.root) ?? null
        placed.push({ candidate, raw: around, shift: STILL, bounds, window })
      }
      if (!isPlaced(rect) || hidden.has(candidate)) continue
      const own = placement.get(candidate.root) ?? null
      // GTK 4 lists a popover's content before the popover has a window; until then the content has no place.
      if (shifts.get(candidate.node) === null) continue
      const shift = shifts.get(candidate.node) ?? shifts.get(candidate.root) ?? STILL
      const at = moved(rect, shift)
      this.#known.places.set(candidate.node, at)
      const window = (candidate.popup && popupAt(at, request.windows)) || own
      // The items of a closed menu keep their last place.
      if (isItemByPlace(candidate.node, request.toolkit) && !isInPopup(at, window)) continue
      if (isIconOfGtk2(request.toolkit, candidate.node.role) && !(await this.#isInView(rect, candidate)))
        continue
      const bounds = window ? intersection(at, window.bounds) : at
      if (isInClosedList(candidate, request) && window?.kind !== 'popup') continue
      if (bounds) placed.push({ candidate, raw: rect, shift, bounds: screenRect(bounds), window })
    }
    return placed
  }

  /** Tells whether an icon's view shows the middle of the icon. */
  async #isInView(rect: Rect, { holder }: Candidate): Promise<boolean> {
    const view = holder && (await this.#extentsOf(holder))
    return isPlaced(view) && contains(view, middleOf(rect))
  }

  /** Gives the shifts for nodes whose toolkit reports wrong places; null where the shift is not known. */
  async #shifts(
    request: TreeRequest,
    placement: Map<TreeNode, PlatformWindow | null>,
    rects: Map<TreeNode, Rect | null>,
  ): Promise<Map<TreeNode, Point | null>> {
    const shifts = new Map<TreeNode, Point | null>()
    for (const [root, window] of placement) {
      const extents = rects.get(root) ?? null
      if (request.toolkit === 'gtk4' && window && isPlaced(extents)) {
        shifts.set(root, gtk4Origin(extents, window.bounds))
        // One that is no control itself has not been asked for its place.
        for (const node of popoversIn(root)) rects.set(node, await this.#extentsOf(node))
        shiftPopovers(root, request.windows, rects, shifts)
      } else if (request.toolkit === 'java') {
        for (const node of popupMenusIn(root)) rects.set(node, await this.#extentsOf(node))
        shiftJavaMenus(root, rects, shifts)
      } else if (request.toolkit === 'other') {
        const pane = findPane(root)
        if (pane) await this.#shiftPane(pane, shifts)
      }
    }
    return shifts
  }

  /** See `isEmbeddedWidget`. */
  async #shiftPane(
    pane: { node: TreeNode; parent: TreeNode },
    shifts: Map<TreeNode, Point | null>,
  ): Promise<void> {
    const nodes: TreeNode[] = []
    const gather = (node: TreeNode) => {
      nodes.push(node)
      node.children.forEach(gather)
    }
    gather(pane.node)
    const [around, ...told] = await Promise.all([pane.parent, ...nodes].map((node) => this.#extentsOf(node)))
    const rects = new Map(nodes.map((node, index) => [node, told[index] ?? null]))
    const own = rects.get(pane.node)
    if (!around || !own) return
    const shift = { x: around.x - own.x, y: around.y - own.y }
    if ((shift.x === 0 && shift.y === 0) || around.width !== own.width || around.height !== own.height) return
    const correct = (node: TreeNode, above: TreeNode | null, embedded: boolean) => {
      const rect = rects.get(node) ?? null
      const outer = above && rects.get(above)
      const widget = embedded || (isPlaced(rect) && !!outer && isEmbeddedWidget(rect, outer, shift))
      shifts.set(node, widget ? STILL : shift)
      if (isPlaced(rect)) this.#known.places.set(node, moved(rect, widget ? STILL : shift))
      for (const child of node.children) correct(child, node, widget)
    }
    correct(pane.node, null, false)
  }

  #extentsOf(node: TreeNode): Promise<Rect | null> {
    let asked = this.#known.extents.get(node)
    if (!asked) {
      asked = this.#calls.extents(node)
      this.#known.extents.set(node, asked)
    }
    return asked
  }

  #interfacesOf(node: TreeNode): Promise<number> {
    if (node.interfaces !== null) return Promise.resolve(node.interfaces)
    let asked = this.#interfaces.get(node)
    if (!asked) {
      asked = this.#calls.interfaces(node).then((interfaces) => (node.interfaces = interfaces ?? 0))
      this.#interfaces.set(node, asked)
    }
    return asked
  }

  async #learn(candidates: readonly Candidate[]): Promise<Map<Candidate, Learned>> {
    const asked = new Map<string, Promise<string[]>>()
    const learned = await Promise.all(
      candidates.map(async (candidate) => {
        let learned = this.#known.learned.get(candidate.node)
        if (!learned || (this.#asksLabels && isUnnamedField(candidate))) {
          learned = this.#learnOne(candidate, asked)
          this.#known.learned.set(candidate.node, learned)
        }
        return [candidate, await learned] as const
      }),
    )
    return new Map(learned)
  }

  async #learnOne(candidate: Candidate, asked: Map<string, Promise<string[]>>): Promise<Learned> {
    const [details, actions] = await Promise.all([
      this.#detailsOf(candidate),
      this.#actionsOf(candidate.node, asked),
    ])
    return { ...details, actions }
  }

  async #detailsOf(candidate: Candidate): Promise<Details> {
    const { node, role, name } = candidate
    const details = await this.#details.read(node, role, await this.#interfacesOf(node), name)
    const box = boxOfList(candidate)
    const label = box && (await this.#details.labelOfList(box))
    return label === null ? details : { ...details, label, opensList: true }
  }

  /** Like controls of one application have the same actions, so one control of each kind is asked. */
  async #actionsOf(node: TreeNode, asked: Map<string, Promise<string[]>>): Promise<string[]> {
    const interfaces = await this.#interfacesOf(node)
    if (!(interfaces & Has.action)) return []
    // Of the items of a Qt menu bar, some open a menu, and some do something at once.
    const kind =
      node.role === AtspiRole.menuItem ? node.path : `${node.role} ${interfaces} ${kindOfStates(node)}`
    let actions = asked.get(kind)
    if (!actions) {
      actions = this.#details.actions(node)
      asked.set(kind, actions)
    }
    return actions
  }
}

/** Qt 5 reports the list of a closed combo box as visible, somewhere in its window. */
function isInClosedList({ role, parent }: Candidate, { toolkit }: TreeRequest): boolean {
  if (toolkit !== 'qt' || role !== 'list item') return false
  let holder = parent
  while (holder && holder.role !== 'combo box') holder = holder.parent
  return holder !== null
}

const popoversIn = (node: TreeNode): TreeNode[] => [
  ...(isPopover(node) ? [node] : []),
  ...node.children.flatMap(popoversIn),
]

/** GTK 4 reports places in a popover without a usable origin. */
function shiftPopovers(
  root: TreeNode,
  windows: readonly PlatformWindow[],
  rects: Map<TreeNode, Rect | null>,
  shifts: Map<TreeNode, Point | null>,
): void {
  const visit = (node: TreeNode, within: { popover: Rect; window: PlatformWindow | null } | null) => {
    const rect = rects.get(node) ?? null
    let inside = within
    // Popovers that are no controls have not been asked for their places yet.
    if (node !== root && (!inside?.window || isPopover(node)) && isPlaced(rect)) {
      const others = windows.filter((each) => each.handle !== inside?.window?.handle)
      const window = popoverWindow(node, rect, others)
      if (window || isPopover(node)) inside = { popover: rect, window }
    }
    if (inside && isPlaced(rect)) {
      const { popover, window } = inside
      shifts.set(node, window && popoverShift(rect, popover, window.bounds))
    }
    for (const child of node.children) visit(child, inside)
  }
  visit(root, null)
}

function findPane(root: TreeNode): { node: TreeNode; parent: TreeNode } | null {
  for (const child of root.children) {
    if (child.role === ROOT_PANE) return { node: child, parent: root }
    const deeper = findPane(child)
    if (deeper) return deeper
  }
  return null
}

/** Gives the states of a node that can change which actions it offers. */
function kindOfStates({ states }: TreeNode): number {
  const { checked, expanded, selected, editable, focusable, enabled, sensitive } = AtspiState
  return [checked, expanded, selected, editable, focusable, enabled, sensitive].reduce(
    (bits, state, index) => bits | (hasState(states, state) ? 1 << index : 0),
    0,
  )
}

/** A text says something, also beside what it is in: Gecko tells the text in an item with the item's own name. */
const tellsText = ({ role, name, parent }: PlatformElement, all: readonly Listed[]): boolean =>
  role !== 'text' || (name !== '' && all.find(({ element }) => element.ref === parent)?.element.name !== name)

function listedOf(placed: Placed, details: Learned, inList: Set<Candidate>): Listed {
  const { candidate, bounds, window, shift } = placed
  const { node } = candidate
  const label = candidate.borrows ? '' : details.label
  const role = details.opensList ? 'combo box' : candidate.role
  const interfaces = node.interfaces ?? 0
  let parent = candidate.parent
  while (parent && !inList.has(parent)) parent = parent.parent
  const element: PlatformElement = {
    ref: refOf(node),
    role:
      node === candidate.root && role === 'other'
        ? 'window'
        : opensMenu(role, details.actions)
          ? 'menu'
          : role,
    ...named(role, candidate.name, { ...details, label }),
    value: details.value,
    states: bounds.width > 0 ? statesOf(node, role) : [...statesOf(node, role), 'offscreen'],
    bounds,
    actions: details.actions,
    parent: parent && refOf(parent.node),
    depth: candidate.depth,
    editableText: (interfaces & Has.editableText) !== 0 && hasState(node.states, AtspiState.editable),
    window: window?.handle ?? null,
  }
  return { element, windowThen: window?.bounds ?? null, shift, label }
}
