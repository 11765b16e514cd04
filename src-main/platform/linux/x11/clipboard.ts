// Reads the clipboard in every format (ICCCM section 2), and keeps content in this process for others to read.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Fixes, XEvent } from 'x11'
import { ToolError } from '../../../core/errors.ts'
import type { ClipboardContent } from '../../platform.ts'
import type { XConnection } from './connection.ts'
import { Inbox, Outbox } from './selection-transfer.ts'
import { fairTime } from '../../fair-time.ts'

const TEXT_TARGETS = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain', 'STRING', 'TEXT']
/** Targets that are no content of their own: ways to ask for it, or other spellings of the text. */
const NO_CONTENT =
  /^(TARGETS|MULTIPLE|TIMESTAMP|SAVE_TARGETS|DELETE|INSERT_\w+|UTF8_STRING|STRING|TEXT|COMPOUND_TEXT|text\/plain.*|_\w+|application\/x-qt-image)$/
const OTHER_PICTURES = /^image\/(?!png$)/
const MAX_FORMATS = 20
/** Milliseconds that another program has to take the clipboard over. */
const TAKEN_WITHIN_MS = 500
const HANDED_OVER_WITHIN_MS = 2_000

export class Clipboard {
  readonly #connection: XConnection
  readonly #env: Record<string, string>
  readonly #window: number
  readonly #inbox: Inbox
  readonly #outbox: Outbox
  #content: Map<string, Buffer> = new Map()
  #since = 0
  #selection = 0
  /** How often another program has taken the clipboard since that was first asked; null where the server does not tell. */
  #taken: number | null = null
  #counting: Promise<void> | null = null

  private constructor(connection: XConnection, env: Record<string, string>, window: number) {
    this.#connection = connection
    this.#env = env
    this.#window = window
    this.#inbox = new Inbox(connection, window)
    this.#outbox = new Outbox(connection, window)
  }

  static async open(connection: XConnection, env: Record<string, string>): Promise<Clipboard> {
    const window = connection.client.AllocID()
    const PROPERTY_CHANGE = 0x400000
    await connection.act((client) =>
      client.CreateWindow(window, connection.root, -10, -10, 1, 1, 0, 0, 2, 0, {
        eventMask: PROPERTY_CHANGE,
      }),
    )
    const clipboard = new Clipboard(connection, env, window)
    clipboard.#selection = await connection.atom('CLIPBOARD')
    connection.onEvent((event) => {
      if (event.name === 'SelectionRequest' && event.owner === window) {
        clipboard.#answer(event).catch(() => {})
      } else if (event.name === 'SelectionClear' && event.owner === window) clipboard.#content = new Map()
    })
    return clipboard
  }

