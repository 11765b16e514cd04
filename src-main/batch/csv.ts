// Reads a table as text: RFC 4180, with commas, semicolons or tabs, whichever is most frequent in its first row.
import { UserError } from '../core/errors.ts'

export interface Table {
  columns: string[]
  /** Column → text. Empty rows are left out. */
  rows: Record<string, string>[]
}

const DELIMITERS = [',', ';', '\t'] as const

/** Throws UserError for a table without a row, or whose columns have no distinct names. */
export function readTable(text: string): Table {
  const whole = text.replace(/^\uFEFF/, '')
  const [firstLine = ''] = whole.split(/\r?\n/, 1)
  const [delimiter] = DELIMITERS.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)
  const [head = [], ...lines] = cellsOf(whole, delimiter ?? ',')
  const columns = head.map((name) => name.trim())
  const [unnamed, doubled] = [
    columns.indexOf(''),
    columns.findIndex((name, at) => columns.indexOf(name) < at),
  ]
  if (unnamed >= 0) throw new UserError(`Column ${unnamed + 1} of the table has no name in its first row.`)
  if (doubled >= 0) throw new UserError(`Two columns of the table are called “${columns[doubled]}”.`)
  const rows = lines.filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const [long] = rows.filter((cells) => cells.length > columns.length)
  if (long) {
    throw new UserError(
      `A row has more cells (${long.length}) than there are columns (${columns.length}): ${long.join(', ').slice(0, 80)}`,
    )
  }
  if (rows.length === 0)
    throw new UserError('The table has no rows below its first one, which names the columns.')
  return {
    columns,
    rows: rows.map((cells) => Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? '']))),
  }
}

/** Throws UserError for a quoted cell without an end. */
function cellsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  let isBegun = false
  const endCell = () => {
    row.push(cell)
    cell = ''
    isBegun = false
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (sign === '"' && !isBegun) {
      isQuoted = true
      isBegun = true
    } else if (sign === delimiter) endCell()
    else if (sign === '\n') {
      endCell()
      rows.push(row)
      row = []
    } else if (sign !== '\r') {
      cell += sign
      isBegun = true
    }
  }
  if (isQuoted)
    throw new UserError('A cell of the table begins with a quotation mark and has no other at its end.')
  if (cell !== '' || row.length > 0) {
    endCell()
    rows.push(row)
  }
  return rows
}
