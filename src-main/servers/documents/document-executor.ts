// Implements DocumentExecutor: the tools of the reference's office and PDF servers, with their names, on the documents of LibreOffice.
import { homedir } from 'node:os'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { z } from 'zod'
import { seen } from '../../../src-preload/contract/evidence.ts'
import { ToolError } from '../../core/errors.ts'
import { filePath } from '../../safety/file-work.ts'
import { Places } from '../../safety/places.ts'
import { childEnvironment } from '../child-environment.ts'
import type { ServerOptions, ThreadHost } from '../server-module.ts'
import { failed, reply } from '../tool-reply.ts'
import { serveTools, tool, type CallContext, type ServedTool } from '../tool-table.ts'
import { formatCells } from './cell-format.ts'
import { extensionOf, openDocument, select, type OpenDocument } from './document.ts'
import { edit, verdict, type Change, type EditRequest } from './editing.ts'
import type { OfficePlace } from './office.ts'
import { odfLines, sheetTable } from './odf.ts'
import { flatDocument, pageOf, pdfFilesIn, pdfLines, pdfPages } from './reading.ts'
import { insertContents, setParagraphs } from './layout.ts'
import { setPages } from './pages.ts'
import { saveAs } from './saving.ts'
import {
  cellsIn,
  parseRange,
  rangeName,
  rangeOf,
  reorderColumns,
  setCells,
  sheetOf,
  sortRange,
  valuesOf,
} from './sheets.ts'
import { addSlides, setBackground } from './slides.ts'
import { insertTable, insertText, paragraphSpan, replaceText, setFont, tableNumber } from './texts.ts'

const MAX_CELLS = 20_000

const path = z.string().min(1).nullable().default(null).describe('A file; none: the document in front.')
const fromLine = z.number().int().min(1).default(1)
const save = z
  .boolean()
  .nullable()
  .default(null)
  .describe('Also save: needs path. A file without a window always is.')
const sheetName = z
  .union([z.string(), z.number().int().min(1)])
  .nullable()
  .default(null)
  .describe('Name or number.')
const sheetShape = { sheet_name: sheetName, path }
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const cells = z.array(z.array(cell).min(1)).min(1)
const start = z.number().int().min(1)
const end = z
  .union([z.literal(-1), start])
  .default(-1)
  .describe('-1: to the end.')
const rangeShape = { ...sheetShape, start_row: start, start_col: start, end_row: end, end_col: end }
const after = z.string().min(1).nullable().default(null).describe('Such a phrase.')
const simulateHuman = z.boolean().default(false).describe('No effect.')

