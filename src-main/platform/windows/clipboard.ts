// Reads and writes the clipboard of Windows: texts and every other format that is plain memory.
import { ToolError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { ClipboardContent } from '../platform.ts'
import { native, pointerOf } from '../native/library.ts'
import { fromWide, peek, wide } from './native/memory.ts'

const CF_UNICODETEXT = 13
const GMEM_MOVEABLE = 2
/** Milliseconds to open the clipboard, which another program may have open. */
const OPEN_MS = 1000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_NAME = 256
const TEXT = /^(text\/plain|UTF8_STRING|TEXT|STRING)/i
/** Prefix of formats that only Windows knows, by name or number. */
const OWN = 'windows/'
/** Formats without memory: handles of pictures and palettes, and what a program draws itself. */
const NO_MEMORY = new Set([2, 3, 9, 14, 0x80, 0x81, 0x82, 0x83, 0x8e])

const user = 'user32.dll'
const kernel = 'kernel32.dll'
const openClipboard = native<(window: bigint) => number>(user, 'int __stdcall OpenClipboard(intptr_t window)')
const closeClipboard = native<() => number>(user, 'int __stdcall CloseClipboard()')
const emptyClipboard = native<() => number>(user, 'int __stdcall EmptyClipboard()')
const enumFormats = native<(format: number) => number>(
  user,
  'uint32_t __stdcall EnumClipboardFormats(uint32_t format)',
)
const getData = native<(format: number) => unknown>(
  user,
  'intptr_t __stdcall GetClipboardData(uint32_t format)',
)
const setData = native<(format: number, memory: bigint) => unknown>(
  user,
  'intptr_t __stdcall SetClipboardData(uint32_t format, intptr_t memory)',
)
const formatName = native<(format: number, name: Buffer, units: number) => number>(
  user,
  'int __stdcall GetClipboardFormatNameW(uint32_t format, _Out_ uint8_t *name, int units)',
)
const registerFormat = native<(name: Buffer) => number>(
  user,
  'uint32_t __stdcall RegisterClipboardFormatW(uint8_t *name)',
)
const globalAlloc = native<(flags: number, size: number) => unknown>(
  kernel,
  'intptr_t __stdcall GlobalAlloc(uint32_t flags, size_t size)',
)
const globalLock = native<(memory: bigint) => unknown>(
  kernel,
  'intptr_t __stdcall GlobalLock(intptr_t memory)',
)
const globalUnlock = native<(memory: bigint) => number>(kernel, 'int __stdcall GlobalUnlock(intptr_t memory)')
const globalSize = native<(memory: bigint) => unknown>(kernel, 'size_t __stdcall GlobalSize(intptr_t memory)')
const fill = native<(to: bigint, from: Buffer, size: number) => void>(
  kernel,
  'void __stdcall RtlMoveMemory(intptr_t to, uint8_t *from, size_t size)',
)

async function withClipboard<T>(run: RunControl, use: () => T): Promise<T> {
  const open = await run.until(() => (openClipboard(0n) === 0 ? null : true), OPEN_MS)
  if (!open) throw new ToolError('Another program keeps the clipboard open.')
  try {
    return use()
  } finally {
    closeClipboard()
  }
}

function bytesOf(memory: bigint): Buffer | null {
  const size = Number(globalSize(memory))
  if (size === 0 || size > MAX_BYTES) return null
  const at = pointerOf(globalLock(memory))
  if (at === 0n) return null
  try {
    return peek(at, size)
  } finally {
    globalUnlock(memory)
  }
}

function nameOf(format: number): string {
  const name = Buffer.alloc(MAX_NAME * 2)
  const units = formatName(format, name, MAX_NAME)
  return units === 0 ? String(format) : fromWide(name, units)
}

const formatOf = (type: string): number => {
  const name = type.slice(OWN.length)
  return /^\d+$/.test(name) ? Number(name) : registerFormat(wide(name))
}

export const plainText = (text: string): ClipboardContent['formats'][number] => ({
  type: 'text/plain;charset=utf-8',
  data: Buffer.from(text).toString('base64'),
})

export function textIn({ formats }: ClipboardContent): string | null {
  const data = formats.find(({ type }) => TEXT.test(type))?.data
  return data === undefined ? null : Buffer.from(data, 'base64').toString()
}

export const readClipboard = (run: RunControl): Promise<ClipboardContent> =>
  withClipboard(run, () => {
    const formats: ClipboardContent['formats'] = []
    for (let format = enumFormats(0); format !== 0; format = enumFormats(format)) {
      // Windows makes the texts of older code pages from the Unicode text, so these are skipped.
      if (NO_MEMORY.has(format) || format === 1 || format === 7 || format === 16) continue
      const memory = pointerOf(getData(format))
      const bytes = memory === 0n ? null : bytesOf(memory)
      if (!bytes) continue
      if (format === CF_UNICODETEXT) {
        formats.push(plainText(fromWide(bytes).replace(/\r\n/g, '\n')))
      } else formats.push({ type: `${OWN}${nameOf(format)}`, data: bytes.toString('base64') })
    }
    return { formats }
  })

export const writeClipboard = (content: ClipboardContent, run: RunControl): Promise<void> =>
  withClipboard(run, () => {
    emptyClipboard()
    const text = textIn(content)
    if (text !== null) put(CF_UNICODETEXT, wide(text.replace(/\r\n?|\n/g, '\r\n')))
    for (const { type, data } of content.formats)
      if (type.startsWith(OWN)) put(formatOf(type), Buffer.from(data, 'base64'))
  })

/** Puts bytes on the clipboard, which owns the memory afterwards. */
function put(format: number, bytes: Buffer): void {
  const memory = pointerOf(globalAlloc(GMEM_MOVEABLE, bytes.length))
  const at = memory === 0n ? 0n : pointerOf(globalLock(memory))
  if (at === 0n) throw new ToolError('There is no memory for the clipboard.')
  fill(at, bytes, bytes.length)
  globalUnlock(memory)
  setData(format, memory)
}
