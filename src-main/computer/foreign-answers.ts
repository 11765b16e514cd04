// Ends the way to a server that answers what nobody asked: whoever waits for its answer would wait for ever.
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/** The transport itself. `end` closes it. An answer that comes late, to a call that was cancelled, is none of those. */
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
