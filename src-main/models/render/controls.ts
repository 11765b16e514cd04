// Writes windows and controls as lines of a prompt (docs/architecture.md, “A control in a prompt”).
import type { Rect } from '../../../src-preload/contract/geometry.ts'
import type { Control, ControlRole, WindowInfo } from '../../core/desktop.ts'
import { isMadeOfParts } from '../../matching/fold.ts'
import type { ControlDifference } from '../input.ts'
import { quote } from './data.ts'

const MAX_NAME_LENGTH = 80
const MAX_VALUE_LENGTH = 200
/** For roles that hold text: a paragraph, a terminal's end. */
const MAX_TEXT_LENGTH = 600
const TEXTS: ReadonlySet<ControlRole> = new Set(['edit', 'document'])
/** What is there to be read has its text as its name; it is told as long as a text while the list has room for that. */
const READ: ReadonlySet<ControlRole> = new Set(['text', 'heading', 'link', 'cell', 'list item'])
/** Characters of such names beyond `MAX_NAME_LENGTH`, of a whole list. */
const MAX_LENGTH_TO_READ = 6000
const MAX_SAID_LENGTH = 300

/**
 * Writes `[id] role "name" value="…" state,state (x,y w×h)`. x and y count from the top left corner of `window`, so that moving a window
 * does not change its lines; without a window they are in screen space.
 */
export function controlLine(
  control: Control,
  window: Rect | null,
  longestName: number = MAX_NAME_LENGTH,
): string {
  const parts = [`[${control.id}]`, control.role, quote(control.name, longestName)]
  if (control.value !== null && control.value !== control.name && !isMadeOfParts(control.value)) {
    parts.push(`value=${quote(control.value, TEXTS.has(control.role) ? MAX_TEXT_LENGTH : MAX_VALUE_LENGTH)}`)
  }
  if (control.description && control.name === '') {
    parts.push(`description=${quote(control.description, MAX_NAME_LENGTH)}`)
  }
  if (control.states.length > 0) parts.push(control.states.join(','))
  parts.push(place(control.bounds, window))
  return parts.join(' ')
}

function place(bounds: Rect, window: Rect | null): string {
  const x = Math.round(bounds.x - (window?.x ?? 0))
  const y = Math.round(bounds.y - (window?.y ?? 0))
  return `(${x},${y} ${Math.round(bounds.width)}×${Math.round(bounds.height)})`
}

export function windowLine(window: WindowInfo): string {
  const parts = [
    `[${window.id}]`,
    quote(window.title, MAX_NAME_LENGTH),
    quote(window.process_name, MAX_NAME_LENGTH),
  ]
  if (window.application !== window.process_name) parts.push(quote(window.application, MAX_NAME_LENGTH))
  if (window.kind !== 'normal') parts.push(window.kind)
  if (window.modal) parts.push('modal')
  if (window.active) parts.push('active')
  if (window.minimized) parts.push('minimized')
  if (window.unsaved) parts.push('unsaved')
  if (window.says) parts.push(`says=${quote(window.says, MAX_SAID_LENGTH)}`)
  parts.push(`${Math.round(window.bounds.width)}×${Math.round(window.bounds.height)}`)
  return parts.join(' ')
}

/** These roles only hold others; without a name, a value or a state they are useless to a model. */
const CONTAINERS: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'application',
  'group',
  'separator',
  'tool bar',
  'menu bar',
  'status bar',
  'tab list',
  'scroll bar',
  'row',
])

const tellsSomething = ({ role, name, value, description, states }: Control): boolean =>
  !CONTAINERS.has(role) || Boolean(name || value || description) || states.length > 0

export function controlLines(controls: Control[], window: Rect | null): string[] {
  let room = MAX_LENGTH_TO_READ
  const lineOf = (control: Control) => {
    const longest = READ.has(control.role)
      ? MAX_NAME_LENGTH + Math.min(room, MAX_TEXT_LENGTH - MAX_NAME_LENGTH)
      : MAX_NAME_LENGTH
    room -= Math.max(0, Math.min(control.name.length, longest) - MAX_NAME_LENGTH)
    return controlLine(control, window, longest)
  }
  return runsOf(controls.filter(tellsSomething)).flatMap((run) => {
    const last = run.at(-1)
    if (run.length < MIN_RUN || !last) return run.map(lineOf)
    return [isEmptyCell(last) ? emptyCellsLine(run[0], last, window) : alikeLine(run[0], last, window)]
  })
}

