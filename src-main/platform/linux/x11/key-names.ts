// Translates names of keys to X keysyms. Names are those of the Platform port, with the usual other spellings; upper and lower
// case are one. A single character is its own name.
import keySyms from 'x11/lib/keysyms.js'

const NAMED: Record<string, number> = {
  Control: 0xffe3,
  Shift: 0xffe1,
  Alt: 0xffe9,
  Super: 0xffeb,
  Meta: 0xffe7,
  AltGr: 0xfe03,
  Enter: 0xff0d,
  Escape: 0xff1b,
  Tab: 0xff09,
  Backspace: 0xff08,
  Delete: 0xffff,
  Insert: 0xff63,
  Space: 0x20,
  Home: 0xff50,
  Left: 0xff51,
  Up: 0xff52,
  Right: 0xff53,
  Down: 0xff54,
  PageUp: 0xff55,
  PageDown: 0xff56,
  End: 0xff57,
  Menu: 0xff67,
  Print: 0xff61,
  Pause: 0xff13,
  CapsLock: 0xffe5,
  NumLock: 0xff7f,
  ScrollLock: 0xff14,
  KPEnter: 0xff8d,
  VolumeUp: 0x1008ff13,
  VolumeDown: 0x1008ff11,
  VolumeMute: 0x1008ff12,
}

const OTHER_SPELLINGS = new Map<string, string>(
  Object.entries({
    ctrl: 'Control',
    controlleft: 'Control',
    leftcontrol: 'Control',
    leftctrl: 'Control',
    shiftleft: 'Shift',
    leftshift: 'Shift',
    altleft: 'Alt',
    leftalt: 'Alt',
    option: 'Alt',
    win: 'Super',
    windows: 'Super',
    cmd: 'Super',
    command: 'Super',
    superleft: 'Super',
    return: 'Enter',
    esc: 'Escape',
    del: 'Delete',
    ins: 'Insert',
    spacebar: 'Space',
    bksp: 'Backspace',
    arrowleft: 'Left',
    arrowright: 'Right',
    arrowup: 'Up',
    arrowdown: 'Down',
    leftarrow: 'Left',
    rightarrow: 'Right',
    uparrow: 'Up',
    downarrow: 'Down',
    pgup: 'PageUp',
    pgdn: 'PageDown',
    pgdown: 'PageDown',
    prior: 'PageUp',
    next: 'PageDown',
    contextmenu: 'Menu',
    apps: 'Menu',
    printscreen: 'Print',
    prtsc: 'Print',
    break: 'Pause',
    plus: '+',
    minus: '-',
    equal: '=',
    equals: '=',
    comma: ',',
    period: '.',
    slash: '/',
    backslash: '\\',
    semicolon: ';',
    asterisk: '*',
  }),
)

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')
const byPlainName = new Map(Object.entries(NAMED).map(([name, keysym]) => [plain(name), keysym]))

/** Keysyms that are modifiers: while one is held, a letter is meant as the key, not as a capital. */
export const SHORTCUT_MODIFIERS: ReadonlySet<number> = new Set([
  0xffe3, 0xffe4, 0xffe9, 0xffea, 0xffeb, 0xffec, 0xffe7,
])
export const SHIFT = 0xffe1
export const LEVEL3 = 0xfe03

/** A character's older keysym (Greek, Cyrillic, Latin 2 …), which layouts of its language use. */
const legacyKeysyms = new Map<string, number>()
for (const entry of Object.values(keySyms)) {
  if (typeof entry === 'number' || entry.code >= 0x1000000 || entry.code < 0x100) continue
  const character = /^\((.)\)/u.exec(entry.description ?? '')?.[1]
  if (character && !legacyKeysyms.has(character)) legacyKeysyms.set(character, entry.code)
}

/** Lists every keysym that stands for a character, the usual one first. */
export function keysymsOf(character: string): number[] {
  const code = character.codePointAt(0) ?? 0
  if (character === '\n' || character === '\r') return [0xff0d]
  if (character === '\t') return [0xff09]
  if (code < 0x20 || code === 0x7f) return []
  const unicode = 0x1000000 + code
  const usual = code < 0x100 && !(code >= 0x80 && code < 0xa0) ? code : unicode
  const legacy = legacyKeysyms.get(character)
  return [...new Set([usual, ...(legacy === undefined ? [] : [legacy]), unicode])]
}

const isOneCharacter = (text: string): boolean => /^.$/su.test(text)

/** Lists the keysyms that a name can mean, the usual one first; empty when nothing is called so. */
export function keysymsNamed(name: string): number[] {
  if (isOneCharacter(name)) return keysymsOf(name)
  const short = plain(name)
  const other = OTHER_SPELLINGS.get(short)
  if (other !== undefined && isOneCharacter(other)) return keysymsOf(other)
  const named = byPlainName.get(other === undefined ? short : plain(other))
  if (named !== undefined) return [named]
  const functionKey = /^f(\d{1,2})$/.exec(short)?.[1]
  if (functionKey !== undefined) {
    const number = Number(functionKey)
    return number >= 1 && number <= 35 ? [0xffbd + number] : []
  }
  const entry = keySyms[`XK_${name}`]
  return entry !== undefined && typeof entry !== 'number' ? [entry.code] : []
}

/** Lists names of keys that resemble `name`, for a message. */
export function nearestKeyNames(name: string, count = 3): string[] {
  const wanted = plain(name)
  const common = (a: string, b: string) => [...new Set(a)].filter((character) => b.includes(character)).length
  return Object.keys(NAMED)
    .map((known) => {
      const short = plain(known)
      const starts = short.startsWith(wanted.slice(0, 2)) ? 3 : 0
      return { known, score: common(wanted, short) + starts - Math.abs(short.length - wanted.length) }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ known }) => known)
}
