// Learns the documents of a folder for an application. Every piece is a memory with its file and replaces what was learned from
// that file before; what was learned from files that are gone is forgotten.
import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join, resolve, sep } from 'node:path'
import { messageOf, UserError } from '../../core/errors.ts'
import { redact } from '../../core/redaction.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { MemoryStore } from '../client.ts'
import type { NewMemory } from '../record.ts'
import { titleOf } from '../title.ts'
import { gathered, piecesOf, type Section } from './chunks.ts'
import { canRead, readDocument } from './read.ts'

export interface Learned {
  files: number
  /** Pieces that the files were cut into; two equal pieces count as one. */
  memories: number
  skipped: { file: string; why: string }[]
  /** The number of learned files that are gone: their memories are forgotten unless pinned. */
  gone: number
  /** Files of other kinds, counted by their ending. */
  others: Map<string, number>
}

/** Most files of one folder. */
const MAX_FILES = 5000
/** Folders without documents of a person. */
const NO_DOCUMENTS = new Set(['node_modules', '__pycache__'])

/** Learns a folder, or one file. Throws UserError where nothing can be read; a single unreadable file is skipped and named. */
export async function learnDocuments(
  store: MemoryStore,
  { path, application }: { path: string; application: string },
  run: RunControl,
): Promise<Learned> {
  const root = resolve(path)
  const learned: Learned = { files: 0, memories: 0, skipped: [], gone: 0, others: new Map() }
  if (application.trim() === '') throw new UserError('Name the application that the documents are about.')
  const files = await filesIn(root, learned)
  for (const file of files) {
    await run.checkpoint()
    const records = await run.race(recordsIn(file, application, learned))
    if (records === null) continue
    // A memory that can't be written ends the learning, because the next file would fail as well.
    const saved = await run.race(store.ask('replaceDocuments', { files: [file], application, records }))
    learned.files++
    learned.memories += new Set(saved.map(({ id }) => id)).size
  }
  if (learned.files === 0) {
    const why = learned.skipped[0] ? ` (${learned.skipped[0].file}: ${learned.skipped[0].why})` : ''
    throw new UserError(
      `${root} has nothing that can be learned: Markdown, HTML, PDF, text or help JSON${why}.`,
    )
  }
  // Nothing is forgotten where no file was found, because the folder may be on a disk that is not connected.
  const gone = await goneFrom(root, await run.race(store.ask('documentFiles', { application })))
  learned.gone = gone.length
  if (gone.length > 0)
    await run.race(store.ask('replaceDocuments', { files: gone, application, records: [] }))
  return learned
}

/** Finds which of these files are gone from the folder; a file that merely can't be read is not gone. */
async function goneFrom(root: string, known: readonly string[]): Promise<string[]> {
  const gone: string[] = []
  for (const file of known) {
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) continue
    const fault = await stat(file).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    )
    if (fault === 'ENOENT' || fault === 'ENOTDIR') gone.push(file)
  }
  return gone
}

/** Returns null for a file that can't be read: it is skipped, and named. */
async function recordsIn(
  file: string,
  application: string,
  { skipped }: Learned,
): Promise<NewMemory[] | null> {
  try {
    return recordsOf(await readDocument(file), file, application)
  } catch (error) {
    if (!(error instanceof UserError) && !isFileError(error)) throw error
    skipped.push({ file, why: messageOf(error) })
    return null
  }
}

const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)

/** Lists files in order, so that two runs learn the same. Links are not followed: they may lead anywhere, also in circles. */
async function filesIn(root: string, { skipped, others }: Learned): Promise<string[]> {
  const found = await stat(root).catch(() => null)
  if (!found) throw new UserError(`There is no folder ${root}.`)
  if (found.isFile()) return [root]
  const files: string[] = []
  const waiting = [root]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      skipped.push({ file: folder, why: messageOf(error) })
      return []
    })
    for (const entry of entries) {
      if (entry.name.startsWith('.') || NO_DOCUMENTS.has(entry.name)) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (!entry.isFile()) continue
      else if (canRead(path)) files.push(path)
      else {
        const ending = extname(entry.name).toLowerCase() || entry.name
        others.set(ending, (others.get(ending) ?? 0) + 1)
      }
      if (files.length > MAX_FILES)
        throw new UserError(`${root} has more than ${MAX_FILES} documents. Learn a part of it.`)
    }
  }
  return files.toSorted()
}

function recordsOf(sections: Section[], file: string, application: string): NewMemory[] {
  return gathered(sections).flatMap(({ headings, text }) =>
    piecesOf(text).map((piece) => {
      // “Page 12” means nothing without the name of its file.
      const named = headings.length === 0 || /\.pdf$/i.test(file) ? [basename(file)] : []
      const place = [...named, ...headings].join(' › ')
      return {
        kind: 'document' as const,
        applications: [application],
        title: titleOf(redact(place)),
        key: redact(`${basename(file)} ${headings.join(' ')}`.trim()),
        text: redact(piece),
        source: { run: null, step: null, file },
      }
    }),
  )
}
