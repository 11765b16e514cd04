// Tells which acts in a window that carries out text do not reach what runs there: its own dialogs, and keys that only show something.
import { chordsHeld } from '../core/pointer-parameters.ts'
import type { ControlRole } from '../core/desktop.ts'
import type { ApplicationKind } from './applications.ts'
import type { Act } from './gate.ts'
import { chordName, chordsOf, kindOfChord, type KeyKind } from './keys.ts'
import { LEAVING } from './vocabulary.ts'

/** What is known of an act before it is told whether it reaches a terminal. */
interface Facts {
  act: Act
  tool: string
  kind: ApplicationKind | null
  dialog: boolean
  role: ControlRole | null
  name: string
  text: string | null
  keys: readonly KeyKind[]
}

/** Roles that no terminal has for what it shows. */
const OF_DIALOGS =
  /^(tab|check box|radio button|switch|slider|spinner|combo box|list|list item|tree item|cell|table|header|toggle button)$/

/**
 * Whether it points at, chooses or ticks something in a dialog of a terminal, as that of its settings. What is typed there may be a command, and
 * buttons may do what the dialog is about.
 */
export const isOfOwnDialog = ({ dialog, role, name, text, keys, act: { target } }: Facts): boolean =>
  dialog &&
  role !== null &&
  text === null &&
  keys.every((key) => /^(?:navigate|caret|space|mark)$/.test(key)) &&
  !target.code &&
  (OF_DIALOGS.test(role) || (role === 'button' && LEAVING.test(name)))

/** Chords with which a terminal, or the shell in it, draws anew or scrolls. */
const REDRAWS = new Set(['ctrl+l', 'shift+pageup', 'shift+pagedown'])
/** Kinds of chords by which no editor or console of code carries anything out. */
const ONLY_SHOWS = new Set<KeyKind>(['shortcut', 'save', 'caret'])
/** Those of them that run what is written in some: “run to here”, a line that is called again. */
const MAY_RUN = /^(?:ctrl\+[tpr]|(?:ctrl\+)?(?:up|down))$/

/** Whether all of its keys leave what is written there as it is. */
export function reachesNoProgram({ tool, kind, act: { target, parameters } }: Facts): boolean {
  const chords = tool === 'keyboard_input' ? chordsOf(chordsHeld(parameters)) : []
  if (chords.length === 0) return false
  // An open menu has the keyboard, and Escape closes it.
  const inMenu = target.window?.kind === 'popup'
  const isConsole = kind !== 'terminal' && Boolean(target.code) && target.code?.isShell === false
  return chords.every(
    (chord) =>
      REDRAWS.has(chordName(chord)) ||
      (inMenu && chordName(chord) === 'escape') ||
      (isConsole && ONLY_SHOWS.has(kindOfChord(chord)) && !MAY_RUN.test(chordName(chord))),
  )
}
