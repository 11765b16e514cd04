// What lets the preload world and the page's own world of one window talk, as Electron's contextBridge does: functions become
// functions that call over, promises settle over there, the rest is copied. Runs in pages as it is: it imports nothing.
//
// The worlds share the window but no object. A CustomEvent is heard in both at once, and the browser copies its detail for
// the other world: so a call over is synchronous.
const FUNCTION = '\u0000function'
const PROMISE = '\u0000promise'

interface Copied {
  [FUNCTION]?: number
  [PROMISE]?: number
}

export type WorldMessage =
  | { kind: 'call'; id: number; args: unknown[] }
  | { kind: 'returned'; value?: unknown; error?: string }
  | { kind: 'resolved'; id: number; value: unknown }
  | { kind: 'rejected'; id: number; message: string }
  | { kind: 'hello' }
  | { kind: 'here' }
  | { kind: 'expose'; key: string; api: unknown }
  | { kind: 'open'; url: string; name: string }

interface World extends EventTarget {
  top: unknown
}

/** `hears` and `tells` are secret names of events: a page can't guess them. */
export function openWorld(hears: string, tells: string, other: (message: WorldMessage) => void) {
  const world = globalThis as unknown as World
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const numbers = new WeakMap<object, number>()
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let count = 0
  let returned: { value?: unknown; error?: string } | undefined

  const tell = (message: WorldMessage): void => {
    world.dispatchEvent(new CustomEvent(tells, { detail: message }))
  }

  const copyOut = (value: unknown, depth = 0): unknown => {
    if (depth > 1_000) throw new Error('Recursion depth exceeded while copying over the context bridge.')
    if (typeof value === 'symbol') throw new Error('A symbol can not cross the context bridge.')
    if (typeof value === 'function') {
      const id = numbers.get(value) ?? ++count
      numbers.set(value, id)
      functions.set(id, value as (...args: unknown[]) => unknown)
      return { [FUNCTION]: id }
    }
    if (value instanceof Promise) {
      const id = ++count
      value.then(
        (result) => tell({ kind: 'resolved', id, value: copyOut(result) }),
        (error: unknown) => tell({ kind: 'rejected', id, message: messageOf(error) }),
      )
      return { [PROMISE]: id }
    }
    if (Array.isArray(value)) return value.map((item) => copyOut(item, depth + 1))
    if (!isPlain(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOut(item, depth + 1)]))
  }

  const copyIn = (value: unknown, freeze: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => copyIn(item, freeze))
    if (!isPlain(value)) return value
    const { [FUNCTION]: called, [PROMISE]: promised } = value as Copied
    if (called !== undefined)
      return (...args: unknown[]) => {
        returned = undefined
        tell({ kind: 'call', id: called, args: args.map((item) => copyOut(item)) })
        const answer = returned as { value?: unknown; error?: string } | undefined
        if (!answer) throw new Error('The other side of the context bridge is gone.')
        if (answer.error !== undefined) throw new Error(answer.error)
        return copyIn(answer.value, freeze)
      }
    if (promised !== undefined)
      return new Promise((resolve, reject) => promises.set(promised, { resolve, reject }))
    const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyIn(item, freeze)]))
    return freeze ? Object.freeze(copy) : copy
  }

  const call = (message: WorldMessage & { kind: 'call' }): WorldMessage => {
    try {
      const args = message.args.map((item) => copyIn(item, false))
      return { kind: 'returned', value: copyOut(functions.get(message.id)?.(...args)) }
    } catch (error) {
      return { kind: 'returned', error: messageOf(error) }
    }
  }

  world.addEventListener(hears, (event) => {
    const message = (event as CustomEvent<WorldMessage>).detail
    switch (message.kind) {
      case 'call':
        return tell(call(message))
      case 'returned':
        returned = message
        return
      case 'resolved':
        promises.get(message.id)?.resolve(copyIn(message.value, false))
        promises.delete(message.id)
        return
      case 'rejected':
        promises.get(message.id)?.reject(new Error(message.message))
        promises.delete(message.id)
        return
      default:
        other(message)
    }
  })
  return { tell, copyOut, copyIn }
}

function isPlain(value: unknown): value is object {
  if (value === null || typeof value !== 'object') return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