/**
 * This many empty cells side by side become one line, together with such rows below them; so do nameless controls that differ in nothing but
 * their place (the colours of a palette).
 */
const MIN_RUN = 3

const isEmptyCell = ({ role, name, value, description, states }: Control): boolean =>
  role === 'cell' && name !== '' && !value && !description && states.length === 0

/** Tells whether a control is the next one of its row, also by its id, so that those between first and last can be left out. */
function follows(row: Run, next: Control): boolean {
  const [before, last = before] = row.slice(-2)
  if (!before || !last || !isNext(last, next)) return false
  if (isEmptyCell(last) && isEmptyCell(next)) return next.bounds.y === last.bounds.y
  return (
    next.name === '' &&
    faceOf(last) === faceOf(next) &&
    (row.length === 1 || stepTo(before, last) === stepTo(last, next))
  )
}

const stepTo = ({ bounds: from }: Control, { bounds: to }: Control): string =>
  `${to.x - from.x},${to.y - from.y}`

/** All that a line tells but the id and the place. */
const faceOf = ({ role, name, value, description, states, bounds }: Control): string =>
  JSON.stringify([role, name, value, description, states, bounds.width, bounds.height])

const isNext = (one: Control, next: Control): boolean =>
  Number(next.id) === Number(one.id) + 1 && next.parent === one.parent

type Run = [Control, ...Control[]]

/** Empty cells in rows of one width, each behind the one before. */
function continues(block: Run, row: Run): boolean {
  const [first, last, begins, ends] = [block[0], block.at(-1), row[0], row.at(-1)]
  return (
    last !== undefined &&
    ends !== undefined &&
    row.length >= MIN_RUN &&
    isEmptyCell(first) &&
    isEmptyCell(begins) &&
    isNext(last, begins) &&
    begins.bounds.x === first.bounds.x &&
    ends.bounds.x === last.bounds.x
  )
}

function runsOf(controls: readonly Control[]): Run[] {
  const rows: Run[] = []
  for (const control of controls) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    if (row && follows(row, control)) row.push(control)
    else if (row?.length === 2 && last && follows([last], control)) {
      // The first of the two lies apart.
      row.pop()
      rows.push([last, control])
    } else rows.push([control])
  }
  const blocks: Run[] = []
  for (const row of rows) {
    const block = blocks.at(-1)
    if (block && block.length >= MIN_RUN && continues(block, row)) block.push(...row)
    else blocks.push([...row])
  }
  return blocks
}

const emptyCellsLine = (first: Control, last: Control, window: Rect | null): string =>
  `[${first.id}…${last.id}] empty cells ${quote(first.name, MAX_NAME_LENGTH)} … ${quote(last.name, MAX_NAME_LENGTH)} ${place(first.bounds, window)} …`

/** The places between the first and the last lie evenly. */
const alikeLine = (first: Control, last: Control, window: Rect | null): string =>
  `[${first.id}…${last.id}] ${controlLine(first, window).slice(first.id.length + 3)} … ${place(last.bounds, window)}`

/** Ids that follow one another come as `[25…44]`. */
function ranges(ids: readonly string[]): string {
  const runs: string[][] = []
  for (const id of ids) {
    const last = runs.at(-1)
    if (last && Number(id) === Number(last.at(-1)) + 1) last.push(id)
    else runs.push([id])
  }
  return runs
    .map((run) => (run.length > 1 ? `[${String(run[0])}…${String(run.at(-1))}]` : `[${String(run[0])}]`))
    .join(' ')
}

/** Marks lines: `moved` together, `+` new, `~` different now, `-` gone, which come in one line. */
export function differenceLines(difference: ControlDifference, window: Rect | null): string[] {
  const told = new Set(difference.base?.filter(tellsSomething).map(({ id }) => id))
  const gone = difference.removed.filter((id) => told.has(id))
  const lines = [
    ...difference.moved.flatMap(({ by, ids }) => {
      const seen = ids.filter((id) => told.has(id))
      return seen.length > 0 ? [`moved by ${by}: ${ranges(seen)}`] : []
    }),
    ...controlLines(difference.added, window).map((line) => `+ ${line}`),
    ...controlLines(difference.changed, window).map((line) => `~ ${line}`),
    ...(gone.length > 0 ? [`- ${ranges(gone)}`] : []),
  ]
  return lines.length > 0 ? lines : ['nothing has changed']
}
