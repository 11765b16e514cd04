// Works on text documents: phrases by their words, paragraphs, tables.
import { seen } from '../../../src-preload/contract/evidence.ts'
import { ToolError } from '../../core/errors.ts'
import type { OpenDocument } from './document.ts'
import {
  behind,
  caretOrEnd,
  count,
  isParagraph,
  occurrences,
  partsOf,
  search,
  standsBehind,
  tableStandsBehind,
  toNextParagraph,
  within,
} from './text-places.ts'
import type { Change } from './editing.ts'
import type { UnoObject } from './uno/bridge.ts'
import { Reference, Typed } from './uno/wire.ts'

const BOLD = 150
const NORMAL = 100
const FONT_SLANT = 'com.sun.star.awt.FontSlant'
const ITALIC = 2
const PARAGRAPH_BREAK = 0

export interface Font {
  font_name: string | null
  font_size: number | null
  bold: boolean | null
  italic: boolean | null
}

/** The properties of a font. What East Asian and complex scripts have is set along with it, because a phrase may have both. */
export function fontProperties({ font_name, font_size, bold, italic }: Font): [string, unknown][] {
  const plain: [string, unknown][] = [
    ...(font_name === null ? [] : [['CharFontName', font_name] as [string, unknown]]),
    ...(font_size === null ? [] : [['CharHeight', new Typed('float', font_size)] as [string, unknown]]),
    ...(bold === null ? [] : [['CharWeight', new Typed('float', bold ? BOLD : NORMAL)] as [string, unknown]]),
    ...(italic === null
      ? []
      : [['CharPosture', new Typed(FONT_SLANT, italic ? ITALIC : 0)] as [string, unknown]]),
  ]
  return plain.flatMap(([name, value]) =>
    ['', 'Asian', 'Complex'].map((script): [string, unknown] => [`${name}${script}`, value]),
  )
}

/** Sets the font of a phrase wherever it stands, of all paragraphs of a number, or of what is selected in the window. */
export async function setFont(document: OpenDocument, phrase: string | null, font: Font): Promise<Change> {
  const wanted = fontProperties(font)
  if (wanted.length === 0) throw new ToolError('Say what to set: font_name, font_size, bold or italic.')
  const places = phrase === null ? await selected(document) : await occurrences(document, phrase)
  if (places.length === 0)
    throw new ToolError(
      phrase === null ? 'Nothing is selected: name the text.' : `The document has no “${phrase}”.`,
    )
  for (const place of places) for (const [name, value] of wanted) await place.set(name, value)
  const shown = phrase ?? String(await places[0]?.value('getString'))
  return {
    result: { places: places.length },
    check: async (read) => {
      const found = phrase === null ? places : await occurrences(read, phrase)
      let right = 0
      for (const place of found) right += (await looks(place, wanted)) ? 1 : 0
      const holds = right === found.length && found.length === places.length
      return {
        holds,
        told: seen(holds ? 'phrase_set' : 'phrase_differs', {
          value: shown.slice(0, 60),
          count: String(right),
        }),
      }
    },
  }
}

async function looks(place: UnoObject, wanted: [string, unknown][]): Promise<boolean> {
  for (const [name, value] of wanted) {
    if (/(Asian|Complex)$/.test(name)) continue
    const now = await place.get(name)
    const asked = value instanceof Typed ? value.value : value
    const same = typeof asked === 'number' ? Math.abs(Number(now) - asked) < 0.05 : now === asked
    if (!same) return false
  }
  return true
}

async function selected({ model, isShown, bridge }: OpenDocument): Promise<UnoObject[]> {
  if (!isShown) return []
  const selection = await model.find('getCurrentSelection')
  const length = Number((await selection?.value('getCount').catch(() => 0)) ?? 0)
  const all: UnoObject[] = []
  for (let index = 0; index < length; index += 1) {
    const part = await selection?.value('getByIndex', index)
    const range = part instanceof Reference ? await bridge.wrap(part) : null
    if (range && String(await range.value('getString')) !== '') all.push(range)
  }
  return all
}

