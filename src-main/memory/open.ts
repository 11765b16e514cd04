// Opens memory.db: sets its pragmas, loads its extension for vectors, and puts aside a file that is broken.
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { getLoadablePath } from 'sqlite-vec'
import { messageOf, UserError } from '../core/errors.ts'
import { makeFolder } from '../core/folder.ts'
import { migrate } from './schema.ts'

/** Milliseconds that one process waits for another one's transaction. */
const BUSY_MS = 5000

export interface OpenedDatabase {
  db: Database
  /** Whether SQLite can search vectors itself; otherwise they are compared one by one here. */
  native: boolean
  /** A notice for the person, such as that a broken file was put aside; else null. */
  notice: string | null
}

/** Throws UserError for a file of a later version, or one that can't be opened; a broken file is put aside, and an empty one begun. */
export function openDatabase(path: string, options: { native?: boolean } = {}): OpenedDatabase {
  try {
    makeFolder(dirname(path))
    // The file is as private as the run folders, wherever the data folder is; so are the files that SQLite puts beside it.
    closeSync(openSync(path, 'a', 0o600))
    return { ...open(path, options), notice: null }
  } catch (error) {
    if (!isBroken(error)) throw withAdvice(error, path)
    const aside = putAside(path)
    const notice = `The memory could not be read (${messageOf(error)}). It was put aside as ${aside}; a new one is begun.`
    return { ...open(path, options), notice }
  }
}

function open(path: string, options: { native?: boolean }): Omit<OpenedDatabase, 'notice'> {
  const db = new SqliteDatabase(path, { timeout: BUSY_MS })
  try {
    // Data must be on the disk when a save returns; in WAL mode only FULL syncs at each commit.
    patiently(() => db.pragma('journal_mode = WAL'))
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('cache_size = -65536')
    db.pragma('mmap_size = 1073741824')
    const native = options.native !== false && loadVectors(db)
    migrate(db, path)
    return { db, native }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Tries again for a while, because SQLite refuses the change to WAL at once while another process makes it. */
function patiently(work: () => unknown): void {
  const end = performance.now() + BUSY_MS
  for (;;) {
    try {
      work()
      return
    } catch (error) {
      if (codeOf(error) !== 'SQLITE_BUSY' || performance.now() > end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** Returns false where the extension has no binary for this system. */
function loadVectors(db: Database): boolean {
  try {
    db.loadExtension(extensionPath())
    return true
  } catch {
    return false
  }
}

/** Gives the extension's real path, which SQLite needs: in a package the file lies beside the archive. Throws where there is no binary. */
const extensionPath = (): string => getLoadablePath().replace(`app.asar${sep}`, `app.asar.unpacked${sep}`)

const codeOf = (error: unknown): string => (error instanceof SqliteDatabase.SqliteError ? error.code : '')

/** Adds to an error of the disk what a person can do; returns other errors as they are. */
export function withAdvice(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^SQLITE_FULL|^ENOSPC/.test(code)) return new UserError(`The disk of ${path} is full. Free some space.`)
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR)|^E[A-Z]+$/.test(code))
    return new UserError(
      `The memory ${path} can't be used: ${messageOf(error)}. Set DESKHAND_HOME to a folder that you may write.`,
    )
  return error
}

export const isBroken = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))

/** Keeps a broken file and its side files under another name. */
export function putAside(path: string): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const aside = `${path}.broken-${stamp}`
  for (const part of ['', '-wal', '-shm']) {
    if (existsSync(`${path}${part}`)) renameSync(`${path}${part}`, `${aside}${part}`)
  }
  return aside
}
