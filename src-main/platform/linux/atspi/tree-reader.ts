// Reads the visible controls of an application's windows in one pass: the cache, then places and details of what is worth
// listing, all pipelined.
import type { ControlState } from '../../../core/desktop.ts'
import { intersection, screenRect, type ScreenRect } from '../../../core/geometry.ts'
import type { Point, Rect } from '../../../../src-preload/contract/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../platform.ts'
import type { Toolkit } from './applications.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { CellReader, cellName, type Cell, type CellObjects } from './cells.ts'
import { Collector, type TreeNode } from './collect.ts'
import { DetailReader, named, type Details } from './details.ts'
import { candidatesOf, parseRef, refOf, type Candidate } from './elements.ts'
import {
  gtk4Origin,
  isEmbeddedWidget,
  matchRoots,
  moved,
  popoverShift,
  popoverWindow,
  popupAt,
} from './placement.ts'
import { isPlaced } from './places.ts'
import { AtspiRole, controlStates, hasState, AtspiState } from './roles.ts'

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
  /** False: no values, labels, actions and cells, for those who look for one control among all. */
  details: boolean
  /** Ask for its cache. */
  cache: boolean
}

/** What is known of a listed control besides what the toolkit can be asked again. */
export interface Listed {
  element: PlatformElement
  /** Where its window was. */
  windowThen: ScreenRect | null
  /** To be added to the place that the toolkit tells. */
  shift: Point
  /** A name that it has from its label. */
  label: string
}

export interface TreeResult {
  listed: Listed[]
  /** More was there than `max`. */
  cut: boolean
  /** Objects in its cache, 0 where that was not asked. */
  cached: number
}

interface Placed {
  candidate: Candidate
  /** As the toolkit tells it; what its own hit test takes. */
  raw: Rect
  shift: Point
  bounds: ScreenRect
  window: PlatformWindow | null
}

export class TreeReader {
  readonly #calls: AccessibleCalls
  readonly #details: DetailReader
  readonly #cells: CellReader
  readonly #extents = new Map<TreeNode, Promise<Rect | null>>()
  readonly #interfaces = new Map<TreeNode, Promise<number>>()

  constructor(calls: AccessibleCalls, cells: CellObjects) {
    this.#calls = calls
    this.#details = new DetailReader(calls)
    this.#cells = new CellReader(calls, cells)
  }

