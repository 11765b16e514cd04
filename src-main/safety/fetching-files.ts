// Tells whether a file fetches from elsewhere when it is shown: a page, a picture list, or an office document that links to an address.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { statOf } from '../core/stat.ts'
import { headOf, isFormatted, isPlainText } from './program-files.ts'

/** Text files that fetch from elsewhere when they are shown. */
const FETCHING_ENDING = /\.([xms]?html?|xht|mhtml?|svgz?|fod[stgp]|rtf|xml|eml|m3u8?|pls|xspf)$/i

/** Bytes of a file above which its content is not looked through: it counts as fetching. */
const MOST_BYTES = 64 * 1024 * 1024
/** Bytes of one part of a document, unpacked. */
const MOST_PART = 32 * 1024 * 1024

/** An address that a document names as the source of something: a picture, a sheet, an object, a template. */
const LINK =
  /(?<![\w:-])(?:(?!xmlns:)[\w-]+:)?(?:href|target|src|source|url|link|command|file-name|address)\s*=\s*["'](?:https?|ftps?|smb|davs?|webdav|\\\\|file:\/\/(?!\/|localhost))/i
const FETCHING_FUNCTION = /\b(?:WEBSERVICE|DDE|IMAGE|FILTERXML|RTD)\s*\(/
/** `http://` in older formats of an office, also in letters of two bytes. */
const PLAIN_ADDRESS = /(?:h\0?t\0?t\0?p\0?s?\0?|f\0?t\0?p\0?|s\0?m\0?b\0?):\0?\/\0?\/|\\\0?\\\0?[a-z0-9]/i

const ZIP = 0x04034b50
const OLE = 0xe011cfd0
const CENTRAL_ENTRY = 0x02014b50
const CENTRAL_END = 0x06054b50

/** Only files that the run may have written need this. One that can't be read or is too large counts as fetching. */
export function fetchesWhenShown(path: string): boolean {
  if (FETCHING_ENDING.test(path)) return true
  let bytes: Buffer | null
  try {
    bytes = contentOf(path)
    if (bytes === null) return false
    if (bytes.readUInt32LE(0) === OLE) return PLAIN_ADDRESS.test(bytes.toString('latin1'))
    return partsOf(bytes).some((part) => LINK.test(part) || FETCHING_FUNCTION.test(part))
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

/** Gives the bytes of a packed or older office document; null for any other file. */
function contentOf(path: string): Buffer | null {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const head = Buffer.alloc(4)
    if (readSync(file, head, 0, 4, 0) < 4 || ![ZIP, OLE].includes(head.readUInt32LE(0))) return null
    if (size > MOST_BYTES) throw new RangeError('It is too large.')
    const bytes = Buffer.alloc(size)
    readSync(file, bytes, 0, size, 0)
    return bytes
  } finally {
    closeSync(file)
  }
}

/** Unpacks the texts of a document in a zip file. What is drawn or heard in it is left out. */
function partsOf(bytes: Buffer): string[] {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || bytes.readUInt32LE(end) !== CENTRAL_END) throw new RangeError('It has no list of its parts.')
  const parts: string[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== CENTRAL_ENTRY) throw new RangeError('The list of its parts is broken.')
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    if (/\.(xml|rels|rdf|x?html?|svg|vml|xba|fodt)$/i.test(name)) parts.push(partAt(bytes, at))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}

function partAt(bytes: Buffer, entry: number): string {
  const method = bytes.readUInt16LE(entry + 10)
  const packed = bytes.readUInt32LE(entry + 20)
  const at = bytes.readUInt32LE(entry + 42)
  const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const part = bytes.subarray(begin, begin + packed)
  return (method === 0 ? part : inflateRawSync(part, { maxOutputLength: MOST_PART })).toString('latin1')
}
