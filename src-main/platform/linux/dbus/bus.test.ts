import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RunControl } from '../../../core/run-control.ts'
import { Bus, isFailure, socketPaths } from './bus.ts'
import { decodeMessage, messageSize, Writer } from './wire.ts'

/** A daemon that greets, and answers each call as the test says: its serial and destination are all it reads. */
class Daemon {
  readonly #server: Server
  #socket: Socket | null = null
  readonly calls: { serial: number; bytes: Buffer }[] = []
  answers = true

  constructor(path: string) {
    this.#server = createServer((socket) => {
      this.#socket = socket
      let greeted = false
      let rest = Buffer.alloc(0)
      socket.on('error', () => {})
      socket.on('data', (chunk) => {
        rest = Buffer.concat([rest, chunk])
        if (!greeted && rest.includes('AUTH')) {
          rest = Buffer.alloc(0)
          socket.write('OK 1234\r\n')
          greeted = true
          return
        }
        const begin = rest.indexOf('BEGIN\r\n')
        if (begin >= 0) rest = rest.subarray(begin + 7)
        for (;;) {
          const size = messageSize(rest, 0)
          if (size === null || rest.length < size) break
          this.#called(rest.subarray(0, size))
          rest = rest.subarray(size)
        }
      })
    }).listen(path)
  }

  reply(serial: number): void {
    this.#socket?.write(reply(serial))
  }

  async close(): Promise<void> {
    this.#socket?.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  drop(): void {
    this.#socket?.destroy()
  }

  #called(bytes: Buffer): void {
    decodeMessage(bytes, 0)
    const serial = bytes.readUInt32LE(8)
    if (bytes.includes('Hello')) return this.reply(serial)
    this.calls.push({ serial, bytes })
    if (this.answers) this.reply(serial)
  }
}

/** An empty METHOD_RETURN. */
function reply(serial: number): Buffer {
  const writer = new Writer()
  for (const byte of [0x6c, 2, 1, 1]) writer.byte(byte)
  writer.uint32(0)
  writer.uint32(1)
  writer.uint32(8)
  writer.byte(5)
  writer.signature('u')
  writer.uint32(serial)
  writer.align(8)
  return Buffer.from(writer.bytes())
}

const run = new RunControl()
let folder: string
let daemon: Daemon
let bus: Bus

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bus-'))
  daemon = new Daemon(join(folder, 'bus'))
  bus = await Bus.connect(`unix:path=${join(folder, 'bus')},guid=1`, run)
})

afterEach(async () => {
  bus[Symbol.dispose]()
  await daemon.close()
  await rm(folder, { recursive: true })
})

const ask = (destination: string, options = {}) =>
  bus.call({ destination, path: '/', interface: 'a.b', member: 'C', signature: '', body: [] }, options)

const kindOf = async (answer: ReturnType<typeof ask>) => {
  const reply_ = await answer
  return isFailure(reply_) ? reply_.failed : 'answered'
}

describe('a call', () => {
  it('is answered', async () => {
    expect(await kindOf(ask(':1.1'))).toBe('answered')
  })

  it('that nobody answers fails as silent, and so does all that waits behind it', async () => {
    daemon.answers = false
    const many = Array.from({ length: 200 }, () => kindOf(ask(':1.1', { deadlineMs: 60 })))
    expect(new Set(await Promise.all(many))).toEqual(new Set(['silent']))
    expect(bus.silencesOf(':1.1')).toBe(1)
    expect(bus.silencesOf(':1.2')).toBe(0)
    // A busy machine reads them after their time is over.
    await vi.waitFor(() => expect(daemon.calls).toHaveLength(64))
  })

  it('to another application is answered while one is silent', async () => {
    daemon.answers = false
    const silent = kindOf(ask(':1.1', { deadlineMs: 100 }))
    const other = ask(':1.2')
    await run.until(() => (daemon.calls.length === 2 ? true : null), 2000)
    daemon.reply(daemon.calls[1]!.serial)
    expect(await kindOf(other)).toBe('answered')
    expect(await silent).toBe('silent')
  })

  it('to a silent application is not even sent, until that answers late', async () => {
    daemon.answers = false
    expect(await kindOf(ask(':1.1', { deadlineMs: 60 }))).toBe('silent')
    expect(await kindOf(ask(':1.1'))).toBe('silent')
    expect(daemon.calls).toHaveLength(1)
    daemon.answers = true
    daemon.reply(daemon.calls[0]!.serial)
    expect(
      await run.until(async () => ((await kindOf(ask(':1.1'))) === 'answered' ? true : null), 2000),
    ).toBe(true)
  })

  it('that is patient says nothing about its application when it is not answered', async () => {
    daemon.answers = false
    expect(await kindOf(ask(':1.1', { deadlineMs: 60, patient: true }))).toBe('silent')
    daemon.answers = true
    expect(await kindOf(ask(':1.1'))).toBe('answered')
  })

  it('ends when the connection does', async () => {
    daemon.answers = false
    const open = kindOf(ask(':1.1'))
    await run.until(() => (daemon.calls.length === 1 ? true : null), 2000)
    daemon.drop()
    expect(await open).toBe('closed')
    expect(await kindOf(ask(':1.1'))).toBe('closed')
    expect(bus.closed).toBe(true)
  })
})

describe('an address', () => {
  it('is read for its unix sockets', () => {
    expect(socketPaths('tcp:host=x;unix:path=/run/a%20b,guid=1;unix:abstract=/tmp/c')).toEqual([
      '/run/a b',
      '\0/tmp/c',
    ])
  })

  it('that leads nowhere is refused with the reason', async () => {
    await expect(Bus.connect('unix:path=/nowhere/at/all', run)).rejects.toThrow('could not be reached')
    await expect(Bus.connect('tcp:host=x', run)).rejects.toThrow('there is no unix socket')
  })
})
