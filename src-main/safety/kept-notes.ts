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

/** `folders`: where programs keep their data, each in a folder of its name. */
export function fileKeeping(process: string, text: string, folders: readonly string[]): string | null {
  // Signs between words are escaped in one format and not in another.
  const [piece = ''] = (text.match(/[\p{L}\p{N} ]+/gu) ?? [])
    .map((each) => each.trim())
    .toSorted((a, b) => b.length - a.length)
  if (piece.length < TELLING) return null
  for (const folder of foldersOf(process.toLowerCase(), folders)) {
    const found = filesBelow(folder)
      .map((below) => join(folder, below))
      .find((path) => holds(path, piece))
    if (found !== undefined) return found
  }
  return null
}

const foldersOf = (process: string, folders: readonly string[]): string[] =>
  [...new Set([process, process.replace(OF_DESKTOP, '')])].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )

/** The folders of a desktop in which programs keep their data; `env` is that of its programs. */
export const dataFolders = (env: Readonly<Record<string, string | undefined>>, home: string): string[] => [
  env['XDG_DATA_HOME'] || join(home, '.local/share'),
  env['XDG_CONFIG_HOME'] || join(home, '.config'),
]

function holds(path: string, piece: string): boolean {
  const found = statOf(path)
  if (found?.isFile() !== true || found.size > MAX_FILE) return false
  try {
    return readFileSync(path).includes(piece)
  } catch {
    return false
  }
}
