// Verifies that what was typed into a sheet stands in its cells: a tab goes on to the right, a line break to the next row.
import { seen } from '../../../../src-preload/contract/evidence.ts'
import { cellName, cellOfName } from '../../../core/cell-address.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { short } from '../targeting/names.ts'
import type { Look } from './look.ts'
import { holdsOn, seesOther, word, type Verdict } from './verdict.ts'

/** Cells that the evidence tells. */
const MAX_TOLD = 8
/** What sheets show for a formula that has no result. */
const FAULT = /^(#|Err:)/

interface Entry {
  cell: string
  text: string
}

/** Lists what goes into which cell, the first one named; none where that name is no address. What is empty goes nowhere. */
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

/** Holds once every cell has what was typed into it, and each formula a new result; null where that can't be seen. */
export async function cellsFilled(act: ActMemory, now: Look): Promise<Verdict | null> {
  const typed = word(act, 'text') + (act.parameters['enter'] === true ? '\n' : '')
  // The last entry is taken once the sheet goes on to another cell.
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

/** Whether a cell that shows `value` has taken `text`. What a formula shows is only known to be its result where it is new. */
function isResult(text: string, value: string, was: string | undefined): boolean {
  if (text.startsWith('=')) return value !== '' && value !== text && value !== was && !FAULT.test(value)
  return value === text || (value !== '' && Number(value) === Number(text))
}
