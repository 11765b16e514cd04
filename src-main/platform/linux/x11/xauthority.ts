// Reads and writes the Xauthority file format (Xau(3)): who may connect to which display. Big-endian, five fields an entry.
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'

const FAMILY_LOCAL = 256
const FAMILY_WILD = 65535
const COOKIE_NAME = 'MIT-MAGIC-COOKIE-1'

interface Entry {
  family: number
  address: string
  display: string
  name: string
  data: string
}

/** Parses the entries of an Xauthority file; leaves out what is cut off at its end. Texts are latin1, so that bytes survive. */
export function parseXauthority(file: Buffer): Entry[] {
  const entries: Entry[] = []
  let offset = 0
  while (offset + 2 <= file.length) {
    const family = file.readUInt16BE(offset)
    offset += 2
    const fields: string[] = []
    while (fields.length < 4 && offset + 2 <= file.length) {
      const length = file.readUInt16BE(offset)
      if (offset + 2 + length > file.length) return entries
      fields.push(file.toString('latin1', offset + 2, offset + 2 + length))
      offset += 2 + length
    }
    const [address, display, name, data] = fields
    if (address === undefined || display === undefined || name === undefined || data === undefined) break
    entries.push({ family, address, display, name, data })
  }
  return entries
}

/** Makes an Xauthority file with one cookie of 16 bytes, valid for every display name. */
export function xauthorityFile(cookie: Buffer): Buffer {
  const field = (data: Buffer) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(data.length)
    return Buffer.concat([length, data])
  }
  const family = Buffer.alloc(2)
  family.writeUInt16BE(FAMILY_WILD)
  return Buffer.concat([
    family,
    field(Buffer.alloc(0)),
    field(Buffer.alloc(0)),
    field(Buffer.from(COOKIE_NAME)),
    field(cookie),
  ])
}

/** Finds the cookie for a display number, empty where there is none: some servers ask for none. */
export async function cookieFor(
  display: string,
  file: string | undefined,
): Promise<{ name: string; data: string }> {
  const none = { name: '', data: '' }
  if (!file) return none
  const content = await readFile(file).catch(() => null)
  if (!content) return none
  const host = hostname()
  const entry = parseXauthority(content).find(
    (one) =>
      one.name === COOKIE_NAME &&
      (one.family === FAMILY_WILD || (one.family === FAMILY_LOCAL && one.address === host)) &&
      (one.display === '' || one.display === display),
  )
  return entry ? { name: entry.name, data: entry.data } : none
}
