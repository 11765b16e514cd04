// Translates key words as people and models write them (`Ctrl+S`, `{ENTER}`, `PgDn`) to the key names that a driver knows, by
// the custom of its system.
import { ToolError } from '../../../core/errors.ts'
import { chordsHeld, heldOf } from '../../../core/pointer-parameters.ts'
import { wordsOfKeys, wordsOn, type KeyPlace } from '../../../matching/system-keys.ts'
import type { Platform } from '../../../platform/platform.ts'

/** What has keys, by the custom of a system. */
type Keyboard = Pick<Platform, 'name' | 'knowsKey'>

/** Lower-case word → names that drivers may have for it, the best first. */
const WORDS = new Map<string, string[]>(Object.entries({
  ctrl: ['Control'], control: ['Control'], strg: ['Control'], lctrl: ['Control'],
  shift: ['Shift'], umschalt: ['Shift'],
  alt: ['Alt'], option: ['Alt'], altgr: ['AltGr', 'ISO_Level3_Shift'], altgraph: ['AltGr', 'ISO_Level3_Shift'],
  super: ['Super'], win: ['Super'], windows: ['Super'], meta: ['Super'], os: ['Super'], cmd: ['Super'], command: ['Super'],
  enter: ['Enter', 'Return'], return: ['Enter', 'Return'],
  esc: ['Escape'], escape: ['Escape'],
  tab: ['Tab'],
  space: ['Space', ' ', 'space'], spacebar: ['Space', ' ', 'space'],
  backspace: ['Backspace', 'BackSpace'], back: ['Backspace', 'BackSpace'], bksp: ['Backspace', 'BackSpace'],
  del: ['Delete'], delete: ['Delete'], entf: ['Delete'],
  ins: ['Insert'], insert: ['Insert'],
  home: ['Home'], end: ['End'],
  pageup: ['PageUp', 'Page_Up', 'Prior'], pgup: ['PageUp', 'Page_Up', 'Prior'], page_up: ['PageUp', 'Page_Up', 'Prior'],
  pagedown: ['PageDown', 'Page_Down', 'Next'], pgdn: ['PageDown', 'Page_Down', 'Next'],
  pgdown: ['PageDown', 'Page_Down', 'Next'], page_down: ['PageDown', 'Page_Down', 'Next'],
  up: ['Up', 'ArrowUp'], arrowup: ['Up', 'ArrowUp'], down: ['Down', 'ArrowDown'], arrowdown: ['Down', 'ArrowDown'],
  left: ['Left', 'ArrowLeft'], arrowleft: ['Left', 'ArrowLeft'], right: ['Right', 'ArrowRight'], arrowright: ['Right', 'ArrowRight'],
  menu: ['Menu'], apps: ['Menu'], contextmenu: ['Menu'],
  plus: ['+'], minus: ['-'], comma: [','], period: ['.'], dot: ['.'], slash: ['/'], asterisk: ['*'], star: ['*'], equals: ['='],
  capslock: ['CapsLock', 'Caps_Lock'], printscreen: ['PrintScreen', 'Print'], print: ['PrintScreen', 'Print'], pause: ['Pause'],
})) // prettier-ignore

/** Gives the keys that select a whole text, and go to its end and to that of its line. */
export const editingKeys = (keyboard: Keyboard): Record<'all' | 'end' | 'lineEnd', Chord> => {
  const [all = [], end = [], lineEnd = []] = parseKeys('Ctrl+A Ctrl+End Cmd+Right', keyboard, 'text')
  return { all, end, lineEnd }
}

/** One chord: keys that are pressed in this order and released in reverse. */
export type Chord = string[]

/** Gives the key of a word (also a browser's name), or null when the driver has no such key. */
export function keyOf(word: string, knows: (key: string) => boolean): string | null {
  const plain = word.replace(/^\{(?:VK_)?(.+)\}$/i, '$1')
  for (const name of WORDS.get(plain.toLowerCase()) ?? []) if (knows(name)) return name
  if (/^f\d{1,2}$/i.test(plain) && knows(plain.toUpperCase())) return plain.toUpperCase()
  if (Array.from(plain).length === 1) return knows(plain) ? plain : null
  return knows(plain) ? plain : null
}

