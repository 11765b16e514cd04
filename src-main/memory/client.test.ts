import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { systemClock, type Clock } from '../core/clock.ts'
import { UserError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { MemoryClient } from './client.ts'

const homes: string[] = []
const clients: MemoryClient[] = []
function open(home = mkdtempSync(join(tmpdir(), 'deskhand-client-')), more = {}): MemoryClient {
  homes.push(home)
  const client = new MemoryClient({
    home,
    env: { PATH: process.env['PATH'] ?? '', OPENAI_API_KEY: 'sk-not-for-the-child' },
    logger: () => silentLogger,
    ...more,
  })
  clients.push(client)
  return client
}
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client[Symbol.asyncDispose]()))
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true })
})

const record = (key: string) => ({ kind: 'experience' as const, title: key, key, text: `How: ${key}` })
const everything = { search: '', kind: null, application: null, offset: 0, limit: 100 }

it('saves in a program of its own, which another program’s client shares', async () => {
  const one = open()
  const other = open(homes[0])
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => [
      one.ask('save', { records: [record(`one ${index}`)] }),
      other.ask('save', { records: [record(`other ${index}`)] }),
    ]).flat(),
  )
  expect((await one.ask('list', everything)).total).toBe(20)
  expect(one.pid).not.toBe(other.pid)
  expect(one.pid).not.toBe(process.pid)
})

it('says what somebody can mend as such', async () => {
  const client = open()
  await expect(client.ask('get', { id: 7 })).rejects.toBeInstanceOf(UserError)
})

it('goes on with a fresh program when the old one was killed', async () => {
  const client = open()
  await client.ask('save', { records: [record('kept')] })
  process.kill(client.pid ?? 0, 'SIGKILL')
  await expect.poll(() => client.pid).toBeNull()
  expect((await client.ask('list', everything)).memories.map(({ title }) => title)).toEqual(['kept'])
})

it('kills a program that hangs, and says so', async () => {
  const answerMs = 12_345
  let late = (): void => {}
  const clock: Clock = {
    ...systemClock,
    after: (ms, callback) => {
      if (ms !== answerMs) return systemClock.after(ms, callback)
      late = callback
      return () => {}
    },
  }
  const client = open(undefined, { answerMs, clock })
  await client.ask('list', everything)
  const { pid } = client
  process.kill(pid ?? 0, 'SIGSTOP')
  const asked = client.ask('list', everything)
  late()
  await expect(asked).rejects.toThrow('did not answer within 12.345 seconds')
  expect(client.pid).toBeNull()
  await expect.poll(() => isAlive(pid ?? 0)).toBe(false)
  expect(await client.ask('list', everything)).toMatchObject({ total: 0 })
})

it('leaves no timer behind that would hold the process, also closed in the middle of a question', async () => {
  let timers = 0
  const clock: Clock = {
    ...systemClock,
    after: (ms, callback) => {
      timers++
      let runs = true
      const cancel = systemClock.after(ms, callback)
      return () => {
        if (runs) timers--
        runs = false
        cancel()
      }
    },
  }
  const client = open(undefined, { clock })
  await client.ask('list', everything)
  process.kill(client.pid ?? 0, 'SIGSTOP')
  const { pid } = client
  const asked = client.ask('list', everything).catch((error: unknown) => error)
  const closed = client[Symbol.asyncDispose]()
  process.kill(pid ?? 0, 'SIGKILL')
  await Promise.all([closed, asked])
  expect(timers).toBe(0)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
