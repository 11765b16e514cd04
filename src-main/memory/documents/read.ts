// Reads documents as sections of text: Markdown and plain text, HTML, the text of PDF files, and UFO's help documents in JSON.
import { readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { convert } from 'html-to-text'
import { extractText, getDocumentProxy } from 'unpdf'
import { z } from 'zod'
import { fileText, type NoText } from '../../../src-preload/contract/file-text.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import { sectionsOf, type Section } from './chunks.ts'

/** Most bytes of one document. */
const MAX_BYTES = 50 * 1024 * 1024
/** Most pages of a PDF file that are read. */
const MAX_PAGES = 3000

type Read = (data: Buffer) => Promise<Section[]> | Section[]

const READERS: Record<string, Read> = {
  '.md': (data) => sectionsOf(textOf(data)),
  '.markdown': (data) => sectionsOf(textOf(data)),
  '.txt': (data) => [{ headings: [], text: textOf(data) }],
  '.html': (data) => sectionsOf(markdownOf(textOf(data))),
  '.htm': (data) => sectionsOf(markdownOf(textOf(data))),
  '.pdf': readPdf,
  '.json': (data) => readHelp(textOf(data)),
}

export const canRead = (file: string): boolean => Object.hasOwn(READERS, extname(file).toLowerCase())

/** Throws UserError, which says why, for a file that can't be read whole. */
export async function readDocument(file: string): Promise<Section[]> {
  const read = READERS[extname(file).toLowerCase()]
  if (!read) throw new UserError('its kind is not known')
  if ((await stat(file)).size > MAX_BYTES) throw new UserError('it is larger than 50 MB')
  const sections = await read(await readFile(file))
  const told = sections.filter(({ text }) => text.trim() !== '')
  if (told.length === 0) throw new UserError('it has no text')
  return told
}

const NO_TEXT: Readonly<Record<NoText, string>> = {
  empty: 'it has no text',
  no_text: 'it is no text',
  encoding: 'it is no text in UTF-8',
}

function textOf(data: Buffer): string {
  const { text, fault } = fileText(data)
  if (fault === null) return text
  throw new UserError(NO_TEXT[fault])
}

const LEVELS = [1, 2, 3, 4, 5, 6]

/** Turns HTML into Markdown: headings keep their level; scripts, styles and navigation are left out. */
function markdownOf(html: string): string {
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: MAX_BYTES, maxDepth: 200 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'nav', format: 'skip' },
      ...LEVELS.map((level) => ({ selector: `h${level}`, format: `heading${level}` })),
    ],
    formatters: Object.fromEntries(
      LEVELS.map((level) => [
        `heading${level}`,
        (element, walk, builder) => {
          builder.openBlock({ leadingLineBreaks: 2 })
          builder.addInline(`${'#'.repeat(level)} `)
          walk(element.children, builder)
          builder.closeBlock({ trailingLineBreaks: 2 })
        },
      ]),
    ),
  })
}

async function readPdf(data: Buffer): Promise<Section[]> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(data), { verbosity: 0 })
    try {
      if (pdf.numPages > MAX_PAGES) throw new UserError(`it has more than ${MAX_PAGES} pages`)
      const { text } = await extractText(pdf, { mergePages: false })
      return text.map((page, index) => ({ headings: [`Page ${index + 1}`], text: page }))
    } finally {
      await pdf.loadingTask.destroy()
    }
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`it is no PDF that can be read (${messageOf(error)})`)
  }
}

const helpSchema = z.object({
  application: z.string().optional(),
  request: z.string().min(1),
  guidance: z.union([z.string(), z.array(z.string())]),
})

/** Reads UFO's help documents: one question with its steps, or a list of them. */
function readHelp(text: string): Section[] {
  let parsed: z.infer<typeof helpSchema>[]
  try {
    const value: unknown = JSON.parse(text)
    parsed = z
      .array(helpSchema)
      .min(1)
      .parse(Array.isArray(value) ? value : [value])
  } catch {
    throw new UserError('it is no help document: it has no “request” and “guidance”')
  }
  return parsed.map(({ request, guidance }) => ({
    headings: [request],
    text: typeof guidance === 'string' ? guidance : guidance.join('\n'),
  }))
}
