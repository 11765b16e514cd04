// Calls COM interfaces by the positions of their methods, and reads what they give. An object is its pointer, a bigint.
import { koffi, native, peek } from './memory.ts'

export type ComObject = bigint

export const S_OK = 0

const MULTITHREADED = 0
/** A VARIANT of 64-bit Windows. */
const VARIANT_SIZE = 24
const VT = { empty: 0, i4: 3, r8: 5, bstr: 8, bool: 11 } as const

const coInitializeEx = native<(reserved: null, flags: number) => number>(
  'ole32.dll',
  'int32_t __stdcall CoInitializeEx(void *reserved, uint32_t flags)',
)
const sysStringLength = native<(text: bigint) => number>(
  'oleaut32.dll',
  'uint32_t __stdcall SysStringLen(intptr_t text)',
)
const variantClear = native<(variant: Buffer) => number>(
  'oleaut32.dll',
  'int32_t __stdcall VariantClear(_Inout_ uint8_t *variant)',
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

const prototypes = new Map<string, unknown>()

function prototypeOf(signature: string): unknown {
  const kept = prototypes.get(signature)
  if (kept !== undefined) return kept
  const parameters = signature === '' ? '' : `, ${signature}`
  const prototype = koffi().proto(`int32_t __stdcall ComMethod${prototypes.size}(intptr_t self${parameters})`)
  prototypes.set(signature, prototype)
  return prototype
}

/** Returns the HRESULT, without a sign. `signature` are the C parameters after the object itself. */
export function call(object: ComObject, place: number, signature = '', ...args: unknown[]): number {
  const table = peek(object, 8).readBigInt64LE()
  const method = peek(table + BigInt(place * 8), 8).readBigInt64LE()
  const result = koffi().call(method, prototypeOf(signature) as never, object, ...args) as number
  return result >>> 0
}

export const release = (object: ComObject): void => void (object === 0n ? 0 : call(object, 2))

type VariantValue = string | number | boolean | null

export const emptyVariant = (): Buffer => Buffer.alloc(VARIANT_SIZE)

/** Makes a number that is passed by value, which 64-bit Windows does by a pointer. */
export function numberVariant(value: number): Buffer {
  const variant = emptyVariant()
  variant.writeUInt16LE(VT.i4, 0)
  variant.writeInt32LE(value, 8)
  return variant
}

/** Reads what a VARIANT holds, null for what has no meaning here, and empties it. */
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
  if (type !== VT.empty) variantClear(variant)
  return value
}
