// Turns rows of the store into memories.
import type { Database } from 'better-sqlite3'
import type { Memory, MemoryKind, MemoryOutcome, MemorySummary } from '../../src-preload/contract/memory.ts'

/** A row as the table has it. */
export interface MemoryRow {
  id: number
  kind: MemoryKind
  outcome: MemoryOutcome
  title: string
  key: string
  text: string
  tips: string
  run: string | null
  step: number | null
  file: string | null
  made: number
  used: number
  last_used: number | null
  helped: number
  failed: number
  pinned: number
  edited: number
  data: string
}

const summaryOf = (row: MemoryRow, applications: string[]): MemorySummary => ({
  id: row.id,
  kind: row.kind,
  outcome: row.outcome,
  title: row.title,
  applications,
  made: row.made,
  used: row.used,
  last_used: row.last_used,
  helped: row.helped,
  failed: row.failed,
  pinned: row.pinned === 1,
})

const memoryOf = (row: MemoryRow, applications: string[]): Memory => ({
  ...summaryOf(row, applications),
  key: row.key,
  text: row.text,
  tips: row.tips,
  source: { run: row.run, step: row.step, file: row.file },
  edited: row.edited === 1,
  data: JSON.parse(row.data) as Record<string, unknown>,
})

/** Reads rows with the applications that are kept beside them. */
export class MemoryRows {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  find(id: number): Memory | null {
    const row = this.#db.prepare('SELECT * FROM memories WHERE id = ?').get(id) as MemoryRow | undefined
    return row ? this.memory(row) : null
  }

  memory(row: MemoryRow): Memory {
    return memoryOf(row, this.#applicationsOf(row.id))
  }

  summary(row: MemoryRow): MemorySummary {
    return summaryOf(row, this.#applicationsOf(row.id))
  }

  #applicationsOf(id: number): string[] {
    return this.#db
      .prepare('SELECT application FROM memory_applications WHERE memory = ? ORDER BY application')
      .pluck()
      .all(id) as string[]
  }
}
