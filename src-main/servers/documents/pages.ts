// Sets header, footer, size, orientation and margins of a text's pages. In a window size, orientation and margins are set by the commands of
// its sidebar: a property of a page style that is set through the API empties the whole list of Undo.
import { seen } from '../../../src-preload/contract/evidence.ts'
import { ToolError } from '../../core/errors.ts'
import type { OpenDocument } from './document.ts'
import type { Change } from './editing.ts'
import { isParagraph, partsOf } from './text-places.ts'
import { properties, type UnoObject } from './uno/bridge.ts'
import { Reference, Typed } from './uno/wire.ts'

/** Width and height upright, in hundredths of a millimetre. */
const FORMATS: Record<string, readonly [number, number]> = {
  A3: [29_700, 42_000],
  A4: [21_000, 29_700],
  A5: [14_800, 21_000],
  A6: [10_500, 14_800],
  LETTER: [21_590, 27_940],
  LEGAL: [21_590, 35_560],
}

/** Width and height of a format, upright; null where none is named. Throws for one that is not known. */
function sizeOf(format: string | null): readonly [number, number] | null {
  if (format === null) return null
  const found = FORMATS[format.trim().toUpperCase()]
  if (found) return found
  throw new ToolError(`No page format “${format}” is known. There are ${Object.keys(FORMATS).join(', ')}.`)
}

export interface PageLayout {
  /** `{page}` stands for the number of the page, `{pages}` for how many there are; '' takes it away, null leaves it. */
  header: string | null
  footer: string | null
  /** In centimetres, on all sides. */
  margin: number | null
  format: string | null
  orientation: 'portrait' | 'landscape' | null
}

const SIDES = ['TopMargin', 'BottomMargin', 'LeftMargin', 'RightMargin']
/** The office's units in a centimetre, and how far a length may be from the wanted one after a change of the unit. */
const PER_CM = 1000
const ERROR = 30
const ARABIC = 4
const CURRENT_PAGE = 1
const FIELD = /(\{pages?\})/
/** The office's kinds of fields, by what stands for them in a text. */
const SERVICES: Record<string, string> = {
  '{page}': 'com.sun.star.text.TextField.PageNumber',
  '{pages}': 'com.sun.star.text.TextField.PageCount',
}
type Kind = 'Header' | 'Footer'

/** A style of pages, and a paragraph of the body that stands on such a page. */
interface Pages {
  style: UnoObject
  paragraph: UnoObject
}

async function pagesOf(document: OpenDocument): Promise<Pages[]> {
  const first = new Map<string, UnoObject>()
  for (const part of await partsOf(await document.model.object('getText'), document.bridge)) {
    const name = await part.get('PageStyleName').catch(() => null)
    if (typeof name === 'string' && name !== '' && !first.has(name)) first.set(name, part)
  }
  const styles = await (await document.model.object('getStyleFamilies')).object('getByName', 'PageStyles')
  const all: Pages[] = []
  for (const [name, paragraph] of first)
    all.push({ style: await styles.object('getByName', name), paragraph })
  return all
}

type Command = (name: string, values: Record<string, unknown>) => Promise<void>

/** Lets a work do commands of the document's window, with the caret where it wants it, and puts the caret back. */
async function inWindow(
  { model, bridge }: OpenDocument,
  work: (caret: UnoObject, command: Command) => Promise<void>,
): Promise<void> {
  const controller = await model.object('getCurrentController')
  const frame = await controller.object('getFrame')
  const helper = await bridge.service('com.sun.star.frame.DispatchHelper')
  const caret = await controller.object('getViewCursor')
  const [start, end] = [await caret.object('getStart'), await caret.object('getEnd')]
  try {
    await work(caret, async (name, values) => {
      await helper.value('executeDispatch', frame, `.uno:${name}`, '', 0, properties(values))
    })
  } finally {
    await caret.value('gotoRange', start, false)
    await caret.value('gotoRange', end, true)
  }
}

async function textOf({ bridge }: OpenDocument, style: UnoObject, name: string): Promise<UnoObject | null> {
  const text = await style.get(name)
  return text instanceof Reference ? bridge.wrap(text) : null
}

const isOn = async (style: UnoObject, kind: Kind): Promise<boolean> =>
  (await style.get(`${kind}IsOn`)) === true

