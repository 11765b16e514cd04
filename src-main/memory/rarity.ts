// Chooses which words of a question are worth a search: in a large store, a word of every other memory tells nothing and costs
// most of the time, because each of its memories is ranked.
import type { Database } from 'better-sqlite3'

/** How many memories a store must have before words are left out. */
const MIN_MEMORIES = 5000
/** The part of all memories in which the searched words may occur, all together; the rarest word is always searched. */
const MAX_PART = 0.05

export class Rarity {
  readonly #db: Database
  #ready = false

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns the rarest of these words, as many as are cheap. */
  rare(words: readonly string[]): string[] {
    const count = this.#db.prepare('SELECT max(id) FROM memories').pluck().get() as number | null
    if (words.length < 2 || count === null || count < MIN_MEMORIES) return [...words]
    this.#prepare()
    let left = count * MAX_PART
    const counted = words.map((word) => ({ word, memories: this.#memoriesWith(word) }))
    return counted
      .toSorted((one, other) => one.memories - other.memories)
      .filter(({ memories }, index) => (left -= memories) >= 0 || index === 0)
      .map(({ word }) => word)
  }

  /** Counts the memories with the word's stem, which the index contains; SQLite's own tokenizer finds it. */
  #memoriesWith(word: string): number {
    this.#db.prepare('INSERT INTO temp.asked_words (rowid, word) VALUES (1, ?)').run(word)
    try {
      const stems = this.#db.prepare('SELECT term FROM temp.asked_stems').pluck().all() as string[]
      const found = this.#db.prepare('SELECT doc FROM temp.known_stems WHERE term = ?').pluck()
      return Math.max(0, ...stems.map((stem) => (found.get(stem) as number | undefined) ?? 0))
    } finally {
      this.#db.prepare('DELETE FROM temp.asked_words').run()
    }
  }

  #prepare(): void {
    if (this.#ready) return
    this.#db.exec(`
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.asked_words USING fts5(word, tokenize='porter unicode61 remove_diacritics 2');
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.asked_stems USING fts5vocab(temp, asked_words, row);
      CREATE VIRTUAL TABLE IF NOT EXISTS temp.known_stems USING fts5vocab(main, memory_words, row);
    `)
    this.#ready = true
  }
}
