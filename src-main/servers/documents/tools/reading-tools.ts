// The tools that read documents, sheets and PDF files.
import { z } from 'zod'
import { ToolError } from '../../../core/errors.ts'
import { filePath } from '../../../safety/file-work.ts'
import { reply } from '../../tool-reply.ts'
import { tool, type ServedTool } from '../../tool-table.ts'
import { extensionOf, openDocument } from '../document.ts'
import { odfLines, sheetTable } from '../odf.ts'
import { flatDocument, pageOf, pdfFilesIn, pdfLines, pdfPages } from '../reading.ts'
import { cellsIn, rangeName, rangeOf, sheetOf, valuesOf } from '../sheets.ts'
import { fromLine, path, rangeShape, sheetShape, type DocumentTools } from './document-tools.ts'

const MAX_CELLS = 20_000

const simulateHuman = z.boolean().default(false).describe('No effect.')

export const readingTools = (tools: DocumentTools): ServedTool[] => [
  tool(
    'read_document',
    'Reads a document, sheet, presentation or PDF whole: headings, tables, formulas in braces.',
    z.strictObject({ path, from_line: fromLine }),
    async ({ path: given, from_line }, context) => {
      const file = tools.absolute(given)
      if (file !== null && extensionOf(file) === 'pdf')
        return reply({ path: file, ...pageOf(pdfLines(await pdfPages(file)), from_line) })
      const { xml, path: found } = await flatDocument(file, tools.placeOf(context))
      return reply({ path: found, ...pageOf(odfLines(xml), from_line) })
    },
    { readOnlyHint: true },
  ),
  tool(
    'table2markdown',
    'Reads one sheet as a table in Markdown.',
    z.strictObject({ ...sheetShape, from_line: fromLine }),
    async ({ sheet_name, path: given, from_line }, context) => {
      const { xml, kind } = await flatDocument(tools.absolute(given), tools.placeOf(context))
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
      await using document = await openDocument(tools.absolute(given), tools.placeOf(context))
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
      reply(pageOf(pdfLines(await pdfPages(filePath(pdf_path, tools.home))), from_line)),
    { readOnlyHint: true },
  ),
  tool(
    'list_pdfs_in_directory',
    'Lists the PDF files of a folder.',
    z.strictObject({ directory_path: z.string().min(1) }),
    async ({ directory_path }) => reply(await pdfFilesIn(filePath(directory_path, tools.home))),
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
      for (const file of await pdfFilesIn(filePath(directory_path, tools.home))) {
        lines.push(
          `=== ${file} ===`,
          ...pdfLines(await pdfPages(file).catch((error: unknown) => [String(error)])),
        )
      }
      return reply(pageOf(lines, from_line))
    },
    { readOnlyHint: true },
  ),
]