/** The thread pool builds modules by this name. */
export function build(options: ServerOptions, host: ThreadHost | null = null): Server {
  const env = childEnvironment(options.env)
  const home = env['HOME'] ?? homedir()
  const absolute = (given: string | null): string | null => (given === null ? null : filePath(given, home))
  const places = new Places({ homes: [home, homedir()], own: options.own === undefined ? [] : [options.own] })
  const placeOf = ({ signal }: CallContext): OfficePlace => ({ env, host, signal })

  type Edited = { path: string | null; save: boolean | null }
  /** A tool that changes a document: only after the gate has admitted it. */
  const editing = <S extends z.ZodRawShape>(
    name: string,
    description: string,
    shape: S,
    request: Pick<EditRequest, 'kind' | 'makes'>,
    work: (document: OpenDocument, parameters: z.infer<z.ZodObject<S>>) => Promise<Change>,
  ): ServedTool =>
    tool(name, description, z.strictObject({ ...shape, path, save }), async (parameters, context) => {
      if (!context.admitted) return failed('Not carried out, because nobody was asked.', 'refused')
      const given = parameters as Edited
      const where = { path: absolute(given.path), save: given.save }
      const words = `Deskhand: ${name.replaceAll('_', ' ')}`
      return reply(
        await edit({ ...request, ...where, name: words }, placeOf(context), (document) =>
          work(document, parameters as z.infer<z.ZodObject<S>>),
        ),
      )
    })

  /** A tool that selects something in the window that shows the document. */
  const selecting = <S extends z.ZodRawShape>(
    name: string,
    description: string,
    shape: S,
    find: (
      document: OpenDocument,
      parameters: z.infer<z.ZodObject<S>>,
    ) => Promise<{ what: Parameters<typeof select>[1]; said: string }>,
  ): ServedTool =>
    tool(name, description, z.strictObject(shape), async (parameters, context) => {
      const given = (parameters as { path?: string | null }).path ?? null
      await using document = await openDocument(absolute(given), placeOf(context))
      const { what, said } = await find(document, parameters)
      const holds = await select(document, what)
      return reply({
        selected: said,
        ...verdict(holds, [seen('selected_text', { value: said.slice(0, 80) })]),
      })
    })

  return serveTools('DocumentExecutor', 'action', [
    tool(
      'read_document',
      'Reads a document, sheet, presentation or PDF whole: headings, tables, formulas in braces.',
      z.strictObject({ path, from_line: fromLine }),
      async ({ path: given, from_line }, context) => {
        const file = absolute(given)
        if (file !== null && extensionOf(file) === 'pdf')
          return reply({ path: file, ...pageOf(pdfLines(await pdfPages(file)), from_line) })
        const { xml, path: found } = await flatDocument(file, placeOf(context))
        return reply({ path: found, ...pageOf(odfLines(xml), from_line) })
      },
      { readOnlyHint: true },
    ),
    tool(
      'table2markdown',
      'Reads one sheet as a table in Markdown.',
      z.strictObject({ ...sheetShape, from_line: fromLine }),
      async ({ sheet_name, path: given, from_line }, context) => {
        const { xml, kind } = await flatDocument(absolute(given), placeOf(context))
        const lines = kind === 'sheet' ? sheetTable(xml, sheet_name ?? 1) : null
        if (lines === null) throw new ToolError(`There is no sheet “${sheet_name ?? 1}”.`)
        return reply(pageOf(lines, from_line))
      },
      { readOnlyHint: true },
    ),
    tool(
      'get_range_values',
      'Reads the values of a range; rows and columns count from 1.',
      z.strictObject(rangeShape),
      async ({ path: given, ...range }, context) => {
        await using document = await openDocument(absolute(given), placeOf(context))
        const sheet = await sheetOf(document, range.sheet_name)
        const whole = await rangeOf(sheet, range)
        if ((whole.bottom - whole.top + 1) * (whole.right - whole.left + 1) > MAX_CELLS)
          throw new ToolError(`At most ${MAX_CELLS} cells at once.`)
        return reply({ range: rangeName(whole), values: await valuesOf(await cellsIn(sheet, whole)) })
      },
      { readOnlyHint: true },
    ),
    tool(
      'extract_pdf_text',
      'Reads the text of a PDF file, page by page.',
      z.strictObject({ pdf_path: z.string().min(1), simulate_human: simulateHuman, from_line: fromLine }),
      async ({ pdf_path, from_line }) =>
        reply(pageOf(pdfLines(await pdfPages(filePath(pdf_path, home))), from_line)),
      { readOnlyHint: true },
    ),
    tool(
      'list_pdfs_in_directory',
      'Lists the PDF files of a folder.',
      z.strictObject({ directory_path: z.string().min(1) }),
      async ({ directory_path }) => reply(await pdfFilesIn(filePath(directory_path, home))),
      { readOnlyHint: true },
    ),
    tool(
      'extract_all_pdfs_text',
      'Reads all PDF files of a folder.',
      z.strictObject({
        directory_path: z.string().min(1),
        simulate_human: simulateHuman,
        from_line: fromLine,
      }),
      async ({ directory_path, from_line }) => {
        const lines: string[] = []
        for (const file of await pdfFilesIn(filePath(directory_path, home))) {
          lines.push(
            `=== ${file} ===`,
            ...pdfLines(await pdfPages(file).catch((error: unknown) => [String(error)])),
          )
        }
        return reply(pageOf(lines, from_line))
      },
      { readOnlyHint: true },
    ),
    editing(
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
    editing(
      'insert_excel_table',
      'Writes a table of rows at a cell; rows and columns count from 1.',
      { table: cells, sheet_name: sheetName, start_row: start, start_col: start },
      { kind: 'sheet', makes: true },
      (document, { table, sheet_name, start_row, start_col }) => {
        const [top, left] = [start_row - 1, start_col - 1]
        return setCells(document, sheet_name, { top, left, bottom: top, right: left }, table)
      },
    ),
    editing(
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
    editing(
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
    editing(
      'reorder_columns',
      'Puts columns in this order of their headings.',
      { desired_order: z.array(z.string().min(1)).min(1), sheet_name: sheetName },
      { kind: 'sheet' },
      (document, { sheet_name, desired_order }) => reorderColumns(document, sheet_name, desired_order),
    ),
    selecting('select_table_range', 'Selects a range in the window.', rangeShape, async (document, range) => {
      const sheet = await sheetOf(document, range.sheet_name)
      const whole = await rangeOf(sheet, range)
      return { what: await cellsIn(sheet, whole), said: rangeName(whole) }
    }),
    editing(
      'set_font',
      'Formats a phrase wherever it stands, or what is selected in the window.',
      {
        text: z.string().min(1).nullable().default(null).describe('The phrase; none: the selection.'),
        font_name: z.string().min(1).nullable().default(null),
        font_size: z.number().min(1).max(999).nullable().default(null),
        bold: z.boolean().nullable().default(null),
        italic: z.boolean().nullable().default(null),
      },
      { kind: 'text' },
      (document, { text, ...font }) => setFont(document, text, font),
    ),
    editing(
      'replace_text',
      'Replaces a phrase everywhere.',
      { find: z.string().min(1), replace_by: z.string(), match_case: z.boolean().default(true) },
      { kind: 'text' },
      (document, parameters) => replaceText(document, parameters),
    ),
    editing(
      'insert_text',
      'Adds paragraphs (one a line) at the end, or behind the paragraph with a phrase. A new .odt or .docx is made.',
      {
        text: z.string().min(1),
        after,
        style: z.string().min(1).nullable().default(null).describe('Such as Heading 1.'),
      },
      { kind: 'text', makes: true },
      (document, parameters) => insertText(document, parameters),
    ),
    editing(
      'insert_table',
      'Inserts a table behind the paragraph with a phrase, else at the caret of the window or the end of the file.',
      {
        after,
        rows: z.number().int().min(1).max(500),
        columns: z.number().int().min(1).max(60),
        values: z.array(z.array(z.string())).nullable().default(null),
      },
      { kind: 'text' },
      (document, parameters) => insertTable(document, parameters),
    ),
    editing(
      'set_paragraphs',
      'Styles or aligns the paragraphs with these phrases.',
      {
        texts: z.array(z.string().min(1)).min(1).max(100),
        style: z.string().min(1).nullable().default(null).describe('Such as Heading 1.'),
        align: z.enum(['left', 'center', 'right', 'justify']).nullable().default(null),
      },
      { kind: 'text' },
      (document, parameters) => setParagraphs(document, parameters),
    ),
    editing(
      'set_pages',
      'Lays out all pages: header, footer ({page}: number, {pages}: how many, "": none), margin in cm, format (A5 …).',
      {
        header: z.string().nullable().default(null),
        footer: z.string().nullable().default(null),
        margin: z.number().min(0).max(20).nullable().default(null),
        format: z.string().min(1).nullable().default(null),
        orientation: z.enum(['portrait', 'landscape']).nullable().default(null),
      },
      { kind: 'text' },
      (document, parameters) => setPages(document, parameters),
    ),
    editing(
      'insert_contents',
      'Inserts a table of contents at the beginning, or behind the paragraph with a phrase.',
      { title: z.string().default('Contents'), after },
      { kind: 'text' },
      (document, parameters) => insertContents(document, parameters),
    ),
    selecting(
      'select_paragraph',
      'Selects paragraphs in the window, counted from 1.',
      { start_index: start, end_index: end, non_empty: z.boolean().default(true) },
      async (document, parameters) => {
        const what = await paragraphSpan(document, parameters)
        return { what, said: String(await what.value('getString')) }
      },
    ),
    selecting(
      'select_table',
      'Selects a table in the window, counted from 1.',
      { number: start },
      async (document, { number }) => {
        const what = await tableNumber(document, number)
        return { what, said: String(await what.value('getName')) }
      },
    ),
    editing(
      'add_slides',
      'Adds slides with title and text, at the end or after that slide. A new .pptx or .odp is made.',
      {
        after: start.nullable().default(null),
        slides: z
          .array(z.strictObject({ title: z.string(), text: z.string().default('') }))
          .min(1)
          .max(100),
      },
      { kind: 'slides', makes: true },
      (document, { slides, after }) => addSlides(document, slides, after),
    ),
    editing(
      'set_background_color',
      'Sets the background of slides, counted from 1, or of all.',
      { color: z.string().describe('Such as FF8800.'), slide_index: z.array(start).nullable().default(null) },
      { kind: 'slides' },
      (document, { color, slide_index }) => setBackground(document, color, slide_index),
    ),
    tool(
      'save_as',
      'Saves or exports the document of path, else of the window, as a new file: .docx, .odt, .xlsx, .ods, .csv, .pptx, .odp, .pdf …',
      z.strictObject({
        file_dir: z.string().default('').describe('None: that of the document.'),
        file_name: z.string().default(''),
        file_ext: z.string().default('').describe('Such as .pdf.'),
        path: path.describe('A file; none: the document in front. Alone: also the new file.'),
        replace: z.boolean().default(false).describe('Replace what is there.'),
        current_slide_only: z.boolean().default(false),
      }),
      async (parameters, context) => {
        if (!context.admitted) return failed('Not carried out, because nobody was asked.', 'refused')
        const { replace, current_slide_only: currentSlideOnly } = parameters
        const request = { path: absolute(parameters.path), parameters, replace, currentSlideOnly, places }
        return reply(await saveAs(request, placeOf(context), home))
      },
    ),
  ])
}
