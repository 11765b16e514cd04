// Reads and writes the clipboard of macOS with all formats: Pasteboard.h of HIServices. It may have several items, as several
// files that were copied are, each with formats of its own.
import { ToolError } from '../../core/errors.ts'
import { pointerPlace } from '../native/library.ts'
import type { ClipboardContent } from '../platform.ts'
import {
  bytesIn,
  makeBytes,
  makeText,
  membersOf,
  nameRef,
  release,
  textIn,
  using,
  type Ref,
} from './native/core-foundation.ts'
import { fn } from './native/frameworks.ts'

const NAME = 'com.apple.pasteboard.clipboard'
const TEXT = 'public.utf8-plain-text'
/** Texts of other encodings, which the system makes of the one above. */
const TEXTS =
  /^(public\.utf16-(external-)?plain-text|com\.apple\.traditional-mac-plain-text|NSStringPboardType|CorePasteboardFlavorType .*)$/
const PLAIN = /^(text\/plain|UTF8_STRING|TEXT|STRING)/i
/** Prefix of formats that only macOS knows, by their type and the number of their item. */
const OWN = /^macos\/(\d+)\/(.+)$/
const MAX_BYTES = 64 * 1024 * 1024

const create = fn<(name: Ref, board: BigInt64Array) => number>(
  'services',
  'int32_t PasteboardCreate(intptr_t name, _Out_ int64_t *board)',
)
const synchronize = fn<(board: Ref) => number>('services', 'uint32_t PasteboardSynchronize(intptr_t board)')
const clear = fn<(board: Ref) => number>('services', 'int32_t PasteboardClear(intptr_t board)')
const itemCount = fn<(board: Ref, count: BigInt64Array) => number>(
  'services',
  'int32_t PasteboardGetItemCount(intptr_t board, _Out_ int64_t *count)',
)
const itemAt = fn<(board: Ref, at: number, item: BigInt64Array) => number>(
  'services',
  'int32_t PasteboardGetItemIdentifier(intptr_t board, int64_t at, _Out_ int64_t *item)',
)
const copyFlavors = fn<(board: Ref, item: Ref, flavors: BigInt64Array) => number>(
  'services',
  'int32_t PasteboardCopyItemFlavors(intptr_t board, intptr_t item, _Out_ int64_t *flavors)',
)
const copyData = fn<(board: Ref, item: Ref, flavor: Ref, data: BigInt64Array) => number>(
  'services',
  'int32_t PasteboardCopyItemFlavorData(intptr_t board, intptr_t item, intptr_t flavor, _Out_ int64_t *data)',
)
const putData = fn<(board: Ref, item: Ref, flavor: Ref, data: Ref, flags: number) => number>(
  'services',
  'int32_t PasteboardPutItemFlavor(intptr_t board, intptr_t item, intptr_t flavor, intptr_t data, uint32_t flags)',
)

function withBoard<T>(use: (board: Ref) => T): T {
  const place = pointerPlace()
  if (create(nameRef(NAME), place) !== 0) throw new ToolError('The clipboard can’t be reached.')
  return using(place[0] ?? 0n, (board) => {
    synchronize(board)
    return use(board)
  })
}

/** Gives what a function writes into a place, 0n where it fails. */
function given(call: (into: BigInt64Array) => number): bigint {
  const into = pointerPlace()
  return call(into) === 0 ? (into[0] ?? 0n) : 0n
}

export const readClipboard = (): ClipboardContent =>
  withBoard((board) => {
    const formats: ClipboardContent['formats'] = []
    const count = Number(given((into) => itemCount(board, into)))
    for (let at = 1; at <= count; at++) {
      const item = given((into) => itemAt(board, at, into))
      const flavors = given((into) => copyFlavors(board, item, into))
      if (flavors === 0n) continue
      using(flavors, (array) => {
        for (const flavor of membersOf(array)) {
          const type = textIn(flavor) ?? ''
          if (type === '' || TEXTS.test(type)) continue
          const data = given((into) => copyData(board, item, flavor, into))
          const bytes = data === 0n ? null : using(data, bytesIn)
          if (!bytes || bytes.length > MAX_BYTES) continue
          formats.push({
            type: type === TEXT && at === 1 ? 'text/plain;charset=utf-8' : `macos/${at}/${type}`,
            data: bytes.toString('base64'),
          })
        }
      })
    }
    return { formats }
  })

export const writeClipboard = ({ formats }: ClipboardContent): void =>
  withBoard((board) => {
    if (clear(board) !== 0) throw new ToolError('The clipboard can’t be written.')
    synchronize(board)
    const put = (item: number, type: string, data: string): void => {
      const flavor = makeText(type)
      const bytes = makeBytes(Buffer.from(data, 'base64'))
      const code = putData(board, BigInt(item), flavor, bytes, 0)
      for (const ref of [flavor, bytes]) release(ref)
      if (code !== 0) throw new ToolError('The clipboard can’t be written.')
    }
    const text = formats.find(({ type }) => PLAIN.test(type))
    if (text) put(1, TEXT, text.data)
    for (const { type, data } of formats) {
      const [, item, name] = OWN.exec(type) ?? []
      if (item !== undefined && name !== undefined) put(Number(item), name, data)
    }
  })
