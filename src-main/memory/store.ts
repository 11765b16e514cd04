// Saves, finds, changes and forgets what is in memory.db. It is synchronous, so it belongs in a program of its own.
import type { Database } from 'better-sqlite3'
import type { Memory, MemoryKind, MemorySummary } from '../../src-preload/contract/memory.ts'
import { UserError } from '../core/errors.ts'
import { openDatabase } from './open.ts'
import { newMemorySchema, type NewMemory, type Vector } from './record.ts'
import { Rarity } from './rarity.ts'
import { MemoryRows, type MemoryRow } from './rows.ts'
import { Searching, type Hit, type Search, type Where } from './searching.ts'
import { VectorSpaces } from './vectors.ts'
import { hasSameWords, indexText, matchAny, matchBeginnings, saysTheSame } from './words.ts'

export interface Saved {
  id: number
  /** Whether a nearly equal memory existed already and was updated. */
  merged: boolean
}

type ParsedMemory = ReturnType<typeof newMemorySchema.parse>

const namesOf = ({ applications }: Pick<Memory, 'applications'>): string =>
  JSON.stringify(applications.map((name) => name.toLowerCase()).toSorted())

/** Returns the content of a piece of a document: two pieces with the same content are one. */
const letterOf = (piece: Pick<Memory, 'outcome' | 'key' | 'text' | 'applications'>): string =>
  JSON.stringify([piece.outcome, namesOf(piece), piece.key, piece.text])

export class Store implements Disposable {
  readonly #db: Database
  readonly #vectors: VectorSpaces
  readonly #rarity: Rarity
  readonly #rows: MemoryRows
  readonly #searching: Searching
  /** A notice for the person about the opening. */
  readonly notice: string | null
  /** Whether SQLite searches vectors itself. */
  readonly native: boolean

  /** Throws UserError for a file of a later version. */
  constructor(path: string, options: { native?: boolean } = {}) {
    const { db, native, notice } = openDatabase(path, options)
    this.#db = db
    this.native = native
    this.notice = notice
    this.#vectors = new VectorSpaces(db, native)
    this.#rarity = new Rarity(db)
    this.#rows = new MemoryRows(db)
    this.#searching = new Searching(db, { rows: this.#rows, vectors: this.#vectors, rarity: this.#rarity })
  }

  [Symbol.dispose](): void {
    this.#db.close()
  }

  /** Saves all of them or none; they are on the disk when it returns. `vectors` goes with `records`, null where there is none. */
  save(records: readonly NewMemory[], vectors: readonly (Vector | null)[] = []): Saved[] {
    return this.#atomically(() =>
      records.map((record, index) => this.#saveOne(record, vectors[index] ?? null)),
    )
  }

