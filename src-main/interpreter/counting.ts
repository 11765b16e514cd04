// Counts the items of the list that “the third item” means: of the main one in the window, as its view lays them out.
import type { Control, ControlRole } from '../core/desktop.ts'
import { intersection } from '../core/geometry.ts'
import { byIdOf, holdersOf, inLines } from '../matching/places.ts'

const ITEMS: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'list item',
  'tree item',
  'row',
  'cell',
  'tab',
  'menu item',
])
const LISTS: ReadonlySet<ControlRole> = new Set<ControlRole>(['list', 'table', 'tree'])
const HELD_BY: Partial<Record<ControlRole, ControlRole>> = { tab: 'tab list', 'menu item': 'menu' }
/** The main list of a window is at least so many times as large as any other. */
const MAIN = 2
/** Pixels between a list and the scroll bar beside it. */
const BESIDE = 24

/** A list that may go on out of sight, where that is what was asked for. */
export interface GoesOn {
  list: Control
  /** As far as they are known, in the order of the view. */
  items: readonly Control[]
  /** The key that leads to its end or its beginning. */
  key: 'End' | 'Home'
}

interface AtPosition {
  /** Several where the window has lists of like size; none where there are too few, or where the list goes on. */
  chosen: Control[]
  /** The list whose item is meant, where that may be out of sight. */
  goesOn: GoesOn | null
}

/**
 * Gives what stands at a place of `found`, which are in reading order: 1 for the first, -1 for the last. Of lists of like size, the one
 * that has the keyboard is meant. `kind`: the word for what is counted.
 */
export function atPosition(
  found: readonly Control[],
  position: number,
  controls: readonly Control[],
  kind: string | null = null,
): AtPosition {
  const byId = byIdOf(controls)
  const listOf = (control: Control): Control | null => {
    // The view of icons of some file managers is a group of pictures with names.
    if (control.role === 'image') return iconViewOf(control, found, byId)
    if (!ITEMS.has(control.role)) return null
    const holders = holdersOf(control, byId)
    const own = HELD_BY[control.role]
    if (own !== undefined) return holders.find(({ role }) => role === own) ?? null
    // Some views are no list for the tree: what directly holds the items is one then.
    return holders.find(({ role }) => LISTS.has(role)) ?? holders[0] ?? null
  }
  const lists = new Map([...Map.groupBy(found, listOf)].flatMap(([list, all]) => (list ? [[list, all]] : [])))
  const choose = (all: readonly Control[]) => all.at(position === -1 ? -1 : position - 1) ?? []
  const order = new Map(controls.map(({ id }, index) => [id, index]))
  // A view may fill its columns one after the other, so that reading across would skip.
  const inOrder = (all: readonly Control[]) =>
    all.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  if (lists.size === 0) {
    const counted = kind === 'item' ? found.filter(({ role }) => ITEMS.has(role)) : found
    return { chosen: [choose(counted)].flat(), goesOn: null }
  }
  // A menu lies over all others while it is open.
  const menus = [...lists].filter(([{ role }]) => role === 'menu')
  const meant = mainOf(menus.length > 0 ? menus : [...lists]).map(([list, all]) => {
    const isOfRows = all.every(({ role }) => role === 'cell') && !areIcons(all)
    const items = isOfRows ? firstsOfLines(all) : inOrder(all)
    // A list of a page is as long as its items, and keys scroll the page around it.
    const isOfPage = [list, ...holdersOf(list, byId)].some(({ role }) => role === 'web page')
    const isOpen = !isOfPage && (position === -1 ? goesOn(list, items, controls) : isScrolled(list, items))
    const open = isOpen ? ({ list, items, key: position === -1 ? 'End' : 'Home' } as const) : null
    return { chosen: [choose(items)].flat(), goesOn: open }
  })
  const [only, ...others] = meant
  if (only?.goesOn && others.length === 0) return { chosen: [], goesOn: only.goesOn }
  return { chosen: meant.flatMap(({ chosen, goesOn: open }) => (open ? [] : chosen)), goesOn: null }
}

/** Keeps the list that is far larger than the others, else the one that has the keyboard, else all. */
function mainOf<T extends readonly [Control, readonly Control[]]>(lists: readonly T[]): readonly T[] {
  const bySize = lists.toSorted(([a], [b]) => areaOf(b) - areaOf(a))
  const [first, second] = bySize
  if (!first || !second || areaOf(first[0]) >= MAIN * areaOf(second[0])) return bySize.slice(0, 1)
  const isFocused = ({ states }: Control) => states.includes('focused')
  const like = bySize.filter(([list]) => areaOf(first[0]) < MAIN * areaOf(list))
  const focused = like.filter(([list, items]) => isFocused(list) || items.some(isFocused))
  return focused.length === 1 ? focused : bySize
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

/** Pixels between the cells of one row at most, and of the lowest icon with its name. */
const MAX_GAP = 6
const MIN_ICON_HEIGHT = 40

/** Whether cells are icons, each an item: they are tall, but for those cut off at an edge, and stand apart; those of a row are low, or touch. */
const areIcons = (cells: readonly Control[]): boolean =>
  cells.some(({ bounds }) => bounds.height >= MIN_ICON_HEIGHT) &&
  inLines(cells, ({ bounds }) => bounds).some((line) =>
    line.some(({ bounds }, index) => {
      const before = line[index - 1]?.bounds
      return before !== undefined && bounds.x - before.x - before.width > MAX_GAP
    }),
  )

/** The cells of a row are one item, which is called by the first of them that has a name. */
const firstsOfLines = (cells: readonly Control[]): Control[] =>
  inLines(cells, ({ bounds }) => bounds).flatMap(
    (line) => line.find(({ name }) => name !== '') ?? line[0] ?? [],
  )

/** Tells whether the first item in sight is cut off, so that others stand before it. */
const isScrolled = ({ bounds }: Control, [first]: readonly Control[]): boolean =>
  first !== undefined &&
  // An item without a place tells nothing.
  first.bounds.width > 0 &&
  (first.bounds.y < bounds.y - EDGE || first.bounds.x < bounds.x - EDGE)
/** Pixels by which the frame of an item may lie outside of its list. */
const EDGE = 3

/** Tells whether a list may have more than is seen: by a scroll bar along which its items go on, or by having no room for one more. */
function goesOn(list: Control, items: readonly Control[], controls: readonly Control[]): boolean {
  const { x, y, width, height } = list.bounds
  const last = items.at(-1)
  if (!last || last.role in HELD_BY) return false
  const fillsColumns = isInColumns(items)
  const isFull = fillsColumns
    ? x + width - last.bounds.x < 2 * last.bounds.width
    : y + height - last.bounds.y < 2 * last.bounds.height
  if (isFull) return true
  const around = { x, y, width: width + BESIDE, height: height + BESIDE }
  return controls.some(
    ({ role, bounds, states }) =>
      role === 'scroll bar' &&
      (fillsColumns || bounds.height > bounds.width) &&
      !states.includes('disabled') &&
      intersection(around, bounds) !== null,
  )
}

/** Tells whether the second item stands below the first, and others stand beside them. */
function isInColumns([first, second, ...others]: readonly Control[]): boolean {
  if (!first || !second || second.bounds.y <= first.bounds.y) return false
  return others.some(({ bounds }) => bounds.x >= first.bounds.x + first.bounds.width)
}
