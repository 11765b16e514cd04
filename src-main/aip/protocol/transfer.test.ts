import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CHUNK_BYTES, framesOf, TransferReceiver, withoutPictures, withPictures } from './transfer.ts'
import type { TransferFrame } from './messages.ts'
import { clientEnd, serverEnd } from './protocol.ts'
import { linkedTransports } from '../testing/linked-transports.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

function receiver() {
  const faults: string[] = []
  return { faults, end: new TransferReceiver((why) => faults.push(why)) }
}
const send = (
  bytes: Uint8Array,
  change: (frame: TransferFrame | Uint8Array, index: number) => TransferFrame | Uint8Array | null = (frame) =>
    frame,
) => {
  const { faults, end } = receiver()
  for (const [index, frame] of [...framesOf({ filename: 'f', mime_type: null, bytes }, 's')].entries()) {
    const changed = change(frame, index)
    if (changed) end.hear(changed)
  }
  return { faults, end }
}

describe('a binary transfer', () => {
  test.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 17])(
    'of %i bytes comes whole',
    (size) => {
      const bytes = randomBytes(size)
      const { faults, end } = send(bytes)
      expect(faults).toEqual([])
      const got = end.take('f')
      expect(got && Buffer.compare(Buffer.from(got.bytes), bytes)).toBe(0)
      // Once.
      expect(end.take('f')).toBeNull()
    },
  )

  test('is written in the reference’s frames', () => {
    const bytes = randomBytes(CHUNK_BYTES + 5)
    const frames = [...framesOf({ filename: 'a.bin', mime_type: 'image/png', bytes }, 's')]
    const [first, rest] = [bytes.subarray(0, CHUNK_BYTES), bytes.subarray(CHUNK_BYTES)]
    const chunk = {
      type: 'binary_data',
      filename: null,
      mime_type: null,
      session_id: 's',
      description: null,
      timestamp: expect.any(String),
    }
    expect(frames).toEqual([
      {
        type: 'file_transfer_start',
        filename: 'a.bin',
        size: CHUNK_BYTES + 5,
        chunk_size: CHUNK_BYTES,
        total_chunks: 2,
        mime_type: 'image/png',
        session_id: 's',
        description: null,
        timestamp: expect.any(String),
      },
      { ...chunk, chunk_num: 0, chunk_size: CHUNK_BYTES, size: CHUNK_BYTES, checksum: md5(first) },
      first,
      { ...chunk, chunk_num: 1, chunk_size: 5, size: 5, checksum: md5(rest) },
      rest,
      {
        type: 'file_transfer_complete',
        filename: 'a.bin',
        total_chunks: 2,
        checksum: md5(bytes),
        session_id: 's',
        timestamp: expect.any(String),
      },
    ])
    expect([...framesOf({ filename: 'b', mime_type: null, bytes: rest }, 's')][0]).toMatchObject({
      type: 'binary_data',
      size: 5,
      checksum: md5(rest),
    })
  })

  test.each([
    [
      'as the reference’s send_file writes it: each chunk a transfer of its own',
      { type: 'binary_data', size: 4 },
    ],
    ['with headers of chunks alone', {}],
  ])('comes whole %s', async (_name, header) => {
    const [one, other] = linkedTransports()
    const { faults, end } = receiver()
    const { promise, resolve } = Promise.withResolvers<void>()
    serverEnd(one).listen({
      message: () => expect.fail('It is a transfer.'),
      transfer: (frame) => end.hear(frame),
      nonsense: (why) => expect.fail(why),
      closed: () => resolve(),
    })
    const bytes = randomBytes(7)
    const frames = [
      {
        type: 'file_transfer_start',
        filename: 'video.mp4',
        size: 7,
        chunk_size: 4,
        total_chunks: 2,
        mime_type: 'video/mp4',
      },
      { chunk_num: 0, chunk_size: 4, ...header, timestamp: '2026-03-01T10:00:00+00:00' },
      bytes.subarray(0, 4),
      {
        chunk_num: 1,
        chunk_size: 3,
        ...header,
        ...('size' in header ? { size: 3 } : {}),
        timestamp: '2026-03-01T10:00:00+00:00',
      },
      bytes.subarray(4),
      { type: 'file_transfer_complete', filename: 'video.mp4', total_chunks: 2, checksum: md5(bytes) },
    ]
    for (const frame of frames) other.send(frame instanceof Uint8Array ? frame : JSON.stringify(frame))
    other.close()
    await promise
    expect(faults).toEqual([])
    expect(end.take('video.mp4')).toMatchObject({ mime_type: 'video/mp4', bytes: Buffer.from(bytes) })
  })

  test.each([
    ['a chunk too many', { chunk_num: 1, chunk_size: 4 }, 4],
    ['a chunk that is too large', { chunk_num: 0, chunk_size: 1000 }, 1000],
  ])('with %s is left out before it fills the memory', (_name, header, size) => {
    const { faults, end } = receiver()
    const text = { mime_type: null, session_id: null, description: null, timestamp: null }
    end.hear({ type: 'file_transfer_start', filename: 'f', size: 4, chunk_size: 4, total_chunks: 1, ...text })
    if (header.chunk_num === 1) {
      end.hear({ chunk_num: 0, chunk_size: 4, checksum: null, session_id: null })
      end.hear(new Uint8Array(4))
    }
    end.hear({ ...header, checksum: null, session_id: null })
    end.hear(new Uint8Array(size))
    expect(faults[0]).toMatch(/larger than was said/)
  })

  test('may have a SHA-256 sum, too', () => {
    const bytes = randomBytes(10)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    for (const [checksum, comes] of [
      [sha256, true],
      [sha256.toUpperCase(), true],
      [sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), false],
    ] as const) {
      const { end } = send(bytes, (frame) => ('type' in frame ? { ...frame, checksum } : frame))
      expect(end.take('f') !== null).toBe(comes)
    }
  })

  test('goes both ways over the protocol’s two ends', async () => {
    const [one, other] = linkedTransports()
    const [client, server] = [clientEnd(one), serverEnd(other)]
    const [atClient, atServer] = [receiver(), receiver()]
    const listener = { message: () => {}, nonsense: (why: string) => expect.fail(why), closed: () => {} }
    client.listen({ ...listener, transfer: (frame) => atClient.end.hear(frame) })
    server.listen({ ...listener, transfer: (frame) => atServer.end.hear(frame) })
    const bytes = randomBytes(2 * CHUNK_BYTES + 3)
    for (const frame of framesOf({ filename: 'up', mime_type: null, bytes }, null)) client.sendTransfer(frame)
    for (const frame of framesOf({ filename: 'down', mime_type: null, bytes }, null))
      server.sendTransfer(frame)
    await new Promise((next) => setImmediate(next))
    expect(Buffer.from(atServer.end.take('up')?.bytes ?? []).equals(bytes)).toBe(true)
    expect(Buffer.from(atClient.end.take('down')?.bytes ?? []).equals(bytes)).toBe(true)
  })

  const flipped = (frame: TransferFrame | Uint8Array) => {
    if (!(frame instanceof Uint8Array)) return frame
    const spoiled = Uint8Array.from(frame)
    spoiled[0] = (spoiled[0] ?? 0) ^ 1
    return spoiled
  }
  test.each([
    ['with a byte that was spoiled', 100, (frame: TransferFrame | Uint8Array) => flipped(frame), /spoiled/],
    [
      'with a spoiled chunk',
      2 * CHUNK_BYTES,
      (frame: TransferFrame | Uint8Array, index: number) => (index === 2 ? flipped(frame) : frame),
      /spoiled/,
    ],
    [
      'that lacks a chunk',
      2 * CHUNK_BYTES,
      (frame: TransferFrame | Uint8Array, index: number) => (index === 1 || index === 2 ? null : frame),
      /order/,
    ],
    [
      'that is cut short',
      100,
      (frame: TransferFrame | Uint8Array) => (frame instanceof Uint8Array ? frame.subarray(1) : frame),
      /size/,
    ],
    [
      'that says it is larger than may be',
      100,
      (frame: TransferFrame | Uint8Array) =>
        'type' in frame ? ({ ...frame, size: 2 ** 40 } as TransferFrame) : frame,
      /too large/,
    ],
    [
      'without its announcement',
      100,
      (frame: TransferFrame | Uint8Array, index: number) => (index === 0 ? null : frame),
      /nothing has announced/,
    ],
  ])('%s is left out, and said', (_name, size, change, why) => {
    const { faults, end } = send(randomBytes(size), change)
    expect(end.take('f')).toBeNull()
    expect(faults[0]).toMatch(why)
    // The next one comes whole.
    for (const frame of framesOf({ filename: 'g', mime_type: null, bytes: randomBytes(5) }, 's'))
      end.hear(frame)
    expect(end.take('g')?.bytes).toHaveLength(5)
  })
})

describe('pictures of a result', () => {
  const data = randomBytes(100_000).toString('base64')

  test('go as bytes and come back as they were, wherever they are', () => {
    const value = {
      picture: { data, width: 3 },
      list: [{ data }],
      icon: { data: 'AAAA' },
      text: 'x',
      none: null,
    }
    const { value: bare, pictures } = withoutPictures(value)
    expect(pictures).toHaveLength(2)
    expect(JSON.stringify(bare).length).toBeLessThan(400)
    const byName = new Map(pictures.map((picture) => [picture.filename, picture]))
    const names = [...byName.keys()]
    expect(withPictures(bare, names, (name) => byName.get(name) ?? null)).toEqual({ value })
    expect(withPictures(bare, names, () => null)).toBeNull()
  })

  test('a result that looks like one stays what it is', () => {
    const value = { data: 'not base64! '.repeat(10_000), other: { deskhand_binary: 'etc' } }
    const { value: bare, pictures } = withoutPictures(value)
    expect([bare, pictures]).toEqual([value, []])
    expect(withPictures(bare, [], () => null)).toEqual({ value })
  })
})
