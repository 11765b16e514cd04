// Is one end of the protocol on a transport: turns frames into checked messages, and messages into frames.
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

/** Takes what one end receives. */
export interface ProtocolListener<In> {
  message(message: In): void
  /** A text frame of a binary transfer, or bytes. */
  transfer(frame: TransferFrame | Uint8Array): void
  /** Gets a frame that is no message of this protocol, and why; `value` is its content where it is JSON. */
  nonsense(why: string, value: unknown): void
  closed(why: string): void
}

/** How an end reads what it receives. */
interface Reading<In> {
  schema: z.ZodType<In>
  /** Says what is missing in a message of the right shape; null for a complete one. */
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

  /** Passes everything to `listener` from now on, beginning with what came before. */
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

  /** Sends a text frame of a binary transfer, or bytes. Throws ToolError where there is no connection. */
  sendTransfer(frame: TransferFrame | Uint8Array): void {
    this.#transport.send(frame instanceof Uint8Array ? frame : JSON.stringify(frame))
  }

  /** Closes with a WebSocket close code and its reason, which both sides may read. */
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

/** Makes the server's end, which receives messages of clients. */
export const serverEnd = (transport: Transport): AIPProtocol<ClientMessage, ServerMessage> =>
  new AIPProtocol(transport, {
    schema: clientMessageSchema,
    missing: (message) => MessageValidator.validateClientMessage(message),
  })

/** Makes the end of a device or a constellation, which receives messages of the server. */
export const clientEnd = (transport: Transport): AIPProtocol<ServerMessage, ClientMessage> =>
  new AIPProtocol(transport, {
    schema: serverMessageSchema,
    missing: (message) => MessageValidator.validateServerMessage(message),
  })
