// Holds one connection to an X server: requests as promises, atoms, properties, events. All of Deskhand's X11 goes through it.
import { join } from 'node:path'
import { createClient, type Client, type Display, type Property, type XError, type XEvent } from 'x11'
import { messageOf, ToolError } from '../../../core/errors.ts'
import { cookieFor } from './xauthority.ts'

/** Milliseconds that an X server has for one answer. Measured: 0.1 to 3; a server under load took 400. */
const ANSWER_WITHIN_MS = 5_000

type Send<T> = (reply: (error: Error | null | undefined, value: T) => boolean) => void

export class XConnection implements AsyncDisposable {
  readonly name: string
  readonly client: Client
  readonly display: Display
  readonly root: number
  readonly #atoms = new Map<string, Promise<number>>()
  readonly #pending = new Set<(error: Error) => void>()
  readonly #listeners = new Set<(event: XEvent) => void>()
  #faults: XError[] = []
  #lost: ToolError | null = null
  #closing = false

  private constructor(name: string, display: Display) {
    this.name = name
    this.display = display
    this.client = display.client
    forgetForeignAtoms(this.client)
    this.root = screenOf(display).root
    this.client.on('event', (event: XEvent) => {
      for (const listener of this.#listeners) listener(event)
    })
    this.client.on('end', () => this.#lose('it has gone away'))
  }

  /** Connects to `env.DISPLAY` with the cookie of `env.XAUTHORITY` (or `~/.Xauthority`). Throws ToolError. */
  static async open(env: Record<string, string | undefined>): Promise<XConnection> {
    const name = env['DISPLAY'] ?? ''
    const number = /:(\d+)/.exec(name)?.[1]
    if (number === undefined) throw new ToolError(`“${name}” is not the name of an X display.`)
    const auth = await cookieFor(
      number,
      env['XAUTHORITY'] ?? (env['HOME'] && join(env['HOME'], '.Xauthority')),
    )
    const { promise, resolve, reject } = Promise.withResolvers<XConnection>()
    let connection: XConnection | null = null
    const timer = setTimeout(
      () => reject(new ToolError(`The display ${name} does not answer.`)),
      ANSWER_WITHIN_MS,
    )
    const client = createClient(
      { display: name, auth, bufferRequests: { flushOnReply: false }, shm: false },
      (error, display) => {
        if (error) return reject(new ToolError(`Can’t connect to the display ${name}: ${messageOf(error)}`))
        connection = new XConnection(name, display)
        resolve(connection)
      },
    )
    client.on('error', (error: Error) => {
      if (connection) connection.#fault(error)
      else reject(new ToolError(`Can’t connect to the display ${name}: ${messageOf(error)}`))
    })
    try {
      return await promise
    } catch (error) {
      client.on('error', () => {})
      if ('stream' in client) client.terminate()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  get size(): { width: number; height: number } {
    const screen = screenOf(this.display)
    return { width: screen.pixel_width, height: screen.pixel_height }
  }

  /** Sends a request and gives its answer. Throws ToolError: refused by the server, no answer in time, connection lost. */
  ask<T>(send: Send<T>): Promise<T> {
    if (this.#lost) return Promise.reject(this.#lost)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const timer = setTimeout(
      () => reject(new ToolError(`The display ${this.name} does not answer.`)),
      ANSWER_WITHIN_MS,
    )
    this.#pending.add(reject)
    const settled = () => {
      clearTimeout(timer)
      this.#pending.delete(reject)
    }
    try {
      send((error, value) => {
        settled()
        if (error) reject(new ToolError(`The X server refused: ${messageOf(error)}`))
        else resolve(value)
        return true
      })
    } catch (error) {
      settled()
      reject(new ToolError(`The X server could not be asked: ${messageOf(error)}`))
    }
    return promise
  }

  /** Gives the answer, or null when the server refuses: the window is gone. */
  async askOrNull<T>(send: Send<T>): Promise<T | null> {
    try {
      return await this.ask(send)
    } catch (error) {
      if (this.#lost) throw error
      return null
    }
  }

  /** Sends requests that have no answer, and returns when the server has done them. Throws ToolError when it refused one of them. */
  async act(send: (client: Client) => void): Promise<void> {
    if (this.#lost) throw this.#lost
    const first = this.client.seq_num
    send(this.client)
    const last = this.client.seq_num
    await this.sync()
    const fault = this.#faults.find((error) => error.seq > first && error.seq <= last)
    this.#faults = []
    if (fault) throw new ToolError(`The X server refused: ${fault.message || `error ${fault.error}`}`)
  }

  /** Returns when the server has done all that was sent so far. */
  async sync(): Promise<void> {
    await this.ask<unknown>((reply) => this.client.GetInputFocus(reply))
  }

  /** Tells whether a compositing manager paints the screen, later than the applications do. */
  async isComposited(): Promise<boolean> {
    const manager = await this.atom('_NET_WM_CM_S0')
    return (await this.ask<number>((reply) => this.client.GetSelectionOwner(manager, reply))) !== 0
  }

  atom(name: string): Promise<number> {
    let atom = this.#atoms.get(name)
    if (!atom) {
      atom = this.ask<number>((reply) => this.client.InternAtom(false, name, reply))
      this.#atoms.set(name, atom)
    }
    return atom
  }

  async atomName(atom: number): Promise<string | null> {
    return this.askOrNull<string>((reply) => this.client.GetAtomName(atom, reply))
  }

  /** Reads a property as a whole; null when the window is gone or has no such property. */
  async property(window: number, name: string): Promise<Property | null> {
    const atom = await this.atom(name)
    const property = await this.askOrNull<Property>((reply) =>
      this.client.GetProperty(0, window, atom, 0, 0, 0x100000, reply),
    )
    return property && property.type !== 0 ? property : null
  }

  /** Reads a property as numbers of 32 bits: windows, atoms, cardinals. */
  async numbers(window: number, name: string): Promise<number[]> {
    const property = await this.property(window, name)
    if (!property || property.format !== 32) return []
    return Array.from({ length: property.data.length >> 2 }, (_, i) => property.data.readUInt32LE(i * 4))
  }

  /** Sends the message to the window manager, through the root window, that EWMH describes. */
  async tellWindowManager(window: number, type: string, data: number[]): Promise<void> {
    const atom = await this.atom(type)
    await this.act((client) => client.SendClientMessage(this.root, window, atom, 32, data))
  }

  /** Calls back for every event; the returned function ends it. */
  onEvent(listener: (event: XEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    if (!this.#lost) {
      await this.sync().catch(() => {})
      this.client.terminate()
    }
    this.#lose('it was closed')
  }

  #fault(error: Error): void {
    if ('seq' in error && 'error' in error) {
      this.#faults.push(error as XError)
      if (this.#faults.length > 100) this.#faults.shift()
    } else this.#lose(messageOf(error))
  }

  #lose(why: string): void {
    if (this.#lost) return
    this.#lost = new ToolError(`The display ${this.name} is lost: ${why}.`)
    for (const reject of this.#pending) reject(this.#lost)
    this.#pending.clear()
  }
}

/**
 * Forgets the atoms of other displays: the package keeps those of all connections in one table, but each display numbers its own. Only the
 * 68 atoms that the protocol fixes are the same everywhere.
 */
function forgetForeignAtoms(client: Client): void {
  const isStandard = (atom: number) => atom <= 68
  client.atoms = Object.fromEntries(Object.entries(client.atoms).filter(([, atom]) => isStandard(atom)))
  client.atom_names = Object.fromEntries(
    Object.entries(client.atom_names).filter(([atom]) => isStandard(Number(atom))),
  )
}

function screenOf(display: Display): Display['screen'][number] {
  const screen = display.screen[0]
  if (!screen) throw new ToolError('The display has no screen.')
  return screen
}
