// Loads libraries of Windows and reads what their pointers lead to. A pointer or handle is a bigint everywhere.
import { createRequire } from 'node:module'
import type koffiModule from 'koffi'

/** Loaded when a desktop is connected, because its native part differs by system. */
let loaded: typeof koffiModule | null = null
export const koffi = (): typeof koffiModule =>
  (loaded ??= createRequire(import.meta.url)('koffi') as typeof koffiModule)

export type NativeFunction = (...args: unknown[]) => unknown

const libraries = new Map<string, ReturnType<typeof koffiModule.load>>()

/** Declares a function of a library in C and finds it at the first call, so a system that lacks it can still do all else. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The declaration in C is the caller’s, and so is its type.
export function native<F extends (...args: never[]) => unknown>(library: string, declaration: string): F {
  let found: NativeFunction | null = null
  const call = (...args: unknown[]) => {
    if (!found) {
      let loadedLibrary = libraries.get(library)
      if (!loadedLibrary) libraries.set(library, (loadedLibrary = koffi().load(library)))
      found = loadedLibrary.func(declaration) as NativeFunction
    }
    return found(...args)
  }
  return call as unknown as F
}

const move = native<(to: Uint8Array, from: bigint, size: number) => void>(
  'kernel32.dll',
  'void __stdcall RtlMoveMemory(_Out_ uint8_t *to, intptr_t from, size_t size)',
)

export function peek(pointer: bigint, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  move(bytes, pointer, size)
  return bytes
}

/** Makes a place for a pointer that a function gives back. */
export const pointerPlace = (): BigInt64Array => new BigInt64Array(1)

/** Makes a bigint of a pointer; koffi gives small pointers as numbers. */
export const pointerOf = (value: unknown): bigint => BigInt(value as number | bigint)

/** Makes a text that ends with a zero, as Windows takes it. */
export const wide = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le')

/** Reads what a function has written into a buffer of UTF-16: `units` of them, else up to the first zero. */
export function fromWide(buffer: Buffer, units: number | null = null): string {
  const text = buffer.toString('utf16le', 0, units === null ? buffer.length : units * 2)
  const end = units === null ? text.indexOf('\0') : -1
  return end < 0 ? text : text.slice(0, end)
}
