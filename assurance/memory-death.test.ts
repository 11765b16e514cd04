// The memory program is killed in the middle of saving, four at a time on one file. After each the file opens, is whole, and has
// everything that was acknowledged.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { Store } from '../src-main/memory/store.ts'
import { many, TEST_MS } from './support/whole.ts'

const AT_ONCE = 4
const KILLS = AT_ONCE * Math.ceil(many({ whole: 200, usual: 24 }) / AT_ONCE)
const OUT = process.env['DESKHAND_E2E_OUT'] ?? join(import.meta.dirname, '../out')

/** Saves without a pause until it is killed, some moment after the first answer. Returns what was acknowledged. */
async function killedWriter(path: string, name: string): Promise<string[]> {
  const child = spawn(process.execPath, [join(OUT, 'main/memory.mjs'), path], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {})
  const gone = once(child, 'exit')
  const acknowledged: string[] = []
  const first = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id: number; result?: { output: unknown } }
    expect(result, line).toMatchObject({ output: [expect.objectContaining({ merged: false })] })
    acknowledged.push(`${name} ${id}`)
    first.resolve()
  })
  for (let id = 0; id < 200; id++) {
    const key = `${name} ${id}`
    const record = { kind: 'experience', title: key, key, text: `text of ${key} `.repeat(20) }
    const vectors = [{ model: 'm', values: [Math.sin(id), Math.cos(id), 0.5] }]
    const params = { records: [record], vectors }
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'deskhand/save', params })}\n`)
  }
  await Promise.race([first.promise, gone])
  await wait(Math.random() * 25)
  child.kill('SIGKILL')
  await gone
  return acknowledged
}

test(
  'nothing that was acknowledged is lost when the memory program is killed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-death-'))
    const path = join(folder, 'memory.db')
    const acknowledged = new Set<string>()
    let inTheMiddle = 0
    try {
      for (let kill = 0; kill < KILLS; kill += AT_ONCE) {
        const names = Array.from({ length: AT_ONCE }, (_, at) => `writer${kill + at}`)
        const all = await Promise.all(names.map((name) => killedWriter(path, name)))
        for (const keys of all) {
          if (keys.length > 0 && keys.length < 200) inTheMiddle++
          for (const key of keys) acknowledged.add(key)
        }
        const db = new SqliteDatabase(path)
        const lost = db.prepare('SELECT count(*) FROM memories WHERE key = ?').pluck()
        for (const key of all.flat()) expect(lost.get(key), `${key} is lost`).toBe(1)
        db.close()
      }
      const store = new Store(path)
      expect(store.notice).toBeNull()
      const keys = new Set<string>()
      for (let after = 0; ;) {
        const page = store.page(['experience'], after, 1000)
        for (const { key } of page) keys.add(key)
        if (page.length === 0) break
        after = page.at(-1)?.id ?? after
      }
      expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([])
      store[Symbol.dispose]()
      const db = new SqliteDatabase(path)
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      const counted = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
      expect(counted('memory_words')).toBe(counted('memories'))
      expect(counted('vectors')).toBe(counted('memories'))
      db.close()
      // The kills have to have come in the middle, or this shows nothing.
      expect(inTheMiddle).toBeGreaterThan(KILLS * 0.9)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  TEST_MS,
)
