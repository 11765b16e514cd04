// Sends bytes over the protocol as the reference does: first what they are, then the bytes, whole or in chunks, with MD5 sums.
import { createHash, randomUUID } from 'node:crypto'
import { isRecord } from '../../core/record.ts'
import type { ChunkMetadata, FileTransferStart, TransferFrame } from './messages.ts'

/** Bytes of a chunk, as in the reference. */
export const CHUNK_BYTES = 1024 * 1024
/** Most bytes of one transfer, and of all transfers that nobody has taken yet. */
const LARGEST = 256 * CHUNK_BYTES
/** How many transfers may wait that nobody has taken yet. */
const MAX_WAITING = 100

export interface Transfer {
  filename: string
  mime_type: string | null
  bytes: Uint8Array
}

/** Computes the MD5 sum of the protocol, which detects bytes that were damaged in transfer and proves nothing about the sender. */
const checksumOf = (bytes: Uint8Array, algorithm = 'md5'): string =>
  createHash(algorithm).update(bytes).digest('hex')

/** Tells whether bytes were damaged. A peer may also use SHA-256, whose sum is twice as long; without a sum nothing is compared. */
const isSpoiled = (bytes: Uint8Array, checksum: string | null): boolean =>
  checksum !== null && checksum.toLowerCase() !== checksumOf(bytes, checksum.length === 64 ? 'sha256' : 'md5')

const NO_CHUNK = { chunk_num: null, chunk_size: null }

/** Yields the frames of a transfer, in order: one chunk where the bytes fit, else as many as needed. */
export function* framesOf(
  { filename, mime_type, bytes }: Transfer,
  session_id: string | null,
): Generator<TransferFrame | Uint8Array> {
  const head = { filename, mime_type, session_id, description: null, timestamp: new Date().toISOString() }
  const checksum = checksumOf(bytes)
  if (bytes.length <= CHUNK_BYTES) {
    yield { type: 'binary_data', size: bytes.length, checksum, ...head, ...NO_CHUNK }
    yield bytes
    return
  }
  const total_chunks = Math.ceil(bytes.length / CHUNK_BYTES)
  yield { type: 'file_transfer_start', size: bytes.length, chunk_size: CHUNK_BYTES, total_chunks, ...head }
  for (let chunk_num = 0; chunk_num < total_chunks; chunk_num++) {
    const chunk = bytes.subarray(chunk_num * CHUNK_BYTES, (chunk_num + 1) * CHUNK_BYTES)
    // The reference sends each chunk as a transfer of its own, which says that it is a chunk.
    const size = chunk.length
    const part = { chunk_num, chunk_size: size, size, checksum: checksumOf(chunk) }
    yield { type: 'binary_data', ...head, filename: null, mime_type: null, ...part }
    yield chunk
  }
  yield {
    type: 'file_transfer_complete',
    filename,
    total_chunks,
    checksum,
    session_id,
    timestamp: head.timestamp,
  }
}

/** A transfer that is not complete yet. */
interface Incoming {
  filename: string
  mime_type: string | null
  /** Null for a transfer that is not in chunks. */
  start: FileTransferStart | null
  size: number
  checksum: string | null
  chunks: Uint8Array[]
  /** What the next bytes belong to. */
  expects: ChunkMetadata | 'all' | null
}

/** Receives transfers: takes frames in their order. A damaged transfer is left out, and reported to `onFault`. */
export class TransferReceiver {
  readonly #done = new Map<string, Transfer>()
  readonly #onFault: (why: string) => void
  #incoming: Incoming | null = null

  constructor(onFault: (why: string) => void) {
    this.#onFault = onFault
  }

  /** Returns a transfer that is complete, and forgets it. */
  take(filename: string): Transfer | null {
    const transfer = this.#done.get(filename) ?? null
    this.#done.delete(filename)
    return transfer
  }

  /** Forgets incomplete transfers after the connection was cut, because they are sent again from the start. */
  reset(): void {
    this.#incoming = null
  }

