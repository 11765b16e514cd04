// Reads property lists, as applications describe themselves in Info.plist: the binary and the XML form. Sources: CFBinaryPList.c and
// PropertyList-1.0.dtd of Apple.
export type Property = string | number | boolean | Buffer | Property[] | { [key: string]: Property }

const MAX_DEPTH = 40

/** Null for what is no property list, or a broken one. */
export function readPropertyList(bytes: Buffer): Property | null {
  try {
    return bytes.subarray(0, 8).toString('latin1') === 'bplist00'
      ? binary(bytes)
      : xml(bytes.toString('utf8'))
  } catch {
    return null
  }
}

export const isRecord = (value: Property | null | undefined): value is Record<string, Property> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)

function keyOf(value: Property): string {
  if (typeof value !== 'string') throw new TypeError('A key is no text.')
  return value
}

/** The file ends with 32 bytes: how wide numbers are, how many objects there are, which is the top, where their places are listed. */
function binary(bytes: Buffer): Property {
  const end = bytes.length - 32
  const placeWidth = bytes.readUInt8(end + 6)
  const refWidth = bytes.readUInt8(end + 7)
  const count = Number(bytes.readBigUInt64BE(end + 8))
  const top = Number(bytes.readBigUInt64BE(end + 16))
  const table = Number(bytes.readBigUInt64BE(end + 24))
  const numberAt = (at: number, width: number): number =>
    width <= 6 ? bytes.readUIntBE(at, width) : Number(bytes.readBigUInt64BE(at + width - 8))

  function objectAt(index: number, depth: number): Property {
    if (index >= count || depth > MAX_DEPTH) throw new RangeError('No such object.')
    let at = numberAt(table + index * placeWidth, placeWidth)
    const marker = bytes.readUInt8(at++)
    const kind = marker >> 4
    let size = marker & 15
    // A size that does not fit follows as a number of its own.
    if (size === 15 && kind >= 4) {
      const width = 1 << (bytes.readUInt8(at++) & 15)
      size = numberAt(at, width)
      at += width
    }
    const member = (position: number): Property =>
      objectAt(numberAt(at + position * refWidth, refWidth), depth + 1)
    switch (kind) {
      case 0:
        return size === 9
      case 1:
        return 1 << size === 8 ? Number(bytes.readBigInt64BE(at)) : numberAt(at, 1 << size)
      case 2:
        return 1 << size === 4 ? bytes.readFloatBE(at) : bytes.readDoubleBE(at)
      case 3:
        return bytes.readDoubleBE(at)
      case 4:
        return bytes.subarray(at, at + size)
      case 5:
        return bytes.toString('latin1', at, at + size)
      case 6:
        return Buffer.from(bytes.subarray(at, at + size * 2))
          .swap16()
          .toString('utf16le')
      case 10:
      case 12:
        return Array.from({ length: size }, (_, position) => member(position))
      case 13:
        return Object.fromEntries(
          Array.from({ length: size }, (_, position) => [keyOf(member(position)), member(position + size)]),
        )
      default:
        throw new RangeError('No such kind of object.')
    }
  }
  return objectAt(top, 0)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescape = (text: string): string =>
  text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) =>
      hex === undefined && decimal === undefined
        ? (ENTITIES[name ?? ''] ?? whole)
        : String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  )

function xml(text: string): Property {
  const tags = [...text.replaceAll(/<!--[\s\S]*?-->/g, '').matchAll(/<(\/?)(\w+)[^>]*?(\/?)>([^<]*)/g)]
  let at = tags.findIndex((tag) => tag[2] === 'plist') + 1

  function value(depth: number): Property {
    const [, closes = '', name = '', isEmpty = '', inside = ''] = tags[at++] ?? []
    if (closes !== '' || depth > MAX_DEPTH) throw new RangeError('A value is missing.')
    const isOver = () => {
      const next = tags[at]
      if (!next) throw new RangeError('It has no end.')
      if (next[1] === '') return false
      at++
      return true
    }
    if (name === 'true' || name === 'false') {
      if (isEmpty === '') at++
      return name === 'true'
    }
    if (name === 'array') {
      const members: Property[] = []
      if (isEmpty === '') while (!isOver()) members.push(value(depth + 1))
      return members
    }
    if (name === 'dict') {
      const entries: [string, Property][] = []
      if (isEmpty === '') while (!isOver()) entries.push([keyOf(value(depth + 1)), value(depth + 1)])
      return Object.fromEntries(entries)
    }
    if (isEmpty === '') at++
    if (name === 'integer' || name === 'real') return Number(inside)
    if (name === 'data') return Buffer.from(inside.replaceAll(/\s/g, ''), 'base64')
    return unescape(inside)
  }
  return value(0)
}
