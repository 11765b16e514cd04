// Finds the file in which an application keeps a text that its window shows, where no title names one: programs for notes save by themselves
// into a folder of their own, under names that nobody is told.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statOf } from '../core/stat.ts'
import { filesBelow } from './command-outputs.ts'

/** Bytes up to which a file is looked into. */
const MAX_FILE = 5_000_000
/** Letters that tell a text: a shorter one stands in too many files. */
const TELLING = 6
/** Words that stand before the name of a program of a desktop. */
const OF_DESKTOP = /^(?:xfce4|gnome|mate|kde|org\.\w+)[-.]/

/** `home`: the person's folder; null where it is not known. */
export function fileKeeping(process: string, text: string, home: string | null): string | null {
  // Signs between words are escaped in one format and not in another.
  const [piece = ''] = (text.match(/[\p{L}\p{N} ]+/gu) ?? [])
    .map((each) => each.trim())
    .toSorted((a, b) => b.length - a.length)
  if (home === null || piece.length < TELLING) return null
  for (const folder of foldersOf(process.toLowerCase(), home)) {
    const found = filesBelow(folder)
      .map((below) => join(folder, below))
      .find((path) => holds(path, piece))
    if (found !== undefined) return found
  }
  return null
}

const foldersOf = (process: string, home: string): string[] =>
  [...new Set([process, process.replace(OF_DESKTOP, '')])].flatMap((name) =>
    [`.local/share/${name}`, `.config/${name}`, `.${name}`].map((folder) => join(home, folder)),
  )

function holds(path: string, piece: string): boolean {
  const found = statOf(path)
  if (found?.isFile() !== true || found.size > MAX_FILE) return false
  try {
    return readFileSync(path).includes(piece)
  } catch {
    return false
  }
}
