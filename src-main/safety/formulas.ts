// Recognises formulas of sheets that fetch from elsewhere, or send something there.

/** Names of functions in the languages that offices have them in: any with “web” in it fetches. */
const FUNCTIONS =
  /(?:^|[^\p{L}\p{N}_])(?:[\p{L}.]*(?:WEB|ВЕБ)[\p{L}.]*|VERKKOPALVELU|USŁUGA\.[\p{L}.]+|IMPORT(?:XML|DATA|HTML|FEED|RANGE)|IMAGE[NM]?|IMMAGINE|BILD|RTD|DDE|FILTERXML|HYPERLINK|CALL|EXEC|REGISTER(?:\.ID)?|SQL\.REQUEST|PY|STOCKHISTORY)(?:\(|(?<=^[=+@{-].*)\s+\()/iu
const INDIRECTION = /(?:INDIR\p{L}*|ДВССЫЛ)\s*\(.*['/#]/iu
const ADDRESS = /'#\$?\w|^[=+@-].*\b(https?|ftp|file|smb):|^[=+@-].*\|.*!/i

export const isFetching = (text: string): boolean =>
  [FUNCTIONS, INDIRECTION, ADDRESS].some((pattern) => pattern.test(text.trim()))

/** Tells whether a copied text has such a formula in one of its cells. */
export const hasFetchingCell = (text: string): boolean => text.split(/[\t\n\r]/).some(isFetching)