  /** Replaces what was saved from these files for this application. */
  replaceDocuments(files: readonly string[], application: string, records: readonly NewMemory[]): Saved[] {
    return this.#atomically(() => {
      const found = this.#db.prepare(
        `SELECT id FROM memories JOIN memory_applications ON memory = id
         WHERE kind = 'document' AND file = ? AND application = ? AND pinned = 0`,
      )
      for (const file of files) {
        for (const id of found.pluck().all(file, application) as number[]) this.#remove(id)
      }
      const parsed = records.map((record) => newMemorySchema.parse(record))
      // All pieces of a long text may have the same key, so each key is looked up once.
      const keys = new Set(parsed.map(({ key }) => key))
      const known = new Map(
        [...keys].flatMap((key) => this.#byKey('document', key)).map((one) => [letterOf(one), one]),
      )
      return parsed.map((piece) => {
        const saved = this.#put(piece, known.get(letterOf(piece)) ?? null, null)
        if (!saved.merged) known.set(letterOf(piece), this.get(saved.id))
        return saved
      })
    })
  }

  /** Lists the files from which documents of this application were learned. */
  documentFiles(application: string): string[] {
    const found = this.#db.prepare(
      `SELECT DISTINCT file FROM memories JOIN memory_applications ON memory = id
       WHERE kind = 'document' AND file IS NOT NULL AND application = ? ORDER BY file`,
    )
    return found.pluck().all(application) as string[]
  }

  search(search: Search): Hit[] {
    return this.#searching.search(search)
  }

  /** Returns a page of the newest memories, or of those that hold the words, with the number of all. */
  list(wanted: {
    search: string
    kind: MemoryKind | null
    application: string | null
    offset: number
    limit: number
  }): { memories: MemorySummary[]; total: number; applications: string[] } {
    const { search, kind, application, offset, limit } = wanted
    const match = matchBeginnings(search)
    const where: Where[] = [
      ...(kind ? [{ sql: 'kind = ?', values: [kind] }] : []),
      ...(application
        ? [
            {
              sql: 'id IN (SELECT memory FROM memory_applications WHERE application = ?)',
              values: [application],
            },
          ]
        : []),
    ]
    const found = match
      ? [{ sql: 'memory_words MATCH ?', values: [match] }, ...where]
      : search === ''
        ? where
        : [{ sql: '0', values: [] }]
    const table = match ? 'memory_words JOIN memories ON memories.id = memory_words.rowid' : 'memories'
    const condition = found.length > 0 ? `WHERE ${found.map(({ sql }) => sql).join(' AND ')}` : ''
    const values = found.flatMap((one) => one.values)
    const order = match ? 'bm25(memory_words, 3.0, 1.0)' : 'pinned DESC, made DESC, id DESC'
    const rows = this.#db
      .prepare(`SELECT memories.* FROM ${table} ${condition} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...values, limit, offset) as MemoryRow[]
    return {
      memories: rows.map((row) => this.#rows.summary(row)),
      total: this.#db
        .prepare(`SELECT count(*) FROM ${table} ${condition}`)
        .pluck()
        .get(...values) as number,
      applications: this.#db
        .prepare('SELECT min(application) FROM memory_applications GROUP BY application ORDER BY 1')
        .pluck()
        .all() as string[],
    }
  }

  /** Returns memories of these kinds, oldest first, after this id: for exchange, page by page. */
  page(kinds: readonly MemoryKind[], after: number, limit: number): Memory[] {
    const rows = this.#db
      .prepare(
        `SELECT * FROM memories WHERE kind IN (${kinds.map(() => '?').join()}) AND id > ? ORDER BY id LIMIT ?`,
      )
      .all(...kinds, after, limit) as MemoryRow[]
    return rows.map((row) => this.#rows.memory(row))
  }

  /** Throws UserError where there is no such memory. */
  get(id: number): Memory {
    const memory = this.#rows.find(id)
    if (!memory) throw new UserError(`There is no memory ${id} (any more).`)
    return memory
  }

  /** Changes a memory, which then stays as the person has written it. Throws UserError where there is no such memory. */
  edit(
    id: number,
    change: Partial<Pick<Memory, 'title' | 'key' | 'text' | 'tips' | 'applications'>>,
  ): Memory {
    return this.#atomically(() => {
      const after = { ...this.get(id), ...change }
      this.#db.prepare('UPDATE memories SET edited = 1, failed = 0 WHERE id = ?').run(id)
      this.#write(id, after)
      return this.get(id)
    })
  }

  pin(id: number, pinned: boolean): Memory {
    return this.#atomically(() => {
      this.#db.prepare('UPDATE memories SET pinned = ? WHERE id = ?').run(pinned ? 1 : 0, id)
      return this.get(id)
    })
  }

  /** Forgets memories. Returns how many there were. */
  forget(ids: readonly number[]): number {
    return this.#atomically(() => ids.filter((id) => this.#remove(id)).length)
  }

  /** Notes that a run was given these memories. */
  used(ids: readonly number[]): void {
    const update = this.#db.prepare('UPDATE memories SET used = used + 1, last_used = ? WHERE id = ?')
    this.#atomically(() => ids.map((id) => update.run(Date.now(), id)))
  }

  /** Notes whether a part of a run that was given them has worked. */
  followed(ids: readonly number[], outcome: 'helped' | 'failed'): void {
    const update = this.#db.prepare(`UPDATE memories SET ${outcome} = ${outcome} + 1 WHERE id = ?`)
    this.#atomically(() => ids.map((id) => update.run(id)))
  }

  /** Returns memories that have no vector of this embedding model yet. */
  withoutVector(model: string, limit: number): Memory[] {
    return this.#vectors.missing(model, limit).map((id) => this.get(id))
  }

  /** Sets vectors; skips a memory that is gone meanwhile. */
  setVectors(items: readonly { id: number; vector: Vector }[]): void {
    const there = this.#db.prepare('SELECT 1 FROM memories WHERE id = ?')
    this.#atomically(() => {
      for (const { id, vector } of items) if (there.get(id)) this.#vectors.put(id, vector)
    })
  }

  #saveOne(record: NewMemory, vector: Vector | null): Saved {
    const parsed = newMemorySchema.parse(record)
    return this.#put(parsed, this.#same(parsed), vector)
  }

  /** Saves a memory in the place of `same`, its equal, where there is one. */
  #put(parsed: ParsedMemory, same: Memory | null, vector: Vector | null): Saved {
    if (same) {
      if (!same.pinned && !same.edited) {
        // The failed memory was different, or a run has shown this one again, so it deserves another try.
        const isNews = parsed.source.run !== null || parsed.text !== same.text || parsed.tips !== same.tips
        if (isNews) this.#db.prepare('UPDATE memories SET failed = 0 WHERE id = ?').run(same.id)
        this.#write(same.id, parsed)
        if (vector) this.#vectors.put(same.id, vector)
      }
      return { id: same.id, merged: true }
    }
    const made = this.#db
      .prepare(
        `INSERT INTO memories (kind, outcome, title, key, text, tips, made) VALUES (?, ?, '', '', '', '', ?) RETURNING id`,
      )
      .pluck()
      .get(parsed.kind, parsed.outcome, Date.now())
    const id = Number(made)
    this.#write(id, parsed)
    if (vector) this.#vectors.put(id, vector)
    return { id, merged: false }
  }

  /** Writes the text of a memory wherever it is kept; its counts stay. */
  #write(id: number, memory: ParsedMemory): void {
    const { title, key, text, tips, source, data, applications } = memory
    this.#db
      .prepare(
        `UPDATE memories SET title = ?, key = ?, text = ?, tips = ?, run = ?, step = ?, file = ?, data = ? WHERE id = ?`,
      )
      .run(title, key, text, tips, source.run, source.step, source.file, JSON.stringify(data), id)
    this.#db.prepare('DELETE FROM memory_applications WHERE memory = ?').run(id)
    const add = this.#db.prepare(
      'INSERT INTO memory_applications (memory, application) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    for (const application of applications) add.run(id, application)
    this.#db.prepare('DELETE FROM memory_words WHERE rowid = ?').run(id)
    this.#db
      .prepare('INSERT INTO memory_words (rowid, key, text) VALUES (?, ?, ?)')
      .run(id, indexText(`${title} ${key}`), indexText(`${text} ${tips}`))
    this.#vectors.remove(id)
  }

  #remove(id: number): boolean {
    this.#vectors.remove(id)
    this.#db.prepare('DELETE FROM memory_words WHERE rowid = ?').run(id)
    return this.#db.prepare('DELETE FROM memories WHERE id = ?').run(id).changes > 0
  }

  /** Finds a memory with the same meaning for the same applications; pieces of documents must be equal to the letter. */
  #same(memory: ParsedMemory): Memory | null {
    const { kind, outcome, key } = memory
    if (kind === 'document')
      return this.#byKey(kind, key).find((other) => letterOf(other) === letterOf(memory)) ?? null
    const names = namesOf(memory)
    // An answer holds only for its own question.
    const isSame = kind === 'question_answer' ? hasSameWords : saysTheSame
    return (
      this.#likeKey(kind, key)
        .map((id) => this.get(id))
        .find((other) => other.outcome === outcome && namesOf(other) === names && isSame(key, other.key)) ??
      null
    )
  }

  #byKey(kind: MemoryKind, key: string): Memory[] {
    const found = this.#db.prepare('SELECT * FROM memories WHERE kind = ? AND key = ?')
    return (found.all(kind, key) as MemoryRow[]).map((row) => this.#rows.memory(row))
  }

  /** Finds similar memories by the key alone, because a long text does not show whether two memories are the same. */
  #likeKey(kind: MemoryKind, key: string): number[] {
    const match = matchAny(key, (words) => this.#rarity.rare(words))
    if (match === null) return []
    const found = this.#db.prepare(
      `SELECT rowid FROM memory_words WHERE memory_words MATCH ? AND rowid IN (SELECT id FROM memories WHERE kind = ?)
       ORDER BY bm25(memory_words) LIMIT 10`,
    )
    return found.pluck().all(`key : (${match})`, kind) as number[]
  }

  #atomically<T>(work: () => T): T {
    try {
      return this.#db.transaction(work).immediate()
    } catch (error) {
      this.#vectors.reset()
      throw error
    }
  }
}
