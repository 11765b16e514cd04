// Tells whether a text stands in a cell of a document's table (Writer), where Tab goes on to the next cell: a pasted tab stays in the cell.
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { Platform, PlatformElement } from '../../../platform/platform.ts'

/** The most elements between a text and its cell. */
const MAX_DEPTH = 4

/**
 * Whether a text with tabs is for several cells of a table, the first of which has the keyboard. Throws ToolError for several rows: a line
 * break stays in its cell.
 */
export async function fillsCells(
  platform: Platform,
  focused: PlatformElement | null,
  text: string,
  run: RunControl,
): Promise<boolean> {
  if (focused === null || !text.includes('\t') || focused.role === 'cell') return false
  let parent = focused.parent
  for (let depth = 0; depth < MAX_DEPTH && parent !== null; depth++) {
    const holder = await platform.element(parent, run)
    if (holder?.role === 'cell') {
      if (/[\r\n]/.test(text.trimEnd()))
        throw new ToolError(
          'A line break stays in this cell. Type one row at a time: its cells with tabs between them, and a tab at its end to go on to the next row.',
        )
      return true
    }
    parent = holder?.parent ?? null
  }
  return false
}
