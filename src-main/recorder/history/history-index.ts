// Keeps a digest and the searchable words of each run in SQLite. All of it is made of events, so the file may be deleted at any
// time. Each use is short and waits at most a moment for other processes, so it needs no process of its own.
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { messageOf } from '../../core/errors.ts'
import { digestSchema, DIGEST_VERSION, textSchema, type Digest, type SearchText } from './digest.ts'
import { fold } from './fold.ts'

/** Milliseconds that one process waits for another one's transaction. */
const BUSY_MS = 250
/** Characters of the shortest word that the full-text search can find within others. */
const TRIGRAM = 3

const SCHEMA = `
  DROP TABLE IF EXISTS words;
  DROP TABLE IF EXISTS texts;
  DROP TABLE IF EXISTS runs;
  CREATE TABLE runs (name TEXT PRIMARY KEY, stamp TEXT NOT NULL, digest TEXT NOT NULL) STRICT;
  CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL,
    "where" TEXT NOT NULL,
    round INTEGER,
    step INTEGER,
    text TEXT NOT NULL,
    folded TEXT NOT NULL
  ) STRICT;
  CREATE INDEX texts_by_run ON texts (run);
  CREATE VIRTUAL TABLE words USING fts5(folded, content='texts', content_rowid='id', tokenize='trigram');
  CREATE TRIGGER text_added AFTER INSERT ON texts BEGIN
    INSERT INTO words (rowid, folded) VALUES (new.id, new.folded);
  END;
  CREATE TRIGGER text_removed AFTER DELETE ON texts BEGIN
    INSERT INTO words (words, rowid, folded) VALUES ('delete', old.id, old.folded);
  END;
  INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
  PRAGMA user_version = ${DIGEST_VERSION};
`

export interface IndexedRun {
  name: string
  digest: Digest
  texts: SearchText[]
}

export interface Head {
  name: string
  stamp: string
  /** 1 or 0. */
  finished: number | null
  started: number | null
}

export class HistoryIndex implements Disposable {
  readonly #db: Database

  private constructor(db: Database) {
    this.#db = db
  }

  /** Throws the error of SQLite or of the system. */
  static async open(path: string): Promise<HistoryIndex> {
    const { default: SqliteDatabase } = await import('better-sqlite3')
    // The index is as private as the run folders.
    if (path !== IN_MEMORY) closeSync(openSync(path, 'a', 0o600))
    const db = new SqliteDatabase(path, { timeout: BUSY_MS })
    try {
      db.pragma('journal_mode = WAL')
      db.pragma('synchronous = NORMAL')
      // Removed text must not stay in the file, because it may be a password.
      db.pragma('secure_delete = ON')
      const isOld = () => db.pragma('user_version', { simple: true }) !== DIGEST_VERSION
      if (isOld()) db.transaction(() => isOld() && db.exec(SCHEMA)).immediate()
      return new HistoryIndex(db)
    } catch (error) {
      db.close()
      throw error
    }
  }

