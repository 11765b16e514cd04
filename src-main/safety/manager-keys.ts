// Says what keys do in a file manager, in which they are about the shown folder and the chosen files, and what is typed there.
import { isFileManager } from './applications.ts'
import { chordsHeld } from '../core/pointer-parameters.ts'
import type { Facts } from './facts.ts'
import { chordsOf } from './keys.ts'

/** File managers with two panes delete by F8, and others do nothing then. */
export const deletesInPanes = ({ tool, act, dialog, window }: Facts): boolean =>
  tool === 'keyboard_input' &&
  !dialog &&
  isFileManager(window?.process_name ?? '') &&
  !(act.target.calls ?? []).some(({ keys }) => keys.endsWith('f8')) &&
  chordsOf(chordsHeld(act.parameters)).some(({ key }) => key === 'f8')

/** Words of a request that asks for a new name. */
const RENAMES =
  /\b(?:renam|re-nam)|\bname (?:it|them|the)\b|\bcall (?:it|the)\b|umbenenn|benenn|renomm|renombr|重命名|改名/iu

/**
 * Whether it gives a file the name that the person has written, where a file manager does not tell the field for it (Nemo's icons). Over a file
 * that is there no file manager renames.
 */
export function givesWrittenName(facts: Facts): boolean {
  const { window, dialog, control, role, typed, around } = facts
  if (
    dialog ||
    !isFileManager(window?.process_name ?? '') ||
    (control !== null && /^(edit|combo box)$/.test(role ?? ''))
  )
    return false
  const name = `${around.typedBefore(facts).text}${typed ?? ''}`.trim()
  return /^[^/|;&<>`$]+\.\p{L}[\p{L}\p{N}]*$/u.test(name) && around.isAsked(RENAMES) && around.isWritten(name)
}
