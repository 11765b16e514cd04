// Expands braces and wildcards in a path as a shell does: into the paths that are meant, as far as they are there.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The most paths that one word expands to. Further ones are ignored. */
export const MAX_PATHS = 2_000
const WILD = /[*?[]/

/** Makes `ab` and `ac` of `a{b,c}`. */
export function patternsOf(word: string): string[] {
  const done: string[] = []
  const waiting = [word]
  while (waiting.length > 0 && done.length + waiting.length < MAX_PATHS) {
    const one = waiting.pop() ?? ''
    const found = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(one)
    if (!found || one.includes('${')) done.push(one)
    else
      waiting.push(
        ...(found[2] ?? '').split(',').map((piece) => `${found[1] ?? ''}${piece}${found[3] ?? ''}`),
      )
  }
  return [...done, ...waiting].toReversed()
}

/** Lists the existing paths that fit an absolute pattern, as a shell finds them; the pattern itself where none does. */
export function fittingPaths(pattern: string): string[] {
  if (!WILD.test(pattern)) return [pattern]
  let found = ['/']
  for (const segment of pattern.split('/').filter(Boolean)) {
    if (!WILD.test(segment)) {
      found = found.map((folder) => join(folder, segment))
      continue
    }
    const fits = fitting(segment)
    found = found
      .flatMap((folder) =>
        entriesOf(folder)
          .filter((name) => fits.test(name))
          .map((name) => join(folder, name)),
      )
      .slice(0, MAX_PATHS)
  }
  return found.length === 0 ? [pattern] : found
}

/** Makes a pattern of one part of a path. It matches a leading dot only where the dot is written. */
function fitting(segment: string): RegExp {
  const pattern = segment.replace(/\[[!^]?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]|[\s\S]/g, (piece) =>
    piece === '*'
      ? '.*'
      : piece === '?'
        ? '.'
        : piece.length > 1
          ? classOf(piece)
          : piece.replace(/[\\^$.+()|{}[\]]/, '\\$&'),
  )
  return new RegExp(`^${segment.startsWith('.') ? '' : '(?!\\.)'}${pattern}$`, 's')
}

/** Translates `[!a-c]`. A range that runs backwards and a named class (`[[:alpha:]]`) match anything. */
function classOf(piece: string): string {
  const inner = piece.slice(1, -1).replace(/[\\[\]&]/g, '\\$&')
  const isBackwards = [...inner.matchAll(/(.)-(.)/g)].some(([, from = '', to = '']) => from > to)
  return isBackwards || /^[!^]?$/.test(inner) || /\[[:.=]/.test(piece.slice(1))
    ? '.'
    : `[${inner.replace(/^!/, '^')}]`
}

/** Lists names in a folder; none where it is no folder, or can't be read. */
export const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A name that is saved, in each folder that the dialog may show, and by itself. */
export const inFolders = (written: string, folders: readonly string[]): string[] => {
  // “./n.txt” is n.txt, and no hidden file.
  const name = written.replace(/^(?:\.\/+)+(?=[^/])/, '')
  return /^(?:[~/\\]|[a-z][a-z+.-]*:)/i.test(name)
    ? [name]
    : [name, ...folders.map((folder) => join(folder, name))]
}
