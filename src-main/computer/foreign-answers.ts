// Ends the connection to a server that answers a question nobody asked: a call that waits for the real answer would wait for
// ever.
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/** Wraps the transport; `end` closes it. A late answer, to a call that was cancelled, is accepted. */
export function refusingForeign(transport: Transport, end: () => void): Transport {
  const asked = new Set<string | number>()
  const send = transport.send.bind(transport)
  return new Proxy<Transport>(transport, {
    get: (target, key) => {
      if (key === 'send') {
        return (...[message, options]: Parameters<Transport['send']>) => {
          if ('method' in message && 'id' in message) asked.add(message.id)
          return send(message, options)
        }
      }
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value
    },
    set: (target, key, value: unknown) => {
      const hear = value as Transport['onmessage']
      if (key !== 'onmessage' || !hear) return Reflect.set(target, key, value, target)
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK has no other way to hear
      target.onmessage = (message: JSONRPCMessage, extra) => {
        if (!('method' in message) && (message.id === undefined || !asked.has(message.id))) return end()
        hear(message, extra)
      }
      return true
    },
  })
}
