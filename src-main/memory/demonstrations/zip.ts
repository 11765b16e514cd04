// Reads a file out of a ZIP archive such as Windows' Step Recorder writes. Sizes are bounded before anything is unpacked.
import { inflateRawSync } from 'node:zlib'
import { UserError } from '../../core/errors.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const STORED = 0
const DEFLATED = 8

/** Returns the first file whose name fits, unpacked; null where there is none. Throws UserError for a file that is no such archive. */
export function readFromZip(
  archive: Buffer,
  fits: (name: string) => boolean,
  longest: number,
): Buffer | null {
  try {
    return find(archive, fits, longest)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError('It is no ZIP archive that can be read.')
  }
}

function find(archive: Buffer, fits: (name: string) => boolean, longest: number): Buffer | null {
  const mark = Buffer.alloc(4)
  mark.writeUInt32LE(END)
  const end = archive.lastIndexOf(mark)
  if (end < 0) throw new UserError('It is no ZIP archive that can be read.')
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new UserError('It is no ZIP archive that can be read.')
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    if (fits(name)) return unpack(archive, at, longest)
    at += 46 + nameLength + extra + comment
  }
  return null
}

function unpack(archive: Buffer, entry: number, longest: number): Buffer {
  const method = archive.readUInt16LE(entry + 10)
  const packed = archive.readUInt32LE(entry + 20)
  const local = archive.readUInt32LE(entry + 42)
  if (archive.readUInt32LE(local) !== LOCAL) throw new UserError('It is no ZIP archive that can be read.')
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const data = archive.subarray(start, start + packed)
  if (method === STORED && data.length <= longest) return data
  if (method !== DEFLATED)
    throw new UserError('The archive is packed in a way that is not known, or too large.')
  return inflateRawSync(data, { maxOutputLength: longest })
}
