// The tools that change sheets, and select in them.
import { z } from 'zod'
import type { ServedTool } from '../../tool-table.ts'
import { formatCells } from '../cell-format.ts'
import {
  cellsIn,
  parseRange,
  rangeName,
  rangeOf,
  reorderColumns,
  setCells,
  sheetOf,
  sortRange,
} from '../sheets.ts'
import { cells, rangeShape, sheetName, start, type DocumentTools } from './document-tools.ts'

export const sheetTools = (tools: DocumentTools): ServedTool[] => [
  tools.editing(
    'set_cells',
    'Writes cells and formulas at once, e.g. range "B2:C3", values [["Sum", "=SUM(B2:B4)"], ["x", 1]]. A new sheet, .xlsx or .ods is made.',
    {
      range: z.string().min(1).describe('B2:E16, Sheet2!B2, or the first cell.'),
      values: cells,
      sheet_name: sheetName,
    },
    { kind: 'sheet', makes: true },
    (document, { range, values, sheet_name }) => {
      const { sheet, range: whole } = parseRange(range)
      return setCells(document, sheet ?? sheet_name, whole, values)
    },
  ),
  tools.editing(
    'insert_excel_table',
    'Writes a table of rows at a cell; rows and columns count from 1.',
    { table: cells, sheet_name: sheetName, start_row: start, start_col: start },
    { kind: 'sheet', makes: true },
    (document, { table, sheet_name, start_row, start_col }) => {
      const [top, left] = [start_row - 1, start_col - 1]
      return setCells(document, sheet_name, { top, left, bottom: top, right: left }, table)
    },
  ),
  tools.editing(
    'format_cells',
    'Formats cells; colours as FF8800, number_format as "#,##0.00", width of the columns in cm (0: as needed).',
    {
      range: z.string().min(1),
      sheet_name: sheetName,
      bold: z.boolean().nullable().default(null),
      italic: z.boolean().nullable().default(null),
      font_size: z.number().min(1).max(999).nullable().default(null),
      color: z.string().nullable().default(null),
      background: z.string().nullable().default(null),
      number_format: z.string().min(1).nullable().default(null),
      align: z.enum(['left', 'center', 'right']).nullable().default(null),
      wrap: z.boolean().nullable().default(null),
      width: z.number().min(0).max(100).nullable().default(null),
    },
    { kind: 'sheet' },
    (document, { range, sheet_name, ...format }) => {
      const { sheet, range: whole } = parseRange(range)
      return formatCells(document, sheet ?? sheet_name, whole, format)
    },
  ),
  tools.editing(
    'sort_range',
    'Sorts rows by a column.',
    {
      by: z.string().min(1).describe('Heading or column letter.'),
      descending: z.boolean().default(false),
      range: z.string().nullable().default(null).describe('None: all that is used.'),
      header: z.boolean().default(true).describe('The first row has headings.'),
      sheet_name: sheetName,
    },
    { kind: 'sheet' },
    (document, parameters) => sortRange(document, parameters),
  ),
  tools.editing(
    'reorder_columns',
    'Puts columns in this order of their headings.',
    { desired_order: z.array(z.string().min(1)).min(1), sheet_name: sheetName },
    { kind: 'sheet' },
    (document, { sheet_name, desired_order }) => reorderColumns(document, sheet_name, desired_order),
  ),
  tools.selecting(
    'select_table_range',
    'Selects a range in the window.',
    rangeShape,
    async (document, range) => {
      const sheet = await sheetOf(document, range.sheet_name)
      const whole = await rangeOf(sheet, range)
      return { what: await cellsIn(sheet, whole), said: rangeName(whole) }
    },
  ),
]
