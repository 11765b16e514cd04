// Holds one connection to a D-Bus daemon. Every call has a deadline, calls to one application are bounded in number, and an
// application that does not answer fails fast without delaying the others.
import { createConnection, type Socket } from 'node:net'
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import {
  decodeMessage,
  encodeCall,
  ERROR,
  messageSize,
  METHOD_CALL,
  SIGNAL,
  type IncomingMessage,
  type OutgoingCall,
  type Reader,
} from './wire.ts'
import { fairTime } from '../../fair-time.ts'

/** Milliseconds that an application has to answer a call. */
export const CALL_DEADLINE_MS = 1000
/** Calls to one application that may be open at once; the rest wait their turn. */
const MAX_OPEN_CALLS = 64
/** Milliseconds for which an application that has missed a deadline is not asked again, unless it sends something itself. */
const SILENCE_MS = 3000
/** A valid message of the accessibility bus is far smaller: 20,000 controls take about 6 MB. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024
const CONNECT_DEADLINE_MS = 10_000

export interface Answer {
  signature: string
  body: Reader
}

/** `silent`: no answer within the deadline. `refused`: an error came back. `closed`: the connection or the application is gone. */
export interface Failure {
  failed: 'silent' | 'refused' | 'closed'
  message: string
}
export const isFailure = (reply: Answer | Failure): reply is Failure => 'failed' in reply

export interface BusSignal {
  sender: string
  path: string
  interface: string
  member: string
  signature: string
  body: Reader
}

export interface CallOptions {
  /** Milliseconds of fair time, counted from the moment the call is sent. */
  deadlineMs?: number
  /** A missed deadline does not count against the application: the call itself may wait for a person. */
  patient?: boolean
}

type Settle = (reply: Answer | Failure) => void

interface OpenCall {
  destination: string
  deadline: number
  patient: boolean
  settle: Settle
}
interface WaitingCall {
  call: OutgoingCall
  options: CallOptions
  settle: Settle
}
/** What is known of one destination. */
interface Peer {
  open: number
  waiting: WaitingCall[]
  /** Monotonic time until which it counts as silent. */
  silentUntil: number
  /** How often it has missed a deadline. */
  silences: number
}

const GONE = new Set([
  'org.freedesktop.DBus.Error.ServiceUnknown',
  'org.freedesktop.DBus.Error.NameHasNoOwner',
  'org.freedesktop.DBus.Error.NoReply',
  'org.freedesktop.DBus.Error.Disconnected',
])

export class Bus implements Disposable {
  readonly #socket: Socket
  readonly #open = new Map<number, OpenCall>()
  /** Calls that missed their deadline: a late answer shows that the application is back. */
  readonly #late = new Map<number, string>()
  readonly #peers = new Map<string, Peer>()
  readonly #listeners = new Set<(signal: BusSignal) => void>()
  #serial = 0
  #outgoing: Buffer[] = []
  #chunks: Buffer[] = []
  #received = 0
  #needed = 16
  #sweep: NodeJS.Timeout | null = null
  #closed: string | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.#end(error.message))
    socket.on('close', () => this.#end('The connection to D-Bus is closed.'))
  }

  /** Connects to the first usable address of a D-Bus address list and says hello. Throws ToolError. */
  static async connect(addresses: string, run: RunControl): Promise<Bus> {
    using part = run.child({ timeoutMs: CONNECT_DEADLINE_MS, name: 'Connecting to D-Bus' })
    const bus = new Bus(await part.race(openSocket(addresses)))
    const hello = await part.race(
      bus.call(
        {
          destination: 'org.freedesktop.DBus',
          path: '/org/freedesktop/DBus',
          interface: 'org.freedesktop.DBus',
          member: 'Hello',
          signature: '',
          body: [],
        },
        // The daemon of a desktop that is being started may still be reading its own files.
        { deadlineMs: CONNECT_DEADLINE_MS },
      ),
    )
    if (isFailure(hello)) {
      bus[Symbol.dispose]()
      throw new ToolError(`D-Bus did not greet back: ${hello.message}`)
    }
    return bus
  }

  get closed(): boolean {
    return this.#closed !== null
  }

  /** Asks, and waits for the answer until the deadline. Never throws. */
  call(call: OutgoingCall, options: CallOptions = {}): Promise<Answer | Failure> {
    return new Promise((resolve) => {
      if (this.#closed !== null) return resolve({ failed: 'closed', message: this.#closed })
      const peer = this.#peer(call.destination)
      if (fairTime() < peer.silentUntil) return resolve(silence(call.destination))
      if (peer.open < MAX_OPEN_CALLS) this.#send(peer, call, options, resolve)
      else peer.waiting.push({ call, options, settle: resolve })
    })
  }

  /** How often this destination has missed a deadline. If it rises while a tree is read, the tree may have gaps. */
  silencesOf(destination: string): number {
    return this.#peers.get(destination)?.silences ?? 0
  }

  onSignal(listener: (signal: BusSignal) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  [Symbol.dispose](): void {
    this.#end('The connection to D-Bus was closed by Deskhand.')
    this.#socket.destroy()
  }

  #peer(name: string): Peer {
    let peer = this.#peers.get(name)
    if (!peer) {
      peer = { open: 0, waiting: [], silentUntil: 0, silences: 0 }
      this.#peers.set(name, peer)
    }
    return peer
  }

  #send(peer: Peer, call: OutgoingCall, options: CallOptions, settle: Settle): void {
    const serial = ++this.#serial
    peer.open++
    const { deadlineMs = CALL_DEADLINE_MS, patient = false } = options
    const deadline = fairTime() + deadlineMs
    this.#open.set(serial, { destination: call.destination, deadline, patient, settle })
    if (this.#outgoing.push(encodeCall(serial, call)) === 1) queueMicrotask(() => this.#flush())
    this.#sweep ??= setInterval(() => this.#expire(), 50).unref()
  }

  #flush(): void {
    const outgoing = this.#outgoing
    this.#outgoing = []
    if (this.#closed === null) this.#socket.write(Buffer.concat(outgoing))
  }

  #receive(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#received += chunk.length
    if (this.#received < this.#needed) return
    const buffer = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks)
    let at = 0
    try {
      for (;;) {
        const size = messageSize(buffer, at)
        if (size !== null && size > MAX_MESSAGE_BYTES) throw new Error('A D-Bus message is too large.')
        this.#needed = size ?? 16
        if (size === null || buffer.length - at < size) break
        this.#handle(decodeMessage(buffer, at))
        at += size
      }
    } catch (error) {
      this.#end(error instanceof Error ? error.message : String(error))
      this.#socket.destroy()
      return
    }
    const rest = buffer.subarray(at)
    this.#chunks = rest.length ? [rest] : []
    this.#received = rest.length
  }

