// Reads documents whole: what the office can read as text with headings and tables, PDF files page by page.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extractText, getDocumentProxy } from 'unpdf'
import { messageOf, ToolError } from '../../core/errors.ts'
import { isFolder, isThere, statOf } from '../../core/stat.ts'
import { goOnWith, pageOfLines } from '../page-of-lines.ts'
import { extensionOf, openDocument, type DocumentKind } from './document.ts'
import type { OfficePlace } from './office.ts'
import { properties } from './uno/bridge.ts'

/** The most characters of one answer in a prompt, and the most bytes of a file. */
const MAX_PAGE = 5500
const MAX_BYTES = 50_000_000

const FLAT: Record<DocumentKind, string> = {
  text: 'OpenDocument Text Flat XML',
  sheet: 'OpenDocument Spreadsheet Flat XML',
  slides: 'OpenDocument Presentation Flat XML',
}

/** Gives a document in the flat form of OpenDocument, also with what is not saved yet. */
export async function flatDocument(path: string | null, place: OfficePlace) {
  await using document = await openDocument(path, place)
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-document-'))
  try {
    const file = join(folder, 'flat.xml')
    const how = properties({ FilterName: FLAT[document.kind] })
    await document.model.value('storeToURL', pathToFileURL(file).href, how)
    if ((statOf(file)?.size ?? 0) > MAX_BYTES) throw new ToolError('The document is too large to read whole.')
    return { xml: await readFile(file, 'utf8'), kind: document.kind, path: document.path }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the pages of a PDF file as texts. */
export async function pdfPages(path: string): Promise<string[]> {
  const found = statOf(path)
  if (!found?.isFile()) throw new ToolError(`There is no file ${path}.`)
  if (extensionOf(path) !== 'pdf') throw new ToolError(`${path} is no PDF file: read_document reads it.`)
  if (found.size > MAX_BYTES) throw new ToolError(`${path} is larger than 50 MB.`)
  try {
    const pdf = await getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 })
    const { text } = await extractText(pdf, { mergePages: false })
    return text.map((page) => page.trim())
  } catch (error) {
    throw new ToolError(`${path} can’t be read as PDF: ${messageOf(error)}`)
  }
}

export const pdfLines = (pages: readonly string[]): string[] =>
  pages.flatMap((page, index) => [
    `--- page ${index + 1} of ${pages.length} ---`,
    ...(page === '' ? ['(no text: it may be a picture)'] : page.split('\n')),
  ])

export async function pdfFilesIn(folder: string): Promise<string[]> {
  if (!isThere(folder)) throw new ToolError(`There is no folder ${folder}.`)
  if (!isFolder(folder)) throw new ToolError(`${folder} is a file, not a folder.`)
  const names = await readdir(folder)
  return names
    .filter((name) => /\.pdf$/i.test(name))
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => join(folder, name))
}

/** Gives as many lines from this one (from 1) as an answer can hold, and says how to go on. */
export function pageOf(
  lines: readonly string[],
  from: number,
): { text: string; lines: number; rest?: string } {
  const { text, next } = pageOfLines(lines, from, MAX_PAGE)
  const page = { text, lines: lines.length }
  return next > lines.length ? page : { ...page, rest: goOnWith(next) }
}
