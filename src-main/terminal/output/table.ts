// Writes rows in columns, each as wide as its widest cell; the last one takes the room that is left. (cli-table3 has no such
// column, and pads and cuts otherwise: `a long text …`, a blank at the end of each row.)
import { cut, padEnd, padStart, widthOf } from './text.ts'

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
