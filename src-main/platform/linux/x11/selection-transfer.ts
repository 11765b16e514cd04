// Carries content between X clients: through a property of the requestor's window, in pieces when it is large (INCR, ICCCM
// section 2.7.2).
import type { Property, XEvent } from 'x11'
import type { XConnection } from './connection.ts'

/** Milliseconds without progress after which the other program counts as hanging. */
const ANSWER_WITHIN_MS = 1_000
/** The most bytes that are read, so that a program can't fill the memory. */
const MAX_CONTENT_BYTES = 64 * 1024 * 1024
const NEW_VALUE = 0
const DELETED = 1
const PROPERTY_CHANGE = 0x400000

/** Collects events of one kind, in order, from its creation to its disposal. */
class Arrivals implements Disposable {
  readonly #waiting: XEvent[] = []
  readonly #end: () => void
  #wake: (() => void) | null = null

  constructor(connection: XConnection, wanted: (event: XEvent) => boolean) {
    this.#end = connection.onEvent((event) => {
      if (!wanted(event)) return
      this.#waiting.push(event)
      this.#wake?.()
    })
  }

  /** Gives the next event; null when none comes in time. */
  async next(within = ANSWER_WITHIN_MS): Promise<XEvent | null> {
    if (this.#waiting.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      const timer = setTimeout(resolve, within)
      await promise
      clearTimeout(timer)
      this.#wake = null
    }
    return this.#waiting.shift() ?? null
  }

  clear(): void {
    this.#waiting.length = 0
  }

  [Symbol.dispose](): void {
    this.#end()
  }
}

/** Receives: asks the owner of a selection for its content. Makes one conversion at a time. */
export class Inbox {
  readonly #connection: XConnection
  readonly #window: number
  #last: Promise<unknown> = Promise.resolve()

  constructor(connection: XConnection, window: number) {
    this.#connection = connection
    this.#window = window
  }

  /** Gives the content in one format; null when its owner does not give it (or does not answer). */
  convert(selection: number, target: string): Promise<Buffer | null> {
    const next = this.#last.then(() => this.#convert(selection, target))
    this.#last = next.catch(() => {})
    return next
  }

  /** Reads the X server's clock, by which selections are ordered. */
  async serverTime(): Promise<number> {
    const [property, integer] = await Promise.all([
      this.#connection.atom('DESKHAND_TIME'),
      this.#connection.atom('INTEGER'),
    ])
    using changes = this.#changes(property)
    await this.#connection.act((client) =>
      client.ChangeProperty(0, this.#window, property, integer, 32, Buffer.alloc(4)),
    )
    return (await changes.next())?.time ?? 0
  }

  async #convert(selection: number, target: string): Promise<Buffer | null> {
    const [targetAtom, property, incr] = await Promise.all([
      this.#connection.atom(target),
      this.#connection.atom('DESKHAND_CLIPBOARD'),
      this.#connection.atom('INCR'),
    ])
    using answers = new Arrivals(
      this.#connection,
      (event) =>
        event.name === 'SelectionNotify' && event.requestor === this.#window && event.target === targetAtom,
    )
    using changes = this.#changes(property)
    await this.#connection.act((client) => {
      client.DeleteProperty(this.#window, property)
      client.ConvertSelection(this.#window, selection, targetAtom, property, 0)
    })
    const answer = await answers.next()
    if (!answer || answer.property === 0) return null
    changes.clear()
    const first = await this.#take(property)
    if (!first) return null
    if (first.type !== incr) return first.data
    if (first.data.length >= 4 && first.data.readUInt32LE(0) > MAX_CONTENT_BYTES) return null
    // `await` is needed here: leaving this block ends the listening.
    return await this.#takePieces(property, changes)
  }

  async #takePieces(property: number, changes: Arrivals): Promise<Buffer | null> {
    const pieces: Buffer[] = []
    for (let size = 0; size <= MAX_CONTENT_BYTES;) {
      const change = await changes.next()
      const piece = change && (await this.#take(property))
      if (!piece) return null
      if (piece.data.length === 0) return Buffer.concat(pieces)
      size += piece.data.length
      pieces.push(piece.data)
    }
    return null
  }

  /** Reads the property and deletes it, which asks for the next piece. */
  async #take(property: number): Promise<Property | null> {
    const longs = MAX_CONTENT_BYTES / 4
    const found = await this.#connection.askOrNull<Property>((reply) =>
      this.#connection.client.GetProperty(1, this.#window, property, 0, 0, longs, reply),
    )
    return found && found.type !== 0 ? found : null
  }

  #changes(property: number): Arrivals {
    return new Arrivals(
      this.#connection,
      (event) =>
        event.name === 'PropertyNotify' &&
        event.wid === this.#window &&
        event.atom === property &&
        event.state === NEW_VALUE,
    )
  }
}

/** Sends content that is too large for one property. */
export class Outbox {
  /** Bytes that go into one property: well below the smallest limit of a request. */
  static readonly LARGEST_PIECE = 128 * 1024
  readonly #connection: XConnection
  readonly #ownWindow: number

  constructor(connection: XConnection, ownWindow: number) {
    this.#connection = connection
    this.#ownWindow = ownWindow
  }

  /** Announces the content. The returned function sends it; call it once the requestor has been notified. */
  async begin(requestor: number, property: number, type: number, data: Buffer): Promise<() => Promise<void>> {
    const connection = this.#connection
    const incr = await connection.atom('INCR')
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    if (requestor !== this.#ownWindow) {
      await connection.act((client) =>
        client.ChangeWindowAttributes(requestor, { eventMask: PROPERTY_CHANGE }),
      )
    }
    const taken = new Arrivals(
      connection,
      (event) =>
        event.name === 'PropertyNotify' &&
        event.wid === requestor &&
        event.atom === property &&
        event.state === DELETED,
    )
    await connection.act((client) => client.ChangeProperty(0, requestor, property, incr, 32, size))
    // A deletion of the property's earlier content may have been reported, too; only later reports are answers.
    taken.clear()
    return async () => {
      using _taken = taken
      for (let offset = 0; offset <= data.length; offset += Outbox.LARGEST_PIECE) {
        if (!(await taken.next())) return
        const piece = data.subarray(offset, offset + Outbox.LARGEST_PIECE)
        await connection.act((client) => client.ChangeProperty(0, requestor, property, type, 8, piece))
      }
      if (data.length % Outbox.LARGEST_PIECE !== 0 && (await taken.next())) {
        await connection.act((client) =>
          client.ChangeProperty(0, requestor, property, type, 8, Buffer.alloc(0)),
        )
      }
      if (requestor !== this.#ownWindow) {
        await connection.act((client) => client.ChangeWindowAttributes(requestor, { eventMask: 0 }))
      }
    }
  }
}
