// Says what keys do, as far as that can be known without the application: the table of shortcuts behind the gate.
import { systemName } from '../core/system.ts'
import { isFileManager } from './applications.ts'

/** One chord: `Ctrl+Shift+S`. Modifiers in a fixed order, the key's name in lower case. */
export interface Chord {
  modifiers: string
  key: string
  text: string
  /** Keys that go down before the key, in that order. */
  held: string[]
}

const MODIFIERS: Record<string, string> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  strg: 'ctrl',
  shift: 'shift',
  alt: 'alt',
  option: 'alt',
  umschalt: 'shift',
  lctrl: 'ctrl',
  super: 'super',
  win: 'super',
  windows: 'super',
  meta: 'super',
  os: 'super',
  cmd: 'cmd',
  command: 'cmd',
}
const KEYS: Record<string, string> = {
  return: 'enter',
  kp_enter: 'enter',
  esc: 'escape',
  del: 'delete',
  entf: 'delete',
  kp_delete: 'delete',
  spacebar: 'space',
  ' ': 'space',
  pgup: 'pageup',
  page_up: 'pageup',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
  bksp: 'backspace',
  back: 'backspace',
  page_down: 'pagedown',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  plus: '+',
  minus: '-',
  comma: ',',
  period: '.',
  dot: '.',
  slash: '/',
  asterisk: '*',
  star: '*',
  equals: '=',
  ins: 'insert',
  apps: 'menu',
  contextmenu: 'menu',
}

const nameOf = (part: string): string => {
  const plain = part.toLowerCase().replace(/^\{(?:vk_)?(.*)\}$/, '$1')
  return MODIFIERS[plain] ?? KEYS[plain] ?? plain
}

/**
 * On macOS, Cmd is what Ctrl is elsewhere: Cmd+S saves, Cmd+V pastes. Both are pressed by the custom of the system
 * (`matching/system-keys.ts`), so they mean the same everywhere.
 */
const shortcutKey = (name: string): string =>
  name === 'cmd' || (name === 'super' && systemName() === 'macos') ? 'ctrl' : name
/** Cmd+Backspace puts files into the trash on macOS; Ctrl+Backspace is pressed as another chord there. */
const keyIn = (names: readonly string[]): string =>
  names.at(-1) === 'backspace' &&
  systemName() === 'macos' &&
  names.some((name) => name === 'cmd' || name === 'super')
    ? 'delete'
    : shortcutKey(names.at(-1) ?? '')

/** Splits into chords, which spaces separate, as in `keyboard_input`. */
export function chordsOf(keys: string): Chord[] {
  return keys
    .trim()
    .split(/\s+/)
    .filter((each) => each !== '')
    .map((each) => {
      // "Ctrl++" ends in the plus key.
      const parts =
        each === '+' ? ['+'] : each.endsWith('++') ? [...each.slice(0, -2).split('+'), '+'] : each.split('+')
      const names = parts.map(nameOf)
      const held = [...new Set(names.slice(0, -1).map(shortcutKey))]
      return { modifiers: sorted(held), key: keyIn(names), text: each, held }
    })
}

const sorted = (names: readonly string[]): string => names.toSorted().join('+')
const MODIFIER_NAMES = new Set([...Object.values(MODIFIERS), 'altgr', 'altgraph'])

/** Tells whether a word, as people and models write it, names a key that does nothing by itself. */
export const isModifier = (word: string): boolean => MODIFIER_NAMES.has(nameOf(word))

/** Lists names of the keys of `key_hold`, in order. */
export function heldNames(held: string): string[] {
  const [chord] = chordsOf(held)
  return chord ? [...chord.held, chord.key] : []
}

/** Says what held keys do by themselves: a modifier does nothing, any other key does the same as when pressed. */
export const kindsOfHeld = (names: readonly string[]): KeyKind[] =>
  names.flatMap((key, index) =>
    MODIFIER_NAMES.has(key) ? [] : [kindOfChord({ modifiers: sorted(names.slice(0, index)), key })],
  )

/** Lists all effects of a chord, because a key that is held in it was pressed before. */
export const kindsOfChord = (chord: Chord): KeyKind[] => [...kindsOfHeld(chord.held), kindOfChord(chord)]

export type KeyKind =
  | 'enter'
  | 'space'
  | 'delete'
  | 'close'
  | 'save'
  | 'send'
  | 'caret'
  | 'navigate'
  | 'type'
  | 'edit'
  | 'mark'
  | 'pane'
  | 'access'
  | 'shortcut'
  | 'item'
  | 'paste'
  | 'reload'
  | 'run'
  | 'unknown'

