// Carries the bridge over one WebSocket: takes calls of one page in, sends answers and pushes out.
import type { RawData, WebSocket } from 'ws'
import type { Push } from '../../src-preload/contract/pushes.ts'
import {
  CLOSED,
  packFrame,
  pageMessageSchema,
  type FramePush,
  type PageMessage,
  type ProgramMessage,
} from '../../src-preload/contract/socket.ts'
import type { PageConnection, PageRouter } from './page-router.ts'
import { drop } from '../core/control-flow.ts'

/** The most unanswered calls of one page. */
const MAX_CALLS = 200
/** Bytes waiting to be sent; above this, frames wait, too, and a newer one replaces a waiting one. */
const MAX_BYTES_FOR_FRAMES = 256 * 1024
/** Bytes waiting to be sent after which the page counts as lost. It may come back and continue. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024

/** Joins the socket of a page that was let in to the router until it is closed, by either side. */
export function joinSocket(socket: WebSocket, router: PageRouter): void {
  const page = new PageSocket(socket, (push) => router.connect(push))
  socket.on('message', (data, isBinary) => page.hear(data, isBinary))
  socket.on('close', () => page[Symbol.dispose]())
}

class PageSocket implements Disposable {
  readonly #socket: WebSocket
  readonly #connection: PageConnection
  /** The newest frame of each run that could not be sent yet. */
  readonly #waiting = new Map<string, FramePush>()
  #unanswered = 0

  constructor(socket: WebSocket, connect: (push: (push: Push) => void) => PageConnection) {
    this.#socket = socket
    this.#connection = connect((push) => {
      if (push.push === 'frame') this.#show(push)
      else this.#tell({ push })
    })
  }

  hear(data: RawData, isBinary: boolean): void {
    const message = isBinary ? null : readMessage(data)
    if (message === null)
      return this.#socket.close(CLOSED.nonsense, 'A call is a JSON text {id, name, input}.')
    drop(this.#answer(message))
  }

  async #answer({ id, name, input }: PageMessage): Promise<void> {
    if (this.#unanswered >= MAX_CALLS) {
      const message = 'Too much is asked for at once. Try again in a moment.'
      return this.#tell({ id, envelope: { ok: false, fault: { kind: 'user', message, key: null } } })
    }
    this.#unanswered++
    const envelope = await this.#connection.call(name, input)
    this.#unanswered--
    this.#tell({ id, envelope })
  }

  #tell(message: ProgramMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > MAX_WAITING_BYTES) return this.#socket.terminate()
    this.#socket.send(JSON.stringify(message))
  }

  #show(frame: FramePush): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > MAX_BYTES_FOR_FRAMES) {
      this.#waiting.set(frame.run, frame)
      return
    }
    this.#waiting.delete(frame.run)
    this.#socket.send(packFrame(frame), () => this.#showNext())
  }

  /** Sends waiting frames when there is room: the last picture of a desktop must arrive, even if nothing changes any more. */
  #showNext(): void {
    for (const frame of this.#waiting.values()) this.#show(frame)
  }

  [Symbol.dispose](): void {
    this.#waiting.clear()
    this.#connection[Symbol.dispose]()
  }
}

function readMessage(data: RawData): PageMessage | null {
  try {
    // `ws` gives one Buffer by default.
    return pageMessageSchema.parse(JSON.parse((data as Buffer).toString('utf8')))
  } catch {
    return null
  }
}
