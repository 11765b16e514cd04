// Writes rows in columns, each as wide as its widest cell; the last one takes the room that is left. (cli-table3 has no such
// column, and pads and cuts otherwise: `a long text …`, a blank at the end of each row.)
import type { Shell, Speech } from '../shell.ts'
import { cut, inkFor, padEnd, padStart, roomOf, widthOf } from './text.ts'

export interface Column {
  title: string
  align?: 'left' | 'right'
  /** The largest width. */
  width?: number
}

/** Gives the lines of a table without rules. Cells have no control characters and no colours. */
export function table(columns: Column[], rows: string[][], room: number): string[] {
  const all = [columns.map((column) => column.title), ...rows]
  const widths = columns.map((column, index) =>
    Math.min(column.width ?? Infinity, Math.max(...all.map((row) => widthOf(row[index] ?? '')))),
  )
  return all.map((row) => {
    let left = room
    const cells = columns.map((column, index) => {
      const last = index === columns.length - 1
      const width = last ? Math.max(10, left) : (widths[index] ?? 0)
      left -= width + 2
      const cell = cut(row[index] ?? '', width)
      if (last) return cell
      return column.align === 'right' ? padStart(cell, width) : padEnd(cell, width)
    })
    return cells.join('  ').trimEnd()
  })
}

/** Gives the lines of a table whose headings are in the person's language. */
export const titledTable = (columns: Column[], rows: string[][], room: number, { word }: Speech): string[] =>
  table(
    columns.map((column) => ({ ...column, title: word(column.title) })),
    rows,
    room,
  )

/** Prints a table with its headings in the person's language, and lines below it. */
export async function printTable(
  shell: Shell,
  columns: Column[],
  rows: string[][],
  below: string[] = [],
): Promise<void> {
  const [head = '', ...lines] = titledTable(columns, rows, roomOf(shell.stdout), await shell.speech())
  shell.stdout.write([inkFor(shell.stdout, shell.env).dim(head), ...lines, ...below, ''].join('\n'))
}

/** Prints a sentence of the program in the person's language. */
export async function tell(shell: Shell, sentence: string, stream = shell.stdout): Promise<void> {
  stream.write(`${(await shell.speech()).sentence(sentence)}\n`)
}
