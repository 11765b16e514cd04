// Reads what a label says, in the forms in which labels are compared. Toolkits double labels, name widgets by their class, pad
// menus, and write mnemonics, keys and counts into a name.
import type { Control } from '../core/desktop.ts'
import { fold, inOneLine } from './fold.ts'

/** A widget class that GTK 4 gives in place of a name: `GtkButton`, `AdwGizmo`. */
const WIDGET_CLASS = /^(Gtk|Adw|Gdk|Hdy)[A-Z]\w*$/

/** Gives one line without a doubled label (GTK 4 says `7 7`), padding, or a class in place of a name. */
export function cleanName(name: string): string {
  const line = inOneLine(name)
  if (WIDGET_CLASS.test(line)) return ''
  return undoubled(line)
}

function undoubled(line: string): string {
  const half = line.slice(0, (line.length - 1) / 2)
  return line.length >= 3 && line === `${half} ${half}` ? half : line
}

/** Gives its name, else its description: galculator and Qt tool buttons have only that. */
export function readableName(control: Pick<Control, 'name' | 'description'>): string {
  return cleanName(control.name) || cleanName(control.description ?? '')
}

/** Tells whether a name can be said: it has a word, or a character that is one. A sign (“✓”) is called by its description. */
export const hasWord = (name: string): boolean => /[\p{L}\p{N}]{2}|\p{Lo}/u.test(name)

const FILE = /\.[\p{L}\p{N}]{1,5}$/u
const MARKER = /([_&])\1|[_&](?=[\p{L}\p{N}])/gu

/** Removes the mnemonic of `_Save`, `&Save`, `Save && Quit`. A label has at most one: `my_long_name` and `my_notes.txt` have none. */
function withoutMnemonic(folded: string): string {
  const markers = folded.match(MARKER) ?? []
  const hasOne = markers.filter(({ length }) => length === 1).length === 1 && !FILE.test(folded)
  return folded.replace(MARKER, (marker) => (marker.length === 2 ? marker.charAt(0) : hasOne ? '' : marker))
}

/** Reads each doubled mark as the character itself: `snake__case` is `snake_case`. */
export const withLiteralMarks = (folded: string): string => withoutTail(folded).replace(/([_&])\1/g, '$1')

/** Removes the mnemonics from a text of several labels. */
export const withoutMarkers = (text: string): string => text.replace(/(?<![_&])[_&]+(?=[\p{L}\p{N}])/gu, '')

/** Removes the ellipsis (of two dots or more), colon, full stop or exclamation mark at the end, unless the label consists of it. */
function withoutTail(text: string): string {
  let end = text.length
  for (;;) {
    const last = text.charAt(end - 1)
    let dots = end
    while (text.charAt(dots - 1) === '.') dots--
    if (last === ' ' || last === ':' || last === '。' || last === '!' || last === '！') end--
    else if (end - dots >= 2 || (end - dots === 1 && /\p{L}/u.test(text.charAt(dots - 1)))) end = dots
    else break
  }
  return end <= 0 ? text : text.slice(0, end)
}

const MODIFIER = 'ctrl|control|shift|alt|super|meta|strg|umschalt|cmd|win|kp'
const CHORD = new RegExp(`^(?:(?:${MODIFIER})\\s?\\+\\s?)+\\S+$`)
const KEY = new RegExp(
  `^(?:[_&]?\\P{N}|f\\d{1,2}|(?:${MODIFIER})[ -]\\S+|esc|escape|enter|return|tab|space|backspace|del|ins|home|end|pgup|pgdn)$`,
  'u',
)
/** Characters of the longest key or count after a label. */
const MAX_REMARK = 24

/** The part after a label: the key that presses it, or the number of things that it names. */
export interface Remark {
  kind: 'key' | 'count'
  text: string
}

function remarkOf(text: string): Remark | null {
  if (text === '' || text.length > MAX_REMARK) return null
  if (KEY.test(text) || CHORD.test(text)) return { kind: 'key', text }
  return /^\d+$/.test(text) ? { kind: 'count', text } : null
}

interface Split {
  before: string
  remark: Remark | null
}

