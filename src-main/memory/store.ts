// The store: what is saved, found, changed and forgotten in memory.db. Synchronous: it belongs into a program of its own.
import type { Database } from 'better-sqlite3'
import type { Memory, MemoryKind, MemorySummary } from '../../src-preload/contract/memory.ts'
import { UserError } from '../core/errors.ts'
import { meansApplication } from './applications.ts'
import { openDatabase } from './open.ts'
import { newMemorySchema, type NewMemory, type Vector } from './record.ts'
import { memoryOf, summaryOf, type MemoryRow } from './rows.ts'
import { Rarity } from './rarity.ts'
import { VectorSpaces } from './vectors.ts'
import {
  coverage,
  hasSameWords,
  indexText,
  matchAny,
  matchBeginnings,
  saysTheSame,
  tellingWords,
} from './words.ts'

export interface Search {
  text: string
  vector?: Vector | null
  kinds?: readonly MemoryKind[] | null
  /** Names that one application goes by: memories of others are left out, those of none stay. Null or none for any. */
  applications?: readonly string[] | null
  limit: number
  /** Only what speaks of what was asked for, and has not failed too often: for a prompt, not for a person who looks. */
  relevant?: boolean
}

export interface Saved {
  id: number
  /** It was there already, nearly the same: that one was brought up to date. */
  merged: boolean
}

/** The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const FUSION = 60
/** Candidates of each way of searching. */
const CANDIDATES = 50
/** Part of the words asked for that a memory has to speak of. */
const LEAST_COVERAGE = 0.4
/** Cosine below which a memory is about something else; Lybic's. */
const LEAST_COSINE = 0.4
/** A memory that never helped is given no more after so many failures. */
const TOO_MANY_FAILURES = 3

type Where = { sql: string; values: unknown[] }
type ParsedMemory = ReturnType<typeof newMemorySchema.parse>

const namesOf = ({ applications }: Pick<Memory, 'applications'>): string =>
  JSON.stringify(applications.map((name) => name.toLowerCase()).toSorted())

/** Two pieces of documents that have the same are one. */
const letterOf = (piece: Pick<Memory, 'outcome' | 'key' | 'text' | 'applications'>): string =>
  JSON.stringify([piece.outcome, namesOf(piece), piece.key, piece.text])