export async function replaceText(
  document: OpenDocument,
  { find, replace_by, match_case }: { find: string; replace_by: string; match_case: boolean },
): Promise<Change> {
  const before = { new: replace_by === '' ? 0 : await count(document, replace_by, true) }
  const descriptor = await search(document, find, match_case, 'createReplaceDescriptor')
  await descriptor.value('setReplaceString', replace_by)
  const replaced = Number(await document.model.value('replaceAll', descriptor))
  if (replaced === 0) throw new ToolError(`The document has no “${find}”. Nothing was replaced.`)
  const grows = !replace_by.toLowerCase().includes(find.toLowerCase())
  return {
    result: { replaced },
    check: async (read) => {
      const left = grows ? await count(read, find, match_case) : 0
      const there = replace_by === '' ? 0 : await count(read, replace_by, true)
      const holds = left === 0 && (replace_by === '' || there >= Math.min(before.new + 1, replaced))
      const told = holds
        ? seen('phrase_there', { value: replace_by || find, count: String(replace_by === '' ? 0 : there) })
        : seen('phrase_there', { value: find, count: String(left) })
      return { holds, told }
    },
  }
}

/** Adds paragraphs, at the end or behind the paragraph with a phrase. */
export async function insertText(
  document: OpenDocument,
  { text, after, style }: { text: string; after: string | null; style: string | null },
): Promise<Change> {
  const lines = text.split('\n')
  const known = style === null || (await hasStyle(document, style))
  if (!known)
    throw new ToolError(`There is no paragraph style “${style}”. Headings are “Heading 1”, “Heading 2” …`)
  const body = await document.model.object('getText')
  const anchor = after === null ? null : await behind(document, after)
  const { owner, cursor } = anchor ?? (await within(await body.object('getEnd')))
  const isFirst = String(await body.value('getString')) === ''
  // A line that stood there before is no proof of the new one.
  const before = new Map<string, number>()
  for (const line of lines) if (line.trim() !== '') before.set(line, await count(document, line, true))
  for (const [index, line] of lines.entries()) {
    if (!(isFirst && index === 0))
      await owner.value('insertControlCharacter', cursor, new Typed('short', PARAGRAPH_BREAK), false)
    await owner.value('insertString', cursor, line, false)
    if (style !== null) await cursor.set('ParaStyleName', style)
  }
  const told = lines.find((line) => line.trim() !== '') ?? ''
  return {
    result: { paragraphs: lines.length },
    check: async (read) => {
      for (const [line, there] of before) {
        const now = await count(read, line, true)
        const added = lines.filter((each) => each === line).length
        if (now < there + added)
          return {
            holds: false,
            told: seen('phrase_there', { value: line.slice(0, 60), count: String(now) }),
          }
      }
      const value = told.slice(0, 60)
      if (anchor === null)
        return {
          holds: true,
          told: seen('phrase_there', { value, count: String(await count(read, told, true)) }),
        }
      const holds = await standsBehind(read, lines, anchor.text)
      const where = { value, after: anchor.text.slice(0, 60) }
      return { holds, told: holds ? seen('phrase_behind', where) : seen('phrase_elsewhere', where) }
    },
  }
}

export async function hasStyle({ model }: OpenDocument, style: string): Promise<boolean> {
  const families = await model.object('getStyleFamilies')
  const styles = await families.object('getByName', 'ParagraphStyles')
  return (await styles.value('hasByName', style)) === true
}

/** Tells whether the last paragraph only stands behind a table, as a document can’t end with one. */
async function endsWithTable({ model, bridge }: OpenDocument): Promise<boolean> {
  const [before, last] = (await partsOf(await model.object('getText'), bridge)).slice(-2)
  if (!before || !last || (await isParagraph(before)) || !(await isParagraph(last))) return false
  return String(await last.value('getString')) === ''
}

interface TableRequest {
  rows: number
  columns: number
  values: string[][] | null
  after: string | null
}

