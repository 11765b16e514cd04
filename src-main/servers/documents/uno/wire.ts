// Reads and writes values as the UNO Remote Protocol has them on the wire (URP: big-endian, each `any` with its type). The types that are
// known here are those that documents use; a value of another type ends the call with its name.
import { ToolError } from '../../../core/errors.ts'

/** A value that carries its UNO type, for arguments whose type the receiver can't guess. */
export class Typed {
  readonly type: string
  readonly value: unknown
  constructor(type: string, value: unknown) {
    this.type = type
    this.value = value
  }
}

/** A reference to an object of the office; `type` is the interface under which it was given out. */
export class Reference {
  readonly oid: string
  readonly type: string
  constructor(oid: string, type: string) {
    this.oid = oid
    this.type = type
  }
}

export const XINTERFACE = 'com.sun.star.uno.XInterface'
/** An index that says “not kept in the cache”. */
const NO_CACHE = 0xff_ff
const SIMPLE = [
  'void', 'char', 'boolean', 'byte', 'short', 'unsigned short', 'long', 'unsigned long', 'hyper', 'unsigned hyper',
  'float', 'double', 'string', 'type', 'any',
] as const // prettier-ignore
const ENUM = 15
const STRUCT = 17
const EXCEPTION = 19
const SEQUENCE = 20
const INTERFACE = 22

/** The members of the structs that cross the border, base first. */
const STRUCTS: Record<string, Record<string, string>> = {
  'com.sun.star.beans.PropertyValue': { Name: 'string', Handle: 'long', Value: 'any', State: 'com.sun.star.beans.PropertyState' },
  'com.sun.star.beans.NamedValue': { Name: 'string', Value: 'any' },
  'com.sun.star.table.CellRangeAddress': { Sheet: 'short', StartColumn: 'long', StartRow: 'long', EndColumn: 'long', EndRow: 'long' },
  'com.sun.star.table.CellAddress': { Sheet: 'short', Column: 'long', Row: 'long' },
  'com.sun.star.awt.Size': { Width: 'long', Height: 'long' },
  'com.sun.star.awt.Point': { X: 'long', Y: 'long' },
  'com.sun.star.lang.Locale': { Language: 'string', Country: 'string', Variant: 'string' },
  'com.sun.star.frame.DispatchResultEvent': { Source: 'com.sun.star.uno.XInterface', State: 'short', Result: 'any' },
  'com.sun.star.table.TableSortField': {
    Field: 'long', IsAscending: 'boolean', IsCaseSensitive: 'boolean', FieldType: 'com.sun.star.table.TableSortFieldType', CollatorLocale: 'com.sun.star.lang.Locale', CollatorAlgorithm: 'string',
  },
} // prettier-ignore
const ENUMS = new Set([
  'com.sun.star.beans.PropertyState',
  'com.sun.star.table.CellContentType',
  'com.sun.star.table.TableSortFieldType',
  'com.sun.star.awt.FontSlant',
  'com.sun.star.table.CellHoriJustify',
  'com.sun.star.style.ParagraphAdjust',
  'com.sun.star.text.PageNumberType',
  'com.sun.star.style.PageStyleLayout',
  'com.sun.star.drawing.FillStyle',
])

function classOf(type: string): number {
  const simple = (SIMPLE as readonly string[]).indexOf(type)
  if (simple !== -1) return simple
  if (type.startsWith('[]')) return SEQUENCE
  if (type in STRUCTS) return STRUCT
  return ENUMS.has(type) ? ENUM : INTERFACE
}

/** Gives the type that a plain value has in an `any`. */
function typeOf(value: unknown): string {
  if (value instanceof Typed || value instanceof Reference) return value.type
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
      return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? 'long' : 'double'
    default:
      return Array.isArray(value) ? '[]any' : 'void'
  }
}

export class Writer {
  readonly #parts: Buffer[] = []

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }

  u8(value: number): this {
    this.#parts.push(Buffer.of(value & 0xff))
    return this
  }

  u16(value: number): this {
    const part = Buffer.alloc(2)
    part.writeUInt16BE(value & 0xff_ff)
    this.#parts.push(part)
    return this
  }

  u32(value: number): this {
    const part = Buffer.alloc(4)
    part.writeUInt32BE(value >>> 0)
    this.#parts.push(part)
    return this
  }

  count(value: number): this {
    return value < 0xff ? this.u8(value) : this.u8(0xff).u32(value)
  }

  raw(bytes: Buffer): this {
    this.count(bytes.length).#parts.push(bytes)
    return this
  }

  string(value: string): this {
    return this.raw(Buffer.from(value, 'utf8'))
  }

  oid(value: string): this {
    return this.string(value).u16(NO_CACHE)
  }

  tid(value: Buffer): this {
    return this.raw(value).u16(NO_CACHE)
  }

  type(name: string): this {
    const kind = classOf(name)
    return kind < SIMPLE.length
      ? this.u8(kind)
      : this.u8(kind | 0x80)
          .u16(NO_CACHE)
          .string(name)
  }

  value(type: string, given: unknown): this {
    const value = given instanceof Typed ? given.value : given
    switch (type) {
      case 'void':
        return this
      case 'boolean':
        return this.u8(value === true ? 1 : 0)
      case 'byte':
        return this.u8(Number(value))
      case 'short':
      case 'unsigned short':
      case 'char':
        return this.u16(Number(value))
      case 'long':
      case 'unsigned long':
        return this.u32(Number(value))
      case 'float': {
        const part = Buffer.alloc(4)
        part.writeFloatBE(Number(value))
        this.#parts.push(part)
        return this
      }
      case 'double': {
        const part = Buffer.alloc(8)
        part.writeDoubleBE(Number(value))
        this.#parts.push(part)
        return this
      }
      case 'string':
        return this.string(String(value))
      case 'type':
        return this.type(String(value))
      case 'any': {
        const own = typeOf(given)
        return this.type(own).value(own, given)
      }
      default:
        return this.#composed(type, value)
    }
  }

  #composed(type: string, value: unknown): this {
    const kind = classOf(type)
    if (kind === ENUM) return this.u32(Number(value))
    if (kind === SEQUENCE) {
      const items = value as unknown[]
      this.count(items.length)
      for (const item of items) this.value(type.slice(2), item)
      return this
    }
    if (kind === STRUCT) {
      const members = value as Record<string, unknown>
      for (const [name, member] of Object.entries(STRUCTS[type] ?? {})) this.value(member, members[name])
      return this
    }
    return this.oid(value instanceof Reference ? value.oid : '')
  }
}

