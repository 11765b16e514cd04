// Recognises formulas of sheets that fetch from elsewhere, or send something there.

/** Names of functions in the languages that offices have them in: any with “web” in it fetches. */
const FUNCTIONS =
  /(?:^|[^\p{L}\p{N}_])(?:[\p{L}.]*(?:WEB|ВЕБ)[\p{L}.]*|VERKKOPALVELU|USŁUGA\.[\p{L}.]+|IMPORT(?:XML|DATA|HTML|FEED|RANGE)|IMAGE[NM]?|IMMAGINE|BILD|RTD|DDE|FILTERXML|HYPERLINK|CALL|EXEC|REGISTER(?:\.ID)?|SQL\.REQUEST|PY|STOCKHISTORY)(?:\(|(?<=^[=+@{-].*)\s+\()/iu
const INDIRECTION = /(?:INDIR\p{L}*|ДВССЫЛ)\s*\(.*['/#]/iu
const ADDRESS = /'#\$?\w|^[=+@-].*\b(https?|ftp|file|smb):|^[=+@-].*\|.*!/i

export const isFetching = (text: string): boolean =>
  [FUNCTIONS, INDIRECTION, ADDRESS].some((pattern) => pattern.test(text.trim()))

/** Tells whether a copied text has such a formula in one of its cells. */
export const hasFetchingCell = (text: string): boolean =>
  text.split(/[\t\n\r]/).some((cell) => isFetching(cell) || isIndirect(cell))

/** What gives a number, which can be no part of an address of its own, and the address of a cell by its two numbers. */
const OF_NUMBERS =
  /\b(?:(?:ROWS?|COLUMNS?|MATCH|COUNT\w*|LEN|SUM|MAX|MIN|YEAR|MONTH|DAY|TODAY|NOW)\([^()"]*\)|ADDRESS\([^()",;]*[,;][^()",;]*\))/giu
/** The place that a text names, up to the parenthesis that closes it. */
const NAMED_BY_TEXT = /^[=+@-].*?(?:INDIR\p{L}*|ДВССЫЛ)\s*\(((?:[^()]|\([^()]*\))*)/iu

/**
 * Tells whether a formula refers to a place whose text other cells or functions give: together they can name a sheet elsewhere, though none of
 * them is an address alone.
 */
export function isIndirect(text: string): boolean {
  const known = text
    .trim()
    .replace(/"(?:[^"]|"")*"/g, '""')
    .replace(OF_NUMBERS, '0')
  return /\p{L}/u.test(NAMED_BY_TEXT.exec(known)?.[1] ?? '')
}
