// Lists the visible cells of sheets, below their tables.
import type { ControlState } from '../../../core/desktop.ts'
import { cellName, cellOfName } from '../../../core/cell-address.ts'
import { intersection } from '../../../core/geometry.ts'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import type { PlatformElement } from '../../platform.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { CellReader, placeKey, type Cell, type CellObjects } from './cells.ts'
import type { TreeNode } from './collect.ts'
import { parseRef, refOf } from './elements.ts'
import type { Knowledge, Listed, Placed, Sheet, Since } from './knowledge.ts'
import { moved } from './placement.ts'
import { isPlaced } from './places.ts'
import { AtspiRole, controlStates } from './roles.ts'

export class Sheets {
  readonly #calls: AccessibleCalls
  readonly #cells: CellReader

  constructor(calls: AccessibleCalls, objects: CellObjects) {
    this.#calls = calls
    this.#cells = new CellReader(calls, objects)
  }

  /** Finds the cell at a point of the screen; null where `table` is not the table of a sheet. */
  async cellAt(table: Listed, x: number, y: number): Promise<Listed | null> {
    const object = parseRef(table.element.ref)
    if (!object) return null
    const cell = await this.#calls.accessibleAtPoint(object, x - table.shift.x, y - table.shift.y)
    return cell && this.cellOf(table, object, cell)
  }

  /** Finds the cell of a sheet that has the keyboard. */
  async focusedCell(table: Listed): Promise<Listed | null> {
    const object = parseRef(table.element.ref)
    const extents = object && (await this.#calls.extents(object))
    const range = object && extents && (await this.#cells.visibleRange(object, extents))
    const cell = range && (await this.#cells.focused(object, range))
    return cell ? this.cellOf(table, object, cell) : null
  }

  /** Makes of a cell object an element below its table. */
  async cellOf(table: Listed, object: ObjectRef, ref: ObjectRef): Promise<Listed | null> {
    const place = await this.#cells.placeOf(object, ref)
    const [text, extents, states] = await Promise.all([
      this.#calls.wholeText(ref),
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

  async #sheet(known: Knowledge, node: TreeNode, raw: Rect): Promise<Sheet | null> {
    const range = await this.#cells.visibleRange(node, raw)
    if (!range) return null
    const still = known.sheets.get(node)?.still ?? new Map<string, Cell>()
    const sheet = { raw, cells: await this.#cells.cells(node, range, still), still: null }
    known.sheets.set(node, sheet)
    return sheet
  }

  /** Finds out which texts are still true: those of cells that the application has not reported and nothing has painted over. */
  revise({ roots, sheets, places }: Knowledge, { told, painted }: Since): void {
    const paths = new Set(told.map((change) => change.path))
    const visit = (node: TreeNode) => {
      const sheet = sheets.get(node)
      const place = sheet && places.get(node)
      if (sheet && place) {
        const by = { x: place.x - sheet.raw.x, y: place.y - sheet.raw.y }
        const inside = painted.filter((rect) => intersection(rect, place) !== null)
        const isStill = (cell: Cell) =>
          !paths.has(cell.ref.path) &&
          !inside.some((rect) => intersection(rect, moved(cell.extents, by)) !== null)
        sheet.still = new Map(sheet.cells.filter(isStill).map((cell) => [placeKey(cell), cell]))
      }
      node.children.forEach(visit)
    }
    roots.forEach(visit)
  }

  /** Puts the visible cells of sheets behind their table; empty ones only as far as `max` allows. */
  async add(
    known: Knowledge,
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
      const sheet = await this.#sheet(known, node, item.raw)
      const cells = sheet?.cells ?? []
      const chosen = choose(cells, Math.max(0, max - result.length))
      cut ||= !sheet || chosen.length < cells.length
      const shown = chosen.map((cell) => cellElement(cell, table, node, []))
      const at = result.indexOf(table) + 1
      result = [...result.slice(0, at), ...shown.filter((cell) => cell !== null), ...result.slice(at)]
      result = result.map((each) => (isNameBox(each.element, table.element) ? asNameBox(each) : each))
    }
    return { listed: result, cut }
  }
}

/** Whether it is the field that shows the address of the current cell: LibreOffice gives it no name. */
const isNameBox = ({ role, name, value, bounds, window }: PlatformElement, table: PlatformElement): boolean =>
  role === 'edit' &&
  name === '' &&
  cellOfName(value ?? '') !== null &&
  window === table.window &&
  bounds.y + bounds.height <= table.bounds.y

const NAME_BOX = 'Name Box'
const asNameBox = (listed: Listed): Listed => ({
  ...listed,
  element: { ...listed.element, name: NAME_BOX },
  label: NAME_BOX,
})

/** Chooses all cells with content, and from the top as many empty ones as there is room for. */
function choose(cells: Cell[], room: number): Cell[] {
  if (cells.length <= room) return cells
  const full = cells.filter((cell) => cell.text !== '').slice(0, room)
  const kept = new Set([...full, ...cells.filter((cell) => cell.text === '').slice(0, room - full.length)])
  return cells.filter((cell) => kept.has(cell))
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
