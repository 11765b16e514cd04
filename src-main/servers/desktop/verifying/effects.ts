// Lists the postcondition of each act, as a table. It holds: confirmed. It fails: contradicted. There is none for this target,
// or it can't be seen: open, and a mere change does not make it confirmed.
import { contains, centreOf, intersection } from '../../../core/geometry.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import { changesBetween } from './changes.ts'
import { afterClick, fileSaved, stateIs } from './verify-click.ts'
import { sameLabel } from '../../../matching/agreement.ts'
import { quoted } from '../targeting/names.ts'
import { applicationOpened, chosenIsActive, closed } from './verify-windows.ts'
import { sameText } from '../acting/select-text.ts'
import { filesVerified } from './verify-files.ts'
import { afterKeys, textArrived, typedArrived } from './verify-typing.ts'
import {
  dialogOpened,
  fails,
  holds,
  holdsOn,
  open,
  The,
  word,
  type Postcondition,
  nameOf,
} from './verdict.ts'

const isSelected = (each: PlatformElement): boolean => each.states.includes('selected')

const itemSelected: Postcondition = async (act, now) => {
  const before = act.target.element
  if (!before) return open()
  const name = word(act, 'name')
  const element = await now.target()
  if (before.role === 'combo box') {
    if (!element) return open('The control is gone.')
    const value = element.value ?? ''
    return sameLabel(value, name)
      ? holdsOn(`${The(element)} is ${quoted(value)}.`)
      : fails(`${The(element)} is ${quoted(value)}.`)
  }
  if (element && isSelected(element)) return holdsOn(`${The(element)} is selected.`)
  const items = (await now.view())?.elements ?? []
  // In the same place: a list beside it may have an item of the same name that is selected anyway.
  const chosen = items.find(
    (each) =>
      isSelected(each) &&
      sameLabel(each.name, name || before.name) &&
      (before.bounds.width <= 0 || intersection(each.bounds, before.bounds) !== null),
  )
  if (chosen) return holdsOn(`${The(chosen)} is selected.`)
  const combos = items.filter((each) => each.role === 'combo box' && sameLabel(each.value ?? '', before.name))
  const was = new Map(act.view?.elements.map((each) => [each.ref, each.value]))
  const combo =
    combos.find((each) => was.get(each.ref) !== each.value) ?? (combos.length === 1 ? combos[0] : null)
  if (combo) return holdsOn(`${The(combo)} is ${quoted(combo.value ?? '')}.`)
  if (!element) return open('The item is gone.')
  // A picture in a view of files tells nothing of it.
  if (element.role === 'image') return open(`Whether ${nameOf(element)} is selected can't be read.`)
  // One tab is always shown: where none is told to be (GTK 2), it is not told which.
  const tells = before.role !== 'tab' || items.some((each) => each.role === 'tab' && isSelected(each))
  return tells ? fails(`${The(element)} is not selected.`) : open('Which tab is shown is not told.')
}

const scrolled: Postcondition = async (act, now) => {
  const changes = changesBetween(act.view, await now.view(), [], [], now.restless)
  const bar = changes.changed.find(
    ({ before, after }) => after.role === 'scroll bar' && before.value !== after.value,
  )
  if (bar) return holds(`${The(bar.after)} is at ${bar.after.value ?? ''}.`)
  const area = act.target.element?.bounds ?? act.target.window?.bounds
  const moved = changes.moved.filter(
    ({ before }) => area !== undefined && contains(area, centreOf(before.bounds)),
  )
  if (moved.length > 0) return holds(`${String(moved.length)} controls have moved.`)
  return open()
}

/** A text that tells nothing selected where it was selected by the pointer may only not tell it. */
const textSelected: Postcondition = async (_act, now) => {
  const parts = await now.selection()
  if (parts.length === 0) return open('What is selected can’t be read.')
  if (parts.every((part) => part.now !== null && sameText(part.now, part.wanted)))
    return holdsOn(`Selected is ${parts.map(({ wanted }) => quoted(wanted)).join(' … ')}.`)
  const other = parts.find((part) => part.now && !sameText(part.now, part.wanted))
  if (other?.now && parts.length === 1) return fails(`Selected is ${quoted(other.now)}.`)
  return { state: 'open', evidence: 'What is selected can’t be read.', wait: true }
}

const nothingToChange: Postcondition = () => Promise.resolve(holds('It changes nothing.'))

/** Tool → its postcondition. A tool that is not here has none. */
export const POSTCONDITIONS: Record<string, Postcondition> = {
  click_input: afterClick,
  click_on_coordinates: afterClick,
  set_toggle: (act, now) => stateIs(now, act.parameters['checked'] === false ? 'unchecked' : 'checked'),
  set_edit_text: textArrived,
  type_text: typedArrived,
  keyboard_input: afterKeys,
  wheel_mouse_input: scrolled,
  select_item: itemSelected,
  select_text: textSelected,
  choose_menu: async (act, now) => {
    const saved = await fileSaved(act, now)
    if (saved) return saved
    const path = act.parameters['path']
    const last = Array.isArray(path) ? String(path.at(-1) ?? '') : ''
    const name = act.target.element?.name ?? last
    return /(…|\.\.\.)\s*$/.test(name) ? dialogOpened(act, now) : open()
  },
  select_application_window: chosenIsActive,
  launch_application: applicationOpened('name', true),
  run_shell: applicationOpened('bash_command', false),
  close_application_window: (act, now) =>
    act.target.window ? closed(act, act.target.window, now) : Promise.resolve(open()),
  copy_files: filesVerified,
  move_files: filesVerified,
  rename_files: filesVerified,
  make_folder: filesVerified,
  trash_files: filesVerified,
  list_folder: nothingToChange,
  read_file: nothingToChange,
  texts: nothingToChange,
  wait: nothingToChange,
  wait_for_control: nothingToChange,
  summary: nothingToChange,
  get_system_info: nothingToChange,
  read_output: nothingToChange,
}