  #handle(message: IncomingMessage): void {
    if (message.type === SIGNAL) {
      for (const listener of this.#listeners) listener(message)
      return
    }
    if (message.type === METHOD_CALL) return
    const open = this.#open.get(message.replySerial)
    if (!open) return this.#handleLate(message.replySerial)
    this.#open.delete(message.replySerial)
    const peer = this.#peer(open.destination)
    peer.open--
    open.settle(message.type === ERROR ? errorOf(message) : message)
    this.#next(peer)
  }

  #handleLate(serial: number): void {
    const destination = this.#late.get(serial)
    if (destination === undefined) return
    this.#late.delete(serial)
    this.#peer(destination).silentUntil = 0
  }

  #next(peer: Peer): void {
    while (peer.open < MAX_OPEN_CALLS) {
      const waiting = peer.waiting.shift()
      if (!waiting) return
      this.#send(peer, waiting.call, waiting.options, waiting.settle)
    }
  }

  /** After one missed deadline all open calls to this application fail, so that nothing waits behind it. */
  #expire(): void {
    const now = fairTime()
    const silent = new Set<string>()
    for (const [serial, call] of this.#open) {
      if (call.deadline > now) continue
      if (call.patient) this.#giveUp(serial, call)
      else silent.add(call.destination)
    }
    for (const destination of silent) this.#silence(destination, now)
    if (this.#open.size === 0 && this.#sweep) {
      clearInterval(this.#sweep)
      this.#sweep = null
    }
  }

  #giveUp(serial: number, call: OpenCall): void {
    this.#open.delete(serial)
    const peer = this.#peer(call.destination)
    peer.open--
    call.settle(silence(call.destination))
    this.#next(peer)
  }

  #silence(destination: string, now: number): void {
    const peer = this.#peer(destination)
    peer.silentUntil = now + SILENCE_MS
    peer.silences++
    peer.open = 0
    for (const [serial, call] of this.#open) {
      if (call.destination !== destination) continue
      this.#open.delete(serial)
      this.#late.set(serial, destination)
      call.settle(silence(destination))
    }
    for (const waiting of peer.waiting.splice(0)) waiting.settle(silence(destination))
    for (const serial of this.#late.keys()) {
      if (this.#late.size <= 1000) break
      this.#late.delete(serial)
    }
  }

  #end(reason: string): void {
    if (this.#closed !== null) return
    this.#closed = reason
    if (this.#sweep) clearInterval(this.#sweep)
    const failure: Failure = { failed: 'closed', message: reason }
    for (const call of this.#open.values()) call.settle(failure)
    this.#open.clear()
    for (const peer of this.#peers.values())
      for (const waiting of peer.waiting.splice(0)) waiting.settle(failure)
  }
}

const silence = (destination: string): Failure => ({
  failed: 'silent',
  message: `${destination} does not answer.`,
})

function errorOf(message: IncomingMessage): Failure {
  const text = message.signature.startsWith('s') ? message.body.string() : message.errorName
  return { failed: GONE.has(message.errorName) ? 'closed' : 'refused', message: text }
}

/** Lists the socket files of an address list: `unix:path=/run/bus,guid=…;unix:abstract=/tmp/x`. */
export function socketPaths(addresses: string): string[] {
  const paths: string[] = []
  for (const address of addresses.split(';')) {
    if (!address.startsWith('unix:')) continue
    for (const pair of address.slice('unix:'.length).split(',')) {
      const [key, value = ''] = pair.split('=', 2)
      if (key === 'path') paths.push(decodeURIComponent(value))
      if (key === 'abstract') paths.push(`\0${decodeURIComponent(value)}`)
    }
  }
  return paths
}

async function openSocket(addresses: string): Promise<Socket> {
  const paths = socketPaths(addresses)
  let reason = `there is no unix socket in "${addresses}"`
  for (const path of paths) {
    try {
      return await authenticate(createConnection(path))
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
  }
  throw new ToolError(`The D-Bus daemon could not be reached: ${reason}.`)
}

function authenticate(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let line = ''
    socket.once('error', reject)
    socket.on('connect', () => {
      const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
      socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
    })
    socket.on('data', (chunk: Buffer) => {
      line += chunk.toString('latin1')
      if (!line.includes('\r\n')) return
      if (!line.startsWith('OK ')) {
        socket.destroy()
        return reject(new ToolError(`D-Bus refused the connection: ${line.trim()}`))
      }
      socket.removeAllListeners('error')
      socket.write('BEGIN\r\n')
      resolve(socket)
    })
  })
}