  async read(request: TreeRequest, run: RunControl): Promise<TreeResult> {
    const { toolkit, max } = request
    const answer = request.cache ? await this.#calls.cacheItems(request.bus) : null
    const items = Array.isArray(answer) && answer.length > 0 ? answer : null
    run.throwIfStopped()
    const area = toolkit === 'gtk4' ? null : (request.window?.bounds ?? null)
    const bound = Math.max(2000, max * NODES_PER_CONTROL)
    const collector = new Collector(this.#calls, { toolkit, max: bound, area }, run)
    const collected = await collector.collect(request.roots, items)
    const placement = await this.#place(request, collected.roots)
    const candidates = candidatesOf([...placement.keys()], toolkit)
    // Asked along with the places where nearly all of them will be listed.
    const early = request.details && candidates.length <= max ? this.#learn(candidates) : null
    const placed = await this.#placeAll(candidates, placement, request)
    run.throwIfStopped()
    const chosen = placed.slice(0, max)
    const inList = new Set(chosen.map((item) => item.candidate))
    const learned = await (early ?? (request.details ? this.#learn([...inList]) : null))
    const listed = chosen
      .map((item) => listedOf(item, learned?.get(item.candidate) ?? NOTHING, inList))
      .filter(({ element }) => element.role !== 'text' || element.name !== '' || !request.details)
    const cut = collected.cut || placed.length > max
    const cached = items?.length ?? 0
    if (!request.details) return { listed, cut, cached }
    const withCells = await this.#addCells(chosen, listed, max)
    return { listed: withCells.listed, cut: cut || withCells.cut, cached }
  }

  /** The cell at a point of the screen, null where `table` is none of a sheet. */
  async cellAt(table: Listed, x: number, y: number): Promise<Listed | null> {
    const object = parseRef(table.element.ref)
    if (!object) return null
    const cell = await this.#calls.accessibleAtPoint(object, x - table.shift.x, y - table.shift.y)
    return cell && this.cellOf(table, object, cell)
  }

  /** The cell of a sheet that has the keyboard. */
  async focusedCell(table: Listed): Promise<Listed | null> {
    const object = parseRef(table.element.ref)
    const extents = object && (await this.#calls.extents(object))
    const range = object && extents && (await this.#cells.visibleRange(object, extents))
    const cell = range && (await this.#cells.focused(object, range))
    return cell ? this.cellOf(table, object, cell) : null
  }

  /** A cell object as an element below its table. */
  async cellOf(table: Listed, object: ObjectRef, ref: ObjectRef): Promise<Listed | null> {
    const place = await this.#cells.placeOf(object, ref)
    const [text, extents, states] = await Promise.all([
      this.#calls.text(ref, 0, -1),
      this.#calls.extents(ref),
      this.#calls.states(ref),
    ])
    if (!place || !isPlaced(extents)) return null
    const cell: Cell = {
      ref,
      ...place,
      name: cellName(place.row, place.column),
      text: (text ?? '').slice(0, 200),
      extents,
    }
    return cellElement(cell, table, object, states ? controlStates('cell', AtspiRole.tableCell, states) : [])
  }

  /** The roots that belong to the request, each with its X11 window. */
  async #place(request: TreeRequest, nodes: TreeNode[]): Promise<Map<TreeNode, PlatformWindow | null>> {
    const roots = await Promise.all(
      nodes.map(async (node) => ({ node, extents: await this.#extentsOf(node) })),
    )
    const matched = matchRoots(roots, request.windows, request.toolkit)
    const { window } = request
    if (!window) return matched
    for (const [node, own] of matched) {
      if (own && own.handle !== window.handle && own.kind === 'normal') matched.delete(node)
      // Without a window of its own it is no second main window: a menu or a tool tip.
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
    for (const [index, candidate] of candidates.entries()) {
      const rect = raw[index] ?? null
      // The menu bar that LibreOffice draws no more still has its menus.
      const inHidden = candidate.parent !== null && hidden.has(candidate.parent)
      if (inHidden || (candidate.role === 'menu bar' && !isPlaced(rect))) hidden.add(candidate)
      if (!isPlaced(rect) || hidden.has(candidate)) continue
      const own = placement.get(candidate.root) ?? null
      const shift = shifts.get(candidate.node) ?? shifts.get(candidate.root) ?? STILL
      const at = moved(rect, shift)
      const window = (candidate.popup && popupAt(at, request.windows)) || own
      const bounds = window ? intersection(at, window.bounds) : at
      if (bounds) placed.push({ candidate, raw: rect, shift, bounds: screenRect(bounds), window })
    }
    return placed
  }

  /** What has to be added to the place of a node, where its toolkit tells it wrongly. */
  async #shifts(
    request: TreeRequest,
    placement: Map<TreeNode, PlatformWindow | null>,
    rects: Map<TreeNode, Rect | null>,
  ): Promise<Map<TreeNode, Point>> {
    const shifts = new Map<TreeNode, Point>()
    for (const [root, window] of placement) {
      const extents = rects.get(root) ?? null
      if (request.toolkit === 'gtk4' && window && isPlaced(extents)) {
        shifts.set(root, gtk4Origin(extents, window.bounds))
        shiftPopovers(root, request.windows, rects, shifts)
      } else if (request.toolkit === 'other') {
        const pane = findPane(root)
        if (pane) await this.#shiftPane(pane, shifts)
      }
    }
    return shifts
  }

  /** See `isEmbeddedWidget`. */
  async #shiftPane(pane: { node: TreeNode; parent: TreeNode }, shifts: Map<TreeNode, Point>): Promise<void> {
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
      for (const child of node.children) correct(child, node, widget)
    }
    correct(pane.node, null, false)
  }

  #extentsOf(node: TreeNode): Promise<Rect | null> {
    let asked = this.#extents.get(node)
    if (!asked) {
      asked = this.#calls.extents(node)
      this.#extents.set(node, asked)
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
        const [details, actions] = await Promise.all([
          this.#detailsOf(candidate),
          this.#actionsOf(candidate.node, asked),
        ])
        return [candidate, { ...details, actions }] as const
      }),
    )
    return new Map(learned)
  }

  async #detailsOf(candidate: Candidate): Promise<Details> {
    const { node, role, name } = candidate
    return this.#details.read(node, role, await this.#interfacesOf(node), name)
  }

  /** Actions of like controls of one application are the same: one of each kind is asked. */
  async #actionsOf(node: TreeNode, asked: Map<string, Promise<string[]>>): Promise<string[]> {
    const interfaces = await this.#interfacesOf(node)
    if (!(interfaces & Has.action)) return []
    const kind = `${node.role} ${interfaces} ${kindOfStates(node)}`
    let actions = asked.get(kind)
    if (!actions) {
      actions = this.#details.actions(node)
      asked.set(kind, actions)
    }
    return actions
  }

  /** Puts the visible cells of sheets behind their table; empty ones only as far as `max` allows. */
  async #addCells(
    placed: readonly Placed[],
    listed: Listed[],
    max: number,
  ): Promise<{ listed: Listed[]; cut: boolean }> {
    let result = listed
    let cut = false
    for (const item of placed) {
      const { node } = item.candidate
      if (!node.sheet || !((node.interfaces ?? 0) & Has.table)) continue
      const table = listed.find(({ element }) => element.ref === refOf(node))
      if (!table) continue
      const range = await this.#cells.visibleRange(node, item.raw)
      const cells = range ? await this.#cells.cells(node, range) : []
      const chosen = choose(cells, Math.max(0, max - result.length))
      cut ||= !range || chosen.length < cells.length
      const shown = chosen.map((cell) => cellElement(cell, table, node, []))
      const at = result.indexOf(table) + 1
      result = [...result.slice(0, at), ...shown.filter((cell) => cell !== null), ...result.slice(at)]
    }
    return { listed: result, cut }
  }
}

