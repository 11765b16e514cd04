// Parses a request into clauses. A part that is not understood is reported before anything is done; nothing is guessed.
import type { Clause } from './clauses.ts'
import { COMMANDS } from './clauses.ts'
import { keysOf } from './key-words.ts'
import { readOpening } from './openings.ts'
import { strayWords } from './phrases.ts'
import { hasQuoted, isQuoted, putBack, putBackQuoted, takeQuotes } from './quotes.ts'

export type Parsed = { clauses: Clause[]; problem: null } | { clauses: null; problem: string }

/** Shown with every request that is not understood. */
const KNOWN = `Without a model, these commands are known: ${COMMANDS.join(' · ')}. Join them by commas, “and”, “then” or new lines; quotes protect text.`

export function parseRequest(request: string): Parsed {
  const { text, texts, open } = takeQuotes(request)
  if (open !== null) return { clauses: null, problem: `A quote is not closed: ${cut(open)}. ${KNOWN}` }
  const clauses: Clause[] = []
  for (const [index, part] of joinNames(splitClauses(text), texts).entries()) {
    const clause = parseClause(part, texts)
    if (typeof clause === 'string') {
      return {
        clauses: null,
        problem: `Not understood: “${cut(putBackQuoted(part, texts))}”.${clause || (index > 0 ? BELONGS : '')} ${KNOWN}`,
      }
    }
    clauses.push(clause)
  }
  if (clauses.length === 0)
    return { clauses: null, problem: `There is nothing to do in the request. ${KNOWN}` }
  return { clauses, problem: null }
}

const cut = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}

/** A comma between digits belongs to a number; a full stop ends a clause only before white space. */
const SEPARATOR =
  /([;\n\r]|(?<!\d),|,(?!\d)|(?<=[\p{L}\p{N}\uE000])[.!](?=\s|$)|(?<![\p{L}\p{N}+>])(?:and|then)(?![\p{L}\p{N}+]))/iu
const FILLER = /^(?:(?:please|now|first|next|finally|also|afterwards|after that)\s+)+/i

interface Part {
  words: string
  /** Only the word “and” separates it from the part before. */
  followsAnd: boolean
}

function splitClauses(text: string): Part[] {
  // The pieces are parts and separators, alternately.
  const pieces = text.split(SEPARATOR)
  return pieces
    .map((piece, index) => ({
      // Runs of blanks become one, because the readers try each blank, and many would take minutes.
      words: piece.replace(/\s+/g, ' ').trim().replace(FILLER, '').trim(),
      isSeparator: index % 2 === 1,
      followsAnd: /^and$/i.test(pieces[index - 1] ?? '') && pieces[index - 2]?.trim() !== '',
    }))
    .filter(
      ({ words, isSeparator }) =>
        !isSeparator &&
        words !== '' &&
        !/^(?:please|now|first|next|finally|also|afterwards|after that)$/i.test(words),
    )
}

/** Characters of the longest clause whose name may continue after “and”. */
const MAX_NAMING = 100

/** Joins names: a capital after “and” that begins no command continues a name, as in `Find and Replace`, `Passwords and Keys`. */
function joinNames(parts: readonly Part[], texts: string[]): string[] {
  const joined: string[] = []
  for (const { words, followsAnd } of parts) {
    const whole = `${joined.at(-1)} and ${words}`
    const goesOn =
      followsAnd &&
      /^\p{Lu}/u.test(words) &&
      whole.length <= MAX_NAMING &&
      parseClause(words, texts) === '' &&
      typeof parseClause(whole, texts) !== 'string'
    if (goesOn) joined.splice(-1, 1, whole)
    else joined.push(words)
  }
  return joined
}

/** A reader returns a clause, or a hint (perhaps empty) why there is none. */
type Read = Clause extends infer C ? (C extends Clause ? Omit<C, 'words'> : never) : never
type Reader = (match: RegExpExecArray, words: Words) => Read | string

interface Words {
  /** Text without its quotes. */
  plain: (text: string | undefined) => string
  /** A phrase for a control; quoted text stays quoted. */
  phrase: (text: string | undefined) => string
  quoted: (text: string | undefined) => boolean
}

