// Reads accelerators as Electron writes them (`Control+Alt+P`), for a person and for events of the keyboard.

const MAC = typeof navigator !== 'undefined' && /Mac/i.test(navigator.platform)

const MAC_SIGNS: Record<string, string> = {
  control: '⌃',
  ctrl: '⌃',
  alt: '⌥',
  option: '⌥',
  shift: '⇧',
  command: '⌘',
  cmd: '⌘',
  commandorcontrol: '⌘',
  meta: '⌘',
  enter: '↵',
  return: '↵',
}
const WORDS: Record<string, string> = {
  control: 'Ctrl',
  commandorcontrol: 'Ctrl',
  command: 'Win',
  meta: 'Win',
  escape: 'Esc',
  return: 'Enter',
}

/** Writes keys for a person: `Ctrl+Alt+P`, on a Mac `⌃⌥P`. */
export function keyWords(accelerator: string, mac = MAC): string {
  const parts = accelerator.split('+').map((part) => {
    const key = part.toLowerCase()
    return (mac ? MAC_SIGNS[key] : undefined) ?? WORDS[key] ?? part
  })
  return parts.join(mac ? '' : '+')
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'>

/** Says whether these keys were pressed. Letters and digits count by their position, because Alt changes what they write. */
export function isPressed(accelerator: string, event: Pressed, mac = MAC): boolean {
  if (accelerator === '') return false
  const parts = accelerator.toLowerCase().split('+')
  const key = parts.at(-1) ?? ''
  const has = (...names: string[]) => names.some((name) => parts.slice(0, -1).includes(name))
  const either = has('commandorcontrol')
  return (
    event.ctrlKey === (has('control', 'ctrl') || (either && !mac)) &&
    event.metaKey === (has('command', 'cmd', 'meta', 'super') || (either && mac)) &&
    event.altKey === has('alt', 'option') &&
    event.shiftKey === has('shift') &&
    (event.key.toLowerCase() === (NAMES[key] ?? key) ||
      event.code.toLowerCase() === (CODES[key] ?? `key${key}`))
  )
}

const NAMES: Record<string, string> = { space: ' ', esc: 'escape', return: 'enter', plus: '+' }
const CODES: Record<string, string> = {
  '.': 'period',
  ',': 'comma',
  '/': 'slash',
  space: 'space',
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [String(digit), `digit${digit}`])),
}
