// Unpacks the texts of an office document, to look through them without an office.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

/** Bytes of a file above which its content is not looked through. */
const MOST_BYTES = 64 * 1024 * 1024
/** Bytes of one part of a document, unpacked. */
export const MOST_PART = 32 * 1024 * 1024

const ZIP = 0x04034b50
export const OLE = 0xe011cfd0
const CENTRAL_ENTRY = 0x02014b50
const CENTRAL_END = 0x06054b50

/** Gives the bytes of a packed or older office document; null for any other file. */
export function contentOf(path: string): Buffer | null {
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

/** Unpacks the parts of a document in a zip file whose names are wanted, byte by byte. */
export function packedTexts(bytes: Buffer, wanted: RegExp): string[] {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || bytes.readUInt32LE(end) !== CENTRAL_END) throw new RangeError('It has no list of its parts.')
  const parts: string[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== CENTRAL_ENTRY) throw new RangeError('The list of its parts is broken.')
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    if (wanted.test(name)) parts.push(partAt(bytes, at))
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

/** The main part of a text document, and the end of a paragraph in it. */
const OF_TEXT = /^(?:content\.xml|word\/document\.xml)$/
const PARAGRAPH = /<\/(?:text:[ph]|w:p)>/g

/** The words of a text document of an office, by paragraphs; null for a sheet, a drawing, and what can't be read. */
export function textOfDocument(path: string): string | null {
  try {
    const bytes = contentOf(path)
    if (bytes === null || bytes.readUInt32LE(0) === OLE) return null
    const [part = ''] = packedTexts(bytes, OF_TEXT)
    if (!/<(?:office:text|w:body)[\s>]/.test(part)) return null
    const words = part.slice(part.search(/<(?:office:text|w:body)[\s>]/)).replace(PARAGRAPH, '\n')
    return Buffer.from(words.replace(/<[^>]*>/g, ''), 'latin1').toString('utf8')
  } catch {
    return null
  }
}
