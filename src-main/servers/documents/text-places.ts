// Finds places in a text document: a phrase, the paragraph that has it, what stands behind that.
import { ToolError } from '../../core/errors.ts'
import type { OpenDocument } from './document.ts'
import type { UnoObject } from './uno/bridge.ts'
import { Reference } from './uno/wire.ts'

export async function search(
  { model }: OpenDocument,
  phrase: string,
  matchCase: boolean,
  kind = 'createSearchDescriptor',
) {
  const descriptor = await model.object(kind)
  await descriptor.value('setSearchString', phrase)
  await descriptor.set('SearchCaseSensitive', matchCase)
  return descriptor
}

export async function occurrences(
  document: OpenDocument,
  phrase: string,
  matchCase = true,
): Promise<UnoObject[]> {
  const found = await document.model.object('findAll', await search(document, phrase, matchCase))
  const count = Number(await found.value('getCount'))
  const all: UnoObject[] = []
  for (let index = 0; index < count; index += 1) all.push(await found.object('getByIndex', index))
  return all
}

export async function count(document: OpenDocument, phrase: string, matchCase: boolean): Promise<number> {
  const found = await document.model.object('findAll', await search(document, phrase, matchCase))
  return Number(await found.value('getCount'))
}

/** A text, and a place in it. */
export interface Place {
  owner: UnoObject
  cursor: UnoObject
}

export async function within(range: UnoObject): Promise<Place> {
  const owner = await range.object('getText')
  return { owner, cursor: await owner.object('createTextCursorByRange', range) }
}

/** The end of a paragraph, and its text. */
interface Anchor extends Place {
  text: string
}

/** The end of the one paragraph that is a phrase, or else has it. */
export async function behind(document: OpenDocument, phrase: string): Promise<Anchor> {
  const holders: Anchor[] = []
  let more = 0
  for (const found of await occurrences(document, phrase)) {
    if (more-- > 0) continue
    const place = await within(found)
    await place.cursor.value('gotoStartOfParagraph', false)
    await place.cursor.value('gotoEndOfParagraph', true)
    const text = String(await place.cursor.value('getString'))
    await place.cursor.value('collapseToEnd')
    holders.push({ ...place, text })
    // A paragraph may have it more than once.
    more = text.split(phrase).length - 2
  }
  const whole = holders.filter(({ text }) => text.trim() === phrase.trim())
  const [only, ...others] = whole.length === 1 ? whole : holders
  if (!only) throw new ToolError(`The document has no “${phrase}”.`)
  if (others.length === 0) return only
  const listed = holders.slice(0, 5).map(({ text }) => `“${text.slice(0, 60)}”`)
  throw new ToolError(
    `“${phrase}” stands in ${holders.length} paragraphs: ${listed.join('; ')}. Give more of the text of the one that is meant.`,
  )
}

/** Goes to the beginning of the next paragraph; stays where a table, or nothing, comes next. */
export async function toNextParagraph({ bridge }: OpenDocument, { owner, cursor }: Place): Promise<void> {
  const span = await owner.object('createTextCursorByRange', cursor)
  if ((await span.value('gotoNextParagraph', true)) !== true) return
  const [, next] = await partsOf(span, bridge)
  if (next && (await isParagraph(next))) await cursor.value('gotoNextParagraph', false)
}

/** The paragraphs and tables of a text, or of a part of one, in order. */
export async function partsOf(text: UnoObject, bridge: OpenDocument['bridge']): Promise<UnoObject[]> {
  const all = await text.object('createEnumeration')
  const parts: UnoObject[] = []
  while ((await all.value('hasMoreElements')) === true) {
    const next = await all.value('nextElement')
    if (next instanceof Reference) parts.push(await bridge.wrap(next))
  }
  return parts
}

export const isParagraph = async (part: UnoObject): Promise<boolean> =>
  (await part.value('supportsService', 'com.sun.star.text.Paragraph')) === true

export async function caretOrEnd({ model, isShown }: OpenDocument): Promise<Place> {
  if (!isShown) return within(await (await model.object('getText')).object('getEnd'))
  const controller = await model.object('getCurrentController')
  return within(await (await controller.object('getViewCursor')).object('getStart'))
}

/** Gives the text of the paragraph that a cursor is in, and leaves it at its beginning. */
async function paragraphAt(cursor: UnoObject): Promise<string> {
  await cursor.value('gotoStartOfParagraph', false)
  await cursor.value('gotoEndOfParagraph', true)
  const text = String(await cursor.value('getString')).trim()
  await cursor.value('collapseToStart')
  return text
}

/** Whether these paragraphs stand one after the other behind a paragraph with this whole text; empty ones alone count as there. */
export async function standsBehind(
  document: OpenDocument,
  lines: readonly string[],
  paragraph: string,
): Promise<boolean> {
  const [whole, ...wanted] = [paragraph, ...lines].map((line) => line.trim())
  const at = wanted.findIndex((line) => line !== '')
  if (at < 0) return true
  for (const found of await occurrences(document, wanted[at] ?? '')) {
    const { cursor } = await within(found)
    await cursor.value('gotoStartOfParagraph', false)
    let isThere = true
    for (let back = 0; isThere && back <= at; back += 1)
      isThere = (await cursor.value('gotoPreviousParagraph', false)) === true
    isThere &&= (await paragraphAt(cursor)) === whole
    for (const line of wanted)
      isThere &&=
        (await cursor.value('gotoNextParagraph', false)) === true && (await paragraphAt(cursor)) === line
    if (isThere) return true
  }
  return false
}

/** Whether such a table stands right behind a paragraph with this whole text; so does any where the body has no such paragraph. */
export async function tableStandsBehind(
  { model, bridge }: OpenDocument,
  isLike: (table: UnoObject) => Promise<boolean>,
  paragraph: string,
): Promise<boolean> {
  let isBehind = false
  let isOfBody = false
  for (const part of await partsOf(await model.object('getText'), bridge)) {
    if (await isParagraph(part)) {
      isBehind = String(await part.value('getString')).trim() === paragraph.trim()
      isOfBody ||= isBehind
    } else if (isBehind && (await isLike(part))) return true
    else isBehind = false
  }
  return !isOfBody
}
