import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Envelope } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import type { Connection } from '../bridge/router.ts'
import { silentLogger } from '../core/logger.ts'
import { Gate } from './gate.ts'

const ipc = vi.hoisted(() => ({
  handlers: new Map<string, (...given: never[]) => unknown>(),
}))
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, handler: () => unknown) => ipc.handlers.set(channel, handler),
    on: (channel: string, handler: () => unknown) => ipc.handlers.set(channel, handler),
  },
}))

class PlayedContents extends EventEmitter {
  readonly id: number
  readonly sent: unknown[] = []
  constructor(id: number) {
    super()
    this.id = id
  }
  isDestroyed = () => false
  send(_channel: string, push: unknown): void {
    this.sent.push(push)
  }
}

const connections: { connection: Connection; push: (push: Push) => void; gone: boolean }[] = []
function connect(push: (push: Push) => void): Connection {
  const kept = { push, gone: false, connection: null as unknown as Connection }
  kept.connection = {
    id: `c${String(connections.length)}`,
    push,
    onGone: () => ({ [Symbol.dispose]: () => {} }),
    call: (name) => Promise.resolve({ ok: true, value: name } satisfies Envelope),
    [Symbol.dispose]: () => {
      kept.gone = true
    },
  }
  connections.push(kept)
  return kept.connection
}

const ours = { parent: null, origin: 'app://deskhand' }
const call = (sender: PlayedContents, senderFrame: unknown): unknown =>
  ipc.handlers.get('deskhand:call')?.(...([{ sender, senderFrame }, 'app_state', {}] as never[]))
const ready = (sender: PlayedContents) =>
  ipc.handlers.get('deskhand:ready')?.(...([{ sender, senderFrame: ours }] as never[]))
const navigate = (contents: PlayedContents, isSameDocument = false) =>
  contents.emit('did-start-navigation', { isMainFrame: true, isSameDocument })

let gate: Gate
let contents: PlayedContents
beforeEach(() => {
  connections.length = 0
  gate = new Gate({ connect, logger: () => silentLogger })
  contents = new PlayedContents(7)
  gate.admit(contents as unknown as WebContents)
})

test('the top frame of a window of ours, showing a page of ours, is answered', async () => {
  expect(await call(contents, ours)).toEqual({ ok: true, value: 'app_state' })
})

test.each([
  ['a window that was not admitted', () => new PlayedContents(8), ours],
  ['a frame within the page', () => contents, { parent: {}, origin: 'app://deskhand' }],
  ['another origin', () => contents, { parent: null, origin: 'https://example.org' }],
  ['our scheme with another host', () => contents, { parent: null, origin: 'app://deskhand.example.org' }],
  ['a frame that has navigated away', () => contents, null],
])('%s is refused', (_who, sender, frame) => {
  expect(call(sender(), frame)).toMatchObject({ ok: false, fault: { kind: 'input' } })
})

test('a page that is loaded anew gets a new connection, and the old one ends', () => {
  navigate(contents)
  expect(connections).toHaveLength(1)
  ready(contents)
  navigate(contents, true)
  expect(connections).toHaveLength(1)
  navigate(contents)
  expect(connections.map(({ gone }) => gone)).toEqual([true, false])
})

test('what is said to a window before its first page listens is not lost by the load', () => {
  gate.push(contents as unknown as WebContents, { push: 'config' })
  navigate(contents)
  ready(contents)
  expect(contents.sent).toEqual([{ push: 'config' }])
})

test('a window that is gone is forgotten', () => {
  expect(gate.contentsOf({ id: 'c0' })).toBe(contents)
  contents.emit('destroyed')
  expect(connections[0]?.gone).toBe(true)
  expect(gate.contentsOf({ id: 'c0' })).toBeNull()
  expect(call(contents, ours)).toMatchObject({ ok: false })
})
