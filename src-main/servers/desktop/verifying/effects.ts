// Lists the postcondition of each act as a table. If it holds, the act is confirmed; if it fails, contradicted. If the target has none, or
// it can't be seen, it stays open: a mere change on the screen does not confirm an act.
import { seen } from '../../../../src-preload/contract/evidence.ts'
import { DOCUMENT_TOOLS, documentToolDoes } from '../../../core/document-tools.ts'
import { contains, centreOf, intersection } from '../../../core/geometry.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import { changesBetween, controlSeen, replacing, stateSeen } from './changes.ts'
import { afterClick, stateIs } from './verify-click.ts'
import { sameLabel, sameValue } from '../../../matching/agreement.ts'
import { short } from '../targeting/names.ts'
import { doneOutside } from './verify-outside.ts'
import { applicationOpened, chosenIsActive, closed, windowStateIs } from './verify-windows.ts'
import { sameText } from '../acting/select-text.ts'
import { filesVerified, resultsVerified } from './verify-files.ts'
import { afterKeys, textArrived, typedArrived } from './verify-typing.ts'
import { dialogOpened, fails, holds, holdsOn, open, word, type Postcondition } from './verdict.ts'

/** A radio button that is selected says that it is checked. */
const isSelected = ({ role, states }: PlatformElement): boolean =>
  states.includes('selected') || (role === 'radio button' && states.includes('checked'))

const itemSelected: Postcondition = async (act, now) => {
  const before = act.target.element
  if (!before) return open()
  const name = word(act, 'name')
  const element = await now.target()
  const shown = now.shownByList(before.ref)
  if (shown !== undefined) {
    if (shown === null) return open(controlSeen('shown_unread', before))
    const is = controlSeen('value', before, { value: short(shown) })
    return sameValue(shown, name) ? holds(is) : fails(is)
  }
  if (before.role === 'combo box') {
    if (!element) return open('control_gone')
    const value = element.value ?? ''
    const is = controlSeen('value', element, { value: short(value), ...replacing(before.value, value) })
    return sameValue(value, name) ? holdsOn(is) : fails(is)
  }
  if (element && isSelected(element)) return holdsOn(stateSeen(element, ['selected']))
  const items = (await now.view())?.elements ?? []
  // At the same place, because another list may have a selected item of the same name.
  const chosen = items.find(
    (each) =>
      isSelected(each) &&
      sameValue(each.name, name || before.name) &&
      (before.bounds.width <= 0 || intersection(each.bounds, before.bounds) !== null),
  )
  if (chosen) return holdsOn(stateSeen(chosen, ['selected']))
  const combos = items.filter((each) => each.role === 'combo box' && sameLabel(each.value ?? '', before.name))
  const was = new Map(act.view?.elements.map((each) => [each.ref, each.value]))
  const combo =
    combos.find((each) => was.get(each.ref) !== each.value) ?? (combos.length === 1 ? combos[0] : null)
  if (combo) {
    const value = combo.value ?? ''
    const replaced = replacing(was.get(combo.ref), value)
    return holdsOn(controlSeen('value', combo, { value: short(value), ...replaced }))
  }
  if (!element) return open('item_gone')
  // LibreOffice does not report what the list of such a group shows.
  if (before.role === 'group' || before.role === 'toggle button') return open()
  // An image in a view of files does not report whether it is selected.
  if (element.role === 'image') return open(controlSeen('selected_unread', element))
  // One tab is always selected. If none is reported as selected (GTK 2), the toolkit does not report selection.
  const tells = before.role !== 'tab' || items.some((each) => each.role === 'tab' && isSelected(each))
  return tells ? fails(controlSeen('not_selected', element)) : open('tab_unread')
}

const scrolled: Postcondition = async (act, now) => {
  const changes = changesBetween(act.view, await now.view(), [], [], now.restless)
  const bar = changes.changed.find(
    ({ before, after }) => after.role === 'scroll bar' && before.value !== after.value,
  )
  if (bar) return holds(controlSeen('scrolled', bar.after, { value: bar.after.value ?? '' }))
  const area = act.target.element?.bounds ?? act.target.window?.bounds
  const moved = changes.moved.filter(
    ({ before }) => area !== undefined && contains(area, centreOf(before.bounds)),
  )
  if (moved.length > 0) return holds(seen('moved', { count: String(moved.length) }))
  return open()
}

/** A text that reports no selection after the pointer has selected something may just not report it. */
const textSelected: Postcondition = async (_act, now) => {
  const parts = await now.selection()
  if (parts.length === 0) return open('selection_unread')
  if (parts.every((part) => part.now !== null && sameText(part.now, part.wanted)))
    return holdsOn(seen('selected_text', { value: parts.map(({ wanted }) => short(wanted)).join('” … “') }))
  const other = parts.find((part) => part.now && !sameText(part.now, part.wanted))
  if (other?.now && parts.length === 1) return fails(seen('selected_text', { value: short(other.now) }))
  return { ...open('selection_unread'), wait: true }
}

const nothingToChange: Postcondition = () => Promise.resolve(holds('changes_nothing'))

/** Tool → its postcondition. Other tools have none. */
export const POSTCONDITIONS: Record<string, Postcondition> = {
  click_input: afterClick,
  click_on_coordinates: afterClick,
  set_toggle: (act, now) =>
    stateIs(now, act.parameters['checked'] === false ? 'unchecked' : 'checked', act.target.element),
  set_edit_text: textArrived,
  type_text: typedArrived,
  keyboard_input: afterKeys,
  wheel_mouse_input: scrolled,
  select_item: itemSelected,
  select_text: textSelected,
  choose_menu: async (act, now) => {
    const saved = await doneOutside(act, now)
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
  set_window_state: windowStateIs,
  copy_files: filesVerified,
  move_files: filesVerified,
  rename_files: filesVerified,
  make_folder: filesVerified,
  trash_files: filesVerified,
  run_code: resultsVerified,
  list_folder: nothingToChange,
  read_file: nothingToChange,
  ...Object.fromEntries(
    DOCUMENT_TOOLS.filter((name) => documentToolDoes(name) === 'reads').map((name) => [
      name,
      nothingToChange,
    ]),
  ),
  texts: nothingToChange,
  wait: nothingToChange,
  wait_for_control: nothingToChange,
  summary: nothingToChange,
  get_system_info: nothingToChange,
  read_output: nothingToChange,
}
