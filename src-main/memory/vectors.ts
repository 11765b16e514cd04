// Stores the vectors: one space per embedding model and length, in a plain table. Beside it is an index of sqlite-vec (exact, no
// approximation), which is brought up to date from the table wherever the extension is there.
import type { Database } from 'better-sqlite3'
import type { Vector } from './record.ts'

export interface Near {
  id: number
  /** Cosine of the angle, 1 for the same direction. */
  cosine: number
}

export class VectorSpaces {
  readonly #db: Database
  readonly #native: boolean
  readonly #current = new Set<number>()

  constructor(db: Database, native: boolean) {
    this.#db = db
    this.#native = native
  }

  /** Must be called after a rollback, which may have removed an index. */
  reset(): void {
    this.#current.clear()
  }

  /** Must be called in a transaction. */
  put(memory: number, vector: Vector): void {
    const space = this.#space(vector, true)
    if (space === null) return
    const value = packed(vector.values)
    if (value === null) return
    this.#db
      .prepare(
        'INSERT INTO vectors (space, memory, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      )
      .run(space, memory, value)
    if (!this.#native) return
    this.#index(space)
    this.#db.prepare(`DELETE FROM vectors_${space} WHERE rowid = ?`).run(BigInt(memory))
    this.#db.prepare(`INSERT INTO vectors_${space} (rowid, value) VALUES (?, ?)`).run(BigInt(memory), value)
  }

  /** Must be called in a transaction, also when a memory's text has changed, because its vectors are no longer valid. */
  remove(memory: number): void {
    const spaces = this.#db
      .prepare('SELECT space FROM vectors WHERE memory = ?')
      .pluck()
      .all(memory) as number[]
    for (const space of this.#native ? spaces : []) {
      this.#index(space)
      this.#db.prepare(`DELETE FROM vectors_${space} WHERE rowid = ?`).run(BigInt(memory))
    }
    this.#db.prepare('DELETE FROM vectors WHERE memory = ?').run(memory)
  }

  /** Finds the nearest of those that `among` names (SQL that selects ids; null for all), the nearest first. */
  nearest(vector: Vector, limit: number, among: { sql: string; values: unknown[] } | null): Near[] {
    const space = this.#space(vector, false)
    const asked = packed(vector.values)
    if (space === null || asked === null) return []
    if (!this.#native) return this.#scan(space, asked, limit, among)
    this.#index(space)
    const filter = among ? `AND rowid IN (${among.sql})` : ''
    const rows = this.#db
      .prepare(`SELECT rowid AS id, distance FROM vectors_${space} WHERE value MATCH ? AND k = ? ${filter}`)
      .all(asked, limit, ...(among?.values ?? [])) as { id: number; distance: number }[]
    return rows.map(({ id, distance }) => ({ id, cosine: 1 - distance }))
  }

  /** Returns ids of memories that have no vector of this model yet. */
  missing(model: string, limit: number): number[] {
    return this.#db
      .prepare(
        `SELECT id FROM memories WHERE NOT EXISTS (
           SELECT 1 FROM vectors JOIN spaces ON spaces.id = vectors.space
           WHERE vectors.memory = memories.id AND spaces.model = ?
         ) ORDER BY id DESC LIMIT ?`,
      )
      .pluck()
      .all(model, limit) as number[]
  }

  #space({ model, values }: Vector, make: boolean): number | null {
    if (make) {
      this.#db
        .prepare('INSERT INTO spaces (model, dimension) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(model, values.length)
    }
    const id = this.#db
      .prepare('SELECT id FROM spaces WHERE model = ? AND dimension = ?')
      .pluck()
      .get(model, values.length) as number | undefined
    return id ?? null
  }

  /** Makes the index where there is none, and adds what a program without the extension has saved meanwhile. */
  #index(space: number): void {
    if (this.#current.has(space)) return
    // Two programs may notice the missing index at the same time.
    this.#db
      .transaction(() => {
        const dimension = this.#db.prepare('SELECT dimension FROM spaces WHERE id = ?').pluck().get(space)
        this.#db.exec(
          `CREATE VIRTUAL TABLE IF NOT EXISTS vectors_${space}
             USING vec0(value float[${Number(dimension)}] distance_metric=cosine)`,
        )
        this.#db.exec(
          `INSERT INTO vectors_${space} (rowid, value) SELECT memory, value FROM vectors
             WHERE space = ${space} AND memory NOT IN (SELECT rowid FROM vectors_${space})`,
        )
      })
      .immediate()
    this.#current.add(space)
  }

  #scan(
    space: number,
    asked: Buffer,
    limit: number,
    among: { sql: string; values: unknown[] } | null,
  ): Near[] {
    const filter = among ? `AND memory IN (${among.sql})` : ''
    const rows = this.#db
      .prepare(`SELECT memory AS id, value FROM vectors WHERE space = ? ${filter}`)
      .iterate(space, ...(among?.values ?? [])) as IterableIterator<{ id: number; value: Buffer }>
    const wanted = floatsOf(asked)
    const best: Near[] = []
    for (const { id, value } of rows) {
      const floats = floatsOf(value)
      let cosine = 0
      for (let at = 0; at < wanted.length; at++) cosine += (floats[at] ?? 0) * (wanted[at] ?? 0)
      if (best.length === limit && cosine <= (best.at(-1)?.cosine ?? 0)) continue
      const place = best.findIndex((near) => near.cosine < cosine)
      best.splice(place < 0 ? best.length : place, 0, { id, cosine })
      if (best.length > limit) best.pop()
    }
    return best
  }
}

/** Makes a new copy, because SQLite's buffers are not aligned. */
const floatsOf = (value: Buffer): Float32Array => new Float32Array(Uint8Array.from(value).buffer)

/** Packs a vector at length 1, so that a product is the cosine; null for a vector that has no direction. */
function packed(values: readonly number[]): Buffer | null {
  const length = Math.hypot(...values)
  if (!(length > 0) || !Number.isFinite(length)) return null
  return Buffer.from(Float32Array.from(values, (value) => value / length).buffer)
}
