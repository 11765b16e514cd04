// Counts the items of the list that “the third item” means: of the main one in the window, line by line.
import type { Control, ControlRole } from '../core/desktop.ts'
import { intersection } from '../core/geometry.ts'
import { holdersOf, inLines } from '../matching/places.ts'

const ITEMS: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'list item',
  'tree item',
  'row',
  'cell',
  'tab',
  'menu item',
])
const LISTS: ReadonlySet<ControlRole> = new Set<ControlRole>(['list', 'table', 'tree', 'tab list', 'menu'])
/** The main list of a window is at least so many times as large as any other. */
const MAIN = 2
/** Pixels between a list and the scroll bar beside it. */
const BESIDE = 24

/**
 * Gives what stands at a place of `found`, which are in reading order: 1 for the first, -1 for the last. Several where the window has
 * lists of like size; none where there are too few, or the last one of a list is out of sight. `kind`: the word for what is counted.
 */
export function atPosition(
  found: readonly Control[],
  position: number,
  controls: readonly Control[],
  kind: string | null = null,
): Control[] {
  const byId = new Map(controls.map((control) => [control.id, control]))
  const listOf = (control: Control): Control | null => {
    // The view of icons of some file managers is a group of pictures with names.
    if (control.role === 'image') return iconViewOf(control, found, byId)
    if (!ITEMS.has(control.role)) return null
    return holdersOf(control, byId).find(({ role }) => LISTS.has(role)) ?? null
  }
  const lists = new Map([...Map.groupBy(found, listOf)].flatMap(([list, all]) => (list ? [[list, all]] : [])))
  const choose = (all: readonly Control[]) => all.at(position === -1 ? -1 : position - 1) ?? []
  if (lists.size === 0)
    return [choose(kind === 'item' ? found.filter(({ role }) => ITEMS.has(role)) : found)].flat()
  // A menu lies over all others while it is open.
  const menus = [...lists].filter(([{ role }]) => role === 'menu')
  const bySize = (menus.length > 0 ? menus : [...lists]).toSorted(([a], [b]) => areaOf(b) - areaOf(a))
  const [first, second] = bySize
  const isMain = first !== undefined && (!second || areaOf(first[0]) >= MAIN * areaOf(second[0]))
  return (isMain ? [first] : bySize).flatMap(([list, all]) =>
    position === -1 && goesOn(list, controls) ? [] : choose(linesOf(all)),
  )
}

/** Fewer pictures are no view of icons. */
const MIN_ICONS = 2

function iconViewOf(
  { parent, name }: Control,
  found: readonly Control[],
  byId: ReadonlyMap<string, Control>,
): Control | null {
  const view = parent === null || name === '' ? undefined : byId.get(parent)
  const icons = found.filter(
    (other) => other.role === 'image' && other.parent === parent && other.name !== '',
  )
  return view?.role === 'group' && icons.length >= MIN_ICONS ? view : null
}

const areaOf = ({ bounds }: Control): number => bounds.width * bounds.height

/** Cells side by side are one item, which is called by the first cell that has a name. */
function linesOf(items: readonly Control[]): Control[] {
  if (items.some(({ role }) => role !== 'cell')) return [...items]
  return inLines(items, ({ bounds }) => bounds).flatMap(
    (line) => line.find(({ name }) => name !== '') ?? line[0] ?? [],
  )
}

/** Tells whether a list has more than is seen, by an upright scroll bar in it or beside it. */
function goesOn(list: Control, controls: readonly Control[]): boolean {
  const { x, y, width, height } = list.bounds
  const around = { x, y, width: width + BESIDE, height }
  return controls.some(
    ({ role, bounds, states }) =>
      role === 'scroll bar' &&
      bounds.height > bounds.width &&
      !states.includes('disabled') &&
      intersection(around, bounds) !== null,
  )
}