  /** A program that copies again takes the clipboard anew, so that each copy counts although its owner stays the same. */
  async #countOwners(): Promise<void> {
    const fixes = await this.#connection.askOrNull<Fixes>((reply) =>
      this.#connection.client.require('fixes', reply),
    )
    if (!fixes) return
    this.#taken = 0
    this.#connection.onEvent(({ name, window, owner = 0, selection }) => {
      // The window tells the extension's event from the answer to a conversion, which has the same name.
      const isTaken = name === 'SelectionNotify' && window === this.#window && selection === this.#selection
      if (isTaken && owner !== 0 && owner !== this.#window) this.#taken = (this.#taken ?? 0) + 1
    })
    await this.#connection.act(() =>
      fixes.SelectSelectionInput(this.#window, this.#selection, fixes.SelectionEventMask.SetSelectionOwner),
    )
  }

  /** Says how often another program has put something into the clipboard since the first call; null where the server does not tell. */
  async timesTaken(): Promise<number | null> {
    await (this.#counting ??= this.#countOwners())
    await this.#connection.sync()
    return this.#taken
  }

  /** Reads text as `text/plain` in UTF-8, a picture as `image/png` where its owner offers that, and all else unchanged. */
  async read(): Promise<ClipboardContent> {
    const owner = await this.#connection.ask<number>((reply) =>
      this.#connection.client.GetSelectionOwner(this.#selection, reply),
    )
    if (owner === 0) return { formats: [] }
    const list = await this.#inbox.convert(this.#selection, 'TARGETS')
    const atoms = list ? Array.from({ length: list.length >> 2 }, (_, i) => list.readUInt32LE(i * 4)) : []
    const targets = (await Promise.all(atoms.map((atom) => this.#connection.atomName(atom)))).filter(
      (name) => name !== null,
    )
    const formats: ClipboardContent['formats'] = []
    const text = TEXT_TARGETS.find((target) => targets.includes(target)) ?? (list ? null : 'STRING')
    if (text) {
      const data = await this.#inbox.convert(this.#selection, text)
      if (data) formats.push({ type: 'text/plain', data: utf8(data, text).toString('base64') })
    }
    const hasPng = targets.includes('image/png')
    const others = targets.filter((name) => !NO_CONTENT.test(name) && !(hasPng && OTHER_PICTURES.test(name)))
    for (const type of others.slice(0, MAX_FORMATS)) {
      const data = await this.#inbox.convert(this.#selection, type)
      if (data) formats.push({ type, data: data.toString('base64') })
    }
    return { formats }
  }

  /** Takes the clipboard. Throws ToolError when the X server gives it to somebody else. */
  async write(content: ClipboardContent): Promise<void> {
    const time = await this.#inbox.serverTime()
    const served = new Map<string, Buffer>()
    for (const { type, data } of content.formats) {
      const bytes = Buffer.from(data, 'base64')
      if (/^text\/plain\b/.test(type)) for (const target of TEXT_TARGETS) served.set(target, bytes)
      else served.set(type, bytes)
    }
    const wanted = served.size === 0 ? 0 : this.#window
    this.#content = served
    this.#since = time
    await this.#connection.act((client) => client.SetSelectionOwner(wanted, this.#selection, time))
    const owner = await this.#owner()
    if (wanted !== 0 && owner !== wanted) throw new ToolError('Another program took the clipboard.')
  }

  /** Leaves the content to a program that goes on serving it after this process has ended. */
  async handOver(): Promise<void> {
    const content = this.#content
    if (content.size === 0 || (await this.#owner().catch(() => 0)) !== this.#window) return
    const type = ['UTF8_STRING', 'image/png'].find((name) => content.has(name)) ?? [...content.keys()][0]
    const data = type === undefined ? undefined : content.get(type)
    if (type === undefined || data === undefined) return
    // xclip goes into the background by itself once it owns the clipboard.
    const child = spawn('xclip', ['-selection', 'clipboard', '-t', type, '-in'], {
      env: this.#env,
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    child.stdin.on('error', () => {})
    child.stdin.end(data)
    await Promise.race([once(child, 'exit'), once(child, 'error'), later(HANDED_OVER_WITHIN_MS)]).catch(
      () => {},
    )
    // xclip may go into the background before the X server knows of its ownership.
    const end = fairTime() + TAKEN_WITHIN_MS
    while ((await this.#owner()) === this.#window && fairTime() < end) {
      await later(2)
    }
  }

  #owner(): Promise<number> {
    return this.#connection.ask<number>((reply) =>
      this.#connection.client.GetSelectionOwner(this.#selection, reply),
    )
  }

  async #answer(request: XEvent): Promise<void> {
    const { requestor = 0, target = 0, selection = 0, time = 0 } = request
    const property = request.property || target
    const given = await this.#give(requestor, target, property)
    await this.#connection.act((client) =>
      client.SendEvent(requestor, 0, 0, {
        name: 'SelectionNotify',
        seq: 0,
        time,
        requestor,
        selection,
        target,
        property: given ? property : 0,
      }),
    )
    if (typeof given === 'function') await given()
  }

  /** Puts the answer into the requestor's property. False when there is none; a function sends the rest in pieces. */
  async #give(requestor: number, target: number, property: number): Promise<boolean | (() => Promise<void>)> {
    const name = await this.#connection.atomName(target)
    const put = async (type: string, format: 8 | 32, data: Buffer) => {
      const atom = await this.#connection.atom(type)
      await this.#connection.act((client) =>
        client.ChangeProperty(0, requestor, property, atom, format, data),
      )
      return true
    }
    if (name === 'TARGETS') {
      const names = ['TARGETS', 'TIMESTAMP', ...this.#content.keys()]
      const atoms = await Promise.all(names.map((one) => this.#connection.atom(one)))
      return put('ATOM', 32, numbers(atoms))
    }
    if (name === 'TIMESTAMP') return put('INTEGER', 32, numbers([this.#since]))
    const data = name === null ? undefined : this.#content.get(name)
    if (name === null || data === undefined) return false
    const type = name === 'TEXT' ? 'UTF8_STRING' : name
    const bytes = name === 'STRING' ? Buffer.from(data.toString('utf8'), 'latin1') : data
    if (bytes.length <= Outbox.LARGEST_PIECE) return put(type, 8, bytes)
    return this.#outbox.begin(requestor, property, await this.#connection.atom(type), bytes)
  }
}

const later = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

function numbers(values: number[]): Buffer {
  const data = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) data.writeUInt32LE(value >>> 0, index * 4)
  return data
}

/** `STRING` is Latin 1 by its definition. */
const utf8 = (data: Buffer, target: string): Buffer =>
  target === 'STRING' ? Buffer.from(data.toString('latin1'), 'utf8') : data
