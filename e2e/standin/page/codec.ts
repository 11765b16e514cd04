// Structured values as text, both in the program and in a page: dates, maps, sets, bytes, errors, undefined, bigint. What
// can't be cloned throws, as in Electron. Runs in pages as it is: it imports nothing.
const TAG = '$standin'

type Tagged = Record<string, unknown> & { [TAG]?: string }

export function encodeValue(value: unknown): string {
  return JSON.stringify(pack(value, new Set()))
}

export function decodeValue(text: string): unknown {
  return unpack(JSON.parse(text))
}

function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer === 'function')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return (bytes as Uint8Array & { toBase64(): string }).toBase64()
}

function fromBase64(text: string): Uint8Array {
  if (typeof Buffer === 'function') return new Uint8Array(Buffer.from(text, 'base64'))
  return (Uint8Array as unknown as { fromBase64(given: string): Uint8Array }).fromBase64(text)
}

function pack(value: unknown, above: Set<unknown>): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { [TAG]: 'number', is: Object.is(value, -0) ? '-0' : String(value) }
  if (value === undefined) return { [TAG]: 'undefined' }
  if (typeof value === 'bigint') return { [TAG]: 'bigint', is: String(value) }
  if (typeof value !== 'object') throw new Error('An object could not be cloned.')
  if (above.has(value)) throw new Error('The stand-in can not send a value that holds itself.')
  above.add(value)
  try {
    return packObject(value, above)
  } finally {
    above.delete(value)
  }
}

function packObject(value: object, above: Set<unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => pack(item, above))
  if (value instanceof Date) return { [TAG]: 'date', is: value.getTime() }
  if (value instanceof Map) return { [TAG]: 'map', is: [...value].map((pair) => pack(pair, above)) }
  if (value instanceof Set) return { [TAG]: 'set', is: [...value].map((item) => pack(item, above)) }
  if (value instanceof Error)
    return { [TAG]: 'error', name: value.name, is: value.message, stack: value.stack }
  if (value instanceof ArrayBuffer) return { [TAG]: 'ArrayBuffer', is: toBase64(new Uint8Array(value)) }
  if (ArrayBuffer.isView(value)) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    // Node's Buffer is a Uint8Array to a page, as in Electron.
    const kind = Object.prototype.toString.call(value).slice(8, -1)
    return { [TAG]: 'bytes', kind, is: toBase64(bytes) }
  }
  if (value instanceof Promise || value instanceof WeakMap) throw new Error('An object could not be cloned.')
  const packed: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) packed[key] = pack(item, above)
  return TAG in packed ? { [TAG]: 'object', is: packed } : packed
}

function unpack(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(unpack)
  const tagged = value as Tagged
  const is = tagged['is']
  switch (tagged[TAG]) {
    case undefined:
    case 'object': {
      const source = tagged[TAG] === undefined ? tagged : (is as Tagged)
      return Object.fromEntries(Object.entries(source).map(([key, item]) => [key, unpack(item)]))
    }
    case 'undefined':
      return undefined
    case 'number':
      return Number(is)
    case 'bigint':
      return BigInt(is as string)
    case 'date':
      return new Date(is as number)
    case 'map':
      return new Map((is as unknown[]).map((pair) => unpack(pair) as [unknown, unknown]))
    case 'set':
      return new Set((is as unknown[]).map(unpack))
    case 'error': {
      const error = new Error(is as string)
      error.name = tagged['name'] as string
      return error
    }
    case 'ArrayBuffer':
      return fromBase64(is as string).buffer
    case 'bytes': {
      const bytes = fromBase64(is as string)
      const kind = tagged['kind'] as string
      if (kind === 'Uint8Array') return bytes
      const constructor = (globalThis as unknown as Record<string, new (buffer: ArrayBufferLike) => unknown>)[
        kind
      ]
      if (!constructor) throw new Error(`No such kind of bytes: ${kind}`)
      return new constructor(bytes.buffer)
    }
    default:
      throw new Error('Not a value of the stand-in.')
  }
}
