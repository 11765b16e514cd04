// A power cut, modelled: what was written since the last sync may reach the disk in any part. SQLite syncs the WAL at each commit
// (synchronous = FULL), syncs it before a checkpoint touches the database, and the database before the WAL is begun anew. So the
// files may be, during a commit: the old database with any subset of the WAL's new blocks; during a checkpoint: the whole WAL with
// any subset of the database's new blocks. Both are made here from copies taken before and after, in blocks of 512 bytes, and every
// one has to open with all that was acknowledged. Taken on trust: that the system's sync does what it says.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Store } from '../src-main/memory/store.ts'
import { many, TEST_MS } from './support/whole.ts'

const BLOCK = 512
/** Of each moment, this many subsets. */
const VARIANTS = many({ whole: 40, usual: 10 })
/** Commits that are each cut short in this many ways. */
const COMMITS = 12

const home = mkdtempSync(join(tmpdir(), 'deskhand-lost-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const path = join(home, 'memory.db')

interface Files {
  db: Buffer
  wal: Buffer
}
const read = (name: string) => (existsSync(name) ? readFileSync(name) : Buffer.alloc(0))
const files = (): Files => ({ db: read(path), wal: read(`${path}-wal`) })

/** A generator of its own, so that what fails once fails again. */
let state = 7
const random = () => {
  state = (state * 1103515245 + 12345) % 2147483648
  return state / 2147483648
}

/** The old file with some of the new blocks, and of the blocks that were added some, up to some length. */
function torn(before: Buffer, after: Buffer): Buffer {
  const kept = random()
  const length = before.length + Math.floor(Math.max(0, after.length - before.length) * random())
  const result = Buffer.alloc(length)
  for (let at = 0; at < length; at += BLOCK) {
    const source = random() < kept ? after : before
    if (at < source.length) source.copy(result, at, at, Math.min(at + BLOCK, length))
  }
  return result
}

interface Found {
  keys: string[]
  faults: string
}

function open({ db, wal }: Files): Found {
  const copy = join(home, 'cut.db')
  rmSync(`${copy}-shm`, { force: true })
  writeFileSync(copy, db)
  writeFileSync(`${copy}-wal`, wal)
  const store = new Store(copy)
  try {
    expect(store.notice).toBeNull()
    const keys = store.page(['experience'], 0, 1000).map(({ key }) => key)
    for (const key of keys) expect(store.search({ text: key, limit: 1 })[0]?.memory.key).toBe(key)
    const raw = new SqliteDatabase(copy, { readonly: true })
    const faults = String(raw.pragma('integrity_check', { simple: true }))
    raw.close()
    return { keys, faults }
  } finally {
    store[Symbol.dispose]()
  }
}

const key = (index: number) => `word${index}x word${index}y word${index}z`
const record = (index: number) => ({
  kind: 'experience' as const,
  title: key(index),
  key: key(index),
  text: `${'text '.repeat(400)}${index}`,
})

describe('of what was not synced when the power was cut, any part may be lost', () => {
  let store: Store
  beforeAll(() => {
    store = new Store(path)
  })
  afterAll(() => store[Symbol.dispose]())

  it(
    'but nothing that was acknowledged, and of what was not, all or nothing: during commits',
    () => {
      for (let index = 0; index < COMMITS; index++) {
        const acknowledged = Array.from({ length: index }, (_, at) => key(at))
        const before = files()
        store.save([record(index)])
        const after = files()
        for (let variant = 0; variant < VARIANTS; variant++) {
          const { keys, faults } = open({ db: before.db, wal: torn(before.wal, after.wal) })
          expect(faults).toBe('ok')
          expect([acknowledged, [...acknowledged, key(index)]]).toContainEqual(keys)
        }
      }
    },
    TEST_MS,
  )

  it(
    'nor during the checkpoint that moves it into the database, nor in the commit after it',
    () => {
      const all = Array.from({ length: COMMITS }, (_, at) => key(at))
      const before = files()
      const other = new SqliteDatabase(path)
      other.pragma('wal_checkpoint(RESTART)')
      other.close()
      const moved = files()
      expect(moved.db.equals(before.db)).toBe(false)
      for (let variant = 0; variant < VARIANTS; variant++) {
        expect(open({ db: torn(before.db, moved.db), wal: before.wal })).toEqual({ keys: all, faults: 'ok' })
      }
      store.save([record(COMMITS)])
      const after = files()
      for (let variant = 0; variant < VARIANTS; variant++) {
        const { keys, faults } = open({ db: moved.db, wal: torn(moved.wal, after.wal) })
        expect(faults).toBe('ok')
        expect([all, [...all, key(COMMITS)]]).toContainEqual(keys)
      }
    },
    TEST_MS,
  )
})
