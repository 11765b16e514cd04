// Reads the visible cells of a sheet that has more rows than can be asked for. It hit-tests the corners, takes the places of
// the cells from the first visible row and column, and only then reads texts.
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { cellName } from '../../../core/cell-address.ts'
import type { AccessibleCalls, ObjectRef } from './calls.ts'
import { isPlaced } from './places.ts'
import { AtspiState, hasState } from './roles.ts'

/** Not more cells than fit on a screen at a readable size are asked for. */
const MAX_ROWS = 120
const MAX_COLUMNS = 80

export interface Cell {
  ref: ObjectRef
  row: number
  column: number
  name: string
  text: string
  /** As the toolkit tells it. */
  extents: Rect
}

export interface CellRange {
  top: number
  left: number
  bottom: number
  right: number
}

interface Place {
  row: number
  column: number
}

/** Objects of cells that were asked for once: `bus path row column`. An object stays with its address while it lives. */
export type CellObjects = Map<string, ObjectRef>
const MAX_OBJECTS = 20_000

export class CellReader {
  readonly #calls: AccessibleCalls
  readonly #objects: CellObjects

  constructor(calls: AccessibleCalls, objects: CellObjects) {
    this.#calls = calls
    this.#objects = objects
  }

  /** Rows and columns that can be seen; null where the table can't be hit-tested. `extents` are those of the table. */
  async visibleRange(table: ObjectRef, extents: Rect): Promise<CellRange | null> {
    const [first, last] = await Promise.all([
      this.#placeAt(table, extents.x + 2, extents.y + 2),
      this.#placeAt(table, extents.x + extents.width - 3, extents.y + extents.height - 3),
    ])
    if (first && last && last.row >= first.row && last.column >= first.column) {
      return {
        top: first.row,
        left: first.column,
        bottom: Math.min(last.row, first.row + MAX_ROWS - 1),
        right: Math.min(last.column, first.column + MAX_COLUMNS - 1),
      }
    }
    const [rows, columns] = await Promise.all([this.#calls.rowCount(table), this.#calls.columnCount(table)])
    // A table without a hit test is listed whole if it is small.
    if (!rows || !columns || rows > MAX_ROWS || columns > MAX_COLUMNS) return null
    return { top: 0, left: 0, bottom: rows - 1, right: columns - 1 }
  }

  /**
   * Reads the cells of a range, row by row; leaves out those without a place on the screen. `known` are cells whose text is still
   * true, by `placeKey`.
   */
  async cells(table: ObjectRef, range: CellRange, known: ReadonlyMap<string, Cell>): Promise<Cell[]> {
    const columns = Array.from({ length: range.right - range.left + 1 }, (_, index) => range.left + index)
    const rows = Array.from({ length: range.bottom - range.top + 1 }, (_, index) => range.top + index)
    const [across, down] = await Promise.all([
      Promise.all(columns.map((column) => this.#extents(table, range.top, column))),
      Promise.all(rows.map((row) => this.#extents(table, row, range.left))),
    ])
    const wanted: { row: number; column: number; extents: Rect }[] = []
    rows.forEach((row, rowIndex) => {
      columns.forEach((column, columnIndex) => {
        const horizontal = across[columnIndex] ?? null
        const vertical = down[rowIndex] ?? null
        if (!isPlaced(horizontal) || !isPlaced(vertical)) return
        const extents = { x: horizontal.x, y: vertical.y, width: horizontal.width, height: vertical.height }
        wanted.push({ row, column, extents })
      })
    })
    const cells = await Promise.all(
      wanted.map(async ({ row, column, extents }): Promise<Cell | null> => {
        const before = known.get(placeKey({ row, column }))
        if (before) return { ...before, extents }
        const [ref, text] = await this.#withText(table, row, column)
        return ref && { ref, row, column, name: cellName(row, column), text: text.slice(0, 200), extents }
      }),
    )
    return cells.filter((cell) => cell !== null)
  }

  /** Gives the row and column of a cell object in its table. */
  async placeOf(table: ObjectRef, cell: ObjectRef): Promise<Place | null> {
    const index = await this.#calls.indexInParent(cell)
    if (index === null || index < 0) return null
    const [row, column] = await Promise.all([
      this.#calls.rowAtIndex(table, index),
      this.#calls.columnAtIndex(table, index),
    ])
    return row === null || column === null || row < 0 || column < 0 ? null : { row, column }
  }

  /** Finds the visible cell that has the keyboard. */
  async focused(table: ObjectRef, range: CellRange): Promise<ObjectRef | null> {
    const places: Place[] = []
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++) places.push({ row, column })
    }
    const found = await Promise.all(
      places.map(async ({ row, column }) => {
        const [cell, states] = await this.#ofCell(table, { row, column }, (one) => this.#calls.states(one))
        return states && hasState(states, AtspiState.focused) ? cell : null
      }),
    )
    return found.find((cell) => cell !== null) ?? null
  }

  #withText(table: ObjectRef, row: number, column: number): Promise<[ObjectRef | null, string]> {
    return this.#ofCell(table, { row, column }, (cell) => this.#calls.wholeText(cell)).then(([ref, text]) => [
      ref,
      text ?? '',
    ])
  }

  /** Asks a cell for something. If the known object is gone, the cell's object is asked for anew. */
  async #ofCell<T>(
    table: ObjectRef,
    { row, column }: Place,
    ask: (cell: ObjectRef) => Promise<T | null>,
  ): Promise<[ObjectRef | null, T | null]> {
    const key = `${table.bus} ${table.path} ${row} ${column}`
    const known = this.#objects.get(key)
    if (known) {
      const answer = await ask(known)
      if (answer !== null) return [known, answer]
    }
    const ref = await this.#calls.cellAt(table, row, column)
    if (!ref) return [null, null]
    if (this.#objects.size >= MAX_OBJECTS) this.#objects.clear()
    this.#objects.set(key, ref)
    return [ref, await ask(ref)]
  }

  async #placeAt(table: ObjectRef, x: number, y: number): Promise<Place | null> {
    const cell = await this.#calls.accessibleAtPoint(table, x, y)
    return cell && this.placeOf(table, cell)
  }

  async #extents(table: ObjectRef, row: number, column: number): Promise<Rect | null> {
    const [, extents] = await this.#ofCell(table, { row, column }, (cell) => this.#calls.extents(cell))
    return extents
  }
}

export const placeKey = ({ row, column }: Place): string => `${row},${column}`