  /** Returns the name of each run → the stamp of the events from which its digest was made. */
  stamps(): Map<string, string> {
    return new Map(this.#db.prepare<[], [string, string]>('SELECT name, stamp FROM runs').raw().all())
  }

  /** Returns what places each run in a list; `started` is in milliseconds since 1970. Digests that are no JSON are left out. */
  heads(): Head[] {
    return this.#db
      .prepare<[], Head>(
        `SELECT name, stamp, digest ->> '$.finished' AS finished, digest ->> '$.summary.started_at' AS started
          FROM runs WHERE json_valid(digest)`,
      )
      .all()
  }

  /** Returns the digest of one run; null where there is none that can be read. */
  digest(name: string): Digest | null {
    const text = this.#db
      .prepare<[string], string>('SELECT digest FROM runs WHERE name = ?')
      .pluck()
      .get(name)
    return text === undefined ? null : readDigest(text)
  }

  /** Yields the name and digest of each run; those that can't be read are left out. */
  *digests(): Generator<[string, Digest]> {
    const rows = this.#db.prepare<[], [string, string]>('SELECT name, digest FROM runs').raw()
    for (const [name, text] of rows.iterate()) {
      const digest = readDigest(text)
      if (digest) yield [name, digest]
    }
  }

  texts(run: string): SearchText[] {
    const rows = this.#db.prepare('SELECT "where", round, step, text FROM texts WHERE run = ? ORDER BY id')
    return textSchema.array().parse(rows.all(run))
  }

  /** Finds runs that contain all of these folded words, also within longer words. */
  runsWith(words: readonly string[]): Set<string> {
    const found = this.#db.prepare<[string], string>(
      'SELECT DISTINCT run FROM texts WHERE id IN (SELECT rowid FROM words WHERE words MATCH ?)',
    )
    const scanned = this.#db.prepare<[string], string>(
      'SELECT DISTINCT run FROM texts WHERE instr(folded, ?) > 0',
    )
    const sets = words.map((word) =>
      Array.from(word).length < TRIGRAM
        ? scanned.pluck().all(word)
        : found.pluck().all(`"${word.replaceAll('"', '""')}"`),
    )
    const [first = [], ...others] = sets.map((runs) => new Set(runs))
    return new Set([...first].filter((run) => others.every((runs) => runs.has(run))))
  }

  /** Adds runs, or replaces their entries. */
  write(runs: readonly IndexedRun[]): void {
    if (runs.length === 0) return
    const addRun = this.#db.prepare('INSERT INTO runs (name, stamp, digest) VALUES (?, ?, ?)')
    const addText = this.#db.prepare(
      'INSERT INTO texts (run, "where", round, step, text, folded) VALUES (?, ?, ?, ?, ?, ?)',
    )
    this.#db
      .transaction(() => {
        for (const { name, digest, texts } of runs) {
          this.#remove(name)
          addRun.run(name, digest.stamp, JSON.stringify(digest))
          for (const { where, round, step, text } of texts)
            addText.run(name, where, round, step, text, fold(text))
        }
      })
      .immediate()
  }

  /** Removes runs, so that nothing of them stays in the file. */
  remove(runs: readonly string[]): void {
    if (runs.length === 0) return
    this.#db.transaction(() => runs.forEach((run) => this.#remove(run))).immediate()
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
  }

  [Symbol.dispose](): void {
    this.#db.close()
  }

  #remove(run: string): void {
    this.#db.prepare('DELETE FROM texts WHERE run = ?').run(run)
    this.#db.prepare('DELETE FROM runs WHERE name = ?').run(run)
  }
}

function readDigest(text: string): Digest | null {
  try {
    return digestSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const IN_MEMORY = ':memory:'
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Opens the index of a data folder, even if its file is broken. */
export class HistoryIndexFile {
  readonly #path: string
  readonly #warn: (message: string) => void
  /** The index in memory, instead of a file that can't be used. */
  #memory: HistoryIndex | null = null

  /** `warn` is called when the file is made anew, and when it can't be used. */
  constructor(home: string, warn: (message: string) => void = () => {}) {
    this.#path = join(home, 'history.db')
    this.#warn = warn
  }

  /** Carries out `work` with the index; if the file fails, repeats it once with a new file or in memory. */
  async use<T>(work: (index: HistoryIndex) => T | Promise<T>): Promise<T> {
    if (this.#memory) return await work(this.#memory)
    try {
      return await this.#useFile(work)
    } catch (error) {
      if (!/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) return await this.#withoutFile(error, work)
      this.#warn(`The index of the history was broken (${messageOf(error)}). It is made anew.`)
      for (const part of ['', '-wal', '-shm']) rmSync(`${this.#path}${part}`, { force: true })
    }
    try {
      return await this.#useFile(work)
    } catch (error) {
      return await this.#withoutFile(error, work)
    }
  }

  /** Removes a run, so that nothing of it stays in the file. */
  async forget(run: string): Promise<void> {
    if (this.#memory || existsSync(this.#path)) await this.use((index) => index.remove([run]))
  }

  async #useFile<T>(work: (index: HistoryIndex) => T | Promise<T>): Promise<T> {
    using index = await HistoryIndex.open(this.#path)
    // Earlier versions kept the history in this file.
    rmSync(join(dirname(this.#path), 'history.json'), { force: true })
    return await work(index)
  }

  async #withoutFile<T>(error: unknown, work: (index: HistoryIndex) => T | Promise<T>): Promise<T> {
    const code = codeOf(error)
    if (!/^(SQLITE_|E[A-Z]+$)/.test(code)) throw error
    const index = await HistoryIndex.open(IN_MEMORY)
    // Another process uses the file for a long time; next time it may be free.
    if (code.startsWith('SQLITE_BUSY')) {
      using _busy = index
      return await work(index)
    }
    this.#memory = index
    this.#warn(
      `The index of the history ${this.#path} can't be used (${messageOf(error)}): the runs are read from their folders, which takes longer.`,
    )
    return await work(index)
  }
}