const chord = (list: string): Set<string> => new Set(list.trim().split(/\s+/))
const CLOSE = chord('alt+f4 ctrl+w ctrl+q ctrl+f4 ctrl+shift+w ctrl+shift+q super+q super+w')
const NAVIGATE = chord(
  'tab shift+tab escape f10 menu shift+f10 ctrl+tab ctrl+shift+tab ctrl+pageup ctrl+pagedown alt+left alt+right alt alt+down',
)
/** Chords that go to another part of the window, or compile what is written in editors of code (TeXstudio, SciTE). */
const PANE = chord('f6 shift+f6 f7')
const EDIT = chord(
  'backspace ctrl+backspace ctrl+x ctrl+z ctrl+y ctrl+shift+z ctrl+b ctrl+i ctrl+u ctrl+shift+home ctrl+shift+end insert',
)
const PASTE = chord('ctrl+v ctrl+shift+v shift+insert')
/** Chords that select or copy, and leave the focus where it is. */
const MARK = chord('ctrl+a ctrl+c ctrl+shift+c ctrl+insert')
const SHORTCUT = chord(
  'ctrl+f ctrl+g ctrl+h ctrl+l ctrl+n ctrl+o ctrl+p ctrl+t ctrl+shift+n ctrl+shift+t ctrl+0 ctrl++ ctrl+- ctrl+= ctrl+shift++ f1 f2 f3 shift+f3 f11',
)
/** Chords that browsers take for their own bars and lists: a bookmark, downloads, the history, the source. */
const OF_BROWSER = chord('ctrl+d ctrl+j ctrl+shift+o ctrl+shift+b ctrl+k ctrl+e ctrl+u ctrl+shift+y')
export const isOfBrowser = (chord: Chord): boolean => OF_BROWSER.has(chordName(chord))
/** Chords by which file managers go to the folder above, or to the home. */
const UP = chord('backspace alt+up alt+home')
export const goesUp = (chord: Chord, process: string): boolean =>
  UP.has(chordName(chord)) && isFileManager(process)
const RELOAD = chord('f5 ctrl+r ctrl+shift+r ctrl+f5')
/** Chords that run or build what is written, in editors of code. */
const RUN = chord(
  'f8 f9 ctrl+f7 ctrl+f8 ctrl+f9 shift+f5 shift+f9 ctrl+f11 ctrl+shift+b ctrl+shift+f5 ctrl+shift+f10 alt+x alt+f8',
)

/** `ctrl+shift+s`, however it was written. */
export const chordName = ({ modifiers, key }: Pick<Chord, 'modifiers' | 'key'>): string =>
  modifiers ? `${modifiers}+${key}` : key

/** Names the last chord of an act's keys, which is the one whose effect shows at its end; null where it presses none. */
export function lastChordName(keys: unknown): string | null {
  const last = typeof keys === 'string' ? chordsOf(keys).at(-1) : undefined
  return last ? chordName(last) : null
}

/** Kinds of chords that an application gives a meaning of its own; where it tells that, the told item is judged in their place. */
const TOLD = new Set<KeyKind>(['unknown', 'access', 'pane', 'reload', 'run'])
export const isOfApplication = (chord: Chord): boolean => {
  const kind = kindOfChord(chord)
  return TOLD.has(kind) || kind === 'shortcut'
}

/** Lists all effects of a chord; `item` where `told` has the menu item that it calls. */
export const kindsOfTold = (chord: Chord, told: readonly { keys: string }[]): KeyKind[] =>
  kindsOfChord(chord).map((kind) =>
    TOLD.has(kind) && told.some(({ keys }) => keys === chordName(chord)) ? 'item' : kind,
  )

/** Judges by the chord alone; the rules judge which control has the focus. */
export function kindOfChord({ modifiers, key }: Pick<Chord, 'modifiers' | 'key'>): KeyKind {
  const name = chordName({ modifiers, key })
  if (key === 'delete' || modifiers.split('+').includes('delete')) return 'delete'
  // File managers and viewers show properties with Alt+Enter, and no known application sends with it.
  if (name === 'alt+enter') return 'unknown'
  if (key === 'enter') return modifiers === '' || modifiers === 'shift' ? 'enter' : 'send'
  if (CLOSE.has(name)) return 'close'
  if (name === 'ctrl+s' || name === 'ctrl+shift+s') return 'save'
  if (PASTE.has(name)) return 'paste'
  if (RELOAD.has(name)) return 'reload'
  if (RUN.has(name)) return 'run'
  if (NAVIGATE.has(name)) return 'navigate'
  if (PANE.has(name)) return 'pane'
  if (/^(ctrl\+)?(shift\+)?(up|down|left|right|home|end|pageup|pagedown)$/.test(name)) return 'caret'
  if (EDIT.has(name)) return 'edit'
  if (MARK.has(name)) return 'mark'
  if (SHORTCUT.has(name)) return 'shortcut'
  if (name === 'space') return 'space'
  if (/^alt(?:\+shift)?\+[\p{L}\p{N}]$/u.test(name)) return 'access'
  if (/^\P{C}$/u.test(key) && (modifiers === '' || modifiers === 'shift')) return 'type'
  return 'unknown'
}

/** Gives the characters that chords type, in order and in lower case; null where they type none. */
export function charactersOf(keys: string): string | null {
  const typed = chordsOf(keys).flatMap((chord) =>
    kindOfChord(chord) === 'type' ? [chord.key] : kindOfChord(chord) === 'space' ? [' '] : [],
  )
  return typed.length === 0 ? null : typed.join('')
}
