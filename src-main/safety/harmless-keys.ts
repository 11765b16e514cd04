// Tells which keys do nothing that could not be undone, by what has the keyboard.
import { missingCaseError } from '../core/control-flow.ts'
import { chordsHeld } from '../core/pointer-parameters.ts'
import { searches, worksAsAsked } from './page-answers.ts'
import { takesLines, writes, type Facts } from './facts.ts'
import { chordsOf, kindsOfChord } from './keys.ts'
import { goesToFolder, takesLine } from './lines.ts'
import { givesWrittenName } from './manager-keys.ts'
import { pastesFiles } from './pasted-files.ts'
import { activatesHarmlessly, isAddressBar } from './conditions.ts'

/** Judges each key by itself. After a key that moves the focus or opens a dialog, the effect of the next ones is unknown. */
export function keysAreHarmless(facts: Facts): boolean {
  if (facts.keys.length === 0 || facts.terminal) return false
  let moved = false
  for (const key of facts.keys) {
    if (moved && /^(enter|space|type|edit|paste)$/.test(key)) return false
    if (!keyIsHarmless(key, facts)) return false
    moved ||= /^(navigate|pane|close|save|reload|shortcut|item)$/.test(key) && facts.role !== 'cell'
  }
  return true
}

/** Whether the keyboard is in the sheet or page of an office program: some (Gnumeric, AbiWord) tell of no control there. */
const isSheetOrPage = ({ role, dialog, window }: Facts): boolean =>
  role === 'table' ||
  role === 'web page' ||
  role === 'other' ||
  (role === null && !dialog && window?.kind === 'normal')

const PAGE_NUMBER = /^\d{1,6}$/
const AREA = /^(?:[A-Z]{1,3}:[A-Z]{1,3}|\d{1,7}:\d{1,7})$/

/** Whether Enter confirms what stands in a field of the window, and nothing else that is typed to it by the same act. */
const confirms = (pattern: RegExp, { role, dialog, control, text }: Facts): boolean =>
  role === 'edit' &&
  !dialog &&
  [control?.value ?? '', ...(text === null ? [] : [text])].every((each) => pattern.test(each))

function keyIsHarmless(key: Facts['keys'][number], facts: Facts): boolean {
  const { role, kind, pressed } = facts
  switch (key) {
    case 'navigate':
    case 'caret':
    case 'mark':
    case 'shortcut':
    // The item that it calls is judged for itself.
    case 'item':
      return true
    case 'pane':
      return facts.dialog || (kind !== null && kind !== 'chat')
    case 'type':
    case 'edit':
    case 'paste':
      if (key === 'paste' ? pastesFiles(facts) : givesWrittenName(facts)) return true
      return writes(facts) || (kind === 'office' && isSheetOrPage(facts))
    case 'space':
      return writes(facts) || (pressed !== null && activatesHarmlessly(facts)) || role === 'web page'
    case 'enter':
      if (pressed !== null) return activatesHarmlessly(facts)
      return (
        takesLines(facts) ||
        role === 'cell' ||
        (kind === 'office' && role === null && isSheetOrPage(facts)) ||
        (role === 'combo box' && !takesLine(facts)) ||
        role === 'menu' ||
        goesToFolder(facts) ||
        givesWrittenName(facts) ||
        // This is a viewer's field for a page number. In any other field, Enter could carry out a path or a name.
        (kind === 'viewer' && confirms(PAGE_NUMBER, facts)) ||
        // A sheet's field for where its cursor is: whole columns or rows are only selected by it.
        (kind === 'office' && confirms(AREA, facts)) ||
        isAddressBar(facts) ||
        searches(facts) ||
        (facts.inPage && role === 'edit' && worksAsAsked(facts))
      )
    // The rule for a file that is there has been checked before and did not hold.
    case 'save':
      return true
    case 'reload':
      return kind === 'browser' || kind === 'viewer'
    case 'close':
      // The rule for unsaved work has been checked before and did not hold.
      return true
    case 'send':
      return kind === 'office'
    case 'delete':
      return erasesText(facts)
    case 'access':
    case 'run':
    case 'unknown':
      return false
    default:
      return missingCaseError(key)
  }
}

/**
 * Whether Delete among these keys only erases in a text of several lines, which can be undone. Delete with Shift, or held for another key,
 * does more.
 */
export const erasesText = (facts: Facts): boolean =>
  takesLines(facts) &&
  facts.tool === 'keyboard_input' &&
  chordsOf(chordsHeld(facts.act.parameters)).every(
    (chord) =>
      !kindsOfChord(chord).includes('delete') ||
      (chord.held.length === 0 && /^(ctrl)?$/.test(chord.modifiers)),
  )
