// What the rules are told of an act by itself.
import type { Control, ControlRole, WindowInfo } from '../core/desktop.ts'
import type { ApplicationKind } from './applications.ts'
import type { Act } from './gate.ts'
import type { KeyKind } from './keys.ts'

/**
 * What an act does: `activate` does what the control is for (a click on a button, Enter on a link, a double click on a
 * file), `point` selects or focuses, `enter text` writes, `keys` goes to the control that has the focus.
 */
export type Gesture =
  | 'activate' | 'point' | 'open menu' | 'other button' | 'drag' | 'scroll' | 'enter text' | 'keys' | 'select' | 'toggle'
  | 'go to window' | 'close window' | 'launch' | 'command' | 'files' | 'observe' | 'foreign' // prettier-ignore

/** What is known of an act by itself. */
export interface ActFacts {
  act: Act
  tool: string
  gesture: Gesture
  control: Control | null
  role: ControlRole | null
  /** Name of what is activated, readable; `''` when it has none. */
  name: string
  window: WindowInfo | null
  kind: ApplicationKind | null
  terminal: boolean
  dialog: boolean
  /** Name of the browser's own dialog that contains the control, over the page or beside it; null where none does. */
  browserDialog: string | null
  /** Whether the control lies in a page of a browser. */
  inPage: boolean
  /** What this act would activate, by a click, Enter or Space; null when it activates nothing. */
  pressed: { name: string; role: ControlRole | null } | null
  /** Kinds of the keys that are pressed, in order; Enter of `type_text` and keys that are held included. */
  keys: KeyKind[]
  /** Names of the keys that are held during a click or drag. */
  held: string[]
  /** The entered text. */
  text: string | null
  /** The typed text, whether as a text or key by key; null for nothing. */
  typed: string | null
}
