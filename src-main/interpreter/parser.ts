// Parses a request into clauses. A part that is not understood is reported before anything is done; nothing is guessed.
import { inOneLine } from '../../src-preload/contract/words.ts'
import type { Clause } from './clauses.ts'
import { COMMANDS } from './clauses.ts'
import { strayWords } from './phrases.ts'
import { hasQuoted, isQuoted, putBack, putBackQuoted, takeQuotes } from '../../src-preload/contract/quotes.ts'
import { withoutCourtesy, withoutListMarks } from './courtesies.ts'
import { saidInItsLanguage } from './foreign.ts'
import { NUMBER } from './numbers.ts'
import { HOME_FOLDERS } from './openings.ts'
import { READERS } from './readers.ts'
import { NOT_THIS, type Read, type Words } from './reading.ts'
import { insteadOf } from './refusals.ts'
import { paraphrased, withoutCuts } from './paraphrases.ts'
import { quotingOf, rewritten } from './rewriting.ts'

export type Parsed = { clauses: Clause[]; problem: null } | { clauses: null; problem: string }

/** Comes with every request that is not understood, as a paragraph of its own: what people read folds all but the first. */
const KNOWN = `\n\nWithout a model, these commands are known: ${COMMANDS.join(' · ')}. Join them by commas, “and”, “then” or new lines; quotes protect text.`

export function parseRequest(request: string): Parsed {
  const { text, texts, open } = takeQuotes(request)
  if (open !== null) return { clauses: null, problem: `A quote is not closed: ${cut(open)}.${KNOWN}` }
  const clauses: Clause[] = []
  for (const [index, part] of joinNames(
    splitClauses(withoutCuts(withoutListMarks(text), quotingOf(texts)), texts),
    texts,
  ).entries()) {
    const clause = parseClause(afterOthers(part, clauses, texts), texts)
    if (typeof clause === 'string') {
      return {
        clauses: null,
        problem: `Not understood: “${cut(putBackQuoted(part, texts))}”.${clause || saidInItsLanguage(part) || insteadOf(part) || (index > 0 ? BELONGS : '')}${KNOWN}`,
      }
    }
    clauses.push(clause)
  }
  if (clauses.length === 0)
    return { clauses: null, problem: `There is nothing to do in the request.${KNOWN}` }
  return { clauses, problem: null }
}

/** Completes what means something only after another clause: a further sign, a folder that the window shows. */
function afterOthers(part: string, clauses: readonly Clause[], texts: string[]): string {
  const before = clauses.at(-1)
  const lines = clauses.at(-2)
  const isDeleted = before?.kind === 'press' && /^Delete Delete$/i.test(before.keys)
  // Of several lines, more than one may come back empty.
  if (isDeleted && lines?.kind === 'lines' && lines.from === lines.to && UNDO_IT.test(part))
    return `undo the deletion of line ${lines.from}`
  const read = READ_THING.exec(part)
  if (read && isRead(read[1] ?? '', clauses) && typeof parseClause(part, texts) === 'string')
    return `type what was read${read[2] === undefined ? '' : ` into ${read[2]}`}`
  if (isFurtherSign(part, before)) return `click ${part}`
  if (isFurtherText(part, before, texts)) return `type ${part}`
  const verb = furtherVerb(part, before, texts)
  if (verb !== null) return `${verb} ${part}`
  if (isFurtherItem(part, before, texts)) return `add ${part} to the selection`
  const area = before?.kind === 'select' ? SHEET_AREA.exec(before.item)?.[1] : undefined
  if (area !== undefined && DELETE_IT.test(part)) return `delete the ${area.toLowerCase()}`
  if (before !== undefined && SELECTING.has(before.kind) && DELETE_IT.test(part))
    // The second Delete takes away the break of the line.
    return before.kind === 'lines' ? 'press Delete twice' : 'press Delete'
  const folder = before === undefined ? null : SHOWN_FOLDER.exec(part)?.[1]
  return folder ? `go into the folder ${folder}` : part
}

