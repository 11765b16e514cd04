// Lays a text document out: header, footer and margins of its pages, styles of paragraphs, the table of contents.
import { seen } from '../../../src-preload/contract/evidence.ts'
import { ToolError } from '../../core/errors.ts'
import type { OpenDocument } from './document.ts'
import type { Change, Told } from './editing.ts'
import { behind, isParagraph, partsOf, within } from './text-places.ts'
import { hasStyle } from './texts.ts'
import type { UnoObject } from './uno/bridge.ts'
import { Reference, Typed } from './uno/wire.ts'

export interface PageLayout {
  /** `{page}` stands for the number of the page, `{pages}` for how many there are; '' takes it away, null leaves it. */
  header: string | null
  footer: string | null
  /** In centimetres, on all sides. */
  margin: number | null
  orientation: 'portrait' | 'landscape' | null
}

const SIDES = ['TopMargin', 'BottomMargin', 'LeftMargin', 'RightMargin']
/** The office's units in a centimetre, and how far a margin may be from the wanted one after a change of the format. */
const PER_CM = 1000
const MARGIN_ERROR = 30
const ARABIC = 4
const CURRENT_PAGE = 1
const FIELD = /(\{pages?\})/
/** The office's kinds of fields, by what stands for them in a text. */
const SERVICES: Record<string, string> = {
  '{page}': 'com.sun.star.text.TextField.PageNumber',
  '{pages}': 'com.sun.star.text.TextField.PageCount',
}

/** The styles of pages that the paragraphs of the body have. */
async function pageStyles(document: OpenDocument): Promise<UnoObject[]> {
  const names = new Set<string>()
  for (const part of await partsOf(await document.model.object('getText'), document.bridge))
    names.add(String(await part.get('PageStyleName').catch(() => '')))
  const styles = await (await document.model.object('getStyleFamilies')).object('getByName', 'PageStyles')
  const all: UnoObject[] = []
  for (const name of names)
    if (name !== '' && name !== 'null') all.push(await styles.object('getByName', name))
  return all
}

async function textOf({ bridge }: OpenDocument, style: UnoObject, name: string): Promise<UnoObject | null> {
  const text = await style.get(name)
  return text instanceof Reference ? bridge.wrap(text) : null
}

/** Writes a header or footer with its fields; switches it off for an empty text. */
async function writeText(document: OpenDocument, style: UnoObject, kind: 'Header' | 'Footer', text: string) {
  await style.set(`${kind}IsOn`, text !== '')
  const place = text === '' ? null : await textOf(document, style, `${kind}Text`)
  if (!place) return
  await place.value('setString', '')
  const cursor = await place.object('createTextCursor')
  for (const piece of text.split(FIELD)) {
    await cursor.value('gotoEnd', false)
    if (!FIELD.test(piece)) {
      await place.value('insertString', cursor, piece, false)
      continue
    }
    const field = await document.model.object('createInstance', SERVICES[piece])
    await field.set('NumberingType', new Typed('short', ARABIC))
    if (piece === '{page}')
      await field.set('SubType', new Typed('com.sun.star.text.PageNumberType', CURRENT_PAGE))
    await place.value('insertTextContent', cursor, field, false)
  }
}

/** What stands for a field in a text; '' for any other field. */
async function fieldOf(portion: UnoObject): Promise<string> {
  const field = await portion.object('getPropertyValue', 'TextField')
  for (const [sign, service] of Object.entries(SERVICES))
    if ((await field.value('supportsService', service)) === true) return sign
  return ''
}

/** Whether a header or footer has the pieces of a text and its fields in their order. */
async function hasText(
  document: OpenDocument,
  style: UnoObject,
  kind: 'Header' | 'Footer',
  text: string,
): Promise<boolean> {
  const isOn = (await style.get(`${kind}IsOn`)) === true
  if (text === '') return !isOn
  const place = isOn ? await textOf(document, style, `${kind}Text`) : null
  if (!place) return false
  const pieces: string[] = []
  for (const paragraph of await partsOf(place, document.bridge)) {
    if (!(await isParagraph(paragraph))) continue
    for (const portion of await partsOf(paragraph, document.bridge)) {
      const isField = (await portion.get('TextPortionType')) === 'TextField'
      pieces.push(isField ? await fieldOf(portion) : String(await portion.value('getString')))
    }
  }
  return pieces.join('').trim() === text.trim()
}

export async function setPages(document: OpenDocument, layout: PageLayout): Promise<Change> {
  const { header, footer, margin, orientation } = layout
  if ([header, footer, margin, orientation].every((each) => each === null))
    throw new ToolError('Say what to set: header, footer, margin or orientation.')
  const texts = (['Header', 'Footer'] as const).flatMap((kind) => {
    const text = kind === 'Header' ? header : footer
    return text === null ? [] : [{ kind, text }]
  })
  const styles = await pageStyles(document)
  for (const style of styles) {
    for (const { kind, text } of texts) await writeText(document, style, kind, text)
    if (orientation !== null) await turn(style, orientation === 'landscape')
    if (margin !== null)
      for (const side of SIDES) await style.set(side, new Typed('long', Math.round(margin * PER_CM)))
  }
  const wrong = async (read: OpenDocument): Promise<Told | null> => {
    for (const style of await pageStyles(read)) {
      for (const { kind, text } of texts)
        if (!(await hasText(read, style, kind, text)))
          return seen('page_differs', { what: `the ${kind.toLowerCase()}` })
      const isWide = Number(await style.get('Width')) > Number(await style.get('Height'))
      if (orientation !== null && isWide !== (orientation === 'landscape'))
        return seen('page_differs', { what: 'the orientation' })
      for (const side of margin === null ? [] : SIDES)
        if (Math.abs(Number(await style.get(side)) - (margin ?? 0) * PER_CM) > MARGIN_ERROR)
          return seen('page_differs', { what: 'a margin' })
    }
    return null
  }
  return {
    result: { page_styles: styles.length },
    check: async (read) => {
      const told = await wrong(read)
      return { holds: told === null, told: told ?? seen('pages_set', {}) }
    },
  }
}

async function turn(style: UnoObject, isLandscape: boolean): Promise<void> {
  const sizes = [Number(await style.get('Width')), Number(await style.get('Height'))].toSorted(
    (a, b) => a - b,
  )
  const [width = 0, height = 0] = isLandscape ? sizes.toReversed() : sizes
  await style.set('IsLandscape', isLandscape)
  await style.set('Width', new Typed('long', width))
  await style.set('Height', new Typed('long', height))
}

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
