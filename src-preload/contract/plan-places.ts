// Finds the places of a plan's words where something else stands each time: `{{name}}`.
import { piecesOf, quote, written, type Piece } from './quotes.ts'

const PLACE = /\{\{\s*([^{}]+?)\s*\}\}/g

export const placesIn = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name = '']) => name)

export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(PLACE, (_, name: string) => values[name] ?? '')

/** One word or path: a request reads it as nothing else. */
const WORD = /^[\p{L}\p{N}\p{M}_.@~:+/\\-]*$/u

/**
 * Fills the places of a request or step; those without a value stay. What is more than a word is put in quotes where it does not
 * stand in them, and in quotes that do not end in it, so that none of it is read as a command. A place stays where that can't be,
 * because a quote before it is not closed.
 */
export function filledWords(text: string, values: Readonly<Record<string, string>>): string {
  const valueOf = (whole: string, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : whole
  const { pieces, open } = piecesOf(text)
  const meant = pieces.flatMap((piece): Piece[] =>
    piece.mark === ''
      ? filledPieces(piece.text, valueOf)
      : [{ ...piece, text: piece.text.replace(PLACE, valueOf) }],
  )
  const rest = open?.replace(PLACE, (whole, name: string) => {
    const value = valueOf(whole, name)
    return SIGNS.test(value) ? whole : value
  })
  const whole = meant.map(written).join('') + (rest ?? '')
  return isRead(whole, meant, rest ?? null) ? whole : text
}

/** What may open or close a quote. */
const SIGNS = /["'“”„«»「」‘’]/u

/** Splits words at the values that need quotes. */
function filledPieces(words: string, valueOf: (whole: string, name: string) => string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const push = (text: string, mark: string) => {
    const last = pieces.at(-1)
    if (mark === '' && last?.mark === '') last.text += text
    else if (mark !== '' || text !== '') pieces.push({ text, mark })
  }
  for (const match of words.matchAll(PLACE)) {
    const [whole, name = ''] = match
    const value = valueOf(whole, name)
    push(words.slice(at, match.index), '')
    push(value, value === whole || WORD.test(value) ? '' : quote(value).charAt(0))
    at = match.index + whole.length
  }
  push(words.slice(at), '')
  return pieces
}

/** Tells whether words are read as the pieces that they were made of. */
function isRead(words: string, meant: readonly Piece[], open: string | null): boolean {
  const read = piecesOf(words)
  const texts = (pieces: readonly Piece[]) => pieces.filter(({ mark }) => mark !== '').map(({ text }) => text)
  const [are, were] = [texts(read.pieces), texts(meant)]
  return read.open === open && are.length === were.length && are.every((each, at) => each === were[at])
}

/**
 * Tells whether a name that nobody here has chosen could be read as more than a name, by a model too: a quotation mark in it ends
 * its quotes for a hasty reader.
 */
// oxlint-disable-next-line no-control-regex -- they are what such a name must not have
export const isOddName = (name: string): boolean => /["“”„«»\u0000-\u001f]/.test(name)

/** A text has to stand in one line, and in quotes that do not end in it. */
// oxlint-disable-next-line no-control-regex -- they are what a text must not have
const LINE_BREAK = /[\u0000-\u001f]/

/** Tells whether a text can't stand in a step or request. */
export const isUnquotable = (text: string): boolean => {
  if (LINE_BREAK.test(text)) return true
  const { pieces } = piecesOf(quote(text))
  return text !== '' && (pieces.length !== 1 || pieces[0]?.text !== text)
}

/** Words that speak of a place where a text is carried out as a command. */
const OF_COMMANDS =
  /(?<![\p{L}\p{N}])(?:[\w-]*terminal|konsole|[ux]term|u?rxvt|console|alacritty|kitty|tilix|terminator|guake|yakuake|tilda|ptyxis|wezterm|shell|bash|zsh|powershell|cmd|command ?line|(?:the|a|this) command|commands|befehlszeile|终端|命令行|命令)(?![\p{L}\p{N}])|终端|命令/iu
/** Signs after which a shell reads another command, or writes to a file. */
// oxlint-disable-next-line no-control-regex -- they are what such a text must not have
const NEXT_COMMAND = /[;&|<>`\u0000-\u001f]|\$[({]/

/** Words before a place that takes a whole line. */
const WHOLE_LINE = /(?:^|[\s,;])(?:type|enter|write|run|输入|运行)\s*$/iu

/** Tells whether words put the text of a place into a longer one, and not only type it as it is. */
function isWithinText(words: string, name: string): boolean {
  return piecesOf(words).pieces.some(({ text, mark }) =>
    [...text.matchAll(PLACE)].some((match) => {
      if (match[1] !== name) return false
      return mark === '' ? !WHOLE_LINE.test(text.slice(0, match.index)) : text.trim() !== match[0]
    }),
  )
}

/**
 * Finds a text that would begin a command of its own in a terminal of which the words speak, where they put it into a line. A line that is
 * only this text was meant as a command.
 */
export const commandAmong = (
  words: readonly string[],
  values: Readonly<Record<string, string>>,
): string | null =>
  words.some((each) => OF_COMMANDS.test(each))
    ? (Object.entries(values).find(
        ([name, text]) => NEXT_COMMAND.test(text) && words.some((each) => isWithinText(each, name)),
      )?.[1] ?? null)
    : null
