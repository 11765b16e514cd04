// Lays a text document out: styles of paragraphs, the table of contents.
import { seen } from '../../../src-preload/contract/evidence.ts'
import { ToolError } from '../../core/errors.ts'
import type { OpenDocument } from './document.ts'
import type { Change } from './editing.ts'
import { behind, isParagraph, partsOf, within } from './text-places.ts'
import { hasStyle } from './texts.ts'
import type { UnoObject } from './uno/bridge.ts'
import { Typed } from './uno/wire.ts'

/** Members of com.sun.star.style.ParagraphAdjust. */
const ADJUST = { left: 0, right: 1, justify: 2, center: 3 } as const
export type Align = keyof typeof ADJUST

/** Gives the paragraphs of some phrases a style, an alignment or both. */
export async function setParagraphs(
  document: OpenDocument,
  { texts, style, align }: { texts: string[]; style: string | null; align: Align | null },
): Promise<Change> {
  if (style === null && align === null) throw new ToolError('Say what to set: style or align.')
  if (style !== null && !(await hasStyle(document, style)))
    throw new ToolError(
      `There is no paragraph style “${style}”. There are “Heading 1”, “Title”, “Text body” …`,
    )
  const found: Awaited<ReturnType<typeof behind>>[] = []
  for (const text of texts) found.push(await behind(document, text))
  for (const { cursor } of found) {
    if (style !== null) await cursor.set('ParaStyleName', style)
    if (align !== null)
      await cursor.set('ParaAdjust', new Typed('com.sun.star.style.ParagraphAdjust', ADJUST[align]))
  }
  return {
    result: { paragraphs: found.length },
    check: async (read) => {
      for (const { text } of found) {
        const { cursor } = await behind(read, text)
        const isStyled = style === null || (await cursor.get('ParaStyleName')) === style
        const isAligned = align === null || Number(await cursor.get('ParaAdjust')) === ADJUST[align]
        if (!isStyled || !isAligned)
          return { holds: false, told: seen('phrase_differs', { value: text.slice(0, 60), count: '0' }) }
      }
      const [first] = found
      return {
        holds: true,
        told: seen('phrase_set', { value: (first?.text ?? '').slice(0, 60), count: String(found.length) }),
      }
    },
  }
}

/** Whether a paragraph is a heading, of which a table of contents is made. */
const isHeading = async (part: UnoObject): Promise<boolean> =>
  (await isParagraph(part)) &&
  Number(await part.get('OutlineLevel').catch(() => 0)) > 0 &&
  String(await part.value('getString')).trim() !== ''

async function headingsOf({ model, bridge }: OpenDocument): Promise<string[]> {
  const all: string[] = []
  for (const part of await partsOf(await model.object('getText'), bridge))
    if (await isHeading(part)) all.push(String(await part.value('getString')).trim())
  return all
}

/** The texts of all tables of contents and other indexes. */
async function indexesOf({ model }: OpenDocument): Promise<string[]> {
  const indexes = await model.object('getDocumentIndexes')
  const length = Number(await indexes.value('getCount'))
  const texts: string[] = []
  for (let at = 0; at < length; at += 1) {
    const anchor = await (await indexes.object('getByIndex', at)).object('getAnchor')
    texts.push(String(await anchor.value('getString')))
  }
  return texts
}

/** Inserts a table of contents at the beginning, or behind the paragraph with a phrase. */
export async function insertContents(
  document: OpenDocument,
  { title, after }: { title: string; after: string | null },
): Promise<Change> {
  const headings = await headingsOf(document)
  if (headings.length === 0)
    throw new ToolError('The document has no headings: first give their paragraphs the style “Heading 1”.')
  const before = (await indexesOf(document)).length
  const index = await document.model.object('createInstance', 'com.sun.star.text.ContentIndex')
  await index.set('CreateFromOutline', true)
  await index.set('Title', title)
  const body = await document.model.object('getText')
  const { owner, cursor } =
    after === null ? await within(await body.object('getStart')) : await behind(document, after)
  await owner.value('insertTextContent', cursor, index, false)
  await index.value('update')
  return {
    result: { headings: headings.length },
    check: async (read) => {
      const texts = await indexesOf(read)
      const holds =
        texts.length > before && texts.some((text) => headings.every((heading) => text.includes(heading)))
      return {
        holds,
        told: seen(holds ? 'contents_there' : 'contents_missing', { count: String(headings.length) }),
      }
    },
  }
}
