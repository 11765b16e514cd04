// Recognises formulas of sheets that fetch from elsewhere, or send something there.

const FETCHING =
  /\b(WEBSERVICE|WEBDIENST|SERVICEWEB|SERVICIOWEB|SERVI[CÇ]OWEB|SERVIZIO\.WEB|IMPORT(XML|DATA|HTML|FEED|RANGE)|IMAGE|RTD|DDE|FILTERXML|HYPERLINK|CALL|REGISTER\.ID|STOCKHISTORY)\s*\(|\bINDIRECT\s*\(.*['/#]|'#\$?\w|^[=+@-].*\b(https?|ftp|file|smb):|^[=+@-].*\|.*!/i

export const isFetching = (text: string): boolean => FETCHING.test(text.trim())

/** Tells whether a copied text has such a formula in one of its cells. */
export const hasFetchingCell = (text: string): boolean => text.split(/[\t\n\r]/).some(isFetching)