/** What a connection remembers of the indexes that the other side gives to types and objects. */
export interface Caches {
  types: string[]
  oids: string[]
  tids: Buffer[]
}

export class Reader {
  readonly #bytes: Buffer
  readonly #caches: Caches
  #at = 0

  constructor(bytes: Buffer, caches: Caches) {
    this.#bytes = bytes
    this.#caches = caches
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#pass(1))
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#pass(2))
  }

  i32(): number {
    return this.#bytes.readInt32BE(this.#pass(4))
  }

  count(): number {
    const short = this.u8()
    return short === 0xff ? this.#bytes.readUInt32BE(this.#pass(4)) : short
  }

  raw(): Buffer {
    const length = this.count()
    const at = this.#pass(length)
    return this.#bytes.subarray(at, at + length)
  }

  string(): string {
    return this.raw().toString('utf8')
  }

  oid(): string {
    const name = this.string()
    const index = this.u16()
    if (name === '') return index === NO_CACHE ? '' : (this.#caches.oids[index] ?? '')
    if (index !== NO_CACHE) this.#caches.oids[index] = name
    return name
  }

  tid(): Buffer {
    const bytes = this.raw()
    const index = this.u16()
    if (bytes.length === 0) return this.#caches.tids[index] ?? bytes
    if (index !== NO_CACHE) this.#caches.tids[index] = Buffer.from(bytes)
    return bytes
  }

  /** Returns a name as in `SIMPLE`, with a mark before the types that can't be told from it: an enum, an exception. */
  type(): string {
    const flags = this.u8()
    const kind = flags & 0x7f
    if (kind < SIMPLE.length) return SIMPLE[kind] ?? 'void'
    const index = this.u16()
    if ((flags & 0x80) === 0) return this.#caches.types[index] ?? 'void'
    const name = this.string()
    const marked = kind === ENUM ? `enum ${name}` : kind === EXCEPTION ? `exception ${name}` : name
    if (index !== NO_CACHE) this.#caches.types[index] = marked
    return marked
  }

  /** A hyper that a double can't hold loses its last digits: no document tool needs them. */
  value(type: string): unknown {
    switch (type) {
      case 'void':
        return null
      case 'boolean':
        return this.u8() !== 0
      case 'byte':
        return this.#bytes.readInt8(this.#pass(1))
      case 'char':
      case 'unsigned short':
        return this.u16()
      case 'short':
        return this.#bytes.readInt16BE(this.#pass(2))
      case 'long':
        return this.i32()
      case 'unsigned long':
        return this.#bytes.readUInt32BE(this.#pass(4))
      case 'hyper':
      case 'unsigned hyper':
        return Number(this.#bytes.readBigInt64BE(this.#pass(8)))
      case 'float':
        return this.#bytes.readFloatBE(this.#pass(4))
      case 'double':
        return this.#bytes.readDoubleBE(this.#pass(8))
      case 'string':
        return this.string()
      case 'type':
        return this.type()
      case 'any':
        return this.any()
      default:
        return this.#composed(type)
    }
  }

  any(): unknown {
    return this.value(this.type())
  }

  #composed(type: string): unknown {
    if (type.startsWith('[]')) {
      const item = type.slice(2)
      const count = this.count()
      return Array.from({ length: count }, () => this.value(item))
    }
    if (type.startsWith('enum ') || ENUMS.has(type)) return this.i32()
    const members = STRUCTS[type]
    if (members) {
      return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, this.value(member)]))
    }
    if (type.startsWith('exception ')) return this.#exception(type.slice(10))
    if (!/\.X[A-Z]\w*$/.test(type))
      throw new ToolError(`The office answered with a ${type}, which is not known here.`)
    const oid = this.oid()
    return oid === '' ? null : new Reference(oid, type)
  }

  /** What an invoked method has thrown stands in the exception of the invocation. The rest is not read: a message is alone in its block. */
  #exception(name: string): unknown {
    const message = this.string()
    this.oid()
    return name.endsWith('.InvocationTargetException') ? this.any() : { exception: name, message }
  }

  #pass(length: number): number {
    const at = this.#at
    if (at + length > this.#bytes.length) throw new ToolError('The office sent half a message.')
    this.#at += length
    return at
  }
}