/** Inserts a table behind the paragraph with a phrase, else where the caret of the window is, or at the end of the file. */
export async function insertTable(
  document: OpenDocument,
  { rows, columns, values, after }: TableRequest,
): Promise<Change> {
  const { model, isShown } = document
  const table = await model.object('createInstance', 'com.sun.star.text.TextTable')
  await table.value('initialize', rows, columns)
  const anchor = after === null ? null : await behind(document, after)
  const { owner, cursor } = anchor ?? (await caretOrEnd(document))
  // At the beginning of a paragraph, the table stands before it and leaves no empty one.
  if (after !== null) await toNextParagraph(document, { owner, cursor })
  const filled =
    values === null
      ? null
      : Array.from({ length: rows }, (_, row) =>
          Array.from({ length: columns }, (_, column) => values[row]?.[column] ?? ''),
        )
  /** Whether a table has this size and these texts. */
  const isLike = async (each: UnoObject): Promise<boolean> => {
    const data = (await each.value('getDataArray').catch(() => [])) as unknown[][]
    const isSize = data.length === rows && data.every((row) => row.length === columns)
    const isFilled = (filled ?? []).every((row, at) =>
      row.every((cell, column) => String(data[at]?.[column]) === cell),
    )
    return isSize && isFilled
  }
  /** Counts such tables: one that was there before is no proof of the new one. */
  const like = async (read: OpenDocument): Promise<number> => {
    const tables = await read.model.object('getTextTables')
    const length = Number(await tables.value('getCount'))
    let found = 0
    for (let index = 0; index < length; index += 1)
      found += (await isLike(await tables.object('getByIndex', index))) ? 1 : 0
    return found
  }
  const before = await like(document)
  // Word takes two tables without a paragraph between them for one.
  if (after === null && !isShown && (await endsWithTable(document)))
    await owner.value('insertControlCharacter', cursor, new Typed('short', PARAGRAPH_BREAK), false)
  await owner.value('insertTextContent', cursor, table, false)
  if (filled) await table.value('setDataArray', new Typed('[][]any', filled))
  const name = String(await table.value('getName'))
  return {
    result: { table: name, rows, columns },
    check: async (read) => {
      const size = { rows: String(rows), columns: String(columns) }
      const isThere = (await like(read)) > before
      if (isThere && anchor !== null && !(await tableStandsBehind(read, isLike, anchor.text)))
        return { holds: false, told: seen('table_elsewhere', { ...size, after: anchor.text.slice(0, 60) }) }
      const holds = isThere
      return { holds, told: holds ? seen('table_there', size) : seen('table_missing', size) }
    },
  }
}

/** The paragraphs of the body, without tables. */
export async function paragraphs({ model, bridge }: OpenDocument, nonEmpty: boolean): Promise<UnoObject[]> {
  const found: UnoObject[] = []
  for (const paragraph of await partsOf(await model.object('getText'), bridge)) {
    if (!(await isParagraph(paragraph))) continue
    if (!nonEmpty || String(await paragraph.value('getString')).trim() !== '') found.push(paragraph)
  }
  return found
}

export async function paragraphSpan(
  document: OpenDocument,
  { start_index, end_index, non_empty }: { start_index: number; end_index: number; non_empty: boolean },
): Promise<UnoObject> {
  const all = await paragraphs(document, non_empty)
  const first = all[start_index - 1]
  const last = end_index === -1 ? all.at(-1) : all[end_index - 1]
  if (!first || !last) throw new ToolError(`The document has ${all.length} paragraphs.`)
  const body = await document.model.object('getText')
  const cursor = await body.object('createTextCursorByRange', await first.object('getStart'))
  await cursor.value('gotoRange', await last.object('getEnd'), true)
  return cursor
}

export async function tableNumber({ model }: OpenDocument, number: number): Promise<UnoObject> {
  const tables = await model.object('getTextTables')
  const length = Number(await tables.value('getCount'))
  if (number < 1 || number > length)
    throw new ToolError(`The document has ${length} tables, no table ${number}.`)
  return tables.object('getByIndex', number - 1)
}