const UNDO_IT = /^undo(?: (?:it|this|that|the deletion))?$/i
/** “read the order number, type it into Name”. */
const READ_THING =
  /^(?:type|enter|write|put|insert|fill in) ((?:the )?[\p{L}][\p{L} ]{0,40}?)(?: (?:in|into|in to) (\S.*))?$/iu
const LAST_READ = /^(?:it|this|that|the (?:result|value|answer))$/i
const isRead = (said: string, clauses: readonly Clause[]): boolean => {
  const last = clauses.findLast(({ kind }) => kind === 'read')
  const bare = (name: string) => name.toLowerCase().replace(/^the /, '')
  return last?.kind === 'read' && (LAST_READ.test(said) || bare(last.control) === bare(said))
}

/** What was selected just before is what “it” means. */
const SELECTING: ReadonlySet<Clause['kind']> = new Set(['select', 'mark', 'lines', 'cell'])
/** A row of a sheet goes as a whole; the key would only empty its cells. */
const SHEET_AREA = /^(?:the )?(?:whole |entire )?(row|column)s? (?:\d{1,7}|[A-Z]{1,3})(?: |$)/i
const DELETE_IT = /^(?:delete|remove) (?:it|them|this|that|the selection)$/i

/** “type 5 into A1 and 7 into A2”: a text or a number, and another place for it. */
const isFurtherText = (part: string, before: Clause | undefined, texts: string[]): boolean =>
  before?.kind === 'type' &&
  before.into !== null &&
  /^(?:\uE000\d{1,6}\uE000|-?\d[\d.,]{0,20}|=\S{1,60}) (?:in|into|in to) \S/.test(part) &&
  typeof parseClause(part, texts) === 'string'

/** The verb of the clause before, which a part without one goes on with: “set the width to 300 and the height to 200”. */
function furtherVerb(part: string, before: Clause | undefined, texts: string[]): string | null {
  if (before === undefined || typeof parseClause(part, texts) !== 'string') return null
  const verbs = VERBS_ON.flatMap(([kind, says, verb]) =>
    before.kind === kind && says.test(part) ? [verb(before)] : [],
  )
  return verbs.find((verb) => typeof parseClause(`${verb} ${part}`, texts) !== 'string') ?? null
}
const VERBS_ON: readonly [Clause['kind'], RegExp, (before: Clause) => string][] = [
  ['set', /^\S.* to \S/, () => 'set'],
  ['set', /^\S.* with \S/, () => 'fill in'],
  ['set', /^\S.* (?:for|as) \S/, () => 'enter'],
  ['press', /^(?!.*\uE000)\S{1,12}(?: (?:key|twice|once|\w{1,6} times))?$/, () => 'press'],
  [
    'toggle',
    /^(?:\uE000\d{1,6}\uE000|(?:the )?\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?)$/u,
    (before) => (before.kind === 'toggle' && !before.checked ? 'uncheck' : 'check'),
  ],
]

/** “select a.txt, b.txt and c.txt”: what can only be a further item, by its ending or its quotes. */
const isFurtherItem = (part: string, before: Clause | undefined, texts: string[]): boolean =>
  before?.kind === 'select' &&
  before.from === null &&
  (isQuoted(part) || HAS_ENDING.test(part)) &&
  typeof parseClause(part, texts) === 'string'
const HAS_ENDING = /^[^\s\uE000]+\.[a-z]\w{0,4}$/i

/** A folder by its mere name; those that every home has, and paths, are opened as such. */
const SHOWN_FOLDER = new RegExp(
  `^(?:open|enter|go (?:in)?to) (?:the |that )?(?:sub-?)?(?:folder|directory|item) (?!(?:home|${HOME_FOLDERS})$)(?:(?:called|named) )?([^\\s/~.][^/]*)$`,
  'i',
)

/** Tells whether a part has only the next sign for a calculator: the `8` of “click 7, 8”. */
const isFurtherSign = (part: string, before: Clause | undefined): boolean =>
  before?.kind === 'click' && before.button === 'left' && !before.double && /^[\p{N}\p{S}\p{P}]$/u.test(part)

