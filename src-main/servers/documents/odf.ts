// Turns a document in the flat form of OpenDocument (one XML file) into text: headings, lists and tables as Markdown, cells with their
// addresses and formulas, slides with their titles. Every document that the office can read comes here in this one form.
import { cellName } from '../../core/cell-address.ts'

/** An element, or a text. */
type Node = Element | string
interface Element {
  name: string
  attributes: string
  children: Node[]
}

/** A table that the office repeats to the end of its sheet has millions of empty rows. */
const MOST_REPEATED = 1000
const PIECES =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>|([^<]+)/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return Number.isInteger(code) && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: '', children: [] }
  const open = [root]
  for (const [, data, close, name, attributes = '', isEmpty, text] of xml.matchAll(PIECES)) {
    const parent = open.at(-1) ?? root
    if (text !== undefined) parent.children.push(decoded(text))
    else if (data !== undefined) parent.children.push(data)
    else if (name === undefined) continue
    else if (close) {
      if (open.length > 1) open.pop()
    } else {
      const element: Element = { name, attributes, children: [] }
      parent.children.push(element)
      if (!isEmpty) open.push(element)
    }
  }
  return root
}

function attribute({ attributes }: Element, name: string): string | null {
  const at = attributes.indexOf(` ${name}="`)
  if (at === -1) return null
  const from = at + name.length + 3
  return decoded(attributes.slice(from, attributes.indexOf('"', from)))
}

const elements = ({ children }: Element): Element[] => children.filter((child) => typeof child !== 'string')
/** Finds the elements of these names, wherever they are, but not those within one that was found. */
const all = (element: Element, ...names: string[]): Element[] =>
  elements(element).flatMap((child) => (names.includes(child.name) ? [child] : all(child, ...names)))

/** What stands beside the text of a paragraph and is no part of it. */
const NOT_TEXT =
  /^(office:annotation|text:tracked-changes|text:sequence-decls|office:forms|svg:|draw:image$|office:binary-data)/

function textOf(node: Node): string {
  if (typeof node === 'string') return node
  if (NOT_TEXT.test(node.name)) return ''
  if (node.name === 'text:s')
    return ' '.repeat(Math.min(Number(attribute(node, 'text:c') ?? 1), MOST_REPEATED))
  if (node.name === 'text:tab') return '\t'
  if (node.name === 'text:line-break') return '\n'
  return node.children.map(textOf).join(node.name === 'text:note' ? ' ' : '')
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const inCell = (text: string): string => oneLine(text).replaceAll('|', String.raw`\|`)
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

interface Cell {
  shown: string
  formula: string | null
}

const repeated = (element: Element, name: string): number =>
  Math.min(Number(attribute(element, name) ?? 1), MOST_REPEATED)

/** Writes a formula as people do: `of:=SUM([.B2:.B4])` is `=SUM(B2:B4)`. */
const formulaOf = (written: string): string =>
  written
    .replace(/^\w+:(?==)/, '')
    .replace(/\[([^\]]*)\]/g, (_, address: string) => address.replace(/(^|:)\./g, '$1'))

function cellsOf(element: Element): Cell[] {
  const cells: Cell[] = []
  for (const cell of elements(element)) {
    if (cell.name !== 'table:table-cell' && cell.name !== 'table:covered-table-cell') continue
    const shown = all(cell, 'text:p', 'text:h').map(textOf).join(' ')
    const formula = attribute(cell, 'table:formula')
    const one = { shown, formula: formula === null ? null : formulaOf(formula) }
    const times = repeated(cell, 'table:number-columns-repeated')
    for (let time = 0; time < times; time += 1) cells.push(one)
  }
  return cells
}

const isEmpty = ({ shown, formula }: Cell): boolean => shown === '' && formula === null

/** The rows of a table up to the last that has something, each up to its last cell that has something. */
function rowsOf(table: Element): Cell[][] {
  const rows: Cell[][] = []
  for (const each of all(table, 'table:table-row')) {
    const cells = cellsOf(each)
    const last = cells.findLastIndex((cell) => !isEmpty(cell))
    const times = repeated(each, 'table:number-rows-repeated')
    for (let time = 0; time < times; time += 1) rows.push(cells.slice(0, last + 1))
  }
  return rows.slice(0, rows.findLastIndex((cells) => cells.length > 0) + 1)
}

