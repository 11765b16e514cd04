// Defines what travels on the WebSocket of the web shell: calls and answers as text, frames of a desktop as bytes.
import { z } from 'zod'
import type { Envelope } from './bridge.ts'
import type { Push } from './pushes.ts'

/** Name of a page's secret in the admitted page (a `meta` element), and in its origin's storage. */
export const PAGE_SECRET = 'deskhand-secret'

/** The program's first message on a socket, which a page must answer before any other message is read. */
export interface Challenge {
  challenge: string
}

/** A page's first message: the proof that it has the secret, and a challenge for the program. */
export const pageProofSchema = z.strictObject({
  proof: z.string().max(100),
  challenge: z.string().min(16).max(100),
})
export type PageProof = z.infer<typeof pageProofSchema>

/** The program's second message: the proof that it is the program that made the page. It reads calls from now on. */
export interface ProgramProof {
  proof: string
}

/**
 * Returns the text that is signed with the secret (HMAC-SHA256, in hex) to prove it on one socket. It names the side, the address and the
 * challenges. The secret itself never travels on a socket, and a proof is useless on another socket or for the other side.
 */
export const proofText = (by: 'page' | 'program', host: string, program: string, page: string): string =>
  JSON.stringify([by, host, program, page])

/** The text that is signed for the proof in the addresses of files of runs, `?proof=`. */
export const FILES_PROOF_TEXT = 'files'

/** Most bytes of one message of a page; calls are far smaller. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** A page's text message. The name is checked by the router, which answers an unknown one. */
export const pageMessageSchema = z.strictObject({
  /** The answer has the same id; it is unique among the calls of this socket that are not answered. */
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
  /** Bytes instead of text, no JSON, or another shape. */
  nonsense: 1008,
  /** The library that reads messages uses this code. */
  tooLarge: 1009,
  /** It has not proved in time that it has the secret of this program's page. */
  notLetIn: 4401,
} as const

/** Packs a frame as one message: 4 bytes, big-endian, with the length of a header; the push without `data` as JSON; the picture. */
export function packFrame({ data, ...head }: FramePush): Uint8Array {
  const header = new TextEncoder().encode(JSON.stringify(head))
  const message = new Uint8Array(4 + header.length + data.length)
  new DataView(message.buffer).setUint32(0, header.length)
  message.set(header, 4)
  message.set(data, 4 + header.length)
  return message
}

/** Reads the frame of a message; its picture is a view of the message's bytes. Throws for bytes that are no frame. */
export function unpackFrame(message: ArrayBuffer | Uint8Array): FramePush {
  const bytes = message instanceof Uint8Array ? message : new Uint8Array(message)
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0)
  const header = bytes.subarray(4, 4 + length)
  if (header.length < length) throw new Error('The frame is cut off.')
  return { ...JSON.parse(new TextDecoder().decode(header)), data: bytes.subarray(4 + length) } as FramePush
}
