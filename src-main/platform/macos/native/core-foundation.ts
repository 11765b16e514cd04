// Makes and reads values of Core Foundation. What a function with Create or Copy in its name gives belongs to the caller, who
// releases it once; what one with Get in its name gives does not. Sources: CFBase.h, CFString.h, CFNumber.h, CFArray.h,
// CFDictionary.h, CFData.h, CFURL.h.
import { koffi, libraryAt, pointerOf } from '../../native/library.ts'
import { fn, LIBRARY } from './frameworks.ts'

/** A reference, 0n for none. */
export type Ref = bigint

/** kCFNumberSInt64Type and kCFNumberFloat64Type. */
const NUMBER = { integer: 4, double: 6 } as const

const retainRef = fn<(ref: Ref) => unknown>('foundation', 'intptr_t CFRetain(intptr_t ref)')
const releaseRef = fn<(ref: Ref) => void>('foundation', 'void CFRelease(intptr_t ref)')
const typeOf = fn<(ref: Ref) => unknown>('foundation', 'uint64_t CFGetTypeID(intptr_t ref)')
const hash = fn<(ref: Ref) => unknown>('foundation', 'uint64_t CFHash(intptr_t ref)')

const stringType = fn<() => unknown>('foundation', 'uint64_t CFStringGetTypeID()')
const stringLength = fn<(text: Ref) => unknown>('foundation', 'int64_t CFStringGetLength(intptr_t text)')
const stringCharacters = fn<(text: Ref, range: Range, units: Uint16Array) => void>(
  'foundation',
  'void CFStringGetCharacters(intptr_t text, CFRange range, _Out_ uint16_t *units)',
)
const stringCreate = fn<(allocator: Ref, units: Buffer, length: number) => unknown>(
  'foundation',
  'intptr_t CFStringCreateWithCharacters(intptr_t allocator, uint8_t *units, int64_t length)',
)
const attributedType = fn<() => unknown>('foundation', 'uint64_t CFAttributedStringGetTypeID()')
const attributedText = fn<(text: Ref) => unknown>(
  'foundation',
  'intptr_t CFAttributedStringGetString(intptr_t text)',
)
const urlType = fn<() => unknown>('foundation', 'uint64_t CFURLGetTypeID()')
const urlText = fn<(url: Ref) => unknown>('foundation', 'intptr_t CFURLGetString(intptr_t url)')
const numberType = fn<() => unknown>('foundation', 'uint64_t CFNumberGetTypeID()')
const numberValue = fn<(number: Ref, type: number, value: Float64Array) => number>(
  'foundation',
  'uint8_t CFNumberGetValue(intptr_t number, int64_t type, _Out_ double *value)',
)
const numberCreate = fn<(allocator: Ref, type: number, value: Float64Array) => unknown>(
  'foundation',
  'intptr_t CFNumberCreate(intptr_t allocator, int64_t type, double *value)',
)
const integerCreate = fn<(allocator: Ref, type: number, value: BigInt64Array) => unknown>(
  'foundation',
  'intptr_t CFNumberCreate(intptr_t allocator, int64_t type, int64_t *value)',
)
const booleanType = fn<() => unknown>('foundation', 'uint64_t CFBooleanGetTypeID()')
const booleanValue = fn<(flag: Ref) => number>('foundation', 'uint8_t CFBooleanGetValue(intptr_t flag)')
const arrayType = fn<() => unknown>('foundation', 'uint64_t CFArrayGetTypeID()')
const arrayCount = fn<(array: Ref) => unknown>('foundation', 'int64_t CFArrayGetCount(intptr_t array)')
const arrayAt = fn<(array: Ref, at: number) => unknown>(
  'foundation',
  'intptr_t CFArrayGetValueAtIndex(intptr_t array, int64_t at)',
)
const arrayCreate = fn<(allocator: Ref, values: BigInt64Array, count: number, callbacks: Ref) => unknown>(
  'foundation',
  'intptr_t CFArrayCreate(intptr_t allocator, int64_t *values, int64_t count, intptr_t callbacks)',
)
const dictionaryType = fn<() => unknown>('foundation', 'uint64_t CFDictionaryGetTypeID()')
const dictionaryValue = fn<(dictionary: Ref, key: Ref) => unknown>(
  'foundation',
  'intptr_t CFDictionaryGetValue(intptr_t dictionary, intptr_t key)',
)
const dataType = fn<() => unknown>('foundation', 'uint64_t CFDataGetTypeID()')
const dataLength = fn<(data: Ref) => unknown>('foundation', 'int64_t CFDataGetLength(intptr_t data)')
const dataBytes = fn<(data: Ref, range: Range, bytes: Buffer) => void>(
  'foundation',
  'void CFDataGetBytes(intptr_t data, CFRange range, _Out_ uint8_t *bytes)',
)
const dataCreate = fn<(allocator: Ref, bytes: Buffer, length: number) => unknown>(
  'foundation',
  'intptr_t CFDataCreate(intptr_t allocator, uint8_t *bytes, int64_t length)',
)

