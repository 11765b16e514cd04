// Parses a request into clauses. A part that is not understood is reported before anything is done; nothing is guessed.
import type { Clause } from './clauses.ts'
import { COMMANDS } from './clauses.ts'
import { strayWords } from './phrases.ts'
import { hasQuoted, isQuoted, putBack, putBackQuoted, takeQuotes } from './quotes.ts'
import { READERS, type Read, type Words } from './readers.ts'

export type Parsed = { clauses: Clause[]; problem: null } | { clauses: null; problem: string }

/** Shown with every request that is not understood. */
const KNOWN = `Without a model, these commands are known: ${COMMANDS.join(' · ')}. Join them by commas, “and”, “then” or new lines; quotes protect text.`

export function parseRequest(request: string): Parsed {
  const { text, texts, open } = takeQuotes(request)
  if (open !== null) return { clauses: null, problem: `A quote is not closed: ${cut(open)}. ${KNOWN}` }
  const clauses: Clause[] = []
  for (const [index, part] of joinNames(splitClauses(text), texts).entries()) {
    const clause = parseClause(isFurtherSign(part, clauses.at(-1)) ? `click ${part}` : part, texts)
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

/** Tells whether a part has only the next sign for a calculator: the `8` of “click 7, 8”. */
const isFurtherSign = (part: string, before: Clause | undefined): boolean =>
  before?.kind === 'click' && before.button === 'left' && !before.double && /^[\p{N}\p{S}\p{P}]$/u.test(part)

const cut = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}

/** A comma between digits belongs to a number; a full stop ends a clause only before white space. */
const SEPARATOR =
  /([;\n\r]|(?<!\d),|,(?!\d)|(?<=[\p{L}\p{N}\uE000])[.!](?=\s|$)|(?<![\p{L}\p{N}+>])(?:and|then)(?![\p{L}\p{N}+]))/iu
/** Closing without saving is two clauses: closing, and the answer to the question that it brings up. */
const CLOSING_UNSAVED =
  /^((?:close|quit|exit)(?:\s.+?)??)\s+(without\s+saving)(?:\s+(?:it|the\s+changes|anything))?$/i

const FILLER = /^(?:(?:please|now|first|next|finally|also|afterwards|after that)\s+)+/i

interface Part {
  words: string
  /** Only the word “and” separates it from the part before. */
  followsAnd: boolean
}

function splitClauses(text: string): Part[] {
  // The pieces are parts and separators, alternately.
  const pieces = text.split(SEPARATOR)
  const parts = pieces
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
  return parts.flatMap((part) => {
    const [, closing, unsaved] = CLOSING_UNSAVED.exec(part.words) ?? []
    if (closing === undefined || unsaved === undefined) return [part]
    const words = /\s/.test(closing) ? closing : `${closing} it`
    return [
      { ...part, words },
      { ...part, words: unsaved, followsAnd: false },
    ]
  })
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

/** A hint for a name that was cut in two: `choose Edit > Find and replace`. */
const BELONGS = ' If it belongs to a name before it, put the whole name into quotes.'

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
