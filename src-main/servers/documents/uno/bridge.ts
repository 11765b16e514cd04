// Speaks the UNO Remote Protocol with a running office over its pipe: what its own scripts can do, from outside, without a second runtime.
// Objects are called by name through the office's Invocation service, so that no interface has to be written down here.
import { connect, type Socket } from 'node:net'
import { messageOf, ToolError } from '../../../core/errors.ts'
import { Reader, Reference, Typed, Writer, XINTERFACE, type Caches } from './wire.ts'

/** Bits of the first byte of a message, and of the second one. */
const LONG = 0x80
const REQUEST = 0x40
const NEW_TYPE = 0x20
const NEW_OID = 0x10
const NEW_TID = 0x08
const WIDE_FUNCTION = 0x04
const MORE_FLAGS = 0x01
const EXCEPTION = 0x20

const THREAD = Buffer.from('deskhand')
const PROPERTIES = 'UrpProtocolProperties'
const INVOCATION = 'com.sun.star.script.XInvocation'
/** Numbers of the functions of the few interfaces that are called directly, counted with those of XInterface. */
const QUERY = { type: XINTERFACE, number: 0 }
const SERVICE_MANAGER = { type: 'com.sun.star.uno.XComponentContext', number: 4 }
const CREATE = { type: 'com.sun.star.lang.XMultiComponentFactory', number: 3 }
const WRAP = { type: 'com.sun.star.lang.XSingleServiceFactory', number: 4 }
const INVOKE = { type: INVOCATION, number: 4 }
const SET_VALUE = { type: INVOCATION, number: 5 }
const GET_VALUE = { type: INVOCATION, number: 6 }

type Given = [type: string, value: unknown]

export class OfficeBridge implements Disposable {
  readonly #socket: Socket
  readonly #caches: Caches = { types: [], oids: [], tids: [] }
  #left: Buffer = Buffer.alloc(0)
  #waiting: PromiseWithResolvers<Reader> | null = null
  #ended: Error | null = null
  /** Whether each request now carries a context, as the office has announced. */
  #withContext = false
  #lastThread: Buffer = Buffer.alloc(0)
  #lastObject = ''
  #context: Reference | null = null
  #manager: Reference | null = null
  #wrapper: Reference | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) => this.#hear(bytes))
    socket.on('error', (error) => this.#end(error))
    socket.on('close', () => this.#end(new ToolError('The office has ended.')))
  }

  /** Connects to the socket file of an office's pipe. Throws where nothing listens there. */
  static async open(path: string, signal: AbortSignal): Promise<OfficeBridge> {
    const socket = connect(path)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.once('connect', () => resolve())
    socket.once('error', reject)
    const stop = () => socket.destroy(new ToolError('The call was stopped.'))
    signal.addEventListener('abort', stop, { once: true })
    socket.once('close', () => signal.removeEventListener('abort', stop))
    await promise
    return new OfficeBridge(socket)
  }

  /** Gives a service of the office by its name. */
  async service(name: string): Promise<UnoObject> {
    this.#context ??= await this.#first()
    this.#manager ??= await this.#query(
      named(await this.#call(this.#context.oid, SERVICE_MANAGER, [], CREATE.type)).oid,
      CREATE.type,
    )
    const parameters: Given[] = [
      ['string', name],
      [SERVICE_MANAGER.type, this.#context],
    ]
    const made = await this.#call(this.#manager.oid, CREATE, parameters, XINTERFACE)
    if (!(made instanceof Reference)) throw new ToolError(`This office has no ${name}.`)
    return this.wrap(made)
  }

  /** Makes an object whose methods and properties are reached by their names. */
  async wrap(object: Reference): Promise<UnoObject> {
    return new UnoObject(this, object, await this.#invocation(object))
  }

  async #invocation(object: Reference): Promise<Reference> {
    if (!this.#wrapper) {
      const context = named(this.#context)
      const parameters: Given[] = [
        ['string', 'com.sun.star.script.Invocation'],
        [SERVICE_MANAGER.type, context],
      ]
      const made = await this.#call(named(this.#manager).oid, CREATE, parameters, XINTERFACE)
      this.#wrapper = await this.#query(named(made).oid, WRAP.type)
    }
    const wrapped = await this.#call(this.#wrapper.oid, WRAP, [['[]any', [object]]], XINTERFACE)
    return this.#query(named(wrapped).oid, INVOCATION)
  }

  async invoke(on: Reference, method: string, parameters: readonly unknown[]): Promise<unknown> {
    // Two results more follow the returned value: the values of out parameters, which no method that is used here has.
    return await this.#call(
      on.oid,
      INVOKE,
      [
        ['string', method],
        ['[]any', parameters],
      ],
      'any',
    )
  }

  get(on: Reference, property: string): Promise<unknown> {
    return this.#call(on.oid, GET_VALUE, [['string', property]], 'any')
  }

  async set(on: Reference, property: string, value: unknown): Promise<void> {
    await this.#call(
      on.oid,
      SET_VALUE,
      [
        ['string', property],
        ['any', value],
      ],
      'void',
    )
  }

  /** The object that the office hands out by its name has a name of its own, under which its interfaces are asked for. */
  async #first(): Promise<Reference> {
    const { oid } = await this.#query('StarOffice.ComponentContext', XINTERFACE)
    return this.#query(oid, SERVICE_MANAGER.type)
  }

