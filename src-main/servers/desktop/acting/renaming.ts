// Types the whole name of a file where a file manager has selected it without its ending, so that “b.txt” does not become “b.txt.txt”.
import type { ControlRole } from '../../../core/desktop.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { isFileManager } from '../../../safety/applications.ts'
import { RENAMING } from '../../../safety/displaced-files.ts'
import type { DesktopState } from '../state.ts'
import { editingKeys } from './keys.ts'
import { selectedInFocused } from './selected-in.ts'

/** The ending of a file's name: `.txt`, `.tar.gz`. */
const ENDING = /(?:\.\p{L}[\p{L}\p{N}]{0,7}){1,2}$/u
/** Items of views that keep their editor to themselves (Qt). */
const ITEMS: ReadonlySet<ControlRole> = new Set(['list item', 'tree item', 'cell', 'image', 'row'])
/** Tools after which an editor for a name is still open. */
const LEAVES_OPEN: ReadonlySet<string> = new Set([
  'wait',
  'wait_for_control',
  'texts',
  'select_application_window',
])

/**
 * Tells whether a name is being edited after an act; `was`: whether one was before it, `process`: that of the window. F2 renames in file
 * managers; in a sheet it goes on with the text of a cell.
 */
export function isRenamingAfter(
  was: boolean,
  tool: string,
  given: Record<string, unknown>,
  process: string,
): boolean {
  if (LEAVES_OPEN.has(tool)) return was
  if (tool === 'keyboard_input')
    return isFileManager(process) && String(given['keys']).trim().toUpperCase() === 'F2'
  const path = given['path']
  const name = tool === 'choose_menu' && Array.isArray(path) ? path.at(-1) : given['name']
  return tool !== 'launch_application' && typeof name === 'string' && RENAMING.test(name)
}

/** Selects all of the name in the field with the keyboard, if the text is a name with an ending and would get a second one. */
export async function selectWholeName(state: DesktopState, text: string, run: RunControl): Promise<void> {
  if (!ENDING.test(text) || /[\n\t]/.test(text)) return
  const all = () => state.input.press([editingKeys(state.platform).all], run)
  const focused = await state.platform.focusedElement(run)
  // Nemo tells of no editor, and its icons have no place.
  if (!focused && state.renaming && isFileManager(state.chosenProcess)) return all()
  if (!focused || (focused.states.includes('multiline') && !state.renaming)) return
  const { role, name, value } = focused
  const selected = await selectedInFocused(state, focused, run)
  const edited = role === 'edit' ? value || name : name
  const kept = selected !== '' && edited.startsWith(selected) ? edited.slice(selected.length) : ''
  const isStemSelected = kept !== '' && ENDING.exec(kept)?.index === 0
  const isUnread =
    state.renaming && selected === '' && (role === 'edit' || ITEMS.has(role)) && ENDING.test(edited)
  if (isStemSelected || isUnread) await all()
}
