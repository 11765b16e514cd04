// The tools that change texts, and select in them.
import { z } from 'zod'
import type { ServedTool } from '../../tool-table.ts'
import { insertContents, setParagraphs } from '../layout.ts'
import { setPages } from '../pages.ts'
import { insertTable, insertText, paragraphSpan, replaceText, setFont, tableNumber } from '../texts.ts'
import { after, end, start, type DocumentTools } from './document-tools.ts'

export const textTools = (tools: DocumentTools): ServedTool[] => [
  tools.editing(
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
  tools.editing(
    'replace_text',
    'Replaces a phrase everywhere.',
    { find: z.string().min(1), replace_by: z.string(), match_case: z.boolean().default(true) },
    { kind: 'text' },
    (document, parameters) => replaceText(document, parameters),
  ),
  tools.editing(
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
  tools.editing(
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
  tools.editing(
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
  tools.editing(
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
  tools.editing(
    'insert_contents',
    'Inserts a table of contents at the beginning, or behind the paragraph with a phrase.',
    { title: z.string().default('Contents'), after },
    { kind: 'text' },
    (document, parameters) => insertContents(document, parameters),
  ),
  tools.selecting(
    'select_paragraph',
    'Selects paragraphs in the window, counted from 1.',
    { start_index: start, end_index: end, non_empty: z.boolean().default(true) },
    async (document, parameters) => {
      const what = await paragraphSpan(document, parameters)
      return { what, said: String(await what.value('getString')) }
    },
  ),
  tools.selecting(
    'select_table',
    'Selects a table in the window, counted from 1.',
    { number: start },
    async (document, { number }) => {
      const what = await tableNumber(document, number)
      return { what, said: String(await what.value('getName')) }
    },
  ),
]