const nearest = (word: string): string[] => {
  const start = word.toLowerCase().slice(0, 2)
  const near = [...WORDS.keys()].filter((known) => known.startsWith(start))
  return near.length > 0 ? near : ['ctrl', 'shift', 'alt', 'enter', 'tab', 'escape', 'pageup', 'f5']
}

/**
 * Splits `Ctrl+A Delete` into chords, as the system has them: keys of a chord are joined by `+`, chords are separated by spaces.
 * `Ctrl++` is Control and the plus key. A letter in a chord with a modifier means its key, `Ctrl+S` is not `Ctrl+Shift+S`.
 * Throws ToolError for a word that is no key, before anything is pressed.
 */
export function parseKeys(keys: string, keyboard: Keyboard, place: KeyPlace = 'other'): Chord[] {
  const chords = wordsOfKeys(keys)
  if (chords.length === 0) throw new ToolError('No keys were given; for example "Ctrl+S" or "Enter".')
  return chords.map((words) => {
    const parsed = wordsOn(keyboard.name, words, place).map((word) => {
      const key = word === '' ? null : keyOf(word, (name) => keyboard.knowsKey(name))
      if (key === null) {
        throw new ToolError(
          `“${word}” in “${words.join('+')}” is no key. Near it: ${nearest(word).join(', ')}.`,
        )
      }
      return key
    })
    const modified = parsed.length > 1 && !parsed.includes('Shift')
    return parsed.map((key) => (modified && /^[A-Z]$/.test(key) ? key.toLowerCase() : key))
  })
}

/**
 * Parses the keys to hold, and the chords to press meanwhile. A letter under a held modifier means its key.
 * Throws ToolError where a key is already down when it has to be pressed.
 */
export function parseHeld(
  held: string,
  keys: string,
  keyboard: Keyboard,
  place: KeyPlace = 'other',
): { held: Chord; chords: Chord[] } {
  if (held === '') return { held: [], chords: parseKeys(keys, keyboard, place) }
  const down = parseKeys(held, keyboard, place).flat()
  const chords = parseKeys(chordsHeld({ keys, key_hold: held }), keyboard, place)
  // A chord that has other keys on this system than those that are held is pressed whole.
  if (chords.some((chord) => down.some((key) => !chord.includes(key)))) return { held: [], chords }
  const pressed = chords.map((chord) => chord.filter((key) => !down.includes(key)))
  if (chords.length === 0 || pressed.some((chord) => chord.length === 0)) {
    throw new ToolError(`“${keys}” can't be pressed while ${held} is held: name other keys.`)
  }
  return { held: down, chords: pressed }
}

/**
 * Says what is wrong with the keys of an act, for the agent that named them; null when they can be pressed. Call it
 * before a person is asked about the act.
 */
export function keysFault(
  tool: string,
  parameters: Record<string, unknown>,
  keyboard: Keyboard,
): string | null {
  const { keys } = parameters
  const held = heldOf(parameters)
  try {
    if (tool === 'keyboard_input') parseHeld(held, typeof keys === 'string' ? keys : '', keyboard)
    else if (held !== '') parseKeys(held, keyboard)
    return null
  } catch (error) {
    if (error instanceof ToolError) return error.message
    throw error
  }
}

/** Tells whether these keys would press a button: Enter, which also runs commands, or Alt and a letter. */
export const pressesButton = (chords: Chord[]): boolean =>
  chords.flat().some((key) => ['Enter', 'Return', 'KP_Enter', 'KPEnter'].includes(key)) ||
  chords.some(
    (chord) => chord.some((key) => key.startsWith('Alt')) && /^[\p{L}\p{N}]$/u.test(chord.at(-1) ?? ''),
  )

/** A lone capital letter as its key: `V`, not `Shift+V`. */
export const withoutCase = (chord: Chord): Chord =>
  chord.length === 1 ? chord.map((key) => (/^[A-Z]$/.test(key) ? key.toLowerCase() : key)) : chord
