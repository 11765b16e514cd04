// Works on sheets: cells and formulas by address, sorting, the order of columns.
import { seen } from '../../../src-preload/contract/evidence.ts'
import { cellName, cellOfName } from '../../core/cell-address.ts'
import { ToolError } from '../../core/errors.ts'
import type { Change } from './editing.ts'
import type { OpenDocument } from './document.ts'
import { properties, type UnoObject } from './uno/bridge.ts'
import { Typed } from './uno/wire.ts'

export type CellValue = string | number | boolean | null
/** Rows and columns from 0, both ends included. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}
/** The office's mark for formula cells with an error. */
const ERRORS = 4
/** The most values of formulas that a result tells. */
const MOST_TOLD = 50

export const rangeName = ({ top, left, bottom, right }: Range): string =>
  top === bottom && left === right ? cellName(top, left) : `${cellName(top, left)}:${cellName(bottom, right)}`

/** Reads `B2:E16`, `B2`, `$B$2`, `Sheet2!B2`, `'My sheet'.B2`. Throws ToolError. */
export function parseRange(text: string): { sheet: string | null; range: Range } {
  const [, quotedSheet, plainSheet, cells = ''] =
    /^(?:'([^']+)'[.!]|([^.!]+)[.!])?(.+)$/.exec(text.trim()) ?? []
  const [from, to = from] = cells.replaceAll('$', '').toUpperCase().split(':').map(cellOfName)
  if (!from || !to) throw new ToolError(`“${text}” is no range of cells. Write it as B2 or B2:E16.`)
  return {
    sheet: quotedSheet ?? plainSheet ?? null,
    range: {
      top: Math.min(from.row, to.row),
      left: Math.min(from.column, to.column),
      bottom: Math.max(from.row, to.row),
      right: Math.max(from.column, to.column),
    },
  }
}

/** Gives a sheet by its name or its number from 1; without either, the one that is shown, or the first. */
export async function sheetOf(
  { model, isShown }: OpenDocument,
  sheet: string | number | null,
): Promise<UnoObject> {
  const sheets = await model.object('getSheets')
  if (sheet === null && isShown) return (await model.object('getCurrentController')).object('getActiveSheet')
  if (typeof sheet === 'string') {
    if ((await sheets.value('hasByName', sheet)) === true) return sheets.object('getByName', sheet)
    const names = (await sheets.value('getElementNames')) as string[]
    throw new ToolError(`There is no sheet “${sheet}”. There are: ${names.join(', ')}.`)
  }
  const count = Number(await sheets.value('getCount'))
  const number = sheet ?? 1
  if (number < 1 || number > count) throw new ToolError(`There are ${count} sheets, no sheet ${number}.`)
  return sheets.object('getByIndex', number - 1)
}

/** Makes a sheet of this name behind the others, where there is none. */
async function makeSheet({ model }: OpenDocument, name: string | number | null): Promise<boolean> {
  const sheets = await model.object('getSheets')
  if (typeof name !== 'string' || (await sheets.value('hasByName', name)) === true) return false
  await sheets.value('insertNewByName', name, Number(await sheets.value('getCount')))
  return true
}

export const cellsIn = (sheet: UnoObject, { left, top, right, bottom }: Range): Promise<UnoObject> =>
  sheet.object('getCellRangeByPosition', left, top, right, bottom)

/** The part of a sheet that has something. */
export async function usedRange(sheet: UnoObject): Promise<Range> {
  const cursor = await sheet.object('createCursor')
  await cursor.value('gotoStartOfUsedArea', false)
  await cursor.value('gotoEndOfUsedArea', true)
  return addressOf(cursor)
}

async function addressOf(cells: UnoObject): Promise<Range> {
  const found = (await cells.value('getRangeAddress')) as Record<string, number>
  return {
    top: found['StartRow'] ?? 0,
    left: found['StartColumn'] ?? 0,
    bottom: found['EndRow'] ?? 0,
    right: found['EndColumn'] ?? 0,
  }
}

