// Verifies that what was typed into a sheet stands in its cells: a tab goes on to the right, a line break to the next row.
import { seen } from '../../../../src-preload/contract/evidence.ts'
import { cellName, cellOfName } from '../../../core/cell-address.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { short } from '../targeting/names.ts'
import type { Look } from './look.ts'
import { holdsOn, seesOther, word, type Verdict } from './verdict.ts'

/** The most cells in the evidence. */
const MAX_TOLD = 8
/** Texts that sheets show for a formula without a result. */
const FAULT = /^(#|Err:)/

interface Entry {
  cell: string
  text: string
}

/** Lists the text for each cell, starting with the named one; none where that name is no address. Empty texts are left out. */
function entriesOf(first: string, text: string): Entry[] {
  const place = cellOfName(first)
  if (!place) return []
  return text
    .split(/\r?\n/)
    .flatMap((line, down) =>
      line.split('\t').map((entry, right) => ({
        cell: cellName(place.row + down, place.column + right),
        text: entry.trim(),
      })),
    )
    .filter((entry) => entry.text !== '')
}

/** Holds once every cell has its typed text, and each formula a new result; null where that can't be seen. */
export async function cellsFilled(act: ActMemory, now: Look): Promise<Verdict | null> {
  const typed = word(act, 'text') + (act.parameters['enter'] === true ? '\n' : '')
  // A sheet takes the last entry when it moves on to another cell.
  if (act.focused?.role !== 'cell' || !/[\t\n]$/.test(typed)) return null
  const entries = entriesOf(act.focused.name, typed)
  const was = valuesIn(act.view?.elements)
  const is = valuesIn((await now.view())?.elements)
  if (entries.length === 0 || !entries.every(({ cell }) => is.has(cell))) return null
  const shown = entries.map(({ cell, text }) => ({ cell, text, value: is.get(cell) ?? '' }))
  const other = shown.find(({ cell, text, value }) => !isResult(text, value, was.get(cell)))
  const has = ({ cell, value }: { cell: string; value: string }) =>
    seen('has', { role: 'cell', name: cell, value: short(value) })
  return other ? seesOther(has(other)) : holdsOn(shown.slice(0, MAX_TOLD).map(has))
}

const valuesIn = (elements: readonly PlatformElement[] = []): Map<string, string> =>
  new Map(elements.filter(({ role }) => role === 'cell').map(({ name, value }) => [name, value ?? '']))

/** Whether a cell that shows `value` has taken `text`. A formula's value counts as its result only if it is new. */
function isResult(text: string, value: string, was: string | undefined): boolean {
  if (text.startsWith('=')) return value !== '' && value !== text && value !== was && !FAULT.test(value)
  return value === text || (value !== '' && Number(value) === Number(text))
}
