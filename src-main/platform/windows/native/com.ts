// Calls COM interfaces by the positions of their methods, and reads what they give. An object is its pointer, a bigint.
import { koffi, native, pointerOf, pointerPlace } from '../../native/library.ts'
import { peek, wide } from './memory.ts'

export type ComObject = bigint

export const S_OK = 0

const MULTITHREADED = 0
const IN_THIS_PROCESS = 1
const ADD_REF = 1
const RELEASE = 2
/** A VARIANT of 64-bit Windows. */
const VARIANT_SIZE = 24
const VT = { empty: 0, i4: 3, r8: 5, bstr: 8, bool: 11, arrayOfI4: 0x2003 } as const
/** Variant types that own no memory, so nothing has to be freed. */
const PLAIN: ReadonlySet<number> = new Set([VT.empty, VT.i4, VT.r8, VT.bool])

const coInitializeEx = native<(reserved: null, flags: number) => number>(
  'ole32.dll',
  'int32_t __stdcall CoInitializeEx(void *reserved, uint32_t flags)',
)
const coCreateInstance = native<
  (classId: Buffer, outer: null, where: number, interfaceId: Buffer, object: BigInt64Array) => number
>(
  'ole32.dll',
  'int32_t __stdcall CoCreateInstance(uint8_t *classId, void *outer, uint32_t where, uint8_t *interfaceId, _Out_ int64_t *object)',
)
const sysStringLength = native<(text: bigint) => number>(
  'oleaut32.dll',
  'uint32_t __stdcall SysStringLen(intptr_t text)',
)
const sysAllocString = native<(text: Buffer) => unknown>(
  'oleaut32.dll',
  'intptr_t __stdcall SysAllocString(uint8_t *text)',
)
const sysFreeString = native<(text: bigint) => void>(
  'oleaut32.dll',
  'void __stdcall SysFreeString(intptr_t text)',
)
const variantClear = native<(variant: Buffer) => number>(
  'oleaut32.dll',
  'int32_t __stdcall VariantClear(_Inout_ uint8_t *variant)',
)
const destroyArray = native<(array: bigint) => number>(
  'oleaut32.dll',
  'int32_t __stdcall SafeArrayDestroy(intptr_t array)',
)

/** Makes of `ff48dba4-60ef-…` what Windows keeps: the first three parts with their bytes in reverse order. */
export function guid(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex')
  bytes.subarray(0, 4).reverse()
  bytes.subarray(4, 6).reverse()
  bytes.subarray(6, 8).reverse()
  return bytes
}

/** Call it once per thread, before anything else of COM. */
export const enterApartment = (): void => void coInitializeEx(null, MULTITHREADED)

/** Makes an object of a class that is installed; null where there is none, or none with this interface. */
export function createObject(classId: Buffer, interfaceId: Buffer): ComObject | null {
  const object = pointerPlace()
  const code = coCreateInstance(classId, null, IN_THIS_PROCESS, interfaceId, object)
  return code === S_OK ? (object[0] ?? 0n) : null
}

interface Method {
  (self: ComObject, ...args: unknown[]): number
  async(self: ComObject, ...rest: unknown[]): void
}

/** Signature → its prototype, and address → the method there as a function. */
const signatures = new Map<string, { prototype: unknown; methods: Map<bigint, Method> }>()

function signatureOf(signature: string) {
  const kept = signatures.get(signature)
  if (kept) return kept
  const parameters = signature === '' ? '' : `, ${signature}`
  const prototype = koffi().proto(`int32_t __stdcall ComMethod${signatures.size}(intptr_t self${parameters})`)
  const made = { prototype, methods: new Map<bigint, Method>() }
  signatures.set(signature, made)
  return made
}

function methodAt(object: ComObject, place: number, signature: string): Method {
  const { decode } = koffi()
  const table = pointerOf(decode.int64(object))
  const address = pointerOf(decode.int64(table + BigInt(place * 8)))
  const { prototype, methods } = signatureOf(signature)
  let method = methods.get(address)
  if (!method) methods.set(address, (method = decode(address, prototype as never) as Method))
  return method
}

/** Returns the HRESULT, without a sign. `signature` are the C parameters after the object itself. */
export const call = (object: ComObject, place: number, signature = '', ...args: unknown[]): number =>
  methodAt(object, place, signature)(object, ...args) >>> 0

/** Does the same on another thread, because a call to another process may take long. The object stays alive until then. */
export function callAside(
  object: ComObject,
  place: number,
  signature = '',
  ...args: unknown[]
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const method = methodAt(object, place, signature)
  retain(object)
  method.async(object, ...args, (error: Error | null, code: number) => {
    release(object)
    if (error) reject(error)
    else resolve(code >>> 0)
  })
  return promise
}

/** Keeps an object alive until it is released once more. */
export const retain = (object: ComObject): void => void call(object, ADD_REF)
export const release = (object: ComObject): void => void (object === 0n ? 0 : call(object, RELEASE))

/** Reads a text of COM and frees it. */
export function takeText(text: bigint): string {
  if (text === 0n) return ''
  const length = sysStringLength(text)
  const read = length === 0 ? '' : peek(text, length * 2).toString('utf16le')
  sysFreeString(text)
  return read
}

/** Makes a text of COM; whoever makes it frees it with `takeText`. */
export const makeText = (text: string): bigint => pointerOf(sysAllocString(wide(text)))

/** Where the parts of a SAFEARRAY with one dimension are. */
const ARRAY = { size: 32, data: 16, count: 24 } as const

function bytesOfArray(array: bigint, itemSize: number): Buffer {
  if (array === 0n) return Buffer.alloc(0)
  const head = peek(array, ARRAY.size)
  return peek(head.readBigInt64LE(ARRAY.data), head.readUInt32LE(ARRAY.count) * itemSize)
}

/** Reads a SAFEARRAY of floating-point numbers and frees it. */
export function takeNumbers(array: bigint): number[] {
  const bytes = bytesOfArray(array, 8)
  if (array !== 0n) destroyArray(array)
  return Array.from({ length: bytes.length / 8 }, (_, at) => bytes.readDoubleLE(at * 8))
}

type VariantValue = string | number | boolean | null

export const emptyVariant = (): Buffer => Buffer.alloc(VARIANT_SIZE)

/** Makes a number that is passed by value, which 64-bit Windows does by a pointer. */
export function numberVariant(value: number): Buffer {
  const variant = emptyVariant()
  variant.writeUInt16LE(VT.i4, 0)
  variant.writeInt32LE(value, 8)
  return variant
}

/** Reads what a VARIANT holds, null for what has no meaning here, and empties it. Whole numbers in a row are `1.2.3`. */
export function takeVariant(variant: Buffer): VariantValue {
  const type = variant.readUInt16LE(0)
  let value: VariantValue = null
  if (type === VT.bstr) {
    const text = variant.readBigInt64LE(8)
    const length = text === 0n ? 0 : sysStringLength(text)
    value = length === 0 ? '' : peek(text, length * 2).toString('utf16le')
  } else if (type === VT.i4) value = variant.readInt32LE(8)
  else if (type === VT.r8) value = variant.readDoubleLE(8)
  else if (type === VT.bool) value = variant.readInt16LE(8) !== 0
  else if (type === VT.arrayOfI4) {
    const bytes = bytesOfArray(variant.readBigInt64LE(8), 4)
    value = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readInt32LE(at * 4)).join('.')
  }
  if (!PLAIN.has(type)) variantClear(variant)
  return value
}
