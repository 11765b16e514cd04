// Translates shortcuts between systems: what a plan, a person or a model says with Ctrl is done with Cmd on macOS, and the other way
// round. It is translated where keys are pressed and where a question names them. The gate judges what keys mean, which is the same
// everywhere. Whoever says Control, Option or Super means that key.

/** Tells whether this is macOS, by the name of a system as agents get it: `macos 25.1.0`. */
export const isMacOS = (os: string): boolean => /^(?:mac|darwin)/i.test(os)

/** What takes the keys: a text, a terminal, where Ctrl interrupts, what is dragged meanwhile, or anything else. */
export type KeyPlace = 'text' | 'terminal' | 'drag' | 'other'

const SPELLINGS: Record<string, string> = {
  strg: 'ctrl',
  lctrl: 'ctrl',
  command: 'cmd',
  option: 'alt',
  umschalt: 'shift',
  arrowleft: 'left',
  arrowright: 'right',
  arrowup: 'up',
  arrowdown: 'down',
  page_up: 'pageup',
  pgup: 'pageup',
  page_down: 'pagedown',
  pgdn: 'pagedown',
  pgdown: 'pagedown',
  ins: 'insert',
  del: 'delete',
  entf: 'delete',
  back: 'backspace',
  bksp: 'backspace',
  spacebar: 'space',
}

/** Chords that are others on macOS than with Cmd in place of Ctrl. Shift goes along. */
const ON_MACOS: Record<string, string> = {
  'ctrl+left': 'alt+left',
  'ctrl+right': 'alt+right',
  'ctrl+up': 'alt+up',
  'ctrl+down': 'alt+down',
  'ctrl+backspace': 'alt+backspace',
  'ctrl+delete': 'alt+delete',
  'ctrl+insert': 'cmd+c',
  'shift+insert': 'cmd+v',
  'shift+delete': 'cmd+x',
  'ctrl+y': 'cmd+shift+z',
  // Cmd+H hides the application.
  'ctrl+h': 'cmd+alt+f',
  'alt+f4': 'cmd+w',
  // Cmd+Shift+Q ends the person's session.
  'ctrl+shift+q': 'cmd+q',
}
const THERE_ON_MACOS: Record<KeyPlace, Record<string, string>> = {
  text: { ...ON_MACOS, 'ctrl+home': 'cmd+up', 'ctrl+end': 'cmd+down' },
  terminal: {},
  // What is dragged with it is copied.
  drag: { ctrl: 'alt' },
  other: ON_MACOS,
}
/**
 * Chords with Ctrl on macOS, too. Cmd with one of these keys means something else there: other applications, pictures of the screen, the
 * trash.
 */
const SAME_ON_MACOS =
  /^ctrl\+(?:(?:shift\+)?(?:tab|pageup|pagedown|space|`|m|f\d{1,2})|shift\+[3-6]|(?:shift\+)?alt\+(?:backspace|delete))$/

const ELSEWHERE: Record<string, string> = {
  'cmd+up': 'ctrl+home',
  'cmd+down': 'ctrl+end',
  'cmd+left': 'home',
  'cmd+right': 'end',
  'cmd+alt+f': 'ctrl+h',
}
const ON_WINDOWS: Record<string, string> = { 'cmd+q': 'alt+f4', 'cmd+shift+z': 'ctrl+y' }

const ORDER = ['ctrl', 'cmd', 'control', 'shift', 'alt']

/** Writes the modifiers of a chord in one order: `shift+ctrl+s` is `ctrl+shift+s`. */
const inOrder = (words: readonly string[]): string =>
  [...ORDER.filter((word) => words.includes(word)), ...words.filter((word) => !ORDER.includes(word))].join(
    '+',
  )

const replaced = (words: readonly string[], from: string, to: string): string[] =>
  words.map((word) => (word === from ? to : word))

/** Gives the words of one chord as they are pressed on a system: `['Ctrl', 'S']` is `['cmd', 'S']` on macOS. */
export function wordsOn(system: string, said: readonly string[], place: KeyPlace): string[] {
  const plain = said.map((word) => {
    const lower = word.toLowerCase().replace(/^\{(?:vk_)?(.+)\}$/, '$1')
    return SPELLINGS[lower] ?? lower
  })
  const isThere = isMacOS(system)
  const meant = isThere ? 'ctrl' : 'cmd'
  const done = isThere ? 'cmd' : 'ctrl'
  const known = tableOf(system, place)
  const whole = known[inOrder(plain)]
  if (whole !== undefined) return whole.split('+')
  const shifted = plain.includes('shift') && known[inOrder(plain.filter((word) => word !== 'shift'))]
  if (shifted) return inOrder(['shift', ...shifted.split('+')]).split('+')
  if (!plain.includes(meant)) return [...said]
  // A letter keeps its case, which the caller reads.
  const words = said.map((word, nth) => (plain[nth] === meant ? meant : word))
  if (isThere) {
    if (SAME_ON_MACOS.test(inOrder(plain))) return [...said]
    if (place !== 'terminal') return replaced(words, meant, done)
    // Terminals elsewhere take Ctrl themselves, and Shift with it is for the application that shows them.
    return plain.includes('shift') && plain.length === 3
      ? replaced(words, meant, done).filter((word) => word.toLowerCase() !== 'shift')
      : [...said]
  }
  const isCopied = place === 'terminal' && plain.length === 2
  return isCopied
    ? ['ctrl', 'shift', ...words.filter((word) => word !== meant)]
    : replaced(words, meant, done)
}

function tableOf(system: string, place: KeyPlace): Record<string, string> {
  if (isMacOS(system)) return THERE_ON_MACOS[place]
  if (place === 'terminal') return {}
  return /^win/i.test(system) ? { ...ELSEWHERE, ...ON_WINDOWS } : ELSEWHERE
}

/** Splits `Ctrl+A Delete` into the words of its chords; `Ctrl++` is Ctrl and the plus key. An empty word is no key. */
export const wordsOfKeys = (keys: string): string[][] =>
  keys
    .trim()
    .split(/\s+/)
    .filter((chord) => chord !== '')
    .map((chord) => (chord === '+' ? ['plus'] : chord.replace(/\+\+$/, '+plus').split('+')))

/** Writes keys as they are pressed on a system, and those that are pressed as they are said as they are said. */
export function keysOn(system: string, keys: string, place: KeyPlace): string {
  const said = wordsOfKeys(keys)
  const pressed = said.map((words) => wordsOn(system, words, place))
  if (said.every((words, nth) => words.join('+') === pressed[nth]?.join('+'))) return keys
  return pressed
    .map((words) =>
      words.map((word) => word.replace(/^[a-z](?=[a-z])/, (first) => first.toUpperCase())).join('+'),
    )
    .join(' ')
}
