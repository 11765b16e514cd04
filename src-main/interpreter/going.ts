// Goes to a cell, a tab or an address.
import type { Control, ControlRole } from '../core/desktop.ts'
import { readableName } from '../matching/label.ts'
import { byIdOf, inReadingOrder, standsIn } from '../matching/places.ts'
import type { ClauseOf } from './clauses.ts'
import { shortName } from './matching.ts'
import { isFileManager, kindOf } from '../safety/applications.ts'
import { isInBrowserBars } from '../safety/facts.ts'
import { act, call, enter, press, waitOr, type Move, type Scene } from './moves.ts'
import { expand } from './saving.ts'

export const ADDRESS_BAR = /address and search bar|search or enter address|address bar/i

/** The field of a sheet that goes to the cell whose name is written into it. */
const NAME_BOX = /^(?:name box|namensfeld|zone de nom|cuadro de nombre|名称框)$/i

const ADDRESS = /^[A-Z]{1,3}[1-9]\d{0,6}$/

/** The one field that shows where the cursor of a sheet is, where its cells are no controls and it has no name (Gnumeric). */
function showsAddress(controls: readonly Control[]): Control | undefined {
  const [only, ...others] = controls.filter(
    ({ role, name, value, states }) =>
      role === 'edit' && name === '' && states.includes('editable') && ADDRESS.test(value ?? ''),
  )
  const isSheet = !controls.some(({ role }) => role === 'document' || role === 'web page')
  return only && others.length === 0 && isSheet ? only : undefined
}

/** Reads the name of a cell, `the cell B3`; null for another control. */
export const cellIn = (written: string): string | null =>
  /^(?:the )?(?:cell )?([A-Z]{1,3}\d{1,7})$/.exec(written.trim())?.[1] ?? null

/** Reads the same for what is selected: a whole column or row, or several, too (“column B”, “rows 2 to 4”). */
export function areaIn(written: string): string | null {
  const [, sort = '', first = '', last = first] = AREA.exec(written.trim()) ?? []
  const isFitting = (name: string) => (/^col/i.test(sort) ? /^[A-Z]{1,3}$/ : /^\d{1,7}$/).test(name)
  return sort !== '' && isFitting(first) && isFitting(last) ? `${first}:${last}` : cellIn(written)
}
const AREA = /^(?:the )?(?:whole |entire )?([Cc]olumns?|[Rr]ows?) (\w{1,7})(?: (?:to|through|-) (\w{1,7}))?$/

/** Whether a sheet is there whose cells are gone to by their names: this one is in sight, or a field goes to it. */
export const isInSheet = (cell: string, controls: readonly Control[]): boolean =>
  controls.some(
    (control) =>
      (control.role === 'cell' && control.name.toUpperCase() === cell) ||
      NAME_BOX.test(readableName(control)),
  ) || showsAddress(controls) !== undefined

/** Finds the field in a combo box, or the field itself. */
const fieldOf = (found: Control, controls: readonly Control[]): Control =>
  controls.find(({ role, parent }) => role === 'edit' && parent === found.id) ?? found

export function goToCell({ cell }: ClauseOf<'cell'>, scene: Scene): Move {
  const { controls } = scene
  const shown = controls.find(({ role, name }) => role === 'cell' && name.toUpperCase() === cell)
  if (shown) return act([press(shown)], `The ${shortName(shown)} is meant.`)
  const box = controls.find((control) => NAME_BOX.test(readableName(control))) ?? showsAddress(controls)
  if (!box) return waitOr(scene, `There is no cell “${cell}” in sight, and no field that goes to one.`)
  const field = fieldOf(box, controls)
  return act(enter(field, cell), `The ${shortName(box)} goes to it.`)
}

/** Goes to the tab beside the one that is shown, in the uppermost of the lists of tabs. */
export function goToTab({ which }: ClauseOf<'tab'>, scene: Scene): Move {
  const { controls } = scene
  const tabs = controls.filter(({ role }) => role === 'tab')
  const [current] = inReadingOrder(
    tabs.filter(({ states }) => states.includes('selected')),
    ({ bounds }) => bounds,
  )
  if (!current) return waitOr(scene, 'No tab is to be seen here.')
  const beside = tabs.filter(
    ({ parent, window_id }) => parent === current.parent && window_id === current.window_id,
  )
  const next = beside[beside.indexOf(current) + (which === 'next' ? 1 : -1)]
  return next
    ? act([press(next)], `The ${shortName(next)} is meant.`)
    : waitOr(
        scene,
        which === 'next'
          ? `There is no tab behind the ${shortName(current)}.`
          : `There is no tab before the ${shortName(current)}.`,
      )
}

export function visit({ address }: ClauseOf<'visit'>, scene: Scene): Move {
  const { controls } = scene
  const bar = addressBarIn(scene)
  const folder = bar ? null : folderToGoTo(address, scene)
  if (folder !== null)
    return act(
      [call('keyboard_input', { keys: LOCATION_KEYS }), call('type_text', { text: folder, enter: true })],
      'These keys go to a folder by its path.',
    )
  if (!bar)
    return waitOr(
      scene,
      `There is no field for an address here. Say: open “${address}”, or open the browser first.`,
    )
  const field = fieldOf(bar, controls)
  return act(enter(field, address), `The ${shortName(bar)} goes to it.`)
}

/** The field that says that it takes an address; in a browser of another language, the only one in its own bars. */
function addressBarIn({ controls, window }: Scene): Control | undefined {
  const fields = controls.filter(({ role }) => role === 'edit' || role === 'combo box')
  const named = fields.find(({ name }) => ADDRESS_BAR.test(name))
  if (named || window === null || kindOf(window) !== 'browser') return named
  const byId = byIdOf(controls)
  const [only, ...others] = fields.filter(
    (field) =>
      field.window_id === window.id &&
      isInBrowserBars(field.bounds.y + field.bounds.height / 2, window.bounds) &&
      !standsIn(field, PAGE, byId),
  )
  return others.length === 0 ? only : undefined
}
const PAGE: ReadonlySet<ControlRole> = new Set<ControlRole>(['web page', 'document'])

/** The keys by which file managers take a location. */
export const LOCATION_KEYS = 'Ctrl+L'

/** The folder that a path names, where the window is that of a file manager; null in any other case. */
function folderToGoTo(address: string, { window, home }: Scene): string | null {
  const isPath = /^(?:~(?:\/|$)|\/)/.test(address)
  return isPath && window !== null && isFileManager(window.process_name) ? expand(address, home) : null
}
