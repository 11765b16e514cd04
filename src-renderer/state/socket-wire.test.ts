import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOSED, packFrame, proofText, type PageProof } from '../../src-preload/contract/socket.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import type { Connection } from './connection.ts'
import { sign } from './page-secret.ts'
import { socketWire } from './socket-wire.ts'

const HOST = '127.0.0.1:4000'
const SECRET = 'the-secret-of-this-page'
const CHALLENGE = 'the-challenge-of-the-program'

/** A socket whose other end is the test. */
class TestSocket extends EventTarget {
  binaryType = 'blob' as BinaryType
  readonly sent: { id: number; name: string; input: unknown }[] = []
  readonly proofs: PageProof[] = []
  closed = false

  send(message: string): void {
    const said = JSON.parse(message) as PageProof | (typeof this.sent)[number]
    if ('proof' in said) this.proofs.push(said)
    else this.sent.push(said)
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  close(): void {
    this.closed = true
  }
  lose(code = 1006): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }
  /** Sends the program's challenge, and gives what the page answers. */
  async challenge(): Promise<PageProof> {
    this.say(JSON.stringify({ challenge: CHALLENGE }))
    await until(() => this.proofs.length > 0)
    return this.proofs[0]!
  }
  /** Lets the page in, as its program does. */
  async admit(states: readonly Connection[]): Promise<void> {
    const { challenge } = await this.challenge()
    this.say(JSON.stringify({ proof: await sign(SECRET, proofText('program', HOST, CHALLENGE, challenge)) }))
    await until(() => states.at(-1) === 'open')
  }
}

const realTimeout = globalThis.setTimeout

/** Proofs take turns of the loop, no time. */
async function until(there: () => boolean): Promise<void> {
  for (let turns = 0; turns < 10_000 && !there(); turns++) await new Promise((next) => realTimeout(next))
  expect(there()).toBe(true)
}

function connected(secret: string | null = SECRET) {
  const sockets: TestSocket[] = []
  const refused = vi.fn()
  const wire = socketWire({
    connect: () => {
      const socket = new TestSocket()
      sockets.push(socket)
      return socket
    },
    host: HOST,
    secret: () => secret,
    refused,
  })
  const states: Connection[] = []
  wire.onConnection((state) => states.push(state))
  return { sockets, wire, states, refused }
}

describe('the wire of a page', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('proves that it has the secret, for this address and both challenges, and never sends it', async () => {
    const { sockets, states, wire } = connected()
    const { proof, challenge } = await sockets[0]!.challenge()
    expect(proof).toBe(await sign(SECRET, proofText('page', HOST, CHALLENGE, challenge)))
    expect(states).toEqual(['connecting'])
    await sockets[0]!.admit(states)
    const address = new URL(wire.fileAddress('a run', 'action step1.png'), 'http://x/')
    expect(address.pathname).toBe('/files/a%20run/action%20step1.png')
    expect(address.searchParams.get('proof')).toBe(await sign(SECRET, 'files'))
  })

  it('hears and tells nothing where the program does not prove the same', async () => {
    for (const answer of [
      JSON.stringify({ proof: '0'.repeat(64) }),
      JSON.stringify({ push: { push: 'config' } }),
      'no JSON',
    ]) {
      const { sockets, wire, states } = connected()
      const heard: Push[] = []
      wire.subscribe((push) => heard.push(push))
      void wire.call('app_state', {})
      await sockets[0]!.challenge()
      sockets[0]!.say(answer)
      await until(() => sockets[0]!.closed)
      expect([sockets[0]!.sent, heard, states]).toEqual([[], [], ['connecting']])
    }
  })

  it('ends where this browser was not let in, or no longer', async () => {
    const without = connected(null)
    without.sockets[0]!.say(JSON.stringify({ challenge: CHALLENGE }))
    await until(() => without.refused.mock.calls.length > 0)
    expect(without.sockets[0]!.proofs).toEqual([])
    const old = connected()
    await old.sockets[0]!.challenge()
    old.sockets[0]!.lose(CLOSED.notLetIn)
    vi.advanceTimersByTime(60_000)
    expect([old.refused.mock.calls.length, old.sockets.length]).toEqual([1, 1])
  })

  it('sends what was called before the connection was there, and gives each call its own answer', async () => {
    const { sockets, wire, states } = connected()
    const state = wire.call('app_state', {})
    const runs = wire.call('list_runs', {})
    await sockets[0]!.admit(states)
    expect(sockets[0]!.sent.map(({ name }) => name)).toEqual(['app_state', 'list_runs'])
    const [one, other] = sockets[0]!.sent
    sockets[0]!.say(JSON.stringify({ id: other!.id, envelope: { ok: true, value: 'runs' } }))
    sockets[0]!.say(JSON.stringify({ id: one!.id, envelope: { ok: true, value: 'state' } }))
    expect(await Promise.all([state, runs])).toEqual([
      { ok: true, value: 'state' },
      { ok: true, value: 'runs' },
    ])
  })

  it('tells pushes and frames', async () => {
    const { sockets, wire, states } = connected()
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
    await sockets[0]!.admit(states)
    sockets[0]!.say(JSON.stringify({ push: { push: 'config' } }))
    sockets[0]!.say(packFrame(frame).buffer)
    expect(heard).toEqual([{ push: 'config' }, frame])
  })

  it('fails a call that was on its way when the connection broke, and never sends it again', async () => {
    const { sockets, wire, states } = connected()
    await sockets[0]!.admit(states)
    const call = wire.call('start_run', { request: 'x' })
    sockets[0]!.lose()
    expect(await call).toMatchObject({ ok: false, fault: { kind: 'user' } })
    vi.advanceTimersByTime(10_000)
    await sockets[1]!.admit(states)
    expect(sockets[1]!.sent).toEqual([])
    expect(states).toEqual(['connecting', 'open', 'lost', 'open'])
  })

  it('refuses what is larger than the program takes, and keeps the connection', async () => {
    const { sockets, wire, states } = connected()
    await sockets[0]!.admit(states)
    // Three bytes each.
    const call = wire.call('import_plan', { name: 'x', content: '你'.repeat(1_500_000) })
    expect(await call).toMatchObject({
      ok: false,
      fault: { message: 'That is 5 MB, and a page can send 4. Nothing was sent.' },
    })
    expect(sockets[0]!.sent).toEqual([])
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
