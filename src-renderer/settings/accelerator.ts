// Writes pressed keys as Electron writes shortcuts: `Control+Alt+Space`.

interface Pressed {
  key: string
  code: string
  ctrlKey: boolean
  altKey: boolean
  shiftKey: boolean
  metaKey: boolean
}

/** Names that differ from what a browser calls the key. */
const NAMES: Record<string, string> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Enter: 'Return',
  ' ': 'Space',
  '+': 'Plus',
}
const NAMED = new Set(['Tab', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown', 'Escape'])
const PUNCTUATION: Record<string, string> = {
  Period: '.',
  Comma: ',',
  Slash: '/',
  Backslash: '\\',
  Minus: '-',
  Equal: '=',
  Semicolon: ';',
  Quote: "'",
  BracketLeft: '[',
  BracketRight: ']',
  Backquote: '`',
}

export type Recorded =
  | { done: true; keys: string }
  /** The keys held so far; a shortcut needs one more. */
  | { done: false; held: string }
  /** A key alone is no shortcut, because every other program would lose it. */
  | { done: false; held: null }

/** Returns the shortcut recorded with this key; Shift alone does not make a shortcut of a letter. */
export function recorded(pressed: Pressed, mac: boolean): Recorded {
  const held = [
    pressed.ctrlKey ? 'Control' : null,
    pressed.altKey ? 'Alt' : null,
    pressed.shiftKey ? 'Shift' : null,
    pressed.metaKey ? (mac ? 'Command' : 'Super') : null,
  ].filter((name) => name !== null)
  const key = keyOf(pressed)
  if (key === null) return { done: false, held: held.join('+') }
  const alone = !pressed.ctrlKey && !pressed.altKey && !pressed.metaKey
  return alone ? { done: false, held: null } : { done: true, keys: [...held, key].join('+') }
}

/** Names the key by its position, because with Alt a layout may give a letter that no shortcut has. Null for a modifier. */
function keyOf({ key, code }: Pressed): string | null {
  if (/^(Control|Alt|AltGraph|Shift|Meta|OS|Dead|CapsLock|Fn)$/.test(key) && !/^(Key|Digit)/.test(code))
    return null
  const letter = /^(?:Key([A-Z])|Digit(\d))$/.exec(code)
  if (letter) return letter[1] ?? letter[2] ?? null
  if (/^F\d{1,2}$/.test(key)) return key
  const named = NAMES[key] ?? PUNCTUATION[code] ?? (NAMED.has(key) ? key : null)
  if (named !== null) return named
  return key.length === 1 ? key.toUpperCase() : null
}
