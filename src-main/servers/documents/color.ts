// Reads colours as people and models write them.
import { ToolError } from '../../core/errors.ts'

/** Gives 0xRRGGBB of `FF8800`, `#FF8800`. */
export function colorOf(text: string): number {
  const [, digits] = /^#?([\da-f]{6})$/i.exec(text.trim()) ?? []
  if (digits === undefined) throw new ToolError(`“${text}” is no colour: write six digits, such as FF8800.`)
  return Number.parseInt(digits, 16)
}
