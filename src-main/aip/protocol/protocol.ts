// One end of the protocol on a transport: frames in, checked messages out, and the other way round.
import type { z } from 'zod'
import { messageOf } from '../../core/errors.ts'
import { isRecord } from '../../core/record.ts'
import {
  chunkMetadataSchema,
  clientMessageSchema,
  MessageValidator,
  serverMessageSchema,
  transferMessageSchema,
  type ClientMessage,
  type ServerMessage,
  type TransferFrame,
} from './messages.ts'
import type { Transport } from './transport.ts'

/** What one end hears. */
export interface ProtocolListener<In> {
  message(message: In): void
  /** A text frame of a binary transfer, or bytes. */
  transfer(frame: TransferFrame | Uint8Array): void
  /** A frame that is no message of this protocol, and why; `value` is what it says where it is JSON at all. */
  nonsense(why: string, value: unknown): void
  closed(why: string): void
}

/** How an end reads what it hears. */
interface Reading<In> {
  schema: z.ZodType<In>
  /** What a message that has the right shape is missing, null for one that is whole. */
  missing: (message: In) => string | null
}

const TRANSFER_TYPES: readonly unknown[] = ['binary_data', 'file_transfer_start', 'file_transfer_complete']

export class AIPProtocol<In, Out> {
  readonly #transport: Transport
  readonly #reading: Reading<In>

  constructor(transport: Transport, reading: Reading<In>) {
    this.#transport = transport
    this.#reading = reading
  }

  get isConnected(): boolean {
    return this.#transport.isConnected
  }

  /** From now on it tells, beginning with what came before. */
  listen(listener: ProtocolListener<In>): void {
    this.#transport.listen({
      frame: (data) => {
        if (typeof data !== 'string') listener.transfer(data)
        else this.#read(data, listener)
      },
      closed: (why) => listener.closed(why),
    })
  }

  /** Throws ToolError where there is no connection. */
  sendMessage(message: Out): void {
    this.#transport.send(JSON.stringify(message))
  }

  /** A text frame of a binary transfer, or bytes. Throws ToolError where there is no connection. */
  sendTransfer(frame: TransferFrame | Uint8Array): void {
    this.#transport.send(frame instanceof Uint8Array ? frame : JSON.stringify(frame))
  }

  /** A WebSocket close code and its reason, which both sides may read. */
  close(code?: number, reason?: string): void {
    this.#transport.close(code, reason)
  }

  #read(text: string, listener: ProtocolListener<In>): void {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      return listener.nonsense(`It is no JSON: ${messageOf(error)}`, undefined)
    }
    if (isTransferFrame(value)) {
      const frame = ('type' in value ? transferMessageSchema : chunkMetadataSchema).safeParse(value)
      return frame.success ? listener.transfer(frame.data) : listener.nonsense(wordsOf(frame.error), value)
    }
    const { schema, missing } = this.#reading
    const parsed = schema.safeParse(value)
    if (!parsed.success) return listener.nonsense(wordsOf(parsed.error), value)
    const fault = missing(parsed.data)
    if (fault === null) listener.message(parsed.data)
    else listener.nonsense(fault, value)
  }
}

const isTransferFrame = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) &&
  (TRANSFER_TYPES.includes(value['type']) || (value['type'] === undefined && 'chunk_num' in value))

const wordsOf = ({ issues: [issue] }: z.ZodError): string =>
  issue ? `${issue.path.map(String).join('.') || 'the message'}: ${issue.message}` : 'It is no message.'

/** The server's end: it hears clients. */
export const serverEnd = (transport: Transport): AIPProtocol<ClientMessage, ServerMessage> =>
  new AIPProtocol(transport, {
    schema: clientMessageSchema,
    missing: (message) => MessageValidator.validateClientMessage(message),
  })

/** A client's end, of a device or a constellation: it hears the server. */
export const clientEnd = (transport: Transport): AIPProtocol<ServerMessage, ClientMessage> =>
  new AIPProtocol(transport, {
    schema: serverMessageSchema,
    missing: (message) => MessageValidator.validateServerMessage(message),
  })