type Learned = Details & { actions: string[] }
const NOTHING: Learned = { value: null, label: '', description: '', actions: [] }

/** What of a node's states can change which actions it offers. */
function kindOfStates({ states }: TreeNode): number {
  const { checked, expanded, selected, editable, focusable, enabled, sensitive } = AtspiState
  return [checked, expanded, selected, editable, focusable, enabled, sensitive].reduce(
    (bits, state, index) => bits | (hasState(states, state) ? 1 << index : 0),
    0,
  )
}

/** All that say something, and as many of the empty ones, from the top, as there is room for. */
function choose(cells: Cell[], room: number): Cell[] {
  if (cells.length <= room) return cells
  const full = cells.filter((cell) => cell.text !== '').slice(0, room)
  const kept = new Set([...full, ...cells.filter((cell) => cell.text === '').slice(0, room - full.length)])
  return cells.filter((cell) => kept.has(cell))
}

/** GTK 4 counts what is in a popover from nowhere in particular. */
function shiftPopovers(
  root: TreeNode,
  windows: readonly PlatformWindow[],
  rects: Map<TreeNode, Rect | null>,
  shifts: Map<TreeNode, Point>,
): void {
  if (!windows.some((window) => window.kind === 'popup')) return
  const visit = (node: TreeNode, within: { popover: Rect; window: PlatformWindow } | null) => {
    const rect = rects.get(node) ?? null
    let inside = within
    if (node !== root && !inside && isPlaced(rect)) {
      const window = popoverWindow(rect, windows)
      if (window) inside = { popover: rect, window }
    }
    if (inside && isPlaced(rect)) shifts.set(node, popoverShift(rect, inside.popover, inside.window.bounds))
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

function listedOf(placed: Placed, details: Learned, inList: Set<Candidate>): Listed {
  const { candidate, bounds, window, shift } = placed
  const { node, role } = candidate
  const interfaces = node.interfaces ?? 0
  let parent = candidate.parent
  while (parent && !inList.has(parent)) parent = parent.parent
  const element: PlatformElement = {
    ref: refOf(node),
    role: node === candidate.root && role === 'other' ? 'window' : role,
    ...named(role, candidate.name, details),
    value: details.value,
    states: controlStates(role, node.role, node.states),
    bounds,
    actions: details.actions,
    parent: parent && refOf(parent.node),
    depth: candidate.depth,
    editableText: (interfaces & Has.editableText) !== 0 && hasState(node.states, AtspiState.editable),
    window: window?.handle ?? null,
  }
  return { element, windowThen: window?.bounds ?? null, shift, label: details.label }
}

function cellElement(cell: Cell, table: Listed, object: ObjectRef, states: ControlState[]): Listed | null {
  const bounds = intersection(moved(cell.extents, table.shift), table.element.bounds)
  if (!bounds) return null
  const element: PlatformElement = {
    ref: refOf(object, cell),
    role: 'cell',
    name: cell.name,
    value: cell.text,
    description: null,
    states,
    bounds,
    actions: [],
    parent: table.element.ref,
    depth: table.element.depth + 1,
    editableText: false,
    window: table.element.window,
  }
  return { element, windowThen: table.windowThen, shift: table.shift, label: '' }
}