export class Store implements Disposable {
  readonly #db: Database
  readonly #vectors: VectorSpaces
  readonly #rarity: Rarity
  /** What a person should know of how it was opened. */
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
  }

  [Symbol.dispose](): void {
    this.#db.close()
  }

  /** All of them or none; on the disk when it returns. `vectors` goes with `records`, null where there is none. */
  save(records: readonly NewMemory[], vectors: readonly (Vector | null)[] = []): Saved[] {
    return this.#atomically(() =>
      records.map((record, index) => this.#saveOne(record, vectors[index] ?? null)),
    )
  }

  /** Takes the place of what was saved from these files for this application. */
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
      // Looked up once: all pieces of a long text may have one key.
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

  /** Files that documents of this application were learned from. */
  documentFiles(application: string): string[] {
    const found = this.#db.prepare(
      `SELECT DISTINCT file FROM memories JOIN memory_applications ON memory = id
       WHERE kind = 'document' AND file IS NOT NULL AND application = ? ORDER BY file`,
    )
    return found.pluck().all(application) as string[]
  }

  search(search: Search): { memory: Memory; score: number }[] {
    const byText = this.#byText(search)
    const byVector = search.vector
      ? this.#vectors.nearest(search.vector, CANDIDATES, this.#among(search))
      : []
    const scores = new Map<number, number>()
    const add = (id: number, rank: number) => scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION + rank + 1))
    byText.forEach((id, rank) => add(id, rank))
    byVector.forEach(({ id }, rank) => add(id, rank))
    const cosines = new Map(byVector.map(({ id, cosine }) => [id, cosine]))
    return this.#rank(scores, cosines, search)
  }

  /** A page of the newest, or of what holds the words, with the number of all. */
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
      : search === '' ? where : [{ sql: '0', values: [] }] // prettier-ignore
    const table = match ? 'memory_words JOIN memories ON memories.id = memory_words.rowid' : 'memories'
    const condition = found.length > 0 ? `WHERE ${found.map(({ sql }) => sql).join(' AND ')}` : ''
    const values = found.flatMap((one) => one.values)
    const order = match ? 'bm25(memory_words, 3.0, 1.0)' : 'pinned DESC, made DESC, id DESC'
    const rows = this.#db
      .prepare(`SELECT memories.* FROM ${table} ${condition} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...values, limit, offset) as MemoryRow[]
    return {
      memories: rows.map((row) => summaryOf(row, this.#applicationsOf(row.id))),
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

  /** Of these kinds, oldest first, after this id: for exchange, page by page. */
  page(kinds: readonly MemoryKind[], after: number, limit: number): Memory[] {
    const rows = this.#db
      .prepare(
        `SELECT * FROM memories WHERE kind IN (${kinds.map(() => '?').join()}) AND id > ? ORDER BY id LIMIT ?`,
      )
      .all(...kinds, after, limit) as MemoryRow[]
    return rows.map((row) => this.#memory(row))
  }

  /** Throws UserError where there is no such. */
  get(id: number): Memory {
    const row = this.#db.prepare('SELECT * FROM memories WHERE id = ?').get(id) as MemoryRow | undefined
    if (!row) throw new UserError(`There is no memory ${id} (any more).`)
    return this.#memory(row)
  }

  /** What a person has changed stays as they have put it. Throws UserError where there is no such. */
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

  /** Returns how many there were. */
  forget(ids: readonly number[]): number {
    return this.#atomically(() => ids.filter((id) => this.#remove(id)).length)
  }

  /** A run was given them. */
  used(ids: readonly number[]): void {
    const update = this.#db.prepare('UPDATE memories SET used = used + 1, last_used = ? WHERE id = ?')
    this.#atomically(() => ids.map((id) => update.run(Date.now(), id)))
  }

  /** What came of a step that was given them. */
  followed(ids: readonly number[], outcome: 'helped' | 'failed'): void {
    const update = this.#db.prepare(`UPDATE memories SET ${outcome} = ${outcome} + 1 WHERE id = ?`)
    this.#atomically(() => ids.map((id) => update.run(id)))
  }

  /** Those that have no vector of this embedding model yet. */
  withoutVector(model: string, limit: number): Memory[] {
    return this.#vectors.missing(model, limit).map((id) => this.get(id))
  }

  /** A memory that is gone meanwhile is passed over. */
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

  /** In the place of `same`, the one that says the same, where there is one. */
  #put(parsed: ParsedMemory, same: Memory | null, vector: Vector | null): Saved {
    if (same) {
      if (!same.pinned && !same.edited) {
        // What failed said something else, or has been seen anew since: it is worth being told again.
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

  /** The text of a memory, wherever it is kept; its counts stay. */
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

  /** One that says the same of the same applications; pieces of documents only where they are the same to the letter. */
  #same(memory: ParsedMemory): Memory | null {
    const { kind, outcome, key } = memory
    if (kind === 'document')
      return this.#byKey(kind, key).find((other) => letterOf(other) === letterOf(memory)) ?? null
    const names = namesOf(memory)
    // An answer holds for its very question.
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
    return (found.all(kind, key) as MemoryRow[]).map((row) => this.#memory(row))
  }

  /** By the key alone: its text, which may be long, says nothing of whether it is the same. */
  #likeKey(kind: MemoryKind, key: string): number[] {
    const match = matchAny(key, (words) => this.#rarity.rare(words))
    if (match === null) return []
    const found = this.#db.prepare(
      `SELECT rowid FROM memory_words WHERE memory_words MATCH ? AND rowid IN (SELECT id FROM memories WHERE kind = ?)
       ORDER BY bm25(memory_words) LIMIT 10`,
    )
    return found.pluck().all(`key : (${match})`, kind) as number[]
  }

  #byText({ text, kinds, applications }: Search): number[] {
    const match = matchAny(text, (words) => this.#rarity.rare(words))
    if (match === null) return []
    const among = this.#among({ kinds: kinds ?? null, applications: applications ?? null })
    const filter = among ? `AND rowid IN (${among.sql})` : ''
    return this.#db
      .prepare(
        `SELECT rowid FROM memory_words WHERE memory_words MATCH ? ${filter} ORDER BY bm25(memory_words, 3.0, 1.0) LIMIT ?`,
      )
      .pluck()
      .all(match, ...(among?.values ?? []), CANDIDATES) as number[]
  }

  /** SQL that selects the ids that may be found; null for all. */
  #among({ kinds, applications }: Pick<Search, 'kinds' | 'applications'>): Where | null {
    const parts: Where[] = []
    if (kinds) parts.push({ sql: `kind IN (${kinds.map(() => '?').join()})`, values: [...kinds] })
    if (applications && applications.length > 0) {
      const named = 'SELECT 1 FROM memory_applications WHERE memory = memories.id'
      const meant = this.#meant(applications)
      parts.push({
        sql: `(NOT EXISTS (${named}) OR EXISTS (${named} AND application IN (${meant.map(() => '?').join()})))`,
        values: meant,
      })
    }
    if (parts.length === 0) return null
    const condition = parts.map(({ sql }) => sql).join(' AND ')
    return {
      sql: `SELECT id FROM memories WHERE ${condition}`,
      values: parts.flatMap(({ values }) => values),
    }
  }

  /** The names that memories have of it. */
  #meant(applications: readonly string[]): string[] {
    const all = this.#db.prepare('SELECT DISTINCT application FROM memory_applications').pluck().all()
    return (all as string[]).filter((known) => applications.some((name) => meansApplication(known, name)))
  }

  #rank(
    scores: ReadonlyMap<number, number>,
    cosines: ReadonlyMap<number, number>,
    { text, limit, relevant = false }: Search,
  ): { memory: Memory; score: number }[] {
    const asked = tellingWords(text)
    const ids = [...scores].toSorted(([, one], [, other]) => other - one).slice(0, CANDIDATES)
    const ranked = ids
      .map(([id, score]) => ({ memory: this.#found(id), score }))
      .filter((hit): hit is { memory: Memory; score: number } => hit.memory !== null)
      .filter(({ memory }) => !relevant || (isRelevant(memory, asked, cosines) && !hasSunk(memory)))
      .map(({ memory, score }) => ({ memory, score: score * weightOf(memory) }))
    return ranked.toSorted((one, other) => other.score - one.score).slice(0, limit)
  }

  /** A vector may outlive its memory for a moment, where a program without the extension has forgotten it. */
  #found(id: number): Memory | null {
    const row = this.#db.prepare('SELECT * FROM memories WHERE id = ?').get(id) as MemoryRow | undefined
    return row ? this.#memory(row) : null
  }

  #memory(row: MemoryRow): Memory {
    return memoryOf(row, this.#applicationsOf(row.id))
  }

  #applicationsOf(id: number): string[] {
    return this.#db
      .prepare('SELECT application FROM memory_applications WHERE memory = ? ORDER BY application')
      .pluck()
      .all(id) as string[]
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

function isRelevant(
  { id, title, key, text, tips }: Memory,
  asked: ReadonlySet<string>,
  cosines: ReadonlyMap<number, number>,
): boolean {
  if ((cosines.get(id) ?? 0) >= LEAST_COSINE) return true
  return coverage(asked, tellingWords(`${title} ${key} ${text} ${tips}`)) >= LEAST_COVERAGE
}

const hasSunk = ({ pinned, helped, failed }: Memory): boolean =>
  !pinned && helped === 0 && failed >= TOO_MANY_FAILURES

/** Between almost 0 for what was followed by failures alone and almost 2 for what always helped; 1 for what is new or pinned. */
function weightOf({ pinned, helped, failed }: { pinned: boolean; helped: number; failed: number }): number {
  const weight = (2 * (helped + 1)) / (helped + failed + 2)
  return pinned ? Math.max(1, weight) : weight
}
