// Nothing is missing in silence: what the stand-in does not implement throws, a member as well as an event or an option.
import { EventEmitter } from 'node:events'

export class NotImplemented extends Error {
  constructor(what: string) {
    super(
      `The stand-in for Electron does not implement ${what}. Add it to e2e/standin, or use what is there.`,
    )
    this.name = 'NotImplemented'
  }
}

/** What engines and libraries ask of every object, though nobody has to have it. */
const ASKED_OF_ALL = new Set(['then', 'toJSON', 'constructor', 'inspect', 'prototype', 'domain', 'default'])

const loudly = (what: string): ProxyHandler<object> => ({
  get(target, key, receiver) {
    if (typeof key === 'symbol' || key in target || key.startsWith('_') || ASKED_OF_ALL.has(key))
      return Reflect.get(target, key, receiver) as unknown
    throw new NotImplemented(`${what}.${key}`)
  },
})

/** A group of functions, as `dialog` is. Tests may replace its members. */
export const loudGroup = <T extends object>(what: string, members: T): T =>
  new Proxy(members, loudly(what)) as T

/** Makes members that a class, or an instance of it, does not have throw. Its instances stay what they are: no proxies. */
export function loudClass(constructor: abstract new (...args: never[]) => object, what: string): void {
  const prototype = constructor.prototype as object
  Object.setPrototypeOf(prototype, new Proxy(Object.getPrototypeOf(prototype) as object, loudly(what)))
  Object.setPrototypeOf(
    constructor,
    new Proxy(Object.getPrototypeOf(constructor) as object, loudly(`static ${what}`)),
  )
}

/** Throws for an option that has no effect here. */
export function knownOptions(what: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new NotImplemented(`the option ${name} of ${what}`)
}

export interface Cancelable {
  defaultPrevented: boolean
  preventDefault(): void
}

export const cancelable = <T extends object>(details: T): T & Cancelable => ({
  ...details,
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true
  },
})

/** An emitter that knows its events: listening for any other throws. */
export class Emitter extends EventEmitter {
  readonly #what: string
  readonly #events: ReadonlySet<string>

  constructor(what: string, events: readonly string[]) {
    super()
    this.#what = what
    this.#events = new Set(events)
  }

  override on(name: string | symbol, listener: (...args: never[]) => void): this {
    this.#check(name)
    return super.on(name, listener as (...args: unknown[]) => void)
  }

  override addListener(name: string | symbol, listener: (...args: never[]) => void): this {
    return this.on(name, listener)
  }

  /** Whether nobody prevented it. */
  emitCancelable(name: string, details: object, ...rest: unknown[]): boolean {
    const event = cancelable(details)
    this.emit(name, event, ...rest)
    return !event.defaultPrevented
  }

  #check(name: string | symbol): void {
    if (typeof name === 'symbol' || name === 'newListener' || name === 'removeListener') return
    if (!this.#events.has(name)) throw new NotImplemented(`the event ${name} of ${this.#what}`)
  }
}
