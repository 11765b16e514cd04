// Attaches files and folders to a request: writes their paths into its words, which plain commands and models read alike.
import { isUnquotable } from '../../src-preload/contract/plan-places.ts'
import { piecesOf, quote } from '../../src-preload/contract/quotes.ts'
import { bridge, pathOfFile } from '../state/bridge.ts'

/** Most bytes of a file that a window sends. */
const MAX_BYTES = 2 * 1024 * 1024

export type AttachFault = 'too_large' | 'no_folder' | 'quoted'

export class AttachError extends Error {
  readonly fault: AttachFault
  readonly file: string

  constructor(fault: AttachFault, file: string) {
    super(`${fault}: ${file}`)
    this.fault = fault
    this.file = file
  }
}

/** Returns the path of a file on this machine; the program keeps a file without a path. Throws AttachError, and the program's fault. */
export async function pathFor(file: File): Promise<string> {
  const own = pathOfFile(file)
  if (own !== null) {
    if (isUnquotable(own)) throw new AttachError('quoted', file.name)
    return own
  }
  if (file.size > MAX_BYTES) throw new AttachError('too_large', file.name)
  const content = await base64(file)
  const { path } = await bridge.call('keep_attachment', { name: file.name || 'file', content })
  return path
}

async function base64(file: File): Promise<string> {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    // A browser gives a folder as a file that can't be read.
    throw new AttachError('no_folder', file.name)
  }
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCodePoint(...bytes.subarray(at, at + 0x8000))
  }
  return btoa(text)
}

/** Puts the paths in quotes where the caret was, with a space on each side; also returns where the caret is then. */
export function withPaths(text: string, at: number, paths: readonly string[]): { text: string; at: number } {
  const before = text.slice(0, at)
  const after = text.slice(at)
  const named = paths.map(quote).join(' ')
  const lead = before === '' || /\s$/.test(before) ? '' : ' '
  const tail = after === '' || /^[\s,.;]/.test(after) ? '' : ' '
  const begun = `${before}${lead}${named}${tail}`
  return { text: begun + after, at: begun.length }
}

const PATH = /^(?:\/|~\/|[A-Za-z]:\\)[^\n]+$/

/** Finds the paths in the words; each gets a chip. */
export const pathsIn = (text: string): string[] => [
  ...new Set(
    piecesOf(text).pieces.flatMap(({ text: path, mark }) =>
      PATH.test(path) && quote(path).startsWith(mark) && mark !== '' ? [path] : [],
    ),
  ),
]

export const withoutPath = (text: string, path: string): string =>
  text
    .replaceAll(` ${quote(path)}`, '')
    .replaceAll(quote(path), '')
    .trimStart()
