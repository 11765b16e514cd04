import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { StoppedError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { Fifo } from './testing/fifo.ts'
import { ThreadPool } from './thread-pool.ts'
import type { ThreadServerSpec } from './worker.ts'

const spec: ThreadServerSpec = {
  namespace: 'OddTools',
  module: new URL('./testing/odd-tools.ts', import.meta.url).href,
  options: { env: { A: '1' }, applications: {}, desktop: 'virtual' },
}

let pool: ThreadPool
afterEach(() => pool[Symbol.asyncDispose]())

const call = async (name: string, parameters: Record<string, unknown> = {}, run = new RunControl()) => {
  const reply = await pool.callTool(spec, name, parameters, {}, run)
  return reply.structuredContent?.['result']
}

describe('ThreadPool', () => {
  test('calls tools in a named thread and keeps the link to its server', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    expect(await call('add', { a: 2, b: 3 })).toBe(5)
    expect(await call('where')).toMatchObject({ name: 'mcp_tool_0' })
    expect(await call('count')).toBe(1)
    expect(await call('count')).toBe(2)
    expect(pool.names).toEqual(['mcp_tool_0'])
  })

  test('starts a thread for each call that runs at the same time, and no more later', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    const spins = [1, 2, 3].map(() => call('spin', { ms: 200 }))
    expect(await Promise.all(spins)).toEqual(['done', 'done', 'done'])
    expect(pool.names).toHaveLength(3)
    await call('add', { a: 1 })
    expect(pool.names).toHaveLength(3)
  })

  test('starts at most ten threads: the other calls wait for one', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    let most = 0
    const calls = Array.from({ length: 12 }, async () => {
      const done = await call('spin', { ms: 20 })
      most = Math.max(most, pool.names.length)
      return done
    })
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 12 }, () => 'done'))
    expect(most).toBe(10)
  })

  test('the main thread goes on and other tools answer while one spins', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    const order: string[] = []
    const spinning = call('spin', { ms: 1500 }).then(() => order.push('spin'))
    await call('add', { a: 1 }).then(() => order.push('add'))
    for (let tick = 0; tick < 20; tick++) await new Promise((resolve) => setTimeout(resolve, 5))
    order.push('20 ticks')
    await spinning
    expect(order).toEqual(['add', '20 ticks', 'spin'])
  })

  test('a spinning tool is ended by a stop, and its server comes back by itself', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    await call('add', { a: 1 })
    const run = new RunControl()
    const spinning = call('spin', {}, run)
    setTimeout(() => run.stop(), 50)
    await expect(spinning).rejects.toThrow(StoppedError)
    expect(pool.names).toEqual([])
    expect(await call('add', { a: 4 })).toBe(4)
  })

  test('a tool that never answers is ended at the deadline of its call alone', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    const parent = new RunControl()
    using run = parent.child({ timeoutMs: 50, name: 'hang' })
    const other = call('spin', { ms: 400 })
    await expect(call('hang', {}, run)).rejects.toMatchObject({ reason: 'deadline' })
    expect(await other).toBe('done')
    expect(parent.stopped).toBe(false)
  })

  test('a tool that ends its thread fails alone', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    const other = call('spin', { ms: 300 })
    await expect(call('crash')).rejects.toThrow('Its thread ended.')
    await expect(call('throw_later')).rejects.toThrow('Its thread crashed: nobody catches this')
    expect(await other).toBe('done')
    expect(await call('add', { a: 1, b: 1 })).toBe(2)
  })

  test('processes of a thread that spins die with it', async () => {
    let child = 0
    const logger = Object.create(silentLogger, {
      debug: { value: (_: unknown, text: string) => (child ||= Number(/child (\d+)/.exec(text)?.[1] ?? 0)) },
    })
    pool = new ThreadPool({ logger })
    const run = new RunControl()
    const call_ = call('child_then_spin', {}, run)
    await expect.poll(() => child).toBeGreaterThan(0)
    expect(() => process.kill(child, 0)).not.toThrow()
    run.stop()
    await expect(call_).rejects.toThrow(StoppedError)
    await expect.poll(() => isAlive(child)).toBe(false)
  })

  test('a thread that is blocked in native code holds up neither a stop nor other tools', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    await using fifo = new Fifo()
    const run = new RunControl()
    const reading = call('read_file', { path: fifo.path }, run)
    await fifo.isRead()
    run.stop()
    await expect(reading).rejects.toThrow(StoppedError)
    expect(await call('add', { a: 1, b: 2 })).toBe(3)
  })

  test('says why a server can not be built', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    const broken = { ...spec, module: 'file:///no/such/module.ts' }
    await expect(pool.callTool(broken, 'add', {}, {}, new RunControl())).rejects.toThrow('/no/such/module.ts')
    const unknown = { ...spec, namespace: 'Nobody', module: null }
    await expect(pool.callTool(unknown, 'add', {}, {}, new RunControl())).rejects.toThrow('Nobody')
    expect(await call('add', { a: 1 })).toBe(1)
  })

  test('a reset gives the next call a fresh server and leaves a running call alone', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    await call('count')
    const spinning = call('spin', { ms: 200 })
    pool.unlink(spec)
    expect(await spinning).toBe('done')
    expect(await call('count')).toBe(1)
  })

  test('retires idle threads but one', async () => {
    pool = new ThreadPool({ logger: silentLogger, idleMs: 20 })
    await Promise.all([1, 2, 3].map(() => call('spin', { ms: 100 })))
    await expect.poll(() => pool.names).toHaveLength(1)
    expect(await call('add', { a: 1 })).toBe(1)
  })

  test('servers of different options live apart', async () => {
    pool = new ThreadPool({ logger: silentLogger })
    const other = { ...spec, options: { ...spec.options, env: { A: '2' } } }
    expect(await call('environment')).toEqual({ A: '1' })
    const reply = await pool.callTool(other, 'environment', {}, {}, new RunControl())
    expect(reply.structuredContent).toEqual({ result: { A: '2' } })
  })
})

/** A zombie that nobody has reaped yet counts as dead. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat !== null && !/\) [ZX] /.test(stat)
}
