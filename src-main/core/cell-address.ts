// Names the cells of sheets as people do, and reads such names.

const LETTERS = 26
const A = 'A'.charCodeAt(0)
const ADDRESS = /^([A-Z]{1,3})([1-9]\d{0,6})$/

/** Names a cell: row 3, column 27 (both from 0) is `AB4`. */
export function cellName(row: number, column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCodePoint(A + ((rest - 1) % LETTERS)) + letters
  }
  return `${letters}${row + 1}`
}

/** Gives the row and column of a cell's name, null for any other text. */
export function cellOfName(name: string): { row: number; column: number } | null {
  const [, letters, row] = ADDRESS.exec(name) ?? []
  if (letters === undefined) return null
  const column = Array.from(letters).reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - A + 1, 0)
  return { row: Number(row) - 1, column: column - 1 }
}
