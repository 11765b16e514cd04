// The wire of a page in a browser: a WebSocket that is connected again when it was lost. A call that was on its way when the
// connection broke fails: nobody knows whether it was carried out, so it is never sent twice.
import type { Envelope, Fault } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { unpackFrame, type ProgramMessage } from '../../src-preload/contract/socket.ts'
import type { Connection, WindowWire } from './connection.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000

type Socket = Pick<WebSocket, 'send' | 'readyState' | 'binaryType' | 'addEventListener'>
const OPEN = 1

const fault = (message: string): Envelope => ({
  ok: false,
  fault: { kind: 'user', message, key: null } satisfies Fault,
})
const LOST = 'The connection to Deskhand was lost. Once it is there again, look before you try again.'
const NOT_THERE = 'There is no connection to Deskhand at the moment. Is it still running?'

interface Waiting {
  message: string
  answer: (envelope: Envelope) => void
  sent: boolean
}

export function socketWire(connect: () => Socket): WindowWire {
  const listeners = new Set<(push: Push) => void>()
  const connectionListeners = new Set<(connection: Connection) => void>()
  const waiting = new Map<number, Waiting>()
  let connection: Connection = 'connecting'
  let socket: Socket | null = null
  let nextId = 1
  let failures = 0

  const become = (next: Connection) => {
    connection = next
    for (const listener of connectionListeners) listener(next)
  }

  const send = (call: Waiting) => {
    call.sent = true
    socket?.send(call.message)
  }

  const hear = (data: unknown) => {
    if (data instanceof ArrayBuffer) {
      tell(unpackFrame(data))
      return
    }
    // Made by the program by the schemas of the contract.
    const message = JSON.parse(String(data)) as ProgramMessage
    if ('push' in message) return tell(message.push)
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    call?.answer(message.envelope)
  }

  const tell = (push: Push) => {
    for (const listener of listeners) listener(push)
  }

  const fail = (which: (call: Waiting) => boolean, message: string) => {
    for (const [id, call] of waiting) {
      if (!which(call)) continue
      waiting.delete(id)
      call.answer(fault(message))
    }
  }

  const open = () => {
    const mine = connect()
    socket = mine
    mine.binaryType = 'arraybuffer'
    mine.addEventListener('open', () => {
      failures = 0
      for (const call of waiting.values()) if (!call.sent) send(call)
      become('open')
    })
    mine.addEventListener('message', (event) => hear(event.data))
    mine.addEventListener('close', () => {
      fail((call) => call.sent, LOST)
      if (failures > 0) fail(() => true, NOT_THERE)
      become('lost')
      setTimeout(open, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++))
    })
  }
  open()

  return {
    call: (name, input) =>
      new Promise((answer) => {
        const id = nextId++
        const call = { message: JSON.stringify({ id, name, input }), answer, sent: false }
        waiting.set(id, call)
        if (socket?.readyState === OPEN) send(call)
      }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onConnection: (listener) => {
      connectionListeners.add(listener)
      listener(connection)
      return () => connectionListeners.delete(listener)
    },
  }
}