/** Distinguishes a plural from an access key: “file(s)” are several files, “OK(S)” has an access key. */
const PLURAL = /\p{Script=Latin}\(s\)$/u

/** Splits `保存(S)`, `Next [F3]`, `Inbox (3)`, `Save Ctrl+S`. */
function splitRemark(text: string): Split {
  const open = text.endsWith(')') ? text.lastIndexOf('(') : text.endsWith(']') ? text.lastIndexOf('[') : -1
  const bracketed = open > 0 ? remarkOf(text.slice(open + 1, -1).trim()) : null
  if (bracketed) return { before: text.slice(0, open).trimEnd(), remark: bracketed }
  const blank = text.lastIndexOf(' ')
  const word = text.slice(blank + 1)
  if (blank > 0 && word.length <= MAX_REMARK && CHORD.test(word))
    return { before: text.slice(0, blank), remark: { kind: 'key', text: word } }
  return { before: text, remark: null }
}

/** Splits `Find\tF3`, `Divide    KP /`: menus separate their keys by blanks. */
function splitColumns(name: string): Split {
  const text = name.trim()
  const gap = Math.max(text.lastIndexOf('\t'), text.lastIndexOf('  ') + 1)
  const remark = gap > 0 ? remarkOf(fold(text.slice(gap).slice(0, MAX_REMARK + 1))) : null
  // In “Vitamin C” the letter belongs to the name.
  return remark?.kind === 'key' && !/^\p{L}$/u.test(remark.text)
    ? { before: text.slice(0, gap), remark }
    : { before: name, remark: null }
}

/** Symbols that mean the same on the keys of calculators. */
const SYMBOLS: Record<string, string> = {
  '×': '*',
  '⋅': '*',
  '·': '*',
  '∗': '*',
  '÷': '/',
  '∕': '/',
  '√': 'sqrt',
  π: 'pi',
  ß: 'ss',
}

/** Gives a label in its forms, from the strictest to the loosest. */
export class Label {
  /** In one line, as it was written. */
  readonly line: string
  /** As a person reads it. */
  readonly shown: string
  /** Without differences of case, width, quotes, dashes and blanks. */
  readonly folded: string
  #columns: Split
  #plain: string | null = null
  #split: Split | null = null
  #spelled: string | null = null
  #tokens: string[] | null = null

  constructor(text: string) {
    this.#columns = splitColumns(text)
    this.line = inOneLine(text)
    this.shown = cleanName(text)
    this.folded = fold(this.shown)
  }

  /** Also without mnemonic, ellipsis and colon. */
  get plain(): string {
    // A doubled label may have its mnemonic once (GTK 4 gives `Save _Save`) or twice.
    return (this.#plain ??= undoubled(withoutMnemonic(undoubled(withoutTail(this.folded)))))
  }

  /** Also without the key or the count after it. */
  get bare(): string {
    return this.#parts.before
  }

  get remark(): Remark | null {
    return this.#parts.remark
  }

  get #parts(): Split {
    if (this.#split) return this.#split
    const { before, remark } = this.#columns
    const inside = remark
      ? { before: new Label(before).plain, remark }
      : PLURAL.test(withoutTail(this.shown))
        ? { before: this.plain, remark: null }
        : splitRemark(this.plain)
    return (this.#split = { ...inside, before: withoutTail(inside.before) })
  }

  /** Also without accents of Latin letters, and with the plain form of a symbol. */
  get spelled(): string {
    return (this.#spelled ??= this.plain
      .normalize('NFD')
      .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '')
      .normalize('NFC')
      .replace(/[×⋅·∗÷∕√πß]/g, (symbol) => SYMBOLS[symbol] ?? symbol))
  }

  /** The words of its spelled form. */
  get tokens(): readonly string[] {
    return (this.#tokens ??= this.spelled.split(/[^\p{L}\p{N}+]+/u).filter((token) => token !== ''))
  }
}

/** Gives a label as words are compared with it: folded, without mnemonic, access key (`保存(S)`), ellipsis and colon. */
export function plainLabel(text: string): string {
  let label = new Label(text)
  // What is left may end with a key, too: `保存(S)(S)`.
  while (label.remark?.kind === 'key') label = new Label(label.bare)
  return label.plain
}
