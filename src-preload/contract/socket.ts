// What travels on the WebSocket of the web shell: calls and answers as text, frames of a desktop as bytes.
import { z } from 'zod'
import type { Envelope } from './bridge.ts'
import type { Push } from './pushes.ts'

/** Bytes of one message of a page; what calls may hold is far less. */
export const LARGEST_MESSAGE = 4 * 1024 * 1024

/** A page's text message. The name is checked by the router, which answers an unknown one. */
export const pageMessageSchema = z.strictObject({
  /** Given back with the answer; unique among the calls of this socket that are not answered. */
  id: z.number().int().min(0),
  name: z.string().max(100),
  input: z.unknown(),
})
export type PageMessage = z.infer<typeof pageMessageSchema>

export type FramePush = Extract<Push, { push: 'frame' }>
/** The program's text message. */
export type ProgramMessage = { id: number; envelope: Envelope } | { push: Exclude<Push, FramePush> }

/** Codes with which the program closes a socket. */
export const CLOSED = {
  /** The program ends. */
  goingAway: 1001,
  /** Bytes where text is meant, no JSON, or another shape. */
  nonsense: 1008,
  /** Said by the library that reads messages. */
  tooLarge: 1009,
} as const

/** A frame as one message: 4 bytes, big-endian, with the length of a header; the push without `data` as JSON; the picture. */
export function packFrame({ data, ...head }: FramePush): Uint8Array {
  const header = new TextEncoder().encode(JSON.stringify(head))
  const message = new Uint8Array(4 + header.length + data.length)
  new DataView(message.buffer).setUint32(0, header.length)
  message.set(header, 4)
  message.set(data, 4 + header.length)
  return message
}

/** The frame of a message, its picture a view of the message's bytes. Throws for bytes that are no frame. */
export function unpackFrame(message: ArrayBuffer | Uint8Array): FramePush {
  const bytes = message instanceof Uint8Array ? message : new Uint8Array(message)
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const header = bytes.subarray(4, 4 + length)
  if (header.length < length) throw new Error('The frame is cut off.')
  return { ...JSON.parse(new TextDecoder().decode(header)), data: bytes.subarray(4 + length) } as FramePush
}
