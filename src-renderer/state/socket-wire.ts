// Connects a page in a browser by a WebSocket, which connects again when it was lost. A call that was on its way when the
// connection broke fails: nobody knows whether it was carried out, so it is never sent twice.
import { runFileAddress, type Envelope, type Fault } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import {
  CLOSED,
  FILES_PROOF_TEXT,
  MAX_MESSAGE_BYTES,
  proofText,
  unpackFrame,
  type Challenge,
  type PageProof,
  type ProgramMessage,
  type ProgramProof,
} from '../../src-preload/contract/socket.ts'
import type { Connection, WindowWire } from './connection.ts'
import { newChallenge, sign } from './page-secret.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5_000

type Socket = Pick<WebSocket, 'send' | 'close' | 'binaryType' | 'addEventListener'>

const fault = (message: string): Envelope => ({
  ok: false,
  fault: { kind: 'user', message, key: null } satisfies Fault,
})
const LOST = 'The connection to Deskhand was lost. Once it is there again, look before you try again.'
const NOT_THERE = 'There is no connection to Deskhand at the moment. Is it still running?'
const MB = 1024 * 1024
const tooLarge = (bytes: number): string =>
  `That is ${Math.ceil(bytes / MB)} MB, and a page can send ${MAX_MESSAGE_BYTES / MB}. Nothing was sent.`

interface Waiting {
  message: string
  answer: (envelope: Envelope) => void
  sent: boolean
}

interface SocketWireOptions {
  connect: () => Socket
  /** The host of the page's address, with its port. */
  host: string
  /** Null where this browser has no secret. */
  secret: () => string | null
  /** Called when this browser is refused, now or later; nothing is tried again. */
  refused: () => void
}

export function socketWire({ connect, host, secret, refused }: SocketWireOptions): WindowWire {
  const listeners = new Set<(push: Push) => void>()
  const connectionListeners = new Set<(connection: Connection) => void>()
  const waiting = new Map<number, Waiting>()
  let connection: Connection = 'connecting'
  /** Null until both sides have proved themselves. */
  let admitted: Socket | null = null
  let filesProof = ''
  let nextId = 1
  let failures = 0

  const become = (next: Connection) => {
    connection = next
    for (const listener of connectionListeners) listener(next)
  }

  const send = (call: Waiting) => {
    call.sent = true
    admitted?.send(call.message)
  }

  const hear = (data: unknown) => {
    if (data instanceof ArrayBuffer) {
      tell(unpackFrame(data))
      return
    }
    // The program makes messages by the contract's schemas, so they are not checked again.
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

  /** Proves the page to the program, then demands the same proof from it: another program may have taken the port since. */
  const greet = (mine: Socket) => {
    const challenge = newChallenge()
    let expected: string | null = null
    return async (data: unknown): Promise<boolean> => {
      const known = secret()
      if (known === null) return (refused(), false)
      const said = JSON.parse(String(data)) as Challenge | ProgramProof
      if ('challenge' in said) {
        const signed = (by: 'page' | 'program') => sign(known, proofText(by, host, said.challenge, challenge))
        expected = await signed('program')
        filesProof = await sign(known, FILES_PROOF_TEXT)
        mine.send(JSON.stringify({ proof: await signed('page'), challenge } satisfies PageProof))
        return false
      }
      if (expected !== null && said.proof === expected) return true
      mine.close()
      return false
    }
  }

  const open = () => {
    const mine = connect()
    mine.binaryType = 'arraybuffer'
    const isProven = greet(mine)
    let heard = Promise.resolve()
    mine.addEventListener('message', (event) => {
      if (admitted === mine) return hear(event.data)
      const receive = async () => {
        if (admitted === mine) return hear(event.data)
        if (!(await isProven(event.data))) return
        admitted = mine
        failures = 0
        for (const call of waiting.values()) if (!call.sent) send(call)
        become('open')
      }
      // Messages are handled in order, because a proof takes a moment. A wrong proof closes the connection.
      heard = heard.then(receive).catch(() => mine.close())
    })
    mine.addEventListener('close', ({ code }) => {
      admitted = null
      fail((call) => call.sent, LOST)
      if (failures > 0) fail(() => true, NOT_THERE)
      become('lost')
      if (code === CLOSED.notLetIn) return refused()
      setTimeout(open, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++))
    })
  }
  open()

  return {
    call: (name, input) =>
      new Promise((answer) => {
        const id = nextId++
        const call = { message: JSON.stringify({ id, name, input }), answer, sent: false }
        // The program would close the connection, and with it end all other calls.
        const { size } = new Blob([call.message])
        if (size > MAX_MESSAGE_BYTES) return answer(fault(tooLarge(size)))
        waiting.set(id, call)
        if (admitted) send(call)
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
    pathOfFile: () => null,
    fileAddress: (run, path) => `${runFileAddress(run, path)}?proof=${filesProof}`,
  }
}
