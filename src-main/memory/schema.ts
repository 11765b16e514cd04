// Defines the tables of memory.db, version by version. A released version is never changed: the next one is added.
import type { Database } from 'better-sqlite3'
import { UserError } from '../core/errors.ts'

const VERSIONS: readonly string[] = [
  `
  CREATE TABLE memories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    outcome TEXT NOT NULL,
    title TEXT NOT NULL,
    key TEXT NOT NULL,
    text TEXT NOT NULL,
    tips TEXT NOT NULL,
    run TEXT, step INTEGER, file TEXT,
    made INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0,
    last_used INTEGER,
    helped INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    pinned INTEGER NOT NULL DEFAULT 0,
    edited INTEGER NOT NULL DEFAULT 0,
    data TEXT NOT NULL DEFAULT '{}'
  ) STRICT;
  CREATE INDEX memories_by_kind ON memories (kind, made);
  CREATE INDEX memories_by_key ON memories (kind, key);
  CREATE INDEX memories_by_file ON memories (file) WHERE file IS NOT NULL;
  CREATE TABLE memory_applications (
    memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
    application TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (memory, application)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memory_applications_by_name ON memory_applications (application);
  CREATE VIRTUAL TABLE memory_words USING fts5(
    key, text, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
  );
  CREATE TABLE spaces (
    id INTEGER PRIMARY KEY, model TEXT NOT NULL, dimension INTEGER NOT NULL, UNIQUE (model, dimension)
  ) STRICT;
  CREATE TABLE vectors (
    space INTEGER NOT NULL REFERENCES spaces,
    memory INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
    value BLOB NOT NULL,
    PRIMARY KEY (space, memory)
  ) STRICT;
  CREATE INDEX vectors_by_memory ON vectors (memory);
  `,
]

/** Migrates a file to this version, in one transaction. Throws UserError, and changes nothing, where a later version has written it. */
export function migrate(db: Database, path: string, versions: readonly string[] = VERSIONS): void {
  const found = () => Number(db.pragma('user_version', { simple: true }))
  if (found() === versions.length) return
  db.transaction(() => {
    // Another process may have migrated it while this one waited.
    const version = found()
    if (version > versions.length) {
      throw new UserError(
        `${path} was written by a later version of Deskhand (${version}; this one knows ${versions.length}). Use that version, or move the file away.`,
      )
    }
    for (const statements of versions.slice(version)) db.exec(statements)
    db.pragma(`user_version = ${versions.length}`)
  }).immediate()
}
