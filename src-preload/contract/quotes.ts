// Takes quoted text out of a request before the request is read, so that nothing in quotes is ever taken for a command.

/** A placeholder for a quoted text while a request is read; the number is its index in `texts`. */
const MARK = '\uE000'
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')

const PAIRS: Record<string, string> = {
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  '「': '」',
  '‘': '’',
  "'": "'",
}

export interface Unquoted {
  text: string
  texts: string[]
  /** The rest of the request from a quote that is never closed. */
  open: string | null
}

const isApostrophe = (mark: string): boolean => mark === "'" || mark === '‘'

/** Tells whether a sign can open a quote: an apostrophe only between words, so `don't` has no quote. */
const canOpen = (text: string, index: number): boolean =>
  text.charAt(index) in PAIRS &&
  (!isApostrophe(text.charAt(index)) || /^$|[\s,;>(]/.test(text.charAt(index - 1)))

function closingOf(text: string, index: number): number {
  const mark = text.charAt(index)
  const close = PAIRS[mark] ?? mark
  for (let at = text.indexOf(close, index + 1); at > 0; at = text.indexOf(close, at + 1)) {
    if (!isApostrophe(mark) || /^$|[\s,;.>)]/.test(text.charAt(at + 1))) return at
  }
  return -1
}

/** A part of a request: words, or a quoted text without its quotes. */
export interface Piece {
  text: string
  /** The sign that opens it; empty for words. */
  mark: string
}

/**
 * Goes through a request, and tells of each sign of its words and of each quoted text. Returns the rest from a quote that is never closed,
 * where it ends, or null.
 */
function scan(
  request: string,
  sign: (sign: string) => void,
  quoted: (text: string, mark: string) => void,
): string | null {
  // A quote without an end from here has none further on, so a thousand apostrophes do not need a thousand searches.
  const unclosed = new Set<string>()
  for (let index = 0; index < request.length; index++) {
    const mark = request.charAt(index)
    const opens = !unclosed.has(mark) && canOpen(request, index)
    const end = opens ? closingOf(request, index) : -1
    if (opens && end < 0) {
      if (!isApostrophe(mark)) return request.slice(index)
      unclosed.add(mark)
    }
    if (end < 0) {
      sign(mark)
      continue
    }
    quoted(request.slice(index + 1, end), mark)
    index = end
  }
  return null
}

/** Splits a request at its quotes. `open` as in `Unquoted`; the pieces end there. */
export function piecesOf(request: string): { pieces: Piece[]; open: string | null } {
  const pieces: Piece[] = []
  let words = ''
  const endWords = () => {
    if (words !== '') pieces.push({ text: words, mark: '' })
    words = ''
  }
  const open = scan(
    request,
    (sign) => {
      words += sign
    },
    (text, mark) => {
      endWords()
      pieces.push({ text, mark })
    },
  )
  endWords()
  return { pieces, open }
}

export function takeQuotes(request: string): Unquoted {
  const texts: string[] = []
  let text = ''
  const open = scan(
    request,
    (sign) => {
      text += sign === MARK ? ' ' : sign
    },
    (quoted) => {
      text += `${MARK}${texts.push(quoted) - 1}${MARK}`
    },
  )
  return { text, texts, open }
}

/** Writes a piece as it stood, or in other quotes where its own would end in it. */
export const written = ({ text, mark }: Piece): string => {
  if (mark === '') return text
  const whole = `${mark}${text}${PAIRS[mark] ?? mark}`
  const [only, more] = piecesOf(whole).pieces
  return more === undefined && only?.text === text ? whole : quote(text)
}

/** Puts the quoted texts back in their places, without quotes. */
export const putBack = (text: string, texts: string[]): string =>
  text.replace(MARKED, (_, index: string) => texts[Number(index)] ?? '')

/** Lists the quoted texts that stand in this part of a text. */
export const quotedIn = (part: string, texts: string[]): string[] =>
  [...part.matchAll(MARKED)].map(([, index]) => texts[Number(index)] ?? '')

/** Puts the quoted texts back in quotes that do not occur in them, so that the result can be parsed again. */
export const putBackQuoted = (text: string, texts: string[]): string =>
  text.replace(MARKED, (_, index: string) => quote(texts[Number(index)] ?? ''))

/** Writes a phrase for messages: a name is quoted once, whether or not the person has quoted it. */
export function inQuotes(written: string): string {
  const { text, texts } = takeQuotes(written)
  return hasQuoted(text)
    ? text.replace(MARKED, (_, index: string) => `“${texts[Number(index)] ?? ''}”`)
    : `“${written}”`
}

/** Puts a text into quotes that do not occur in it. */
export function quote(text: string): string {
  for (const [open, close] of [
    ['"', '"'],
    ['“', '”'],
    ['«', '»'],
    ['「', '」'],
    ['„', '“'],
  ] as const) {
    if (!text.includes(close)) return `${open}${text}${close}`
  }
  // The text was in single quotes, and one kind of these does not end in it.
  return /[’](?=$|[\s,;.>)])/.test(text) ? `'${text}'` : `‘${text}’`
}

export const isQuoted = (text: string): boolean => new RegExp(`^${MARK}\\d+${MARK}$`).test(text)
export const hasQuoted = (text: string): boolean => text.includes(MARK)