  async #query(oid: string, type: string): Promise<Reference> {
    const found = await this.#call(oid, QUERY, [['type', type]], 'any')
    if (found instanceof Reference) return found
    throw new ToolError(`The office gave no ${type}.`)
  }

  /** Calls are one after the other: an office answers them in its main thread anyway. */
  async #call(oid: string, what: { type: string; number: number }, parameters: Given[], returns: string) {
    if (this.#ended) throw this.#ended
    if (this.#waiting) throw new Error('Two calls of one bridge at the same time.')
    const message = new Writer()
      .u8(LONG | REQUEST | NEW_TYPE | NEW_OID | NEW_TID)
      .u8(what.number)
      .type(what.type)
      .oid(oid)
      .tid(THREAD)
    if (this.#withContext) message.oid('')
    for (const [type, value] of parameters) message.value(type, value)
    this.#waiting = Promise.withResolvers<Reader>()
    this.#send(message.bytes())
    const reader = await this.#waiting.promise
    return reader.value(returns)
  }

  #send(message: Buffer): void {
    this.#socket.write(Buffer.concat([new Writer().u32(message.length).u32(1).bytes(), message]))
  }

  #hear(bytes: Buffer): void {
    this.#left = Buffer.concat([this.#left, bytes])
    while (this.#left.length >= 8) {
      const size = this.#left.readUInt32BE(0)
      if (this.#left.length < 8 + size) return
      const block = this.#left.subarray(8, 8 + size)
      this.#left = this.#left.subarray(8 + size)
      try {
        this.#take(new Reader(block, this.#caches))
      } catch (error) {
        this.#end(error instanceof Error ? error : new ToolError(String(error)))
        this.#socket.destroy()
      }
    }
  }

  #take(reader: Reader): void {
    const flags = reader.u8()
    if ((flags & LONG) === 0 || (flags & REQUEST) !== 0) {
      this.#answer(reader, flags)
      return
    }
    if ((flags & NEW_TID) !== 0) this.#lastThread = reader.tid()
    const waiting = this.#waiting
    this.#waiting = null
    if ((flags & EXCEPTION) === 0) waiting?.resolve(reader)
    else waiting?.reject(new ToolError(faultIn(reader.any())))
  }

  /** Answers what the office asks of its own accord: how the protocol goes on. A short message is about what the one before it was about. */
  #answer(reader: Reader, flags: number): void {
    const isLong = (flags & LONG) !== 0
    if (isLong && (flags & MORE_FLAGS) !== 0) reader.u8()
    const number = isLong ? ((flags & WIDE_FUNCTION) === 0 ? reader.u8() : reader.u16()) : flags & 0x3f
    if (isLong && (flags & NEW_TYPE) !== 0) reader.type()
    if (isLong && (flags & NEW_OID) !== 0) this.#lastObject = reader.oid()
    if (isLong && (flags & NEW_TID) !== 0) this.#lastThread = reader.tid()
    if (this.#lastObject !== PROPERTIES) return
    const reply = new Writer().u8(LONG | NEW_TID).tid(this.#lastThread)
    // requestChange gets 1: the office may choose. commitChange says what it has chosen: a context with each request.
    if (number === 4) reply.value('long', 1)
    this.#send(reply.bytes())
    if (number === 5) this.#withContext = true
  }

  #end(error: Error): void {
    this.#ended ??= error instanceof ToolError ? error : new ToolError(messageOf(error))
    this.#waiting?.reject(this.#ended)
    this.#waiting = null
  }

  [Symbol.dispose](): void {
    this.#socket.destroy()
  }
}

const named = (value: unknown): Reference => {
  if (value instanceof Reference) return value
  throw new ToolError('The office gave no object.')
}

function faultIn(exception: unknown): string {
  const { exception: name = '', message = '' } = (exception ?? {}) as Record<string, string>
  return `The office refused it: ${message.trim() || (name.split('.').at(-1) ?? 'no reason given')}`
}

/** An object of the office. */
export class UnoObject {
  readonly reference: Reference
  readonly #bridge: OfficeBridge
  readonly #invocation: Reference

  constructor(bridge: OfficeBridge, reference: Reference, invocation: Reference) {
    this.#bridge = bridge
    this.reference = reference
    this.#invocation = invocation
  }

  /** Calls a method for a plain value: a text, number, truth value, list or struct; null for nothing. */
  value(method: string, ...parameters: unknown[]): Promise<unknown> {
    return this.#bridge.invoke(this.#invocation, method, parameters.map(passed))
  }

  /** Calls a method for another object; null where it gives none. */
  async find(method: string, ...parameters: unknown[]): Promise<UnoObject | null> {
    const found = await this.value(method, ...parameters)
    return found instanceof Reference ? this.#bridge.wrap(found) : null
  }

  /** As `find`, where there must be one. */
  async object(method: string, ...parameters: unknown[]): Promise<UnoObject> {
    const found = await this.find(method, ...parameters)
    if (found) return found
    throw new ToolError(`The office gave nothing for ${method}.`)
  }

  get(property: string): Promise<unknown> {
    return this.#bridge.get(this.#invocation, property)
  }

  async set(property: string, value: unknown): Promise<void> {
    await this.#bridge.set(this.#invocation, property, passed(value))
  }
}

const passed = (value: unknown): unknown => (value instanceof UnoObject ? value.reference : value)

/** Writes named values as the office wants them: for loading, storing and commands. */
export const properties = (values: Record<string, unknown>): Typed =>
  new Typed(
    '[]com.sun.star.beans.PropertyValue',
    Object.entries(values).map(([Name, Value]) => ({ Name, Handle: 0, Value, State: 0 })),
  )
