// Reads what a person calls a control: a name, role words, position words, in every reading that makes sense.
import { takeFirstKind, takeKind, type Kind } from '../matching/kinds.ts'
import { hasQuoted, putBack, putBackQuoted, takeQuotes } from '../../src-preload/contract/quotes.ts'

export interface Phrase {
  /** The name; null when the phrase has only a role: `the second button`. */
  name: string | null
  /** The kind; any kind when null. */
  kind: Kind | null
  /** 1 is the first; -1 is the last. */
  position: number | null
  /** Whether the phrase means the display, where a program shows its result. */
  display: boolean
  /** Whether the name is in quotes, so that it stands there so. */
  quoted?: true
}

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

/** Returns the number of an ordinal in words, 1 for the first; null for another word. */
export const ordinalOf = (word: string): number | null => ORDINALS.indexOf(word) + 1 || null

/** Names for the display, where a program shows its result. */
const DISPLAY = /^(?:display|screen|result|results|output|calculator display|answer)$/i

/** Returns the number of a position, “2nd” or “second”, -1 for the last; null for another word. */
export const positionOf = (word: string): number | null => {
  const numbered = /^(\d{1,3})(?:st|nd|rd|th)$/i.exec(word)
  const number = numbered ? Number(numbered[1]) : 0
  if (number > 0) return number
  return word.toLowerCase() === 'last' ? -1 : ordinalOf(word.toLowerCase())
}

function takePosition(text: string): { rest: string; position: number } | null {
  const words = text.split(/\s+/)
  const [first = ''] = words
  const position = positionOf(first)
  return position === null ? null : { rest: words.slice(1).join(' '), position }
}

const withoutArticle = (text: string): string => text.replace(/^(?:the|a|an|my)(?:\s+|$)/i, '').trim()

function readQuoted(text: string, texts: string[]) {
  const name = putBack(/\uE000\d+\uE000/.exec(text)?.[0] ?? '', texts)
  const around = withoutArticle(
    text
      .replace(/\uE000\d+\uE000/, ' ')
      .replace(/\b(?:named|called|labell?ed)\b/gi, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const positioned = takePosition(around)
  const left = withoutArticle(positioned?.rest ?? around)
  const taken = takeKind(left)
  return { name, kind: taken?.kind ?? null, positioned, left: (taken?.rest ?? left).trim() }
}

/** Finds words around a quoted name that are neither a role nor a position, and would be ignored. Null when there are none. */
export function strayWords(written: string): string | null {
  const { text, texts } = takeQuotes(written.trim())
  if (!hasQuoted(text)) return null
  const { left } = readQuoted(text, texts)
  if (left === '') return null
  const within = readWithin(written)
  const isKnown = within !== null && [within.thing, within.around].every((each) => strayWords(each) === null)
  return isKnown ? null : putBackQuoted(left, texts)
}

/** A control that is called by what it stands in: `Street in Shipping`, `the Edit button in the row of Bob`. */
interface Within {
  thing: string
  around: string
  /** Whether it stands in one line with that. */
  inLine: boolean
  /** The side of that on which it stands next; null where it stands within. */
  side: Side | null
}

export type Side = 'below' | 'above' | 'left' | 'right' | 'beside'

const BESIDE =
  /^(.{1,100}?) (?:(below|beneath|under|underneath|above)|(?:(?:to|on) the )?(left|right) of|(next to|beside)) (?:the )?(.{1,100})$/i
const SIDES: Record<string, Side> = {
  below: 'below',
  beneath: 'below',
  under: 'below',
  underneath: 'below',
  above: 'above',
}

const IN_LINE = /^(.{1,100}?) (?:in|of) (?:the )?(?:row|line) (?:(?:of|with|for|named|called) )?(.{1,100})$/i
const WITHIN = /^(.{1,100}) in (?:the )?(.{1,100}?)( (?:row|line)| (?:group|section|panel))?$/i

/** Reads a control and what it stands in; null where the words name no such place. */
export function readWithin(written: string): Within | null {
  const { text, texts } = takeQuotes(written.trim().replace(/\s+/g, ' '))
  const [, one, vertical, horizontal, next, other] = BESIDE.exec(text) ?? []
  if (one !== undefined && other !== undefined) {
    const side = (horizontal?.toLowerCase() ?? (next ? 'beside' : SIDES[vertical?.toLowerCase() ?? ''])) as
      | Side
      | undefined
    return {
      thing: putBackQuoted(one, texts),
      around: putBackQuoted(other, texts),
      inLine: false,
      side: side ?? null,
    }
  }
  const line = IN_LINE.exec(text)
  const found = line ?? WITHIN.exec(text)
  const [, thing, around, kind] = found ?? []
  if (thing === undefined || around === undefined) return null
  const put = (part: string) => putBackQuoted(part, texts)
  return {
    thing: put(thing),
    around: put(around),
    inLine: line !== null || / (?:row|line)$/i.test(kind ?? ''),
    side: null,
  }
}

/** Returns all readings, the most literal first: a field may be called “First name”, a button “Menu”. A quoted text is only the name. */
export function readPhrase(written: string): Phrase[] {
  const { text, texts } = takeQuotes(written.trim())
  if (hasQuoted(text)) {
    const { name, kind, positioned } = readQuoted(text, texts)
    return [{ name, kind, position: positioned?.position ?? null, display: false, quoted: true }]
  }
  const bare = withoutArticle(text.replace(/\s+/g, ' '))
  const readings: Phrase[] = [{ name: bare, kind: null, position: null, display: DISPLAY.test(bare) }]
  const add = (rest: string, kind: Phrase['kind'], position: Phrase['position']) => {
    const name = withoutArticle(rest).replace(/^(?:named|called|labell?ed)\s+|\s+(?:named|called)$/gi, '')
    readings.push({ name: name === '' ? null : name, kind, position, display: DISPLAY.test(name) })
  }
  const taken = takeKind(bare)
  if (taken) add(taken.rest, taken.kind, null)
  const first = takeFirstKind(bare)
  if (taken && first && first.kind !== taken.kind) add(first.rest, first.kind, null)
  const positioned = takePosition(bare)
  if (positioned) {
    const rest = withoutArticle(positioned.rest)
    const of = takeKind(rest)
    if (of) add(of.rest, of.kind, positioned.position)
    add(rest, null, positioned.position)
  }
  return readings.filter((reading) => reading.name !== null || reading.kind !== null)
}
