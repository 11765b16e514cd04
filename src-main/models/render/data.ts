// Makes text that was read from a screen or a tool safe for a prompt: quoted, cut, unable to end its block or to hide.

/**
 * Invisible characters: direction marks and overrides, zero-width spaces, fillers, tag characters, control characters that JSON keeps.
 * Joiners and variants of emoji stay.
 */
const INVISIBLE =
  /\u034F|[\u007F-\u009F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu

const unicodeEscape = (char: string) =>
  [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')

/** Writes a text as JSON string, cut at `longest` characters. JSON.parse gives the (cut) text back. */
export function quote(text: string, longest: number): string {
  const whole = cut(text, longest)
  return safeJson(whole.toWellFormed())
}

/** Writes a value as JSON that can't end a data block, cut at `longest` characters. */
export function compactJson(value: unknown, longest: number): string {
  if (typeof value === 'string') return quote(value, longest)
  return cut(safeJson(value), longest)
}

const safeJson = (value: unknown): string => harmless(JSON.stringify(value) ?? 'null')

/** Makes a text safe: it can't end a data block and hides nothing. */
export const harmless = (text: string): string =>
  text.replaceAll('<', '\\u003c').replace(INVISIBLE, unicodeEscape)

/** Counts how many characters of a prompt one character (a code point) of a quoted text takes. */
export function lengthInPrompt(character: string): number {
  if (SHORT_ESCAPES.has(character)) return 2
  return character < ' ' || character === '<' || INVISIBLE_CHARACTER.test(character)
    ? unicodeEscape(character).length
    : character.length
}
/** Characters that JSON writes as two. */
const SHORT_ESCAPES = new Set(['"', '\\', '\n', '\r', '\t', '\b', '\f'])
const INVISIBLE_CHARACTER = new RegExp(INVISIBLE, 'u')

/** Keeps at most `longest` characters, and marks what is left out by `…`. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  // The cut counts code points, so that no emoji is cut in half, and looks only at as many as can matter.
  const characters = Array.from(text.slice(0, longest * 2 + 2))
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/** Joins lines inside a marked block. Lines that hold foreign text must have been made by `quote` or `compactJson`. */
export function block(
  tag: 'screen_data' | 'history_data' | 'memory_data' | 'web_data' | 'server_data',
  lines: string[],
): string {
  return `<${tag}>\n${lines.join('\n')}\n</${tag}>`
}

/** Writes a titled part of a prompt; nothing when it would be empty. */
export function section(title: string, body: string | string[]): string[] {
  const text = Array.isArray(body) ? body.join('\n') : body
  return text === '' ? [] : [`# ${title}\n${text}`]
}
