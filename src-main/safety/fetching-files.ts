// Tells whether a file fetches from elsewhere when it is shown: a page, a picture list, or an office document that links to an address.
import { readFileSync } from 'node:fs'
import { statOf } from '../core/stat.ts'
import { contentOf, MOST_PART, OLE, packedTexts } from './packed-documents.ts'
import { headOf, isFormatted, isPlainText } from './program-files.ts'

/** Text files that fetch from elsewhere when they are shown. */
const FETCHING_ENDING = /\.([xms]?html?|xht|mhtml?|svgz?|fod[stgp]|rtf|xml|eml|m3u8?|pls|xspf)$/i

/** Parts with texts. What is drawn or heard in a document is left out. */
const TEXT_PART = /\.(xml|rels|rdf|x?html?|svg|vml|xba|fodt)$/i

/** An address that a document names as the source of something: a picture, a sheet, an object, a template. */
const LINK =
  /(?<![\w:-])(?:(?!xmlns:)[\w-]+:)?(?:href|target|src|source|url|link|command|file-name|address)\s*=\s*["'](?:https?|ftps?|smb|davs?|webdav|\\\\|file:\/\/(?!\/|localhost))/i
const FETCHING_FUNCTION = /\b(?:WEBSERVICE|DDE|IMAGE|FILTERXML|RTD)\s*\(/
/** `http://` in older formats of an office, also in letters of two bytes. */
const PLAIN_ADDRESS = /(?:h\0?t\0?t\0?p\0?s?\0?|f\0?t\0?p\0?|s\0?m\0?b\0?):\0?\/\0?\/|\\\0?\\\0?[a-z0-9]/i

/** Only files that the run may have written need this. One that can't be read or is too large counts as fetching. */
export function fetchesWhenShown(path: string): boolean {
  if (FETCHING_ENDING.test(path)) return true
  let bytes: Buffer | null
  try {
    bytes = contentOf(path)
    if (bytes === null) return false
    if (bytes.readUInt32LE(0) === OLE) return PLAIN_ADDRESS.test(bytes.toString('latin1'))
    return packedTexts(bytes, TEXT_PART).some((part) => LINK.test(part) || FETCHING_FUNCTION.test(part))
  } catch {
    return true
  }
}

/** An address of whatever scheme. Names of XML's vocabularies look alike, and nobody fetches from them. */
const ADDRESS = /(?<!\bxmlns(?::[\w-]+)?\s*=\s*["'])\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>\\]+/gi

const OFFICE_ENDING = /\.(?:pdf|do[ct][xm]?|xl[st][xm]?|pp[ts][xm]?|o[dt][tspgfb]|pages|numbers|key)$/i
// oxlint-disable-next-line no-control-regex -- a packed or binary file has them among its first bytes
const NO_TEXT = /^%PDF|[\u0001-\u0008\u000e-\u001f]/

/** Whether a file called a document is a text. An office goes by what is in it: a web page called `letter.doc` is a web page there. */
const isTextOfOffice = (path: string): boolean =>
  OFFICE_ENDING.test(path) && !NO_TEXT.test(headOf(path)?.toString('latin1') ?? '')

/**
 * Lists the addresses in a text whose ending does not say that it is only read: a program that lists what to play, to draw or to load goes by
 * what is written there. With `byContent` no ending counts, as players recognise their lists by the first line.
 */
export function addressesToLoad(path: string, byContent: boolean): string[] {
  if (!byContent && (isPlainText(path) || (isFormatted(path) && !isTextOfOffice(path)))) return []
  if ((statOf(path)?.size ?? 0) > MOST_PART) return [path]
  try {
    // Every second byte of a text in letters of two bytes is zero.
    return readFileSync(path, 'latin1').replaceAll('\0', '').match(ADDRESS) ?? []
  } catch {
    return [path]
  }
}