const widest = (rows: readonly Cell[][]): number => Math.max(0, ...rows.map(({ length }) => length))
const padded = (cells: string[], width: number): string[] => [
  ...cells,
  ...Array.from({ length: width - cells.length }, () => ''),
]

function tableLines(table: Element): string[] {
  const rows = rowsOf(table)
  const width = widest(rows)
  const [head, ...rest] = rows.map((cells) =>
    row(
      padded(
        cells.map(({ shown }) => inCell(shown)),
        width,
      ),
    ),
  )
  return head === undefined ? [] : [head, row(padded([], width).map(() => '---')), ...rest]
}

/** A sheet with its addresses: column letters above, row numbers before, formulas behind what they come to. */
function sheetLines(table: Element): string[] {
  const rows = rowsOf(table)
  const width = widest(rows)
  const letters = Array.from({ length: width }, (_, column) => cellName(0, column).slice(0, -1))
  const lines = rows.map((cells, index) =>
    row([
      String(index + 1),
      ...padded(
        cells.map(({ shown, formula }) => inCell(formula === null ? shown : `${shown} {${formula}}`)),
        width,
      ),
    ]),
  )
  const name = attribute(table, 'table:name') ?? ''
  if (rows.length === 0) return [`## Sheet “${name}” (empty)`]
  return [`## Sheet “${name}”`, row(['', ...letters]), row(padded([], width + 1).map(() => '---')), ...lines]
}

function blockLines(node: Node, depth = 0): string[] {
  if (typeof node === 'string') return []
  switch (node.name) {
    case 'text:h': {
      const level = Math.min(Number(attribute(node, 'text:outline-level') ?? 1), 6)
      const text = oneLine(textOf(node))
      return text === '' ? [] : [`${'#'.repeat(level)} ${text}`]
    }
    case 'text:p': {
      const text = textOf(node).trim()
      return [
        text,
        ...all(node, 'draw:text-box').flatMap((box) => box.children.flatMap((child) => blockLines(child))),
      ]
    }
    case 'text:list':
      return elements(node).flatMap((item) =>
        elements(item).flatMap((child) =>
          child.name === 'text:list'
            ? blockLines(child, depth + 1)
            : blockLines(child).map((line) =>
                child.name === 'text:h' ? line : `${'  '.repeat(depth)}- ${line}`,
              ),
        ),
      )
    case 'table:table':
      return ['', ...tableLines(node), '']
    default:
      return NOT_TEXT.test(node.name) ? [] : node.children.flatMap((child) => blockLines(child, depth))
  }
}

function slideLines(page: Element, index: number): string[] {
  const lines = elements(page)
    .filter(({ name }) => name !== 'presentation:notes')
    .flatMap((shape) => {
      const isTitle = attribute(shape, 'presentation:class') === 'title'
      const said = blockLines(shape).filter((line) => line !== '')
      return isTitle ? said.map((line) => `# ${line}`) : said
    })
  const notes = all(page, 'presentation:notes')
    .flatMap((note) => blockLines(note))
    .filter((line) => line !== '')
  return [`## Slide ${index + 1}`, ...lines, ...(notes.length > 0 ? ['Notes:', ...notes] : []), '']
}

/** Gives the lines of a document. Empty lines at the end are left out. */
export function odfLines(xml: string): string[] {
  const root = parse(xml)
  const sheets = all(root, 'office:spreadsheet').flatMap((book) => all(book, 'table:table'))
  const slides = all(root, 'office:presentation').flatMap((show) => all(show, 'draw:page'))
  const lines = [
    ...all(root, 'office:text').flatMap((body) => body.children.flatMap((child) => blockLines(child))),
    ...sheets.flatMap((sheet) => [...sheetLines(sheet), '']),
    ...slides.flatMap(slideLines),
  ]
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1)
}

/** The rows of one sheet as shown, for a table in Markdown with its first row as head; null where there is no such sheet. */
export function sheetTable(xml: string, sheet: string | number): string[] | null {
  const sheets = all(parse(xml), 'office:spreadsheet').flatMap((book) => all(book, 'table:table'))
  const found =
    typeof sheet === 'number'
      ? sheets[sheet - 1]
      : sheets.find((each) => attribute(each, 'table:name') === sheet)
  return found ? tableLines(found) : null
}