/** Rows and columns from 1; -1 is the last one that has something. */
export async function rangeOf(
  sheet: UnoObject,
  given: { start_row: number; start_col: number; end_row: number; end_col: number },
): Promise<Range> {
  const used = given.end_row === -1 || given.end_col === -1 ? await usedRange(sheet) : null
  const [top, left] = [given.start_row - 1, given.start_col - 1]
  const bottom = given.end_row === -1 ? Math.max(top, used?.bottom ?? top) : given.end_row - 1
  const right = given.end_col === -1 ? Math.max(left, used?.right ?? left) : given.end_col - 1
  if (bottom < top || right < left) throw new ToolError('The range ends before it starts.')
  return { top, left, bottom, right }
}

export const valuesOf = async (cells: UnoObject): Promise<CellValue[][]> =>
  (await cells.value('getDataArray')) as CellValue[][]
const formulasOf = async (cells: UnoObject): Promise<string[][]> =>
  (await cells.value('getFormulaArray')) as string[][]

const isFormula = (value: CellValue): boolean => typeof value === 'string' && /^=./.test(value)

/** The office's own formulas part arguments by semicolons; people and models also write commas. Texts and names in quotes stay. */
export function withSemicolons(formula: string): string {
  return formula
    .replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\{[^}]*\}|,/g, (part) => (part === ',' ? ';' : part))
    .replace(/((?:^|[^\w'])(?:\w+|'[^']+'))!(?=\$?[A-Z])/g, '$1.')
}

/** Digits that are a code and no number: a postcode, an article, a card. */
const isCode = (text: string): boolean => /^0\d+$/.test(text) || /^\d{16,}$/.test(text)

/** A value as the office takes it in a list of formulas: as typed, so that a date becomes a date. A code stays as it is, by an apostrophe. */
function written(value: CellValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '=TRUE()' : '=FALSE()'
  const text = String(value)
  if (isFormula(value)) return withSemicolons(text)
  return isCode(text) ? `'${text}` : text
}

const plain = (formula: string): string =>
  withSemicolons(formula).replace(/\s+/g, '').replaceAll('$', '').toUpperCase()

/** Whether a cell has what was asked for. */
function has(wanted: CellValue, value: CellValue, formula: string): boolean {
  if (wanted === null) return value === ''
  if (typeof wanted === 'boolean') return value === (wanted ? 1 : 0)
  if (isFormula(wanted)) return plain(formula) === plain(String(wanted))
  if (typeof wanted === 'number')
    return typeof value === 'number' && Math.abs(value - wanted) <= Math.abs(wanted) * 1e-12
  const text = wanted.replace(/^'/, '')
  if (String(value) === text || (text === '' && value === '')) return true
  if (typeof value !== 'number' || isCode(text)) return false
  return Number(text) === value || dayOf(text) === value
}

const DAY_MS = 86_400_000
/** Gives an ISO date as the office counts days; NaN for another text. */
const dayOf = (text: string): number =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? (Date.parse(text) - Date.UTC(1899, 11, 30)) / DAY_MS : Number.NaN

/** Writes all cells at once. The shape of `values` has to be that of the range; a range of one cell is where they begin. */
export async function setCells(
  document: OpenDocument,
  sheetName: string | number | null,
  range: Range,
  values: CellValue[][],
): Promise<Change> {
  const [height, width] = [values.length, values[0]?.length ?? 0]
  const isCorner = range.top === range.bottom && range.left === range.right
  const whole = isCorner ? { ...range, bottom: range.top + height - 1, right: range.left + width - 1 } : range
  const wanted = [whole.bottom - whole.top + 1, whole.right - whole.left + 1]
  if (width === 0 || values.some((row) => row.length !== width))
    throw new ToolError('values has to be rows of the same length: [["Total", "=SUM(B2:B4)"]].')
  if (wanted[0] !== height || wanted[1] !== width)
    throw new ToolError(
      `${rangeName(whole)} has ${wanted[0]} rows of ${wanted[1]} cells, values has ${height} rows of ${width}.`,
    )
  const isNew = await makeSheet(document, sheetName)
  const sheet = await sheetOf(document, sheetName)
  const name = String(await sheet.value('getName'))
  const cells = await cellsIn(sheet, whole)
  await write(
    document,
    sheet,
    whole,
    values.map((row) => row.map(written)),
  )
  await dates(sheet, whole, values)
  const computed = await formulaValues(cells, whole, values)
  const shown = await valuesOf(cells)
  const check: Change['check'] = async (read, isPlain) => {
    const found = await cellsIn(await sheetOf(read, isPlain ? 1 : name), whole)
    const [data, formulas] = [await valuesOf(found), await formulasOf(found)]
    for (const [row, wantedRow] of values.entries()) {
      for (const [column, value] of wantedRow.entries()) {
        const isValueOnly = isPlain && isFormula(value)
        const wanted = isValueOnly ? (shown[row]?.[column] ?? '') : value
        if (has(wanted, data[row]?.[column] ?? '', formulas[row]?.[column] ?? '')) continue
        const cell = cellName(whole.top + row, whole.left + column)
        // A plain file has a formula’s value as it is shown, which may be rounded.
        const holds = isValueOnly ? null : false
        return { holds, told: seen('cell_has', { cell, value: formulas[row]?.[column] ?? '' }) }
      }
    }
    const wrong = isPlain ? null : await firstError(found)
    if (wrong !== null) return { holds: false, told: seen('cell_fails', { cell: wrong }) }
    return { holds: true, told: seen('cells_have', { range: rangeName(whole) }) }
  }
  return {
    result: {
      sheet: name,
      ...(isNew ? { new_sheet: true } : {}),
      range: rangeName(whole),
      ...(Object.keys(computed).length > 0 ? { computed } : {}),
      ...(document.isShown && values.flat().length > MOST_SINGLE ? { undo: PARTLY } : {}),
    },
    check,
  }
}

const PARTLY = 'Undo in the window leaves these values in cells that were empty.'
/** The most cells that are written one by one, each in about 3 ms. */
const MOST_SINGLE = 2000

/**
 * Writes cells as they are typed. In a window, one by one: of a block, the office's Undo brings back only what was not empty (measured with
 * LibreOffice 7.4).
 */
async function write(
  { isShown }: OpenDocument,
  sheet: UnoObject,
  range: Range,
  rows: string[][],
): Promise<void> {
  if (!isShown || rows.length * (rows[0]?.length ?? 0) > MOST_SINGLE) {
    await (await cellsIn(sheet, range)).value('setFormulaArray', new Typed('[][]string', rows))
    return
  }
  for (const [row, texts] of rows.entries()) {
    for (const [column, text] of texts.entries()) {
      const cell = await sheet.object('getCellByPosition', range.left + column, range.top + row)
      await cell.value('setFormula', text)
    }
  }
}

/** Gives cells that were written as an ISO date the look of a date, unless they have one. */
async function dates(sheet: UnoObject, range: Range, values: CellValue[][]): Promise<void> {
  for (const [row, wanted] of values.entries()) {
    for (const [column, value] of wanted.entries()) {
      if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) continue
      const cell = await sheet.object('getCellByPosition', range.left + column, range.top + row)
      await cell.set('FormulaLocal', value)
    }
  }
}

async function formulaValues(
  cells: UnoObject,
  range: Range,
  values: CellValue[][],
): Promise<Record<string, CellValue>> {
  if (!values.flat().some(isFormula)) return {}
  const data = await valuesOf(cells)
  const told = values.flatMap((row, index) =>
    row.flatMap((value, column): [string, CellValue][] =>
      isFormula(value)
        ? [[cellName(range.top + index, range.left + column), data[index]?.[column] ?? '']]
        : [],
    ),
  )
  return Object.fromEntries(told.slice(0, MOST_TOLD))
}

/** Names the first cell whose formula comes to an error. */
async function firstError(cells: UnoObject): Promise<string | null> {
  const found = await cells.object('queryFormulaCells', ERRORS)
  const [first] = (await found.value('getRangeAddresses')) as Record<string, number>[]
  return first ? cellName(first['StartRow'] ?? 0, first['StartColumn'] ?? 0) : null
}

/** Sorts rows by one column, which is named by its letter or by its heading in the first row. */
export async function sortRange(
  document: OpenDocument,
  {
    sheet_name,
    range,
    by,
    descending,
    header,
  }: {
    sheet_name: string | number | null
    range: string | null
    by: string
    descending: boolean
    header: boolean
  },
): Promise<Change> {
  const asked = range === null ? null : parseRange(range)
  const sheet = await sheetOf(document, asked?.sheet ?? sheet_name)
  const name = String(await sheet.value('getName'))
  const whole = asked?.range ?? (await usedRange(sheet))
  const cells = await cellsIn(sheet, whole)
  const before = await valuesOf(cells)
  const field = columnOf(by, header ? (before[0] ?? []) : [], whole)
  const fields = new Typed('[]com.sun.star.table.TableSortField', [
    {
      Field: field,
      IsAscending: !descending,
      IsCaseSensitive: false,
      FieldType: 0,
      CollatorLocale: { Language: '', Country: '', Variant: '' },
      CollatorAlgorithm: '',
    },
  ])
  await cells.value(
    'sort',
    properties({
      SortFields: fields,
      ContainsHeader: header,
      IsSortColumns: false,
      BindFormatsToContent: true,
    }),
  )
  const first = header ? 1 : 0
  const sorted = (await valuesOf(cells)).slice(first).map((row) => row[field] ?? '')
  return {
    result: { sheet: name, range: rangeName(whole), first_row: (await valuesOf(cells))[first] ?? [] },
    check: async (read, isPlain) => {
      const now = await valuesOf(await cellsIn(await sheetOf(read, isPlain ? 1 : name), whole))
      const column = now.slice(first).map((row) => row[field] ?? '')
      const same =
        column.every((value, index) => String(value) === String(sorted[index])) && inOrder(column, descending)
      return same
        ? { holds: true, told: seen('range_sorted', { range: rangeName(whole), by }) }
        : { holds: false, told: seen('range_unsorted', { range: rangeName(whole), by }) }
    },
  }
}

/** Numbers stand before texts, empty cells at the end, whichever way it is sorted. Texts are compared by the office's rules only. */
function inOrder(column: readonly CellValue[], descending: boolean): boolean {
  const numbers = column.filter((value): value is number => typeof value === 'number')
  return numbers.every(
    (value, index) =>
      index === 0 ||
      (descending ? value <= (numbers[index - 1] ?? value) : value >= (numbers[index - 1] ?? value)),
  )
}

function columnOf(by: string, heads: readonly CellValue[], { left, right }: Range): number {
  const named = heads.findIndex((head) => String(head).trim().toLowerCase() === by.trim().toLowerCase())
  if (named !== -1) return named
  const column = cellOfName(`${by.trim().toUpperCase()}1`)?.column ?? -1
  if (column >= left && column <= right) return column - left
  throw new ToolError(
    `No column is called “${by}”. ${heads.length > 0 ? `There are: ${heads.join(', ')}.` : ''}`,
  )
}

/** Puts the columns of a table in this order of their headings; those that are not named follow. Formulas follow the moved cells. */
export async function reorderColumns(
  document: OpenDocument,
  sheetName: string | number | null,
  order: readonly string[],
): Promise<Change> {
  const sheet = await sheetOf(document, sheetName)
  const name = String(await sheet.value('getName'))
  const used = await usedRange(sheet)
  const headsOf = async (from: UnoObject) =>
    (await valuesOf(await cellsIn(from, { ...used, bottom: used.top })))[0]?.map(String) ?? []
  const heads = await headsOf(sheet)
  const wanted = order.map((head) => columnOf(head, heads, used))
  if (new Set(wanted).size !== wanted.length) throw new ToolError('A column is named twice.')
  const rest = heads.map((_, index) => index).filter((index) => !wanted.includes(index))
  const all = [...wanted, ...rest]
  const address = (await (await cellsIn(sheet, used)).value('getRangeAddress')) as Record<string, number>
  const move = async (from: Range, column: number) => {
    const source = new Typed('com.sun.star.table.CellRangeAddress', {
      Sheet: address['Sheet'],
      StartColumn: from.left,
      StartRow: from.top,
      EndColumn: from.right,
      EndRow: from.bottom,
    })
    const target = new Typed('com.sun.star.table.CellAddress', {
      Sheet: address['Sheet'],
      Column: column,
      Row: from.top,
    })
    await sheet.value('moveRange', target, source)
  }
  const width = all.length
  for (const [position, column] of all.entries()) {
    const left = used.left + column
    await move({ ...used, left, right: left }, used.left + width + position)
  }
  await move({ ...used, left: used.left + width, right: used.left + 2 * width - 1 }, used.left)
  const now = all.map((column) => heads[column] ?? '')
  return {
    result: { sheet: name, columns: now },
    check: async (read, isPlain) => {
      const found = await headsOf(await sheetOf(read, isPlain ? 1 : name))
      const holds = now.every((head, index) => found[index] === head)
      return { holds, told: seen('columns_are', { columns: found.join(', ') }) }
    },
  }
}