/** A hint for a name that was cut in two: `choose Edit > Find and replace`. */
const BELONGS = ' If it belongs to a name before it, put the whole name into quotes.'
const QUOTES = ' Put the text into quotes.'

const NUMBER = /^[-+]?\d+([.,]\d+)?\s*%?$/
/** A date or a time, as fields for them take it. */
const MOMENT = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}(?::\d{2})?)$/

/** A word with a capital or a digit is a name (`A5`, `Medium`, `New Zealand`); another one may stand for a value: `nothing`, `today`. */
const NAMED = /^(?:[\p{Lu}\p{Lo}\p{N}][\p{L}\p{N}_./+-]*)(?: [\p{Lu}\p{Lo}\p{N}][\p{L}\p{N}_./+-]*){0,3}$/u
/** What needs no quotes as the value of a control. */
const PLAIN_VALUES = [NUMBER, MOMENT, NAMED]

const READERS: [RegExp, Reader][] = [
  [
    /^open\s+(?:(?:the\s+)?menu\s+(.+)|the\s+(.+)\s+menu)$/i,
    ([, after, before], { phrase }) => ({
      kind: 'click',
      control: `the ${phrase(after ?? before)} menu`,
      button: 'left',
      double: false,
    }),
  ],
  [
    /^(?:open|start|launch)\s+(.+?)(?:\s+(?:with|in|using)\s+(.+))?$/i,
    ([, what, after], { plain }) => ({ kind: 'open', ...readOpening(what ?? '', after, plain) }),
  ],
  [
    /^(?:switch|change|go\s+back)(?:\s+back)?\s+to\s+(.+)$/i,
    ([, what], { plain }) => ({ kind: 'switch', what: plain(what?.replace(/^the\s+/i, '')) }),
  ],
  [
    /^(?:close|quit)\s+(.+)$/i,
    ([, what], { plain }) => ({ kind: 'close', what: plain(what?.replace(/^the\s+/i, '')) }),
  ],
  [
    /^(?:type|write|enter)\s+(.+?)(?:\s+(?:in|into|in\s+to)\s+(.+))?$/i,
    ([, text, into], { plain, phrase, quoted }) =>
      quoted(text)
        ? { kind: 'type', text: plain(text), into: into === undefined ? null : phrase(into) }
        : QUOTES,
  ],
  [
    /^(double[-\s]?click|right[-\s]?click|click)(?:\s+(?:on|at))?\s+(.+)$/i,
    ([, how, control], { phrase }) => ({
      kind: 'click',
      control: phrase(control),
      button: /^right/i.test(how ?? '') ? 'right' : 'left',
      double: /^double/i.test(how ?? ''),
    }),
  ],
  [
    /^press\s+(.+)$/i,
    ([, text], { plain }) => {
      const keys = keysOf(plain(text))
      return keys === null
        ? ' These are no keys; a button is pressed by: click BUTTON.'
        : { kind: 'press', keys }
    },
  ],
  [
    /^(?:select|pick)\s+(.+)\s+(?:in|from)\s+(.+)$/i,
    ([, item, from], { plain, phrase }) => ({ kind: 'select', item: plain(item), from: phrase(from) }),
  ],
  [
    /^(?:select|pick)\s+(.+)$/i,
    ([, item], { phrase }) => ({ kind: 'select', item: phrase(item), from: null }),
  ],
  [
    /^(check|tick|enable|turn\s+on|switch\s+on|uncheck|untick|disable|turn\s+off|switch\s+off)\s+(.+)$/i,
    ([, how, control], { phrase }) => ({
      kind: 'toggle',
      control: phrase(control),
      checked: !/^(?:un|dis)|off$/i.test(how ?? ''),
    }),
  ],
  [
    /^set\s+(.+)\s+to\s+(.+)$/i,
    ([, control, text], { phrase, plain, quoted }) =>
      quoted(text) || PLAIN_VALUES.some((pattern) => pattern.test(text ?? ''))
        ? { kind: 'set', control: phrase(control), text: plain(text) }
        : QUOTES,
  ],
  [
    /^clear\s+(?:the\s+)?(.+)$/i,
    ([, control], { phrase }) => ({ kind: 'set', control: phrase(control), text: '' }),
  ],
  [
    /^choose\s+(.+)$/i,
    ([, path], { plain, phrase }) => {
      const items = (path ?? '')
        .split(/\s*[>›→]\s*/)
        .map((item) => plain(item.replace(/^the\s+/i, '')).trim())
      if (items.includes('')) return ' A part of the path is empty.'
      const [, item, from] = (items.length === 1 && /^(.+)\s+(?:in|from)\s+(.+)$/i.exec(path ?? '')) || []
      return item === undefined
        ? { kind: 'menu', path: items }
        : { kind: 'menu', path: items, choice: { item: plain(item), from: phrase(from) } }
    },
  ],
  [
    /^scroll\s+(up|down)(?:\s+(?:by\s+)?(\d{1,3})(?:\s+(?:times|notches|steps|lines))?)?(?:\s+in\s+(.+))?$/i,
    ([, direction, notches, within], { phrase }) => {
      const number = notches === undefined ? 3 : Number(notches)
      if (number < 1 || number > 100) return ' Scroll by 1 to 100.'
      return {
        kind: 'scroll',
        direction: direction?.toLowerCase() === 'up' ? 'up' : 'down',
        notches: number,
        within: within === undefined ? null : phrase(within),
      }
    },
  ],
  [
    /^wait(?:\s+for)?\s+(\d+(?:[.,]\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)?$/i,
    ([, number, unit]) => {
      const factor = /^(ms|milli)/i.test(unit ?? '') ? 0.001 : /^m/i.test(unit ?? '') ? 60 : 1
      const seconds = Number((number ?? '').replace(',', '.')) * factor
      return seconds <= 300 ? { kind: 'wait', seconds } : ' Wait at most 300 seconds.'
    },
  ],
  [
    /^wait\s+(?:for|until)\s+(.+?)(?:\s+(?:appears|opens|is\s+there|to\s+appear|to\s+open))?$/i,
    ([, control], { phrase }) => ({ kind: 'wait for', control: phrase(control) }),
  ],
  [/^read\s+(.+)$/i, ([, control], { phrase }) => ({ kind: 'read', control: phrase(control) })],
  [/^save(?:\s+(?:it|(?:the\s+|my\s+)?(?:file|document|changes)))?$/i, () => ({ kind: 'save', path: null })],
  [
    /^save(?:\s+(?:it|the\s+(?:file|document)))?\s+as\s+(.+)$/i,
    ([, path], { plain, quoted }) =>
      quoted(path) || /^\S+$/.test(path ?? '') ? { kind: 'save', path: plain(path) } : QUOTES,
  ],
]

/** Finds unknown words beside a quoted control: `click "Delete" only if it is empty`. */
function strayIn(clause: Read): string | null {
  const names = ['control', 'into', 'from', 'within']
  if (clause.kind === 'select' && clause.from === null) names.push('item')
  const phrases = Object.entries(clause).flatMap(([key, value]) =>
    names.includes(key) && typeof value === 'string' ? [value] : [],
  )
  return phrases.map(strayWords).find((stray) => stray !== null) ?? null
}

function parseClause(part: string, texts: string[]): Clause | string {
  const words: Words = {
    plain: (text) => putBack(text ?? '', texts),
    phrase: (text) => putBackQuoted(text ?? '', texts),
    quoted: (text) => isQuoted((text ?? '').trim()),
  }
  // A quoted verb is text, never a command.
  const verb = part.split(/\s/)[0] ?? ''
  if (hasQuoted(verb)) return ''
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(part)
    if (!match) continue
    const clause = read(match, words)
    if (typeof clause === 'string') return clause
    const stray = strayIn(clause)
    if (stray !== null) return ` What is “${stray}” there?`
    return { ...clause, words: putBackQuoted(part, texts) }
  }
  return ''
}
