// Reads and makes what the functions of Windows take and give in memory.
import { native } from '../../native/library.ts'

const move = native<(to: Uint8Array, from: bigint, size: number) => void>(
  'kernel32.dll',
  'void __stdcall RtlMoveMemory(_Out_ uint8_t *to, intptr_t from, size_t size)',
)

export function peek(pointer: bigint, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  move(bytes, pointer, size)
  return bytes
}

/** Makes a text that ends with a zero, as Windows takes it. */
export const wide = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le')

/** Reads what a function has written into a buffer of UTF-16: `units` of them, else up to the first zero. */
export function fromWide(buffer: Buffer, units: number | null = null): string {
  const text = buffer.toString('utf16le', 0, units === null ? buffer.length : units * 2)
  const end = units === null ? text.indexOf('\0') : -1
  return end < 0 ? text : text.slice(0, end)
}
