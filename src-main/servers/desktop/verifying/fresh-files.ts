// Finds what was written to files since an act, and files that have only a part of a text which a window shows.
import { readdirSync, readFileSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { statOf } from '../../../core/stat.ts'
import type { ControlRole } from '../../../core/desktop.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import { isWrittenSince, sizeOf } from '../targeting/files.ts'

/** Entries of a home that are looked at: a larger one tells nothing. */
const MAX_ENTRIES = 5000
/** Folders and files that programs write by themselves, whatever a person does. */
const KEPT_ASIDE =
  /^(?:\.cache|node_modules|\.git|gvfs-metadata|dconf|recently-used\.xbel.*|\.xsession-errors|\.bash_history)$/

/**
 * Lists the files below a folder that were written since a moment (milliseconds since 1970), but those of `aside`; null where there are too
 * many to look at.
 */
export function filesSince(folder: string, since: number, aside: string): string[] | null {
  const fresh: string[] = []
  const folders = [folder]
  let looked = 0
  for (let at = folders.pop(); at !== undefined; at = folders.pop())
    for (const entry of entriesOf(at)) {
      if (++looked > MAX_ENTRIES) return null
      const path = join(at, entry.name)
      if (KEPT_ASIDE.test(entry.name) || path === aside) continue
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile() && isWrittenSince(path, since)) fresh.push(path)
    }
  return fresh
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

const FIELDS: ReadonlySet<ControlRole> = new Set(['edit', 'document', 'combo box'])
const MAX_BYTES = 1024 * 1024
/** Letters and digits of a text from which on its first half is found in no other text by chance. */
const LEAST_FOUND = 24
const LEAST_ALONE = 6
/** What formats write between the letters of a text: escapes of JSON and of pages, tags. */
const MARKUP = /\\u[\da-f]{4}|\\[a-z"'\\/]|&#?\w+;|<[^<>]*>/giu

/**
 * Tells whether a file of plain text has the beginning of a text that a window shows, and not its end. A short text counts only where it is
 * all that the file has.
 */
export function isCutIn(path: string, elements: readonly PlatformElement[]): boolean {
  const size = sizeOf(path)
  if (size === null || size === 0 || size > MAX_BYTES) return false
  const written = textOf(path)
  if (written === null) return false
  const file = essence(written.replaceAll(MARKUP, ''))
  return elements.some(({ role, value }) => {
    const text = FIELDS.has(role) ? essence(value ?? '') : ''
    const half = text.slice(0, Math.ceil(text.length / 2))
    if (text.length < LEAST_ALONE || file.includes(text) || essence(written).includes(text)) return false
    return text.length >= LEAST_FOUND ? file.includes(half) : file.length >= 3 && text.startsWith(file)
  })
}

/** Null for what is no text: another encoding, or the inside of a program's own format. */
function textOf(path: string): string | null {
  try {
    if (statOf(path)?.isFile() !== true) return null
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    return text.includes('\0') || /^(?:\{\\rtf|%PDF|%!PS)/.test(text) ? null : text
  } catch {
    return null
  }
}

const essence = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