  hear(frame: TransferFrame | Uint8Array): void {
    if (frame instanceof Uint8Array) return this.#bytes(frame)
    if (!('type' in frame)) return this.#chunk(frame)
    switch (frame.type) {
      case 'binary_data':
        if (frame.chunk_num !== null)
          return this.#chunk({ ...frame, chunk_num: frame.chunk_num, chunk_size: frame.size })
        return this.#begin({
          ...frame,
          filename: frame.filename ?? '',
          start: null,
          chunks: [],
          expects: 'all',
        })
      case 'file_transfer_start':
        return this.#begin({ ...frame, start: frame, checksum: null, chunks: [], expects: null })
      case 'file_transfer_complete': {
        const incoming = this.#incoming
        if (!incoming?.start || incoming.filename !== frame.filename)
          return this.#fault('a file ended that had not begun')
        if (incoming.chunks.length !== incoming.start.total_chunks) return this.#fault('chunks are missing')
        return this.#end({ ...incoming, checksum: frame.checksum })
      }
    }
  }

  #begin(incoming: Incoming): void {
    if (this.#incoming) this.#onFault(`${this.#incoming.filename}: another transfer began before its end`)
    this.#incoming = incoming
    const waiting = [...this.#done.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
    if (incoming.size + waiting > LARGEST || this.#done.size >= MAX_WAITING) this.#fault('it is too large')
    else if (
      incoming.start &&
      incoming.start.total_chunks !== Math.ceil(incoming.size / incoming.start.chunk_size)
    )
      this.#fault('its size and its chunks do not fit')
  }

  #chunk(frame: ChunkMetadata): void {
    const incoming = this.#incoming
    if (!incoming?.start) return this.#fault('a chunk of no file')
    if (frame.chunk_num !== incoming.chunks.length) return this.#fault('a chunk is out of its order')
    // The sizes at the beginning were checked against the limit, so a chunk must keep to them.
    const { total_chunks, chunk_size } = incoming.start
    if (frame.chunk_num >= total_chunks || frame.chunk_size > chunk_size)
      return this.#fault('it is larger than was said')
    incoming.expects = frame
  }

  #bytes(bytes: Uint8Array): void {
    const incoming = this.#incoming
    if (!incoming?.expects) return this.#fault('bytes that nothing has announced')
    const { expects } = incoming
    const size = expects === 'all' ? incoming.size : expects.chunk_size
    if (bytes.length !== size) return this.#fault('it has another size than was said')
    incoming.chunks.push(bytes)
    incoming.expects = null
    if (expects === 'all') return this.#end(incoming)
    if (isSpoiled(bytes, expects.checksum)) this.#fault('a chunk is spoiled')
  }

  #end({ filename, mime_type, size, checksum, chunks }: Incoming): void {
    const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    if (bytes.length !== size) return this.#fault('it has another size than was said')
    if (isSpoiled(bytes, checksum)) return this.#fault('it is spoiled')
    this.#incoming = null
    this.#done.set(filename, { filename, mime_type, bytes })
  }

  #fault(why: string): void {
    const name = this.#incoming?.filename ?? 'a transfer'
    this.#incoming = null
    this.#onFault(`${name}: ${why}`)
  }
}

/** The least base64 characters that are sent as bytes: a picture is, a little icon is not. */
const MIN_LENGTH = 64 * 1024
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const MARK = 'deskhand_binary'

/** Takes the pictures (`data` in base64) out of a value and sends them as bytes, which is a third less and needs no parsing. */
export function withoutPictures(value: unknown): { value: unknown; pictures: Transfer[] } {
  const pictures: Transfer[] = []
  const walk = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(walk)
    if (!isRecord(item)) return item
    return Object.fromEntries(
      Object.entries(item).map(([key, inner]) => {
        if (key !== 'data' || typeof inner !== 'string' || inner.length < MIN_LENGTH)
          return [key, walk(inner)]
        if (inner.length % 4 !== 0 || !BASE64.test(inner)) return [key, inner]
        const filename = randomUUID()
        pictures.push({ filename, mime_type: 'image/png', bytes: Buffer.from(inner, 'base64') })
        return [key, { [MARK]: filename }]
      }),
    )
  }
  return { value: walk(value), pictures }
}

/** Puts the pictures back into a value; `names` are those that came with it. Null where one of them is missing. */
export function withPictures(
  value: unknown,
  names: readonly string[],
  take: (name: string) => Transfer | null,
): { value: unknown } | null {
  const taken = new Map(names.map((name) => [name, take(name)]))
  if ([...taken.values()].includes(null)) return null
  const walk = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(walk)
    if (!isRecord(item)) return item
    const name = item[MARK]
    const picture = typeof name === 'string' && Object.keys(item).length === 1 ? taken.get(name) : undefined
    if (picture) return Buffer.from(picture.bytes).toString('base64')
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, walk(inner)]))
  }
  return { value: walk(value) }
}
