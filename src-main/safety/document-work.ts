// Says which files a tool of DocumentExecutor reads and writes, from its parameters and what lies on the disk now. The tool carries it out and
// the gate judges it: both mean the same files.
import { basename, dirname, extname, join } from 'node:path'
import { documentToolDoes, type DocumentTool } from '../core/document-tools.ts'
import { isThere } from '../core/stat.ts'
import { filePath } from './file-work.ts'
import type { Places } from './places.ts'

/** Stands for a file whose name only the window knows. */
const BESIDE = 'a file beside the document'

/** What a document tool would do. All paths are absolute. A document in a window is not in it: there, Undo takes the act back. */
export interface DocumentWork {
  reads: string[]
  writes: string[]
  /** Files that are there and would be replaced by another document. */
  replaces: string[]
  /** Files that would be changed in place, without a window. */
  changes: string[]
}

/** Accepts any `parameters`, and ignores those that do not fit their tool. */
export function documentWork(
  tool: DocumentTool,
  parameters: Record<string, unknown>,
  home: string,
): DocumentWork {
  const nothing: DocumentWork = { reads: [], writes: [], replaces: [], changes: [] }
  const given = parameters['path'] ?? parameters['pdf_path'] ?? parameters['directory_path']
  const path = typeof given === 'string' && given.trim() !== '' ? filePath(given, home) : null
  const paths = path === null ? [] : [path]
  if (tool === 'save_as') {
    const { source, to } = saveWork(parameters, path, home)
    const reads = source === null ? [] : [source]
    if (to === null) return { ...nothing, reads, replaces: [BESIDE] }
    return { ...nothing, reads, writes: [to], replaces: isThere(to) ? [to] : [] }
  }
  if (documentToolDoes(tool) !== 'changes') return { ...nothing, reads: paths }
  return { ...nothing, reads: paths.filter(isThere), writes: paths, changes: paths.filter(isThere) }
}

const EXPORTED = /\.(?:pdf|png)$/i

/**
 * Says which file `save_as` reads, null for the document in front, and which it writes. A path where no file is, or a file that is only
 * exported to, can't be the document: alone, it is the new file.
 */
export function saveWork(
  parameters: Record<string, unknown>,
  path: string | null,
  home: string,
): { source: string | null; to: string | null } {
  if (path === null || (isThere(path) && !EXPORTED.test(path)))
    return { source: path, to: savedAs(parameters, path, home) }
  const isAlone = savedAs(parameters, path, home, extname(path)) === path
  return isAlone ? { source: null, to: path } : { source: path, to: savedAs(parameters, path, home) }
}

/**
 * Gives the file that `save_as` writes, from the reference's three parameters: a folder, a name, an ending. What is left out is that of the
 * document; null where only its window knows it. Without an ending, `fallback` counts.
 */
export function savedAs(
  parameters: Record<string, unknown>,
  source: string | null,
  home: string,
  fallback: string | null = null,
): string | null {
  const text = (name: string): string => {
    const value = parameters[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const written = text('file_name')
  const name = written === '' ? (source === null ? '' : basename(source, extname(source))) : written
  const folder = text('file_dir') === '' ? (source === null ? '' : dirname(source)) : text('file_dir')
  if (name === '' || (folder === '' && !/^[~/]/.test(name))) return null
  const ending =
    text('file_ext').replace(/^\.?(?=.)/, '.') || (extname(written) === '' ? (fallback ?? '') : '')
  if (ending === '' && extname(written) === '') return null
  const whole =
    ending === '' || extname(written).toLowerCase() === ending.toLowerCase() ? name : `${name}${ending}`
  return /^[~/]/.test(whole) ? filePath(whole, home) : join(filePath(folder, home), whole)
}

/**
 * Tells whether a new file must be named by the act that writes it, so that the gate can ask: where only the window knows its name, the gate
 * does not see it. An ordinary file need not be.
 */
export function needsItsName(path: string, places: Places): boolean {
  const { own, startsPrograms, secret, built } = places.at(path)
  const isGuarded = [own, startsPrograms, secret, built].some((what) => what !== null)
  return isGuarded || (!isThere(path) && places.sharedBy(path) !== null)
}
