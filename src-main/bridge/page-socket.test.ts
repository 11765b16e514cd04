import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import {
  MAX_MESSAGE_BYTES,
  unpackFrame,
  type FramePush,
  type ProgramMessage,
} from '../../src-preload/contract/socket.ts'
import type { Caller, Handlers } from './handler.ts'
import { createRouter } from './router.ts'
import { UserError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { serve, type WebServer } from '../web/serve.ts'
import { openPageSocket } from '../web/testing/page-client.ts'

let server: WebServer
let folder = ''
let caller: Caller | null = null
let gone = 0
const waiting = new Set<() => void>()

const handlers: Partial<Handlers<CallName>> = {
  close_window: (_input, from) => {
    caller = from
    from.onGone(() => gone++)
    return {}
  },
  open_link: ({ url }) => {
    throw new UserError(`Open it yourself: ${url}`)
  },
  examine: () => new Promise((resolve) => waiting.add(() => resolve({ findings: [] }))),
}

const start = () =>
  serve({
    port: 0,
    home: folder,
    pages: folder,
    router: createRouter({ handlers: handlers as Handlers<CallName>, logger: () => silentLogger }),
    logger: () => silentLogger,
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-pages-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><head></head>')
  server = await start()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const pages: WebSocket[] = []
afterEach(() => {
  for (const page of pages.splice(0)) page.terminate()
  for (const answer of waiting) answer()
  waiting.clear()
})

/** A page's socket, and what it is told. */
async function open() {
  const page = await openPageSocket(server.address)
  pages.push(page)
  const told: (ProgramMessage | FramePush)[] = []
  const listeners = new Set<() => void>()
  page.on('message', (data: Buffer, isBinary) => {
    if (isBinary) told.push(unpackFrame(new Uint8Array(data)))
    else told.push(JSON.parse(data.toString()) as ProgramMessage)
    for (const listener of listeners) listener()
  })
  const until = (there: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!there()) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      look()
    })
  return { page, told, until, say: (message: unknown) => page.send(JSON.stringify(message)) }
}

const closing = async (page: WebSocket) => {
  const [code, reason] = (await once(page, 'close')) as [number, Buffer]
  return { code, reason: reason.toString() }
}

test('calls are answered under their ids; a refusal is an answer, too', async () => {
  const { told, until, say } = await open()
  say({ id: 1, name: 'close_window', input: {} })
  say({ id: 2, name: 'open_link', input: { url: 'https://example.org/' } })
  say({ id: 3, name: 'open_link', input: { url: 7 } })
  say({ id: 4, name: 'no_such_call', input: {} })
  say({ id: 5, name: '__proto__', input: {} })
  await until(() => told.length === 5)
  const fault = (kind: string) => ({ ok: false, fault: expect.objectContaining({ kind }) as unknown })
  expect(told).toEqual(
    expect.arrayContaining([
      { id: 1, envelope: { ok: true, value: {} } },
      { id: 2, envelope: { ok: false, fault: { kind: 'user', message: 'Open it yourself: https://example.org/', key: null } } },
      { id: 3, envelope: fault('input') },
      { id: 4, envelope: fault('input') },
      { id: 5, envelope: fault('input') },
    ]),
  ) // prettier-ignore
})

test.each([
  ['no JSON', 'hello'],
  ['JSON that is cut off', '{"id":1,'],
  ['another shape', '{"id":1,"name":7}'],
  ['no id', '{"name":"app_state","input":{}}'],
  ['more than a call', '{"id":1,"name":"app_state","input":{},"channel":"x"}'],
  ['a list', '[]'],
  ['bytes', Buffer.from('{"id":1,"name":"app_state","input":{}}')],
])('a page that says %s is closed', async (_name, message) => {
  const { page, told } = await open()
  page.send(message)
  expect(await closing(page)).toEqual({ code: 1008, reason: 'A call is a JSON text {id, name, input}.' })
  expect(told).toEqual([])
})

test('a message that is too large closes its page and no other', async () => {
  const [large, other] = [await open(), await open()]
  large.say({ id: 1, name: 'open_link', input: { url: 'x'.repeat(MAX_MESSAGE_BYTES) } })
  expect((await closing(large.page)).code).toBe(1009)
  other.say({ id: 1, name: 'close_window', input: {} })
  await other.until(() => other.told.length === 1)
})

test('calls that are not answered yet have a bound', async () => {
  const { told, until, say } = await open()
  for (let id = 0; id < 201; id++) say({ id, name: 'examine', input: {} })
  await until(() => told.length === 1)
  expect(told).toMatchObject([{ id: 200, envelope: { ok: false, fault: { kind: 'user' } } }])
  for (const answer of waiting) answer()
  await until(() => told.length === 201)
  say({ id: 500, name: 'close_window', input: {} })
  await until(() => told.length === 202)
})

test('what a page watches ends when it is closed, once', async () => {
  const { page, told, until, say } = await open()
  say({ id: 1, name: 'close_window', input: {} })
  await until(() => told.length === 1)
  const before = gone
  page.close()
  await closing(page)
  await expect.poll(() => gone).toBe(before + 1)
  caller?.push({ push: 'config' })
})

const frameOf = (run: string, number: number, size: number): FramePush => ({
  push: 'frame',
  run,
  type: 'image/jpeg',
  data: new Uint8Array(size).fill(number),
  width: 1280,
  height: 800,
  bounds: { x: 0, y: 0, width: 1280, height: number },
  taken_over: false,
})

/** A page that is watched from the program's side. */
async function watched() {
  const opened = await open()
  opened.say({ id: 1, name: 'close_window', input: {} })
  await opened.until(() => opened.told.length === 1)
  const from = caller
  if (!from) throw new Error('Nobody has called.')
  return { ...opened, push: (push: Push) => from.push(push) }
}

test('pushes arrive in order, frames as bytes', async () => {
  const { told, until, push } = await watched()
  push({ push: 'config' })
  push(frameOf('first', 3, 1_000))
  push({ push: 'run_deleted', run: 'first' })
  await until(() => told.length === 4)
  expect(told.slice(1)).toEqual([
    { push: { push: 'config' } },
    frameOf('first', 3, 1_000),
    { push: { push: 'run_deleted', run: 'first' } },
  ])
})

test('a page that reads slowly gets fewer frames, and at last the newest of each run', async () => {
  const { page, told, until, push } = await watched()
  page.pause()
  // More than the system's own buffers of a connection take.
  for (let number = 1; number <= 200; number++) {
    push(frameOf('first', number, 200_000))
    push(frameOf('second', number, 200_000))
  }
  push({ push: 'config' })
  page.resume()
  const last = (run: string) => told.findLast((message) => 'run' in message && message.run === run)
  await until(() =>
    ['first', 'second'].every((run) => (last(run) as FramePush | undefined)?.bounds.height === 200),
  )
  expect(told.filter((message) => 'data' in message).length).toBeLessThan(300)
  expect(told).toContainEqual({ push: { push: 'config' } })
})

test('the end of the program is told to its pages', async () => {
  const second = await start()
  const page = await openPageSocket(second.address)
  const closed = closing(page)
  await second[Symbol.asyncDispose]()
  expect((await closed).code).toBe(1001)
  await expect(fetch(second.address)).rejects.toThrow()
})
