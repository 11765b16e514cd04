// Searches the store for a request: by words, by meaning where an embedding model is set up, both fused by ranks; memories that
// helped before rank higher.
import type { Database } from 'better-sqlite3'
import type { Memory, MemoryKind } from '../../src-preload/contract/memory.ts'
import { meansApplication } from './applications.ts'
import type { Rarity } from './rarity.ts'
import type { Vector } from './record.ts'
import type { MemoryRows } from './rows.ts'
import type { VectorSpaces } from './vectors.ts'
import { coverage, matchAny, tellingWords } from './words.ts'

export interface Search {
  text: string
  vector?: Vector | null
  kinds?: readonly MemoryKind[] | null
  /** Names of one application: memories of others are left out, those without an application stay. Null or empty for any. */
  applications?: readonly string[] | null
  limit: number
  /** Finds only memories about the request that have not failed too often: for a prompt, not for a person who searches. */
  relevant?: boolean
}

export interface Hit {
  memory: Memory
  score: number
}

/** The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const FUSION = 60
/** Candidates of each way of searching. */
const MAX_CANDIDATES = 50
/** The least share of the searched words that a memory must have. */
const MIN_COVERAGE = 0.4
/** Cosine below which a memory is about something else; the value is Lybic's. */
const MIN_COSINE = 0.4
/** A memory that never helped is no longer given after so many failures. */
const MAX_FAILURES = 3

/** A part of a query, with the values of its question marks. */
export type Where = { sql: string; values: unknown[] }

interface Parts {
  rows: MemoryRows
  vectors: VectorSpaces
  rarity: Rarity
}

export class Searching {
  readonly #db: Database
  readonly #rows: MemoryRows
  readonly #vectors: VectorSpaces
  readonly #rarity: Rarity

  constructor(db: Database, { rows, vectors, rarity }: Parts) {
    this.#db = db
    this.#rows = rows
    this.#vectors = vectors
    this.#rarity = rarity
  }

  search(search: Search): Hit[] {
    const among = this.#among(search)
    const byText = this.#byText(search.text, among)
    const byVector = search.vector ? this.#vectors.nearest(search.vector, MAX_CANDIDATES, among) : []
    const scores = new Map<number, number>()
    const add = (id: number, rank: number) => scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION + rank + 1))
    byText.forEach((id, rank) => add(id, rank))
    byVector.forEach(({ id }, rank) => add(id, rank))
    const cosines = new Map(byVector.map(({ id, cosine }) => [id, cosine]))
    return this.#rank(scores, cosines, search)
  }

  #byText(text: string, among: Where | null): number[] {
    const match = matchAny(text, (words) => this.#rarity.rare(words))
    if (match === null) return []
    const filter = among ? `AND rowid IN (${among.sql})` : ''
    return this.#db
      .prepare(
        `SELECT rowid FROM memory_words WHERE memory_words MATCH ? ${filter} ORDER BY bm25(memory_words, 3.0, 1.0) LIMIT ?`,
      )
      .pluck()
      .all(match, ...(among?.values ?? []), MAX_CANDIDATES) as number[]
  }

  /** Returns SQL that selects the ids that may be found; null for all. */
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

  /** Returns the names by which memories know the application. */
  #meant(applications: readonly string[]): string[] {
    const all = this.#db.prepare('SELECT DISTINCT application FROM memory_applications').pluck().all()
    return (all as string[]).filter((known) => applications.some((name) => meansApplication(known, name)))
  }

  #rank(
    scores: ReadonlyMap<number, number>,
    cosines: ReadonlyMap<number, number>,
    { text, limit, relevant = false }: Search,
  ): Hit[] {
    const asked = tellingWords(text)
    const ids = [...scores].toSorted(([, one], [, other]) => other - one).slice(0, MAX_CANDIDATES)
    const ranked = ids
      // A program without the extension may forget a memory and leave its vector for a moment.
      .map(([id, score]) => ({ memory: this.#rows.find(id), score }))
      .filter((hit): hit is Hit => hit.memory !== null)
      .filter(({ memory }) => !relevant || (isRelevant(memory, asked, cosines) && !hasSunk(memory)))
      .map(({ memory, score }) => ({ memory, score: score * weightOf(memory) }))
    return ranked.toSorted((one, other) => other.score - one.score).slice(0, limit)
  }
}

function isRelevant(
  { id, title, key, text, tips }: Memory,
  asked: ReadonlySet<string>,
  cosines: ReadonlyMap<number, number>,
): boolean {
  if ((cosines.get(id) ?? 0) >= MIN_COSINE) return true
  return coverage(asked, tellingWords(`${title} ${key} ${text} ${tips}`)) >= MIN_COVERAGE
}

const hasSunk = ({ pinned, helped, failed }: Memory): boolean =>
  !pinned && helped === 0 && failed >= MAX_FAILURES

/** Returns almost 0 for a memory that always failed, almost 2 for one that always helped, 1 for a new or pinned one. */
function weightOf({ pinned, helped, failed }: { pinned: boolean; helped: number; failed: number }): number {
  const weight = (2 * (helped + 1)) / (helped + failed + 2)
  return pinned ? Math.max(1, weight) : weight
}
