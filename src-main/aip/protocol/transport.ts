// Carries frames of the protocol: defines the port, and implements it for WebSocket.
import { WebSocket, type RawData } from 'ws'
import { messageOf, ToolError } from '../../core/errors.ts'

export interface TransportListener {
  /** A text frame as text, a binary one as bytes. */
  frame(data: string | Uint8Array): void
  /** Is called once, whichever side has closed. */
  closed(why: string): void
}

export interface Transport {
  readonly isConnected: boolean
  /** Passes everything to `listener` from now on, beginning with what came before. Called once. */
  listen(listener: TransportListener): void
  /** Throws ToolError where there is no connection. */
  send(data: string | Uint8Array): void
  /** Closes with a WebSocket close code; the default is 1000. */
  close(code?: number, reason?: string): void
}

/** Most bytes that may wait for a peer; with more, it counts as a peer that no longer reads. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024
/** Milliseconds that a peer has to answer a close frame. */
const CLOSE_WITHIN_MS = 10_000

/** An open WebSocket. It is cut when the peer sends nothing for `silence` milliseconds, not even an answer to a ping. */
export class WebSocketTransport implements Transport {
  readonly #socket: WebSocket
  readonly #waiting: (string | Uint8Array)[] = []
  readonly #ping: NodeJS.Timeout
  #listener: TransportListener | null = null
  #end: string | null = null
  #heardAt = performance.now()

  constructor(socket: WebSocket, silence: number) {
    this.#socket = socket
    socket.on('message', (data, isBinary) => {
      this.#heard()
      this.#frame(isBinary ? bytesOf(data) : bytesOf(data).toString('utf8'))
    })
    socket.on('ping', () => this.#heard())
    socket.on('pong', () => this.#heard())
    // An error of a socket closes it, too.
    socket.on('error', (error) => this.#closed(messageOf(error)))
    socket.on('close', (code, reason) => this.#closed(reason.toString() || `closed (${code})`))
    this.#ping = setInterval(() => {
      if (performance.now() - this.#heardAt > silence) {
        this.#closed('It says nothing any more.')
        socket.terminate()
      } else if (socket.readyState === WebSocket.OPEN) socket.ping()
    }, silence / 3).unref()
  }

  get isConnected(): boolean {
    return this.#end === null && this.#socket.readyState === WebSocket.OPEN
  }

  listen(listener: TransportListener): void {
    this.#listener = listener
    for (const data of this.#waiting.splice(0)) listener.frame(data)
    if (this.#end !== null) listener.closed(this.#end)
  }

  send(data: string | Uint8Array): void {
    if (!this.isConnected) throw new ToolError('There is no connection.')
    if (this.#socket.bufferedAmount > MAX_WAITING_BYTES) {
      this.#closed('It reads nothing any more.')
      this.#socket.terminate()
      throw new ToolError('There is no connection.')
    }
    this.#socket.send(data)
  }

  close(code = 1000, reason = ''): void {
    if (this.#socket.readyState === WebSocket.CLOSED) return
    this.#socket.close(code, fitted(reason))
    setTimeout(() => this.#socket.terminate(), CLOSE_WITHIN_MS).unref()
  }

  #heard(): void {
    this.#heardAt = performance.now()
  }

  #frame(data: string | Uint8Array): void {
    if (this.#end !== null) return
    if (this.#listener) this.#listener.frame(data)
    else this.#waiting.push(data)
  }

  #closed(why: string): void {
    clearInterval(this.#ping)
    if (this.#end !== null) return
    this.#end = why
    this.#listener?.closed(why)
  }
}

/** Most bytes of the reason in a control frame. */
const MAX_REASON_BYTES = 123

/** Cuts a reason to what a close may hold, without half a character at the end. */
const fitted = (reason: string): string =>
  new TextDecoder().decode(Buffer.from(reason).subarray(0, MAX_REASON_BYTES), { stream: true })

/** `ws` gives one Buffer unless it is told otherwise. */
const bytesOf = (data: RawData): Buffer => data as Buffer