export interface Range {
  location: number
  length: number
}

export function retain(ref: Ref): Ref {
  if (ref !== 0n) retainRef(ref)
  return ref
}

export function release(ref: Ref): void {
  if (ref !== 0n) releaseRef(ref)
}

/** Uses a value that belongs to the caller, and releases it. */
export function using<T>(ref: Ref, use: (ref: Ref) => T): T {
  try {
    return use(ref)
  } finally {
    release(ref)
  }
}

export const hashOf = (ref: Ref): bigint => BigInt.asUintN(64, pointerOf(hash(ref)))

const types = new Map<() => unknown, bigint>()

/** `type` is the function that gives the id of the type, which stays the same while the program runs. */
export function isOf(ref: Ref, type: () => unknown): boolean {
  if (ref === 0n) return false
  let id = types.get(type)
  if (id === undefined) types.set(type, (id = pointerOf(type())))
  return pointerOf(typeOf(ref)) === id
}

/** Reads a text, also one with attributes, and a URL; null for what is none. */
export function textIn(ref: Ref): string | null {
  if (isOf(ref, attributedType)) return textIn(pointerOf(attributedText(ref)))
  if (isOf(ref, urlType)) return textIn(pointerOf(urlText(ref)))
  if (!isOf(ref, stringType)) return null
  const length = Number(stringLength(ref))
  if (length === 0) return ''
  const units = new Uint16Array(length)
  stringCharacters(ref, { location: 0, length }, units)
  return Buffer.from(units.buffer).toString('utf16le')
}

export const makeText = (text: string): Ref =>
  pointerOf(stringCreate(0n, Buffer.from(text, 'utf16le'), text.length))

/** Reads a number; a flag is 0 or 1. */
export function numberIn(ref: Ref): number | null {
  const flag = flagIn(ref)
  if (flag !== null) return Number(flag)
  if (!isOf(ref, numberType)) return null
  const value = new Float64Array(1)
  return numberValue(ref, NUMBER.double, value) === 0 ? null : (value[0] ?? null)
}

export const makeNumber = (value: number): Ref =>
  pointerOf(
    Number.isInteger(value)
      ? integerCreate(0n, NUMBER.integer, new BigInt64Array([BigInt(value)]))
      : numberCreate(0n, NUMBER.double, new Float64Array([value])),
  )

export const flagIn = (ref: Ref): boolean | null => (isOf(ref, booleanType) ? booleanValue(ref) !== 0 : null)

/** Reads what a constant holds: `kCFBooleanTrue` is a variable with a reference. */
const constant = (name: string): Ref =>
  pointerOf(koffi().decode.int64(pointerOf(libraryAt(LIBRARY.foundation).symbol(name))))

/** A constant, which nobody has to release. */
export const makeFlag = (flag: boolean): Ref => constant(flag ? 'kCFBooleanTrue' : 'kCFBooleanFalse')

/** Gives the members of an array, which lives as long as they are used; none for what is no array. */
export function membersOf(ref: Ref): Ref[] {
  if (!isOf(ref, arrayType)) return []
  return Array.from({ length: Number(arrayCount(ref)) }, (_, at) => pointerOf(arrayAt(ref, at)))
}

/** Makes an array that keeps its members alive. */
export const makeArray = (members: readonly Ref[]): Ref =>
  pointerOf(
    arrayCreate(
      0n,
      new BigInt64Array(members),
      members.length,
      pointerOf(libraryAt(LIBRARY.foundation).symbol('kCFTypeArrayCallBacks')),
    ),
  )

/** Makes an array of plain numbers, as lists of window ids are. */
export const makePlainArray = (members: readonly number[]): Ref =>
  pointerOf(arrayCreate(0n, new BigInt64Array(members.map(BigInt)), members.length, 0n))

/** Reads an entry of a dictionary, 0n for none; it lives as long as the dictionary. */
export const entryOf = (dictionary: Ref, key: string): Ref =>
  isOf(dictionary, dictionaryType) ? pointerOf(dictionaryValue(dictionary, nameRef(key))) : 0n

export function bytesIn(ref: Ref): Buffer | null {
  if (!isOf(ref, dataType)) return null
  const length = Number(dataLength(ref))
  const bytes = Buffer.alloc(length)
  if (length > 0) dataBytes(ref, { location: 0, length }, bytes)
  return bytes
}

export const makeBytes = (bytes: Buffer): Ref => pointerOf(dataCreate(0n, bytes, bytes.length))

const names = new Map<string, Ref>()

/** Gives a name as a text that is made once and used again; nobody releases it. */
export function nameRef(name: string): Ref {
  let made = names.get(name)
  if (made === undefined) names.set(name, (made = makeText(name)))
  return made
}

/** Releases all names. The next use makes them again. */
export function releaseNames(): void {
  for (const made of names.values()) release(made)
  names.clear()
}
