// Imports and exports the seeds' files. A file is read whole before anything is saved, and saved in one transaction, so that
// nothing is half imported.
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Memory } from '../../../src-preload/contract/memory.ts'
import { writeFileAtomically } from '../../core/atomic-file.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import { textOfFile } from '../../core/text-of-file.ts'
import type { MemoryStore } from '../client.ts'
import { FILE_NAMES, formatOf, MAX_FILE_BYTES, readMemories, writeMemories, type Format } from './formats.ts'

export interface Imported {
  file: string
  format: Format
  added: number
  merged: number
  /** Answers that were left out because they look like secrets. */
  leftOut: number
}

/** Records of one page. */
const PAGE_SIZE = 500

/** Imports files; `format` is for names that do not tell their format. Throws UserError; then nothing of any of the files is imported. */
export async function importFiles(
  store: MemoryStore,
  files: readonly string[],
  format: Format | null = null,
): Promise<Imported[]> {
  const texts = []
  for (const file of files) texts.push({ name: file, text: await textOf(file) })
  return importTexts(store, texts, format)
}

/** Does the same for files that the caller has read. */
export async function importTexts(
  store: MemoryStore,
  files: readonly { name: string; text: string }[],
  format: Format | null = null,
): Promise<Imported[]> {
  const read = files.map(({ name: file, text }) => {
    const form = format ?? formatOf(basename(file))
    if (!form) {
      throw new UserError(
        `${file}: its name does not say what it is. Call it as it is exported: ${Object.values(FILE_NAMES).join(', ')}. In the terminal --format says it, too.`,
      )
    }
    return { file, format: form, ...readMemories(form, text, file) }
  })
  const saved = await store.ask('save', { records: read.flatMap(({ records }) => records) })
  let at = 0
  return read.map(({ file, format: form, records, leftOut }) => {
    const own = saved.slice(at, (at += records.length))
    const merged = own.filter((one) => one.merged).length
    return { file, format: form, added: own.length - merged, merged, leftOut }
  })
}

/** Returns the text of the seed's file with all memories of its kind. */
export async function exportText(
  store: MemoryStore,
  format: Format,
): Promise<{ text: string; count: number }> {
  const memories = await allOf(store, format)
  return { text: writeMemories(format, memories), count: memories.length }
}

/** Writes a file. An existing file belongs to the person and is replaced only on request. Throws UserError. */
export async function exportFile(
  store: MemoryStore,
  format: Format,
  file: string,
  { replace }: { replace: boolean },
): Promise<number> {
  const there = await stat(file).catch(() => null)
  if (there?.isDirectory()) throw new UserError(`${file} is a folder. Name a file in it with --out.`)
  if (there && !replace)
    throw new UserError(`${file} is there already. Name another file with --out, or replace it with --force.`)
  const { text, count } = await exportText(store, format)
  try {
    await writeFileAtomically(file, text, 0o600)
  } catch (error) {
    throw new UserError(`${file} can't be written: ${whyOf(error)}. Name another file with --out.`)
  }
  return count
}

/** Leaves out the temporary name that is in the system's message. */
const whyOf = (error: unknown): string => messageOf(error).replace(/, \w+ '.*$/s, '')

async function allOf(store: MemoryStore, format: Format): Promise<Memory[]> {
  const all: Memory[] = []
  for (;;) {
    const page = await store.ask('page', { kinds: [format], after: all.at(-1)?.id ?? 0, limit: PAGE_SIZE })
    all.push(...page)
    if (page.length < PAGE_SIZE) return all
  }
}

/** Throws UserError. */
export async function textOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory()) throw new UserError(`${file} is a folder. Name the files in it.`)
  if (!found?.isFile()) throw new UserError(`There is no file ${file}.`)
  if (found.size > MAX_FILE_BYTES) throw new UserError(`${file} is larger than 50 MB.`)
  return textOfFile(await readFile(file), file)
}