const cut = (text: string): string => inOneLine(text, 120)

/** “find and replace”, “drag and drop” are one verb. */
const ONE_VERB = String.raw`(?!(?<=(?:find|search)\s)and\s+replace\s)(?!(?<=drag\s)and\s+drop\s)`
/** “with 3 columns and 4 rows” is one size. */
const ONE_SIZE = String.raw`(?!(?<=(?:columns?|rows?)\s)and\s+(?:${NUMBER})\s+(?:columns?|rows?)\b)`
/** A comma between digits belongs to a number; a full stop ends a clause only before white space, and “!” may end a password. */
const SEPARATOR = new RegExp(
  String.raw`([;\n\r]|(?<!\d),|,(?!\d)|(?<=[\p{L}\p{N}\uE000])(?:\.(?=\s|$)|!(?=\s|$)(?!\s+(?:in|into|as|for)\s))|(?<![\p{L}\p{N}+>])${ONE_VERB}${ONE_SIZE}(?:and|then)(?![\p{L}\p{N}+]))`,
  'iu',
)
/** Said before “replace”, it means nothing more. */
const FIND_AND = /^(?:find|search) and (?=replace )/i

interface Part {
  words: string
  /** Only the word “and” separates it from the part before. */
  followsAnd: boolean
}

function splitClauses(text: string, texts: string[]): Part[] {
  // The pieces are parts and separators, alternately.
  const pieces = text.split(SEPARATOR)
  const parts = pieces
    .map((piece, index) => ({
      // Runs of blanks become one, because the readers try each blank, and many would take minutes.
      words: withoutCourtesy(piece.replace(/\s+/g, ' ').trim(), index === 0).replace(FIND_AND, ''),
      isSeparator: index % 2 === 1,
      followsAnd: /^and$/i.test(pieces[index - 1] ?? '') && pieces[index - 2]?.trim() !== '',
    }))
    .filter(({ words, isSeparator }) => !isSeparator && words !== '')
  let isCalculator = false
  return parts.flatMap((part, index) => {
    isCalculator = CALCULATOR.test(part.words) || (isCalculator && !OPENING.test(part.words))
    const before = parts[index - 1]?.words ?? ''
    const words = withItsPlace(withItsFolder(withItsLine(part.words, before, texts), before), before)
    const where = { isFirst: index === 0, isCalculator }
    const clauses = paraphrased(words, quotingOf(texts), isCalculator).flatMap((each) =>
      rewritten(each, texts, where),
    )
    return clauses.map((words, index) => ({ words, followsAnd: part.followsAnd && index === 0 }))
  })
}

const OPENING = /^(?:open|start|launch|run|switch to|go to) /i
/** Opening a program that calculates what is typed into it. */
const CALCULATOR =
  /^(?:open|start|launch|run|switch to|go to) .*?(?:calc(?:ulator)?\b|alculator\b|qalculate|speedcrunch)/i

/** “go into it” behind “create a new folder named Bills” is that folder. */
function withItsFolder(words: string, before: string): string {
  const name = MADE_FOLDER.exec(before)?.[1]
  if (name === undefined) return words
  return INTO_IT.test(words) ? `go into the folder ${name}` : words.replace(RENAME_IT, `rename ${name} `)
}
const RENAME_IT = /^rename (?:it|that|(?:the|that|this) (?:new )?(?:folder|directory)) (?=(?:to|into|as) \S)/i
const INTO_IT =
  /^(?:go (?:in(?:side|to)?|to)|open|enter) (?:it|that|(?:the|that|this) (?:new )?(?:folder|directory))$/i
const MADE_FOLDER =
  /^(?:create|make|add) (?:a |another )?(?:new )?(?:folder|directory) (?:called |named )?([^\s/~.][^/]{0,98})$/i

