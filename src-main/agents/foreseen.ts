// Finds the control or window that an act names without an id, because an act before it in the same reply opens it.
import type { Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import type { Control, ControlRole, WindowInfo } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'
import { sameLabel } from '../matching/agreement.ts'
import { cleanName, withoutMarkers } from '../matching/label.ts'
import { ALL, nearest } from '../matching/nearest.ts'
import { WINDOW_TOOLS, type DecidedAction } from './decision.ts'
import { controlsNow, lookNow } from './observing.ts'

/** Milliseconds without a change after which what an act has opened is there, and the most that a window may take to load. */
const STILL_MS = 5000
const MAX_LOADING_MS = 15_000
const EVERY_MS = 150

const PRESSED: readonly ControlRole[] = [
  'button', 'toggle button', 'check box', 'radio button', 'switch', 'combo box', 'list item', 'menu', 'menu item', 'tab', 'tree item',
  'cell', 'link', 'edit',
] // prettier-ignore
/** The roles of controls that each tool can act on. */
const FITS: Readonly<Record<string, readonly ControlRole[]>> = {
  click_input: PRESSED,
  set_edit_text: ['edit', 'password', 'combo box', 'spinner', 'document', 'cell'],
  set_toggle: ['check box', 'radio button', 'switch', 'toggle button', 'menu item'],
  select_item: ['list', 'combo box', 'list item', 'tree item', 'tab', 'menu item', 'cell', 'radio button'],
  texts: ['web page', 'document', 'list', 'table', 'tree', 'edit', 'text', 'heading', 'group'],
}

/** The roles of what holds the item that a tool selects by its name. */
const HOLD: Readonly<Record<string, readonly ControlRole[]>> = {
  select_item: ['list', 'combo box', 'tree', 'table', 'menu', 'tab list'],
}

/** An id is a number. Models also write the name there, as that of the list of which an item is selected. */
const asName = (id: unknown): string | null =>
  typeof id === 'string' && id !== '' && !/^\d+$/.test(id) ? id : null

/** The name of what an act is aimed at, where it gives no id. */
const labelOf = ({ arguments: { id, name } }: DecidedAction): string | null => {
  if (id !== undefined && id !== null && id !== '') return asName(id)
  return typeof name === 'string' && name !== '' ? name : null
}

/** Tells whether an act names its control or window by the name alone, for a tool that acts on one. */
export const isForeseen = (action: DecidedAction): boolean =>
  (action.function in FITS || WINDOW_TOOLS.has(action.function)) && labelOf(action) !== null

interface Looking {
  context: Context
  route: () => Route
  maxControls: number
}

/** Returns the act with the id of the only control (or window) of that name, as soon as it exists; else why there is none. */
export async function foresee(
  action: DecidedAction,
  looking: Looking,
  run: RunControl,
): Promise<DecidedAction | string> {
  if (WINDOW_TOOLS.has(action.function)) return foreseeWindow(action, looking, run)
  const { context, route, maxControls } = looking
  const label = labelOf(action) ?? ''
  const roles =
    asName(action.arguments['id']) === null
      ? (FITS[action.function] ?? [])
      : (HOLD[action.function] ?? FITS[action.function] ?? [])
  let seen: Control[] = []
  let all: Control[] = []
  const isStill = stillness()
  const found = await run.until(
    async () => {
      all = await controlsNow(context, route(), maxControls, run)
      seen = all.filter(({ role, states }) => roles.includes(role) && !states.includes('disabled'))
      const named = seen.filter(({ name }) => sameLabel(name, label))
      const meant = named.length > 0 ? named : besideLabel(seen, all, label)
      return meant.length > 0 || isStill(all.map(({ id }) => id)) ? meant : null
    },
    MAX_LOADING_MS,
    EVERY_MS,
  )
  // A cell is called as the field that it holds. A folder in a folder of its name is another one.
  const [only, ...others] = (found ?? []).filter(
    ({ id, role }) => !found?.some((inner) => inner.parent === id && inner.role !== role),
  )
  if (only && others.length === 0) return { ...action, arguments: { ...action.arguments, id: only.id } }
  if (only)
    return `${1 + others.length} controls are called “${label}”: give the id of the one that is meant.`
  const names = seen.map(({ name }) => withoutMarkers(cleanName(name))).filter((name) => name !== '')
  const near = nearest(label, names, { ...ALL, most: 3 })
  const hint = near.length > 0 ? ` Nearest: ${near.map((name) => `“${name}”`).join(', ')}.` : ''
  const other = all.find(({ name }) => sameLabel(name, label))
  if (!other) return `No control here is called “${label}”.${hint}`
  const below = other.role === 'text' ? ' Its field may be out of sight: scroll to it.' : ''
  return `“${label}” is a ${other.role}, on which ${action.function} does nothing.${below}${hint}`
}

/** Tells whether the same ids have been seen for a while: a page or a dialog that is still loading goes on to change. */
function stillness(): (ids: readonly string[]) => boolean {
  let last = ''
  let since = performance.now()
  return (ids) => {
    const now = ids.join()
    if (now !== last) since = performance.now()
    last = now
    return performance.now() - since >= STILL_MS
  }
}

async function foreseeWindow(
  action: DecidedAction,
  { context, route, maxControls }: Looking,
  run: RunControl,
): Promise<DecidedAction | string> {
  const label = labelOf(action) ?? ''
  let all: WindowInfo[] = []
  const isStill = stillness()
  const found = await run.until(
    async () => {
      all = (await lookNow(context, route(), maxControls, run))?.windows ?? []
      const called = all.filter(({ title }) => sameLabel(title, label))
      // An application is meant by its name, a document by its own: both stand in the title.
      const meant =
        called.length > 0
          ? called
          : all.filter(({ title, application }) =>
              [title, application].some((name) => name.toLowerCase().includes(label.toLowerCase())),
            )
      return meant.length > 0 || isStill(all.map(({ id }) => id)) ? meant : null
    },
    MAX_LOADING_MS,
    EVERY_MS,
  )
  const [only, ...others] = found ?? []
  if (only && others.length === 0)
    return { ...action, arguments: { ...action.arguments, id: only.id, name: only.title } }
  const list = (only ? (found ?? []) : all).map(({ id, title }) => `[${id}] “${title}”`).join(', ')
  return only
    ? `${1 + others.length} windows are called “${label}”: ${list}. Give the id of the one that is meant.`
    : `No window is called “${label}”. ${list === '' ? 'None is open.' : `There are ${list}.`}`
}

/**
 * Finds a field right behind a text with this label, because some dialogs give a field no label (LibreOffice), or the title of the group
 * that it is in (Qt).
 */
function besideLabel(candidates: readonly Control[], all: readonly Control[], label: string): Control[] {
  const texts = all.filter(({ role, name }) => role === 'text' && sameLabel(name, label))
  const titles = new Set(['', ...all.filter(({ role }) => role === 'group').map(({ name }) => name)])
  return texts.flatMap(({ bounds: text }) => {
    const row = candidates.filter(
      ({ name, bounds }) =>
        titles.has(name) &&
        bounds.x >= text.x + text.width &&
        bounds.y < text.y + text.height &&
        text.y < bounds.y + bounds.height,
    )
    return row.toSorted((a, b) => a.bounds.x - b.bounds.x).slice(0, 1)
  })
}
