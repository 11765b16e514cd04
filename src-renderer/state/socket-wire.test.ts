import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { packFrame } from '../../src-preload/contract/socket.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import type { Connection } from './connection.ts'
import { socketWire } from './socket-wire.ts'

/** A socket whose other end is the test. */
class TestSocket extends EventTarget {
  readyState = 0
  binaryType = 'blob' as BinaryType
  readonly sent: { id: number; name: string; input: unknown }[] = []

  send(message: string): void {
    this.sent.push(JSON.parse(message) as (typeof this.sent)[number])
  }
  open(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  lose(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
}

function connected() {
  const sockets: TestSocket[] = []
  const wire = socketWire(() => {
    const socket = new TestSocket()
    sockets.push(socket)
    return socket as unknown as WebSocket
  })
  const states: Connection[] = []
  wire.onConnection((state) => states.push(state))
  return { sockets, wire, states }
}

describe('the wire of a page', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('sends what was called before the connection was there, and gives each call its own answer', async () => {
    const { sockets, wire } = connected()
    const state = wire.call('app_state', {})
    const runs = wire.call('list_runs', {})
    sockets[0]!.open()
    expect(sockets[0]!.sent.map(({ name }) => name)).toEqual(['app_state', 'list_runs'])
    const [one, other] = sockets[0]!.sent
    sockets[0]!.say(JSON.stringify({ id: other!.id, envelope: { ok: true, value: 'runs' } }))
    sockets[0]!.say(JSON.stringify({ id: one!.id, envelope: { ok: true, value: 'state' } }))
    expect(await Promise.all([state, runs])).toEqual([
      { ok: true, value: 'state' },
      { ok: true, value: 'runs' },
    ])
  })

  it('tells pushes and frames', () => {
    const { sockets, wire } = connected()
    const heard: Push[] = []
    wire.subscribe((push) => heard.push(push))
    const frame = {
      push: 'frame' as const,
      run: 'r',
      type: 'image/jpeg' as const,
      data: new Uint8Array([1, 2, 3]),
      width: 4,
      height: 3,
      bounds: { x: 0, y: 0, width: 8, height: 6 },
      taken_over: false,
    }
    sockets[0]!.open()
    sockets[0]!.say(JSON.stringify({ push: { push: 'config' } }))
    sockets[0]!.say(packFrame(frame).buffer)
    expect(heard).toEqual([{ push: 'config' }, frame])
  })

  it('fails a call that was on its way when the connection broke, and never sends it again', async () => {
    const { sockets, wire, states } = connected()
    sockets[0]!.open()
    const call = wire.call('start_run', { request: 'x' })
    sockets[0]!.lose()
    expect(await call).toMatchObject({ ok: false, fault: { kind: 'user' } })
    vi.advanceTimersByTime(10_000)
    sockets[1]!.open()
    expect(sockets[1]!.sent).toEqual([])
    expect(states).toEqual(['connecting', 'open', 'lost', 'open'])
  })

  it('waits longer each time that it can’t connect, up to a bound', () => {
    const { sockets } = connected()
    const waits = [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]
    for (const [index, wait] of waits.entries()) {
      sockets[index]!.lose()
      vi.advanceTimersByTime(wait - 1)
      expect(sockets).toHaveLength(index + 1)
      vi.advanceTimersByTime(1)
      expect(sockets).toHaveLength(index + 2)
    }
  })

  it('answers a call with what to do when the program is not there', async () => {
    const { sockets, wire } = connected()
    sockets[0]!.lose()
    vi.advanceTimersByTime(250)
    const call = wire.call('app_state', {})
    sockets[1]!.lose()
    expect(await call).toMatchObject({ ok: false, fault: { message: expect.stringContaining('running') } })
  })
})
