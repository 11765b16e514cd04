// Devices without a desktop, for `bench/figures/aip.ts`: they register, take each task, answer each command, and come back
// after a lost connection as the product's devices do. Beside them, clients of a bare server that do no more than come back.
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { backOff } from '../../src-main/aip/device/client.ts'

type Frame = Record<string, unknown>

/** How a client of either server lives. */
interface Life {
  url: string
  /** What it says when it is connected; it is there when the first answer has come. */
  greeting: Frame
  /** What it answers, null for nothing. */
  answer: (frame: Frame) => Frame | null
  /** The same numbers for both servers. */
  random: () => number
}

export class SimulatedClient {
  readonly #life: Life
  #socket: WebSocket | null = null
  #ended = false
  /** Whether the server has answered on this connection. */
  isThere = false
  #heard: ((frame: Frame) => void) | null = null

  constructor(life: Life) {
    this.#life = life
  }

  /** Connects, and connects again, until it is closed. */
  async live(): Promise<void> {
    for (let failures = 0; !this.#ended;) {
      const socket = new WebSocket(this.#life.url, { headers: HEADERS, perMessageDeflate: false })
      this.#socket = socket
      socket.on('error', () => {})
      socket.on('message', (data) => {
        failures = 0
        this.isThere = true
        this.#hear(JSON.parse((data as Buffer).toString()) as Frame)
      })
      socket.on('open', () => socket.send(JSON.stringify(this.#life.greeting)))
      await new Promise((resolve) => socket.once('close', resolve))
      this.isThere = false
      if (!this.#ended) await wait(backOff(failures++, this.#life.random))
    }
  }

  /** Sends a frame and returns the next one that fits. */
  async ask(frame: Frame | null, fits: (frame: Frame) => boolean = () => true): Promise<Frame> {
    const { promise, resolve } = Promise.withResolvers<Frame>()
    this.#heard = (heard) => {
      if (fits(heard)) resolve(heard)
    }
    if (frame) this.#socket?.send(JSON.stringify(frame))
    return promise
  }

  close(): void {
    this.#ended = true
    this.#socket?.terminate()
  }

  #hear(frame: Frame): void {
    const answer = this.#life.answer(frame)
    if (answer) this.#socket?.send(JSON.stringify(answer))
    this.#heard?.(frame)
  }
}

export const KEY = 'the-key-of-the-bench-0123456789'
export const HEADERS = { 'X-API-Key': KEY }

/** `declines`: it says that it is busy, so that the server's sessions are not begun. */
export function simulatedDevice(
  url: string,
  id: string,
  random: () => number,
  declines = false,
): SimulatedClient {
  const who = { client_type: 'device', client_id: id, status: 'ok' }
  return new SimulatedClient({
    url,
    random,
    greeting: {
      ...who,
      type: 'register',
      metadata: { platform: 'linux', deskhand: { version: 1, instance: `instance-of-${id}-0123456789` } },
    },
    answer: (frame) => {
      const { type, session_id: session, task_name: name } = frame
      const of = { ...who, session_id: session, task_name: name }
      if (type === 'task' && declines) return { ...of, type: 'error', error: 'Busy.' }
      if (type === 'task') return { ...of, type: 'task', request: frame['user_request'] }
      if (type !== 'command') return null
      const results = [{ status: 'success', result: 'done', call_id: 'call-1' }]
      return {
        ...of,
        type: 'command_results',
        prev_response_id: frame['response_id'],
        action_results: results,
      }
    },
  })
}

export const bareClient = (url: string, random: () => number): SimulatedClient =>
  new SimulatedClient({ url, random, greeting: { type: 'hello' }, answer: () => null })

/** The same sequence each time: what is compared waits the same. */
export function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

export async function allThere(clients: readonly SimulatedClient[]): Promise<void> {
  while (!clients.every(({ isThere }) => isThere)) await wait(5)
}
