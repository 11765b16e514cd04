// Formats cells of a sheet: font, colours, number format, alignment, width of the columns.
import { seen } from '../../../src-preload/contract/evidence.ts'
import { ToolError } from '../../core/errors.ts'
import { colorOf } from './color.ts'
import type { OpenDocument } from './document.ts'
import type { Change } from './editing.ts'
import { cellsIn, rangeName, sheetOf, type Range } from './sheets.ts'
import { fontProperties } from './texts.ts'
import type { UnoObject } from './uno/bridge.ts'
import { Typed } from './uno/wire.ts'

export interface CellFormat {
  bold: boolean | null
  italic: boolean | null
  font_size: number | null
  /** `FF8800`. */
  color: string | null
  background: string | null
  /** In English: `#,##0.00`, `0%`, `YYYY-MM-DD`. */
  number_format: string | null
  align: 'left' | 'center' | 'right' | null
  wrap: boolean | null
  /** In centimetres; 0 is as wide as the text needs. */
  width: number | null
}

/** Members of com.sun.star.table.CellHoriJustify. */
const ALIGNS = { left: 1, center: 2, right: 3 } as const
const ALIGN = 'com.sun.star.table.CellHoriJustify'
const LOCALE = 'com.sun.star.lang.Locale'
const ENGLISH = new Typed(LOCALE, { Language: 'en', Country: 'US', Variant: '' })
/** The office's own, so that a file does not name a language for the format. */
const OWN = new Typed(LOCALE, { Language: '', Country: '', Variant: '' })
/** The office's units in a centimetre. */
const PER_CM = 1000
/** How far a width may be from the wanted one: the office counts in twips, Excel in characters. */
const WIDTH_ERROR = 30

export async function formatCells(
  document: OpenDocument,
  sheetName: string | number | null,
  range: Range,
  format: CellFormat,
): Promise<Change> {
  const wanted = await wantedOf(document.model, format)
  if (wanted.length === 0 && format.width === null)
    throw new ToolError('Say what to set: bold, color, background, number_format, align, wrap, width …')
  const sheet = await sheetOf(document, sheetName)
  const name = String(await sheet.value('getName'))
  const cells = await cellsIn(sheet, range)
  for (const [property, value] of wanted) await cells.set(property, value)
  const shown = await cornersOf(cells)
  const columns = await cells.object('getColumns')
  if (format.width === 0) await columns.set('OptimalWidth', true)
  else if (format.width !== null) await columns.set('Width', Math.round(format.width * PER_CM))
  return {
    result: { sheet: name, range: rangeName(range) },
    check: async (read, isPlain) => {
      // A plain file keeps no formats.
      if (isPlain) return { holds: null, told: seen('cells_formatted', { range: rangeName(range) }) }
      const found = await cellsIn(await sheetOf(read, name), range)
      const now = await wantedOf(read.model, format)
      const looksSame = shown !== '' && (await cornersOf(found)) === shown
      const other = await firstOther(found, looksSame ? now.filter(isNoNumber) : now, format.width)
      return other === null
        ? { holds: true, told: seen('cells_formatted', { range: rangeName(range) }) }
        : { holds: false, told: seen('cells_differ', { range: rangeName(range), what: other }) }
    },
  }
}

/** A file may write a number format in another way: then it is known by what the cells show. */
const isNoNumber = ([property]: [string, unknown]): boolean => property !== 'NumberFormat'

/** What the first and the last cell show. */
async function cornersOf(cells: UnoObject): Promise<string> {
  const {
    EndRow = 0,
    StartRow = 0,
    EndColumn = 0,
    StartColumn = 0,
  } = (await cells.value('getRangeAddress')) as Record<string, number>
  const corners = [
    await cells.object('getCellByPosition', 0, 0),
    await cells.object('getCellByPosition', EndColumn - StartColumn, EndRow - StartRow),
  ]
  // One call at a time is all that a bridge carries.
  let texts = ''
  for (const cell of corners) texts += String(await cell.value('getString'))
  return texts
}

async function wantedOf(model: UnoObject, format: CellFormat): Promise<[string, unknown][]> {
  const { bold, italic, font_size, color, background, number_format, align, wrap } = format
  return [
    ...fontProperties({ font_name: null, font_size, bold, italic }),
    ...(color === null ? [] : [['CharColor', colorOf(color)] as [string, unknown]]),
    ...(background === null ? [] : [['CellBackColor', colorOf(background)] as [string, unknown]]),
    ...(number_format === null
      ? []
      : [['NumberFormat', await numberFormat(model, number_format)] as [string, unknown]]),
    ...(align === null ? [] : [['HoriJustify', new Typed(ALIGN, ALIGNS[align])] as [string, unknown]]),
    ...(wrap === null ? [] : [['IsTextWrapped', wrap] as [string, unknown]]),
  ]
}

/** Gives the office's number of a format, which it makes where there is none. */
async function numberFormat(model: UnoObject, code: string): Promise<number> {
  const formats = await model.object('getNumberFormats')
  try {
    return Number(await formats.value('addNewConverted', code, ENGLISH, OWN))
  } catch {
    throw new ToolError(`“${code}” is no number format: write one such as #,##0.00, 0% or YYYY-MM-DD.`)
  }
}

/** Names what is not as wanted; cells that differ among each other have no value there. */
async function firstOther(
  cells: UnoObject,
  wanted: readonly [string, unknown][],
  width: number | null,
): Promise<string | null> {
  for (const [property, value] of wanted) {
    if (/(Asian|Complex)$/.test(property)) continue
    const asked = value instanceof Typed ? value.value : value
    const now = await cells.get(property)
    const same = typeof asked === 'number' ? Math.abs(Number(now) - asked) < 0.05 : now === asked
    if (!same) return property
  }
  if (width === null || width === 0) return null
  const now = Number(await (await cells.object('getColumns')).get('Width'))
  return Math.abs(now - width * PER_CM) <= WIDTH_ERROR ? null : 'Width'
}