/** What “it” is behind what was selected. “sort it” behind “select column A” means the rows of its table: sorted alone, its cells would stand beside those of others. */
function withItsPlace(words: string, before: string): string {
  const column = CHOSEN_COLUMN.exec(before)?.[1]
  const how = column === undefined ? undefined : SORT_IT.exec(words)?.[1]
  if (how !== undefined) return `sort column ${column} ${how.toLowerCase()}`
  // A selected line is duplicated as a text, beside itself, by what duplicates a line or the selection (Geany).
  const line = DUPLICATES.test(words) ? CHOSEN_LINE.exec(before)?.[1] : undefined
  return line === undefined ? words : `duplicate ${line}`
}
const DUPLICATES = /^duplicate (?:it|(?:the|this|that) (?:current |selected )?line)$/i
const CHOSEN_LINE = /^(?:select|mark|highlight) (?:the (?=line ))?(line \d{1,6}|the \w{3,9} line)$/i
const CHOSEN_COLUMN = /^(?:select|mark|highlight) (?:the )?(?:whole |entire )?column ([A-Z]{1,3})$/
const SORT_IT = /^sort (?:(?:it|this|that|the (?:column|selection)) )?(?:in )?((?:a|de)scending)(?: order)?$/i

/** “the line” behind “go to line 2” is that line. */
function withItsLine(words: string, before: string, texts: string[]): string {
  const verb = THIS_LINE.exec(words)?.[1]
  const clause = verb === undefined ? '' : parseClause(before, texts)
  return typeof clause !== 'string' && clause.kind === 'go to line' ? `${verb} line ${clause.line}` : words
}
const THIS_LINE = /^(select|mark|highlight|delete|copy|cut) (?:the|this|that) (?:current )?line$/i

/** Characters of the longest clause whose name may continue after “and”. */
const MAX_NAMING = 100

/**
 * Joins names: a capital after “and” that begins no command continues a name, as in `Find and Replace`, `Passwords and Keys`; another word
 * where both are the name of one item, as in `insert the date and time`.
 */
function joinNames(parts: readonly Part[], texts: string[]): string[] {
  const joined: string[] = []
  for (const { words, followsAnd } of parts) {
    const whole = `${joined.at(-1)} and ${words}`
    const goesOn =
      followsAnd &&
      !HAS_ENDING.test(words) &&
      !isFurtherField(words, joined.at(-1), texts) &&
      whole.length <= MAX_NAMING &&
      mayBeName(words, joined.at(-1), texts) &&
      (/^\p{Lu}/u.test(words)
        ? typeof parseClause(whole, texts) !== 'string'
        : [joined.at(-1) ?? '', whole].every((each) => isNamedItem(each, texts)))
    if (goesOn) joined.splice(-1, 1, whole)
    else joined.push(words)
  }
  return joined
}

/** “enter Ada as name and Bob as password”: the next text with its field. */
function isFurtherField(words: string, before: string | undefined, texts: string[]): boolean {
  const clause = before === undefined || !/^\S.* as \S/.test(words) ? '' : parseClause(before, texts)
  return typeof clause !== 'string' && clause.kind === 'set' && furtherVerb(words, clause, texts) === 'enter'
}

function isNamedItem(words: string, texts: string[]): boolean {
  const clause = parseClause(words, texts)
  return typeof clause !== 'string' && clause.kind === 'named item'
}

/** Whether words begin no command. Those of a menu are names, too: “choose File > Save and Print”. */
function mayBeName(words: string, before: string | undefined, texts: string[]): boolean {
  const clause = parseClause(words, texts)
  if (typeof clause === 'string') return clause === ''
  const named =
    (clause.kind === 'command' || clause.kind === 'named item') && before !== undefined
      ? parseClause(before, texts)
      : ''
  return typeof named !== 'string' && NAMING.has(named.kind)
}
const NAMING: ReadonlySet<Clause['kind']> = new Set(['menu', 'click', 'select', 'toggle'])

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
    if (clause === NOT_THIS) continue
    if (typeof clause === 'string') return clause
    const stray = strayIn(clause)
    if (stray !== null) return ` What is “${stray}” there?`
    return { ...clause, words: putBackQuoted(part, texts) }
  }
  return ''
}