/** Writes a header or footer that is switched on, with its fields. */
async function writeText(document: OpenDocument, style: UnoObject, kind: Kind, text: string): Promise<void> {
  const place = await textOf(document, style, `${kind}Text`)
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
async function hasText(document: OpenDocument, style: UnoObject, kind: Kind, text: string): Promise<boolean> {
  const on = await isOn(style, kind)
  if (text === '') return !on
  const place = on ? await textOf(document, style, `${kind}Text`) : null
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

/** Width and height as they are to be, in hundredths of a millimetre. */
async function sizeFor(style: UnoObject, { format, orientation }: PageLayout): Promise<[number, number]> {
  const now: [number, number] = [Number(await style.get('Width')), Number(await style.get('Height'))]
  const isWide = orientation === null ? now[0] > now[1] : orientation === 'landscape'
  const [short = 0, long = 0] = sizeOf(format) ?? now.toSorted((a, b) => a - b)
  return isWide ? [long, short] : [short, long]
}

/** Sets size, orientation and margins by commands of the window, whose caret stands on such a page. */
async function shapeByCommands(style: UnoObject, layout: PageLayout, command: Command): Promise<void> {
  if (layout.orientation !== null || layout.format !== null) {
    const [Width, Height] = await sizeFor(style, layout)
    await command('AttributePage', {
      'AttributePage.Landscape': Width > Height,
      'AttributePage.Layout': await style.get('PageStyleLayout'),
      'AttributePage.NumType': await style.get('NumberingType'),
    })
    await command('AttributePageSize', {
      'AttributePageSize.Width': Width,
      'AttributePageSize.Height': Height,
    })
  }
  if (layout.margin === null) return
  const margin = Math.round(layout.margin * PER_CM)
  await command('PageLRMargin', { 'PageLRMargin.Left': margin, 'PageLRMargin.Right': margin })
  await command('PageULMargin', { 'PageULMargin.Upper': margin, 'PageULMargin.Lower': margin })
}

async function shapeByProperties(style: UnoObject, layout: PageLayout): Promise<void> {
  if (layout.orientation !== null || layout.format !== null) {
    const [width, height] = await sizeFor(style, layout)
    await style.set('IsLandscape', width > height)
    await style.set('Width', new Typed('long', width))
    await style.set('Height', new Typed('long', height))
  }
  if (layout.margin === null) return
  for (const side of SIDES) await style.set(side, new Typed('long', Math.round(layout.margin * PER_CM)))
}

interface Wanted {
  kind: Kind
  text: string
}

/**
 * Carries it out. A header or footer that comes or goes empties the window's list of Undo, also where its own command does it: the
 * paragraphs of the body count on, and what was done to them before would be taken back in others. Returns whether that happened.
 */
async function change(
  document: OpenDocument,
  all: Pages[],
  layout: PageLayout,
  texts: Wanted[],
): Promise<boolean> {
  let isEmptied = false
  for (const { style } of all) {
    for (const { kind, text } of texts) {
      const isWanted = text !== ''
      if ((await isOn(style, kind)) !== isWanted) {
        await style.set(`${kind}IsOn`, isWanted)
        isEmptied = document.isShown
      }
      if (isWanted) await writeText(document, style, kind, text)
    }
    if (!document.isShown) await shapeByProperties(style, layout)
  }
  if (document.isShown)
    await inWindow(document, async (caret, command) => {
      for (const { style, paragraph } of all) {
        await caret.value('gotoRange', await paragraph.object('getStart'), false)
        await shapeByCommands(style, layout, command)
      }
    })
  return isEmptied
}

const NO_UNDO = 'Undo can’t take it back, nor what was done before: a header or footer has come or gone.'

export async function setPages(document: OpenDocument, layout: PageLayout): Promise<Change> {
  const { header, footer, margin, orientation, format } = layout
  if ([header, footer, margin, orientation, format].every((each) => each === null))
    throw new ToolError('Say what to set: header, footer, margin, format or orientation.')
  const texts = (['Header', 'Footer'] as const).flatMap((kind) => {
    const text = kind === 'Header' ? header : footer
    return text === null ? [] : [{ kind, text }]
  })
  const size = sizeOf(format)
  const isFar = (length: number, wanted: number) => Math.abs(length - wanted) > ERROR
  const wrong = async (read: OpenDocument, style: UnoObject): Promise<string | null> => {
    for (const { kind, text } of texts)
      if (!(await hasText(read, style, kind, text))) return `the ${kind.toLowerCase()}`
    const [width, height] = [Number(await style.get('Width')), Number(await style.get('Height'))]
    if (orientation !== null && width > height !== (orientation === 'landscape')) return 'the orientation'
    const [short, long] = size ?? []
    if (short !== undefined && isFar(Math.min(width, height), short)) return 'the format'
    if (long !== undefined && isFar(Math.max(width, height), long)) return 'the format'
    for (const side of margin === null ? [] : SIDES)
      if (isFar(Number(await style.get(side)), (margin ?? 0) * PER_CM)) return 'a margin'
    return null
  }
  const all = await pagesOf(document)
  const isEmptied = await change(document, all, layout, texts)
  return {
    result: { page_styles: all.length, ...(isEmptied ? { undo: NO_UNDO } : {}) },
    check: async (read) => {
      for (const { style } of await pagesOf(read)) {
        const what = await wrong(read, style)
        if (what !== null) return { holds: false, told: seen('page_differs', { what }) }
      }
      return { holds: true, told: seen('pages_set', {}) }
    },
  }
}
