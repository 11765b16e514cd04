// Speaks to a server as a client with hand-written frames on a real WebSocket, for tests: it uses none of Deskhand's own code.
import { once } from 'node:events'
import { WebSocket } from 'ws'

export type Frame = Record<string, unknown>

/** Milliseconds that a test waits for a frame, whatever else comes meanwhile. */
const PATIENCE_MS = 30_000

export class PlainClient {
  readonly socket: WebSocket
  readonly frames: Frame[] = []
  closed: { code: number; reason: string } | null = null
  readonly #changed = new EventTarget()

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data, isBinary) => {
      if (!isBinary) this.frames.push(JSON.parse((data as Buffer).toString()) as Frame)
      this.#changed.dispatchEvent(new Event('change'))
    })
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.#changed.dispatchEvent(new Event('change'))
    })
    socket.on('error', () => {})
  }

  /** Connects: `headers` with the key, as our devices do, or `?token=` in the address, as the reference's do. */
  static async open(url: string, headers: Record<string, string> = {}): Promise<PlainClient> {
    const socket = new WebSocket(url, { headers, handshakeTimeout: PATIENCE_MS })
    const client = new PlainClient(socket)
    await once(socket, 'open')
    return client
  }

  /** Returns the status with which the server refuses to open a socket. */
  static async refusal(url: string, headers: Record<string, string> = {}): Promise<number> {
    const socket = new WebSocket(url, { headers })
    socket.on('error', () => {})
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      response.resume()
    })
    socket.on('open', () => reject(new Error('The server has opened it.')))
    try {
      return await promise
    } finally {
      socket.terminate()
    }
  }

  send(frame: Frame | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** Waits for the first frame that has all of `wanted`, and takes it out. */
  async next(wanted: Frame): Promise<Frame> {
    const fits = (frame: Frame) => Object.entries(wanted).every(([key, value]) => frame[key] === value)
    const late = AbortSignal.timeout(PATIENCE_MS)
    for (;;) {
      const index = this.frames.findIndex(fits)
      if (index >= 0) return this.frames.splice(index, 1)[0] ?? {}
      const missing = `${JSON.stringify(wanted)} came; there is ${JSON.stringify(this.frames)}.`
      if (this.closed) throw new Error(`Closed (${this.closed.reason}) before ${missing}`)
      if (late.aborted) throw new Error(`${PATIENCE_MS} ms have passed before ${missing}`)
      await once(this.#changed, 'change', { signal: late }).catch(() => {})
    }
  }

  async ended(): Promise<{ code: number; reason: string }> {
    while (!this.closed) await once(this.#changed, 'change', { signal: AbortSignal.timeout(PATIENCE_MS) })
    return this.closed
  }

  /** Registers as the reference's device does, without Deskhand's own fields. */
  async register(id: string, more: Frame = {}): Promise<Frame> {
    this.send(registration(id, more))
    return this.next({ type: 'heartbeat', status: 'ok' })
  }

  /** Cuts the connection without a word. */
  cut(): void {
    this.socket.terminate()
  }
}

export const registration = (id: string, more: Frame = {}): Frame => ({
  type: 'register',
  status: 'ok',
  client_type: 'device',
  client_id: id,
  timestamp: '2026-03-01T10:00:00+00:00',
  metadata: { platform: 'linux', system_info: systemInfo(id) },
  ...more,
})

export const systemInfo = (id: string): Frame => ({
  device_id: id,
  platform: 'linux',
  os_version: '6.1',
  cpu_count: 2,
  memory_total_gb: 3.8,
  hostname: 'desk',
  ip_address: '127.0.0.1',
  supported_features: ['gui', 'cli'],
  platform_type: 'computer',
  schema_version: '1.0',
  custom_metadata: {},
})
